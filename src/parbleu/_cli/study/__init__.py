"""`parbleu study`: studies how far a score can be trusted."""

COMMANDS = {
    "exposure": "how much of the test set is in training data",
    "permutations": "how many reorderings of the words do not lower BLEU",
    "runs": "systems of several training runs: what chance explains",
    "select": "which segments people should judge, and what the choice gives up",
    "tokenization": "how scores depend on tokenizer, case, smoothing and variant",
}
