# Written by tools/make_lazy_stubs.py.

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
