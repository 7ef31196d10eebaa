"""Several systems printed byte for byte as sacreBLEU does: JSON, and tables of text and LaTeX."""

from __future__ import annotations

from parbleu.cli.score.text_grids import latex_grid, text_grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.colors import Painter
    from parbleu.comparison.resampled_scores import Findings

    Shown = tuple[float, float | None, float | None, float | None]  # score, mean, half width, p-value
    Paint = Callable[[str, str], str]
    Columns = Sequence[tuple[str, Sequence[Shown | str]]]  # a metric's name; what is shown of each system

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
    columns = _columns(findings)
    if findings.plan.test is None and all(result.intervals[0] is None for result in findings.results):
        width = arguments.width
        return json_objects(
            labels, [(name, [f"{cell[0]:.{width}f}" for cell in cells]) for name, cells in columns]
        )
    return json_objects(labels, columns)


def json_objects(labels: Sequence[str], columns: Columns) -> str:
    """Returns an array with an object for each system, in which cells that are no text are objects."""
    objects = []
    for place, label in enumerate(labels):
        members = [f'"system": {_literal(label)}']
        for name, column in columns:
            cell = column[place]
            members.append(f"{_literal(name)}: {_literal(cell) if isinstance(cell, str) else _object(cell)}")
        objects.append("    {\n" + ",\n".join(f"        {member}" for member in members) + "\n    }")
    return "[\n" + ",\n".join(objects) + "\n]" if objects else "[]"


def _object(cell: Shown) -> str:
    score, mean, half_width, p_value = cell
    keys = {"score": score, "p_value": p_value, "mean": mean, "ci": half_width}
    inner = [f'            "{key}": {_literal(number)}' for key, number in keys.items()]
    return "{\n" + ",\n".join(inner) + "\n        }"


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


def _columns(findings: Findings) -> list[tuple[str, list[Shown]]]:
    return [(found.name, _shown(findings, place)) for place, found in enumerate(findings.measures)]


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
    parts = [table_of(labels, _columns(findings), arguments.format, arguments.width, paint), ""]
    test = findings.plan.test
    if test is not None:
        trials = arguments.paired_bs_n if test == "bootstrap" else arguments.paired_ar_n
        parts += [explanation_of(test, trials, labels[0], paint), ""]
    signatures = {found.name: found.signature.format(arguments.short) for found in findings.measures}
    return "\n".join([*parts, list_of_signatures(signatures)])


def table_of(labels: Sequence[str], columns: Columns, name: str, width: int, paint: Paint) -> str:
    """Returns the table alone.

    Args:
        labels: what the systems are called.
        columns: under which metric what is shown of each.
        name: of a format of `TABLES`.
        width: decimals.
        paint: takes a text and a colour.
    """
    draw, separator = TABLES[name]
    rows = []
    for place, label in enumerate(labels):
        row = [label, *(_cell(column[place], width, separator, paint) for _, column in columns)]
        rows.append([paint(cell, "yellow") for cell in row] if label.startswith("Baseline:") else row)
    titles = [paint(title, "cyan") for title in ("System", *(_title(*column) for column in columns))]
    return draw(titles, rows, "r" + "c" * len(columns))


def _title(name: str, column: Sequence[Shown | str]) -> str:
    has_interval = bool(column) and not isinstance(column[0], str) and column[0][2] is not None
    return f"{name} (μ ± 95% CI)" if has_interval else name


def _cell(found: Shown | str, width: int, separator: str, paint: Paint) -> str:
    if isinstance(found, str):
        return found
    score, mean, half_width, p_value = found
    text = f"{score:.{width}f}"
    if mean is not None and half_width is not None:
        text += f" ({mean:.{width}f} ± {half_width:.{width}f})"
    if p_value is None:
        return text
    shown = f"(p = {p_value:.4f})"
    return f"{text}{separator}" + (paint(shown, "red") if p_value > LEVEL else f"{shown}*")


def list_of_signatures(signatures: Mapping[str, object]) -> str:
    """Returns the list below a table: the name of each metric, and its signature."""
    lines = _heading("Metric signatures")
    lines += [f" - {name:<10} {signature}" for name, signature in signatures.items()]
    return "\n".join(lines)


def _heading(title: str) -> list[str]:
    rule = "-" * len(title)
    return [rule, title, rule]


def explanation_of(test: str, trials: object, label: str, paint: Paint) -> str:
    """Returns how to read a test's table, word for word as sacreBLEU has it.

    Args:
        test: bootstrap or randomization.
        trials: how many there were.
        label: what the first system is called.
        paint: takes a text and a colour.
    """
    if test == "bootstrap":
        title = f"Paired bootstrap resampling test with {trials} resampling trials"
        shown = "score / bootstrap estimated true mean / 95% CI are"
    else:
        title = f"Paired approximate randomization test with {trials} trials"
        shown = "score is"
    against = paint(label if label.startswith("Baseline:") else "", "yellow")
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
