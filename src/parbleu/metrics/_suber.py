"""Defines the metric `SubER` (Wilken et al., 2022), which compares words, lines and times of subtitles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu._core import Segments
from parbleu.metrics._error_rates import (
    CasedMetric,
    LanguageSignature,
    error_rate,
    language_options,
    language_parameter,
    language_tokenizer,
)
from parbleu.metrics._parameters import parameter
from parbleu.metrics._score import Score
from parbleu.text._subtitle_words import ASCII_SIGNS, compared_word, without_punctuation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, ClassVar

    from numpy.typing import NDArray

    # A word, or the break behind a line, and when its subtitle begins and ends, in milliseconds.
    Token = tuple[str | int, int, int]


_LINE, _BLOCK = -1, -2
"""The breaks behind a line, and behind the last line of a subtitle."""

_STAMP = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_STAMP}[ \t]*-->[ \t]*{_STAMP}")
_TAGS = re.compile(r"</?[ibu]>", re.IGNORECASE)
_SIGNS = {**ASCII_SIGNS, ord("…"): None}
"""ASCII's punctuation and the ellipsis, which do not count."""
_ALWAYS = 0, 2**31 - 1
"""When text without a time line is shown."""


class SubERScore(Score):
    """A SubER score: the lower the better; it may exceed 100.

    Attributes:
        num_edits: insertions, deletions and substitutions of words and breaks, and shifts.
        ref_length: words and breaks of the references; for each segment their mean over its references.
    """

    __slots__ = ("num_edits", "ref_length")

    def __init__(self, name: str, score: float, num_edits: float, ref_length: float) -> None:
        self.name = name
        self.score = score
        self.num_edits: int = int(num_edits)
        self.ref_length: float = ref_length


class SubERSignature(LanguageSignature):
    """The signature of SubER: case and tok."""


class SubER(CasedMetric[SubERScore]):
    """SubER: edits of words and line breaks, among them shifts, per word and break of the reference.

    A segment is subtitles as SubRip writes them: time lines, `00:00:01,000 --> 00:00:02,500`, and behind each
    the lines of its text, down to an empty line. A word or break is kept, replaced or shifted only where one
    of the reference is shown at the same time. Letter case does not count, nor do ASCII's punctuation and the
    ellipsis in a word. Text without a time line is shown always. Further normalizations are refused, as they
    change time lines.

    Statistics, float64, shape (N, 2): the fewest edits that any reference needs; the mean number of words and
    breaks of the references.

    Raises:
        OptionError: an option has a value that it does not take.
        MissingDependencyError: the tokenizer of the language needs a package that is not installed.
    """

    CASED: ClassVar[dict[str, Any]] = {"cased": True}
    _SIGNATURE_TYPE = SubERSignature
    higher_is_better = False
    takes_normalization = False

    cased: bool = parameter(
        default=False,
        help="letter case counts, and punctuation as words of its own: SubER-cased",
        key="case",
        short="c",
        words=("lc", "mixed"),
    )
    trg_lang: str = language_parameter()

    def options_for(self, language: str) -> dict[str, Any] | None:
        """Returns the target language, if its words are found by a tokenizer."""
        return language_options(language, self.trg_lang)

    def _statistics(self, hypotheses: list[str], references: list[list[str | None]]) -> Any:
        import numpy as np

        words_of = self._words_of()
        sides = [subtitle_tokens(text, words_of) for text in hypotheses]
        fewest = np.full(len(hypotheses), np.inf)
        lengths, counts = np.zeros(len(hypotheses)), np.zeros(len(hypotheses))
        for stream in references:
            places = [segment for segment, text in enumerate(stream) if text is not None]
            token_lists = [subtitle_tokens(stream[segment] or "", words_of) for segment in places]
            edits = _edits(
                [(sides[segment], tokens) for segment, tokens in zip(places, token_lists, strict=True)]
            )
            fewest[places] = np.minimum(fewest[places], edits)
            lengths[places] += [len(tokens) for tokens in token_lists]
            counts[places] += 1
        return np.column_stack([fewest, lengths / counts])

    def _score(self, row: Any) -> SubERScore:
        edits, length = row
        return SubERScore(self.score_name, error_rate(edits, length), edits, length)

    def _words_of(self) -> Callable[[str], list[str]]:
        """Returns what makes the words that are compared of one that stands between blanks."""
        tokenizer = language_tokenizer(self.trg_lang, self.cased)
        if tokenizer is None:
            return lambda word: [compared_word(word, _SIGNS)]
        if self.cased:
            return lambda word: tokenizer(word).split()
        return lambda word: tokenizer(without_punctuation(low := word.lower()) or low).split()


