"""Makes tables of the parts of scores: contributions, scores without a part, gaps, and raters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.comparison.corrected_tables import with_discovery_rates
from parbleu.comparison.result_tables import p_column
from parbleu.tables import Column, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parbleu.analysis.score_parts import ErrorShares


def share_tables(found: ErrorShares) -> tuple[Table, ...]:
    """Returns the parts of the scores, the scores without each part, the gaps, and the raters' scores."""
    return _contributions(found), _without(found), _gaps(found), _raters(found)


def _contributions(found: ErrorShares) -> Table:
    columns = [
        *(Column("system"), Column("rank", kind=int), Column("segments", kind=int)),
        Column("judgements", kind=int),
        Column("score", kind=float, decimals=4, better="higher"),
        *(Column(f"part_{name}", name or "none", float, found.by, decimals=4) for name in found.parts),
    ]
    rows = [
        [system, rank, segments, judgements, score, *parts]
        for system, rank, segments, judgements, score, parts in zip(
            found.systems,
            ranks(found.scores),
            found.segments,
            found.judgements,
            found.scores,
            found.contributions,
            strict=True,
        )
    ]
    notes = ["The parts of a system sum to its score."]
    return Table("score_parts", columns, rows, notes=notes, facts={"by": found.by, "scheme": found.scheme})


def _without(found: ErrorShares) -> Table:
    columns = (
        *(Column("part", f"without {found.by}"), Column("system")),
        Column("score", kind=float, decimals=4, better="higher"),
        *(Column("rank", kind=int), Column("rank_change", "change of rank", int, signed=True)),
    )
    before = ranks(found.scores)
    rows = []
    for part in found.parts:
        scores = found.without(part)
        for system, score, old, new in zip(found.systems, scores, before, ranks(scores), strict=True):
            rows.append((part, system, score, new, new - old))
    return Table("hypothetical_scores", columns, rows)


def _gaps(found: ErrorShares) -> Table:
    columns = (
        *(Column("first"), Column("second"), Column("part", found.by)),
        Column("difference", kind=float, decimals=4, signed=True),
        Column("share", "% of the gap", float, decimals=1, signed=True),
        *(p_column("p_value"), p_column("p_holm", "p (Holm)")),
    )
    rows = [
        (
            *(gap.first, gap.second, gap.part, gap.difference),
            None if gap.share is None else 100 * gap.share,
            *(gap.p_value, gap.p_holm),
        )
        for gap in found.gaps
    ]
    notes = [
        "Neighbours in the ranking, on segments that both were rated on; the shares of a pair sum to 100 %.",
        "p: paired bootstrap, two-sided.",
    ]
    return with_discovery_rates(Table("gaps", columns, rows, notes=notes), (), "of all rows")


def _raters(found: ErrorShares) -> Table:
    columns = (
        *(Column("rater"), Column("system"), Column("score", kind=float, decimals=4, better="higher")),
        Column("judgements", kind=int),
    )
    rows = [
        (rater, system, *numbers)
        for rater, systems in found.raters.items()
        for system, numbers in sorted(systems.items(), key=lambda item: -item[1][0])
    ]
    return Table("rater_scores", columns, rows)


def ranks(scores: NDArray[np.float64]) -> list[int]:
    """Returns the rank of each score, 1 for the highest; equal ones share the best rank."""
    return [1 + int((scores > score).sum()) for score in scores]
