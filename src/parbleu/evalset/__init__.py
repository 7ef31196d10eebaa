"""Reads evaluation sets in the layout of MT Metrics Eval: texts, human scores and metric scores."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._campaign": "Campaign write_campaign",
        "._contents": "SetContents TextColumns text_columns",
        "._evalset_writer": "SetTexts read_human_table save_metric write_evalset",
        "._evaluation_set": "AllScores EvalSet load_evalset",
        "._metric_scoring": "StoredMetrics score_metrics score_systems",
        "._score_matrix": "Scores",
        "._set_list": "PairList SetList download list_sets",
        "._standard_info": "Info",
    },
)
