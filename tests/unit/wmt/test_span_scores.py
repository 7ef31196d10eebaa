"""Tests scores of error spans: against slow twins, and on small campaigns."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu import Resampling, wmt
from parbleu.analysis._overlapping_spans import shared_characters
from parbleu.errors import OptionError, RatingError
from parbleu.human import Error, Judgement, Rating
from parbleu.wmt._span_scores import SpanArrays, best_matching, character_counts

SPANS = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6), st.integers(0, 1)), max_size=5)
ITEMS = st.lists(st.tuples(SPANS, SPANS), min_size=1, max_size=4)


def arrays(lists):
    return SpanArrays.of(
        (item, start, start + size, kind) for item, spans in enumerate(lists) for start, size, kind in spans
    )


@given(ITEMS)
def test_characters_are_those_of_the_loop(items):
    gold, predicted = zip(*items, strict=True)
    found = character_counts(arrays(gold), arrays(predicted), len(items))
    for row, (marked, guessed) in zip(found.tolist(), items, strict=True):
        # the loop numbers major spans 0 and minor ones 1; the measure is symmetric
        loop = [[(start, start + size, kind) for start, size, kind in spans] for spans in (marked, guessed)]
        shared, n_gold, n_predicted = shared_characters(*loop)
        assert row == [shared, n_predicted, shared, n_gold]


@given(
    st.lists(
        st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=4),
        min_size=1,
        max_size=3,
    )
)
def test_matching_is_the_heaviest(groups):
    edges = [
        (group * 10 + row, group * 10 + place, value, group)
        for group, matrix in enumerate(groups)
        for (row, line) in enumerate(matrix)
        for place, value in enumerate(line)
    ]
    left, right, weight, group = map(np.array, zip(*edges, strict=True))
    chosen = best_matching(left, right, weight.astype(float), group)
    assert len(set(left[chosen])) == len(set(right[chosen])) == len(chosen)
    best = 0
    for matrix in groups:
        rows = matrix + [[0, 0, 0]] * 3
        best += max(
            sum(rows[row][place] for place, row in enumerate(order))
            for order in permutations(range(len(rows)), 3)
        )
    assert weight[chosen].sum() == best


def judgements(spans, pair="en-de"):
    source, target = pair.split("-")
    return [
        Judgement(
            system,
            segment,
            rating=Rating(tuple(Error(start, end, severity=kind) for start, end, kind in errors)),
            hypothesis="x" * 20,
            src_lang=source,
            tgt_lang=target,
        )
        for (system, segment), errors in spans.items()
    ]


GOLD = {
    ("A", 0): [(0, 5, "major")],
    ("A", 1): [],
    ("B", 0): [(3, 8, "minor"), (10, 30, "critical")],
    ("B", 1): [(2, 3, "undecided"), (-1, -1, "minor")],
}


def test_equal_spans_are_right():
    for measure, average in product(wmt.SPAN_MEASURES, ("micro", "macro")):
        made = wmt.score_spans(
            judgements(GOLD), {"same": judgements(GOLD)}, measures=[measure], average=average
        )
        [row] = made.scores
        assert (row.precision, row.recall, row.f1, row.low, row.high, row.items) == (1, 1, 1, 1, 1, 4)
        assert made.differences == ()


def test_rows_are_matched_by_key():
    predicted = dict(GOLD)
    predicted["A", 0], predicted["B", 0] = [(0, 5, "minor")], []
    there = wmt.score_spans(judgements(GOLD), {"one": judgements(predicted)}, resampling=Resampling("none"))
    back = dict(reversed(predicted.items()))
    again = wmt.score_spans(judgements(GOLD), {"one": judgements(back)}, resampling=Resampling("none"))
    assert there == again
    [row] = there.scores
    assert (row.precision, row.recall, row.low) == (0.5, 2.5 / 20, None)


def test_errors_that_do_not_count_are_told():
    errors = [(0, 4, "tiny"), (5, 5, "minor"), (6, 7, "tiny")]
    predicted = {**GOLD, ("A", 1): errors, ("B", 1): []}
    made = wmt.score_spans(judgements(GOLD), {"one": judgements(predicted)}, resampling=Resampling("none"))
    assert made.notes == (
        "gold spans: 2 marked errors left out: of severity 'undecided' (1), omissions (1).",
        "one: 3 marked errors left out: of severity 'tiny' (2), empty (1).",
    )


def test_predictors_are_tested_over_language_pairs():
    empty = {key: [] for key in GOLD}
    gold = judgements(GOLD) + judgements(GOLD, "en-cs")
    predictions = {
        "same": gold,
        "empty": judgements(empty) + judgements(empty, "en-cs"),
        "german": judgements(GOLD),
    }
    made = wmt.score_spans(gold, predictions, resampling=Resampling(n_samples=50))
    assert [(row.predictor, row.language_pair, row.f1) for row in made.scores] == [
        ("same", "en-de", 1),
        ("same", "en-cs", 1),
        ("same", None, 1),
        ("empty", "en-de", 0),
        ("empty", "en-cs", 0),
        ("empty", None, 0),
        ("german", "en-de", 1),
    ]
    assert [(row.first, row.second, row.difference) for row in made.differences] == [
        ("same", "empty", -1),
        ("same", "german", 0),
        ("empty", "german", 1),
    ]
    assert any("german has no predictions for en-cs" in note for note in made.notes)
    assert any("avg_rec" in note for note in made.notes)


def test_a_repeated_or_missing_translation_is_refused():
    with pytest.raises(RatingError, match="A, segment 1 occurs twice"):
        wmt.score_spans(judgements(GOLD), {"one": judgements(GOLD)[:1] * 2})
    with pytest.raises(
        RatingError, match="one lacks 1 of 4 translations of en-de, the first of them B, segment 2"
    ):
        wmt.score_spans(judgements(GOLD), {"one": judgements(GOLD)[:3]})
    with pytest.raises(RatingError, match="nobody marked spans"):
        wmt.score_spans([], {})
    with pytest.raises(OptionError, match="penalty is from 0 to 1"):
        wmt.score_spans(judgements(GOLD), {}, penalty=2)


def test_predictions_of_other_translations_are_left_out():
    other = {("C", 0): [(0, 1, "minor")]}
    made = wmt.score_spans(judgements(GOLD), {"one": judgements(GOLD | other)}, resampling=Resampling("none"))
    assert made.scores[0].f1 == 1
    assert "one has 1 prediction that no gold spans are of; they are left out." in made.notes
    assert "wmt25-task2" in str(made)
