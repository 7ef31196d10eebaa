"""Defines `BLEU` and its hooks."""

from __future__ import annotations

from collections.abc import KeysView, Sequence
from functools import lru_cache
from importlib import import_module
from math import log
from typing import Any, ClassVar

from parbleu import _core
from parbleu.compat.sacrebleu._log import warn
from parbleu.compat.sacrebleu.metrics._hooks import has_native_twin
from parbleu.compat.sacrebleu.metrics._numbers import is_single
from parbleu.compat.sacrebleu.metrics.base import Metric, Score, Signature
from parbleu.compat.sacrebleu.metrics.helpers import extract_all_word_ngrams
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import native_name
from parbleu.compat.sacrebleu.utils import sum_of_lists
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU as NativeBLEU  # noqa: N811 - a class
from parbleu.metrics._bleu import MAX_NGRAM_ORDER, smoothing_value
from parbleu.metrics._bleu import BLEUScore as NativeBLEUScore
from parbleu.metrics._bleu import BLEUSignature as NativeBLEUSignature
from parbleu.metrics._native_metric import NativeMetric

# Third parties add theirs here: a module of the package `tokenizers`, and a class in it.
_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}

_LANGUAGES = {"zh": "Chinese", "ja": "Japanese", "ko": "Korean"}


def _get_tokenizer(name: str) -> Any:
    """Returns the class of a tokenizer."""
    module, _, kind = _TOKENIZERS[name].rpartition(".")
    return getattr(import_module(f"parbleu.compat.sacrebleu.tokenizers.{module}"), kind)


class BLEUSignature(NativeBLEUSignature, Signature):
    """case, eff, tok and smooth."""


