"""Samples both sides of a corpus, and finds signs in the sample that the sides do not fit each other.

Equal sides, shifted lines, byte order marks and writing without blanks between words make scores that
are seldom what was wanted. `parbleu.text._segmentation_warning` judges how text is cut.
"""

from __future__ import annotations

from parbleu._core import (
    LineSampler,
    Segments,
    WritingLimits,
    is_expected,
    language_by_script,
    looks_cut,
    reasoning_begins,
    shared_words,
    shares_of_traditional,
    shifted_lines,
    writing_suspects,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Any

    from parbleu._core import WritingDifference


_REASONING_BEGINS = reasoning_begins()
_FIRST_OF_REASONING = frozenset(begin[0] for begin in _REASONING_BEGINS)

LANGUAGES = {"zh": "Chinese", "ja": "Japanese", "th": "Thai", "lo": "Lao", "my": "Burmese", "km": "Khmer"}
"""The codes of what is written without blanks between words."""

BYTE_ORDER_MARK = "\ufeff"

_SIGNS = {
    "\ufffd": "the character U+FFFD: bytes that were no text in the encoding they were read in",
    "⁇": "⁇, which SentencePiece writes for what its vocabulary lacks",
    " ||| ": "' ||| ' as n-best lists and pairs of source and target have: cut out the translation",
}

_MOST_LINES = 0.8
"""The share of lines that have such a sign, from which on it is no text even if references have it."""

_SEARCHED = 4_000  # characters of a line in which letters are sought that were lost

_FULL_STOPS = tuple(".!?")
_LEFTWARDS = (("\u05d0", "\u08ff"), ("\ufb1d", "\ufefc"))
"""Letters that are written from right to left."""

_FROM = "\u0e00"  # scripts that need no blanks between words begin here
_FIRST_KANA, _LAST_KANA = "\u3040", "\u30ff"
DIGITS = "0123456789"
_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)
_SHOWN = 3  # numbers of lines


