"""All pairs of systems as text."""

from __future__ import annotations

from parbleu.cli.score.text_grids import text_grid
from parbleu.comparison.layout import notes, pair_table, score_table, signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.result import Comparison


def as_text(comparison: Comparison, width: int, short: bool) -> str:
    """Returns the tables of the systems and of all pairs, the notes on them, and the signatures.

    Args:
        comparison: what was found, testing all pairs.
        width: decimals.
        short: whether to abbreviate the signatures.
    """
    blocks = []
    for table in (score_table(comparison, width), pair_table(comparison, width)):
        columns = [(group, title) for group in table.groups for title in group.columns]
        blocks.append(
            text_grid(
                [title or group.title for group, title in columns],
                [[cell.text for cell in row] for row in table.rows],
                "".join("r" if group.numeric else "l" for group, _ in columns),
            )
        )
    blocks.append("\n".join(notes(comparison)))
    blocks.append("\n".join(f"{name}: {signature}" for name, signature in signatures(comparison, short)))
    return "\n\n".join(blocks)
