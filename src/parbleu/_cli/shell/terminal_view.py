"""Chooses what a terminal shows of a result, in place of all that files and pipes get."""

from __future__ import annotations

import os
from collections.abc import Sequence
from shutil import get_terminal_size

from parbleu.tables import Result, Table
from parbleu.tables._dot_plot import text_chart
from parbleu.tables._rendering import tables_of

FACTS_OF_RECORDS = {
    *("accuracy", "alpha", "average_by", "baseline", "ceiling", "counts", "decimals", "exchange", "family"),
    *("figure", "generator", "level", "limits", "looked", "lowercase", "max_order", "metrics", "n_groups"),
    *("n_references", "n_samples", "n_tests", "n_units", "one_sided", "order", "outcome", "planned", "power"),
    *("seed", "slope", "spending", "test", "tokenize"),
}
"""Facts that a terminal shows with `--facts` only: those that options set, or that notes tell, too."""
MOST_SIGNATURES = 3
"""Signatures of more scores are facts of records, too."""


def terminal_view(
    result: Result | Table | tuple[Table, ...],
    *,
    details: str,
    has_facts: bool,
    has_chart: bool,
    next_step: str,
    is_quiet: bool,
) -> tuple[tuple[Table, ...], str]:
    """Returns the tables that a terminal shows of a result, and the text below them.

    Args:
        result: that of a command.
        details: the names of the tables that are left out, with blanks between.
        has_facts: whether all facts are shown.
        has_chart: whether scores with intervals are drawn below the tables, too.
        next_step: what could be done next: "parbleu report ... makes a page of it".
        is_quiet: whether that is left out.
    """
    hidden = details.split()
    tables = tables_of(result)
    shown = [table for table in tables if table.name not in hidden]
    left_out = [table.name for table in tables if table.name in hidden]
    parts: list[str] = []
    if has_chart:
        chart = text_chart(shown, get_terminal_size().columns, is_ascii=not _takes_utf8())
        parts += ["\n".join(chart)] if chart else []
    step = f"--tables all also prints {', '.join(left_out)}" if left_out else next_step
    if step and not is_quiet:
        parts.append(f"next: {step}")
    if not has_facts:
        shown = [_without_record(table) for table in shown]
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
