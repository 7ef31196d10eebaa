"""Tests classes of errors, and parts, counts and overlaps of marked ones, on sentences of our own."""

import numpy as np
import pytest

from parbleu import Resampling
from parbleu.analysis import (
    compared_texts,
    error_classes,
    error_shares,
    span_counts,
    span_overlap,
)
from parbleu.errors import InputShapeError, InputTypeError, OptionError, RatingError, UnknownNameError
from parbleu.human import Error, Judgement, Rating

REFERENCES = [["he sees two big houses today", "das Haus", ""], ["x", None, "one two"]]
SYSTEMS = {
    "a": ["today he saw two large house", "das Haus", "one two"],
    "b": ["he sees", "die Häuser", "two one"],
}


@pytest.fixture
def texts():
    return compared_texts(SYSTEMS, REFERENCES, tokenize="none")


def test_identities(texts):
    found = error_classes(texts, resampling=Resampling(n_samples=50))
    rows = found.rows.astype(int)
    for begin in (1, 13):
        words, classes = rows[:, :, begin], rows[:, :, begin + 2 : begin + 7]
        assert (classes.sum(axis=2) <= words).all()
    for place, system in enumerate(texts.systems):
        for segment in range(3):
            for side, begin in ((found.reference_classes, 1), (found.hypothesis_classes, 13)):
                classes = side[system][segment]
                assert len(classes) == rows[segment, place, begin]
                assert (
                    np.bincount(classes, minlength=6)[1:].tolist()
                    == rows[segment, place, begin + 2 : begin + 7].tolist()
                )
    for figure in found.figures:
        assert np.allclose(figure.values[:, :-1].sum(axis=1), figure.values[:, -1])
        assert (figure.low <= figure.values).all()
        assert (figure.values <= figure.high).all()


def test_the_closest_reference_is_used(texts):
    assert error_classes(texts, resampling=Resampling("none")).chosen.tolist() == [[0, 0, 1], [0, 0, 1]]


def test_order_of_systems_and_segments_changes_nothing(texts):
    one = error_classes(texts, resampling=Resampling(n_samples=100))
    other = compared_texts(
        {name: SYSTEMS[name][::-1] for name in ("b", "a")},
        [side[::-1] for side in REFERENCES],
        tokenize="none",
    )
    two = error_classes(other, resampling=Resampling(n_samples=100))
    for first, second in zip(one.figures, two.figures, strict=True):
        assert np.array_equal(first.values, second.values[::-1])
        assert np.array_equal(first.low, second.low[::-1])
        assert np.array_equal(first.p_values, second.p_values)


def test_a_system_and_itself():
    texts = compared_texts({"a": SYSTEMS["a"], "copy": SYSTEMS["a"]}, [[*REFERENCES[0][:2], "one"]])
    for figure in error_classes(texts, resampling=Resampling(n_samples=50)).figures:
        assert np.array_equal(figure.values[0], figure.values[1])
        assert (figure.p_values == 1).all()


def test_base_forms(texts):
    def inflections(**options):
        return error_classes(texts, resampling=Resampling("none"), **options).rows[:, :, 3].sum()

    assert inflections() == inflections(base_forms="first-four") > 0
    assert inflections(base_forms="none") == 0
    assert inflections(base_forms=lambda word: word[:1]) > inflections()
    with pytest.raises(UnknownNameError, match="first-four"):
        error_classes(texts, base_forms="first-for")
    with pytest.raises(InputTypeError, match="mapping"):
        error_classes(texts, base_forms=4)
    with pytest.raises(OptionError, match="'reference 1'"):
        error_classes(texts, base_forms=SYSTEMS)
    with pytest.raises(InputShapeError, match="line for 3 segments"):
        error_classes(texts, base_forms={name: ["x"] for name in ("a", "b", "reference 1", "reference 2")})


