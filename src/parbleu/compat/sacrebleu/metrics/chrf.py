"""Defines `CHRF` (chrF and chrF++) and its hooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from parbleu import _core
from parbleu.compat.sacrebleu.metrics._hooks import has_native_twin
from parbleu.compat.sacrebleu.metrics._numbers import as_single, is_single
from parbleu.compat.sacrebleu.metrics.base import Metric, Score, Signature
from parbleu.compat.sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_word_ngrams
from parbleu.compat.sacrebleu.utils import sum_of_lists
from parbleu.errors import OptionError
from parbleu.metrics._chrf import CHRF as NativeCHRF  # noqa: N811 - a class
from parbleu.metrics._chrf import CHRFSignature as NativeCHRFSignature
from parbleu.metrics._native_metric import NativeMetric


class CHRFSignature(NativeCHRFSignature, Signature):
    """case, eff, nc, nw and space."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.info.update(nc=args["char_order"], nw=args["word_order"])  # as numbers


class CHRFScore(Score):
    """A chrF score.

    Attributes:
        beta: how many times recall weighed more than precision.
        char_order: the longest character n-grams that counted.
        word_order: the longest word n-grams that counted.
    """

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        super().__init__(f"chrF{beta}" + "+" * word_order, score)


@has_native_twin
class CHRF(Metric):
    """chrF (Popović, 2015) and chrF++ (2017).

    Args:
        char_order: the longest character n-grams that count.
        word_order: the longest word n-grams that count; 2 is chrF++.
        beta: how many times recall weighs more than precision.
        lowercase: ignore case.
        whitespace: white space counts as characters.
        eps_smoothing: average over all orders, those without n-grams being tiny.
        references: reference streams, prepared once for all later calls with `references=None`.
    """

    CHAR_ORDER = NativeCHRF.CHAR_ORDER
    WORD_ORDER = NativeCHRF.WORD_ORDER
    BETA = NativeCHRF.BETA
    _PUNCTS = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")  # noqa: RUF012 - a set there, too
    _SIGNATURE_TYPE = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Sequence[Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order: int = self.char_order + self.word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        self._keep(references)

    # --- hooks ---

    @staticmethod
    def _get_match_statistics(hyp_ngrams: Counter[str], ref_ngrams: Counter[str]) -> list[int]:
        """Returns [n-grams of the hypothesis, of the reference, matches]; without the second, no first."""
        matches = 0
        for ngram, count in hyp_ngrams.items():
            if ngram in ref_ngrams:
                other = ref_ngrams[ngram]
                matches += count if count < other else other
        return [sum(hyp_ngrams.values()) if ref_ngrams else 0, sum(ref_ngrams.values()), matches]

    def _remove_punctuation(self, sent: str) -> list[str]:
        """Returns the words; a punctuation mark that ends, or else begins one, is its own."""
        words = []
        for word in sent.split():
            if len(word) > 1 and word[-1] in self._PUNCTS:
                words += [word[:-1], word[-1]]
            elif len(word) > 1 and word[0] in self._PUNCTS:
                words += [word[0], word[1:]]
            else:
                words.append(word)
        return words

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _compute_f_score(self, statistics: Sequence[Any]) -> float:
        """Returns the F-score, 0 to 100, of triples: n-grams of hypothesis, of reference, matches."""
        single = is_single(statistics)
        row: list[Any] = []
        for at in range(0, 3 * self.order, 3):
            hypothesis, reference, matches = statistics[at : at + 3]
            row += (hypothesis, reference, matches)
        score = _core.chrf_score(row, float(self.beta), bool(self.eps_smoothing), single)
        return as_single(score, statistics) if single else score

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> CHRFScore:
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)

    def _aggregate_and_compute(self, stats: Sequence[Sequence[Any]]) -> CHRFScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _ngrams(self, text: str) -> list[Counter[str]]:
        """Returns the n-grams of a text: of characters for each order, and then of words."""
        ngrams = extract_all_char_ngrams(text, self.char_order, self.whitespace)
        if self.word_order > 0:
            words = self._remove_punctuation(text)
            ngrams += [extract_word_ngrams(words, order) for order in range(1, self.word_order + 1)]
        return ngrams

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, list[list[Counter[str]]]]:
        return {"ref_ngrams": [self._ngrams(text) for text in refs]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
        """Returns the triples for the reference with the best score, the first of equals."""
        ngrams = self._ngrams(hypothesis)
        best: list[int] = []
        best_score = -1.0
        for reference in ref_kwargs["ref_ngrams"]:
            triples: list[int] = []
            for one, other in zip(ngrams, reference):  # noqa: B905 - as many as both have
                triples += self._get_match_statistics(one, other)
            score = self._compute_f_score(triples)
            if score > best_score:
                best, best_score = triples, score
        return best

    # --- the native way ---

    def _native_metric(self) -> NativeMetric[Any] | None:
        try:
            native = _native_chrf(
                self.char_order,
                self.word_order,
                self.beta,
                bool(self.lowercase),
                bool(self.whitespace),
                bool(self.eps_smoothing),
            )
        except (OptionError, TypeError):  # an option that only Python can make sense of
            return None
        return native if native.order == self.order else None

    def _native_score(self, native: NativeMetric[Any], row: Sequence[int]) -> CHRFScore:
        return CHRFScore(native.engine.score(row), self.char_order, self.word_order, self.beta)


@lru_cache(maxsize=256)
def _native_chrf(
    char_order: int, word_order: int, beta: float, lowercase: bool, whitespace: bool, eps_smoothing: bool
) -> NativeCHRF:
    return NativeCHRF(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
