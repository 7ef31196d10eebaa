"""How well metrics agree with people: evaluation sets of texts, human judgements and scores of metrics."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "parbleu.evalset.evalset_writer": "save_metric write_evalset",
        "parbleu.evalset.evaluation_set": "EvalSet",
        "parbleu.evalset.package_download": "download",
        "parbleu.evalset.score_matrix": "Scores",
        "parbleu.evalset.standard_info": "Info",
        ".campaign": "write_campaign",
        ".contestants": "Contest contest",
        ".human_scores": "read_human_table",
        ".metric_comparison": "PermutationTests compare_global_accuracy compare_metrics",
        ".metric_ranking": "Ranking",
        ".protocols": "Protocol protocol",
        ".task_result": "TaskResult",
        ".task_set": "TaskResults TaskSet",
        ".tasks": "Task",
    },
)
