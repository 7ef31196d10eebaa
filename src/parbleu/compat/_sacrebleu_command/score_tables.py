"""Writes scores of one system, and tables of several with their notes, as sacreBLEU does.

Tables are drawn as the package `tabulate` does, which takes longer to load: sacreBLEU prints with it, in its
formats `fancy_grid` and `latex_booktabs`. Tests hold the two to the same bytes.
"""

from __future__ import annotations

from parbleu._cli.score.result_printer import with_one_number
from parbleu._cli.score.sacrebleu_json import shown_columns
from parbleu._cli.shell.console import shows_colors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parbleu._cli.score.sacrebleu_json import Columns, Shown
    from parbleu._cli.score.score_options import ScoreArguments
    from parbleu._comparison.corpus_scores import CorpusScores, SubsetScores
    from parbleu._comparison.resampled_scores import ResampledScores
    from parbleu.metrics import Score

    Paint = Callable[[str, str], str]

_RESET = "\x1b[0m"
_CODES = {"red": "\x1b[31m", "green": "\x1b[32m", "yellow": "\x1b[33m", "cyan": "\x1b[36m"}


def visible_length(text: str) -> int:
    """Returns how many characters of a text show: all but a Painter's codes."""
    if "\x1b" in text:
        for code in (_RESET, *_CODES.values()):
            text = text.replace(code, "")
    return len(text)


class Painter:
    """Colours text on a terminal.

    Attributes:
        enabled: whether standard output is a terminal that knows colours (`TERM` is not "dumb"), and neither
            `--no-color` nor `NO_COLOR` forbids them.
    """

    def __init__(self, no_color: bool) -> None:
        self.enabled: bool = shows_colors(no_color)

    def __call__(self, text: str, color: str) -> str:
        """Returns text in a colour: red, green, yellow or cyan."""
        return f"{_CODES[color]}{text}{_RESET}" if self.enabled and text else text

    @property
    def end(self) -> str:
        """What the output ends in, so that the terminal keeps no colour."""
        return _RESET if self.enabled else ""


LEVEL = 0.05
"""Where sacreBLEU draws the line."""

MARGIN = 2
"""A column is at least so much wider than its title."""

ESCAPES = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\^{}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
    }
)


def scores_report(scores: CorpusScores, arguments: ScoreArguments) -> tuple[str, str]:
    """Returns a line for each score, and for each subset and score; and what ends the output's colours."""
    paint, decimals = Painter(arguments.no_color), _decimals(arguments)
    lines = []
    for score in scores.scores:
        signature = None if arguments.score_only else score.signature
        text = "" if signature is None else signature.format(arguments.short)
        lines.append(score.format(decimals, arguments.score_only, text))
    report = "\n".join(lines) if arguments.score_only else aligned(lines)
    if not arguments.score_only:
        for score in scores.scores:
            report = _highlighted(report, score, decimals, paint)
    if scores.subsets is not None:
        report = "\n".join([report, *_subset_lines(scores.subsets, decimals, paint)])
    return report, paint.end


def comparison_report(
    compared: ResampledScores, labels: Sequence[str], arguments: ScoreArguments
) -> tuple[str, str]:
    """Returns the table, what a test's p-values mean, and the signatures; and what ends the output's colours.

    The labels are what the systems are called.
    """
    paint = Painter(arguments.no_color)
    columns = shown_columns(compared)
    parts = [table_of(labels, columns, arguments.format, _decimals(arguments), paint), ""]
    test = compared.resampling.test
    if test is not None:
        parts += [explanation_of(test, arguments.named_samples, labels[0], paint), ""]
    signatures = {measured.name: measured.signature.format(arguments.short) for measured in compared.measures}
    return "\n".join([*parts, list_of_signatures(signatures)]), paint.end


def _decimals(arguments: ScoreArguments) -> int:
    """Returns how many decimals every score has.

    Raises:
        CommandError: the command line names them by metric, which no text of the original can show.
    """
    number = with_one_number(arguments).decimals
    assert isinstance(number, int)
    return number


def table_of(labels: Sequence[str], columns: Columns, name: str, width: int, paint: Paint) -> str:
    """Returns the table alone.

    The labels are what the systems are called, the columns what is shown of each under a metric. `name` is
    that of a format of `GRIDS`, `width` the number of decimals; `paint` takes a text and a colour.
    """
    draw, separator = GRIDS[name]
    rows = []
    for system, label in enumerate(labels):
        row = [label, *(_cell(column[system], width, separator, paint) for _, column in columns)]
        rows.append([paint(cell, "yellow") for cell in row] if label.startswith("Baseline:") else row)
    titles = [paint(title, "cyan") for title in ("System", *(_title(*column) for column in columns))]
    return draw(titles, rows, "r" + "c" * len(columns))


