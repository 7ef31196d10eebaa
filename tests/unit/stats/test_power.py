"""Tests the power of paired tests against the tests themselves, run on drawn test sets."""

import math

import numpy as np
import pytest

from parbleu import Resampling
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics import CHRF
from parbleu.stats.assumed_power import assumed_power
from parbleu.stats.paired_tests import paired_bootstrap, paired_randomization
from parbleu.stats.power import paired_power
from parbleu.stats.resampling import Mean
from parbleu.stats.t_test_power import critical_t, pairs_for_effect, smallest_effect, t_test_power

RANDOM = np.random.default_rng(11)
WORDS = [f"{first}{second}o" for first in "bdgklmnprst" for second in ("a", "ei", "u", "ou")]


def sentences(count, length=12):
    return [RANDOM.choice(WORDS, length).tolist() for _ in range(count)]


def damaged(segments, share):
    """The segments with some of their words replaced."""
    return [
        " ".join(str(RANDOM.choice(WORDS)) if RANDOM.random() < share else word for word in segment)
        for segment in segments
    ]


REFERENCES = sentences(400)
METRIC = CHRF()
TABLES = [
    np.ascontiguousarray(
        METRIC.statistics(damaged(REFERENCES, share), [[" ".join(segment) for segment in REFERENCES]])
    )
    for share in (0.30, 0.33)
]
SCORER = METRIC.scorer_of(TABLES)


def drawn(tables, random, size):
    places = random.integers(0, len(tables[0]), size)
    return [np.ascontiguousarray(table[places]) for table in tables]


@pytest.mark.parametrize("size", [400, 150])
def test_power_is_how_often_the_tests_reject(size):
    n_sets = 400
    random = np.random.default_rng(size)
    estimated = paired_power(SCORER, *TABLES, n_segments=size)
    expected = estimated.power_for(estimated.difference)
    rejected = np.zeros(2)
    for _ in range(n_sets):
        entries = [(SCORER, drawn(TABLES, random, size))]
        for place, test in enumerate((paired_bootstrap, paired_randomization)):
            rejected[place] += test(entries, n_samples=300)[0].pairs[0].p_value <= 0.05
    assert 0.2 < expected < 0.98  # else nothing is tested
    # the noise of both simulations, and of p-values from 300 samples
    reach = 3 * math.sqrt(expected * (1 - expected) * (1 / n_sets + 1 / 1000)) + 0.02
    assert rejected / n_sets == pytest.approx(expected, abs=reach)


def test_power_for_no_difference_is_the_level():
    for direction in (-1, 0, 1):
        found = paired_power(SCORER, *TABLES, direction=direction, resampling=Resampling(n_samples=2000))
        assert found.power_for(0) == pytest.approx(0.05, abs=0.02)


def test_normal_differences_have_the_power_of_the_t_test():
    scores = RANDOM.normal(0, 1, 800)
    tables = [np.stack([column, np.ones(800)], axis=1) for column in (np.zeros(800), scores)]
    found = paired_power(Mean(), *tables, resampling=Resampling(n_samples=4000))
    assert found.smallest == pytest.approx(smallest_effect(800) * scores.std(ddof=1), rel=0.05)
    for effect in (0.02, 0.08, 0.15):
        assert found.power_for(effect * scores.std(ddof=1)) == pytest.approx(
            t_test_power(effect, 800), abs=0.03
        )


def test_smallest_difference_has_the_power_that_was_asked_for():
    for power in (0.5, 0.8, 0.95):
        for direction in (-1, 1):
            found = paired_power(SCORER, *TABLES, direction=direction, resampling=Resampling(power=power))
            assert found.power_for(found.smallest) == pytest.approx(power, abs=0.0015)
            assert found.power_for(found.smallest * 0.98) < power
        both = paired_power(SCORER, *TABLES, resampling=Resampling(power=power))
        assert min(both.power_for(both.smallest), both.power_for(-both.smallest)) == pytest.approx(
            power, abs=0.0015
        )


