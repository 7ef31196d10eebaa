"""Reads evaluation sets in the layout of MT Metrics Eval: texts, human scores and metric scores."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".campaign": "write_campaign",
        ".contents": "SetContents TextColumns text_columns",
        ".evalset_import": "import_evalset read_human_table",
        ".evalset_writer": "save_metric write_evalset",
        ".evaluation_set": "AllScores EvalSet load_evalset",
        ".metric_scoring": "StoredMetrics score_metrics score_systems",
        ".score_matrix": "Scores",
        ".set_list": "PairList SetList download list_sets",
        ".standard_info": "Info",
    },
)
