"""`parbleu wmt`: shared tasks of WMT, from raw files to rankings and tables."""

COMMANDS = {
    "validate": "check files of a shared task: systems, predictions, ratings, terms",
    "rank": "rankings of systems as published and as they should be",
    "spans": "scores of predicted error spans: character F1, matching",
    "labels": "how well translations without errors, or critical ones, are predicted",
    "edits": "what post-edits gain, for each edit",
    "autorank": "the ranking by metrics that chooses systems for raters",
    "terminology": "how often systems use the terms they were given",
    "compression": "compressed models beside the uncompressed one: quality, broken output, size",
    "run": "a whole task from its raw files: rankings, tables, evaluation set, pages",
}
