# Written by tools/make_lazy_stubs.py.

from parbleu.evalset.campaign import write_campaign as write_campaign
from parbleu.evalset.contents import SetContents as SetContents
from parbleu.evalset.contents import TextColumns as TextColumns
from parbleu.evalset.contents import text_columns as text_columns
from parbleu.evalset.evalset_import import import_evalset as import_evalset
from parbleu.evalset.evalset_import import read_human_table as read_human_table
from parbleu.evalset.evalset_writer import save_metric as save_metric
from parbleu.evalset.evalset_writer import write_evalset as write_evalset
from parbleu.evalset.evaluation_set import AllScores as AllScores
from parbleu.evalset.evaluation_set import EvalSet as EvalSet
from parbleu.evalset.evaluation_set import load_evalset as load_evalset
from parbleu.evalset.metric_scoring import StoredMetrics as StoredMetrics
from parbleu.evalset.metric_scoring import score_metrics as score_metrics
from parbleu.evalset.metric_scoring import score_systems as score_systems
from parbleu.evalset.score_matrix import Scores as Scores
from parbleu.evalset.set_list import PairList as PairList
from parbleu.evalset.set_list import SetList as SetList
from parbleu.evalset.set_list import download as download
from parbleu.evalset.set_list import list_sets as list_sets
from parbleu.evalset.standard_info import Info as Info