class BLEUScore(Score):
    """A BLEU score.

    Attributes:
        bp: brevity penalty, 0 to 1.
        counts: matching n-grams per order; with add-k smoothing, smoothed.
        totals: n-grams of the hypothesis per order; with add-k smoothing, smoothed.
        precisions: in percent, per order; smoothed.
        prec_str: the precisions as printed.
        sys_len: tokens of the hypotheses.
        ref_len: tokens of the references, for each segment of the one closest in length.
        ratio: `sys_len / ref_len`; 0 if the latter is 0.
    """

    def __init__(
        self,
        score: float,
        counts: list[int],
        totals: list[int],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str: str = "/".join([f"{precision:.1f}" for precision in precisions])
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = NativeBLEUScore._describe(self)  # type: ignore[arg-type]


@has_native_twin
class BLEU(Metric):
    """BLEU (Papineni et al., 2002).

    Args:
        lowercase: ignore case.
        force: do not warn of hypotheses that look tokenized.
        tokenize: a name from `TOKENIZERS`; by default that of `trg_lang`, or 13a.
        smooth_method: `exp`, `floor`, `add-k` or `none`.
        smooth_value: for `floor` and `add-k`; by default 0.1 and 1.
        max_ngram_order: the longest n-grams that count.
        effective_order: leave out n-gram orders that the hypothesis is too short for.
        trg_lang: target language; `zh`, `ja` and `ko` have tokenizers of their own.
        references: reference streams, prepared once for all later calls with `references=None`.
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = NativeBLEU.SMOOTH_DEFAULTS
    TOKENIZERS: ClassVar[KeysView[str]] = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = NativeBLEU.TOKENIZER_DEFAULT
    _TOKENIZER_MAP: ClassVar[dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _SIGNATURE_TYPE = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Sequence[Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        _check_smoothing(smooth_method, "self.")
        own = self._TOKENIZER_MAP.get(trg_lang)
        if tokenize is None:
            tokenize = own or self.TOKENIZER_DEFAULT
        elif own and tokenize != own:
            warn(f"Consider using the '{own}' or 'spm' tokenizer for {_LANGUAGES.get(trg_lang, trg_lang)}.")
        self.tokenizer: Any = _get_tokenizer(tokenize)()
        self.tokenizer_signature: Any = self.tokenizer.signature()
        self._keep(references)

    @staticmethod
    def compute_bleu(
        correct: list[int],
        total: list[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Returns BLEU from summed counts.

        Args:
            correct: matching n-grams for each order; `add-k` smooths them in place.
            total: n-grams of the hypotheses for each order; `add-k` smooths them in place, too.
            sys_len: tokens of the hypotheses.
            ref_len: tokens of the references.
            smooth_method: `exp`, `floor`, `add-k` or `none`.
            smooth_value: for `floor` and `add-k`; by default 0.1 and 1.
            effective_order: leave out orders without an n-gram.
            max_ngram_order: how many orders.
        """
        _check_smoothing(smooth_method, "")
        value = smoothing_value(smooth_method, smooth_value)
        if smooth_method == "add-k" and any(correct):
            _add_in_place(
                correct, total, BLEU.SMOOTH_DEFAULTS["add-k"] if smooth_value is None else smooth_value
            )
            smooth_method = "none"
        orders = range(max_ngram_order)
        score, _, _, precisions, bp = _core.bleu_score(
            [correct[order] for order in orders],
            [total[order] for order in orders],
            sys_len,
            ref_len,
            smooth_method,
            value,
            bool(effective_order),
            is_single(correct),
        )
        if score != score and min(precisions) < 0:
            for precision in precisions:
                log(precision or 1.0)  # an error in the words of this Python
        return BLEUScore(score, correct, total, precisions, bp, sys_len, ref_len)

    # --- hooks ---

    def _preprocess_segment(self, sent: str) -> str:
        if self.lowercase:
            sent = sent.lower()
        return self.tokenizer(sent.rstrip())  # type: ignore[no-any-return]

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> BLEUScore:
        return self.compute_bleu(
            correct=stats[2 : 2 + self.max_ngram_order],  # type: ignore[arg-type]
            total=stats[2 + self.max_ngram_order :],  # type: ignore[arg-type]
            sys_len=int(stats[0]),
            ref_len=int(stats[1]),
            smooth_method=self.smooth_method,
            smooth_value=self.smooth_value,
            effective_order=self.effective_order,
            max_ngram_order=self.max_ngram_order,
        )

    def _aggregate_and_compute(self, stats: Sequence[Sequence[Any]]) -> BLEUScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _get_closest_ref_len(self, hyp_len: int, ref_lens: Sequence[int]) -> int:
        """Returns the length of the reference that is closest, the shorter of two; -1 without references."""
        return min(ref_lens, key=lambda length: (abs(hyp_len - length), length), default=-1)

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Returns `ref_ngrams`, the greatest count of each n-gram in one reference, and `ref_lens`."""
        merged = None
        lengths = []
        for text in refs:
            ngrams, length = extract_all_word_ngrams(text, 1, self.max_ngram_order)
            lengths.append(length)
            merged = ngrams if merged is None else _greatest(merged, ngrams)
        return {"ref_ngrams": merged, "ref_lens": lengths}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
        """Returns [tokens, closest reference length, matches per order..., n-grams per order...]."""
        known = ref_kwargs["ref_ngrams"]
        ngrams, length = extract_all_word_ngrams(hypothesis, 1, self.max_ngram_order)
        closest = self._get_closest_ref_len(length, ref_kwargs["ref_lens"])
        correct = [0] * self.max_ngram_order
        total = [0] * self.max_ngram_order
        for ngram, count in ngrams.items():
            order = len(ngram) - 1
            total[order] += count
            if ngram in known:
                other = known[ngram]
                correct[order] += count if count < other else other
        return [length, closest, *correct, *total]

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """Returns the score of one segment; advises `effective_order`.

        Args:
            hypothesis: the segment.
            references: its references.
        """
        if not self.effective_order:
            warn("It is recommended to enable `effective_order` for sentence-level BLEU.")
        score: BLEUScore = super().sentence_score(hypothesis, references)
        return score

    # --- the native way ---

    def _native_metric(self) -> NativeMetric[Any] | None:
        name = native_name(self.tokenizer)
        if name is None:
            return None
        try:
            return _native_bleu(
                bool(self.lowercase),
                name,
                self.smooth_method,
                self.smooth_value,
                self.max_ngram_order,
                bool(self.effective_order),
            )
        except (OptionError, TypeError):  # an option that only Python can make sense of
            return None

    def _native_score(self, native: NativeMetric[Any], row: Sequence[int]) -> BLEUScore:
        return BLEUScore(*native.engine.result(row))


@lru_cache(maxsize=256)
def _native_bleu(
    lowercase: bool, tokenize: str, method: str, value: float | None, orders: int, effective: bool
) -> NativeBLEU:
    return NativeBLEU(lowercase, True, tokenize, method, value, orders, effective)


def _check_smoothing(method: str, owner: str) -> None:
    if method not in BLEU.SMOOTH_DEFAULTS:
        # Word for word the original's, which forgets to put the value in.
        raise AssertionError(f"Unknown smooth_method {{{owner}smooth_method!r}}")


def _add_in_place(correct: Any, total: Any, value: Any) -> None:
    """Smooths counts where they are; in arrays of integers, what stands behind the point is lost."""
    for order in range(min(len(correct), len(total))):
        if order > 0:
            correct[order] += value
            total[order] += value
        if total[order] == 0:
            return


def _greatest(one: Any, other: Any) -> Any:
    """Returns `one` with each count raised to that of `other`."""
    for ngram, count in other.items():
        one[ngram] = max(one[ngram], count)
    return one
