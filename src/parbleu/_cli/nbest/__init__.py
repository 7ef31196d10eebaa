"""`parbleu nbest`: chooses from n-best lists, and measures what they hold."""

COMMANDS = {
    "mbr": "minimum Bayes risk decoding: the best of each list",
    "oracle": "the best and the worst translations that the lists hold",
    "rescore": "scores and ranks of every candidate",
}
