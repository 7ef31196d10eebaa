"""Finds where systems differ: in which words, segments and n-grams; names the segments behind numbers."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".analysis_input": "ComparedTexts compared_texts evalset_texts",
        ".annotation_choice": "AnnotationChoice ChosenSegment choose_segments",
        ".bucket_figures": "BucketFigure",
        ".exposure_shards": "merged_exposures read_exposures save_exposure",
        ".training_exposure": "Exposure ExposureScores SideExposure exposure exposure_scores",
        ".ngram_differences": "NgramRanking ngrams",
        ".ngram_result": "NgramDifference NgramDifferences",
        ".segment_buckets": "segments",
        ".segment_filters": "first_of_each_source length_range",
        ".segment_result": "SegmentBuckets Wins",
        ".word_accuracy": "source_words words",
        ".word_buckets": "WORD_BUCKETS Case Copied Frequency Kind Length Position Script WordBuckets",
        ".word_counts": "read_counts training_counts",
        ".word_labels": "Labels",
        ".word_result": "SourceWordAccuracy WordAccuracy",
        ".counted_spans": "SpanCount SpanCounts span_counts",
        ".overlapping_spans": "Overlap SpanOverlap span_overlap",
        ".score_parts": "ErrorShares Gap error_shares",
        ".counted_matches": "NgramMatches TerAlignments TerStep bleu_matches chrf_matches ter_alignments",
        ".text_edits": "Edit EditRun EditScripts edit_scripts marked reference_edits system_edits",
        ".checked_stream": "Limits",
        ".data_checks": "DETECTORS DataChecks Detector check_data",
        ".file_checks": "FileChecks Finding check_files",
        ".classified_errors": "ErrorClasses WordClasses error_classes",
        ".examples": "DocumentDifference DocumentDifferences Example Examples document_differences "
        "find_examples",
        ".metric_values": "SegmentValues segment_values",
    },
)
