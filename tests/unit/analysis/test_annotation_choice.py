"""Tests the choice of segments for people to judge."""

import numpy as np
import pytest

from parbleu import Resampling
from parbleu.analysis import choose_segments, compared_texts
from parbleu.analysis._annotation_choice import METHODS
from parbleu.errors import OptionError, UnknownNameError
from parbleu.stats._subset_agreement import (
    cluster_count,
    consistency,
    expected_agreement,
    mean_rank,
    scaled_product,
)

N = 40
WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "two", "dogs", "ran", "home", "in", "heavy", "rain"]


@pytest.fixture(scope="module")
def texts():
    """Four systems, each worse than the one before; people judge as the number of kept words says."""
    generator = np.random.default_rng(3)
    reference = [" ".join(generator.permutation(WORDS)[:9]) for _ in range(N)]
    systems, people = {}, {}
    for loss, name in enumerate("abcd"):
        kept = [9 - min(8, loss + int(generator.integers(0, 3))) for _ in range(N)]
        systems[name] = [" ".join(text.split()[:count]) for text, count in zip(reference, kept, strict=True)]
        people[name] = np.array([[float(count), 1.0] for count in kept])
    people["d"][5] = 0.0  # not judged
    return compared_texts(
        systems,
        [reference],
        scores={"people": people},
        labels={"document": [f"d{place // 4}" for place in range(N)], "domain": ["news"] * N},
    )


@pytest.mark.parametrize("method", [*METHODS, "variance+word-diversity", "difficulty*consistency"])
def test_the_best_by_each_method(texts, method):
    found = choose_segments(texts, 10, method)
    assert [each.segment for each in found.segments] == sorted({each.segment for each in found.segments})
    assert len(found.segments) == 10
    assert {each.chosen_by for each in found.segments} == {method}
    assert {each.probability for each in found.segments} == {0.25 if method == "random" else 1.0}
    every = choose_segments(texts, N, method)
    least = min(each.utility for each in found.segments)
    chosen = {each.segment for each in found.segments}
    assert all(each.utility <= least for each in every.segments if each.segment not in chosen)


def test_what_is_forgone(texts):
    chosen = choose_segments(texts, 10, "difficulty")
    forgone = {each.what: (each.all, each.chosen) for each in chosen.forgone}
    assert forgone["segments"] == (40, 10)
    assert forgone["documents"][0] == 10
    assert forgone["domains"] == (1, 1)
    whole, part = forgone["mean chrF2"]
    assert part < whole
    order = choose_segments(texts, N).forgone[3]
    assert (order.all, order.chosen) == (1.0, 1.0)


def test_a_random_share(texts):
    found = choose_segments(texts, 10, "variance", random_share=0.3)
    drawn = [each for each in found.segments if each.chosen_by == "random"]
    assert len(drawn) == 3
    assert {each.probability for each in drawn} == {3 / 33}
    assert found == choose_segments(texts, 10, "variance", random_share=0.3)
    assert found != choose_segments(texts, 10, "variance", random_share=0.3, resampling=Resampling(seed=1))


def test_simulation_by_scores_of_people(texts):
    found = choose_segments(texts, 10, gold="people", resampling=Resampling(n_samples=30))
    assert [each.method for each in found.agreements] == list(METHODS)
    assert found.n_segments == N - 1  # one was not judged
    assert all(each.low <= each.expected <= each.high for each in found.agreements)
    assert found.agreements[-1].above_random == 0.5
    assert "simulation" in [table.name for table in found.tables()]
    assert (
        choose_segments(texts, 10, gold="people", resampling=Resampling(n_samples=30)).agreements
        == found.agreements
    )


def test_an_oracle_beats_chance():
    """Items whose scores are noise are worse than those that people tell systems apart by."""
    generator = np.random.default_rng(1)
    clear = generator.random(60) < 0.3
    quality = np.arange(6.0)[:, None] * np.where(clear, 1.0, 0.0)
    scores = quality + generator.normal(0, 2, (6, 60)) * np.where(clear, 0.3, 2.0)
    oracle, chance = expected_agreement(scores, {"oracle": clear.astype(float)}, 8, n_samples=100)
    assert oracle.expected > chance.expected + 0.2
    assert oracle.above_random > 0.8


def test_consistency_is_tau_c():
    scores = np.array([[1.0, 3.0, 2.0, 1.0], [2.0, 2.0, 2.0, 1.0], [3.0, 1.0, 2.0, 2.0]])
    averages = np.array([[1.0], [2.0], [3.0]])
    found = consistency(scores, averages)
    # three pairs agree, or disagree; equal scores say nothing; two classes of scores
    assert found == pytest.approx([1, -1, 0, 2 * 2 / (9 * 1 / 2)])


def test_equal_systems_are_one_cluster():
    assert cluster_count(np.tile(np.arange(30.0), (3, 1))) == 1
    assert cluster_count(np.array([np.arange(30.0), np.arange(30.0) - 1])) == 2


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"size": 0}, OptionError),
        ({"size": 41}, OptionError),
        ({"size": 40, "gold": "people"}, OptionError),
        ({"size": 3, "method": "best"}, UnknownNameError),
        ({"size": 3, "gold": "nobody"}, UnknownNameError),
        ({"size": 3, "random_share": 1.5}, OptionError),
        ({"size": 3, "gold": "people", "resampling": Resampling("bootstrap")}, OptionError),
    ],
)
def test_mistakes(texts, options, error):
    with pytest.raises(error):
        choose_segments(texts, **options)


def test_one_system_is_too_few():
    with pytest.raises(OptionError, match="2 systems"):
        choose_segments(compared_texts({"a": ["x"]}, [["x"]]), 1)


def test_combinations(texts):
    parts = [choose_segments(texts, N, name) for name in ("variance", "word-diversity")]
    first, second = (np.array([each.utility for each in part.segments]) for part in parts)
    mean = choose_segments(texts, N, "variance+word-diversity")
    product = choose_segments(texts, N, "variance*word-diversity")
    assert [each.utility for each in mean.segments] == pytest.approx(mean_rank([first, second]))
    assert [each.utility for each in product.segments] == pytest.approx(scaled_product([first, second]))
    with pytest.raises(OptionError, match="not by both"):
        choose_segments(texts, 5, "variance+difficulty*random")
    with pytest.raises(UnknownNameError, match="method"):
        choose_segments(texts, 5, "variance+luck")
    judged = choose_segments(
        texts, 5, "variance+difficulty", gold="people", resampling=Resampling(n_samples=5)
    )
    assert [each.method for each in judged.agreements] == [*METHODS[:-1], "variance+difficulty", "random"]
