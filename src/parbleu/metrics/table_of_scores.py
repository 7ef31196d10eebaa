"""Makes a table of the scores of one text, or of one system."""

from __future__ import annotations

from parbleu.tables import Column, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.metrics.score import Score
    from parbleu.tables.table import Cell


def score_table(scores: Sequence[Score], short: bool = False) -> Table:
    """Returns a row for each score of one system: its name, number, interval, components and signature."""
    rows = []
    notes = []
    facts: dict[str, Cell] = {}
    for score in scores:
        mean, half_width = score.interval or (None, None)
        signature = None if score.signature is None else score.signature.format(short)
        rows.append((score.name, score.score, half_width, mean, score.details, signature))
        if score.details:
            notes.append(f"{score.name}: {score.details}")
        if signature is not None:
            facts[f"{score.name} signature"] = signature
    seeds = {score.name: score.seed for score in scores if score.seed is not None}
    one = len(set(seeds.values())) == 1
    facts |= {"seed" if one else f"{name} seed": seed for name, seed in seeds.items()}
    if any(row[2] is not None for row in rows):
        notes.insert(0, "±: half the width of the 95 % interval of the bootstrap samples' scores.")
    return Table(
        "scores",
        (
            Column("metric"),
            Column("score", kind=float, decimals=2, plus_minus="ci"),
            Column("ci", kind=float, people=False),
            Column("mean", kind=float, people=False),
            Column("details", people=False),
            Column("signature", people=False),
        ),
        rows,
        notes=notes,
        facts=facts,
    )
