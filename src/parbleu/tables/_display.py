"""Converts the headings, groups and cells of a table to safe text, for the formats that people read."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError
from parbleu.tables import MOST_DECIMALS
from parbleu.tables._table import CITATION_KEY
from parbleu.tables._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu.tables._table import Cell, Column, Table

ShownCell = tuple[str, str, frozenset[str]]
MISSING = "–"
METRIC = "metric"
"""The name of a column that says which metric a row is of."""
ARROWS = {"higher": "↑", "lower": "↓", "": ""}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
NO_MARKS: frozenset[str] = frozenset()


class Options:
    """How to write tables; the meaning of each attribute is that of the argument of `render`.

    Attributes:
        warnings: what makes the numbers of the tables doubtful, a line each: a key of JSON, lines
            above tables in Markdown and HTML, and comments above tables for papers. By default those of the
            result.
    """

    def __init__(
        self,
        decimals: int | Mapping[str, int] | None = None,
        width: int | Mapping[str, int] | None = None,
        color: bool = False,
        fact_columns: bool = False,
        full_width: bool = False,
        whole_page: bool = False,
        caption: str = "",
        label: str = "",
        warnings: Sequence[str] = (),
    ) -> None:
        by_name: dict[str, int] = {}
        if width is not None and not isinstance(width, int):  # sacreBLEU's word for decimals
            decimals, width = width, None
        if decimals is not None and not isinstance(decimals, int):
            by_name, decimals = dict(decimals), None
        for name, number in (("decimals", decimals), ("width", width), *by_name.items()):
            if number is not None and number < 0:
                raise OptionError(f"{name} of a table is a number from 0, not {number}")
            if number is not None and number > MOST_DECIMALS and name != "width":
                raise OptionError(f"{name} of a table is a number up to {MOST_DECIMALS}, not {number}")
        self.decimals = decimals
        self.width = width
        self.color = color
        self.fact_columns = fact_columns
        self.full_width = full_width
        self.whole_page = whole_page
        self.caption = caption
        self.label = label
        self.warnings: tuple[str, ...] = tuple(warnings)
        if label:
            import re

            if not re.fullmatch(CITATION_KEY, label):
                raise OptionError(f"a label has letters, digits and -:._ between them, not {label!r}")
        self._decimals_by_name = by_name

    def decimals_of(self, column: Column, metric: str = "") -> int | None:
        """Returns how many digits after the point a column has; None for about four significant ones.

        Args:
            column: the column.
            metric: that of the row, in a table with a column of metrics.
        """
        keys = (column.name,) if column.fixed_decimals else (*_keys(column), metric)
        for key in keys:
            if key in self._decimals_by_name:
                return self._decimals_by_name[key]
        return column.decimals if self.decimals is None or column.fixed_decimals else self.decimals

    def named_among(self, metrics: Sequence[str]) -> list[str]:
        """Returns those of the metrics whose decimals are given by name."""
        return [metric for metric in metrics if metric in self._decimals_by_name]

    def check_decimals(self, tables: Sequence[Table]) -> None:
        """Refuses decimals by name of what is no column of floats, group of columns or metric of rows."""
        if not self._decimals_by_name:
            return
        keys: list[str] = []
        for table in tables:
            floats = [column for column in table.columns if column.kind is float]
            keys += [key for column in floats for key in _keys(column)]
            keys += _metrics_of_rows(table) if floats else ()
        known = list(dict.fromkeys(filter(None, keys)))
        for name in self._decimals_by_name:
            if name not in known:
                raise UnknownNameError("column for decimals", name, known)


class Display:
    """A table as formats for people show it: texts without line ends or control characters, not yet escaped.

    Attributes:
        title: the caption without its citations, or "".
        cited_title: the caption in pieces: text, the keys of a citation with commas
            between, text, other keys, ..., text.
        columns: those for people.
        headings: that of each column, with unit and arrow; without its group, unless it is alone there.
        full_headings: that of each column, with its group before it.
        groups: (heading, number of columns) for all columns; the heading is "" over a single column.
        n_grouped: how many of the first columns are headings of groups of rows in text.
        notes: sentences.
        facts: pairs of a name and a value.
    """

    def __init__(self, table: Table, options: Options) -> None:
        self._table = table
        self._options = options
        self.cited_title: list[str] = _split_at_citations(visible(table.title), table.citations)
        self.title: str = "".join(self.cited_title[::2])
        self.columns: list[Column] = [column for column in table.columns if column.people]
        groups = _groups(self.columns)
        alone = [span == 1 for _, span in groups for _ in range(span)]
        self.full_headings: list[str] = [_heading(column, column.group) for column in self.columns]
        self.headings: list[str] = [
            full if only else _heading(column)
            for full, only, column in zip(self.full_headings, alone, self.columns, strict=True)
        ]
        self.groups: list[tuple[str, int]] = [(title if span > 1 else "", span) for title, span in groups]
        self.n_grouped: int = len(table.grouped_by)
        self.notes: list[str] = [visible(note) for note in table.notes]
        self.facts: list[tuple[str, str]] = [
            (visible(name), _shown_fact(value)) for name, value in table.facts.items()
        ]

    def notes_with_bold(self) -> list[str]:
        """Returns the notes, and what bold means where cells are bold and no note says so."""
        is_bold = any("best" in marks for marks in self._table.marks.values())
        if not is_bold or any("bold" in text for text in (self.title, *self.notes)):
            return self.notes
        return [*self.notes, "Bold: the best."]

    def rows(self, minus: str = "-") -> Iterator[list[ShownCell]]:
        """Yields rows of triples: a value, with this minus, what follows it (" ± 0.4*"), and its marks."""
        places = {column.name: index for index, column in enumerate(self._table.columns)}
        metrics = self._options.named_among(_metrics_of_rows(self._table))
        plan = []
        for column in self.columns:
            shows = {metric: self._shower(column, metric) for metric in metrics}
            behind = places.get(column.plus_minus), places.get(column.superscript)
            plan.append((places[column.name], self._shower(column), shows, column.kind is not str, *behind))
        marked: dict[int, dict[int, frozenset[str]]] = {}
        for (number, name), marks in self._table.marks.items():
            marked.setdefault(number, {})[places[name]] = marks
        for number, row in enumerate(self._table.rows):
            marks_of = marked.get(number)
            shown = []
            metric: Any = row[places[METRIC]] if metrics else None
            for index, usual, shows, is_number, other, raised in plan:
                show = shows.get(metric, usual)
                value = row[index]
                if value is None:
                    shown.append((MISSING, "", NO_MARKS))
                    continue
                tail, marks = "", NO_MARKS
                if raised is not None and row[raised] is not None:
                    tail = str(row[raised]).translate(SUPERSCRIPTS)
                if other is not None and row[other] is not None:
                    tail += f" ± {show(row[other]).removeprefix('+')}"
                if marks_of is not None:
                    marks = marks_of.get(index, NO_MARKS)
                    tail += "*" if "significant" in marks else ""
                    tail += "†" if "weak" in marks else ""
                    tail += " (baseline)" if "baseline" in marks else ""
                text = show(value)
                if is_number and text[0] == "-":
                    text = minus + text[1:]
                shown.append((text, tail, marks))
            yield shown

    def _shower(self, column: Column, metric: str = "") -> Callable[[Any], str]:
        """Returns the function that makes a value of a column a text, in rows of a metric if it is named."""
        if column.kind is str:
            return visible
        if column.kind is bool:
            return _shown_bool
        sign = "+" if column.signed else "-"
        if column.kind is int:
            return lambda value: format(value, f"{sign}d")
        decimals = self._options.decimals_of(column, metric)
        if decimals is not None:
            fixed = f"{sign}.{decimals}f"
            if column.fixed_decimals and not column.signed and decimals > 2:  # a p-value is never 0
                least = 10**-decimals
                limit = f"<{least:.{decimals}f}"
                return lambda value: limit if 0 < value < least / 2 else format(value, fixed)
            return lambda value: _unsigned_zero(format(value, fixed), column.signed)
        return _about_four_digits(self._table.column(column.name), sign, column.signed)


def hanging_signs(tail: str, column: Column) -> tuple[str, str]:
    """Returns what follows a value, and the signs at its end that stand outside the column of numbers."""
    if column.align != "right":
        return tail, ""
    inside = tail.rstrip("*†")
    return inside, tail[len(inside) :]


def heat_level(marks: frozenset[str]) -> int:
    """Returns how dark the background of a cell is, from 1 to 8; 0 for none."""
    return next((int(mark.removeprefix("heat")) for mark in marks if mark.startswith("heat")), 0)


def displays(tables: Sequence[Table], options: Options) -> list[Display]:
    """Converts tables for formats that people read; shared notes and facts are put below the last table."""
    return [Display(table, options) for table in without_repetition(tables)]


def without_repetition(tables: Sequence[Table]) -> list[Table]:
    """Returns tables without the notes and facts that a later one of them has, too."""
    kept: list[Table] = []
    notes: set[str] = set()
    facts: set[tuple[str, str]] = set()
    for table in reversed(tables):
        shown = {name: (name, _shown_fact(value)) for name, value in table.facts.items()}
        own_notes = [note for note in table.notes if note not in notes]
        own_facts = {name: table.facts[name] for name, fact in shown.items() if fact not in facts}
        notes.update(own_notes)
        facts.update(shown.values())
        whole = (len(own_notes), len(own_facts)) == (len(table.notes), len(table.facts))
        kept.append(table if whole else table.changed(notes=own_notes, facts=own_facts))
    return kept[::-1]


def _split_at_citations(title: str, keys: Mapping[str, str]) -> list[str]:
    """Returns a title in pieces: text, the keys that are cited behind it with commas between, ..., text."""
    if not keys:
        return [title]
    import re

    pieces, end = [""], 0
    for match in re.finditer(rf" \[@({CITATION_KEY}(?:; @{CITATION_KEY})*)\]", title):
        cited = match[1].split("; @")
        if keys.keys() >= set(cited):
            pieces[-1] += title[end : match.start()]
            pieces += [",".join(cited), ""]
            end = match.end()
    pieces[-1] += title[end:]
    return pieces


def _keys(column: Column) -> tuple[str, str, str]:
    """Returns the names by which users may mean a column of numbers."""
    return column.name, column.title, column.group


def _metrics_of_rows(table: Table) -> list[str]:
    """Returns the metrics that the rows of a table are of, each once; none without such a column."""
    if not any(column.name == METRIC and column.kind is str for column in table.columns):
        return []
    return list(dict.fromkeys(str(metric) for metric in table.column(METRIC) if metric))


def _groups(columns: Sequence[Column]) -> list[tuple[str, int]]:
    groups: list[tuple[str, int]] = []
    last = ""
    for column in columns:
        if groups and column.group and column.group == last:
            groups[-1] = (groups[-1][0], groups[-1][1] + 1)
        else:
            groups.append((visible(column.group), 1))
        last = column.group
    return groups


def _heading(column: Column, group: str = "") -> str:
    unit = f"({column.unit})" if column.unit else ""
    return " ".join(visible(part) for part in (group, column.title, unit, ARROWS[column.better]) if part)


def _shown_bool(value: bool) -> str:
    return "yes" if value else "no"


def _shown_fact(value: Cell) -> str:
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return _shown_bool(value)
    if isinstance(value, str):
        return visible(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _about_four_digits(cells: Sequence[Any], sign: str, signed: bool) -> Callable[[float], str]:
    """Returns a function that writes all floats of a column with as many decimals as the largest needs."""
    largest = max(
        (abs(cell) for cell in cells if cell is not None and abs(cell) != float("inf")), default=0.0
    )
    decimals = 4 if largest < 1 else max(1, 4 - len(str(int(largest))))
    smallest = 0.5 * 10**-decimals
    fixed, scientific = f"{sign}.{decimals}f", f"{sign}.1e"

    def show(value: float) -> str:
        if 0 < abs(value) < smallest:
            return format(value, scientific)
        return _unsigned_zero(format(value, fixed), signed)

    return show


def _unsigned_zero(number: str, signed: bool) -> str:
    """Returns a number without the sign of a negative zero."""
    return number[1:] if not signed and number[0] == "-" and not number.strip("-0.") else number
