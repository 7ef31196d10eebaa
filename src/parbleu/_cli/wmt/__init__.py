"""`parbleu wmt`: shared tasks of WMT, from raw files to rankings and tables."""

COMMANDS = {
    "validate": "check files of a shared task: systems, predictions, ratings, terms",
    "run": "a whole task from its raw files: rankings, tables, evaluation set, pages",
}
