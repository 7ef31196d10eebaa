"""Tests the ranking of systems by human scores: intervals, exact tests of few segments, gaps, and tables."""

from itertools import product

import numpy as np
import pytest

from parbleu._base.significance import ONE_SEGMENT
from parbleu.errors import OptionError
from parbleu.human import Judgement, human_scores, rank_systems
from parbleu.stats._sequential_looks import SequentialDesign, sequential_looks
from parbleu.stats.rank_clusters import holm
from parbleu.stats.resampling import Resampling

RANDOM = np.random.default_rng(3)


def scores_of(columns):
    """Scores of systems by one rater; None where a segment was not judged."""
    return human_scores(
        [
            Judgement(system, segment, "ann", score=score)
            for system, column in columns.items()
            for segment, score in enumerate(column)
            if score is not None
        ],
        "da",
    )


def exact_p(one, other):
    """The share of all exchanges that differ as much as what was observed, on common segments."""
    differences = [a - b for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    observed = abs(sum(differences))
    signs = product((1, -1), repeat=len(differences))
    reaching = [
        abs(sum(s * d for s, d in zip(sign, differences, strict=True))) >= observed - 1e-9 for sign in signs
    ]
    return sum(reaching) / len(reaching)


def test_p_values_are_near_those_of_all_exchanges():
    columns = {
        name: list(50 + shift + 8 * RANDOM.normal(size=11)) for name, shift in (("a", 0), ("b", 6), ("c", 9))
    }
    columns["b"][3] = columns["c"][0] = columns["c"][7] = None
    scores = scores_of(columns)
    ranking = rank_systems(scores, resampling=Resampling(n_samples=20_000))
    pairs = list(ranking.p_values)
    expected = holm([exact_p(columns[one], columns[other]) for one, other in pairs])
    assert [ranking.p_values[pair] for pair in pairs] == pytest.approx(expected, abs=0.03)
    assert [each.system for each in ranking.systems] == sorted(
        columns, key=lambda name: -scores.system_scores()[name]
    )
    assert ranking["b"].score == scores.system_scores()["b"]
    assert (ranking["b"].n_segments, ranking["b"].n_ratings) == (10, 10)


def test_clusters_and_intervals():
    column = 50 + 5 * RANDOM.normal(size=60)
    ranking = rank_systems(scores_of({"low": list(column - 20), "high": list(column), "twin": list(column)}))
    assert {each.system: (each.rank, each.cluster) for each in ranking.systems} == {
        "high": ((1, 2), 1),
        "twin": ((1, 2), 1),
        "low": ((3, 3), 2),
    }
    assert ranking.p_values["high", "twin"] == 1
    for each in ranking.systems:
        assert each.low < each.score < each.high
        assert each.high - each.low == pytest.approx(2 * 1.96 * column.std() / 60**0.5, rel=0.15)


def test_systems_without_common_segments_do_not_differ():
    ranking = rank_systems(scores_of({"a": [90.0] * 30 + [None] * 30, "b": [None] * 30 + [10.0] * 30}))
    assert ranking.p_values == {("a", "b"): 1}
    assert [each.cluster for each in ranking.systems] == [1, 1]


def test_a_difference_on_common_segments_that_contradicts_the_scores_is_none():
    many = [100.0] * 40
    ranking = rank_systems(scores_of({"a": [50.0] * 40 + many, "b": [60.0] * 40 + [None] * 40}))
    assert [each.system for each in ranking.systems] == ["a", "b"]
    assert ranking.p_values == {("a", "b"): 1}


def test_the_same_seed_and_any_threads_give_the_same_numbers():
    scores = scores_of({name: list(RANDOM.normal(size=25)) for name in "abc"})
    one = rank_systems(scores, resampling=Resampling(n_samples=500, seed=7, threads=1))
    assert one == rank_systems(scores, resampling=Resampling(n_samples=500, seed=7, threads=3))
    assert one.seed == 7


def test_tables_say_what_they_show():
    ranking = rank_systems(
        scores_of({"a": [90.0, 80.0], "b": [10.0, 20.0]}), resampling=Resampling(n_samples=10)
    )
    [table] = ranking.tables()
    assert table.facts["n_samples"] == 10
    assert any("Too few trials for 1 pair" in note for note in table.notes)
    assert not any("corrected" in note for note in table.notes), "one test needs no correction"
    assert table.column("best_rank") == [1, 1]
    assert " ± " in ranking.to_markdown()


def test_one_segment_says_nothing():
    for columns, told in (({"a": [90.0], "b": [10.0]}, True), ({"a": [90.0, 80.0], "b": [10.0]}, False)):
        [table] = rank_systems(scores_of(columns), resampling=Resampling(n_samples=10)).tables()
        assert (ONE_SEGMENT in table.notes) == told


def test_one_system_is_not_tested():
    [table] = rank_systems(scores_of({"a": [90.0, 80.0]}), resampling=Resampling(n_samples=10)).tables()
    assert not any("pair" in note for note in table.notes)


def test_alpha_is_between_0_and_1():
    with pytest.raises(OptionError, match="alpha is a number between 0 and 1, not nan"):
        rank_systems(scores_of({"A": [1, 2], "B": [2, 3]}), resampling=Resampling(alpha=float("nan")))


def test_trials_are_at_least_one():
    apart = scores_of({"A": [1, None], "B": [None, 3]})  # without common segments nothing is drawn
    with pytest.raises(OptionError, match="must be at least 1, not -1"):
        rank_systems(apart, resampling=Resampling(n_samples=-1))


def test_a_ranking_while_ratings_come_in():
    column = 50 + 5 * RANDOM.normal(size=60)
    columns = {"low": list(column - RANDOM.normal(1.0, 3, 60)), "high": list(column), "new": list(column + 9)}
    columns["low"][-5:] = [None] * 5
    scores = scores_of(columns)
    once = rank_systems(scores)
    early = rank_systems(scores, design=SequentialDesign(planned=220, looked=[20], spending="pocock"))
    assert (once.level, once.planned) == (0.05, None)
    assert early.level == 3 * sequential_looks([20, 55], 220, 0.05 / 3, spending="pocock").levels[-1] < 0.05
    assert early.p_values == once.p_values
    assert "Look 2, at 55 of 220 planned segments" in str(early)
    assert early["new"].cluster == 1
    with pytest.raises(OptionError, match="look"):
        rank_systems(scores, design=SequentialDesign(planned=50))
