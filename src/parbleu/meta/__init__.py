"""How well metrics agree with people: evaluation sets of texts, human judgements and scores of metrics."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.evalset.evalset_writer import save_metric as save_metric
    from parbleu.evalset.evalset_writer import write_evalset as write_evalset
    from parbleu.evalset.evaluation_set import EvalSet as EvalSet
    from parbleu.evalset.package_download import download as download
    from parbleu.evalset.score_matrix import Scores as Scores
    from parbleu.evalset.standard_info import Info as Info
    from parbleu.meta.campaign import write_campaign as write_campaign
    from parbleu.meta.contestants import Contest as Contest
    from parbleu.meta.contestants import contest as contest
    from parbleu.meta.human_scores import read_human_table as read_human_table
    from parbleu.meta.metric_comparison import PermutationTests as PermutationTests
    from parbleu.meta.metric_comparison import compare_global_accuracy as compare_global_accuracy
    from parbleu.meta.metric_comparison import compare_metrics as compare_metrics
    from parbleu.meta.metric_ranking import Ranking as Ranking
    from parbleu.meta.protocols import Protocol as Protocol
    from parbleu.meta.protocols import protocol as protocol
    from parbleu.meta.task_result import TaskResult as TaskResult
    from parbleu.meta.task_set import TaskResults as TaskResults
    from parbleu.meta.task_set import TaskSet as TaskSet
    from parbleu.meta.tasks import Task as Task

_NAMES = {
    "Contest": "parbleu.meta.contestants:Contest",
    "EvalSet": "parbleu.evalset.evaluation_set:EvalSet",
    "Info": "parbleu.evalset.standard_info:Info",
    "PermutationTests": "parbleu.meta.metric_comparison:PermutationTests",
    "Protocol": "parbleu.meta.protocols:Protocol",
    "Ranking": "parbleu.meta.metric_ranking:Ranking",
    "Scores": "parbleu.evalset.score_matrix:Scores",
    "Task": "parbleu.meta.tasks:Task",
    "TaskResult": "parbleu.meta.task_result:TaskResult",
    "TaskResults": "parbleu.meta.task_set:TaskResults",
    "TaskSet": "parbleu.meta.task_set:TaskSet",
    "compare_global_accuracy": "parbleu.meta.metric_comparison:compare_global_accuracy",
    "compare_metrics": "parbleu.meta.metric_comparison:compare_metrics",
    "contest": "parbleu.meta.contestants:contest",
    "download": "parbleu.evalset.package_download:download",
    "protocol": "parbleu.meta.protocols:protocol",
    "read_human_table": "parbleu.meta.human_scores:read_human_table",
    "save_metric": "parbleu.evalset.evalset_writer:save_metric",
    "write_campaign": "parbleu.meta.campaign:write_campaign",
    "write_evalset": "parbleu.evalset.evalset_writer:write_evalset",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
