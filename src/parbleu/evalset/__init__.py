"""Reads evaluation sets in the layout of MT Metrics Eval: texts, human scores and metric scores."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".all_scores": "AllScores",
        ".campaign": "write_campaign",
        ".contents": "SetContents TextColumns text_columns",
        ".evalset_import": "import_evalset read_human_table",
        ".evalset_writer": "save_metric write_evalset",
        ".evalset_loading": "load_evalset",
        ".evaluation_set": "EvalSet",
        ".metric_scoring": "StoredMetrics score_metrics score_systems",
        ".package_download": "download",
        ".score_matrix": "Scores",
        ".set_list": "PairList SetList list_sets",
        ".standard_info": "Info",
    },
)