class CorpusSample:
    """A sample of the systems' output and of the references, which may be added in pieces.

    Args:
        sampler: what draws the lines, and may have done so; its first look tells whether another is needed.

    Attributes:
        systems: lines of each.
        references: lines of each stream.
        sources: lines of the source, if it is known.
        places: the number of each line, from 0.
        n_lines: how many lines there are.
        shifted: the place of a system -> which `pairs` of it are shifted, once `shifts` has looked.
    """

    def __init__(self, sampler: LineSampler | None = None) -> None:
        self._sampler = LineSampler() if sampler is None else sampler
        self._is_normalized = False
        self._read()

    def _read(self) -> None:
        self.systems: list[list[str]] = self._sampler.systems
        self.references: list[list[str]] = self._sampler.references
        self.sources: list[list[str]] = self._sampler.sources
        self.places: list[int] = self._sampler.places
        self.n_lines: int = self._sampler.n_lines
        self._suspects: list[list[str]] | None = None
        self._cut: list[list[bool]] | None = None
        self._pairs: list[int] | None = None
        self.shifted: dict[int, range] = {}
        self._shared: dict[int, list[tuple[list[int], ...]]] = {}

    def normalized(self, names: Sequence[str]) -> CorpusSample:
        """Returns the sample with both sides normalized by name; what was cut before stays known."""
        from parbleu.text._normalizations import normalized

        sample = CorpusSample(self._sampler)
        sample._is_normalized = True
        sample.systems = [normalized(lines, names) for lines in self.systems]
        sample.references = [normalized(lines, names) for lines in self.references]
        sample._cut = self.cut_reasoning()
        return sample

    def cut_reasoning(self) -> list[list[bool]]:
        """Returns for each system which lines are reasoning of a language model, and no text behind it."""
        if self._cut is None:
            self._cut = [_cut_reasoning(lines) for lines in self.systems]
        return self._cut

    def add(
        self,
        systems: Collection[Segments],
        references: Collection[Segments],
        sources: Collection[Segments] = (),
        expected: int = 0,
    ) -> None:
        """Looks at a piece of all streams, which every piece has; later ones may have more references.

        Args:
            systems: the piece of each output.
            references: that of each reference stream.
            sources: that of the source, if it is known.
            expected: about how many lines all pieces have, if that is known: then as many are looked at as of
                one piece, and not up to twice as many.
        """
        self._sampler.add(systems, references, sources, expected)
        self._read()

    def is_odd(self) -> bool:
        """Returns whether a sample needs the closer look of `parbleu.text._segmentation_warning`."""
        every = self.step
        return looks_cut([Segments(lines[::every]) for lines in (*self.systems, *self.references)])

    def add_source(self, source: Segments) -> None:
        """Adds the lines of a source that was read after the other sides."""
        self._sampler.add_source(source)
        self._read()

    def is_expected(self, language: Sequence[str]) -> bool:
        """Returns whether texts are certainly in a language, as `_languages.expectation` describes it."""
        return not self._is_normalized and is_expected(self._sampler, *language)

    def seems_unlike(self, system: int) -> bool:
        """Returns whether output number `system` may be unlike its references: `how_unlike` looks closer."""
        return self._is_normalized or self._sampler.seems_unlike(system)

    def seems_turned(self, system: int) -> bool:
        """Returns whether output number `system` may have its words reversed: `how_damaged` looks closer."""
        return not self._is_normalized and self._sampler.seems_turned(system)

    def compared(self, system: int) -> tuple[list[str], list[str]]:
        """Returns lines of output number `system`, and those of the first reference to compare them with."""
        lines, references = (side[:: self.step] for side in (self.systems[system], self.references[0]))
        if all(references):
            return lines, references
        known = [at for at, reference in enumerate(references) if reference]
        return [lines[at] for at in known], [references[at] for at in known]

    def shares_of_words(self, system: int) -> list[float]:
        """Returns the share of words that each line of `pairs` has in common with its reference."""
        *sizes, shared, _ = self.shared_words(system, 0 if self.has_blanks() else 2)
        return [count / (most or 1) for count, most in zip(shared, map(max, *sizes), strict=True)]

    def repeated(self, system: int) -> int:
        """Returns how many lines of `pairs` are the same as the next one, while references differ.

        Short ones do not count: labels of programs, and what people say, are often the same.
        """
        lines, references = self.systems[system], self.references[0]
        return sum(
            len(lines[at]) > WritingLimits.short_line
            and lines[at] == lines[at + 1]
            and references[at] != references[at + 1]
            for at in self.pairs()
        )

    def foreign_part(self, system: int, name: str, reference: str) -> tuple[int, str] | None:
        """Returns the percentage of segments of an output in another language, and what tells it.

        Returns None if they are few, or the package that recognizes languages is not installed.
        """
        lines = self.perhaps_foreign(system)
        if lines is None:
            return None
        from parbleu.errors import MissingDependencyError
        from parbleu.text._identified_language import other_language

        try:
            identified = other_language(*lines)
        except MissingDependencyError:
            return None
        if identified is None:
            return None
        percentage = round(100 * identified.share * len(lines[0]) / len(lines[1]))
        return percentage, (
            f"about {percentage} % of the segments of {name} seem to be in the language "
            f"{identified.language}, and {reference} in {identified.expected}; `parbleu analyze data REF "
            f"-i HYP --language {identified.expected} --checks wrong_language` lists them"
        )

    def perhaps_foreign(self, system: int) -> tuple[list[str], list[str]] | None:
        """Returns lines of output number `system` that may be in another language, and of the references.

        Returns None if there are few such lines.
        """
        if not self.references:
            return None
        firsts = self.pairs()
        cut, shifted = self.cut_reasoning()[system], self.shifted.get(system, ())
        # Where there are no blanks, single characters tell: two neighbours are seldom in another line.
        words, _, _, known = self.shared_words(system, 0 if self.has_blanks() else 1)
        doubtful = [
            at
            for pair, (at, count, in_references) in enumerate(zip(firsts, words, known, strict=True))
            if pair not in shifted
            and count >= WritingLimits.fewest_words
            and in_references < WritingLimits.known_words * count
            and not (cut and cut[at])
        ]
        if len(doubtful) < max(WritingLimits.fewest_foreign, WritingLimits.tenth * len(firsts)):
            return None
        lines = self.systems[system]
        return [lines[at] for at in doubtful], [self.references[0][at] for at in firsts]

    def pairs(self) -> list[int]:
        """Returns where lines are in the sample behind which stand those that follow them in the text."""
        if self._pairs is None:
            self._pairs = self._sampler.neighbours()
        return self._pairs

    def has_blanks(self) -> bool:
        """Returns whether words of the references are parted by blanks."""
        begin = "".join(self.references[0][: WritingLimits.language_lines])
        is_parted = begin.count(" ") > WritingLimits.unwritten * len(begin)
        return is_parted and not language_without_blanks(self.references[0])  # with names in Latin letters

    def shared_words(self, system: int, characters: int) -> tuple[list[int], ...]:
        """Returns what the lines of `pairs` have in common with those of the first reference.

        Of each line there are the number of distinct words that it begins with, that of the reference, that
        of both, and how many words of the line any line of the reference has.

        Args:
            system: its place.
            characters: 0 for words between blanks, 1 or 2 for so many neighbouring characters, of which half
                as long a begin is looked at where they are two.
        """
        if characters not in self._shared:
            firsts = self.pairs()
            outputs = Segments([lines[at] for lines in self.systems for at in firsts])
            reference = Segments([self.references[0][at] for at in firsts])
            counts = shared_words(
                outputs, reference, WritingLimits.begin_of_line // max(characters, 1), characters
            )
            parts = [range(begin, begin + len(firsts)) for begin in range(0, len(outputs), len(firsts) or 1)]
            self._shared[characters] = [
                tuple([numbers[part.start : part.stop] for numbers in counts]) for part in parts
            ] or [([], [], [], [])] * len(self.systems)
        return self._shared[characters][system]

    def percent(self, count: float, looked_at: Sequence[object]) -> str:
        """Returns how many of a hundred so many of these lines are: "about 12" if they are a sample."""
        about = "about " if self.n_lines > len(looked_at) else ""
        return f"{about}{round(100 * count / len(looked_at)) or 1}"

    def numbers(self, at: Sequence[int]) -> str:
        """Returns in words which segments are at these places of the sample: the first few of them."""
        shown = ", ".join([str(self.places[place] + 1) for place in at[:_SHOWN]])
        return f"segments {shown}{', ...' if len(at) > _SHOWN else ''}"

    @property
    def step(self) -> int:
        """The step that leaves so many lines that are searched for signs of another writing."""
        return self._sampler.step

    def suspects(self) -> list[list[str]]:
        """Returns for each system the normalizations that may change its score."""
        if self._suspects is None:
            every = self.step
            outputs = [Segments(lines[::every]) for lines in self.systems]
            streams = [Segments(lines[::every]) for lines in self.references[:1]]
            self._suspects = writing_suspects(outputs, streams[0]) if streams else []
        return self._suspects

    def written_differently(self, engine: Any, others: Sequence[str] = ()) -> list[WritingDifference | None]:
        """Returns for each system what normalizations make of its score, if that is much; else None.

        Where they make much of the score of one system, less of that of another is told, too.

        Args:
            engine: what computes the score.
            others: normalizations to try besides those that signs speak for.
        """
        suspects = self.suspects()
        if not (others or any(suspects)):
            return [None] * len(suspects)
        from parbleu._core import writing_differences
        from parbleu.text._normalizations import NORMALIZATIONS, normalized_for_trial

        references = [Segments(side) for side in self.references]
        systems = []
        for lines, cut, names in zip(self.systems, self.cut_reasoning(), suspects, strict=True):
            sides = [Segments(lines), *references]
            if cut:
                whole = [line for line, is_cut in enumerate(cut) if not is_cut]
                sides = [Segments(side.chosen(whole)) for side in sides]
            tried = [name for name in NORMALIZATIONS if name in names] if names else []
            systems.append((sides, [*tried, *(name for name in others if name not in tried)]))
        return writing_differences(systems, engine, normalized_for_trial, self.n_lines > len(self.places))


