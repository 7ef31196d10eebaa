"""`parbleu nbest`: what n-best lists hold, measured against references."""

COMMANDS = {
    "oracle": "the best and the worst translations that the lists hold",
    "rescore": "scores and ranks of every candidate",
}
