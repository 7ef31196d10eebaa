"""How well metrics agree with people: evaluation sets of texts, human judgements and scores of metrics."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.meta.campaign import write_campaign as write_campaign
    from parbleu.meta.compare import PermutationTests as PermutationTests
    from parbleu.meta.compare import compare_global_accuracy as compare_global_accuracy
    from parbleu.meta.compare import compare_metrics as compare_metrics
    from parbleu.meta.contests import Contest as Contest
    from parbleu.meta.contests import contest as contest
    from parbleu.meta.downloading import download as download
    from parbleu.meta.evalset import EvalSet as EvalSet
    from parbleu.meta.human_tables import read_human_table as read_human_table
    from parbleu.meta.info import Info as Info
    from parbleu.meta.protocols import Protocol as Protocol
    from parbleu.meta.protocols import protocol as protocol
    from parbleu.meta.ranking import Ranking as Ranking
    from parbleu.meta.scores import Scores as Scores
    from parbleu.meta.task_result import TaskResult as TaskResult
    from parbleu.meta.task_set import TaskResults as TaskResults
    from parbleu.meta.task_set import TaskSet as TaskSet
    from parbleu.meta.tasks import Task as Task
    from parbleu.meta.write import save_metric as save_metric
    from parbleu.meta.write import write_evalset as write_evalset

_NAMES = {
    "Contest": "parbleu.meta.contests:Contest",
    "EvalSet": "parbleu.meta.evalset:EvalSet",
    "Info": "parbleu.meta.info:Info",
    "PermutationTests": "parbleu.meta.compare:PermutationTests",
    "Protocol": "parbleu.meta.protocols:Protocol",
    "Ranking": "parbleu.meta.ranking:Ranking",
    "Scores": "parbleu.meta.scores:Scores",
    "Task": "parbleu.meta.tasks:Task",
    "TaskResult": "parbleu.meta.task_result:TaskResult",
    "TaskResults": "parbleu.meta.task_set:TaskResults",
    "TaskSet": "parbleu.meta.task_set:TaskSet",
    "compare_global_accuracy": "parbleu.meta.compare:compare_global_accuracy",
    "compare_metrics": "parbleu.meta.compare:compare_metrics",
    "contest": "parbleu.meta.contests:contest",
    "download": "parbleu.meta.downloading:download",
    "protocol": "parbleu.meta.protocols:protocol",
    "read_human_table": "parbleu.meta.human_tables:read_human_table",
    "save_metric": "parbleu.meta.write:save_metric",
    "write_campaign": "parbleu.meta.campaign:write_campaign",
    "write_evalset": "parbleu.meta.write:write_evalset",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
