"""SimulEval: a command line whose choices are the tokenizers."""

import argparse

import sacrebleu
from corpus import LITERAL, A, show
from sacrebleu.metrics.bleu import BLEU

parser = argparse.ArgumentParser()
parser.add_argument(
    "--sacrebleu-tokenizer",
    default=sacrebleu.metrics.METRICS["BLEU"].TOKENIZER_DEFAULT,
    choices=sacrebleu.metrics.METRICS["BLEU"].TOKENIZERS,
)
default = parser.parse_args([]).sacrebleu_tokenizer
chosen = parser.parse_args(["--sacrebleu-tokenizer", "char"]).sacrebleu_tokenizer
show(
    default=default,
    choices=list(BLEU.TOKENIZERS),
    scores=[BLEU(tokenize=name).corpus_score(LITERAL, [A]).score for name in (default, chosen)],
    text=BLEU(tokenize=default).corpus_score(LITERAL, [A]).format(width=3),
)
