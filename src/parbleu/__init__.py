"""Every number in a machine-translation paper: BLEU, chrF and TER, exact, parallel and signed."""

from parbleu.base.lazy import lazy_attributes

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu import errors as errors
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
    from parbleu.testsets.test_set import TestSet as TestSet
    from parbleu.testsets.test_set import load as load
    from parbleu.text.segments import as_segments as as_segments
    from parbleu.text.tokenizers import TOKENIZERS as TOKENIZERS
    from parbleu.text.tokenizers import tokenize as tokenize

_NAMES = {
    "BLEU": "parbleu.metrics.bleu:BLEU",
    "BLEUScore": "parbleu.metrics.bleu:BLEUScore",
    "CHRF": "parbleu.metrics.chrf:CHRF",
    "CHRFScore": "parbleu.metrics.chrf:CHRFScore",
    "Comparison": "parbleu.comparison.comparison_result:Comparison",
    "METRICS": "parbleu.metrics:METRICS",
    "Metric": "parbleu.metrics.base:Metric",
    "ParbleuError": "parbleu.errors:ParbleuError",
    "Score": "parbleu.metrics.score:Score",
    "SegmentScores": "parbleu.comparison.segment_scores:SegmentScores",
    "Signature": "parbleu.metrics.signature:Signature",
    "TER": "parbleu.metrics.ter:TER",
    "TERScore": "parbleu.metrics.ter:TERScore",
    "TOKENIZERS": "parbleu.text.tokenizers:TOKENIZERS",
    "TestSet": "parbleu.testsets.test_set:TestSet",
    "as_segments": "parbleu.text.segments:as_segments",
    "compare": "parbleu.comparison.compare_systems:compare",
    "corpus_bleu": "parbleu.metrics.functional:corpus_bleu",
    "corpus_chrf": "parbleu.metrics.functional:corpus_chrf",
    "corpus_ter": "parbleu.metrics.functional:corpus_ter",
    "download_test_set": "parbleu.testsets.file_paths:download_test_set",
    "errors": "parbleu.errors",
    "from_signature": "parbleu.metrics.from_signature:from_signature",
    "get_available_testsets": "parbleu.testsets.file_paths:get_available_testsets",
    "get_available_testsets_for_langpair": "parbleu.testsets.file_paths:get_available_testsets_for_langpair",
    "get_files": "parbleu.testsets.file_paths:get_files",
    "get_langpairs_for_testset": "parbleu.testsets.file_paths:get_langpairs_for_testset",
    "get_reference_files": "parbleu.testsets.file_paths:get_reference_files",
    "get_source_file": "parbleu.testsets.file_paths:get_source_file",
    "load": "parbleu.testsets.test_set:load",
    "human": "parbleu.human",
    "meta": "parbleu.meta",
    "metrics": "parbleu.metrics",
    "raw_corpus_bleu": "parbleu.metrics.functional:raw_corpus_bleu",
    "sentence_bleu": "parbleu.metrics.functional:sentence_bleu",
    "sentence_chrf": "parbleu.metrics.functional:sentence_chrf",
    "sentence_ter": "parbleu.metrics.functional:sentence_ter",
    "stats": "parbleu.stats",
    "study": "parbleu.study",
    "tables": "parbleu.tables",
    "testsets": "parbleu.testsets",
    "text": "parbleu.text",
    "tokenize": "parbleu.text.tokenizers:tokenize",
    "tokens": "parbleu.metrics.tokens",
    "translate": "parbleu.translate",
}

__all__ = ["__version__", *_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
