"""The native generator yields NumPy's numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu import _core

SEEDS = st.one_of(
    st.integers(0, 2**32), st.integers(0, 2**300), st.sampled_from([0, 1, 42, 12345, 2**32, 2**64 - 1])
)
BOUNDS = st.one_of(
    st.integers(1, 5000), st.integers(1, 2**32), st.sampled_from([1, 2, 2**31, 2**31 + 1, 2**32 - 1, 2**32])
)


@given(SEEDS, BOUNDS, st.integers(0, 3000))
def test_indices(seed: int, bound: int, count: int) -> None:
    ours = np.asarray(_core.draw_indices(seed, bound, 0, count))
    assert np.array_equal(ours, np.random.default_rng(seed).integers(0, bound, size=count))


@given(SEEDS, st.integers(1, 3_000_000_000), st.integers(0, 3000), st.integers(0, 100))
def test_indices_from_anywhere(seed: int, bound: int, start: int, count: int) -> None:
    ours = np.asarray(_core.draw_indices(seed, bound, start, count))
    assert np.array_equal(ours, np.random.default_rng(seed).integers(0, bound, size=start + count)[start:])


@given(SEEDS, st.integers(1, 40), st.integers(1, 40))
def test_choice_of_rows(seed: int, samples: int, size: int) -> None:
    theirs = np.random.default_rng(seed).choice(size, size=(samples, size), replace=True)
    assert np.array_equal(np.asarray(_core.draw_indices(seed, size, 0, samples * size)), theirs.ravel())


@given(SEEDS, st.integers(0, 200), st.integers(0, 3000))
def test_bits(seed: int, start: int, count: int) -> None:
    theirs = np.random.default_rng(seed).integers(2, size=start + count, dtype=bool)[start:]
    assert np.array_equal(np.asarray(_core.draw_bits(seed, start, count)), theirs)


def test_a_long_stream() -> None:
    theirs = np.random.default_rng(12345).choice(2074, size=(300, 2074), replace=True)
    assert np.array_equal(np.asarray(_core.draw_indices(12345, 2074, 0, theirs.size)), theirs.ravel())


@pytest.mark.parametrize("bound", [0, 2**32 + 1])
def test_a_bound_out_of_range(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        _core.draw_indices(1, bound, 0, 1)


def test_a_negative_seed() -> None:
    with pytest.raises(OverflowError):
        _core.draw_indices(-1, 5, 0, 1)


@given(SEEDS, st.integers(2, 90), st.integers(0, 2000), st.integers(0, 900))
def test_pairs(seed: int, stratum: int, begin: int, length: int) -> None:
    offsets = np.random.default_rng(seed).integers(0, stratum // 2, size=(begin + length) // stratum + 1)
    firsts = [0, *(number * stratum + 2 * int(offsets[number]) for number in range(1, len(offsets)))]
    places = [place for first in firsts for place in (first, first + 1) if begin <= place < begin + length]
    assert _core.draw_pairs(seed, stratum, begin, length) == places


def test_wrong_strata() -> None:
    with pytest.raises(ValueError, match="at least two"):
        _core.draw_pairs(1, 1, 0, 1)
    with pytest.raises(ValueError, match="more than 2"):
        _core.draw_pairs(1, 64, 2, 2**32)
    with pytest.raises(ValueError, match="64 bits"):
        _core.draw_pairs(1, 64, 2**64 - 1, 2)
