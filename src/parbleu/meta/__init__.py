"""Evaluates metrics: their agreement with human scores, and which differences are significant."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._contestants": "Contest contest",
        "._metric_comparison": "PermutationTests compare_global_accuracy compare_metrics",
        "._metric_ranking": "Ranking",
        "._protocols": "Protocol ProtocolResult protocol run_protocol",
        "._score_comparison": "ScoreComparison compare_scores",
        "._score_correlations": "ScoreCorrelations correlate_scores",
        "._task_result": "TaskResult",
        "._task_set": "TaskResults TaskSet",
        "._tasks": "Task",
    },
)
