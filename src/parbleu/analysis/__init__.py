"""Finds where systems differ: in which words, segments and n-grams; names the segments behind numbers."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._analysis_input": "ComparedTexts compared_texts evalset_texts first_of_each_source length_range",
        "._annotation_choice": "AnnotationChoice ChosenSegment choose_segments",
        "._bucket_figures": "BucketFigure",
        "._comparison_figures": "difference_matrix score_distributions",
        "._exposure_shards": "merged_exposures read_exposures save_exposure",
        "._training_exposure": "Exposure ExposureScores SideExposure exposure exposure_scores",
        "._ngram_differences": "NgramRanking ngrams",
        "._ngram_result": "NgramDifference NgramDifferences",
        "._segment_buckets": "SegmentBuckets Wins segments",
        "._word_accuracy": "SourceWordAccuracy WordAccuracy source_words words",
        "._word_buckets": "WORD_BUCKETS Case Copied Frequency Kind Length Position Script WordBuckets "
        "read_counts training_counts",
        "._word_labels": "Labels",
        "._counted_spans": "SpanCount SpanCounts span_counts",
        "._overlapping_spans": "Overlap SpanOverlap span_overlap",
        "._score_parts": "ErrorShares Gap error_shares",
        "._counted_matches": "NgramMatches TerAlignments TerStep bleu_matches chrf_matches ter_alignments",
        "._text_edits": "Edit EditRun EditScripts edit_scripts marked reference_edits system_edits",
        "._post_edits": "EditBand EditCount EditOperation PostEdits SegmentEdits post_edits",
        "._checked_stream": "Limits",
        "._data_checks": "DETECTORS DataChecks Detector check_data",
        "._file_checks": "FileChecks Finding check_files",
        "._classified_errors": "ErrorClasses WordClasses error_classes",
        "._examples": "DocumentDifference DocumentDifferences Example Examples document_differences "
        "find_examples",
        "._metric_values": "SegmentValues segment_values",
    },
)
