"""`parbleu human convert`: converts between files of ratings and scores."""

COMMANDS = {
    "ratings": "one format of ratings to another",
    "standalone-to-evalset": "standalone ratings to the files of an evaluation set",
    "evalset-to-standalone": "ratings of an evaluation set to standalone ones",
    "score-mqm": "a table of MQM to segment scores, by MT Metrics Eval",
    "verify-scores": "check a file of scores, or a whole evaluation set",
}
