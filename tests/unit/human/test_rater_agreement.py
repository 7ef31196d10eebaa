"""Agreement of raters, against slow twins."""

import itertools
import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parbleu.errors import MissingDependencyError, RatingError
from parbleu.human import Judgement, agreement, human_scores, krippendorff_alpha


def scores_of(table):
    """(system, segment, rater) -> score, as scores."""
    return human_scores([Judgement(*key, score=score) for key, score in table.items()], "da")


def test_a_small_case():
    table = {
        ("A", 0, "ann"): 9, ("B", 0, "ann"): 5, ("C", 0, "ann"): 5,
        ("A", 0, "ben"): 8, ("B", 0, "ben"): 7, ("C", 0, "ben"): 6,
        ("A", 1, "ann"): 1, ("A", 1, "ben"): 2, ("A", 1, "cat"): 3,
    }  # fmt: skip
    result = agreement(scores_of(table))
    found = {each.raters: each for each in result.by_raters}
    assert list(found) == [("ann", "ben"), ("ann", "cat"), ("ben", "cat")]
    both = found["ann", "ben"]
    assert (both.items, both.pairs, both.agreeing, both.accuracy) == (4, 3, 2, 2 / 3)
    assert (result.total.items, result.total.pairs) == (6, 3)
    assert math.isnan(found["ben", "cat"].accuracy)
    (listed,) = result.tables()
    assert listed.column("raters") == ["all", "ann, ben", "ann, cat", "ben, cat"]
    assert listed.column("accuracy") == [2 / 3, 2 / 3, None, None]


@settings(max_examples=80, derandomize=True, database=None)
@given(
    st.dictionaries(
        st.tuples(st.sampled_from("ABC"), st.integers(0, 2), st.sampled_from(["r", "s", "t"])),
        st.integers(0, 2),
        min_size=1,
    ),
    st.booleans(),
)
def test_against_a_slow_twin(table, across):
    agreeing = pairs = 0
    for one, other in itertools.combinations(["r", "s", "t"], 2):
        shared = [
            key for key in itertools.product("ABC", range(3)) if {(*key, one), (*key, other)} <= table.keys()
        ]
        for first, second in itertools.combinations(shared, 2):
            if across or first[1] == second[1]:
                differences = [table[(*first, rater)] - table[(*second, rater)] for rater in (one, other)]
                pairs += 1
                agreeing += np.sign(differences[0]) == np.sign(differences[1])
    try:
        found = agreement(scores_of(table), across_segments=across).total
    except RatingError:
        assert pairs == 0
    else:
        assert (found.pairs, found.agreeing) == (pairs, agreeing)


def test_alpha():
    """Interval data, by the formula: 1 less observed over expected squared differences."""
    values = {"ann": [1, 2, 5, None], "ben": [1, 3, 4, 2], "cat": [None, 2, 5, 2]}
    table = {
        ("A", segment, rater): score
        for rater, row in values.items()
        for segment, score in enumerate(row)
        if score is not None
    }
    units = [[row[segment] for row in values.values() if row[segment] is not None] for segment in range(4)]
    every = [score for unit in units for score in unit]
    observed = sum(
        sum((one - other) ** 2 for one in unit for other in unit) / (len(unit) - 1) for unit in units
    )
    expected = sum((one - other) ** 2 for one in every for other in every) / (len(every) - 1)
    assert krippendorff_alpha(scores_of(table)) == pytest.approx(1 - observed / expected, rel=1e-12)
    assert krippendorff_alpha(scores_of(table), "nominal") < 1
    assert agreement(scores_of(table), measurement="interval").tables()[0].facts == {
        "alpha": pytest.approx(1 - observed / expected, rel=1e-12),
        "measurement": "interval",
    }
    same = {("A", segment, rater): 5 for segment in range(3) for rater in "rs"}
    assert math.isnan(krippendorff_alpha(scores_of(same)))


def test_nothing_in_common(monkeypatch):
    scores = scores_of({("A", 0, "ann"): 1, ("A", 1, "ben"): 1})
    with pytest.raises(RatingError, match="no two raters judged the same"):
        agreement(scores)
    with pytest.raises(RatingError, match="no two raters judged the same"):
        krippendorff_alpha(scores)
    monkeypatch.setitem(sys.modules, "krippendorff", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'krippendorff"):
        krippendorff_alpha(scores)
