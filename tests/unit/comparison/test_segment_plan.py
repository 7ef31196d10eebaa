"""Tests the plan of a test set."""

import numpy as np
import pytest

import parbleu
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.power import paired_power
from three_systems import REFERENCES, SYSTEMS, texts

FIRST, SECOND = texts(SYSTEMS["literal"]), texts(SYSTEMS["careless"])
REFERENCE = [texts(REFERENCES[0])]


def test_estimates_are_those_of_paired_power():
    plan = parbleu.plan_segments(
        FIRST,
        SECOND,
        REFERENCE,
        ["chrf", "ter"],
        difference=2,
        sizes=[30, 100],
        resampling=parbleu.Resampling(seed=4),
    )
    assert list(plan.estimates) == [(metric, size) for metric in ("chrF2", "TER") for size in (30, 48, 100)]
    metric = parbleu.CHRF()
    tables = [np.asarray(metric.statistics(stream, REFERENCE)) for stream in (FIRST, SECOND)]
    for size in (30, 48):
        alone = paired_power(
            metric.scorer_of(tables), *tables, n_segments=size, resampling=parbleu.Resampling(seed=4)
        )
        assert plan.estimates["chrF2", size].to_tsv() == alone.to_tsv()
    needed, sizes = plan.tables()
    assert needed.column("segments") == [
        plan.estimates[name, 48].segments_for(2) for name in ("chrF2", "TER")
    ]
    assert sizes.column("power_of_difference")[1] == plan.estimates["chrF2", 48].power_for(2)


def test_larger_test_sets_show_more():
    plan = parbleu.plan_segments(FIRST, SECOND, REFERENCE)
    (sizes,) = plan.tables()
    assert sizes.column("segments") == [24, 48, 96, 192]
    assert sizes.column("detectable") == sorted(sizes.column("detectable"), reverse=True)
    assert plan.to_markdown()


def test_that_a_few_segments_say_little_is_told():
    few = parbleu.plan_segments(FIRST[:3], SECOND[:3], [REFERENCE[0][:3]])
    assert "only 10 different bootstrap samples" in few.tables()[0].notes[1]
    assert len(parbleu.plan_segments(FIRST, SECOND, REFERENCE).tables()[0].notes) == 1


def test_equal_output():
    plan = parbleu.plan_segments(FIRST, FIRST, REFERENCE, difference=1)
    assert plan.tables()[1].column("detectable") == [None] * 4


def test_wrong_input():
    with pytest.raises(OptionError, match="above 0"):
        parbleu.plan_segments(FIRST, SECOND, REFERENCE, difference=0)
    with pytest.raises(InputShapeError, match="second"):
        parbleu.plan_segments(FIRST, SECOND[1:], REFERENCE)
    with pytest.raises(InputShapeError):
        parbleu.plan_segments(FIRST, SECOND, REFERENCE, sizes=[1])
