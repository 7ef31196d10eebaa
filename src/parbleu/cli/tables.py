"""Several systems printed byte for byte as sacreBLEU does: JSON, and tables of text and LaTeX."""

from __future__ import annotations

from parbleu.cli.grids import latex_grid, text_grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.cli.colors import Painter
    from parbleu.cli.score_options import Arguments
    from parbleu.comparing.findings import Findings

    Shown = tuple[float, float | None, float | None, float | None]  # score, mean, half width, p-value

LEVEL = 0.05
"""Where sacreBLEU draws the line."""

TABLES = {"text": (text_grid, "\n"), "latex": (latex_grid, " ")}
"""Format -> what draws it, and what separates a score from its p-value."""


def as_json(findings: Findings, labels: Sequence[str], arguments: Arguments) -> str:
    """Returns one object for each system: formatted scores; objects with all digits if there is more to them.

    Args:
        findings: what was found.
        labels: what the systems are called.
        arguments: the command line.
    """
    columns = [(measure.name, _shown(findings, place)) for place, measure in enumerate(findings.measures)]
    objects = []
    for place, label in enumerate(labels):
        members = [f'"system": {_literal(label)}']
        for name, column in columns:
            score, mean, half_width, p_value = column[place]
            value = f'"{score:.{arguments.width}f}"'
            if findings.plan.test is not None or half_width is not None:
                keys = {"score": score, "p_value": p_value, "mean": mean, "ci": half_width}
                inner = [f'            "{key}": {_literal(number)}' for key, number in keys.items()]
                value = "{\n" + ",\n".join(inner) + "\n        }"
            members.append(f"{_literal(name)}: {value}")
        objects.append("    {\n" + ",\n".join(f"        {member}" for member in members) + "\n    }")
    return "[\n" + ",\n".join(objects) + "\n]"


def _literal(value: str | float | None) -> str:
    """Returns what `json.dumps(value)` does, without loading `json` if it can."""
    if value is None:
        return "null"
    if isinstance(value, str):
        if value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
            return f'"{value}"'
    elif value - value == 0:  # neither infinite nor NaN
        return repr(value)
    from json import dumps

    return dumps(value)


def _shown(findings: Findings, metric: int) -> list[Shown]:
    """Returns what is printed of each system under a metric."""
    result = findings.results[metric]
    p_values = {pair.second: pair.p_value for pair in result.pairs if pair.first == 0}
    shown: list[Shown] = []
    for place, (score, interval) in enumerate(zip(result.scores, result.intervals, strict=True)):
        bounds = (None, None) if interval is None else (interval.mean, interval.half_width)
        shown.append((score, *bounds, p_values.get(place)))
    return shown


def as_table(findings: Findings, labels: Sequence[str], arguments: Arguments, paint: Painter) -> str:
    """Returns the table, what a test's p-values mean, and the signatures.

    Args:
        findings: what was found.
        labels: what the systems are called.
        arguments: the command line.
        paint: colours for terminals.
    """
    draw, separator = TABLES[arguments.format]
    columns = [_shown(findings, place) for place in range(len(findings.measures))]
    rows = []
    for place, label in enumerate(labels):
        row = [label, *(_cell(column[place], arguments.width, separator, paint) for column in columns)]
        rows.append([paint(cell, "yellow") for cell in row] if label.startswith("Baseline:") else row)
    titles = [paint(title, "cyan") for title in _titles(findings)]
    table = draw(titles, rows, "r" + "c" * len(columns))
    parts = [table, ""]
    if findings.plan.test is not None:
        parts += [_explanation(findings, labels[0], arguments, paint), ""]
    return "\n".join([*parts, _signatures(findings, arguments)])


def _titles(findings: Findings) -> list[str]:
    columns = zip(findings.measures, findings.results, strict=True)
    return [
        "System",
        *(
            f"{found.name} (μ ± 95% CI)" if result.intervals[0] is not None else found.name
            for found, result in columns
        ),
    ]


def _cell(found: Shown, width: int, separator: str, paint: Painter) -> str:
    score, mean, half_width, p_value = found
    text = f"{score:.{width}f}"
    if mean is not None and half_width is not None:
        text += f" ({mean:.{width}f} ± {half_width:.{width}f})"
    if p_value is None:
        return text
    shown = f"(p = {p_value:.4f})"
    return f"{text}{separator}" + (paint(shown, "red") if p_value > LEVEL else f"{shown}*")


def _signatures(findings: Findings, arguments: Arguments) -> str:
    lines = _heading("Metric signatures")
    for found in findings.measures:
        lines.append(f" - {found.name:<10} {found.signature.format(arguments.short)}")
    return "\n".join(lines)


def _heading(title: str) -> list[str]:
    rule = "-" * len(title)
    return [rule, title, rule]


def _explanation(findings: Findings, label: str, arguments: Arguments, paint: Painter) -> str:
    """Returns how to read a test's table, word for word as sacreBLEU has it."""
    if findings.plan.test == "bootstrap":
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
