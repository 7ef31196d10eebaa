"""`parbleu meta`: evaluation sets, and the agreement of metrics with human scores."""

COMMANDS = {
    "list": "the evaluation sets, or the language pairs of one",
    "show": "the contents of an evaluation set, or its texts side by side",
    "scores": "all scores of people and metrics in an evaluation set",
    "correlate": "correlations of a file of scores with human scores",
    "compare": "which of two files of scores agrees better with people",
    "matrix": "all metrics of an evaluation set, ranked, with significance",
    "run": "the official tables of the WMT metrics tasks",
    "score": "compute BLEU, chrF, chrF++ and TER of all systems and store them",
    "import": "make an evaluation set of texts and human scores",
    "download": "download the evaluation sets of the WMT metrics tasks (2 GB)",
}
