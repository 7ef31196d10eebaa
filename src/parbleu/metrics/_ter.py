"""Defines the metric `TER` (Snover et al., 2006), as TERCOM computes it."""

from __future__ import annotations

from parbleu import _core
from parbleu.metrics._native_metric import NativeMetric
from parbleu.metrics._parameters import ParameterSignature, parameter
from parbleu.metrics._score import Score
from parbleu.text._tokenizers import word_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar

    from parbleu.text._tokenizers.tercom import TercomTokenizer


class TERScore(Score):
    """A TER score: the lower the better; it may exceed 100.

    Attributes:
        num_edits: insertions, deletions, substitutions and shifts.
        ref_length: words of the references; for each segment their mean over its references.
    """

    __slots__ = ("num_edits", "ref_length")

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        self.name = "TER"
        self.score = score
        self.num_edits: int = int(num_edits)
        self.ref_length: float = ref_length


class TERSignature(ParameterSignature):
    """The signature of TER: case, tok, norm, punct and asian."""

    constants: ClassVar[tuple[tuple[str, str, str, int], ...]] = (("tok", "t", "tercom", 1),)


class TER(NativeMetric[TERScore]):
    """TER: edits, among them shifts of blocks, per word of the reference.

    Statistics, float64, shape (N, 2): the fewest edits that any reference needs; the mean length of the
    references in words.

    Raises:
        OptionError: an option has a value that it does not take.
    """

    ENGINE: ClassVar[Callable[..., Any]] = _core.Ter
    _SIGNATURE_TYPE = TERSignature
    higher_is_better = False

    normalized: bool = parameter(
        default=False, help="separate punctuation and undo SGML entities", key="norm", short="nr", place=2
    )
    no_punct: bool = parameter(
        default=False, help="remove punctuation", key="punct", short="pn", place=2, words=("yes", "no")
    )
    asian_support: bool = parameter(
        default=False,
        help="with the options normalized and no-punct, treat Asian ideographs and punctuation too",
        key="asian",
        short="as",
        place=2,
    )
    case_sensitive: bool = parameter(
        default=False, help="do not ignore case", key="case", short="c", words=("lc", "mixed")
    )

    @property
    def tokenizer(self) -> TercomTokenizer:
        """TER's tokenizer with these options: call it with a segment."""
        from parbleu.text._tokenizers.tercom import TercomTokenizer

        return TercomTokenizer(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)

    @property
    def tokenizer_signature(self) -> str:
        """The tokenizer's value in signatures."""
        return "tercom"

    def options_for(self, language: str) -> dict[str, Any] | None:
        """Returns the options that separate ideographs; {} for languages that have none."""
        if word_rules(language) not in ("zh", "ja"):
            return {}
        return None if self.normalized and self.asian_support else {"normalized": True, "asian_support": True}

    def _score(self, row: Sequence[float]) -> TERScore:
        edits, length = row
        return TERScore(self.native.score(row), edits, length)

    def _score_sentence(self, hypothesis: str, references: Any) -> TERScore:
        score, (edits, length) = (self._engine or self.engine).sentence_scored(hypothesis, references)
        return TERScore(score, edits, length)
