"""Tests the figures of studies: equal data give equal files."""

import pytest

import parbleu
from parbleu import study
from parbleu.tables import write_figure

HYPOTHESES = ["the cat sat on the mat .", "a b c", "so it is", ""]
REFERENCE = ["the cat is on the mat .", "c b a", "so it is", ""]


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
    lines = [
        f"{word} is here and {word} stays there today" for word in ("one", "two", "three", "four", "five")
    ] * 6
    systems = {"same": lines, "worse": [line.replace("here", "there") for line in lines], "equal": lines}
    found = study.tokenization(
        systems, [lines], vary=["metric", "case"], resampling=parbleu.Resampling("bootstrap", 1000)
    )
    figure = found.plot()
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["BLEU", "chrF2", "TER", "Rank by metric", "BLEU by case", "Rank by case"]
    for axes in figure.axes[:3]:
        assert [text.get_text() for text in axes.texts] == ["*"]
    [legend] = figure.legends
    assert legend.get_title().get_text() == "* differs from same (p ≤ 0.05)"
    assert [text.get_text() for text in legend.get_texts()] == ["same", "worse", "equal"]
    untested = study.tokenization(
        systems, [lines], vary=["case"], resampling=parbleu.Resampling("none")
    ).plot()
    assert untested.legends[0].get_title().get_text() == ""
