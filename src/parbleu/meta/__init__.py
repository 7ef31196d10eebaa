"""Evaluates metrics: their agreement with human scores, and which differences are significant."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".contestants": "Contest contest",
        ".metric_comparison": "PermutationTests compare_global_accuracy compare_metrics",
        ".metric_ranking": "Ranking",
        ".protocols": "Protocol ProtocolResult protocol run_protocol",
        ".score_comparison": "ScoreComparison compare_scores",
        ".score_correlations": "ScoreCorrelations correlate_scores",
        ".task_result": "TaskResult",
        ".task_set": "TaskResults TaskSet",
        ".tasks": "Task",
    },
)
