"""Reads lines with times: of songs (LRC), of transcripts of speech (STM), and Praat's TextGrid.

Units are known by the time when they begin, as such files do not number them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from parbleu._base.wording import listed
from parbleu._inputs.unit_formats import Unit, UnitOptions, text_unit
from parbleu._io.encodings import decoded
from parbleu._io.lines import UTF16, read_bytes
from parbleu.errors import FormatError

_STAMP = re.compile(r"\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]\s{0,8}")
_BROKEN_STAMP = re.compile(r"\[-?\d{1,4}:")
_OF_WORD = re.compile(r"<\d{1,3}:\d\d(?:[.:]\d{1,3})?>")
_ABOUT = re.compile(r"\[[A-Za-z_#]{1,20}:.*\]$")
"""What an LRC says of its song, such as `[ar:ARTIST]`."""
_OF_FFMPEG = "[re:Lavf"
"""What ffmpeg writes, which repeats the time for each line of a text; else such lines are two languages."""
_SHIFT = re.compile(r"\[offset:\s{0,8}([+-]?\d{1,9})\s{0,8}\]$", re.IGNORECASE)
_MOST_TIMES = 100
_TIME = re.compile(r"\d{1,9}(?:\.\d{0,20})?$")
_LABEL = re.compile(r"<[^<>\s]{0,200}>(?:\s|$)")
_NOT_SCORED = "ignore_time_segment_in_scoring"
_ALTERNATIVES = {"{", "/", "}"}
"""The words that stand around alternatives in an STM."""
_OF_PRAAT = re.compile(r'![^\r\n]*|"([^"]*)"|(?<!\S)(-?\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?)(?!\S)')
"""A comment, a text between quotation marks or a number in a file of Praat, which reads nothing else."""
_SHOWN = 8
"""How many tiers a message names."""
_BINARY = b"ooBinaryFile"


def lyrics_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the lines of a song, a line with several times once for each; lines without text end others.

    A line without a time goes on with the one above. The times of words are left out.

    Raises:
        FormatError: text stands before the first time, or a line has many times.
        UndecodableLineError: a line is not in the encoding.
    """
    shift, is_of_ffmpeg = 0, False
    parts: list[str] | None = None
    texts: list[tuple[int, list[str]]] = []
    for number, whole in enumerate(_lines(path, options), 1):
        line = whole.strip()
        if (moved := _SHIFT.match(line)) is not None:
            shift = int(moved[1])
        if not line or _ABOUT.match(line):
            is_of_ffmpeg = is_of_ffmpeg or line.startswith(_OF_FFMPEG)
            continue
        place, times = 0, list[int]()
        while (stamp := _STAMP.match(line, place)) is not None:
            place = stamp.end()
            seconds = 60 * int(stamp[1]) + int(stamp[2])
            times.append(1000 * seconds + int((stamp[3] or "").ljust(3, "0")))
        if len(times) > _MOST_TIMES:
            raise FormatError(path, number, f"a line of a song comes at most {_MOST_TIMES} times")
        if is_of_ffmpeg and parts is not None and times == [texts[-1][0]]:
            parts.append(line[place:])
        elif times:
            parts = [line[place:]]
            texts += [(begin, parts) for begin in times]
        elif parts is not None and not _BROKEN_STAMP.match(line):
            parts.append(line)
        else:
            raise FormatError(path, number, f"a line of LRC begins with its time, [mm:ss.xx]: {line!r:.60}")
    for begin, parts in sorted(texts, key=lambda one: one[0]):
        if text := " ".join(_OF_WORD.sub("", " ".join(parts)).split()):
            yield _unit(max(begin - shift, 0) / 1000, text)


