"""Writes tables in GitHub's Markdown, with notes and facts as a list below the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parbleu.tables._display import Display, Options, ShownCell, displays
from parbleu.tables._table import Table

# What has a meaning in Markdown, in the HTML that it may hold, or in GitHub's formulas.
ESCAPES = {ord(character): f"\\{character}" for character in "\\`*_[]<>|#&~$"}
# Addresses become links without being asked.
ADDRESS = re.compile(r"(?i)(?<=www)\.|:(?=//)")
# What makes the beginning of a line a list, a rule, or an underlining.
BEGINNING = re.compile(r"(?=[-+=:])|(?<=\d)(?=[.)])")
RULES = {"left": ":---", "right": "---:", "center": ":---:"}


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields warnings, and then the tables, the caption in bold above each."""
    yield from (f"**Warning:** {escape(line)}\n\n" for line in options.warnings)
    for number, display in enumerate(displays(tables, options)):
        if number:
            yield "\n"
        if display.title.strip():
            yield f"**{escape(display.title.strip())}**\n\n"
        yield _row([escape(heading) for heading in display.full_headings])
        yield _row([RULES[column.align] for column in display.columns])
        yield from (_row(list(map(_cell, row))) for row in display.rows())
        yield from _below(display)


def escape(text: str) -> str:
    """Returns a line of text that Markdown shows as it is, within a line or a cell."""
    return ADDRESS.sub(r"\\\g<0>", text.translate(ESCAPES))


def code(text: str) -> str:
    """Returns a line of text as code, between as many backticks as it needs."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    room = " " if text[:1] in "` " or text[-1:] in "` " else ""
    return f"{'`' * (longest + 1)}{room}{text}{room}{'`' * (longest + 1)}" if text.strip() else ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _cell(cell: ShownCell) -> str:
    value, tail, marks = cell
    text = escape(value + tail)
    if not marks or not text.strip():
        return text
    text = text.strip()
    text = f"*{text}*" if "weak" in marks else text
    return f"**{text}**" if "best" in marks else text


def _below(display: Display) -> Iterator[str]:
    notes = display.notes_with_bold()
    if notes or display.facts:
        yield "\n"
    for note in notes:
        yield f"- {_beginning(note)}\n"
    for name, value in display.facts:
        yield f"- {_beginning(name)}: {code(value)}\n"


def _beginning(text: str) -> str:
    """Returns a line of text that Markdown shows as it is at the beginning of a list's item."""
    escaped = escape(text.strip())
    head = re.match(r"\d*.?", escaped)
    end = head.end() if head else 0
    return BEGINNING.sub(r"\\", escaped[:end]) + escaped[end:]
