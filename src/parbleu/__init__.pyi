# Written by tools/make_lazy_stubs.py.

from parbleu import errors as errors
from parbleu import evalset as evalset
from parbleu import human as human
from parbleu import meta as meta
from parbleu import metrics as metrics
from parbleu import stats as stats
from parbleu import study as study
from parbleu import tables as tables
from parbleu import testsets as testsets
from parbleu import text as text
from parbleu import translate as translate
from parbleu.comparison.compare_systems import compare as compare
from parbleu.comparison.comparison_result import Comparison as Comparison
from parbleu.comparison.segment_scores import SegmentScores as SegmentScores
from parbleu.errors import ParbleuError as ParbleuError
from parbleu.metrics import METRICS as METRICS
from parbleu.metrics import tokens as tokens
from parbleu.metrics.base import Metric as Metric
from parbleu.metrics.bleu import BLEU as BLEU
from parbleu.metrics.bleu import BLEUScore as BLEUScore
from parbleu.metrics.chrf import CHRF as CHRF
from parbleu.metrics.chrf import CHRFScore as CHRFScore
from parbleu.metrics.from_signature import from_signature as from_signature
from parbleu.metrics.functional import corpus_bleu as corpus_bleu
from parbleu.metrics.functional import corpus_chrf as corpus_chrf
from parbleu.metrics.functional import corpus_ter as corpus_ter
from parbleu.metrics.functional import raw_corpus_bleu as raw_corpus_bleu
from parbleu.metrics.functional import sentence_bleu as sentence_bleu
from parbleu.metrics.functional import sentence_chrf as sentence_chrf
from parbleu.metrics.functional import sentence_ter as sentence_ter
from parbleu.metrics.score import Score as Score
from parbleu.metrics.signature import Signature as Signature
from parbleu.metrics.ter import TER as TER
from parbleu.metrics.ter import TERScore as TERScore
from parbleu.testsets.file_paths import download_test_set as download_test_set
from parbleu.testsets.file_paths import get_available_testsets as get_available_testsets
from parbleu.testsets.file_paths import (
    get_available_testsets_for_langpair as get_available_testsets_for_langpair,
)
from parbleu.testsets.file_paths import get_files as get_files
from parbleu.testsets.file_paths import get_langpairs_for_testset as get_langpairs_for_testset
from parbleu.testsets.file_paths import get_reference_files as get_reference_files
from parbleu.testsets.file_paths import get_source_file as get_source_file
from parbleu.testsets.loading import TestSet as TestSet
from parbleu.testsets.loading import load as load
from parbleu.text.segments import as_segments as as_segments
from parbleu.text.tokenizers import TOKENIZERS as TOKENIZERS
from parbleu.text.tokenizers import tokenize as tokenize

__version__: str
