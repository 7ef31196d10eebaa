"""Reads subtitles: SubRip, WebVTT, YouTube's SBV, SubStation Alpha and TTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from operator import attrgetter
from typing import Any
from warnings import catch_warnings, simplefilter
from xml.etree.ElementTree import Element

from parbleu._base.extras import imported
from parbleu._base.log import warn
from parbleu._inputs import unit_suffix
from parbleu._inputs.unit_formats import UNTRANSLATED, Unit, UnitOptions, language_names
from parbleu._io.encodings import decoded
from parbleu._io.lines import read_bytes
from parbleu._io.xml_tree import attribute, child, children, read_xml
from parbleu.errors import FormatError
from parbleu.text._languages import target_language
from parbleu.text._subtitle_words import with_line_breaks

_KINDS = {".srt": "srt", ".vtt": "vtt", ".ass": "ass", ".ssa": "ssa", ".ttml": "ttml", ".dfxp": "ttml"}
_STAMPS = {
    ".srt": re.compile(r"\d{1,2}:\d{1,2}:\d{1,2}[.,]\d{1,3}"),
    ".vtt": re.compile(r"(?:\d{1,4}:)?\d{2}:\d{2}\.\d{2,3}"),
}
"""What a time line has two of, by the suffix of the files that have identifiers above their time lines."""
_TIMES_OF_SBV = re.compile(r"(\d{1,2}:\d\d:\d\d\.\d{2,3}),(\d{1,2}:\d\d:\d\d\.\d{2,3})$")
_BROKEN_SBV = re.compile(r"\d{1,2}:\d{1,2}:\d{1,2}[.,:]?\d{0,3}\s{0,8},")
_SPEAKER = re.compile(r"^\s{0,8}\[SPEAKER_\d{2,3}\]: ")
"""What WhisperX writes before what a speaker says, whom it cannot name."""
_BLOCK = re.compile(r"(?:NOTE|STYLE|REGION)\b")
_BRACED = r"\{\\[^{}]{0,200}\}|\{[a-zA-Z]:[^{}]{0,200}\}"
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_TIME_OF_WORD = re.compile(r"<(?:\d{1,4}:)?\d\d:\d\d[.,]\d{2,3}>")
_HTML = (
    r"</?(?:[bcipsu]|div|em|font|rt|ruby|span|strong)/?>|</a>|<c\.[\w.-]{1,80}>|<(?:font|span)\s[^<>]{0,200}>"
    r"|<(?:[abipsu]|div) [a-z]{1,20}=[^<>]{0,200}>"
)
_STYLES = {
    "srt": re.compile(rf"{_HTML}|{_BRACED}", re.IGNORECASE),
    "vtt": re.compile(
        rf"</?(?:[biuc]|ruby|rt|v|lang)(?:[.\s][^<>]{{0,200}})?>|{_HTML}|{_BRACED}", re.IGNORECASE
    ),
    "ttml": re.compile(r"\{\\[^{}]{0,200}\}"),
}
"""What is no text in a kind of subtitles; of the others the parser knows it."""
_ESCAPES = {r"\{": "\ufdd0", r"\}": "\ufdd1", "\\\u2060": "\ufdd2"}
_ESCAPED = str.maketrans("\ufdd0\ufdd1\ufdd2", "{}\\")
"""How ffmpeg writes braces and backslashes in SubStation Alpha; the parser takes them for styles."""
_BLOCK_OR_ESCAPE = re.compile(r"\{[^{}]*\}|\\[{}\u2060]")
"""Styles, which end at the first brace, also at one after a backslash, or one of these."""


def subtitle_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the subtitles of a file, by their numbers. Styles are no tags.

    The lines of one are joined by blanks, or by what stands for their breaks. What looks like a tag and is
    none of that kind of subtitles is text, as in "1 < 2 and 3 > 2"; WebVTT's escapes are read.
    The numbers are those of SubRip, or the identifiers of WebVTT, if all have one, and else count them; those
    of .ass stand in the order of their times, which that of the file need not be.

    Raises:
        FormatError: the file has another format than its name tells, or a time line is broken.
        MissingDependencyError: pysubs2 is not installed.
        OptionError: there is no such encoding.
        UndecodableLineError: a line is not valid in it.
    """
    pysubs2 = imported("pysubs2", "subtitles are read by pysubs2", "cat", "pysubs2")
    text = decoded(path, read_bytes(path), options.encoding)
    suffix = unit_suffix(path)
    if suffix == ".sbv":
        text, suffix = _as_subrip(path, text), ".srt"
    names: list[str] = []
    if suffix in _STAMPS:
        text, names = _numbered(path, text, suffix)
    elif _KINDS[suffix] == "ttml":
        text = _plain_ttml(path, options.language_pair)
    try:
        with catch_warnings():  # of styles and margins, which are left out
            simplefilter("ignore", RuntimeWarning)
            # Of tags that it drops it takes some for tags that are text.
            kept = {"keep_html_tags": True} if suffix in _STAMPS else {}
            events = pysubs2.SSAFile.from_string(text, format_=_KINDS[suffix], **kept).events
    except Exception as problem:  # whatever the parser raises, the file is refused whole
        lacking = _KINDS[suffix] == "ttml" and isinstance(problem, KeyError)
        why = f"a subtitle has no {problem}" if lacking else problem
        raise FormatError(path, 0, f"these are no subtitles of the kind {suffix}: {why}") from None
    if _KINDS[suffix] in ("ass", "ssa"):
        events.sort(key=attrgetter("start"))
    is_named = all(names) and len(set(names)) == len(names) == len(events)
    if any(names) and not is_named:
        warn(f"{path}: numbers of subtitles are missing or repeated: they are counted instead")
    number = 0
    for index, event in enumerate(events):
        event.text = _with_braces_of_text(event.text, _KINDS[suffix])
        if event.is_comment or _is_drawing(event):
            continue
        number += 1
        texts = [" ".join(_SPEAKER.sub("", line).split()) for line in _plain_lines(event, _KINDS[suffix])]
        lines = tuple(filter(None, texts))
        words = with_line_breaks(lines, options.line_breaks)
        yield Unit(
            names[index] if is_named else str(number),
            "",
            words,
            states=frozenset() if words else frozenset((UNTRANSLATED,)),
            times=(event.start / 1000, event.end / 1000),
            lines=lines,
        )