def is_of_likely_length(length: int, other: int) -> bool:
    """Returns whether translations of one text may have so many characters."""
    return WritingLimits.shortest * other <= length <= other / WritingLimits.shortest


def is_cut(line: str, other: str) -> bool:
    """Returns whether a line that is not empty has less than half of the characters of a long other one."""
    return 0 < 2 * len(line) < len(other) > WritingLimits.long_text


def affix_keys(lines: Sequence[str], at_end: bool) -> list[bytes]:
    """Returns the first characters of each line, or the last ones, with numbers as 0."""
    if at_end:
        parts = [line[-WritingLimits.end_affix :] for line in lines]
    else:
        parts = [
            line[: WritingLimits.begin_affix] if line[:1] not in DIGITS else f"0{line.lstrip(DIGITS)[:1]}"
            for line in lines
        ]
    return [part.encode("utf-8", "surrogatepass").translate(_ZEROS) for part in parts]


def own_affix(lines: Sequence[str], others: Sequence[str], at_end: bool) -> tuple[bytes, int]:
    """Returns what of `affix_keys` most lines have and hardly any others do, and how many; nothing if few."""
    keys, known = affix_keys(lines, at_end), affix_keys(others, at_end)
    if len({*keys}) > (1 - WritingLimits.affixed) * len(keys) + 1:
        return b"", 0
    usual = {key for key in {*keys} if known.count(key) <= WritingLimits.tenth * keys.count(key)}
    key, count = _most_frequent([key for key in keys if key in usual])
    is_much = count > max(WritingLimits.few_lines, WritingLimits.affixed * len(keys))
    return (key, count) if is_much else (b"", 0)


