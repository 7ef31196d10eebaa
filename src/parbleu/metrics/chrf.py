"""`CHRF`: chrF (Popović, 2015) and chrF++ (Popović, 2017)."""

from __future__ import annotations

from parbleu import _core
from parbleu.metrics.base import Metric
from parbleu.metrics.parameters import Parameter
from parbleu.metrics.score import Score
from parbleu.metrics.signature import ParameterSignature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar

    from parbleu.metrics.statistics_backend import Engine

_CHAR_ORDER = Parameter(
    "char_order",
    6,
    "the longest character n-grams that count",
    int,
    flags=("--chrf-char-order", "-cc"),
    key="nc",
    short="nc",
    least=0,
    most=1000,
)
_WORD_ORDER = Parameter(
    "word_order",
    0,
    "the longest word n-grams that count; 2 is chrF++",
    int,
    flags=("--chrf-word-order", "-cw"),
    key="nw",
    short="nw",
    least=0,
    most=1000,
)
_BETA = Parameter(
    "beta", 2, "how many times recall weighs more than precision", int, flags=("--chrf-beta",), real=True
)
_LOWERCASE = Parameter(
    "lowercase",
    False,
    "ignore case",
    bool,
    flags=("--chrf-lowercase",),
    key="case",
    short="c",
    words=("mixed", "lc"),
)
_WHITESPACE = Parameter(
    "whitespace",
    False,
    "white space counts as characters",
    bool,
    flags=("--chrf-whitespace",),
    key="space",
    short="s",
)
_EPS_SMOOTHING = Parameter(
    "eps_smoothing",
    False,
    "smooth as chrF++.py and NLTK do, instead of leaving out orders without n-grams",
    bool,
    flags=("--chrf-eps-smoothing",),
    key="eff",
    short="e",
    words=("yes", "no"),
)


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
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta

    def _make_name(self) -> str:
        return f"chrF{self.beta}" + "+" * self.word_order


class CHRFSignature(ParameterSignature):
    """case, eff, nc, nw and space. The score's name tells beta."""

    shown = (_LOWERCASE, _EPS_SMOOTHING, _CHAR_ORDER, _WORD_ORDER, _WHITESPACE)


class CHRF(Metric[CHRFScore]):
    """chrF: F-score of character n-grams, and with `word_order` of word n-grams too.

    Statistics, int64, shape (N, 3 * (char_order + word_order)): for each order, characters first, the n-grams
    of the hypothesis (0 if the reference has none of that order), those of the reference, and the matches.
    With several references they are those of the one with the best score.

    Args:
        char_order: the longest character n-grams that count.
        word_order: the longest word n-grams that count; 2 is chrF++.
        beta: how many times recall weighs more than precision.
        lowercase: ignore case.
        whitespace: white space counts as characters.
        eps_smoothing: average over all orders, those without n-grams being tiny, as chrF++.py and NLTK do.
        references: reference streams, prepared once for all later calls with `references=None`.

    Raises:
        OptionError: an option has a value that it does not take.
    """

    CHAR_ORDER: ClassVar[int] = 6
    WORD_ORDER: ClassVar[int] = 0
    BETA: ClassVar[int] = 2
    PARAMETERS = (_CHAR_ORDER, _WORD_ORDER, _BETA, _LOWERCASE, _WHITESPACE, _EPS_SMOOTHING)
    _SIGNATURE_TYPE = CHRFSignature

    if TYPE_CHECKING:
        char_order: int
        word_order: int
        beta: float
        lowercase: bool
        whitespace: bool
        eps_smoothing: bool
        _char_order: int
        _word_order: int
        _beta: float

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Any = None,
    ) -> None:
        super().__init__(
            references,
            char_order=char_order,
            word_order=word_order,
            beta=beta,
            lowercase=lowercase,
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )

    @property
    def order(self) -> int:
        """How many n-gram orders there are, of characters and of words."""
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

    def _make_engine(self) -> Engine:
        return _core.Chrf(
            self.char_order,
            self.word_order,
            float(self.beta),
            self.lowercase,
            self.whitespace,
            self.eps_smoothing,
        )

    def _score_row(self, row: Sequence[int]) -> CHRFScore:
        return CHRFScore(self.engine.score(row), self.char_order, self.word_order, self.beta)

    def _score_sentence(self, hypothesis: str, references: Any) -> CHRFScore:
        engine = self._engine or self.engine
        return CHRFScore(
            engine.sentence_score(hypothesis, references), self._char_order, self._word_order, self._beta
        )