def _is_drawing(event: Any) -> bool:
    """Returns whether a subtitle has a drawing, which a block of styles begins.

    The parser's time grows with the square of the number of blocks, so that it sees each different one alone.
    """
    before_ends = event.text.split("}")[:-1]
    blocks = {part[part.find("{") :] for part in before_ends if "{" in part and "\\p" in part}
    return any(type(event)(text=f"{block}}}").is_drawing for block in blocks)


def _with_braces_of_text(text: str, kind: str) -> str:
    """Returns a subtitle with other characters for braces that begin no style.

    The parser looks for the end of each, which takes long where there are many of them and none.
    """
    if kind not in _STYLES:
        text = _BLOCK_OR_ESCAPE.sub(lambda part: _ESCAPES.get(part[0], part[0]), text)
    closed, brace, rest = text.rpartition("}")
    return closed + brace + rest.replace("{", _ESCAPES[r"\{"])


def _plain_lines(event: Any, kind: str) -> list[str]:
    """Returns the lines of a subtitle without styles."""
    if kind not in _STYLES:
        return str(event.plaintext).translate(_ESCAPED).split("\n")
    text = event.text if kind == "ttml" else _BREAK.sub(r"\\N", event.text)
    text = _STYLES[kind].sub("", text).translate(_ESCAPED)
    return (unescape(text) if kind == "vtt" else text).split("\\N")


def _plain_ttml(path: str, language_pair: str | None) -> str:
    """Returns TTML in one language, and without frames, ticks and durations, which the parser does not know.

    Raises:
        FormatError: a time or a rate is none of TTML, or the language pair chooses none of several languages.
    """
    from xml.etree.ElementTree import tostring

    root = read_xml(path)
    rates = cache(_rates)
    _choose_language(path, root, language_pair)

    def seconds(word: str | None) -> float | None:
        try:
            return None if word is None else _seconds(word.strip(), rates(root))
        except (KeyError, ValueError, ZeroDivisionError):
            raise FormatError(path, 0, f"this time is none of TTML: {word!r:.80}") from None

    for element in root.iter():
        begin, end, duration = (seconds(element.get(name)) for name in ("begin", "end", "dur"))
        if end is None and duration is not None:
            end = (begin or 0.0) + duration
        for name, value in (("begin", begin), ("end", end)):
            if value is not None:
                element.set(name, f"{value:.3f}s")
    return tostring(root, encoding="unicode")


