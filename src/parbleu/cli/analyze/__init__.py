"""`parbleu analyze`: finds where systems differ."""

COMMANDS = {
    "examples": "the segments where systems, or metrics, differ most, with their edits",
    "errors": "classes of errors: by edits, or those that people and metrics marked",
}
