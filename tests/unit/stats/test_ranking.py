from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu._base.significance import is_significant
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats._small_samples import widened_p_value
from parbleu.stats.rank_clusters import NEVER, clusters, holm, p_value_matrix, rank_ranges, samples_needed

P_VALUES = st.lists(st.floats(0, 1), max_size=30)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]


@given(P_VALUES)
def test_holm_lies_between_the_value_and_bonferroni(values: list[float]) -> None:
    for value, adjusted in zip(values, holm(values), strict=True):
        assert value <= adjusted <= min(1, len(values) * value)


@given(P_VALUES)
def test_holm_keeps_the_order(values: list[float]) -> None:
    assert holm(sorted(values)) == sorted(holm(values))


@given(P_VALUES, st.floats(0.001, 0.2))
def test_holm_rejects_step_by_step(values: list[float], alpha: float) -> None:
    rejected = 0
    for rank, value in enumerate(sorted(values)):
        if min(1.0, (len(values) - rank) * value) >= alpha:
            break
        rejected += 1
    assert sum(value < alpha for value in holm(values)) == rejected


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_not_a_p_value(value: float) -> None:
    with pytest.raises(OptionError):
        holm([value])


def test_ranks_and_clusters() -> None:
    scores = [30.0, 35.0, 34.0, 20.0]
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    matrix = p_value_matrix(4, pairs, [0.01, 0.2, 0.01, 0.3, 0.01, 0.01])
    assert rank_ranges(scores, matrix) == [(2, 3), (1, 2), (1, 3), (4, 4)]
    assert clusters(scores, matrix) == [1, 1, 1, 2]
    assert clusters([-score for score in scores], matrix, higher_is_better=False) == [1, 1, 1, 2]
    assert rank_ranges([-score for score in scores], matrix, higher_is_better=False)[3] == (4, 4)
    assert clusters(scores, matrix, alpha=0.001) == [1, 1, 1, 1]


def test_equal_scores_are_never_better() -> None:
    matrix = p_value_matrix(2, [(0, 1)], [0.001])
    assert rank_ranges([5.0, 5.0], matrix) == [(1, 2), (1, 2)]
    assert clusters([5.0, 5.0], matrix) == [1, 1]


def test_everyone_differs() -> None:
    matrix = [[0.0] * 3 for _ in range(3)]
    assert rank_ranges([1.0, 3.0, 2.0], matrix) == [(3, 3), (1, 1), (2, 2)]
    assert clusters([1.0, 3.0, 2.0], matrix) == [3, 1, 2]


def test_a_matrix_of_the_wrong_shape() -> None:
    with pytest.raises(InputShapeError):
        rank_ranges([1.0, 2.0], [[1.0, 1.0]])


@given(st.lists(st.integers(1, 1001), max_size=30))
def test_counts_are_adjusted_exactly(counts: list[int]) -> None:
    exact = holm([Fraction(count, 1001) for count in counts])
    assert holm(counts, 1001) == [1001 * value for value in exact]


def test_counts_beyond_certainty() -> None:
    with pytest.raises(OptionError, match="from 0 to 10, which 11 is not"):
        holm([11], 10)


@pytest.mark.parametrize("pairs", [1, 3, 10, 50, 60, 190, 435, 1225])
@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.3])
def test_samples_needed_are_the_fewest(pairs: int, alpha: float) -> None:
    """In exact arithmetic with the level as it is written, and with doubles, too: p is at most the level."""
    needed = samples_needed(pairs, alpha)
    level = Fraction(str(alpha))
    assert Fraction(pairs, needed + 1) <= level < Fraction(pairs, needed)
    assert is_significant(holm([1 / (needed + 1)] + [1.0] * (pairs - 1))[0], alpha)
    assert not is_significant(holm([1 / needed] + [1.0] * (pairs - 1))[0], alpha)


@pytest.mark.parametrize("n_drawn", [5, 20, 300])
@pytest.mark.parametrize("pairs", [1, 3, 190])
def test_samples_needed_by_the_bootstrap_of_few_segments(pairs: int, n_drawn: int) -> None:
    needed = samples_needed(pairs, 0.05, n_drawn)
    if needed < NEVER:
        least, too_large = (widened_p_value(1 / count, n_drawn) for count in (needed + 1, needed))
        assert is_significant(pairs * least, 0.05)
        assert not is_significant(pairs * too_large, 0.05)
    assert needed >= samples_needed(pairs, 0.05)
    assert samples_needed(pairs, 0.05, 1) == NEVER
