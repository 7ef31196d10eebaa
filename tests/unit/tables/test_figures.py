"""Tests the figures of tables and results: what has a panel, which intervals are drawn, what is refused."""

import pickle
import sys

import pytest

import parbleu
from parbleu import study
from parbleu.analysis import difference_matrix, score_distributions
from parbleu.errors import (
    MissingDependencyError,
    OptionError,
    TableError,
    UnwritableFileError,
)
from parbleu.tables import Column, Table, figure_of, write_figure
from three_systems import REFERENCES, SYSTEMS

pytestmark = pytest.mark.needs("matplotlib")

METRICS = ["bleu", "chrf", "ter"]


@pytest.fixture(scope="module")
def comparison():
    return parbleu.compare(SYSTEMS, REFERENCES, METRICS, test="bootstrap", n_samples=50)


def panels(figure):
    return [axes for axes in figure.axes if axes.axison]


def intervals(axes):
    """The ends of the bars of a panel, from the first row to the last."""
    segments = [part for bars in axes.collections for part in bars.get_segments()]
    return [(low, high) for (low, _), (high, _) in sorted(segments, key=lambda part: part[0][1])]


def test_each_metric_has_a_panel_of_its_own(comparison):
    drawn = panels(comparison.plot())
    assert [axes.get_title() for axes in drawn] == ["BLEU", "chrF2", "TER"]
    assert [axes.get_xlabel() for axes in drawn] == [*["higher is better →"] * 2, "← lower is better"]
    ranges = [axes.get_xlim() for axes in drawn]
    assert len(set(ranges)) == 3


def test_rows_are_the_systems_the_best_first(comparison):
    for sort in (None, "TER"):
        axes = panels(comparison.plot(sort=sort))[0]
        names = [label.get_text().removesuffix(" (baseline)") for label in axes.get_yticklabels()]
        places = comparison.order(sort or "BLEU")
        assert names == [comparison.systems[place] for place in places]
        scores = [comparison["BLEU"][name] for name in names]
        assert intervals(axes) == [(score.low, score.high) for score in scores]
        lines = [line.get_data() for line in axes.lines if line.get_marker() in "oD"]
        dots = {row: x for xs, rows in lines for x, row in zip(xs, rows, strict=True)}
        assert [dots[row] for row in range(len(names))] == [score.score for score in scores]


def test_a_matrix_shows_the_differences_of_all_pairs():
    compared = parbleu.compare(SYSTEMS, REFERENCES, METRICS, test="bootstrap", n_samples=50, all_pairs=True)
    drawn = panels(difference_matrix(compared))
    assert [axes.get_title() for axes in drawn] == ["BLEU", "chrF2", "TER"]
    names = [compared.systems[place] for place in compared.order("BLEU")]
    assert [label.get_text() for label in drawn[0].get_yticklabels()] == names
    for axes, metric in zip(drawn, compared.metrics, strict=True):
        cells = {tuple(text.get_position()): text.get_text() for text in axes.texts}
        assert len(cells) == len(names) * (len(names) - 1)
        difference = metric[names[0]].score - metric[names[1]].score
        star = "*" if metric.pair(names[0], names[1]).p_holm < compared.alpha else ""
        assert cells[1, 0] == f"{difference:+.2f}{star}"
        assert axes.images[0].get_array()[0, 1] == (difference if metric.higher_is_better else -difference)


def test_distributions_are_those_of_segment_scores(comparison):
    drawn = panels(score_distributions(comparison, sort="chrF2"))
    assert [axes.get_title() for axes in drawn] == ["BLEU", "chrF2", "TER"]
    names = [comparison.systems[place] for place in comparison.order("chrF2")]
    assert [label.get_text() for label in drawn[0].get_yticklabels()] == names
    hypotheses = SYSTEMS[names[0]].read_text(encoding="utf-8").splitlines()
    references = [path.read_text(encoding="utf-8").splitlines() for path in REFERENCES]
    scores = parbleu.CHRF().segment_scores(hypotheses, references)
    means = [line.get_xdata()[0] for line in drawn[1].lines if line.get_marker() == "D"]
    assert means[0] == pytest.approx(sum(scores) / len(scores))


def test_given_scores_are_drawn_without_texts():
    compared = parbleu.compare(metrics={"COMET": {"a": [0.5, 0.7, 0.9], "b": [0.4, 0.6, 0.8]}})
    (axes,) = panels(score_distributions(compared))
    means = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "D"]
    assert means == pytest.approx([0.7, 0.6])


