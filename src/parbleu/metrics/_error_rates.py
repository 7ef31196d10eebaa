"""Defines the metrics `WER` and `CER`: edits of words and of characters, as papers on speech report them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu._core import Segments
from parbleu.errors import InputShapeError
from parbleu.metrics._base import Metric
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._parameters import Parameter, ParameterSignature, ScoreType, parameter
from parbleu.metrics._score import Score
from parbleu.text._subtitle_words import without_punctuation
from parbleu.text._tokenizers import tokenizer_of_signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, ClassVar

    from parbleu.text._tokenizers.base import Tokenizer

_LANGUAGES = {"none": "", "zh": "zh", "ja-mecab": "ja", "ko-mecab": "ko"}
"""The tokenizer in a signature -> a language that chooses it."""


def tokenizer_for(language: str) -> str:
    """Returns the name of the tokenizer that a target language needs; "none" where blanks part words."""
    name = BLEU.tokenizer_of(language)
    return name if name in _LANGUAGES else "none"


def language_tokenizer(language: str, parts_punctuation: bool = False) -> Tokenizer | None:
    """Returns the tokenizer that a target language needs; None where blanks part words.

    Args:
        language: its code.
        parts_punctuation: whether punctuation is parted from words where blanks part these.

    Raises:
        MissingDependencyError: it needs a package that is not installed.
    """
    from parbleu.text._tokenizers import get_tokenizer

    name = tokenizer_for(language)
    if name == "none" and parts_punctuation:
        from parbleu.text._tokenizers.tercom import TercomTokenizer

        return TercomTokenizer(normalized=True, case_sensitive=True)
    return None if name == "none" else get_tokenizer(name)


def error_rate(edits: float, length: float) -> float:
    """Returns edits in percent of what a reference has; of an empty one 0 without edits, else 100."""
    return 100 * edits / length if length else 100.0 * (edits > 0)


class ErrorRateScore(Score):
    """An error rate: the lower the better; it may exceed 100.

    Attributes:
        num_edits: insertions, deletions and substitutions.
        ref_length: words or characters of the references, of each segment of the closest one.
    """

    __slots__ = ("num_edits", "ref_length")

    def __init__(self, name: str, score: float, num_edits: int, ref_length: int) -> None:
        self.name = name
        self.score = score
        self.num_edits: int = num_edits
        self.ref_length: int = ref_length


class LanguageSignature(ParameterSignature):
    """A signature in which the target language is the tokenizer that it chooses."""

    def render(self, parameter: Parameter, args: Mapping[str, Any]) -> str:
        """Returns one parameter's value as the signature writes it."""
        if parameter.name != "trg_lang":
            return super().render(parameter, args)
        tokenizer = language_tokenizer(args["trg_lang"])
        return "none" if tokenizer is None else tokenizer.signature()

    @classmethod
    def parse(cls, parameter: Parameter, text: str) -> dict[str, Any]:
        """Returns the options that `render` wrote as `text`.

        Raises:
            ValueError: nothing is written so.
        """
        if parameter.name != "trg_lang":
            return super().parse(parameter, text)
        name = tokenizer_of_signature(text)
        if name not in _LANGUAGES:
            raise ValueError(text)
        return {"trg_lang": _LANGUAGES[name]}


def case_parameter() -> Any:
    """Declares whether letter case counts."""
    return parameter(default=False, help="do not ignore case", key="case", short="c", words=("lc", "mixed"))


def punctuation_parameter() -> Any:
    """Declares whether punctuation counts."""
    return parameter(default=False, help="do not remove punctuation", key="punct", short="pn")


def language_parameter() -> Any:
    """Declares the target language, which may choose a tokenizer."""
    return parameter(
        default="",
        help="target language: Chinese, Japanese and Korean choose their tokenizer",
        flags=(),
        key="tok",
        place=1,
    )


def language_options(language: str, chosen: str) -> dict[str, Any] | None:
    """Returns the option of a language whose words a tokenizer finds; None if `chosen` has that tokenizer."""
    wanted = tokenizer_for(language)
    if wanted == "none":
        return {}
    return None if tokenizer_for(chosen) == wanted else {"trg_lang": language}


class WERSignature(LanguageSignature):
    """The signature of WER: case, punct and tok."""

    def render(self, parameter: Parameter, args: Mapping[str, Any]) -> str:
        """Returns one parameter's value as the signature writes it."""
        if parameter.name == "punctuation" and args["punctuation_words"]:
            return "words"
        return super().render(parameter, args)

    @classmethod
    def parse(cls, parameter: Parameter, text: str) -> dict[str, Any]:
        """Returns the options that `render` wrote as `text`.

        Raises:
            ValueError: nothing is written so.
        """
        if parameter.name == "punctuation" and text == "words":
            return {"punctuation_words": True}
        return super().parse(parameter, text)


