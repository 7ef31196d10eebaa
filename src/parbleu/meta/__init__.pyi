# Written by tools/make_lazy_stubs.py.

from parbleu.meta.contestants import Contest as Contest
from parbleu.meta.contestants import contest as contest
from parbleu.meta.metric_comparison import PermutationTests as PermutationTests
from parbleu.meta.metric_comparison import compare_global_accuracy as compare_global_accuracy
from parbleu.meta.metric_comparison import compare_metrics as compare_metrics
from parbleu.meta.metric_ranking import Ranking as Ranking
from parbleu.meta.protocols import Protocol as Protocol
from parbleu.meta.protocols import ProtocolResult as ProtocolResult
from parbleu.meta.protocols import protocol as protocol
from parbleu.meta.protocols import run_protocol as run_protocol
from parbleu.meta.score_comparison import ScoreComparison as ScoreComparison
from parbleu.meta.score_comparison import compare_scores as compare_scores
from parbleu.meta.score_correlations import ScoreCorrelations as ScoreCorrelations
from parbleu.meta.score_correlations import correlate_scores as correlate_scores
from parbleu.meta.task_result import TaskResult as TaskResult
from parbleu.meta.task_set import TaskResults as TaskResults
from parbleu.meta.task_set import TaskSet as TaskSet
from parbleu.meta.tasks import Task as Task