def test_languages_without_suffixes_have_no_inflection():
    texts = compared_texts({"a": ["私は 犬です", "猫"]}, [["私は 犬だ", "猫だ"]], tokenize="char")
    assert error_classes(texts, resampling=Resampling("none")).base_forms == "none"


def test_segments_behind_a_number(texts):
    found = error_classes(texts, resampling=Resampling("none"))
    assert found.segments_with("b", "order") == [2]
    assert found.segments_with("b", "missing", "reference") == [0]
    with pytest.raises(UnknownNameError, match="extra"):
        found.segments_with("b", "missing")
    with pytest.raises(UnknownNameError, match="side"):
        found.segments_with("b", "extra", "source")


def judgement(system, segment, rater, *errors):
    marked = tuple(Error(begin, end, category, severity) for begin, end, category, severity in errors)
    return Judgement(system, segment, rater, Rating(marked), hypothesis="x" * 20)


MAJOR, MINOR = ("Accuracy/Omission", "Major"), ("Style/Awkward", "Minor")
RATINGS = [
    judgement("a", 0, "ann", (0, 5, *MAJOR)),
    judgement("a", 0, "bob"),
    judgement("a", 1, "ann", (3, 6, *MINOR), (6, 7, *MINOR)),
    judgement("b", 0, "ann", (0, 5, *MINOR)),
    judgement("b", 1, "bob", (-1, -1, *MAJOR)),
]


def test_parts_add_up_to_scores_and_gaps():
    for by in ("severity", "category", "top_category", "slice"):
        found = error_shares(RATINGS, by, resampling=Resampling(n_samples=20))
        assert dict(zip(found.systems, found.scores, strict=True)) == {"a": -2.25, "b": -3.0}
        assert sum(gap.share for gap in found.gaps) == pytest.approx(1)
        assert sum(gap.difference for gap in found.gaps) == pytest.approx(-0.75)
    assert found.raters["ann"]["a"] == (-3.5, 2)
    assert repr(found.raters["bob"]["a"]) == "(0.0, 1)"  # not -0.0


def test_hypothetical_scores():
    found = error_shares(RATINGS, "severity", resampling=Resampling("none"))
    assert found.without("Major").tolist() == [-1.0, -0.5]
    assert found.reweighted({"Minor": 10}).tolist() == [-11.25, -7.5]
    assert found.gaps[0].p_value is None
    with pytest.raises(UnknownNameError, match="part of the scores"):
        found.without("Neutral")


def test_counts():
    found = span_counts(RATINGS, ("severity",))
    assert [(count.key, count.errors, count.characters, count.cost) for count in found.counts] == [
        (("Minor",), 3, 9, 3.0),
        (("Major",), 2, 5, 10.0),
        (("no error",), 1, 0, 0.0),
    ]
    assert sum(count.errors for count in span_counts(RATINGS, ("rater",)).counts) == 5
    with pytest.raises(UnknownNameError, match="severity"):
        span_counts(RATINGS, ("severty",))
    with pytest.raises(RatingError):
        span_counts([Judgement("a", 0, "ann", score=3.0)])


def test_overlap_of_raters_and_of_a_metric():
    found = span_overlap(RATINGS).overlaps
    assert [(each.gold, each.predicted, each.system, each.items) for each in found] == [
        ("ann", "bob", None, 1),
        ("ann", "bob", "a", 1),
    ]
    assert (found[0].precision, found[0].recall, found[0].f1) == (1.0, 0.0, 0.0)
    metric = [judgement("a", 1, None, (3, 5, *MINOR)), judgement("b", 0, None, (4, 6, *MAJOR))]
    found = span_overlap(RATINGS, metric, name="m", by_system=False).overlaps[0]
    assert (found.shared, found.gold_characters, found.predicted_characters) == (2.5, 9, 4)


def test_nothing_in_common():
    with pytest.raises(RatingError, match="judged twice"):
        span_overlap(RATINGS[:1])