class CasedMetric(Metric[ScoreType]):
    """A metric whose scores are called so where letter case and punctuation count: WER-cased."""

    CASED: ClassVar[dict[str, Any]]
    """The options with which they do."""

    @property
    def score_name(self) -> str:
        """The name of its scores: the metric's, or with "-cased" behind it."""
        is_cased = all(getattr(self, name) == value for name, value in self.CASED.items())
        return f"{self.name}-cased" if is_cased else self.name

    @classmethod
    def options_from_name(cls, name: str) -> dict[str, Any] | None:
        """Returns the options of a name of scores; None for another metric's name."""
        return dict(cls.CASED) if name == f"{cls.__name__}-cased" else super().options_from_name(name)


class _ErrorRate(CasedMetric[ErrorRateScore]):
    """Insertions, deletions and substitutions in percent of what the reference has."""

    UNIT: ClassVar[str]
    higher_is_better = False

    if TYPE_CHECKING:
        case_sensitive: bool
        punctuation: bool

    def _compared(self, texts: Sequence[str | None]) -> Segments:
        """Returns texts as they are compared; a missing one stays missing."""
        return Segments([None if text is None else self._text(text) for text in texts])

    def _text(self, text: str) -> str:
        text = text if self.case_sensitive else text.lower()
        return text if self._keeps_punctuation() else without_punctuation(text)

    def _keeps_punctuation(self) -> bool:
        return self.punctuation

    def _statistics(self, hypotheses: list[str], references: list[list[str | None]]) -> Any:
        import numpy as np

        streams = tuple(self._compared(stream) for stream in references)
        (runs, starts), _, coarse = _core.edit_scripts(
            streams, self._compared(hypotheses), self.UNIT, thread_count(None)
        )
        if coarse.any():
            raise InputShapeError(
                f"{self.name}: segment {int(coarse.argmax()) + 1} is too long to be compared: split it into "
                "sentences"
            )
        edit, left_begin, left_end, right_begin, right_end = runs.T.astype(np.int64)
        lengths = left_end - left_begin
        edits = np.where(edit == 0, 0, np.maximum(lengths, right_end - right_begin))
        sums = np.concatenate([np.zeros((1, 2), np.int64), np.column_stack([edits, lengths]).cumsum(axis=0)])
        return sums[starts[1:]] - sums[starts[:-1]]

    def _score(self, row: Any) -> ErrorRateScore:
        edits, length = map(int, row)
        return ErrorRateScore(self.score_name, error_rate(edits, length), edits, length)


class WER(_ErrorRate):
    """WER: insertions, deletions and substitutions of words in percent of the reference's words.

    Words stand between blanks; letter case and punctuation do not count. Of several references the closest
    one counts. Scores of which letter case counts, and punctuation as words, are called WER-cased.

    Statistics, int64, shape (N, 2): edits; words of the closest reference.

    Raises:
        InputShapeError: a segment is too long to be compared.
        OptionError: an option has a value that it does not take.
        MissingDependencyError: the tokenizer of the language needs a package that is not installed.
    """

    UNIT: ClassVar[str] = "word"
    CASED: ClassVar[dict[str, Any]] = {"case_sensitive": True, "punctuation_words": True}
    _SIGNATURE_TYPE = WERSignature

    case_sensitive: bool = case_parameter()
    punctuation: bool = punctuation_parameter()
    trg_lang: str = language_parameter()
    punctuation_words: bool = parameter(
        default=False, help="punctuation counts as words of its own, which TERCOM's tokenizer parts", key=""
    )

    def options_for(self, language: str) -> dict[str, Any] | None:
        """Returns the target language, if its words are found by a tokenizer."""
        return language_options(language, self.trg_lang)

    def _keeps_punctuation(self) -> bool:
        return self.punctuation or self.punctuation_words

    def _compared(self, texts: Sequence[str | None]) -> Segments:
        tokenizer = language_tokenizer(self.trg_lang, self.punctuation_words)
        stream = super()._compared(texts)
        if tokenizer is None:
            return stream
        return Segments([None if text is None else tokenizer(text) for text in stream.to_list()])


class CER(_ErrorRate):
    """CER: insertions, deletions and substitutions of characters in percent of the reference's characters.

    Blanks are characters; letter case and punctuation do not count. Of several references the closest one
    counts. Scores of which both count are called CER-cased.

    Statistics, int64, shape (N, 2): edits; characters of the closest reference.

    Raises:
        InputShapeError: a segment is too long to be compared.
        OptionError: an option has a value that it does not take.
    """

    UNIT: ClassVar[str] = "character"
    CASED: ClassVar[dict[str, Any]] = {"case_sensitive": True, "punctuation": True}

    case_sensitive: bool = case_parameter()
    punctuation: bool = punctuation_parameter()