def _title(name: str, column: Sequence[Shown | str]) -> str:
    has_interval = bool(column) and not isinstance(column[0], str) and column[0][2] is not None
    return f"{name} (μ ± 95% CI)" if has_interval else name


def _cell(value: Shown | str, width: int, separator: str, paint: Paint) -> str:
    if isinstance(value, str):
        return value
    score, mean, half_width, p_value = value
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
    """Returns how to read the table of so many trials of a test, word for word as sacreBLEU has it.

    `label` is what the first system is called; `paint` takes a text and a colour.
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


def aligned(lines: Sequence[str]) -> str:
    """Pushes lines right until their equals signs stand in one column; returns the text."""
    columns = [line.find(" = ") for line in lines]
    widest = max(columns)
    return "\n".join(" " * (widest - column) + line for line, column in zip(lines, columns, strict=True))


def _subset_lines(subsets: Sequence[SubsetScores], decimals: int, paint: Painter) -> list[str]:
    """Returns the lines that `--detail` adds: one for each subset of the test set and metric."""
    if not subsets:
        return ["No subset information found. Consider using --origlang argument."]
    widest = max(len(subset.subset) for subset in subsets)
    lines = []
    for subset in subsets:
        longest = max(len(score.name) for score in subset.scores)
        lines += [
            f"{paint(f'{subset.subset:<{widest + 1}}', 'yellow')}: sentences={subset.n_segments:<6} "
            f"{score.name:<{longest}} = {score.score:.{decimals}f}"
            for score in subset.scores
        ]
    return lines


def _highlighted(report: str, score: Score, decimals: int, paint: Painter) -> str:
    if score.interval is None:
        return report
    mean, half_width = score.interval
    shown = f"(μ = {mean:.{decimals}f} ± {half_width:.{decimals}f})"
    return report.replace(f" {shown}", f" {paint(shown, 'cyan')}", 1)


def text_grid(titles: Sequence[str], rows: Sequence[Sequence[str]], alignments: str) -> str:
    """Returns a table in box-drawing characters.

    Cells have one line or several; colours take no room. `alignments` is l, r or c for each column.
    """
    cells, widths = _measured(titles, rows)
    ruled = ["═" * (width + 2) for width in widths]
    between = "├" + "┼".join("─" * (width + 2) for width in widths) + "┤"
    head, *body = [_lines(row, widths, alignments) for row in cells]
    lines = [f"╒{'╤'.join(ruled)}╕", *head, f"╞{'╪'.join(ruled)}╡"]
    for number, row in enumerate(body):
        lines += [between, *row] if number else row
    return "\n".join([*lines, f"╘{'╧'.join(ruled)}╛"])


def latex_grid(titles: Sequence[str], rows: Sequence[Sequence[str]], alignments: str) -> str:
    """Returns a table in LaTeX, of titles, rows of cells of one line, and alignments of columns."""
    cells, widths = _measured(titles, rows)
    head, *body = [
        " & ".join(
            _aligned(cell, width, alignment).translate(ESCAPES)
            for cell, width, alignment in zip(row, widths, alignments, strict=True)
        )
        for row in cells
    ]
    lines = [rf"\begin{{tabular}}{{{alignments}}}", r"\toprule", rf" {head} \\", r"\midrule"]
    return "\n".join([*lines, *(rf" {row} \\" for row in body), r"\bottomrule", r"\end{tabular}"])


def _measured(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[Sequence[str]], list[int]]:
    """Returns all rows, that of the titles first, and the width of each column."""
    cells = [titles, *([cell.strip() for cell in row] for row in rows)]
    widths = [visible_length(title) + MARGIN for title in titles]
    for row in cells[1:]:
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], *map(visible_length, cell.split("\n")))
    return cells, widths


def _lines(row: Sequence[str], widths: Sequence[int], alignments: str) -> list[str]:
    parts = [cell.split("\n") for cell in row]
    height = max(map(len, parts))
    lines = []
    for number in range(height):
        texts = [part[number] if number < len(part) else "" for part in parts]
        aligned = map(_aligned, texts, widths, alignments)
        lines.append(f"│ {' │ '.join(aligned)} │")
    return lines


def _aligned(text: str, width: int, alignment: str) -> str:
    room = width - visible_length(text)
    left = {"l": 0, "c": room // 2, "r": room}[alignment]
    return " " * left + text + " " * (room - left)


GRIDS = {"text": (text_grid, "\n"), "latex": (latex_grid, " ")}
"""Format -> what draws it, and what separates a score from its p-value."""