def subtitle_tokens(text: str, words_of: Callable[[str], Iterable[str]]) -> list[Token]:
    """Returns the words and breaks of subtitles, by the times at which they begin.

    Args:
        text: time lines and lines of text.
        words_of: makes the words that are compared of one that stands between blanks.
    """
    lines = [(line, _TIMES.match(line)) for line in text.split("\n")]
    shown: list[tuple[int, int, list[str]]] = []
    open_lines: list[str] | None = None
    if not any(times for _, times in lines):
        shown.append((*_ALWAYS, [line for line, _ in lines]))
    for line, times in lines:
        if times:
            open_lines = []
            stamps = times.groups(default="0")
            shown.append((_milliseconds(*stamps[:4]), _milliseconds(*stamps[4:]), open_lines))
        elif not line.strip():
            open_lines = None
        elif open_lines is not None:
            open_lines.append(line)
    tokens: list[Token] = []
    for begin, end, texts in sorted(shown, key=lambda subtitle: subtitle[0]):
        parts = [[part for word in _TAGS.sub("", line).split() for part in words_of(word)] for line in texts]
        kept = [words for words in parts if words]
        for number, words in enumerate(kept, 1):
            tokens += [(word, begin, end) for word in words]
            tokens.append((_BLOCK if number == len(kept) else _LINE, begin, end))
    return tokens


def without_times(stream: Segments) -> Segments:
    """Returns segments without their time lines, if the first one with text begins with such a line."""
    first = next((text for text in map(stream.__getitem__, range(len(stream))) if text), "")
    if not _TIMES.match(first):
        return stream
    lines = [None if text is None else text.split("\n") for text in stream.to_list()]
    return Segments(
        [
            None if text is None else "\n".join([line for line in text if not _TIMES.match(line)])
            for text in lines
        ]
    )


def _milliseconds(hours: str, minutes: str, seconds: str, fraction: str) -> int:
    return 1000 * (60 * (60 * int(hours) + int(minutes)) + int(seconds)) + int(fraction.ljust(3, "0"))


def _parts(left: Sequence[Token], right: Sequence[Token]) -> list[tuple[list[Token], list[Token]]]:
    """Returns the tokens of both sides between moments at which neither shows anything."""
    parts: list[tuple[list[Token], list[Token]]] = []
    last = -1
    shown = [(side, token) for side, tokens in enumerate((left, right)) for token in tokens]
    for side, token in sorted(shown, key=lambda subtitle: subtitle[1][1]):
        _, begin, end = token
        if begin >= last:
            parts.append(([], []))
        last = max(last, end)
        parts[-1][side].append(token)
    return parts


def _edits(pairs: Sequence[tuple[Sequence[Token], Sequence[Token]]]) -> NDArray[Any]:
    """Returns the fewest edits of each pair of subtitles."""
    import numpy as np

    parts = [_parts(*pair) for pair in pairs]
    numbers: dict[str, int] = {}
    sides: list[tuple[NDArray[Any], NDArray[Any]]] = []
    for side in (0, 1):
        rows = [
            (text if isinstance(text, int) else numbers.setdefault(text, len(numbers)), begin, end)
            for of_pair in parts
            for part in of_pair
            for text, begin, end in part[side]
        ]
        sizes = [len(part[side]) for of_pair in parts for part in of_pair]
        sides.append((np.array(rows, np.int32).reshape(-1, 3), np.array([0, *sizes], np.int64).cumsum()))
    edits = _core.suber_edits(*sides[0], *sides[1], thread_count(None))
    sums = np.concatenate([[0], edits.cumsum()])
    ends = np.array([0, *map(len, parts)]).cumsum()
    of_pairs: NDArray[Any] = sums[ends[1:]] - sums[ends[:-1]]
    return of_pairs
