"""Scores segments with learned metrics, programs and services, each behind one protocol; keeps the scores."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._scorer": "ErrorSpan ItemScore Scorer ScorerFacts ScorerItem",
        "._scorer_names": "SCORERS make_scorer scorer_from_signature",
        "._scoring_run": "ScoringRun score_items",
    },
)
