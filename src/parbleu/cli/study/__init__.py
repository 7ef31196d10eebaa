"""`parbleu study`: how far a score can be trusted."""

COMMANDS = {
    "permutations": "how many reorderings of the words BLEU does not see",
    "tokenization": "what scores owe to tokenizer, case, smoothing and implementation",
}
