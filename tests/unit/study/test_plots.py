"""Tests plots of studies: equal data give equal files, and undrawable data raise errors."""

import pytest

from parbleu import study
from parbleu.errors import MissingDependencyError, OptionError
from three_systems import REFERENCES, SYSTEMS

HYPOTHESES = ["the cat sat on the mat .", "a b c", "so it is", ""]
REFERENCE = ["the cat is on the mat .", "c b a", "so it is", ""]


def test_permutations(tmp_path):
    one = study.permutations({"$x_$": HYPOTHESES}, [REFERENCE])
    both = study.permutations({"$x_$": HYPOTHESES, "y": HYPOTHESES}, [REFERENCE])
    drawn = {}
    for name, found in (("one.svg", one), ("two.svg", one), ("both.svg", both)):
        study.plot_permutations(found, tmp_path / name)
        drawn[name] = (tmp_path / name).read_bytes()
    assert drawn["one.svg"] == drawn["two.svg"]
    assert drawn["one.svg"].startswith(b"<?xml")
    assert b"<!-- $x_$ -->" in drawn["both.svg"]  # no formula
    title = b"Reorderings and length"
    assert drawn["both.svg"].count(title) == 2 * drawn["one.svg"].count(title)
    assert len(list(tmp_path.iterdir())) == 3


def test_settings(tmp_path):
    found = study.tokenization(SYSTEMS, REFERENCES, ["13a", "char"], vary="tokenizer", test=None)
    pictures = [tmp_path / name for name in ("a.svg", "b.svg")]
    for picture in pictures:
        study.plot_settings(found, picture)
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert b"<svg" in pictures[0].read_bytes()


def test_pictures_that_cannot_be_drawn(tmp_path, monkeypatch):
    found = study.permutations({"x": ["a"]}, [["a"]])
    with pytest.raises(OptionError, match=r"picture.gif: a picture's name ends in .svg, .png, .pdf"):
        study.plot_permutations(found, str(tmp_path / "picture.gif"))
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'matplotlib"):
        study.plot_permutations(found, str(tmp_path / "picture.svg"))
