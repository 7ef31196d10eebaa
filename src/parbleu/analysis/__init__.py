"""Finds where systems differ: in which words, segments and n-grams; names the segments behind numbers."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".analysis_input": "ComparedTexts compared_texts",
        ".bucket_figures": "BucketFigure",
        ".word_accuracy": "source_words words",
        ".word_buckets": "WORD_BUCKETS Case Copied Frequency Kind Length Position Script WordBuckets",
        ".word_labels": "Labels",
        ".word_result": "SourceWordAccuracy WordAccuracy",
    },
)
