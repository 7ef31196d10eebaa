# Written by tools/make_lazy_stubs.py.

from parbleu import analysis as analysis
from parbleu import errors as errors
from parbleu import evalset as evalset
from parbleu import human as human
from parbleu import meta as meta
from parbleu import metrics as metrics
from parbleu import nbest as nbest
from parbleu import report as report
from parbleu import stats as stats
from parbleu import study as study
from parbleu import tables as tables
from parbleu import testsets as testsets
from parbleu import text as text
from parbleu import translate as translate
from parbleu import typing as typing
from parbleu.comparison.compare_systems import compare as compare
from parbleu.comparison.comparison_result import Comparison as Comparison
from parbleu.comparison.gate_result import Gate as Gate
from parbleu.comparison.regression_gate import gate as gate
from parbleu.comparison.segment_plan import SegmentPlan as SegmentPlan
from parbleu.comparison.segment_plan import plan_segments as plan_segments
from parbleu.comparison.segment_scores import SegmentScores as SegmentScores
from parbleu.comparison.table_scores import TableScores as TableScores
from parbleu.comparison.table_scores import score_table as score_table
from parbleu.errors import ParbleuError as ParbleuError
from parbleu.metrics.base import Metric as Metric
from parbleu.metrics.bleu import BLEU as BLEU
from parbleu.metrics.bleu import BLEUScore as BLEUScore
from parbleu.metrics.chrf import CHRF as CHRF
from parbleu.metrics.chrf import CHRFScore as CHRFScore
from parbleu.metrics.from_signature import from_signature as from_signature
from parbleu.metrics.functional import corpus_bleu as corpus_bleu
from parbleu.metrics.functional import corpus_chrf as corpus_chrf
from parbleu.metrics.functional import corpus_ter as corpus_ter
from parbleu.metrics.functional import sentence_bleu as sentence_bleu
from parbleu.metrics.functional import sentence_chrf as sentence_chrf
from parbleu.metrics.functional import sentence_ter as sentence_ter
from parbleu.metrics.score import Score as Score
from parbleu.metrics.signature import Signature as Signature
from parbleu.metrics.ter import TER as TER
from parbleu.metrics.ter import TERScore as TERScore
from parbleu.testsets.loading import TestSet as TestSet
from parbleu.testsets.loading import load_test_set as load_test_set
from parbleu.text.tokenizers import tokenize as tokenize

__version__: str
