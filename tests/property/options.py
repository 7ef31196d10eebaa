"""Random settings of every metric."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

Options = dict[str, Any]

TOKENIZERS = ("none", "13a", "intl", "zh", "char")
SMOOTHING = {
    "exp": (None,),
    "none": (None,),
    "floor": (None, 0, 0.0, 0.01, 0.1, 1, 7.5),
    "add-k": (None, 0, 0.5, 1, 2, 1.25),
}
TER_OPTIONS: tuple[Options, ...] = tuple(
    dict(zip(("normalized", "no_punct", "asian_support", "case_sensitive"), values, strict=True))
    for values in product((False, True), repeat=4)
)


def bleu(random: Random) -> Options:
    method = random.choice(tuple(SMOOTHING))
    return {
        "tokenize": random.choice(TOKENIZERS),
        "lowercase": random.random() < 0.3,
        "max_ngram_order": random.choice((4, 4, 4, 4, 4, 1, 2, 3, 5, 6, 7, 8, 9, 13, 0)),
        "smooth_method": method,
        "smooth_value": random.choice(SMOOTHING[method]),
        "effective_order": random.random() < 0.5,
        "force": True,
    }


def chrf(random: Random) -> Options:
    char_order = random.choice((6, 6, 6, 6, 6, 1, 2, 3, 5, 7, 8, 9, 13, 0))
    return {
        "char_order": char_order,
        "word_order": random.choice((0, 0, 0, 2, 2, 2, 1, 3, 4, 7) if char_order else (1, 2)),
        "beta": random.choice((2, 2, 2, 1, 3, 0, 0.5, 2.5, -2)),
        "lowercase": random.random() < 0.3,
        "whitespace": random.random() < 0.3,
        "eps_smoothing": random.random() < 0.3,
    }


def ter(random: Random) -> Options:
    return random.choice(TER_OPTIONS)


DRAW = {"BLEU": bleu, "CHRF": chrf, "TER": ter}
