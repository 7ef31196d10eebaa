"""Turns the raw files of a shared task of WMT into rankings and tables, by the rules of each year."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._autorank": "AUTORANK_METRICS AutoRanked AutoRanking AutomaticScores MetricScale autorank "
        "read_automatic_scores",
        "._faults": "Fault",
        "._paragraph_alignment": "ALIGNMENT_RULES AlignedParagraph ParagraphAlignment align_paragraphs",
        "._task_run": "TaskRun run_task",
        "._task_steps": "TaskStep",
        "._task_settings": "TaskCompression TaskEdits TaskLabels TaskPair TaskSettings TaskSpans TaskTerms "
        "read_task",
        "._validation": "ValidatedFile Validation validate",
        "._model_compression": "CleanSegments CompressedModel CompressedModels RunSpeed clean_segments "
        "compare_compressed run_speed",
        "._mixed_model": "MixedModelPlace MixedModelRanking rank_by_mixed_model",
        "._rankings": "CeilingScore RANKING_RULES PublishedPlace PublishedRanking RankingRule RaterCloseness "
        "RaterFilter RatingCeiling average_places filter_raters published_ranking rated_lines rating_ceiling",
        "._rating_table": "RatingTable",
        "._resampled_items": "ItemDifference",
        "._span_scores": "SPAN_MEASURES SpanScore SpanScores score_spans",
        "._task_scores": "CriticalityScore CriticalityScores EditGain EditGains ErrorFreeScore "
        "ErrorFreeScores PostEditedTexts error_free_labels gain_to_edit labels_of_scores read_post_edits "
        "score_criticality score_error_free score_of_errors",
        "._terminology": "LemmatizedWord RequiredTerm RequiredTexts TERMINOLOGY_RULES TermConsistencies "
        "TermConsistency TermLemmas TermSuccess TermTexts TerminologySuccess expected_renderings "
        "read_required_terms read_terminology term_consistency term_matches terminology_success",
    },
)
