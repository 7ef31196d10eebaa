"""Tests the tasks of metrics besides spans: error-free and critical translations, gain to edit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu import TER, Resampling, wmt
from parbleu.errors import InputShapeError, RatingError, UnknownNameError
from parbleu.human import Error, Judgement, Rating
from parbleu.wmt._task_scores import official_criticality, score_labels

NONE = Resampling("none")


def keyed(values, pair="en-de"):
    return {(pair, f"S{number % 3}", ("", number // 3)): value for number, value in enumerate(values)}


def test_tasks_derive_from_one_another():
    errors = (Error(0, 2, severity="Major"), Error(-1, -1, severity="minor"), Error(0, 1, severity="minor"))
    assert wmt.score_of_errors(()) == 100
    assert wmt.score_of_errors(errors) == pytest.approx(72)
    assert wmt.score_of_errors(errors * 9) == 0
    assert list(wmt.labels_of_scores(keyed([84, 85, 86])).values()) == [False, True, True]
    assert list(wmt.labels_of_scores(keyed([84, 85, 86]), only_above=True).values()) == [False, False, True]


def judgement(segment, score, *errors, rater="r"):
    rating = Rating(tuple(errors))
    return Judgement("A", segment, rater, rating, score, src_lang="en", tgt_lang="de")


def test_gold_labels():
    omission = Error(-1, -1, severity="minor")
    judgements = [
        judgement(0, 80),
        judgement(0, 90, rater="q"),
        judgement(1, 99, omission),
        judgement(2, 84),
    ]
    assert list(wmt.error_free_labels(judgements).values()) == [True, False, False]
    assert list(wmt.error_free_labels(judgements, omissions_count=False).values()) == [True, True, False]
    with pytest.raises(RatingError, match="has marked errors, but no score"):
        wmt.error_free_labels([judgement(0, None, omission)])
    with pytest.raises(RatingError, match="segment 1 has no score"):
        wmt.error_free_labels([judgement(0, None)])


def test_a_task_that_does_not_exist():
    with pytest.raises(UnknownNameError, match=r"task of labels.*spans.*error-free"):
        score_labels([judgement(0, 90)], {"mine": [judgement(0, 90)]}, "spans")


def test_a_prediction_that_stands_twice():
    twice = [judgement(0, 90), replace(judgement(0, 80), line=3)]
    with pytest.raises(RatingError, match=r"mine, line 3: .*segment 1 has two scores: leave one"):
        score_labels([judgement(0, 90)], {"mine": twice}, "criticality")


def test_what_is_all_right_or_all_wrong_has_whole_coefficients():
    for n_free in range(1, 40):
        truth = np.arange(40) < n_free
        predictions = {"right": keyed(truth), "wrong": keyed(~truth)}
        made = wmt.score_error_free(keyed(truth), predictions, resampling=Resampling("none"))
        assert [row.mcc for row in made.scores] == [1.0, -1.0]


def test_error_free_scores():
    random = np.random.default_rng(0)
    truth = random.random(90) < 0.3
    gold = keyed(truth) | keyed([False] * 9, "en-mas_KE")
    good = keyed(truth ^ (random.random(90) < 0.1)) | keyed([False] * 9, "en-mas_KE")
    bad = keyed(random.random(90) < 0.5) | keyed([True] * 9, "en-mas_KE")
    made = wmt.score_error_free(gold, {"good": good, "bad": bad}, resampling=Resampling(n_samples=200))
    rows = {(row.predictor, row.language_pair): row for row in made.scores}
    assert rows["good", "en-mas_KE"].mcc is None
    assert rows["good", "en-mas_KE"].f1 is None
    row = rows["good", "en-de"]
    assert row.low <= row.mcc <= row.high
    expected = np.corrcoef(list(keyed(truth).values()), [good[key] for key in keyed(truth)])[0, 1]
    assert row.mcc == pytest.approx(expected)
    assert rows["good", None].tn == row.tn + 9
    [difference] = made.differences
    assert difference.difference == pytest.approx(rows["bad", "en-de"].mcc - row.mcc)
    assert difference.p_value < 0.05
    assert "All translations of en-mas_KE are of one kind" in made.notes[0]
    with pytest.raises(RatingError, match="lacks 99 translations, the first of them en-de, S0, segment 1"):
        wmt.score_error_free(gold, {"none": {}})


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=25))
def test_official_criticality_is_that_of_the_loop(items):
    values, critical = (
        np.array([value for value, _ in items], dtype=float),
        np.array([c for _, c in items], bool),
    )
    best = 0.0
    for reverse in (False, True):
        ordered = sorted(items, key=lambda item: item[0], reverse=reverse)
        for count in range(1, len(items), 5):
            right = sum(label for _, label in ordered[:count])
            if right:
                best = max(best, 2 * right / (count + sum(critical)))
    assert official_criticality(values, critical) == pytest.approx(best)


def test_criticality():
    human = keyed([0, 50, 5, 90, 3, 70, 60, 80, 99])
    metrics = {
        "same": human,
        "turned": {key: -value for key, value in human.items()},
        "flat": dict.fromkeys(human, 1),
    }
    made = wmt.score_criticality(human, metrics, resampling=Resampling(n_samples=50))
    same, turned, flat = made.scores
    assert (same.best, same.critical, same.translations) == (1, 3, 9)
    assert turned.best == 1
    assert flat.best == 0.5
    assert same.official < 1
    assert (same.low, same.high) == (1, 1)
    assert 0 <= same.cross_validated <= 1
    assert [row.difference for row in made.differences] == [0, -0.5, -0.5]


def test_criticality_over_pairs():
    human = keyed([0, 50, 5]) | keyed([90, 3, 70], "en-cs")
    made = wmt.score_criticality(human, {"same": human}, resampling=NONE)
    assert [row.language_pair for row in made.scores] == ["en-de", "en-cs", None]
    assert made.scores[-1].critical == 3
    assert made.scores[-1].low is None


def edits(edited, after):
    return wmt.PostEditedTexts(("a b c d", "e f g h"), edited, (0.5, 0.5), after)


def test_gain_to_edit():
    made = wmt.gain_to_edit(
        {
            ("one", "en-de"): edits(("a b c x", "e f g h"), (0.7, 0.5)),
            ("none", "en-de"): edits(("a b c d", "e f g h"), (0.5, 0.5)),
        },
        resampling=Resampling(n_samples=50),
    )
    one, none = made.gains
    assert (one.gain, one.ter) == (pytest.approx(0.1), 12.5)
    assert one.ratio == pytest.approx(0.8)
    assert (none.ratio, none.ter) == (None, 0)
    assert "An editor changed nothing in en-de" in made.notes[0]
    assert "case:lc" in made.signature
    with pytest.raises(InputShapeError, match="one, en-de: give as many texts"):
        wmt.gain_to_edit({("one", "en-de"): edits(("a",), (0.7, 0.5))})


def test_gain_to_edit_over_pairs_and_characters():
    made = wmt.gain_to_edit(
        {
            ("one", pair): wmt.PostEditedTexts(("你好世界",), ("你好世间",), (0.5,), (0.6,))
            for pair in ("en-zh", "en-ja")
        },
        ter=TER(asian_support=True, normalized=True),
        resampling=NONE,
    )
    assert [row.language_pair for row in made.gains] == ["en-zh", "en-ja", None]
    assert made.gains[0].ter == 25
    assert made.gains[2].ratio == pytest.approx(0.4)