def test_a_margin_raises_what_is_detected():
    plain = paired_power(SCORER, *TABLES, direction=-1)
    wide = paired_power(SCORER, *TABLES, direction=-1, margin=2 * plain.smallest)
    assert wide.smallest > 2 * plain.smallest
    assert wide.segments_for(plain.smallest) == math.inf
    assert wide.segments_for(2.5 * plain.smallest) > plain.segments_for(2.5 * plain.smallest)


def test_segments_for_a_difference():
    found = paired_power(SCORER, *TABLES, resampling=Resampling(n_samples=2000))
    assert found.segments_for(found.smallest) == pytest.approx(400, rel=0.15)
    planned = found.segments_for(1.0)
    again = paired_power(SCORER, *TABLES, n_segments=planned, resampling=Resampling(n_samples=500))
    assert again.power_for(1.0) == pytest.approx(0.8, abs=0.06)
    assert found.segments_for(0) == math.inf
    assert found.segments_for(0.5, power=0.9) > found.segments_for(0.5)


def test_a_seed_gives_the_same_numbers_on_any_number_of_threads():
    rows = [
        paired_power(
            SCORER, *TABLES, n_segments=size, resampling=Resampling(threads=threads, seed=4)
        ).to_tsv()
        for size in (400, 123)
        for threads in (1, 2, 3)
    ]
    assert len(set(rows)) == 2
    assert paired_power(SCORER, *TABLES, resampling=Resampling(seed=5)).to_tsv() not in rows


def test_equal_output_says_nothing():
    found = paired_power(SCORER, TABLES[0], TABLES[0])
    assert found.smallest is None
    assert found.power_for(0) == 0
    assert found.to_tsv()


def test_callable_scorers_have_power():
    def scorer(row):
        return 100 * row[0] / row[1]

    tables = [np.stack([hits, np.full(300, 9.0)], axis=1) for hits in RANDOM.integers(0, 9, (2, 300)) * 1.0]
    own = paired_power(scorer, *tables, resampling=Resampling(n_samples=200))
    assert own.smallest == pytest.approx(own.standard_error * 2.8, rel=0.2)


def test_options_out_of_range():
    with pytest.raises(InputShapeError, match="at least 2 segments"):
        paired_power(SCORER, TABLES[0][:1], TABLES[1][:1])
    for options in (
        {"resampling": Resampling(power=0.05)},
        {"resampling": Resampling("bootstrap")},
        {"direction": 2},
        {"margin": -1},
    ):
        with pytest.raises(OptionError):
            paired_power(SCORER, *TABLES, **options)
    for power in (0, 1, float("nan")):
        with pytest.raises(OptionError, match="power is a number between alpha"):
            Resampling(power=power)
    with pytest.raises(OptionError):
        t_test_power(0.2, 1)
    for options in ({"difference": 0}, {"n_segments": 0}, {"p_equal": 1}, {"spread": 0}):
        with pytest.raises(OptionError):
            assumed_power(**{"difference": 1, "n_segments": 10, **options})


def test_ends_of_the_t_test():
    assert pairs_for_effect(0) == math.inf
    assert pairs_for_effect(1e-7) == math.inf
    assert pairs_for_effect(1e6) == 2
    for effect in (0.013, 0.2, 0.33, 1.5, 1e6, 0, 1e-7):
        assert pairs_for_effect(effect, whole=True) == np.ceil(pairs_for_effect(effect))
    assert t_test_power(3, 1e6) == 1
    assert critical_t(1) == pytest.approx(12.706204736174694)
    assert critical_t(1e9) == pytest.approx(1.9599639845400545)
    assert critical_t(10, 0.5, one_sided=True) == 0


def test_assumed_power_of_one_seed():
    first, again = (assumed_power(0.5, 200, n_samples=50, seed=3) for _ in range(2))
    assert first == again
    assert first.to_tsv()
    assert assumed_power(0.01, 5, alpha=1e-9, n_samples=3).exaggeration is None
