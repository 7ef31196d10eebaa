"""Tests rankings by a mixed model against what its estimates are where they have a closed form."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from parbleu import Resampling, wmt
from parbleu.errors import MissingDependencyError, RatingError
from parbleu.human import Judgement
from parbleu.stats.rank_clusters import holm

NONE = Resampling("none")


def table(*waves, **labels):
    return wmt.RatingTable.of_waves([f"S{number}" for number in range(len(waves[0]))], *waves, **labels)


def of_raters(scores):
    """Ratings (system, document, segment, rater) -> score, as a table."""
    return wmt.RatingTable.of_judgements(
        Judgement(system, None, rater, None, score, document, segment)
        for (system, document, segment, rater), score in scores.items()
    )


@pytest.mark.needs("statsmodels")
def test_segments_alone_are_an_analysis_of_variance():
    scipy_stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(1)
    scores = np.array([70, 66, 65.5])[:, None] + random.normal(0, 8, 40) + random.normal(0, 5, (3, 40))
    made = wmt.rank_by_mixed_model(table(scores))
    residual = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    variance = (residual**2).sum() / (2 * 39)
    means = np.sort(scores.mean(axis=1))[::-1]
    np.testing.assert_allclose([place.score for place in made.places], means, rtol=1e-9)
    assert made.variances["the rest"] == pytest.approx(variance, rel=1e-3)
    ratios = np.array([means[0] - means[1], means[0] - means[2], means[1] - means[2]]) / np.sqrt(
        2 * variance / 40
    )
    expected = holm((2 * scipy_stats.t.sf(ratios, 39)).tolist())
    found = [made.p_values[0][1], made.p_values[0][2], made.p_values[1][2]]
    np.testing.assert_allclose(found, expected, rtol=0.02, atol=1e-6)
    assert [place.rank for place in made.places] == [(1, 1), (2, 3), (2, 3)]
    assert [place.line for place in made.places] == ["cluster", "", ""]
    assert made.places[0].low < means[0] < made.places[0].high


@pytest.mark.needs("statsmodels")
def test_segments_of_a_document_are_not_independent():
    random = np.random.default_rng(2)
    documents = [str(number // 10) for number in range(60)]
    by_document = np.repeat(random.normal(0, 6, (2, 6)), 10, axis=1)
    scores = np.array([72, 68])[:, None] + by_document + random.normal(0, 3, (2, 60))
    alone, whole = (wmt.rank_by_mixed_model(table(scores, documents=names)) for names in (None, documents))
    assert alone.p_values[0][1] < 0.01
    assert whole.p_values[0][1] > 0.05
    assert list(whole.variances) == ["documents", "segments", "systems in documents", "the rest"]
    assert whole.variances["systems in documents"] > whole.variances["the rest"]
    assert "5 degrees of freedom" in whole.notes[0]


@pytest.mark.needs("statsmodels")
def test_severe_raters_do_not_count_against_a_system():
    random = np.random.default_rng(3)
    scores = {}
    for document in range(12):
        for segment in range(3):
            for system, quality in (("A", 80), ("B", 75)):
                for rater, offset in (("mild", 0), ("severe", -30)):
                    # The severe rater saw most documents of A, the mild one most of B; both saw a third.
                    both = document % 3 == 0
                    if both or (system == "A") == (rater == "severe"):
                        scores[system, f"d{document}", segment, rater] = (
                            quality + offset + random.normal(0, 2)
                        )
    ratings = of_raters(scores)
    made = wmt.rank_by_mixed_model(ratings)
    assert [place.system for place in made.places] == ["A", "B"]
    assert made.places[0].score - made.places[1].score == pytest.approx(5, abs=1.5)
    assert made.places[0].line == "cluster"
    published = wmt.published_ranking(ratings, "wmt24-micro", resampling=NONE, mixed_model=made)
    assert [place.system for place in published.places] == ["B", "A"]
    assert [place.moves for place in published.model_places] == [True, True]
    assert "line moves" in str(published).rpartition("p to next (Holm)")[2]
    apart = of_raters(
        {key: score for key, score in scores.items() if (key[0] == "A") == (key[3] == "severe")}
    )
    assert wmt.rank_by_mixed_model(apart).notes[1] == (
        "1 rater cannot be told apart from systems that they rated."
    )


@pytest.mark.needs("statsmodels")
def test_ratings_that_a_model_cannot_be_fitted_to():
    with pytest.raises(RatingError, match="two or more systems and segments"):
        wmt.rank_by_mixed_model(table([[1.0, 2], [None, None]]))
    with pytest.raises(RatingError, match="cannot be fitted"):
        wmt.rank_by_mixed_model(table([[50.0] * 4, [50.0] * 4]))
    random = np.random.default_rng(1)
    places = [
        (f"S{system}", f"d{document}", segment)
        for system in range(3)
        for document in range(10)
        for segment in range(3)
    ]
    for score in (lambda document: 50.0, lambda document: 50.0 + 7 * int(document[1:])):
        equal = {(*place, f"r{random.integers(3)}"): score(place[1]) for place in places}
        with pytest.raises(RatingError, match="cannot be fitted"):
            wmt.rank_by_mixed_model(of_raters(equal))


def test_without_statsmodels(monkeypatch):
    monkeypatch.setitem(sys.modules, "statsmodels.regression.mixed_linear_model", None)
    with pytest.raises(
        MissingDependencyError, match="needs the package statsmodels: pip install 'statsmodels"
    ):
        wmt.rank_by_mixed_model(table([[50.0, 60], [51, 40]]))