def transcript_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the segments of an STM, whose document is the recording; what is not to be scored is left out.

    Raises:
        FormatError: a line has no times, or alternatives, of which a score would need one.
        UndecodableLineError: a line is not in the encoding.
    """
    rows: list[tuple[str, str, float, float, str]] = []
    for number, line in enumerate(_lines(path, options), 1):
        if not line.strip() or line.startswith(";;"):
            continue
        fields = line.split(None, 5)
        if len(fields) < 5 or not all(map(_TIME.match, fields[3:5])):
            raise FormatError(
                path, number, f"a line of STM is FILE CHANNEL SPEAKER BEGIN END <LABEL> TEXT: {line!r:.60}"
            )
        text = "".join(fields[5:])
        text = text.removeprefix(label[0]) if (label := _LABEL.match(text)) else text
        if _ALTERNATIVES.issubset(text.split()):
            raise FormatError(path, number, "this has alternatives, { A / B }: keep the one that is meant")
        if text.strip().lower() != _NOT_SCORED:
            document, channel, speaker = fields[:3]
            rows.append((document, f"{channel} {speaker}", float(fields[3]), float(fields[4]), text))
    times = Counter((document, begin) for document, _, begin, _, _ in rows)
    for document, speaker, begin, end, text in rows:
        apart = speaker if times[document, begin] > 1 else ""
        yield _unit(begin, " ".join(text.split()), end, document, apart)


def textgrid_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the intervals with text of the only tier that has any, of text files of Praat in both layouts.

    Raises:
        FormatError: the file is none of these, or several tiers have text.
        UndecodableLineError: a line is not in the encoding.
    """
    content = read_bytes(path)
    if content.startswith(_BINARY):
        raise FormatError(path, 0, "this is a binary file of Praat: save it there as a text file")
    encoding = "utf-16" if content.startswith(UTF16) else options.encoding
    text = decoded(path, content, encoding)
    try:
        tiers = _tiers(_values(text))
    except (StopIteration, ValueError, RuntimeError):
        raise FormatError(path, 0, "this is no TextGrid, as Praat saves it as a text file") from None
    spoken = [(name, tier) for name, tier in tiers if tier]
    if len(spoken) > 1:
        names = listed([name for name, _ in spoken], _SHOWN)
        raise FormatError(
            path,
            0,
            f"several tiers have text, {names}: keep the one that is meant (Extract one tier, in Praat)",
        )
    for begin, end, words in spoken[0][1] if spoken else ():
        yield _unit(begin, words, end)


def _values(text: str) -> Iterator[str]:
    """Yields the texts and numbers of a file of Praat; quotation marks within a text are doubled."""
    value, end = "", -1
    for match in _OF_PRAAT.finditer(text):
        if match.start() == end and match[1] is not None:
            value += f'"{match[1]}'
        elif match.lastindex:
            if end >= 0:
                yield value
            value = match[2] or match[1]
        end = match.end() if match.lastindex else end
    yield value


def _tiers(values: Iterator[str]) -> list[tuple[str, list[tuple[float, float, str]]]]:
    """Returns the tiers of intervals of a TextGrid: their names, and begin, end and text of those with text.

    Raises:
        StopIteration, ValueError: the values are those of another file.
    """
    if not next(values).startswith("ooTextFile") or next(values) != "TextGrid":
        raise ValueError
    _begin, _end = next(values), next(values)
    tiers: list[tuple[str, list[tuple[float, float, str]]]] = []
    for number in range(1, int(next(values)) + 1):
        kind, name, _begin, _end = (next(values) for _ in range(4))
        intervals: list[tuple[float, float, str]] = []
        for _ in range(int(next(values))):
            if kind == "IntervalTier":
                begin, end = float(next(values)), float(next(values))
                if text := " ".join(next(values).split()):
                    intervals.append((begin, end, text))
            elif kind == "TextTier":  # of points
                _time, _mark = next(values), next(values)
            else:
                raise ValueError
        tiers.append((name or f"tier {number}", intervals))
    return tiers


def _lines(path: str, options: UnitOptions) -> list[str]:
    return decoded(path, read_bytes(path), options.encoding).split("\n")


def _unit(begin: float, text: str, end: float | None = None, document: str = "", apart: str = "") -> Unit:
    """Returns a unit that is known by its begin, in minutes and seconds, and by what tells it apart."""
    minutes, milliseconds = divmod(round(1000 * begin), 60_000)
    times = None if end is None else (begin, end)
    key = f"{minutes}:{milliseconds / 1000:06.3f}{apart and f' {apart}'}"
    return text_unit(key, text, document=document, lines=(text,) if text else (), times=times)
