# Written by tools/make_lazy_stubs.py.

from parbleu.evalset._campaign import Campaign as Campaign
from parbleu.evalset._campaign import write_campaign as write_campaign
from parbleu.evalset._contents import SetContents as SetContents
from parbleu.evalset._contents import TextColumns as TextColumns
from parbleu.evalset._contents import text_columns as text_columns
from parbleu.evalset._evalset_writer import SetTexts as SetTexts
from parbleu.evalset._evalset_writer import read_human_table as read_human_table
from parbleu.evalset._evalset_writer import save_metric as save_metric
from parbleu.evalset._evalset_writer import write_evalset as write_evalset
from parbleu.evalset._evaluation_set import AllScores as AllScores
from parbleu.evalset._evaluation_set import EvalSet as EvalSet
from parbleu.evalset._evaluation_set import load_evalset as load_evalset
from parbleu.evalset._metric_scoring import StoredMetrics as StoredMetrics
from parbleu.evalset._metric_scoring import score_metrics as score_metrics
from parbleu.evalset._metric_scoring import score_systems as score_systems
from parbleu.evalset._score_matrix import Scores as Scores
from parbleu.evalset._set_list import PairList as PairList
from parbleu.evalset._set_list import SetList as SetList
from parbleu.evalset._set_list import download as download
from parbleu.evalset._set_list import list_sets as list_sets
from parbleu.evalset._standard_info import Info as Info
