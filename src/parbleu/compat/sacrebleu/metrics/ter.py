"""Defines `TER` and its hooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from parbleu.compat.sacrebleu.metrics._hooks import has_native_twin
from parbleu.compat.sacrebleu.metrics._numbers import as_single, is_single
from parbleu.compat.sacrebleu.metrics.base import Metric, Score, Signature
from parbleu.compat.sacrebleu.metrics.lib_ter import translation_edit_rate
from parbleu.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from parbleu.compat.sacrebleu.utils import sum_of_lists
from parbleu.metrics._native_metric import NativeMetric
from parbleu.metrics._ter import TER as NativeTER  # noqa: N811 - a class
from parbleu.metrics._ter import TERSignature as NativeTERSignature


class TERSignature(NativeTERSignature, Signature):
    """case, tok, norm, punct and asian."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.info.update(
            norm=args["normalized"], punct=not args["no_punct"], asian=args["asian_support"]
        )  # printed as yes and no


class TERScore(Score):
    """A TER score: the lower the better; it may exceed 100.

    Attributes:
        num_edits: insertions, deletions, substitutions and shifts.
        ref_length: words of the references; for each segment their mean over its references.
    """

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits: int = int(num_edits)
        self.ref_length = ref_length


@has_native_twin
class TER(Metric):
    """TER (Snover et al., 2006), as TERCOM computes it.

    Args:
        normalized: separate punctuation and undo SGML entities.
        no_punct: remove punctuation.
        asian_support: with `normalized` or `no_punct`, treat Asian ideographs and punctuation too.
        case_sensitive: do not ignore case.
        references: reference streams, prepared once for all later calls with `references=None`.
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Sequence[Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer: TercomTokenizer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature: str = self.tokenizer.signature()
        self._keep(references)

    # --- hooks ---

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer(sent.rstrip())

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> TERScore:
        edits, length = stats[0], stats[1]
        engine: Any = _formula().engine
        if is_single(stats):
            return TERScore(as_single(engine.score_single(edits, length), stats), edits, length)
        return TERScore(engine.score((edits, length)), edits, length)

    def _aggregate_and_compute(self, stats: Sequence[Sequence[Any]]) -> TERScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[float]:
        """Returns [the fewest edits to a reference, mean length of the references]."""
        words = hypothesis.split()
        pairs = [translation_edit_rate(words, reference) for reference in ref_kwargs["ref_words"]]
        lengths = sum(length for _, length in pairs) / len(pairs)
        return [min(edits for edits, _ in pairs), lengths]

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Returns `ref_words`, of references that are preprocessed a second time, as sacreBLEU does it."""
        return {"ref_words": [self._preprocess_segment(text).split() for text in refs]}

    # --- the native way ---

    def _native_metric(self) -> NativeMetric[Any] | None:
        # The tokenizer's options count: those of the metric only show in its signature.
        plain = type(self.tokenizer) is TercomTokenizer
        return _native_ter(*self.tokenizer.options) if plain else None

    def _native_score(self, native: NativeMetric[Any], row: Sequence[float]) -> TERScore:
        edits, length = row
        return TERScore(native.engine.score(row), edits, length)

    def _rows(self, table: memoryview) -> list[Any]:
        rows: list[list[float]] = table.tolist()  # type: ignore[assignment]
        return [[int(edits), length] for edits, length in rows]


@lru_cache(maxsize=16)
def _native_ter(normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool) -> NativeTER:
    return NativeTER(normalized, no_punct, asian_support, case_sensitive)


def _formula() -> NativeTER:
    return _native_ter(False, False, False, False)
