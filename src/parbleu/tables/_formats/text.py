"""Writes tables for terminals: aligned columns, or parts of them or blocks if they are too wide."""

from __future__ import annotations

from parbleu.tables._display import ARROWS, displays
from parbleu.tables._display_width import aligned, cut, display_width, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.tables._display import Display, Options, ShownCell
    from parbleu.tables._table import Table

BETWEEN = INDENT = "  "
BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
EDITS = {"[-": ("\x1b[31;9m", "-]"), "{+": ("\x1b[32m", "+}")}
"""What begins an edit -> the style of its text, and what ends it."""
UNLIMITED = 1 << 30
LEAST = 30
"""Columns of characters that the last column of a table needs for wrapped text."""
READABLE, NARROW = 20, 12
"""To how many characters a column of texts is narrowed before a table is cut into parts, and after that."""
MOST = 60
"""Where lines have no limit, no column of texts is filled up to more, and the last one not at all."""


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields the tables as lines, at most as wide as `options.width` says.

    Headings that make a table too wide are wrapped, then the text of the last column if that leaves it
    readable. If that is not enough, all columns of texts but the first are wrapped. If the table is
    still too wide, its groups of columns (without groups: its columns of numbers) stand below each other in
    parts that fit, each with the first columns; a group of scores that is too wide is cut between these.
    Else each row becomes a block of lines "heading: value". Words that are too long are left to the
    terminal to break. Rows of a table with `grouped_by` stand below headings, and the text of its last
    column is always wrapped.
    """
    width = _terminal_width() if options.width is None else options.width
    for number, display in enumerate(displays(tables, options)):
        if number:
            yield "\n"
        yield from _lines(display, width or UNLIMITED, options.color)


def _terminal_width() -> int:
    """Returns the width of the terminal that standard output is, or 0 if it is none."""
    import os
    import sys

    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    except (AttributeError, OSError, ValueError):
        return 0


def _lines(display: Display, width: int, color: bool) -> Iterator[str]:
    if display.title:
        for line in wrapped(display.title, width):
            yield f"{_styled(line, BOLD, color)}\n"
    rows = list(display.rows())
    grouped = _grouped(display, rows, width) if display.n_grouped and rows else None
    if grouped is not None:
        yield from grouped.lines(color)
    else:
        grid = _AlignedColumns(display, rows, width)
        fits = grid.width <= width or grid.shrink(width, READABLE)
        parts = [grid] if fits else _parts(display, rows, width)
        if not parts and grid.shrink(width, NARROW):
            parts = [grid]
        for number, part in enumerate(parts):
            yield from ["\n"] if number else []
            yield from part.lines(color)
        if not parts:
            yield from _blocks(display, rows, width, color)
    shows_edits = color and any(column.shows_edits for column in display.columns)
    notes = [line for note in display.notes for line in wrapped(note, width)]
    below = _with_colored_edits(notes) if shows_edits else notes
    below += [
        line for name, value in display.facts for line in wrapped(f"{name}: {value}", width, "  ", bars=True)
    ]
    if below:
        yield "\n"
    for line in below:
        yield f"{line}\n"


class _AlignedColumns:
    """Aligned columns under their headings.

    Attributes:
        width: what it takes, with wrapped headings, and wrapped text in the last column, if it is wider than
            the limit without.
    """

    def __init__(
        self,
        display: Display | _ColumnBlock,
        rows: list[list[ShownCell]],
        limit: int,
        titles: Sequence[str] | None = None,
    ) -> None:
        self._rows = rows
        self._titles = titles  # of the group of each row
        self._shows_edits = display.columns[-1].shows_edits
        self._most = MOST if limit == UNLIMITED else UNLIMITED
        self._aligns = [column.align for column in display.columns]
        self._groups = display.groups
        headings = display.headings
        self._grouped = any(title for title, _ in display.groups)
        parts = [self._measured(rows, index) for index in range(len(headings))]
        self._tails = [tail for _, tail in parts]
        bodies = [value + tail for value, tail in parts]
        self._headings = [[heading] for heading in headings]
        self._widths = self._spread(bodies)
        if self.width > limit:
            self._headings = [
                _wrapped_heading(heading, max(body, *map(display_width, heading.split(" "))))
                for heading, body in zip(headings, bodies, strict=True)
            ]
            self._widths = self._spread(bodies)
        room = limit - (self.width - self._widths[-1])
        self._wrapped: list[int] = []  # the columns whose texts are broken into lines
        is_text = not self._grouped and self._aligns[-1] == "left"
        last = len(self._widths) - 1
        if self.width > limit and room >= LEAST and (titles or (is_text and self._fits(last, room))):
            self._wrapped = [last]
            self._widths[last] = room

    def shrink(self, limit: int, narrowest: int) -> bool:
        """Makes columns of texts narrower, the widest first, until all fit; returns whether they do."""
        texts = [index for index, align in enumerate(self._aligns) if index and align == "left"]
        widths = [min(width, limit) for width in self._widths]
        excess = sum(widths) + len(BETWEEN) * (len(widths) - 1) - limit
        while excess > 0 and texts:
            widest = max(texts, key=widths.__getitem__)
            if widths[widest] <= narrowest:
                break
            widths[widest] -= 1
            excess -= 1
        wrapped_places = [index for index in texts if widths[index] < self._widths[index]]
        if (
            excess > 0
            or self._grouped
            or not all(self._fits(index, widths[index]) for index in wrapped_places)
        ):
            return False
        self._wrapped, self._widths = wrapped_places, widths
        return True

    def _fits(self, index: int, room: int) -> bool:
        """Returns whether so much room is enough to wrap a column: for all words in most rows."""
        texts = [row[index][0] + row[index][1] for row in self._rows]
        long = [text for text in texts if any(display_width(word) > room for word in text.split(" "))]
        return len(long) * 10 < len(texts) and all(
            display_width(line) <= room for line in self._headings[index]
        )

    @property
    def width(self) -> int:
        return sum(self._widths) + len(BETWEEN) * (len(self._widths) - 1)

    def _measured(self, rows: list[list[ShownCell]], index: int) -> tuple[int, int]:
        """Returns how wide a column is: its values and what follows them, which align each by themselves."""
        if self._aligns[index] != "right":
            if self._most < UNLIMITED and index == len(self._aligns) - 1:
                return 0, 0  # nothing stands behind these texts
            widest = max((display_width(row[index][0] + row[index][1]) for row in rows), default=0)
            return min(widest, self._most), 0
        values = max((display_width(row[index][0]) for row in rows), default=0)
        return values, max((display_width(row[index][1]) for row in rows if row[index][1]), default=0)

    def _spread(self, bodies: Sequence[int]) -> list[int]:
        """Returns the widths of columns such that bodies, headings and groups have room."""
        widths = [
            max(body, *map(display_width, heading))
            for body, heading in zip(bodies, self._headings, strict=True)
        ]
        start = 0
        for title, span in self._groups:
            taken = sum(widths[start : start + span]) + len(BETWEEN) * (span - 1)
            widths[start + span - 1] += max(0, display_width(title) - taken)
            start += span
        return widths

    def lines(self, color: bool) -> Iterator[str]:
        """Yields the lines."""
        if self._grouped:
            yield self._group_line()
        height = max(map(len, self._headings))
        for number in range(height):
            cells = [
                aligned(heading[number - height] if number >= height - len(heading) else "", width, align)
                for heading, width, align in zip(self._headings, self._widths, self._aligns, strict=True)
            ]
            yield f"{BETWEEN.join(cells).rstrip()}\n"
        yield f"{'─' * max(1, self.width)}\n"
        plan = list(zip(self._tails, self._widths, self._aligns, strict=True))
        before, colors_edits = None, color and self._shows_edits
        for number, whole in enumerate(self._rows):
            if self._titles is not None and self._titles[number] != before:
                before = self._titles[number]
                yield f"{_styled(before, BOLD, color)}\n"
            lines = []
            for row in self._split(whole) if self._wrapped else [whole]:
                cells = [
                    _cell(cell, tails, width, align, color)
                    for cell, (tails, width, align) in zip(row, plan, strict=True)
                ]
                lines.append(BETWEEN.join(cells).rstrip())
            yield from (f"{line}\n" for line in (_with_colored_edits(lines) if colors_edits else lines))
        if not self._rows:
            yield "(no rows)\n"

    def _split(self, row: list[ShownCell]) -> list[list[ShownCell]]:
        """Returns a row as rows of single lines, of which the first has the cells that are not wrapped."""
        lines: dict[int, list[str]] = {}
        for index in self._wrapped:
            value, tail, _ = row[index]
            words = [cut(word, self._widths[index]) for word in (value + tail).split(" ")]
            lines[index] = wrapped(" ".join(words), self._widths[index])
        empty: list[ShownCell] = [("", "", marks) for _, _, marks in row]
        result = [[*row], *([*empty] for _ in range(max(map(len, lines.values())) - 1))]
        for index, broken in lines.items():
            for number, line in enumerate(broken):
                result[number][index] = (line, "", row[index][2])
        return result

    def _group_line(self) -> str:
        parts, start = [], 0
        for title, span in self._groups:
            room = sum(self._widths[start : start + span]) + len(BETWEEN) * (span - 1)
            start += span
            wide = title and room >= display_width(title) + 4
            parts.append(aligned(f" {title} " if wide else title, room, "center", "─" if wide else " "))
        return f"{BETWEEN.join(parts).rstrip()}\n"


class _ColumnBlock:
    """Some columns of a table, with the attributes of its `Display` that lines are made of."""

    def __init__(self, display: Display, places: Sequence[int], groups: list[tuple[str, int]]) -> None:
        self.columns = [display.columns[index] for index in places]
        self.headings = [display.headings[index] for index in places]
        self.groups = groups


def _grouped(display: Display, rows: list[list[ShownCell]], width: int) -> _AlignedColumns | None:
    """Returns the rows below headings of the groups that their first cells make; None if they do not fit."""
    first = display.n_grouped
    heads = display.headings[:first]
    titles = [
        ", ".join(f"{head} {value}{tail}" for head, (value, tail, _) in zip(heads, row, strict=False))
        for row in rows
    ]
    others = _ColumnBlock(display, range(first, len(display.columns)), display.groups[first:])
    others.headings[0] = f"{INDENT}{others.headings[0]}"
    cells = [[(INDENT + row[first][0], *row[first][1:]), *row[first + 1 :]] for row in rows]
    grid = _AlignedColumns(others, cells, width, titles)
    return grid if grid.width <= width else None


def _parts(display: Display, rows: list[list[ShownCell]], width: int) -> list[_AlignedColumns]:
    """Returns parts of a table, side by side, that fit the width; none if it cannot be cut so.

    The first part has all columns that begin a row, the others those that tell the rows apart.
    """
    columns = display.columns
    grouped = any(title for title, _ in display.groups)
    texts = next((index for index, column in enumerate(columns) if column.kind is not str), len(columns))
    first = (
        next((index for index, column in enumerate(columns) if column.group), 0) if grouped else max(1, texts)
    )
    if not first or any(
        display_width(row[index][0]) > LEAST
        for index, column in enumerate(columns)
        if column.kind is str and not column.group and index >= first
        for row in rows
    ):
        return []
    keys = next((n for n in range(1, first) if len({tuple(row[:n]) for row in rows}) == len(rows)), first)
    parts: list[_AlignedColumns] = []

    def grid(taken: Sequence[tuple[int, tuple[str, int]]]) -> _AlignedColumns:
        n_first = keys if parts else first
        places = [*range(n_first), *(at + n for at, (_, span) in taken for n in range(span))]
        groups = [("", 1)] * n_first
        end = 0
        for at, (title, span) in taken:
            is_rest = bool(title) and at == end and groups[-1][0] == title
            groups[len(groups) - is_rest :] = [(title, span + groups[-1][1] * is_rest)]
            end = at + span
        return _AlignedColumns(
            _ColumnBlock(display, places, groups), [[row[index] for index in places] for row in rows], width
        )

    taken: list[tuple[int, tuple[str, int]]] = []  # where groups, or parts of wide ones, begin, and these
    start = 0
    for title, span in display.groups:
        whole = (start, (title, span))
        can_be_cut = start >= first and all(column.better for column in columns[start : start + span])
        is_cut = can_be_cut and grid([whole]).width > width
        for group in [(start + n, (title, 1)) for n in range(span)] if is_cut else [whole]:
            if start >= first:
                if grid([*taken, group]).width > width:
                    parts += [grid(taken)] if taken else []
                    taken = []
                    if grid([group]).width > width:
                        return []
                taken.append(group)
        start += span
    return [*parts, grid(taken)] if taken else []


def _wrapped_heading(heading: str, width: int) -> list[str]:
    lines = wrapped(heading, width)
    if len(lines) > 1 and lines[-1] in ARROWS.values():
        lines[-2:] = [" ".join(lines[-2:])]
    return lines


def _cell(cell: ShownCell, tails: int, width: int, align: str, color: bool) -> str:
    """Returns a cell filled up; `tails` is the room for what follows the values of a column."""
    value, tail, marks = cell
    text = value + tail
    room = " " * (tails - display_width(tail)) if align == "right" and tails else ""
    filled = aligned(text + room, width, align)
    text = text.strip()
    return filled.replace(text, _marked(text, marks, color), 1) if color and marks and text else filled


def _blocks(display: Display, rows: list[list[ShownCell]], width: int, color: bool) -> Iterator[str]:
    names = [f"{heading}:" if heading else "" for heading in display.full_headings]
    for number, row in enumerate(rows):
        if number:
            yield "\n"
        for name, (value, tail, marks) in zip(names, row, strict=True):
            first, *others = wrapped(f"{name} {value}{tail}", width, "  ")
            if first.startswith(f"{name} "):
                first = f"{name} {_marked(first[len(name) + 1 :], marks, color)}"
            yield from (f"{line.rstrip()}\n" for line in (first, *others))
    if not rows:
        yield from (f"{line}\n" for line in (*names, "(no rows)"))


def _with_colored_edits(lines: Sequence[str]) -> list[str]:
    """Returns lines with colours in place of the brackets of edits, which may go on in the next line."""
    import re

    colored, style, end = [], "", ""
    for line in lines:
        words = line.lstrip(" ")
        text = " " * (len(line) - len(words)) + style
        for part in re.split(r"(\[-|\{\+|-\]|\+\})", words):
            if part in EDITS and not style:
                style, end = EDITS[part]
                text += style
            elif style and part == end:
                style = ""
                text += RESET
            else:
                text += part
        colored.append(text + RESET * bool(style))
    return colored


def _marked(text: str, marks: frozenset[str], color: bool) -> str:
    text = _styled(text, BOLD, color and "best" in marks)
    return _styled(text, DIM, color and "weak" in marks)


def _styled(text: str, style: str, wanted: bool) -> str:
    return f"{style}{text}{RESET}" if wanted else text
