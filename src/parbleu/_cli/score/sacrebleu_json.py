"""Writes results as the JSON of sacreBLEU's command."""

from __future__ import annotations

from parbleu._cli.score.result_printer import ResultPrinter
from parbleu.metrics._score import json_literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu._comparison.resampled_scores import ResampledScores

    Shown = tuple[float | None, ...]  # score, mean, half width, p-value; and sacreBLEU's if it is another
    Columns = Sequence[tuple[str, Sequence[Shown | str]]]  # a metric's name; what is shown of each system


class SacrebleuJson(ResultPrinter):
    """Prints JSON as sacreBLEU does; other formats, and tests of all pairs, are those of `parbleu score`.

    Attributes:
        of_sacrebleu: whether p-values are sacreBLEU's, which are neither calibrated nor corrected.
    """

    of_sacrebleu = False

    def labels(self, names: Sequence[str], files: Sequence[str]) -> list[str]:
        """Returns the names of the systems: given names, or files as typed."""
        arguments = self.arguments
        labels = list(names if arguments.names is not None or list(files) == ["-"] else files)
        if arguments.test is not None and (arguments.input is not None or arguments.names is not None):
            labels[0] = f"Baseline: {labels[0]}"
        return labels

    def print_comparison(self, compared: ResampledScores, labels: Sequence[str]) -> None:
        """Prints an array with an object for each system."""
        if self.arguments.all_pairs or self.arguments.format != "json":
            super().print_comparison(compared, labels)
            return
        usual = {measured.name: measured.decimals for measured in compared.measures}
        decimals = self._decimals_of(usual)
        columns = shown_columns(compared, self.of_sacrebleu)
        self.print_lines([comparison_json(compared, labels, decimals, columns)])


def comparison_json(
    compared: ResampledScores, labels: Sequence[str], decimals: Mapping[str, int], columns: Columns
) -> str:
    """Returns one object for each system: formatted scores, or objects with all digits if there is more."""
    if compared.resampling.test is None and all(result.intervals[0] is None for result in compared.results):
        texts = [(name, [f"{cell[0]:.{decimals[name]}f}" for cell in cells]) for name, cells in columns]
        return json_objects(labels, texts)
    return json_objects(labels, columns)


def json_objects(labels: Sequence[str], columns: Columns) -> str:
    """Returns an array with an object for each system, in which cells that are no text are objects."""
    objects = []
    for system, label in enumerate(labels):
        members = [f'"system": {json_literal(label, True)}']
        for name, column in columns:
            cell = column[system]
            members.append(
                f"{json_literal(name, True)}: "
                f"{json_literal(cell, True) if isinstance(cell, str) else _object(cell)}"
            )
        objects.append("    {\n" + ",\n".join(f"        {member}" for member in members) + "\n    }")
    return "[\n" + ",\n".join(objects) + "\n]" if objects else "[]"


def _object(cell: Shown) -> str:
    score, mean, half_width, p_value, *of_sacrebleu = cell
    keys = {"score": score, "p_value": p_value, "mean": mean, "ci": half_width}
    if of_sacrebleu:
        [keys["p_sacrebleu"]] = of_sacrebleu
    inner = [f'            "{key}": {json_literal(number)}' for key, number in keys.items()]
    return "{\n" + ",\n".join(inner) + "\n        }"


def shown_columns(compared: ResampledScores, of_sacrebleu: bool = True) -> list[tuple[str, list[Shown]]]:
    """Returns under which metric what is printed of each system.

    Args:
        compared: the scores, intervals and tests.
        of_sacrebleu: whether p-values are sacreBLEU's; else they are calibrated, and corrected if there is
            more than one test, with sacreBLEU's behind them if they are asked for.
    """
    from parbleu.stats.rank_clusters import holm

    pairs = [pair for result in compared.results for pair in result.pairs]
    if of_sacrebleu:
        values: list[tuple[float, ...]] = [(pair.p_sacrebleu,) for pair in pairs]
    else:
        corrected = holm(pair.p_value for pair in pairs)
        asked = "sacrebleu" in compared.resampling.p_columns
        values = [
            (value, pair.p_sacrebleu) if asked else (value,)
            for value, pair in zip(corrected, pairs, strict=True)
        ]
    left = iter(values)
    without: tuple[None, ...] = (None,) * (len(values[0]) if values else 1)
    columns = []
    for measure, result in zip(compared.measures, compared.results, strict=True):
        of_pairs = {(pair.first, pair.second): next(left) for pair in result.pairs}
        shown: list[Shown] = []
        for system, (score, interval) in enumerate(zip(result.scores, result.intervals, strict=True)):
            bounds = (None, None) if interval is None else (interval.mean, interval.half_width)
            shown.append((score, *bounds, *of_pairs.get((0, system), without)))
        columns.append((measure.name, shown))
    return columns
