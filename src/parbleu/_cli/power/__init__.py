"""`parbleu power`: which differences people, and test sets, show."""

COMMANDS = {
    "difference": "how often people agree with a difference of scores",
    "segments": "how many segments show a difference of two systems' scores",
    "human": "how many items and raters show it in a human evaluation",
}
