"""The scores of segments, documents and systems."""

import re

import numpy as np
import pytest

from parbleu.errors import OptionError, RatingError
from parbleu.human import Error, Judgement, Rating, human_scores


def scored(system, segment, rater, score, document=None):
    return Judgement(system, segment, rater, score=score, document=document)


def test_means_over_judgements_then_raters_then_segments():
    scores = human_scores(
        [
            scored("A", 0, "ann", 90, "d"),
            scored("A", 0, "ann", 80, "d"),
            scored("A", 0, "ben", 55, "d"),
            scored("A", 1, "ben", 10, "d"),
            scored("A", 2, None, 0, "e"),
            scored("B", 1, "ann", 30, "d"),
        ],
        "da",
    )
    assert scores.raters == ["ann", "ben", "rater"]
    assert scores.segment_scores() == {"A": {("", 0): 70, ("", 1): 10, ("", 2): 0}, "B": {("", 1): 30}}
    assert scores.document_scores() == {"A": {"d": 40, "e": 0}, "B": {"d": 30}}
    assert scores.system_scores() == {"A": 80 / 3, "B": 30}


def test_tables_of_all_levels():
    judgements = [
        scored("A", 0, "ann", 90, "d"),
        scored("B", 0, "ann", 95, "d"),
        scored("B", 1, "ben", 91, "e"),
    ]
    scores = human_scores(judgements, "da")
    systems, documents, segments = scores.tables()
    assert systems.rows == (("B", 93, 2), ("A", 90, 1))
    assert documents.rows == (("A", "d", 90), ("B", "d", 95), ("B", "e", 91))
    assert segments.rows == (("A", "d", 1, 90, 1), ("B", "d", 1, 95, 1), ("B", "e", 2, 91, 1))
    assert dict(scores.normalized().table("system").facts) == {"scheme": "da", "normalized": "by rater"}
    assert [table.name for table in human_scores([scored("A", 0, "r", 1)]).tables()] == [
        "system_scores",
        "segment_scores",
    ]
    with pytest.raises(OptionError, match="levels system, document, segment"):
        scores.table("sys")


def test_z_scores():
    values = {"ann": [90, 80, 40, 77.5], "ben": [10, 10, 10], "cat": [3]}
    judgements = [
        scored("A", segment, rater, score)
        for rater, row in values.items()
        for segment, score in enumerate(row)
    ]
    found = human_scores(judgements, "da").normalized()
    ann = np.array(values["ann"])
    expected = (ann - ann.mean()) / ann.std(ddof=1)
    got = [found.by_rater["A", ("", segment)]["ann"] for segment in range(4)]
    np.testing.assert_allclose(got, expected, rtol=1e-14)
    assert [found.by_rater["A", ("", segment)]["ben"] for segment in range(3)] == [0, 0, 0]
    assert found.by_rater["A", ("", 0)]["cat"] == 0


def test_what_cannot_be_scored():
    with pytest.raises(RatingError, match="there are no scores here, which the scheme da needs"):
        human_scores([Judgement("A", 0, "r", Rating())], "da")
    with pytest.raises(RatingError, match="there are no marked errors here"):
        human_scores([scored("A", 0, "r", 1)], "mqm")
    with pytest.raises(RatingError, match="which system"):
        human_scores([scored(None, 0, "r", 1)], "da")
    with pytest.raises(RatingError, match="the documents of segments"):
        human_scores([scored("A", 0, "r", 1)], "da").document_scores()


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -1e300])
def test_scores_can_be_averaged(score):
    with pytest.raises(RatingError, match=re.escape(f"the score of segment 1 of 'A' is {score}")):
        human_scores([scored("A", 1, "ann", score)], "da")


def test_tiny_differences_are_no_deviation():
    scores = human_scores([scored("A", 0, "ann", 0), scored("A", 1, "ann", 1e-300)], "da", normalize=True)
    assert scores.system_scores() == {"A": 0}


def marked(system, segment, rater, source, *severities):
    errors = tuple(Error(0, 1, severity=severity) for severity in severities)
    return Judgement(system, segment, rater, Rating(errors), source=source, hypothesis="x")


def test_costs_by_words_of_the_source():
    judgements = [
        marked("A", 0, "ann", "one two three", "major"),
        marked("A", 0, "ben", "one two three"),
        marked("A", 1, "ann", "four", "minor"),
        marked("B", 1, "ann", "four"),
    ]
    scores = human_scores(judgements, "mqm")
    table = scores.per_words()
    assert list(table.rows) == [("B", 0.0, 0.0, 100.0, 1, 1), ("A", -1.75, 875.0, 12.5, 2, 4)]
    for wrong, error in (
        (human_scores([scored("A", 0, "ann", 90)], "da"), OptionError),
        (scores.normalized(), OptionError),
        (human_scores([marked("A", 0, "ann", None, "major")], "mqm"), RatingError),
        (human_scores([marked("A", 0, "ann", " ", "major")], "mqm"), RatingError),
    ):
        with pytest.raises(error):
            wrong.per_words()
