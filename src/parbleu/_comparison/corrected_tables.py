"""Adds requested corrections for the false discovery rate to tables of tests; tells what is corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu._base.wording import counted
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.tables import Table

METHODS = {"bh": benjamini_hochberg, "by": benjamini_yekutieli}
METHOD_NAMES = {"bh": "Benjamini-Hochberg", "by": "Benjamini-Yekutieli"}


def with_discovery_rates(
    table: Table, p_columns: Sequence[str], keys: Sequence[str] = (), what: str = ""
) -> Table:
    """Returns a table of tests with p-values by Benjamini-Hochberg and -Yekutieli behind those by Holm.

    A note says how many tests are corrected together.

    Args:
        table: with a row for each test: `p_value`, None where there is no test, and `p_holm`, whose heading
            has the word Holm.
        p_columns: which are asked for, as `parbleu.Resampling` has them: "bh", "by".
        keys: columns: tests that have the same values there are corrected together.
        what: whose tests these are: "of each metric".
    """
    families: dict[tuple[Any, ...], list[int]] = {}
    p_values: Sequence[Any] = table.column("p_value")
    labels = [table.column(name) for name in keys]
    for row, value in enumerate(p_values):
        if value is not None:
            families.setdefault(tuple(column[row] for column in labels), []).append(row)
    if not families:
        return table.changed(notes=[*table.notes, "Nothing is tested: a test takes two segments or more."])
    methods = {name: adjust for name, adjust in METHODS.items() if name in p_columns}
    adjusted: list[dict[str, Any]] = [dict.fromkeys(methods) for _ in p_values]
    for rows in families.values():
        for name, adjust in methods.items():
            for row, value in zip(rows, adjust([p_values[row] for row in rows]), strict=True):
                adjusted[row][name] = value
    at = [column.name for column in table.columns].index("p_holm") + 1
    of_holm = table.columns[at - 1]
    columns = [
        of_holm.changed(name=f"p_{name}", title=of_holm.title.replace("Holm", name.upper()))
        for name in methods
    ]
    sizes = sorted({len(rows) for rows in families.values()})
    size = f"{sizes[0]} to {sizes[-1]} tests" if len(sizes) > 1 else counted(sum(sizes), "test")
    names = ", ".join(["Holm", *map(str.upper, methods)])
    note = f"{names}: corrected for the {size} {what}".rstrip()
    which = ", ".join(METHOD_NAMES[name] for name in methods)
    meaning = f"; {names.removeprefix('Holm, ')}: {which}." if methods else "."
    return table.changed(
        columns=[*table.columns[:at], *columns, *table.columns[at:]],
        rows=[(*row[:at], *more.values(), *row[at:]) for row, more in zip(table.rows, adjusted, strict=True)],
        notes=[*table.notes, note + meaning],
    )
