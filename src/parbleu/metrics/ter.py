"""`TER` (Snover et al., 2006), as TERCOM computes it."""

from __future__ import annotations

from parbleu import _core
from parbleu.metrics.base import Metric
from parbleu.metrics.parameters import Parameter
from parbleu.metrics.score import Score
from parbleu.metrics.signature import ParameterSignature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.metrics.statistics_backend import Engine
    from parbleu.text.tokenizers.tercom import TercomTokenizer

_NORMALIZED = Parameter(
    "normalized",
    False,
    "separate punctuation and undo SGML entities",
    bool,
    flags=("--ter-normalized",),
    key="norm",
    short="nr",
)
_NO_PUNCT = Parameter(
    "no_punct",
    False,
    "remove punctuation",
    bool,
    flags=("--ter-no-punct",),
    key="punct",
    short="pn",
    words=("yes", "no"),
)
_ASIAN_SUPPORT = Parameter(
    "asian_support",
    False,
    "with the options normalized and no-punct, treat Asian ideographs and punctuation too",
    bool,
    flags=("--ter-asian-support",),
    key="asian",
    short="as",
)
_CASE_SENSITIVE = Parameter(
    "case_sensitive",
    False,
    "do not ignore case",
    bool,
    flags=("--ter-case-sensitive",),
    key="case",
    short="c",
    words=("lc", "mixed"),
)


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
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TERSignature(ParameterSignature):
    """case, tok, norm, punct and asian."""

    shown = (_CASE_SENSITIVE, ("tok", "t", "tercom"), _NORMALIZED, _NO_PUNCT, _ASIAN_SUPPORT)


class TER(Metric[TERScore]):
    """TER: edits, among them shifts of blocks, per word of the reference.

    Statistics, float64, shape (N, 2): the fewest edits that any reference needs; the mean length of the
    references in words.

    Args:
        normalized: separate punctuation and undo SGML entities.
        no_punct: remove punctuation.
        asian_support: with `normalized` or `no_punct`, treat Asian ideographs and punctuation too.
        case_sensitive: do not ignore case.
        references: reference streams, prepared once for all later calls with `references=None`.

    Raises:
        OptionError: an option has a value that it does not take.
    """

    PARAMETERS = (_NORMALIZED, _NO_PUNCT, _ASIAN_SUPPORT, _CASE_SENSITIVE)
    _SIGNATURE_TYPE = TERSignature
    higher_is_better = False

    if TYPE_CHECKING:
        normalized: bool
        no_punct: bool
        asian_support: bool
        case_sensitive: bool

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Any = None,
    ) -> None:
        super().__init__(
            references,
            normalized=normalized,
            no_punct=no_punct,
            asian_support=asian_support,
            case_sensitive=case_sensitive,
        )

    @property
    def tokenizer(self) -> TercomTokenizer:
        """TER's tokenizer with these options: call it with a segment."""
        from parbleu.text.tokenizers.tercom import TercomTokenizer

        return TercomTokenizer(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)

    @property
    def tokenizer_signature(self) -> str:
        """What signatures say for the tokenizer."""
        return "tercom"

    def _make_engine(self) -> Engine:
        return _core.Ter(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)

    def _score_row(self, row: Sequence[float]) -> TERScore:
        edits, length = row
        return TERScore(self.engine.score(row), edits, length)

    def _score_sentence(self, hypothesis: str, references: Any) -> TERScore:
        score, (edits, length) = (self._engine or self.engine).sentence_scored(hypothesis, references)
        return TERScore(score, edits, length)
