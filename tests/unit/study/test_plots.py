"""Tests the figures of studies: equal data give equal files."""

import pytest

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
