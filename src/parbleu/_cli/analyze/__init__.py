"""`parbleu analyze`: finds where systems differ."""

COMMANDS = {
    "words": "precision and recall of words by frequency, case, length, label, ...",
    "segments": "scores of segments by length, domain, document, score, ...",
    "ngrams": "n-grams that one system gets right, or over-produces, more often",
    "examples": "the segments where systems, or metrics, differ most, with edits",
    "data": "broken output: empty, copied or repeating text, wrong numbers",
    "errors": "classes of errors: by edits, or those that people and metrics marked",
}
