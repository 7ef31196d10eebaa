# Written by tools/make_lazy_stubs.py.

from parbleu.analysis.analysis_input import ComparedTexts as ComparedTexts
from parbleu.analysis.analysis_input import compared_texts as compared_texts
from parbleu.analysis.bucket_figures import BucketFigure as BucketFigure
from parbleu.analysis.word_accuracy import source_words as source_words
from parbleu.analysis.word_accuracy import words as words
from parbleu.analysis.word_buckets import WORD_BUCKETS as WORD_BUCKETS
from parbleu.analysis.word_buckets import Case as Case
from parbleu.analysis.word_buckets import Copied as Copied
from parbleu.analysis.word_buckets import Frequency as Frequency
from parbleu.analysis.word_buckets import Kind as Kind
from parbleu.analysis.word_buckets import Length as Length
from parbleu.analysis.word_buckets import Position as Position
from parbleu.analysis.word_buckets import Script as Script
from parbleu.analysis.word_buckets import WordBuckets as WordBuckets
from parbleu.analysis.word_labels import Labels as Labels
from parbleu.analysis.word_result import SourceWordAccuracy as SourceWordAccuracy
from parbleu.analysis.word_result import WordAccuracy as WordAccuracy
