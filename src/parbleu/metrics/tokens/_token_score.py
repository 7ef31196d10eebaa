"""Defines `TokenBLEUScore` and its signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parbleu import __version__
from parbleu.metrics._bleu import BLEUScore
from parbleu.metrics._signature import Signature
from parbleu.metrics.tokens._bleu_variants import VARIANTS


class TokenBLEUScore(BLEUScore):
    """A BLEU score of tokens.

    Attributes:
        score: 0 to 100.
        fraction: the same, 0 to 1, as R and NLTK return it.
        counts: matching n-grams per order; smoothed with add-k in the variant `sacrebleu`.
        totals: n-grams of the hypothesis per order; the variants `sacrebleu-r` and `nltk` count at least one
            in every segment. Smoothed as `counts`.
        precisions: in percent, per order; smoothed.
        bp: brevity penalty, 0 to 1.
        sys_len: tokens of the hypotheses.
        ref_len: tokens of the references, for each segment of the one closest in length.
    """

    __slots__ = ("fraction",)

    fraction: float


class TokenSignature(Signature):
    """variant, tok, n, smooth, weights, eff, and the version of the tool whose numbers these are.

    The tokenizer is "given" unless it is a file; the signature names special tokens where they count.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        method, weights = args["smooth_method"], args["weights"]
        if method in ("floor", "add-k"):
            method = f"{method}[{args['smooth_value']:.2f}]"
        self.info.update(
            {
                "variant": args["variant"],
                "tok": args.get("tok", "given"),
                "special": args.get("special"),
                "n": args["max_ngram_order"],
                "weights": weights and ",".join(f"{weight:g}" for weight in weights),
                "eff": args["effective_order"],
                "smooth": method,
                "version": f"{VARIANTS[args['variant']].version}+parbleu.{__version__}",
            }
        )
        self._abbr |= {"variant": "var", "weights": "w", "eff": "e", "smooth": "s"}
