"""Defines `TerminalView`: what a terminal shows of a result, in place of all that files and pipes get."""

from __future__ import annotations

import os
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from parbleu.tables._rendering import tables_of
from parbleu.tables._text_chart import text_chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._cli.shell.command import Arguments
    from parbleu.tables import Result, Table

FACTS_OF_RECORDS = frozenset(
    (
        *(
            "alpha",
            "baseline",
            "counts",
            "decimals",
            "family",
            "figure",
            "generator",
            "level",
            "limits",
            "looked",
        ),
        *("lowercase", "metrics", "n_groups", "n_references", "n_samples", "n_tests", "n_units", "one_sided"),
        *("order", "outcome", "planned", "power", "seed", "spending", "test", "tokenize"),
    )
)
"""Facts that a terminal shows with `--facts` only: those that options set, or that notes tell, too."""
MOST_SIGNATURES = 3
"""Signatures of more scores are facts of records, too."""


class TerminalView:
    """What a terminal shows of the results of a command.

    Args:
        details: the names of the tables that it shows with `--tables` only, with blanks between.
        has_chart: whether scores with intervals are drawn below the tables, too.
        next_step: what could be done next: "parbleu report ... makes a page of it".
    """

    def __init__(self, details: str = "", has_chart: bool = False, next_step: str = "") -> None:
        self.details: list[str] = details.split()
        self.has_chart = has_chart
        self.next_step = next_step

    def of(
        self, result: Result | Table | tuple[Table, ...], arguments: Arguments, is_quiet: bool
    ) -> tuple[tuple[Table, ...], str]:
        """Returns the tables that are shown of a result, and the text below them."""
        every = tables_of(result)
        chosen = getattr(arguments, "tables", None)
        shown = [table for table in every if chosen or table.name not in self.details]
        left_out = [table.name for table in every if table not in shown]
        below: list[str] = []
        if self.has_chart:
            below += text_chart(shown, get_terminal_size().columns, is_ascii=not _takes_utf8())
        if not getattr(arguments, "facts", False):
            shown = [_without_record(table) for table in shown]
        parts = ["\n".join(below)] if below else []
        step = self.next_step
        if left_out:
            step = f"--tables all also prints {', '.join(left_out)}"
        if step and not is_quiet:
            parts.append(f"next: {step}")
        return tuple(shown), "".join(f"\n{part}\n" for part in parts)


def _without_record(table: Table) -> Table:
    """Returns a table with the facts that its readers need."""
    signatures = [name for name in table.facts if name.endswith("signature")]
    left_out = FACTS_OF_RECORDS.union(signatures if len(signatures) > MOST_SIGNATURES else ())
    facts = {name: value for name, value in table.facts.items() if name not in left_out}
    return table.changed(facts=facts)


def _takes_utf8() -> bool:
    """Returns whether the locale says that the terminal shows UTF-8."""
    named: Sequence[str] = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    locale = next(filter(None, named), "")
    return "utf" in locale.lower() or (not locale and os.name == "nt")
