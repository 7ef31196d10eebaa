"""Defines the variants of BLEU over tokens, their scores and signatures, and checks their options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parbleu import __version__
from parbleu._base.known_names import check_name
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU, MAX_NGRAM_ORDER, BLEUScore, smoothing_value
from parbleu.metrics._score import Signature

_PARAMETERS = {parameter.name: parameter for parameter in BLEU.PARAMETERS}


@dataclass(frozen=True)
class Variant:
    """The options of one tool's BLEU, with their defaults.

    Attributes:
        version: of the tool whose numbers these are.
        smoothing: the smoothing methods; the first is the tool's default.
    """

    version: str
    smoothing: tuple[str, ...]


VARIANTS = {
    "sacrebleu": Variant("2.6.0", ("exp", "floor", "add-k", "none")),
    "sacrebleu-r": Variant("0.1.2", ("none", "floor", "add-k")),
    "nltk": Variant("3.10.4", ("none", "floor", "add-k", "exp")),
}
"""Whose rules there are: name -> `Variant`."""


def checked_options(
    variant: str,
    smooth_method: str | None,
    smooth_value: float | None,
    max_ngram_order: int | None,
    weights: Sequence[float] | None,
    effective_order: bool,
) -> dict[str, Any]:
    """Returns the options of `TokenBLEU`, with the variant's defaults for those that were not given.

    Raises:
        OptionError: an option has a value that it, or the variant, does not take.
    """
    check_name("variant", variant, VARIANTS)
    method = _method(variant, smooth_method)
    value = _value(variant, method, smooth_value)
    effective = _PARAMETERS["effective_order"].check(effective_order, "tokens")
    if effective and variant != "sacrebleu":
        raise OptionError(f"tokens: the variant {variant} has no effective_order; leave it out")
    shares = None if weights is None else _weights(variant, weights)
    return {
        "variant": variant,
        "smooth_method": method,
        "smooth_value": value,
        "max_ngram_order": _orders(max_ngram_order, shares),
        "weights": shares,
        "effective_order": effective,
    }


def _method(variant: str, method: str | None) -> str:
    choices = VARIANTS[variant].smoothing
    if method is None:
        return choices[0]
    checked: str = _PARAMETERS["smooth_method"].check(method, "tokens")
    if checked not in choices:
        raise OptionError(
            f"tokens: the variant {variant} has no smoothing {checked!r}: choose from {', '.join(choices)}"
        )
    return checked


def _value(variant: str, method: str, value: float | None) -> float:
    checked = smoothing_value(method, _PARAMETERS["smooth_value"].check(value, "tokens"))
    if variant == "nltk" and method == "add-k" and checked != 1:
        raise OptionError("tokens: NLTK's add-k (its method2) adds 1, whatever k is; leave smooth_value out")
    return checked


def _weights(variant: str, weights: Sequence[float]) -> list[float]:
    try:
        checked = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise OptionError(f"tokens: weights are numbers, one per n-gram order, not {weights!r}") from None
    if not checked:
        raise OptionError("tokens: weights is empty; give one per n-gram order, or None for equal ones")
    least = 0.0 if variant == "sacrebleu" else -float("inf")
    for weight in checked:
        if not least <= weight < float("inf") or weight == -float("inf"):
            raise OptionError(
                f"tokens: weights are finite numbers{', at least 0' if least == 0 else ''}, not {weight}"
            )
    if variant == "sacrebleu" and not any(checked):
        raise OptionError("tokens: all weights are 0; at least one n-gram order has to count")
    return checked


def _orders(orders: int | None, weights: list[float] | None) -> int:
    if orders is None:
        return MAX_NGRAM_ORDER if weights is None else len(weights)
    checked: int = _PARAMETERS["max_ngram_order"].check(orders, "tokens")
    if checked == 0:
        raise OptionError("tokens: max_ngram_order is at least 1")
    if weights is not None and len(weights) != checked:
        raise OptionError(
            f"tokens: there are {len(weights)} weights for {checked} n-gram orders; leave max_ngram_order out"
        )
    return checked


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
