"""Several systems printed byte for byte as sacreBLEU does: JSON, and tables of text and LaTeX."""

from __future__ import annotations

import json

from parbleu.cli.grids import latex_grid, text_grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.cli.colors import Painter
    from parbleu.cli.score_options import Arguments
    from parbleu.comparing.result import Comparison, SystemScore

LEVEL = 0.05
"""Where sacreBLEU draws the line."""

TABLES = {"text": (text_grid, "\n"), "latex": (latex_grid, " ")}
"""Format -> what draws it, and what separates a score from its p-value."""


def as_json(comparison: Comparison, labels: Sequence[str], arguments: Arguments) -> str:
    """Returns one object for each system: formatted scores; objects with all digits if there is more to them.

    Args:
        comparison: what was found.
        labels: what the systems are called.
        arguments: the command line.
    """
    objects: list[dict[str, Any]] = []
    for place, label in enumerate(labels):
        values: dict[str, Any] = {"system": label}
        for metric in comparison.metrics:
            found = metric.scores[place]
            if comparison.test is None and found.ci is None:
                values[metric.name] = f"{found.score:.{arguments.width}f}"
            else:
                values[metric.name] = {
                    "score": found.score,
                    "p_value": found.p_value,
                    "mean": found.mean,
                    "ci": found.ci,
                }
        objects.append(values)
    return json.dumps(objects, indent=4)


def as_table(comparison: Comparison, labels: Sequence[str], arguments: Arguments, paint: Painter) -> str:
    """Returns the table, what a test's p-values mean, and the signatures.

    Args:
        comparison: what was found.
        labels: what the systems are called.
        arguments: the command line.
        paint: colours for terminals.
    """
    draw, separator = TABLES[arguments.format]
    rows = []
    for place, label in enumerate(labels):
        cells = [
            _cell(metric.scores[place], arguments.width, separator, paint) for metric in comparison.metrics
        ]
        row = [label, *cells]
        rows.append([paint(cell, "yellow") for cell in row] if label.startswith("Baseline:") else row)
    titles = [paint(title, "cyan") for title in _titles(comparison)]
    table = draw(titles, rows, "r" + "c" * len(comparison.metrics))
    parts = [table, ""]
    if comparison.test is not None:
        parts += [_explanation(comparison, labels[0], arguments, paint), ""]
    return "\n".join([*parts, _signatures(comparison, arguments)])


def as_text(comparison: Comparison, width: int) -> str:
    """Returns the tables of the systems and of all pairs, the notes on them, and the signatures.

    Args:
        comparison: what was found, testing all pairs.
        width: decimals.
    """
    from parbleu.comparing.layout import notes, pair_table, score_table, signatures

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
    blocks.append("\n".join(f"{name}: {signature}" for name, signature in signatures(comparison)))
    return "\n\n".join(blocks)


def _titles(comparison: Comparison) -> list[str]:
    return [
        "System",
        *(
            f"{metric.name} (μ ± 95% CI)" if metric.scores[0].ci is not None else metric.name
            for metric in comparison.metrics
        ),
    ]


def _cell(found: SystemScore, width: int, separator: str, paint: Painter) -> str:
    text = f"{found.score:.{width}f}"
    if found.mean is not None and found.ci is not None:
        text += f" ({found.mean:.{width}f} ± {found.ci:.{width}f})"
    if found.p_value is None:
        return text
    shown = f"(p = {found.p_value:.4f})"
    return f"{text}{separator}" + (paint(shown, "red") if found.p_value > LEVEL else f"{shown}*")


def _signatures(comparison: Comparison, arguments: Arguments) -> str:
    lines = _heading("Metric signatures")
    for metric in comparison.metrics:
        signature = metric.short_signature if arguments.short else metric.signature
        lines.append(f" - {metric.name:<10} {signature}")
    return "\n".join(lines)


def _heading(title: str) -> list[str]:
    rule = "-" * len(title)
    return [rule, title, rule]


def _explanation(comparison: Comparison, label: str, arguments: Arguments, paint: Painter) -> str:
    """Returns how to read a test's table, word for word as sacreBLEU has it."""
    if comparison.test == "bootstrap":
        title = f"Paired bootstrap resampling test with {arguments.paired_bs_n} resampling trials"
        shown = "score / bootstrap estimated true mean / 95% CI are"
    else:
        title = f"Paired approximate randomization test with {arguments.paired_ar_n} trials"
        shown = "score is"
    against = paint(label, "yellow") if label.startswith("Baseline:") else ""
    baseline, hypothesis = paint("baseline", "yellow"), paint("null hypothesis", "green")
    lines = [
        *_heading(title),
        f" - Each system is pairwise compared to {against}.",
        f"   Actual system {shown} provided for each metric.",
        "",
        f" - {paint('Null hypothesis', 'green')}: the system and the {baseline} translations are essentially",
        f"   generated by the same underlying process. For a given system and the {baseline},",
        "   the p-value is roughly the probability of the absolute score difference (delta)",
        f"   or higher occurring due to chance, under the assumption that the {hypothesis} is correct.",
        "",
        f" - Assuming a significance threshold of 0.05, the {hypothesis} can be rejected",
        '   for p-values < 0.05 (marked with "*"). This means that the delta is unlikely to be attributed',
        f'   to chance, hence the system is significantly "different" than the {baseline}.',
        f"   Otherwise, the p-values are {paint('highlighted in red', 'red')}.",
        "",
        f' - NOTE: Significance does not tell whether a system is "better" than the {baseline} but rather',
        '   emphasizes the "difference" of the systems in terms of the replicability of the delta.',
    ]
    return "\n".join(lines)
