"""Tests the result of a comparison: its tables, and its saved form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import parbleu
from parbleu._comparison.comparison_result import Comparison, MetricComparison, PairTest, SystemScore
from parbleu._comparison.score_limits import worse_than_baseline
from parbleu.errors import (
    FormatError,
    InputTypeError,
    OptionError,
    TableError,
    UnknownNameError,
    UnreadableFileError,
)
from parbleu.tables import FORMATS, Column

HOSTILE = ("A|B_c*d`e", '<b>&"50%$#{}~^\\', "two\nlines,\ttab")


def made(names: tuple[str, str, str] = ("base", "new", "old")) -> Comparison:
    """A comparison with every field set, by hand."""
    base, new, old = names
    bleu = MetricComparison(
        name="BLEU",
        signature="nrefs:1|bs:1000|seed:12345",
        short_signature="#:1|bs:1000|rs:12345",
        higher_is_better=True,
        decimals=2,
        scores=(
            SystemScore(base, 30.126, 30.2, 1.25, 29.0, 31.5, None, None, None, (2, 2), 2),
            SystemScore(new, 33.5, 33.4, 1.5, 32.0, 35.0, 0.002, 0.004, 0.001, (1, 1), 1),
            SystemScore(old, 30.126, 30.2, 1.25, 29.0, 31.5, 0.5, 1.0, 0.001, (2, 3), 2),
        ),
        pairs=(
            PairTest(base, new, 3.374, 0.002, 0.004, 0.001, 3),
            PairTest(base, old, 0.0, 1.0, 1.0, 0.001, 1000),
            PairTest(new, old, -3.374, 0.002, 0.004, 0.001, 0),
        ),
    )
    ter = MetricComparison(
        name="TER",
        signature="nrefs:1|seed:12345",
        short_signature="#:1|rs:12345",
        higher_is_better=False,
        decimals=1,
        scores=(
            SystemScore(base, 60.0, 60.1, 2.0, 58.0, 62.0, None, None, None, (1, 3), 1),
            SystemScore(new, 61.0, 61.1, 2.0, 59.0, 63.0, 0.3, 0.6, 0.2, (1, 3), 1),
            SystemScore(old, 60.0, 60.1, 2.0, 58.0, 62.0, 0.5, 1.0, 0.0499, (1, 3), 1),
        ),
    )
    return Comparison(
        names,
        (bleu, ter),
        100,
        "bootstrap",
        1000,
        1000,
        12345,
        0.05,
        all_pairs=True,
        n_tests=6,
        family="3 pairs x 2 metrics = 6 tests",
        p_columns=("sacrebleu",),
    )


def plain() -> Comparison:
    """One without test and intervals."""
    metric = MetricComparison("x", "sig", "s", True, 4, (SystemScore("a", 0.12345), SystemScore("b", 0.5)))
    return Comparison(("a", "b"), (metric,), 10)


MARKDOWN = """\
| system | BLEU score ↑ | BLEU p (Holm) | BLEU p (sacreBLEU) | BLEU rank | BLEU cluster | TER score ↓ \
| TER p (Holm) | TER p (sacreBLEU) | TER rank | TER cluster |
"""


def test_a_row_for_each_system() -> None:
    scores, pairs = made().tables()
    assert scores.column("system") == ["base", "new", "old"]
    assert scores.column("BLEU") == [30.126, 33.5, 30.126]
    assert scores.column("BLEU_ci") == [1.25, 1.5, 1.25]
    assert scores.column("BLEU_p_holm") == [None, 0.004, 1.0]
    assert scores.column("BLEU_p_sacrebleu") == [None, 0.001, 0.001]
    assert scores.column("BLEU_rank") == ["2", "1", "2–3"]
    assert (scores.column("BLEU_best_rank"), scores.column("BLEU_worst_rank")) == ([2, 1, 2], [2, 1, 3])
    assert scores.column("TER_cluster") == [1, 1, 1]
    assert scores.facts["BLEU signature"] == "nrefs:1|bs:1000|seed:12345"
    assert made().tables(short=True)[0].facts["BLEU signature"] == "#:1|bs:1000|rs:12345"
    assert pairs.column("second") == ["new", "old", "old"]
    assert pairs.column("n_equal") == [3, 1000, 0]


def test_marks() -> None:
    """Of all pairs: the best scores, and corrected p-values below alpha."""
    scores, _ = made().tables()
    assert {place: set(marks) for place, marks in scores.marks.items()} == {
        (0, "system"): {"baseline"},
        (1, "BLEU"): {"best"},
        (1, "BLEU_p_holm"): {"significant"},
        (0, "TER"): {"best"},
        (2, "TER"): {"best"},
    }


def test_marks_against_a_baseline(systems: Any, references: Any) -> None:
    """The best score; p-values up to alpha, but not where sacreBLEU gives one to equal output."""
    first = next(iter(systems.values()))
    found = parbleu.compare(
        {"a": first, "copy": first, "empty": [""] * len(first)}, references, test="bootstrap", n_samples=999
    )
    [scores] = found.tables()
    assert {place: set(marks) for place, marks in scores.marks.items()} == {
        (0, "system"): {"baseline"},
        (0, "BLEU"): {"best"},
        (1, "BLEU"): {"best"},
        (2, "BLEU_p_holm"): {"significant"},
    }
    assert scores.column("BLEU_p_holm")[1] == 1
    assert found["BLEU"]["copy"].p_sacrebleu == 0.001
    assert "Identical output to a: copy." in scores.notes


@pytest.mark.parametrize(("n_segments", "is_told"), [(2, True), (6, True), (7, False)])
def test_that_few_segments_have_few_bootstrap_samples_is_told(n_segments: int, is_told: bool) -> None:
    texts = [f"a b c d {place}" for place in range(n_segments)]
    found = parbleu.compare({"a": texts, "b": ["x", *texts[1:]]}, [texts], test="bootstrap", n_samples=1000)
    assert any("different bootstrap samples" in note for note in found.tables()[0].notes) is is_told


@pytest.mark.parametrize("all_pairs", [False, True])
@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_a_single_segment_shows_no_difference(test: str, all_pairs: bool) -> None:
    systems = {"good": ["the cat sat on the mat"], "bad": ["a dog lay there"]}
    found = parbleu.compare(
        systems,
        [["the cat sat on the mat"]],
        ["bleu", "chrf"],
        test=test,
        all_pairs=all_pairs,
        explain=True,
        intervals=True,
    )
    scores = found.tables()[0]
    assert not any("significant" in marks for marks in scores.marks.values())
    assert any("only one segment" in note for note in scores.notes)
    assert "only one segment" in found.to_latex()
    for metric in found.metrics:
        assert [pair.p_value for pair in metric.pairs] == [1]
        assert {score.rank for score in metric.scores} == ({(1, 2)} if all_pairs else {None})
    assert found.explanation is not None
    assert [pair.p_joint for pair in found.explanation.pairs] == [1, 1]
    assert found.explanation.verdicts[0].better is None
    assert list(worse_than_baseline(found)) == []


def test_stars_follow_the_corrected_p() -> None:
    """A p-value below alpha that the correction for the number of pairs lifts above it has no star."""
    scores, pairs = made().tables()
    assert made()["BLEU"].pair("base", "old").p_holm >= 0.05 > scores.column("BLEU_p_sacrebleu")[2]
    assert (2, "BLEU_p_holm") not in scores.marks
    rule = "p (Holm): calibrated, and corrected for 3 pairs x 2 metrics = 6 tests; * p ≤ 0.05."
    for table in (scores, pairs):
        assert rule in table.notes
    assert pairs.notes[-1].startswith(
        "difference: the score of the second system less that of the first. ties: "
    )
    assert {place for place, _ in pairs.marks} == {0, 2}


def test_for_people() -> None:
    lines = made().to_markdown().splitlines()
    assert lines[0] == MARKDOWN.strip()
    assert "**33.50 ± 1.50** | 0.0040\\* | 0.0010 |" in lines[3]
    assert "60.0 ± 2.0" in lines[2]
    assert any(line.startswith("- p (sacreBLEU): that of sacreBLEU, not corrected") for line in lines)
    assert "+3.374" in made().to_markdown(decimals=3)
    assert [column.title for column in plain().tables()[0].columns] == ["system", "x"]
    assert str(made()) == made().render("text").rstrip("\n")
    assert "bold" not in str(made())  # nothing is, but on a terminal


@pytest.mark.needs("pandas")
def test_for_programs() -> None:
    frame = made().to_pandas()
    assert frame["BLEU_p_holm"].isna().tolist() == [True, False, False]
    assert made().to_polars("pairs").height == 3
    found = json.loads(made(HOSTILE).to_json())
    assert [row["system"] for row in found["tables"]["scores"]["rows"]] == list(HOSTILE)
    assert json.loads(plain().to_json())["tables"]["scores"]["rows"][1] == {"system": "b", "x": 0.5}


def test_one_table_alone() -> None:
    assert made().to_csv("pairs").splitlines()[0].startswith("metric,first,second,difference")
    assert made().to_latex(table="scores", decimals=1).count(r"\begin{tabular}") == 1
    with pytest.raises(TableError, match="has no table 'pears'; it has scores, pairs"):
        made().render("text", "pears")


def test_real_numbers_survive(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references, ["bleu", "ter"], test="bootstrap", n_samples=50)
    for row, score in zip(
        json.loads(found.to_json())["tables"]["scores"]["rows"], found["BLEU"].scores, strict=True
    ):
        assert (row["BLEU"], row["BLEU_mean"], row["BLEU_low"]) == (score.score, score.mean, score.low)


@pytest.mark.parametrize(
    ("sort", "order"), [("BLEU", ["new", "base", "old"]), ("TER", ["base", "old", "new"])]
)
def test_sorted_rows(sort: str, order: list[str]) -> None:
    scores = made().tables(sort)[0]
    assert scores.column("system") == order
    assert scores.marks[order.index("base"), "system"] == {"baseline"}
    assert scores.marks[order.index("new"), "BLEU"] == {"best"}
    with pytest.raises(UnknownNameError, match="unknown metric 'TRE'"):
        made().tables("TRE")


def test_names_are_what_is_iterated_over() -> None:
    assert list(made()) == [each.name for each in made().metrics]
    assert "base" in made()["BLEU"]
    assert "bleu" not in made()


@pytest.mark.parametrize("comparison", [made(HOSTILE), plain()], ids=["made", "plain"])
def test_what_is_saved_can_be_read(comparison: Comparison) -> None:
    assert Comparison.from_dict(comparison.to_dict()) == comparison
    assert Comparison.from_dict(json.loads(json.dumps(comparison.to_dict()))) == comparison


@pytest.mark.parametrize("decimals", [-1, 1075])
def test_decimals_that_no_number_has(decimals: int) -> None:
    values = plain().to_dict()
    values["metrics"][0]["decimals"] = decimals
    with pytest.raises(InputTypeError, match=f"{decimals} is not from 0 to 1074"):
        Comparison.from_dict(values)
    with pytest.raises(OptionError, match=f"decimals are from 0 to 1074, not {decimals}"):
        parbleu.SegmentScores("Q", {"a": [1.0]}, decimals=decimals)
    with pytest.raises(TableError, match=f"decimals are from 0 to 1074, not {decimals}"):
        Column("x", kind=float, decimals=decimals)


@pytest.mark.parametrize(
    "values", [{}, [], {"systems": ["a"], "metrics": [{}]}, {**plain().to_dict(), "more": 1}], ids=str
)
def test_what_is_no_comparison_is_not_read(values: Any) -> None:
    with pytest.raises(InputTypeError, match="saved comparison"):
        Comparison.from_dict(values)


def test_output_is_stable() -> None:
    """Not even the seed of Python's hashes changes a byte."""
    code = (
        "import parbleu\n"
        "s = {n: [n + ' x y z', 'a b c d'] for n in 'abcdef'}\n"
        "r = [['a x y z', 'a b c e']]\n"
        "c = parbleu.compare(s, r, ['ter', 'bleu'], test='randomization', n_samples=20, all_pairs=True)\n"
        "from parbleu.tables import FORMATS\n"
        "print(*[c.render(name) for name in FORMATS])"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(texts) == 1
    assert len(texts.pop()) > 5000


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_shows_every_name(name: str) -> None:
    for comparison in (made(), plain()):
        text = comparison.render(name)
        assert all(system in text for system in comparison.systems)
        assert text == comparison.render(name)


def test_unknown_formats_are_explained() -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'markdwon': did you mean 'markdown'"):
        made().render("markdwon")


def test_what_is_saved_is_loaded(tmp_path):
    made = parbleu.compare({"a": ["one two"], "b": ["one"]}, [["one two"]], ["bleu"])
    made.save(tmp_path / "made.json")
    loaded = Comparison.load(tmp_path / "made.json")
    assert loaded == made
    assert loaded.known_input().to_dict() == made.known_input().to_dict()
    for content, told in (
        ("{}", "not a saved comparison"),
        ("[", "not JSON"),
        ('{"schema": 1}', "comparison.save"),
    ):
        (tmp_path / "other.json").write_text(content)
        with pytest.raises(FormatError, match=rf"other\.json: .*{told}"):
            Comparison.load(tmp_path / "other.json")
    with pytest.raises(UnreadableFileError, match=r"gone\.json"):
        Comparison.load(tmp_path / "gone.json")
