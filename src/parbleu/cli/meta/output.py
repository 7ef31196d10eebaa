"""Printing results of `parbleu meta`: tables in JSON, CSV, Markdown and LaTeX, into files where named."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.shell.console import Console

    Cell = str | float | bool | None


class Report:
    """A result as a table.

    Args:
        columns: their names.
        rows: the cells of each row. NaN is none.
        facts: what holds for all rows: name -> value.
    """

    __slots__ = ("columns", "facts", "rows")

    def __init__(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[Cell]],
        facts: Mapping[str, Cell] | None = None,
    ) -> None:
        self.columns = list(columns)
        self.rows = [[None if cell != cell else cell for cell in row] for row in rows]
        self.facts = dict(facts or {})


def as_json(report: Report) -> str:
    """Returns an object: the facts, and `rows`, an object for each row."""
    from json import dumps

    rows = [dict(zip(report.columns, row, strict=True)) for row in report.rows]
    lines = ",\n".join(f"  {dumps(row, ensure_ascii=False)}" for row in rows)
    facts = "".join(
        f" {dumps(key)}: {dumps(value, ensure_ascii=False)},\n" for key, value in report.facts.items()
    )
    return f'{{\n{facts} "rows": [\n{lines}\n ]\n}}\n' if rows else f'{{\n{facts} "rows": []\n}}\n'


def as_csv(report: Report, delimiter: str = ",") -> str:
    """Returns a header and rows; the facts are columns, too, so that rows of several files can be joined."""
    import csv
    from io import StringIO

    text = StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow([*report.columns, *report.facts])
    writer.writerows([*row, *report.facts.values()] for row in report.rows)
    return text.getvalue()


def as_markdown(report: Report) -> str:
    """Returns a table, and below it a line for each fact."""
    head = [_in_markdown(column) for column in report.columns]
    rules = ["---:" if right else "---" for right in _right(report)]
    body = [[_in_markdown(_shown(cell)) for cell in row] for row in report.rows]
    lines = [f"| {' | '.join(row)} |" for row in (head, rules, *body)]
    facts = [f"- {key}: {_in_markdown(_shown(value))}" for key, value in report.facts.items()]
    return "\n".join([*lines, *([""] if facts else []), *facts]) + "\n"


def as_latex(report: Report) -> str:
    """Returns a tabular, and above it a comment for each fact."""
    from parbleu.cli.score.text_grids import latex_grid

    body = [[_shown(cell) for cell in row] for row in report.rows]
    alignments = "".join("r" if right else "l" for right in _right(report))
    titles = [column.replace("_", " ") for column in report.columns]
    facts = [f"% {key}: {_shown(value)}\n" for key, value in report.facts.items()]
    return f"{''.join(facts)}{latex_grid(titles, body, alignments)}\n"


FORMATS: dict[str, Callable[[Report], str]] = {
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}


def _in_markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def _shown(cell: Cell) -> str:
    if cell is None:
        return "--"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)


def _right(report: Report) -> list[bool]:
    """Whether each column holds numbers."""
    return [
        all(type(row[place]) in (int, float, type(None)) for row in report.rows)
        for place in range(len(report.columns))
    ]


def put(parts: Iterable[str], output: str | None, console: Console) -> None:
    """Writes a result to a file, which appears whole or not at all, or to standard output if there is none.

    Args:
        parts: the text, in parts that are made one after another.
        output: the file.
        console: where to speak.

    Raises:
        UnwritableFileError: the file cannot be written.
        CommandError: standard output cannot.
    """
    if output is None:
        for part in parts:
            console.write(part)
        return
    from parbleu.io.atomic import replacing

    with replacing(output) as file:
        for part in parts:
            file.write(part.encode(errors="surrogateescape"))


def tell_generator(name: str, seed: int | None, console: Console) -> None:
    """Says on standard error what drew random numbers, for text that does not; with a seed it is clear.

    Args:
        name: that of the generator; empty if nothing was drawn.
        seed: the seed.
        console: where to speak.
    """
    if name and seed is None:
        console.inform(f"drawn by {name}, anew each time (--seed N: what MT Metrics Eval draws)")


def put_report(text: Callable[[], str], report: Callable[[], Report], flags: Flags, console: Console) -> int:
    """Writes a result in the format that is wanted; returns the exit status.

    Args:
        text: makes what `-f text` prints.
        report: makes what the other formats print.
        flags: the command line.
        console: where to speak.
    """
    put([text() if flags.format == "text" else FORMATS[flags.format](report())], flags.output, console)
    return 0
