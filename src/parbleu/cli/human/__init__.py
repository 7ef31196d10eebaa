"""`parbleu human`: what people said about translations: scores, agreement of raters, conversions."""

COMMANDS = {
    "scores": "scores of systems, documents or segments from a file of ratings",
    "agreement": "how far raters agree",
    "show": "the errors that were marked, with the text they mark",
    "evalset": "make an evaluation set of a file of ratings",
    "convert": "convert between formats of ratings and evaluation sets",
    "codalab": "score a metric submission to WMT23",
}