def _most_frequent(items: Sequence[Any]) -> tuple[Any, int]:
    """Returns what occurs most often, and how often, without `collections`, which takes long to load."""
    counts: dict[Any, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    item = max(counts, key=counts.__getitem__, default="")
    return item, counts.get(item, 0)


def _bytes(text: str) -> float:
    """Returns how many bytes in UTF-8 a character has, on average; 1 of no text."""
    return 1.0 if text.isascii() else len(text.encode("utf-8", "surrogatepass")) / len(text)


def width_differs(line: str, other: str) -> bool:
    """Returns whether one line has mostly characters of ASCII and the other hardly any."""
    if (
        (line.isascii() and other.isascii())
        or len(line) <= WritingLimits.short_line
        or len(other) <= WritingLimits.short_line
    ):
        return False
    least, most = sorted((_bytes(line), _bytes(other)))
    return least < WritingLimits.mostly_ascii and most > WritingLimits.hardly_ascii


def lacks_kana(line: str, other: str) -> bool:
    """Returns whether a line of Chinese characters has no kana, and another one has some."""
    if line.isascii():
        return False
    return (
        len(line) > WritingLimits.short_line
        and _bytes(line) > WritingLimits.hardly_ascii
        and _kana(line) == 0 < _kana(other)
    )


def _kana(text: str) -> int:
    return sum(_FIRST_KANA <= character <= _LAST_KANA for character in text)


def _cut_reasoning(lines: Sequence[str]) -> list[bool]:
    """Returns which lines have no text behind the reasoning that they begin with; [] if none has any."""
    perhaps = [line for line in lines if line and line[0] in _FIRST_OF_REASONING]
    if not any(line.startswith(_REASONING_BEGINS) for line in perhaps):
        return []
    from parbleu.text._normalizations import normalized

    texts = normalized(lines, ["reasoning"])
    cut = [line != "" and text == "" for line, text in zip(lines, texts, strict=True)]
    return cut if any(cut) else []


def language_without_blanks(lines: Sequence[str]) -> str:
    """Returns the code, in `LANGUAGES`, of what most of these lines are in; "" of others and of cut text."""
    language = language_by_script(Segments(lines))
    return language if language in LANGUAGES else ""


def is_korean(lines: Sequence[str]) -> bool:
    """Returns whether most characters of these lines, but for blanks, are Hangul, and there are a few."""
    return language_by_script(Segments(lines)) == "ko"


def mismatches(
    sample: CorpusSample, systems: Sequence[str], references: Sequence[str], equal: bool = True
) -> Iterator[str]:
    """Yields a line for each sign that the sides do not fit each other.

    Args:
        sample: lines of both sides.
        systems: what to call the systems.
        references: what to call the reference streams.
        equal: whether texts that are the same are such a sign.
    """
    names = (*systems, *references)
    for name, lines in zip(names, (*sample.systems, *sample.references), strict=True):
        if lines and lines[0].startswith(BYTE_ORDER_MARK):
            yield f"{name} begins with a byte order mark, which is scored; the encoding utf-8-sig removes it"
    for name, lines, cut in zip(systems, sample.systems, sample.cut_reasoning(), strict=True):
        if cut:
            yield (
                f"{sample.percent(sum(cut), cut)} % of the segments of {name} are reasoning of a "
                "language model, which ends before a translation begins: the output was cut; translate these "
                "segments again with a higher limit of tokens, or without reasoning"
            )
            continue
        n_empty = 0 if all(map(str.strip, lines)) else sum(not line.strip() for line in lines)
        if n_empty > max(WritingLimits.few_lines, WritingLimits.rare * len(lines)):
            yield f"{sample.percent(n_empty, lines)} % of the segments of {name} are empty"
        yield from _filled(name, lines, sample)
        lines, *streams = (side[:: sample.step] for side in (lines, *sample.references))
        yield from _odd_lines(name, lines, streams, sample)
        if streams and (shares := shares_of_traditional(Segments(lines), Segments(streams[0]))):
            share, other = (f"about {100 * share:.0f} %" for share in shares)
            yield (
                f"{share} of the Chinese characters of {name} that differ are traditional, and {other} of "
                f"{references[0]}'s: convert both to traditional or both to simplified ones, as with OpenCC"
            )
    if sample.places and sample.references and not any(map("".join, sample.references)):
        yield f"all segments of {' and '.join(references)} are empty: a score says nothing"
    yield from _equal_streams(sample, systems, references) if equal else ()
    for name, lines in zip(names, (*sample.systems, *sample.references), strict=True):
        for source in sample.sources:
            copied = _copied(lines, source, [stream for stream in sample.references if stream is not lines])
            if copied:
                percent = sample.percent(len(copied), [line for line in lines if line])
                which = f"are {SOURCE_ITSELF} ({sample.numbers(copied)})"
                yield f"{percent} % of the segments of {name} {which}: not translated?"
    if sample.systems and sample.references:
        yield from shifts(sample, systems, references[0])


def _filled(name: str, lines: Sequence[str], sample: CorpusSample) -> Iterator[str]:
    """Yields what many lines of an output are besides translations, and no lines of the references."""
    most = max(WritingLimits.few_lines, WritingLimits.rare * len(lines))
    if len(lines) - len({*lines}) > most - 1:  # all of the equal lines but the first
        known = set().union(*sample.references)
        line, count = _most_frequent([line for line in lines if line.strip() and line not in known])
        usual = max([_most_frequent(stream)[1] for stream in sample.references], default=0)
        if count > most + usual:
            share, shown = sample.percent(count, lines), line[: WritingLimits.end_of_line]
            yield f"{share} % of the segments of {name} are the same text: {shown!r}"
    text = "".join(lines)
    for sign, meaning in _SIGNS.items():
        # A rare character is soon looked for.
        if sign.strip()[0] not in text or text.count(sign) <= most:
            continue
        count = sum(sign in line for line in lines)
        is_text = count < _MOST_LINES * len(lines) and any(
            sign in line for stream in sample.references for line in stream
        )
        if count > most and not is_text:
            yield f"{sample.percent(count, lines)} % of the segments of {name} have {meaning}"


def _odd_lines(
    name: str, lines: Sequence[str], references: Sequence[Sequence[str]], sample: CorpusSample
) -> Iterator[str]:
    """Yields how many lines of an output look as translations seldom do, and those of references neither."""
    most = max(WritingLimits.few_lines, WritingLimits.rare * len(lines))
    text = "".join(lines)
    for sign, is_odd, meaning in _ODD_LINES:
        count = sum(map(is_odd, lines)) if sign in text else 0
        if count > most and not any(sum(map(is_odd, stream)) > most / 2 for stream in references):
            yield f"{sample.percent(count, lines)} % of the segments of {name} {meaning}"
    least = WritingLimits.no_blanks * len(text)
    if len(lines) <= WritingLimits.few_lines or text.count(" ") >= least:
        return
    if len(text) - sum(map(len, text.split())) >= least:  # of another kind, which part words, too
        return
    texts = list(map("".join, references))
    has_blanks = (
        min((other.count(" ") / (len(other) or 1) for other in texts), default=0) > WritingLimits.written
    )
    is_whole = 2 * len(text) > min(map(len, texts), default=0)  # single words have no blanks either
    if has_blanks and is_whole and not language_without_blanks(lines):
        yield f"{name} has no blanks between words: every word counts as wrong"


def _is_twice(line: str) -> bool:
    half = len(line) // 2
    return half > 10 and line[0] == line[-half] and line[:half] == line[-half:]


def _goes_on(line: str) -> bool:
    return (
        len(line) > WritingLimits.long_line
        and line.count(line[-WritingLimits.last_words :]) >= WritingLimits.fewest_repeats
    )


def _lost_letters(line: str) -> bool:
    if "?" not in line:
        return False
    words = line[:_SEARCHED].split()
    words = [word for word in words if "?" in word and "/" not in word and "=" not in word]  # no URLs
    parts = [[part for part in word.split("?") if part] for word in words]
    return any(any(map(_are_of_a_word, word, word[1:])) for word in parts)


def _are_of_a_word(part: str, other: str) -> bool:
    """Returns whether one word can have two parts; in `Why?Because`, two sentences have them."""
    letter, after = part[-1], other[0]
    are_letters = letter.isalpha() and after.isalpha() and max(letter, after) < _FROM
    return are_letters and (after.islower() or not letter.islower())


def _is_reversed(line: str) -> bool:
    return line.startswith(_FULL_STOPS) and any(first <= line[1:2] <= last for first, last in _LEFTWARDS)


def _is_zawgyi(line: str) -> bool:
    """Returns whether Burmese is in the encoding of Zawgyi; in Unicode, virama stands between consonants."""
    return any(not "\u1000" <= part[:1] <= "\u1021" for part in line.split(_VIRAMA)[1:])


_VIRAMA = "\u1039"

_ODD_LINES: tuple[tuple[str, Callable[[str], bool], str], ...] = (
    ("", _is_twice, "are a text twice: score it once"),
    ("", _goes_on, "repeat their last words again and again: the model found no end"),
    ("?", _lost_letters, "have '?' inside words: letters were lost that an encoding lacked"),
    ("", _is_reversed, "begin with a full stop: characters in the order of display, from right to left"),
    (_VIRAMA, _is_zawgyi, "are in the encoding of the font Zawgyi: convert them to Unicode"),
)
"""A character without which no line is odd, what tells that a line is, and what such segments are or do."""


def _equal_streams(sample: CorpusSample, systems: Sequence[str], references: Sequence[str]) -> Iterator[str]:
    first: dict[tuple[str, ...], list[tuple[list[str], str]]] = {}  # by the lines that they begin with
    for name, lines in zip(references, sample.references, strict=True):
        if len(lines) < WritingLimits.few_lines or not any(lines):
            continue
        alike = first.setdefault((*lines[: WritingLimits.few_lines],), [])
        same = next((other for text, other in alike if text == lines), None)
        if same is None:
            alike.append((lines, name))
        else:
            yield f"{name} and {same} are the same reference: a second one of its kind changes no score"
    for name, lines in zip(systems, sample.systems, strict=True):
        for text, other in first.get((*lines[: WritingLimits.few_lines],), ()):
            if text == lines:
                yield f"{name} and the reference {other} are the same text: such a score says nothing"


SOURCE_ITSELF = "the source itself"


def _copied(lines: Sequence[str], source: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """Returns the places of lines that are those of the source; none if it is usual that a few are.

    They are most of the lines; or many long ones that no reference keeps, and references keep hardly any.
    """
    n_lines = len(lines) - lines.count("")
    equal = [at for at, line in enumerate(lines) if line and line == source[at]]
    if n_lines < WritingLimits.few_lines or not equal:
        return []
    if len(equal) >= WritingLimits.mostly * n_lines:
        return equal
    kept = {at for stream in references for at, line in enumerate(stream) if line == source[at]}
    unlike = [at for at in equal if len(lines[at]) >= WritingLimits.copied_line and at not in kept]
    is_unusual = (
        len(unlike) > max(WritingLimits.few_lines, WritingLimits.tenth * n_lines)
        and len(kept) < WritingLimits.rare * n_lines
    )
    return equal if is_unusual and references else []


def shifts(sample: CorpusSample, systems: Sequence[str], reference: str) -> Iterator[str]:
    """Yields for each system of a sample which lines match their neighbours instead of each other."""
    firsts, references = sample.pairs(), Segments(sample.references[0])
    for number, (name, lines) in enumerate(zip(systems, sample.systems, strict=True)):
        found = shifted_lines(
            Segments(lines), references, firsts, sample.places, sample.has_blanks(), name, reference
        )
        if found:
            begin, end, line = found
            sample.shifted[number] = range(begin, end)
            yield line


def best_run(better: Sequence[float], worse: Sequence[float]) -> tuple[int, int]:
    """Returns where the run begins and ends in which the sum of `better` exceeds that of `worse` most."""
    best = total = 0.0
    first = begin = end = 0
    for index, (one, other) in enumerate(zip(better, worse, strict=True)):
        if total <= 0:
            total, begin = 0.0, index
        total += one - other
        if total > best:
            best, first, end = total, begin, index + 1
    return first, end


def first_of_tail(better: Sequence[float], worse: Sequence[float]) -> int:
    """Returns from where on the sum of `better` exceeds that of `worse` most; the length if nowhere."""
    best, gain, begin = 0.0, 0.0, len(better)
    for index in range(len(better) - 1, -1, -1):
        gain += better[index] - worse[index]
        if gain > best:
            best, begin = gain, index
    return begin


def likeness(text: str, other: str) -> float:
    """Returns the share of words that two lines have in common, of the line with more.

    Lines without blanks are compared by their pairs of characters.
    """
    if " " in text and " " in other:
        first, second = set(text.split()), set(other.split())
    else:
        first, second = set(map(str.__add__, text, text[1:])), set(map(str.__add__, other, other[1:]))
    return len(first & second) / (max(len(first), len(second)) or 1)


def drift(lines: Sequence[str], others: Sequence[str]) -> str:
    """Returns in words where a text ceases to match a longer one line by line; "" if that is unclear."""
    surplus = len(others) - len(lines)
    if not any(others[-surplus:]):
        return "it ends in an empty line" if surplus == 1 else f"it ends in {surplus} empty lines"
    own = list(map(likeness, lines, others))
    shifted = list(map(likeness, lines, others[surplus:]))
    turn = first_of_tail(shifted, own)
    matched = sum(own[:turn]) + sum(shifted[turn:])
    if matched < WritingLimits.alike * len(lines) or not lines:
        return ""
    if turn == len(lines):
        return f"it goes on after line {turn}, where the other ends"
    if turn == 0:
        from parbleu._base.wording import counted

        return f"it begins with {counted(surplus, 'line')} that the other lacks"
    return f"the two match up to about line {turn}, and from there on shifted by {surplus}"
