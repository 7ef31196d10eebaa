"""Slow twins, in Python, of what the core tells of samples of texts besides how they are spelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from parbleu._core import Segments, language_by_script
from parbleu.text._corpus_sample import BYTE_ORDER_MARK, SOURCE_ITSELF, CorpusSample


class Limits:
    """The thresholds of the core, written a second time."""

    begin_of_line = 80
    end_of_line = 80
    last_words = 24
    long_line = 120
    fewest_repeats = 4
    fewest_foreign = 4
    fewest_words = 4
    short_line = 10
    copied_line = 20
    long_text = 40
    begin_affix = 2
    end_affix = 6
    fewest_unmatched = 8
    fewest_damaged = 20
    frequent_letter = 4
    rare = 0.05
    tenth = 0.1
    written = 0.1
    unwritten = 0.05
    no_blanks = 0.01
    known_words = 0.25
    shortest = 0.6
    many_cut = 0.2
    affixed = 0.12
    mostly_ascii = 1.25
    hardly_ascii = 1.5
    rarely_shared = 0.12
    damaged_in_line = 0.5
    hardly = 0.1
    jump = 2.0
    few_lines = 3
    language_lines = 32
    mostly = 0.5


_REASONING_BEGINS = (
    "<think",
    "<Think",
    "<THINK",
    "<seed:think",
    "<reasoning",
    "<thought",
    "<scratchpad",
    "<|channel|>analysis",
    "<|START_THINKING|>",
    "<|begin_of_thought|>",
    "[THINK]",
    "◁think▷",
    "analysis",
)

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
_DIGITS = "0123456789"
_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)
_NUMBERS_SHOWN = 3


def shared_words(lines: Sequence[str], references: Sequence[str], characters: int) -> tuple[list[int], ...]:
    """Returns how many words lines begin with, those of their references, those of both, and those of any."""

    def words(line: str) -> set[str]:
        begin = line[: Limits.begin_of_line // max(characters, 1)]
        if not characters:
            return {*begin.split()}
        return {begin[at : at + characters] for at in range(len(begin) + 1 - characters)}

    others = list(map(words, references))
    known = set().union(*others)
    own = list(map(words, lines))
    return (
        [*map(len, own)],
        [*map(len, others)],
        [*map(len, map(set.intersection, own, others))],
        [len(some & known) for some in own],
    )


def shares_of_traditional(lines: Sequence[str], references: Sequence[str]) -> list[float]:
    """Returns the shares of traditional characters in two Chinese texts, if they are far apart; else []."""
    shares = []
    for text in map("".join, (lines, references)):
        simplified, traditional = (sum(map(text.count, signs)) for signs in (_SIMPLIFIED, _TRADITIONAL))
        if "的" not in text or "の" in text or simplified + traditional < _FEWEST_SIGNS:
            return []
        shares.append(traditional / (simplified + traditional))
    return shares if abs(shares[0] - shares[1]) > _OF_ANOTHER_SCRIPT else []


_SIMPLIFIED = "这国个们来说时会对为学过还没发经见长开问"
_TRADITIONAL = "這國個們來說時會對為學過還沒發經見長開問"
_FEWEST_SIGNS, _OF_ANOTHER_SCRIPT = 10, 0.2


class SlowSample(CorpusSample):
    """A sample that is judged in Python."""

    _cut: list[list[bool]] | None = None
    _pairs: list[int] | None = None

    def _forget(self) -> None:
        super()._forget()
        self._shared: dict[int, list[tuple[list[int], ...]]] = {}
        self._pairs = None

    def normalized(self, names: Sequence[str]) -> SlowSample:
        sample = super().normalized(names)
        assert isinstance(sample, SlowSample)
        sample._cut = self.cut_reasoning()
        return sample

    def cut_reasoning(self) -> list[list[bool]]:
        if self._cut is None:
            self._cut = [_cut_reasoning(lines) for lines in self.systems]
        return self._cut

    def mismatches(self, systems: Sequence[str], references: Sequence[str], equal: bool = True) -> list[str]:
        return list(mismatches(self, systems, references, equal))

    def how_damaged(self, system: int, reference: str) -> str:
        return how_damaged(*self.compared(system), reference)

    def how_unlike(self, system: int, systems: Sequence[str], references: Sequence[str]) -> str:
        return how_unlike(self, system, systems[system], references[0])

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
            len(lines[at]) > Limits.short_line
            and lines[at] == lines[at + 1]
            and references[at] != references[at + 1]
            for at in self.pairs()
        )

    def perhaps_foreign(self, system: int) -> tuple[list[str], list[str]] | None:
        """Returns lines of output number `system` that may be in another language, and of the references.

        Returns None if there are few such lines.
        """
        if not self.references:
            return None
        firsts = self.pairs()
        if any(
            line.startswith(f"{system} ")
            for line in self._sampler.shifts([*map(str, range(len(self.systems)))], "")
        ):
            return super().perhaps_foreign(system)  # only the core knows which pairs are shifted
        cut = self.cut_reasoning()[system]
        # Where there are no blanks, single characters tell: two neighbours are seldom in another line.
        words, _, _, known = self.shared_words(system, 0 if self.has_blanks() else 1)
        doubtful = [
            at
            for at, count, in_references in zip(firsts, words, known, strict=True)
            if count >= Limits.fewest_words
            and in_references < Limits.known_words * count
            and not (cut and cut[at])
        ]
        if len(doubtful) < max(Limits.fewest_foreign, Limits.tenth * len(firsts)):
            return None
        lines, references = self.systems[system], self.references[0]
        some = doubtful[:_MOST_BACKWARDS]
        backwards = [lines[at][::-1] for at in some]
        if _shared(backwards, [references[at] for at in some], self.has_blanks()) > _MATCHING:
            return None
        return [lines[at] for at in doubtful], [references[at] for at in firsts]

    def pairs(self) -> list[int]:
        """Returns where lines are in the sample behind which stand those that follow them in the text."""
        if self._pairs is None:
            self._pairs = self._sampler.neighbours()
        return self._pairs

    def has_blanks(self) -> bool:
        """Returns whether words of the references are parted by blanks."""
        begin = "".join(self.references[0][: Limits.language_lines])
        is_parted = begin.count(" ") > Limits.unwritten * len(begin)
        return is_parted and not self.language_without_blanks  # with names in Latin letters

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
            reference = [self.references[0][at] for at in firsts]
            self._shared[characters] = [
                shared_words([lines[at] for at in firsts], reference, characters) for lines in self.systems
            ]
        return self._shared[characters][system]

    def percent(self, count: float, looked_at: Sequence[object]) -> str:
        """Returns how many of a hundred so many of these lines are: "about 12" if they are a sample."""
        about = "about " if self.n_lines > len(looked_at) else ""
        return f"{about}{round(100 * count / len(looked_at)) or 1}"

    def numbers(self, at: Sequence[int]) -> str:
        """Returns in words which segments are at these places of the sample: the first few of them."""
        shown = ", ".join([str(self.places[place] + 1) for place in at[:_NUMBERS_SHOWN]])
        return f"segments {shown}{', ...' if len(at) > _NUMBERS_SHOWN else ''}"


def is_of_likely_length(length: int, other: int) -> bool:
    """Returns whether translations of one text may have so many characters."""
    return Limits.shortest * other <= length <= other / Limits.shortest


def is_cut(line: str, other: str) -> bool:
    """Returns whether a line that is not empty has less than half of the characters of a long other one."""
    return 0 < 2 * len(line) < len(other) > Limits.long_text


def affix_keys(lines: Sequence[str], at_end: bool) -> list[bytes]:
    """Returns the first characters of each line, or the last ones, with numbers as 0."""
    if at_end:
        parts = [line[-Limits.end_affix :] for line in lines]
    else:
        parts = [
            line[: Limits.begin_affix] if line[:1] not in _DIGITS else f"0{line.lstrip(_DIGITS)[:1]}"
            for line in lines
        ]
    return [part.encode("utf-8", "surrogatepass").translate(_ZEROS) for part in parts]


def own_affix(lines: Sequence[str], others: Sequence[str], at_end: bool) -> tuple[bytes, int]:
    """Returns what of `affix_keys` most lines have and hardly any others do, and how many; nothing if few."""
    keys, known = affix_keys(lines, at_end), affix_keys(others, at_end)
    if len({*keys}) > (1 - Limits.affixed) * len(keys) + 1:
        return b"", 0
    usual = {key for key in {*keys} if known.count(key) <= Limits.tenth * keys.count(key)}
    key, count = _most_frequent([key for key in keys if key in usual])
    is_much = count > max(Limits.few_lines, Limits.affixed * len(keys))
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
        or len(line) <= Limits.short_line
        or len(other) <= Limits.short_line
    ):
        return False
    least, most = sorted((_bytes(line), _bytes(other)))
    return least < Limits.mostly_ascii and most > Limits.hardly_ascii


def lacks_kana(line: str, other: str) -> bool:
    """Returns whether a line of Chinese characters has no kana, and another one has some."""
    if line.isascii():
        return False
    return (
        len(line) > Limits.short_line
        and _bytes(line) > Limits.hardly_ascii
        and _kana(line) == 0 < _kana(other)
    )


def _kana(text: str) -> int:
    return sum(_FIRST_KANA <= character <= _LAST_KANA for character in text)


def _cut_reasoning(lines: Sequence[str]) -> list[bool]:
    """Returns which lines have no text behind the reasoning that they begin with; [] if none has any."""
    if not any(line.startswith(_REASONING_BEGINS) for line in lines):
        return []
    from parbleu.text._normalizations import normalized

    texts = normalized(lines, ["reasoning"])
    cut = [line != "" and text == "" for line, text in zip(lines, texts, strict=True)]
    return cut if any(cut) else []


def mismatches(
    sample: SlowSample, systems: Sequence[str], references: Sequence[str], equal: bool = True
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
        if n_empty > max(Limits.few_lines, Limits.rare * len(lines)):
            yield f"{sample.percent(n_empty, lines)} % of the segments of {name} are empty"
        yield from _filled(name, lines, sample)
        lines, *streams = (side[:: sample.step] for side in (lines, *sample.references))
        yield from _odd_lines(name, lines, streams, sample)
        if streams and (shares := shares_of_traditional(lines, streams[0])):
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
        yield from sample._sampler.shifts(systems, references[0])


def _filled(name: str, lines: Sequence[str], sample: SlowSample) -> Iterator[str]:
    """Yields what many lines of an output are besides translations, and no lines of the references."""
    most = max(Limits.few_lines, Limits.rare * len(lines))
    if len(lines) - len({*lines}) > most - 1:  # all of the equal lines but the first
        known = set().union(*sample.references)
        line, count = _most_frequent([line for line in lines if line.strip() and line not in known])
        usual = max([_most_frequent(stream)[1] for stream in sample.references], default=0)
        if count > most + usual:
            share, shown = sample.percent(count, lines), line[: Limits.end_of_line]
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
    name: str, lines: Sequence[str], references: Sequence[Sequence[str]], sample: SlowSample
) -> Iterator[str]:
    """Yields how many lines of an output look as translations seldom do, and those of references neither."""
    most = max(Limits.few_lines, Limits.rare * len(lines))
    text = "".join(lines)
    for sign, is_odd, meaning in _ODD_LINES:
        count = sum(map(is_odd, lines)) if sign in text else 0
        if count > most and not any(sum(map(is_odd, stream)) > most / 2 for stream in references):
            yield f"{sample.percent(count, lines)} % of the segments of {name} {meaning}"
    least = Limits.no_blanks * len(text)
    if len(lines) <= Limits.few_lines:
        return
    blanks = len(text) - sum(map(len, text.split()))  # of any kind
    if blanks + text.count("%20") >= least:
        return
    texts = list(map("".join, references))
    has_blanks = min((other.count(" ") / (len(other) or 1) for other in texts), default=0) > Limits.written
    is_whole = 2 * len(text) > min(map(len, texts), default=0)  # single words have no blanks either
    if has_blanks and is_whole and language_by_script(Segments(lines)) in ("", "ko"):
        yield name + (
            " has + in place of blanks, as forms of the web are encoded: "
            "decode it, as with urllib.parse.unquote_plus"
            if text.count("+") > Limits.unwritten * len(text)
            else " has no blanks between words: every word counts as wrong"
        )


def _is_twice(line: str) -> bool:
    half = len(line) // 2
    return half > 10 and line[0] == line[-half] and line[:half] == line[-half:]


def _goes_on(line: str) -> bool:
    return len(line) > Limits.long_line and line.count(line[-Limits.last_words :]) >= Limits.fewest_repeats


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


def _equal_streams(sample: SlowSample, systems: Sequence[str], references: Sequence[str]) -> Iterator[str]:
    first: dict[tuple[str, ...], list[tuple[list[str], str]]] = {}  # by the lines that they begin with
    for name, lines in zip(references, sample.references, strict=True):
        if len(lines) < Limits.few_lines or not any(lines):
            continue
        alike = first.setdefault((*lines[: Limits.few_lines],), [])
        same = next((other for text, other in alike if text == lines), None)
        if same is None:
            alike.append((lines, name))
        else:
            yield f"{name} and {same} are the same reference: a second one of its kind changes no score"
    for name, lines in zip(systems, sample.systems, strict=True):
        for text, other in first.get((*lines[: Limits.few_lines],), ()):
            if text == lines:
                once = " once normalized" if sample._is_normalized else ""
                yield f"{name} and the reference {other} are the same text{once}: such a score says nothing"


def _copied(lines: Sequence[str], source: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """Returns the places of lines that are those of the source; none if it is usual that a few are.

    They are most of the lines; or many long ones that no reference keeps, and references keep hardly any.
    """
    n_lines = len(lines) - lines.count("")
    equal = [at for at, line in enumerate(lines) if line and line == source[at]]
    if n_lines < Limits.few_lines or not equal:
        return []
    if len(equal) >= Limits.mostly * n_lines:
        return equal
    kept = {at for stream in references for at, line in enumerate(stream) if line == source[at]}
    unlike = [at for at in equal if len(lines[at]) >= Limits.copied_line and at not in kept]
    is_unusual = (
        len(unlike) > max(Limits.few_lines, Limits.tenth * n_lines) and len(kept) < Limits.rare * n_lines
    )
    return equal if is_unusual and references else []


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


_CHANCE = 2.0
"""How many times as many words lines have in common with their references as with others, at least."""

_RARELY = 0.01
"""The mean share of words that lines have in common with others, at least."""

_WHOLE = 0.8
"""The share of lines without a match from which on it is said of all of them."""

_AWAY = (0.25, 0.5, 0.75)
"""How far away other lines are with which those of a part are compared, as shares of the part."""

_ALIKE = 1.15
"""How many times as many pairs of characters translations share with their references as with others."""

_MATCHING = 0.25
"""The share of words in common with their references that lines have in the right order, at least."""
_MOST_BACKWARDS = 16  # lines that are read backwards to see whether they are in another language

_MARKS = frozenset(":[]()<>{}|/*#_=~-–—•.!?：！？。0123456789")
_EVIDENT, _NEARLY_ALL = 20, 0.9
"""How many lines, and which share of them, begin or end with words that have none of these marks, at least:
translators may choose one word where the reference has another."""

_NEAR, _OTHERS = 8, 20
_SHOWN = 40
"""How many characters of what lines begin or end with are shown, at most."""


def how_unlike(sample: SlowSample, system: int, name: str, reference: str) -> str:
    """Returns in words how an output is unlike its references; "" if it is not.

    Args:
        sample: lines of both sides.
        system: the place of the output.
        name: what to call it.
        reference: what to call the first reference.
    """
    lines, references = sample.compared(system)
    if len(lines) < Limits.fewest_unmatched or not (any(lines) and any(references)):
        return ""
    return (
        _in_other_script(sample, lines, references, name, reference)
        or _repeated(sample, system, name)
        or _unmatched(sample, system, name, reference)
        or _affixed(sample, lines, references, name, reference)
        or _of_other_length(lines, references, name, reference)
        or _some_of_other_length(sample, lines, references, name, reference)
    )


def _is_much(count: int, looked_at: Sequence[object]) -> bool:
    return count > max(Limits.few_lines, Limits.tenth * len(looked_at))


def _in_other_script(
    sample: SlowSample, lines: Sequence[str], references: Sequence[str], name: str, reference: str
) -> str:
    for differs, look in (
        (width_differs, f"in letters of another script than those of {reference}"),
        (lacks_kana, f"without kana, unlike those of {reference}: are they Chinese?"),
    ):
        count = sum(map(differs, lines, references))
        if _is_much(count, lines):
            return f"{sample.percent(count, lines)} % of the segments of {name} are {look}"
    return ""


def _repeated(sample: SlowSample, system: int, name: str) -> str:
    firsts, count = sample.pairs(), sample.repeated(system)
    if not _is_much(count, firsts):
        return ""
    return (
        f"{sample.percent(count, firsts)} % of the segments of {name} are the same as the segment before, "
        "and their references are not: were results written twice?"
    )


def _unmatched(sample: SlowSample, system: int, name: str, reference: str) -> str:
    own, firsts = sample.shares_of_words(system), sample.pairs()
    begin, end = best_run([Limits.rarely_shared] * len(own), own)
    places = [at for at in firsts[begin:end] if sample.references[0][at]]
    if len(places) < Limits.fewest_unmatched:
        return ""
    lines, references = sample.systems[system], sample.references[0]
    has_blanks = sample.has_blanks()
    if not has_blanks:  # those of an output do not count then
        lines = [line.replace(" ", "") for line in lines]
    output, own_references = [lines[at] for at in places], [references[at] for at in places]
    is_backwards = _shared([line[::-1] for line in output], own_references, has_blanks) > _MATCHING
    if not (is_backwards or _are_alike_by_chance(output, own_references, has_blanks)):
        return ""
    part = ""
    if len(places) < _WHOLE * len(own):
        part = f" from about line {sample.places[places[0]] + 1} to {sample.places[places[-1]] + 1}"
    why = "are they of another text, or in another order?"
    if is_backwards:
        why = "their characters are in the reverse order"
    elif lines == sorted(lines):
        why = "they are sorted"
    elif all(", column '" in side for side in (name, reference)):
        why += " --segment-id COLUMN joins the rows of two tables"
    return (
        f"the segments of {name}{part} have no more words in common with their references than with those "
        f"of other segments: {why}"
    )


def _are_alike_by_chance(lines: list[str], references: list[str], has_blanks: bool) -> bool:
    """Returns whether lines have no more in common with their references than with those of other lines."""
    moved = [int(away * len(lines)) for away in _AWAY]
    others = [line for by in moved for line in (*references[by:], *references[:by])]
    for words in (True, False):  # pairs of characters tell synonyms, names and Chinese, too
        by_chance = max(_shared(lines * len(_AWAY), others, words), _RARELY)
        most = (_CHANCE if words else _ALIKE) * by_chance
        if words == has_blanks:
            most = min(Limits.rarely_shared, most)
        if _shared(lines, references, words) > most:
            return False
    return True


def _shared(lines: Sequence[str], references: Sequence[str], words: bool = False) -> float:
    """Returns the mean share of words, or else of pairs of characters, that lines share with references."""
    characters = 0 if words else 2
    counts = shared_words(lines, references, characters)
    shares = [shared / (max(one, other) or 1) for one, other, shared, _ in zip(*counts, strict=True)]
    return sum(shares) / (len(shares) or 1)


def _affixed(
    sample: SlowSample, lines: Sequence[str], references: Sequence[str], name: str, reference: str
) -> str:
    for at_end, verb in ((False, "begin"), (True, "end")):
        key, count = own_affix(lines, references, at_end)
        if not key or 2 * own_affix(references, lines, at_end)[1] > count:  # sentences of one pattern
            continue
        keys = affix_keys(lines, at_end)
        same = [line for line, own in zip(lines, keys, strict=True) if own == key]
        affix = _common([line[::-1] for line in same])[::-1] if at_end else _common(same)
        own = [other for other, is_own in zip(references, map(key.__eq__, keys), strict=True) if is_own]
        if not _is_added(affix, key[:1] == b"0", own, at_end) and len(same) < max(
            _EVIDENT, _NEARLY_ALL * len(lines)
        ):
            continue
        shown = (
            f"a number and {affix!r}"
            if key[:1] == b"0"
            else repr(affix[-_SHOWN:] if at_end else affix[:_SHOWN])
        )
        return (
            f"{sample.percent(len(same), lines)} % of the segments of {name} {verb} with {shown}, and hardly "
            f"any of {reference} do: take it off"
        )
    return ""


def _is_added(affix: str, is_numbered: bool, references: Sequence[str], at_end: bool) -> bool:
    """Returns whether an affix has marks, as what programs add, that few of the references have there.

    Sentences begin or end with words where those of a reference do with synonyms, too.
    """
    marks = _MARKS.intersection(affix[:-1] if at_end else affix)
    if is_numbered:
        marks |= {*affix[:1].strip()}
    near = 2 * len(affix) + _NEAR
    known = sum(
        any(mark in (line[-near:-1] if at_end else line[:near]) for mark in marks) for line in references
    )
    return bool(marks) and 2 * known < len(references)


def _common(lines: Sequence[str]) -> str:
    """Returns what nearly all lines begin with, behind numbers."""
    bare = sorted(line.lstrip(_DIGITS) for line in lines)
    others = len(bare) // _OTHERS
    first, last = bare[others], bare[-1 - others]
    for end, (one, other) in enumerate(zip(first, last, strict=False)):
        if one != other:
            return first[:end]
    return first


def _of_other_length(lines: Sequence[str], references: Sequence[str], name: str, reference: str) -> str:
    length, other = (len("".join(side).replace(" ", "")) for side in (lines, references))
    if is_of_likely_length(length, other):
        return ""
    why = "were they cut?" if length < other else "what do they have besides the translation?"
    ratio = f"{length / other:.1f} times as many characters as those of {reference}"
    return f"the segments of {name} have about {ratio}: {why}"


def _some_of_other_length(
    sample: SlowSample, lines: Sequence[str], references: Sequence[str], name: str, reference: str
) -> str:
    places = [at for at in range(0, len(sample.places), sample.step) if sample.references[0][at]]
    comparisons = (
        (lines, references, "less than half", "were they cut?"),
        (references, lines, "more than twice", "what do they have besides the translation?"),
    )
    for shorter, longer, ratio, why in comparisons:
        odd = [at for at, one, other in zip(places, shorter, longer, strict=True) if is_cut(one, other)]
        if len(odd) > max(Limits.few_lines, Limits.many_cut * len(lines)):
            return (
                f"{sample.percent(len(odd), lines)} % of the segments of {name} ({sample.numbers(odd)}) are "
                f"{ratio} as long as those of {reference}: {why}"
            )
    return ""


_LACKING = 0.2
"""The share of all letters beyond ASCII that are lacking, at least."""

_LAST_LETTER = "\u2e7f"
"""Signs of Chinese, which may be frequent in one text alone, stand behind it."""

_LETTERS_SHOWN = 6
_AS_WITHOUT = 0.15
"""The share of words without their letters beyond ASCII that stand in output that lost these, at least."""

_RIGHTLY = 0.5
"""The share of characters beyond ASCII that both sides have once text is read rightly, at least."""

_READ_AS = ("latin-1", "cp1252", "cp1250", "cp1251", "koi8-r", "cp437", "cp850", "mac-roman", "iso8859-2")
_WRITTEN_IN = ("utf-8", "cp1250", "cp1251", "cp1252", "iso8859-2", "koi8-r", "cp850", "mac-roman")


def how_damaged(lines: Sequence[str], references: Sequence[str], reference: str) -> str:
    """Returns in words how lines of an output were damaged; "" if intact, or of another language."""
    if _are_reversed(lines, references):
        return "has its words in the reverse order: write them from the first to the last"
    text, expected = ("".join([line[-Limits.end_of_line :] for line in side]) for side in (lines, references))
    known = {letter: expected.count(letter) for letter in {*expected} if "\x7f" < letter <= _LAST_LETTER}
    known = {letter: count for letter, count in known.items() if letter.isalpha()}
    lacking = {
        letter: count
        for letter, count in known.items()
        if count >= Limits.frequent_letter and text.count(letter) <= Limits.hardly * count
    }
    n_lacking = sum(lacking.values())
    if n_lacking < max(
        Limits.fewest_damaged,
        Limits.damaged_in_line * len(lines),
        _LACKING * sum(known.values()),
    ):
        return ""
    letters = " ".join(sorted(lacking, key=lambda letter: (-lacking[letter], letter))[:_LETTERS_SHOWN])
    cause = _encoding(text, expected) or _loss(lines, references, text)
    return cause and f"has hardly any of the letters {letters} that {reference} has{cause}"


def _encoding(text: str, expected: str) -> str:
    """Returns in which encoding a text was written, and as which it was read; "" if that is not evident."""
    pairs = [(read_as, right) for read_as in _READ_AS for right in _WRITTEN_IN if read_as != right]
    share, read_as, right = max((_alike(_read_again(text, *pair), expected), *pair) for pair in pairs)
    if share < _RIGHTLY or share <= _alike(text, expected):  # no better than before
        return ""
    return f"; it looks like {right} that was read as {read_as}: read it again, as {right}"


def _read_again(text: str, read_as: str, right: str) -> str:
    return text.encode(read_as, "ignore").decode(right, "ignore")


def _alike(text: str, expected: str) -> float:
    """Returns the share of the letters beyond ASCII of one text or the other that both have."""
    letters = {character for character in {*text, *expected} if character > "\x7f" and character.isalpha()}
    counts = [(text.count(letter), expected.count(letter)) for letter in letters]
    return sum(map(min, counts)) / sum(map(max, counts)) if counts else 0.0


def _loss(lines: Sequence[str], references: Sequence[str], text: str) -> str:
    """Returns that letters were lost, if words of the references stand there without them; else "".

    They are those beyond ASCII that a text, which is a part of the lines, has hardly or not at all.
    """
    there = count = 0
    expected = "".join(references)
    lost = {
        ord(letter): None
        for letter in {*expected}
        if letter > "\x7f" and text.count(letter) <= Limits.hardly * expected.count(letter)
    }
    for line, reference in zip(lines, references, strict=True):
        words = {*line.split()}
        for word in reference.split():
            bare = word.translate(lost)
            if word != bare and len(bare) > 1:  # a single letter is a word in many languages
                count += 1
                there += bare in words
    return ": look for what removes letters beyond ASCII" if there > _AS_WITHOUT * count else ""


def _are_reversed(lines: Sequence[str], references: Sequence[str]) -> bool:
    """Returns whether neighbouring words of lines mostly stand the other way round in their references."""
    split = [line.split() for line in lines]
    as_there = reversed_there = 0
    left = sum(map(len, split))
    for words, reference in zip(split, references, strict=True):
        expected = {*pairwise(reference.split())}
        as_there += len(expected.intersection(pairwise(words)))
        reversed_there += len(expected.intersection(pairwise(words[::-1])))
        left -= len(words)
        if reversed_there + left <= max(
            Limits.fewest_damaged, 2 * as_there
        ):  # whatever is in the lines that are left
            return False
    return reversed_there > max(Limits.fewest_damaged, 2 * as_there)