def _choose_language(path: str, root: Element, language_pair: str | None) -> None:
    """Takes out the divisions of other languages than the target, as one file may have one for each language.

    Raises:
        FormatError: no pair is given, or it has none of several languages.
    """
    body = child(root, "body")
    if body is None:
        return
    divisions = list(children(body, "div"))
    whole = attribute(body, "lang") or attribute(root, "lang") or ""
    languages = [(attribute(part, "lang") or whole).lower() for part in divisions]
    if len({*languages}) < 2:
        return
    names = language_names(languages, "" if language_pair is None else target_language(language_pair))
    if not names or len({*names[0]}) > 1:
        known = ", ".join(dict.fromkeys(language or "none" for language in languages))
        raise FormatError(path, 0, f"choose one of the languages of this TTML by -l SOURCE-TARGET: {known}")
    for language, part in zip(languages, divisions, strict=True):
        if language != names[0][0]:
            body.remove(part)


def _rates(root: Element) -> dict[str, float]:
    """Returns how many of each unit of time of TTML are a second."""
    rate = attribute(root, "frameRate")
    multiplier = (attribute(root, "frameRateMultiplier") or "1 1").replace(":", " ")
    numerator, denominator = map(float, multiplier.split())
    frames = float(rate or 30) * numerator / denominator
    ticks = frames * float(attribute(root, "subFrameRate") or 1) if rate else 1.0
    ticks = float(attribute(root, "tickRate") or ticks)
    return {"h": 1 / 3600, "m": 1 / 60, "s": 1.0, "ms": 1000.0, "f": frames, "t": ticks}


def _seconds(word: str, rates: dict[str, float]) -> float:
    """Returns a time in seconds, which clock times may begin with: 7.5 and 1:07.5 stand in song texts."""
    if ":" in word:
        parts = word.split(":")
        frames = float(parts.pop()) if len(parts) == 4 else 0.0
        hours, minutes, seconds = [*["0"] * (3 - len(parts)), *parts]
        return 3600 * int(hours) + 60 * int(minutes) + float(seconds) + frames / rates["f"]
    unit = word.lstrip("0123456789.")
    return float(word.removesuffix(unit)) / rates[unit or "s"]


def _as_subrip(path: str, text: str) -> str:
    """Returns SBV with time lines of SubRip, each below a blank line, so that no text is taken for a number.

    Raises:
        FormatError: a time line is broken, or text stands before the first one.
    """
    lines: list[str] = []
    is_begun = False
    for number, line in enumerate(text.splitlines(), 1):
        times = _TIMES_OF_SBV.match(line.strip())
        if times is None and (_BROKEN_SBV.match(line) or (line.strip() and not is_begun)):
            raise FormatError(path, number, f"this is no time line, h:mm:ss.mmm,h:mm:ss.mmm: {line!r:.80}")
        is_begun = is_begun or times is not None
        lines += ["", f"{times[1]} --> {times[2]}"] if times else [line.replace("[br]", "<br>")]
    return "\n".join(lines)


def _numbered(path: str, text: str, suffix: str) -> tuple[str, list[str]]:
    """Returns a text with a number above each time line and at its end, and what stood there; "" for nothing.

    The parser takes a number there for no text, and would take another identifier for text of the subtitle
    above; it takes a broken time line for text, too.

    Raises:
        FormatError: a time line is broken.
    """
    names: list[str] = []
    lines: list[str] = []
    is_note = False
    for number, line in enumerate(text.splitlines(), 1):
        line = _TIME_OF_WORD.sub("", line)
        above = lines[-1].strip() if lines else ""
        stamps = len(_STAMPS[suffix].findall(line))
        if stamps == 2:
            starts = len(lines) < 2 or not lines[-2].strip()
            has_name = above.isdecimal() if suffix == ".srt" else bool(above) and starts
            if has_name and above.split()[0] != "WEBVTT":
                names.append(str(int(above)) if above.isdecimal() else above)
                lines.pop()
            else:
                names.append("")
            lines += ["", "0", line]
            is_note = False
        elif ("-->" in line and any(map(str.isdecimal, line))) or (stamps and above.isdecimal()):
            raise FormatError(path, number, f"this time line is broken: {line.strip()!r:.80}")
        else:
            is_note = bool(line.strip()) and (
                is_note or (suffix == ".vtt" and not above and bool(_BLOCK.match(line)))
            )
            lines += [] if is_note else [line]
    return "\n".join([*lines, "", "0", ""] if names else lines), names
