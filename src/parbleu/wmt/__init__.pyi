# Written by tools/make_lazy_stubs.py.

from parbleu.wmt._resampled_items import ItemDifference as ItemDifference
from parbleu.wmt._span_scores import SPAN_MEASURES as SPAN_MEASURES
from parbleu.wmt._span_scores import SpanScore as SpanScore
from parbleu.wmt._span_scores import SpanScores as SpanScores
from parbleu.wmt._span_scores import score_spans as score_spans
