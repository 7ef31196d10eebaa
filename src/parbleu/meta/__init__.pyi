# Written by tools/make_lazy_stubs.py.

from parbleu.meta._contestants import Contest as Contest
from parbleu.meta._contestants import contest as contest
from parbleu.meta._metric_comparison import PermutationTests as PermutationTests
from parbleu.meta._metric_comparison import compare_global_accuracy as compare_global_accuracy
from parbleu.meta._metric_comparison import compare_metrics as compare_metrics
from parbleu.meta._metric_ranking import Ranking as Ranking
from parbleu.meta._protocols import Protocol as Protocol
from parbleu.meta._protocols import ProtocolResult as ProtocolResult
from parbleu.meta._protocols import protocol as protocol
from parbleu.meta._protocols import run_protocol as run_protocol
from parbleu.meta._score_comparison import ScoreComparison as ScoreComparison
from parbleu.meta._score_comparison import compare_scores as compare_scores
from parbleu.meta._score_correlations import ScoreCorrelations as ScoreCorrelations
from parbleu.meta._score_correlations import correlate_scores as correlate_scores
from parbleu.meta._task_result import TaskResult as TaskResult
from parbleu.meta._task_set import TaskResults as TaskResults
from parbleu.meta._task_set import TaskSet as TaskSet
from parbleu.meta._tasks import Task as Task
