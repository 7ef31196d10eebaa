"""Reads subtitles: SubRip, WebVTT, SubStation Alpha and TTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parbleu._base.extras import imported
from parbleu._inputs.unit_formats import UNTRANSLATED, Unit
from parbleu._io.lines import open_binary, uncompressed_name
from parbleu.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu._inputs.unit_formats import UnitOptions

_KINDS = {".srt": "srt", ".vtt": "vtt", ".ass": "ass", ".ssa": "ssa", ".ttml": "ttml", ".dfxp": "ttml"}
_STYLE = re.compile(r"<[^<>]{1,200}>|\{[^{}]{0,200}\}")


def subtitle_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - styles are no tags
    """Yields the subtitles of a file, by their numbers; the lines of one are joined by blanks.

    Raises:
        FormatError: the file has another format than its name tells.
        MissingDependencyError: pysubs2 is not installed.
    """
    pysubs2 = imported("pysubs2", "subtitles are read by pysubs2", "cat")
    with open_binary(path) as file:
        content = file.read(-1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise FormatError(
            path, 0, f"this is not valid UTF-8 (byte {problem.start + 1}); convert the file"
        ) from None
    suffix = "." + uncompressed_name(path).lower().rpartition(".")[2]
    try:
        events = pysubs2.SSAFile.from_string(text, format_=_KINDS[suffix]).events
    except Exception as problem:  # whatever the parser raises, the file is refused whole
        raise FormatError(path, 0, f"these are no subtitles of the kind {suffix}: {problem}") from None
    number = 0
    for event in events:
        if event.is_comment or event.is_drawing:
            continue
        number += 1
        words = " ".join(_STYLE.sub("", event.plaintext).split())
        yield Unit(
            str(number),
            "",
            words,
            states=frozenset() if words else frozenset((UNTRANSLATED,)),
            times=(event.start / 1000, event.end / 1000),
        )
