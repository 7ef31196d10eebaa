from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu.errors import InputShapeError
from parbleu.stats.interval import confidence_interval, estimate_interval, exact_mean

NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=600)


@given(NUMBERS)
def test_the_mean_is_exact(numbers: list[float]) -> None:
    assert exact_mean(numbers) == float(sum(map(Fraction, numbers)) / len(numbers))


@given(NUMBERS, st.sampled_from([np.float32, np.float64]))
def test_numpy_adds_up_the_same(numbers: list[float], kind: type[np.floating]) -> None:
    scores = np.sort(np.array(numbers, dtype=kind))
    outside = len(scores) // 40
    found = confidence_interval(scores[::-1].astype(np.float64), kind is np.float32)
    assert found.mean == scores.mean()
    assert (found.low, found.high) == (scores[outside], scores[-outside - 1])
    assert found.half_width == (scores[-outside - 1] - scores[outside]) / kind(2)


def test_long_sums_are_added_in_halves() -> None:
    scores = np.sort(np.random.default_rng(3).random(5003)).astype(np.float32)
    assert confidence_interval(scores.astype(np.float64), True).mean == scores.mean()


def test_single_precision_is_kept() -> None:
    scores = np.array([0.1, 0.2, 0.4], dtype=np.float32).astype(np.float64)
    found = estimate_interval(scores, True)
    assert found.mean == float(np.float32(found.mean))
    assert found.mean != estimate_interval(scores).mean
    assert found.half_width == (np.float32(0.4) - np.float32(0.1)) / 2


def test_no_scores() -> None:
    with pytest.raises(InputShapeError):
        confidence_interval(np.array([]))
    with pytest.raises(InputShapeError):
        exact_mean([])
