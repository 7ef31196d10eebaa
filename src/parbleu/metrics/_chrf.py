"""Defines the metric `CHRF`: chrF (Popović, 2015) and chrF++ (Popović, 2017)."""

from __future__ import annotations

from parbleu import _core
from parbleu.metrics._native_metric import NativeMetric
from parbleu.metrics._parameters import ParameterSignature, parameter
from parbleu.metrics._score import Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar


class CHRFScore(Score):
    """A chrF score.

    Attributes:
        char_order: the longest character n-grams that counted.
        word_order: the longest word n-grams that counted.
        beta: how many times recall weighed more than precision.
    """

    __slots__ = ("beta", "char_order", "word_order")

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        self.score = score
        self.char_order: int = char_order
        self.word_order: int = word_order
        self.beta: float = beta

    def _make_name(self) -> str:
        return f"chrF{self.beta}" + "+" * self.word_order


class CHRFSignature(ParameterSignature):
    """The signature of chrF: case, eff, nc, nw and space. The score's name states beta."""


class CHRF(NativeMetric[CHRFScore]):
    """chrF: F-score of character n-grams, and with `word_order` of word n-grams too.

    Statistics, int64, shape (N, 3 * (char_order + word_order)): for each order, characters first, the n-grams
    of the hypothesis (0 if the reference has none of that order), those of the reference, and the matches.
    With several references they are those of the one with the best score.

    Raises:
        OptionError: an option has a value that it does not take.
    """

    CHAR_ORDER: ClassVar[int] = 6
    WORD_ORDER: ClassVar[int] = 0
    BETA: ClassVar[int] = 2
    ENGINE: ClassVar[Callable[..., Any]] = _core.Chrf
    _SIGNATURE_TYPE = CHRFSignature

    char_order: int = parameter(
        default=CHAR_ORDER,
        help="the longest character n-grams that count",
        flags=("--chrf-char-order", "-cc"),
        key="nc",
        place=2,
        limits=(0, 1000),
    )
    word_order: int = parameter(
        default=WORD_ORDER,
        help="the longest word n-grams that count; 2 is chrF++",
        flags=("--chrf-word-order", "-cw"),
        key="nw",
        place=2,
        limits=(0, 1000),
    )
    beta: float = parameter(
        default=BETA, help="how many times recall weighs more than precision", key="", kind=int
    )
    lowercase: bool = parameter(
        default=False, help="ignore case", key="case", short="c", words=("mixed", "lc")
    )
    whitespace: bool = parameter(
        default=False, help="white space counts as characters", key="space", short="s", place=3
    )
    eps_smoothing: bool = parameter(
        default=False,
        help="smooth as chrF++.py and NLTK do, instead of leaving out orders without n-grams",
        key="eff",
        short="e",
        place=1,
        words=("yes", "no"),
    )

    @property
    def order(self) -> int:
        """The number of n-gram orders, of characters and words together."""
        return self.char_order + self.word_order

    @property
    def heeds_blanks(self) -> bool:
        """Whether scores depend on where there are blanks."""
        return self.whitespace or self.word_order > 0

    @classmethod
    def options_from_name(cls, name: str) -> dict[str, Any] | None:
        """Returns `beta` and `word_order` of a name such as chrF2++; None for another metric's name."""
        if name == cls.__name__:
            return {}
        if not name.startswith("chrF"):
            return None
        beta = name[4:].rstrip("+")
        try:
            number = int(beta) if beta.lstrip("-").isdecimal() else float(beta)
        except ValueError:
            return None
        return {"beta": number, "word_order": len(name) - 4 - len(beta)}

    def _make_native(self) -> Any:
        self._shape = (self.char_order, self.word_order, self.beta)
        return super()._make_native()

    def _score(self, row: Sequence[int]) -> CHRFScore:
        return CHRFScore(self.native.score(row), *self._shape)

    def _score_sentence(self, hypothesis: str, references: Any) -> CHRFScore:
        engine = self._engine or self.engine
        return CHRFScore(engine.sentence_score(hypothesis, references), *self._shape)
