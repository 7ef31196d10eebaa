"""Tests the figures of studies: equal data give equal files."""

import pytest

import parbleu
from parbleu import study
from parbleu.tables import write_figure

HYPOTHESES = ["the cat sat on the mat .", "a b c", "so it is", ""]
REFERENCE = ["the cat is on the mat .", "c b a", "so it is", ""]


@pytest.mark.long
@pytest.mark.needs("matplotlib")
def test_permutations(tmp_path):
    one = study.permutations({"$x_$": HYPOTHESES}, [REFERENCE])
    both = study.permutations({"$x_$": HYPOTHESES, "y": HYPOTHESES}, [REFERENCE])
    drawn = {}
    for name, found in (("one.svg", one), ("two.svg", one), ("both.svg", both)):
        write_figure(found.plot(), tmp_path / name)
        drawn[name] = (tmp_path / name).read_bytes()
    assert drawn["one.svg"] == drawn["two.svg"]
    assert drawn["one.svg"].startswith(b"<?xml")
    assert b">$x_$<" in drawn["both.svg"]  # no formula
    title = b"Reorderings and length"
    assert drawn["both.svg"].count(title) == 2 * drawn["one.svg"].count(title)
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.needs("matplotlib")
def test_each_metric_has_an_axis_and_stars_are_explained():
    sentence = "a ship is here and another one stays there today because of the storm"
    words = sentence.split()
    lines = [" ".join(words[at % 7 : at % 5 + 9]) for at in range(40)]
    worse = [" ".join(line.split()[::-1][: 3 + at % 4]) for at, line in enumerate(lines)]
    systems = {"good": [f"{line} now" for line in lines], "worse": worse}
    found = study.tokenization(
        systems, [lines], vary=["metric", "case"], resampling=parbleu.Resampling("bootstrap", 1000)
    )
    figure = found.plot()
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["BLEU", "chrF2", "TER", "Rank by metric", "BLEU by case", "Rank by case"]
    for axes in figure.axes[:3]:
        assert [text.get_text() for text in axes.texts] == ["*"]
    [legend] = figure.legends
    assert legend.get_title().get_text() == "* differs from good (p ≤ 0.05)"
    assert [text.get_text() for text in legend.get_texts()] == ["good", "worse"]
    untested = study.tokenization(
        systems, [lines], vary=["case"], resampling=parbleu.Resampling("none")
    ).plot()
    assert untested.legends[0].get_title().get_text() == ""
