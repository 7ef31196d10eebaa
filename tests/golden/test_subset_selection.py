"""Tests choices of segments against recorded ones of subset2evaluate."""

import numpy as np
import pytest

from parbleu.analysis._annotation_choice import diversity, random_utility
from parbleu.evalset import EvalSet
from parbleu.stats._subset_agreement import (
    best_first,
    cluster_count,
    consistency,
    difficulty,
    mean_rank,
    rank_correlation,
    scaled_product,
    variance,
    word_diversity,
)
from parbleu.stats.correlation import correlate
from parbleu.stats.pairwise_accuracy import pairwise_p_values


@pytest.fixture(scope="module")
def recorded(read_golden):
    return read_golden("practice/subset-selection")


@pytest.fixture(scope="module")
def evalset(oracles):
    return EvalSet("wmt24", "en-cs", oracles / "data" / "evalsets")


def utility(run, recorded, evalset):
    """Returns the utility of a recorded run."""
    arguments = run["arguments"]

    def scores(metric):
        found = evalset.scores("segment", f"{metric}-refA").rows(recorded["systems"])
        return found[:, recorded["rows"]]

    if run["method"] == "metric_avg":
        return difficulty(scores(arguments["metric"]))
    if run["method"] == "metric_var":
        return variance(scores(arguments["metric"]))
    if run["method"] == "metric_cons":
        target = arguments.get("metric_target")
        return consistency(scores(arguments["metric"]), None if target is None else scores(target))
    if run["method"] == "random":
        return random_utility(len(recorded["rows"]), arguments["seed"])
    if run["method"] == "combinator":
        parts = [
            utility({"method": part["method"], "arguments": part}, recorded, evalset)
            for part in arguments["methods"]
        ]
        combine = {("avg", "rank"): mean_rank, ("mul", "01"): scaled_product}
        return combine[arguments["operation"], arguments["normalize"]](parts)
    assert run["method"] == "diversity"
    outputs = [
        [evalset.sys_outputs[system][row] for system in recorded["systems"]] for row in recorded["rows"]
    ]
    if arguments["metric"] == "unigram":
        return word_diversity(outputs)
    return diversity(outputs, arguments["metric"])


def test_utilities_and_orders(recorded, evalset):
    assert len(recorded["runs"]) == 12
    for run in recorded["runs"]:
        found = utility(run, recorded, evalset)
        assert found == pytest.approx(np.array(run["utility"]), rel=1e-9, abs=1e-9)
        assert best_first(found).tolist() == run["order"]


def test_agreement_with_people(recorded, evalset):
    people = evalset.gold("segment").rows(recorded["systems"])[:, recorded["rows"]]
    for run in recorded["runs"]:
        for each in run["evaluation_against_human"]:
            chosen = run["order"][: each["k"]]
            assert rank_correlation(people, chosen) == pytest.approx(each["correlation"], abs=1e-9)
            assert cluster_count(people[:, chosen]) == each["clusters"]
            whole, part = people.mean(axis=1), people[:, chosen].mean(axis=1)
            ties = (part[UPPER[0]] == part[UPPER[1]]).sum()  # which subset2evaluate may count as agreeing
            accuracy = correlate("accuracy", whole, part).value
            assert accuracy == pytest.approx(each["pairwise_accuracy"], abs=ties / len(UPPER[0]) + 1e-9)
            assert soft_accuracy(people, chosen) == pytest.approx(each["spa"], abs=SIMULATED)


UPPER = np.triu_indices(8, 1)
SIMULATED = 0.015
"""p-values are from 1000 trials of another generator, and soft accuracy is a mean over 28 pairs of them."""


def soft_accuracy(people, chosen):
    whole, part = (pairwise_p_values(scores)[UPPER] for scores in (people, people[:, chosen]))
    return 1 - np.abs(whole - part).mean()


def test_the_whole_set(recorded, evalset):
    people = evalset.gold("segment").rows(recorded["systems"])[:, recorded["rows"]]
    assert cluster_count(people) == len(recorded["full_set"]["clusters"])
    first_half = recorded["full_set"]["spa_of_first_half"]
    assert soft_accuracy(people, range(60)) == pytest.approx(first_half, abs=SIMULATED)
