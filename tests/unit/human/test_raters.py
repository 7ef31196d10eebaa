"""Tests the profiles of raters, and their agreement, against slow twins."""

import itertools
import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parbleu.errors import MissingDependencyError, RatingError
from parbleu.human import (
    Error,
    Judgement,
    Rating,
    agreement,
    human_scores,
    krippendorff_alpha,
    rater_profiles,
    read_ratings,
)


def scores_of(table):
    """(system, segment, rater) -> score, as scores."""
    return human_scores([Judgement(*key, score=score) for key, score in table.items()], "da")


def test_agreement_of_a_small_case():
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
        "krippendorff_alpha": pytest.approx(1 - observed / expected, rel=1e-12),
        "measurement": "interval",
    }
    same = {("A", segment, rater): 5 for segment in range(3) for rater in "rs"}
    assert math.isnan(krippendorff_alpha(scores_of(same)))


PUBLISHED = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}
"""Alpha of the example with four observers in Krippendorff's "Computing alpha-reliability"."""


@pytest.mark.parametrize("measurement", PUBLISHED)
def test_published_alpha(measurement):
    rows = ["123321412   ", "1233224125 3", " 3332342251 ", "12332441251 "]
    table = {
        ("A", segment, f"r{rater}"): int(score)
        for rater, row in enumerate(rows)
        for segment, score in enumerate(row)
        if score != " "
    }
    assert round(krippendorff_alpha(scores_of(table), measurement), 3) == PUBLISHED[measurement]


def test_nothing_in_common(monkeypatch):
    scores = scores_of({("A", 0, "ann"): 1, ("A", 1, "ben"): 1})
    with pytest.raises(RatingError, match="no two raters judged the same"):
        agreement(scores)
    with pytest.raises(RatingError, match="no two raters judged the same"):
        krippendorff_alpha(scores)
    monkeypatch.setitem(sys.modules, "krippendorff", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'krippendorff"):
        krippendorff_alpha(scores)


ERROR = Error.from_dict({"start": 0, "end": 1, "category": "Style", "severity": "Minor"})


def profiles(judgements, scheme="da"):
    found = rater_profiles(judgements, human_scores(judgements, scheme))
    return {each.rater: each for each in found.raters}


def test_counts_and_bias():
    found = profiles(
        [
            Judgement("A", 0, "ann", score=90),
            Judgement("A", 0, "ben", score=70),
            Judgement("A", 0, "cat", score=50),
            Judgement("B", 1, "ann", score=40),
            Judgement("B", 1, "ann", score=60),
        ]
    )
    ann = found["ann"]
    assert (ann.n_judgements, ann.n_systems, ann.n_segments, ann.n_shared) == (3, 2, 2, 1)
    assert (ann.mean, ann.bias, ann.shared_bias) == (70, 10, 30)
    assert (found["cat"].bias, found["cat"].shared_bias, found["cat"].deviation) == (-20, -30, None)
    assert ann.seconds is ann.n_errors is None


def test_errors_are_counted():
    found = profiles(
        [Judgement("A", 0, "ann", Rating((ERROR, ERROR))), Judgement("A", 1, "ben", Rating(()))], "mqm"
    )
    assert (found["ann"].n_errors, found["ben"].n_errors) == (2, 0)


def test_times_are_from_one_judgement_to_the_next():
    ends = [1000.0, 1030.0, 1040.0, 9000.0, 9020.0]
    found = profiles([Judgement("A", n, "ann", score=1, finished=end) for n, end in enumerate(ends)])
    assert found["ann"].seconds == 25  # of 30, 10, 7960 and 20
    assert found["ann"].hours == pytest.approx(60 / 3600)


def test_esa_says_when_judgements_end_and_what_is_left_out(tmp_path, caplog):
    rows = [
        "ann,A,0,TGT,eng,deu,80,doc,False,[],10,100",
        "ann,A,1,TGT,eng,deu,70,doc,False,[],110,150.5",
        "ann,A,1,TGT,eng,deu,75,doc,False,[],110,160.5",
        "ann,A,2,BAD,eng,deu,75,doc,False,[],110,160",
        "ann,A,2,TGT,eng,deu,75,doc#dup,False,[],110,160",
        "ann,A,2,TGT,eng,deu,75,doc,True,[],110,160",
        "ann,x-tutorial,2,TGT,eng,deu,75,x-tutorial,False,[],110,160",
    ]
    path = tmp_path / "esa.csv"
    path.write_text("\n".join(rows) + "\n")
    with caplog.at_level("INFO", logger="parbleu"):
        judgements = read_ratings(path)
    assert [(each.score, each.finished) for each in judgements] == [(80, 100), (75, 160.5)]
    for part in (
        "1 of type BAD",
        "1 of documents marked #dup",
        "1 judged again later",
        "1 of tutorials",
        "whole doc",
    ):
        assert part in caplog.text
    assert profiles(judgements)["ann"].seconds == 60.5


def test_semicolons_and_decimal_commas(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("system;segment;score\nA;1;87,5\nA;2;60\n")
    assert [each.score for each in read_ratings(path)] == [87.5, 60]
    path.write_text('system,segment,score\nA;B,1,"87,5"\n')
    with pytest.raises(Exception, match=r"scores.csv:2.*87,5"):
        read_ratings(path)


def test_judgements_that_a_scheme_cannot_score_are_counted(caplog):
    human_scores([Judgement("A", 0, "ann", score=1), Judgement("A", 1, "ann", Rating(()))], "da")
    assert "left out 1 judgement without a score, which the scheme da needs" in caplog.text


def test_profiles_of_no_judgements_are_a_table_without_rows():
    [table] = rater_profiles([], human_scores([Judgement("A", 0, "ann", score=1)], "da")).tables()
    assert (table.rows, [column.name for column in table.columns]) == ((), ["rater"])
