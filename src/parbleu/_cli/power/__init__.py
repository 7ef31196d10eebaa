"""`parbleu power`: plans how many segments, items and raters show a difference."""

COMMANDS = {
    "segments": "how many segments show a difference of two systems' scores",
    "human": "how many items and raters show it in a human evaluation",
}
