"""Metrics as third parties derive them from sacreBLEU's classes; for the original and for the face alike."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Any

from .twins import BOTH, Side


def word_error_rate(side: Side) -> type:
    """A metric from scratch: statistics that sum up, a signature of its own."""
    base, utils = side.metrics__base, side.utils

    class WERSignature(base.Signature):
        def __init__(self, args: dict[str, Any]) -> None:
            super().__init__(args)
            self._abbr.update({"weight": "w"})
            self.info.update({"weight": args["weight"]})

    class WERScore(base.Score):
        def __init__(self, score: float, errors: float) -> None:
            super().__init__("WER", score)
            self._verbose = f"errors = {errors:.1f}"

    class WER(base.Metric):
        _SIGNATURE_TYPE = WERSignature

        def __init__(self, weight: float = 1, references: Any = None) -> None:
            super().__init__()
            self.weight = weight
            if references is not None:
                self._ref_cache = self._cache_references(references)

        def _preprocess_segment(self, sent: str) -> str:
            return sent.strip()

        def _extract_reference_info(self, refs: Any) -> dict[str, Any]:
            return {"words": [text.split() for text in refs]}

        def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
            words = Counter(hypothesis.split())
            best = min(ref_kwargs["words"], key=lambda other: sum((words - Counter(other)).values()))
            errors = sum((words - Counter(best)).values())
            length = sum(map(len, ref_kwargs["words"])) / len(ref_kwargs["words"])
            return [errors * self.weight, length]

        def _compute_score_from_stats(self, stats: Any) -> Any:
            errors, length = stats[0], stats[1]
            return WERScore(100 * errors / length if length > 0 else 0.0, errors)

        def _aggregate_and_compute(self, stats: Any) -> Any:
            return self._compute_score_from_stats(utils.sum_of_lists(stats))

    return WER


def longest_segment(side: Side) -> type:
    """A metric with one column of statistics, which may be fractions."""
    base, utils = side.metrics__base, side.utils

    class Length(base.Metric):
        _SIGNATURE_TYPE = base.Signature

        def _preprocess_segment(self, sent: str) -> str:
            return sent

        def _extract_reference_info(self, refs: Any) -> dict[str, Any]:
            return {}

        def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
            return [len(hypothesis) / 7 + 0.1]

        def _compute_score_from_stats(self, stats: Any) -> Any:
            return base.Score("Length", stats[0] * 3)

        def _aggregate_and_compute(self, stats: Any) -> Any:
            return self._compute_score_from_stats(utils.sum_of_lists(stats))

    return Length


def crystal_bleu(side: Side) -> type:
    """BLEU without the n-grams that everybody shares."""
    bleu, helpers = side.metrics__bleu, side.metrics__helpers

    class CrystalBLEU(bleu.BLEU):
        shared = frozenset({("the",), ("a",), ("of",), ("of", "the")})

        def _extract_reference_info(self, refs: Any) -> dict[str, Any]:
            info = super()._extract_reference_info(refs)
            for ngram in self.shared:
                info["ref_ngrams"].pop(ngram, None)
            return info

        def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
            ngrams, length = helpers.extract_all_word_ngrams(hypothesis, 1, self.max_ngram_order)
            correct, total = [0] * self.max_ngram_order, [0] * self.max_ngram_order
            for ngram, count in ngrams.items():
                if ngram not in self.shared:
                    total[len(ngram) - 1] += count
                    correct[len(ngram) - 1] += min(count, ref_kwargs["ref_ngrams"].get(ngram, 0))
            return [length, self._get_closest_ref_len(length, ref_kwargs["ref_lens"]), *correct, *total]

    return CrystalBLEU


def grapheme_chrf(side: Side) -> type:
    """chrF that sees a base letter and its marks as one character."""

    class GraphemeCHRF(side.metrics__chrf.CHRF):
        def _preprocess_segment(self, sent: str) -> str:
            return unicodedata.normalize("NFC", super()._preprocess_segment(sent))

    return GraphemeCHRF


def scaled_ter(side: Side) -> type:
    """TER that shows its score otherwise."""

    class ScaledTER(side.metrics__ter.TER):
        def _compute_score_from_stats(self, stats: Any) -> Any:
            score = super()._compute_score_from_stats(stats)
            score.score = score.score / 100
            score.name = "TER/100"
            return score

    return ScaledTER


def untouched_bleu(side: Side) -> type:
    """A subclass that overrides no hook."""

    class Untouched(side.metrics__bleu.BLEU):
        extra = 1

        def describe(self) -> str:
            return f"{self.extra} {self.tokenizer_signature}"

    return Untouched


ALL = (word_error_rate, longest_segment, crystal_bleu, grapheme_chrf, scaled_ter, untouched_bleu)

FaceLength = longest_segment(BOTH[1])  # where worker processes find it
FaceLength.__qualname__ = "FaceLength"
