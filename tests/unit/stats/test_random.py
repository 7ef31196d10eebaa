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


@given(st.integers(1, 90), st.integers(1, 5000))
def test_pairs_of_neighbours(first: int, length: int) -> None:
    """A sample has a pair of each stratum, drawn as NumPy does."""
    stratum = 2 * -(-length // first)
    offsets = np.random.default_rng(20_250_211).integers(0, stratum // 2, size=length // stratum + 1)
    firsts = [0, *(number * stratum + 2 * int(offsets[number]) for number in range(1, len(offsets)))]
    sampler, lines = _core.LineSampler(first), _core.Segments(map(str, range(length)))
    sampler.add([lines], [lines], [], 0)
    places = [place for pair in firsts for place in (pair, pair + 1) if place < length]
    assert sampler.places == places
    assert sampler.systems == sampler.references == [list(map(str, places))]


def test_more_lines_than_a_sample_keeps() -> None:
    sampler, lines = _core.LineSampler(2**64 - 1), _core.Segments(map(str, range(1000)))
    sampler.add([lines], [lines], [], 0)
    assert 256 <= len(sampler.places) <= 512
