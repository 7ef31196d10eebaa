# Written by tools/make_lazy_stubs.py.

from parbleu.wmt._autorank import AUTORANK_METRICS as AUTORANK_METRICS
from parbleu.wmt._autorank import AutoRanked as AutoRanked
from parbleu.wmt._autorank import AutoRanking as AutoRanking
from parbleu.wmt._autorank import MetricScale as MetricScale
from parbleu.wmt._autorank import autorank as autorank
from parbleu.wmt._faults import Fault as Fault
from parbleu.wmt._rankings import RANKING_RULES as RANKING_RULES
from parbleu.wmt._rankings import PublishedPlace as PublishedPlace
from parbleu.wmt._rankings import PublishedRanking as PublishedRanking
from parbleu.wmt._rankings import RankingRule as RankingRule
from parbleu.wmt._rankings import RaterCloseness as RaterCloseness
from parbleu.wmt._rankings import RaterFilter as RaterFilter
from parbleu.wmt._rankings import RatingTable as RatingTable
from parbleu.wmt._rankings import average_places as average_places
from parbleu.wmt._rankings import filter_raters as filter_raters
from parbleu.wmt._rankings import published_ranking as published_ranking
from parbleu.wmt._rankings import rated_lines as rated_lines
from parbleu.wmt._resampled_items import ItemDifference as ItemDifference
from parbleu.wmt._span_scores import SPAN_MEASURES as SPAN_MEASURES
from parbleu.wmt._span_scores import SpanScore as SpanScore
from parbleu.wmt._span_scores import SpanScores as SpanScores
from parbleu.wmt._span_scores import score_spans as score_spans
from parbleu.wmt._validation import ValidatedFile as ValidatedFile
from parbleu.wmt._validation import Validation as Validation
from parbleu.wmt._validation import validate as validate
