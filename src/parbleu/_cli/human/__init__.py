"""`parbleu human`: human ratings: scores, agreement of raters, conversions."""

COMMANDS = {
    "scores": "scores of systems, documents or segments from a file of ratings",
    "agreement": "how far raters agree",
    "raters": "counts, severity and speed of each rater",
    "show": "list the marked errors with the text they mark",
    "evalset": "make an evaluation set of a file of ratings",
    "convert": "convert between formats of ratings and evaluation sets",
    "codalab": "score a metric submission to WMT23",
}