def test_comparisons_that_cannot_be_drawn_are_refused(comparison):
    with pytest.raises(OptionError, match="no texts"):
        score_distributions(comparison.changed(input=None))
    one = dict(list(SYSTEMS.items())[:1])
    with pytest.raises(TableError, match="2 to"):
        difference_matrix(parbleu.compare(one, REFERENCES, ["chrf"]))


def test_the_best_differ_in_shape_and_colour(comparison):
    legend = comparison.plot().legends[0]
    assert [text.get_text() for text in legend.get_texts()] == ["95 % interval", "best", "baseline"]
    shapes = {line.get_marker() for line in panels(comparison.plot())[0].lines}
    assert {"o", "D"} <= shapes


def test_without_intervals_and_with_one_system():
    names = list(SYSTEMS)
    one = parbleu.compare({names[0]: SYSTEMS[names[0]]}, REFERENCES, ["bleu"]).plot()
    assert [len(axes.collections) for axes in panels(one)] == [0]
    assert not one.legends


def test_missing_scores_and_intervals_leave_gaps():
    columns = [
        Column("metric"),
        Column("corr", kind=float, better="higher", low="low", high="high"),
        Column("low", kind=float),
        Column("high", kind=float),
    ]
    rows = [("a", 0.5, 0.4, 0.6), ("b", None, None, None), ("c", 0.1, None, 0.2)]
    [axes] = panels(figure_of(Table("t", columns, rows)))
    assert intervals(axes) == [(0.4, 0.6)]
    assert [list(line.get_ydata()) for line in axes.lines] == [[0, 2]]


def test_many_metrics_take_several_lines():
    columns = [Column("system"), *(Column(f"m{number}", kind=float, better="lower") for number in range(5))]
    drawn = panels(
        figure_of(Table("t", columns, [("a", 1.0, 2.0, 3.0, 4.0, 5.0), ("b", 2.0, 1.0, 0.0, 1.0, 2.0)]))
    )
    assert len(drawn) == 5
    assert len({axes.get_subplotspec().rowspan.start for axes in drawn}) == 2


def test_long_names_keep_both_ends(tmp_path):
    names = ["en-de." + "x" * 40 + ".one", "en-de." + "x" * 40 + ".two", "翻訳" * 20 + "三"]
    table = Table(
        "t", [Column("system"), Column("s", kind=float, better="higher")], [(n, 1.0) for n in names]
    )
    figure = figure_of(table)
    labels = [label.get_text() for label in panels(figure)[0].get_yticklabels()]
    assert len(set(labels)) == 3
    assert max(map(len, labels)) <= 32
    assert [label[-4:] for label in labels[:2]] == [".one", ".two"]
    write_figure(figure, tmp_path / "a.svg")
    assert "翻訳" in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_equal_figures_make_equal_files(comparison, kind, start, tmp_path):
    files = [tmp_path / f"{name}.{kind}" for name in "ab"]
    for file in files:
        write_figure(comparison.plot(), file)
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert one.startswith(start)


def test_names_are_no_formulas(tmp_path):
    table = Table("t", [Column("system"), Column("s", kind=float, better="higher")], [("$x_$ <b>", 1.0)])
    write_figure(figure_of(table), tmp_path / "a.svg")
    assert "$x_$ &lt;b&gt;" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_studies_draw_what_suits_them(tmp_path):
    settings = study.tokenization(
        SYSTEMS, REFERENCES, ["13a", "char"], vary="tokenizer", resampling=parbleu.Resampling("none")
    ).plot()
    assert [axes.get_title() for axes in settings.axes][:2] == ["BLEU by tokenizer", "Rank by tokenizer"]


def test_what_cannot_be_drawn(comparison, monkeypatch, tmp_path):
    with pytest.raises(TableError, match="no scores to draw in t"):
        figure_of(Table("t", [Column("system")], [("a",)]))
    many = [(f"s{number}", 1.0) for number in range(301)]
    with pytest.raises(TableError, match="301 rows are too many"):
        figure_of(Table("t", [Column("system"), Column("s", kind=float, better="higher")], many))
    with pytest.raises(TableError, match="has no table 'pairs'"):
        comparison.plot("pairs")
    figure = comparison.plot()
    with pytest.raises(OptionError, match=r"picture.gif: a picture's name ends in .svg, .png, .pdf"):
        write_figure(figure, str(tmp_path / "picture.gif"))
    with pytest.raises(UnwritableFileError, match="there is no directory"):
        write_figure(figure, tmp_path / "nowhere" / "a.svg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependencyError, match=r"pip install"):
        comparison.plot()


def test_a_notebook_shows_figures_as_pictures(comparison):
    assert comparison.plot()._repr_png_().startswith(b"\x89PNG")
    assert pickle.loads(pickle.dumps(comparison.plot()))._repr_png_().startswith(b"\x89PNG")
