"""`parbleu meta --scores`: all scores of people and metrics, a row for each system and segment."""

from __future__ import annotations

from parbleu.cli.meta.output import FORMATS, Report, put
from parbleu.cli.meta.sets import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.shell.console import Console
    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.evalset.score_matrix import Scores

    Show = Callable[[Scores, str, str], Sequence[Any]]

LEVELS = ("seg", "doc", "domain", "sys")
TITLES = ("system-name", "domain", "doc", "seg-id")


def run(flags: Flags, console: Console) -> int:
    """Prints scores; returns the exit status."""
    evalset = load(flags)
    levels = [level for level in LEVELS if level in evalset.levels]
    scorers = [*evalset.human_score_names, *evalset.metric_names]
    titles = [*TITLES, *(f"{name}:{level}" for level in levels for name in scorers)]
    columns = _Columns(evalset, levels, scorers)
    if flags.format == "text":
        put(_lines(titles, columns), flags.output, console)
    else:
        rows = (row for block in columns.blocks(_as_numbers, None) for row in block)
        put([FORMATS[flags.format](Report(titles, rows))], flags.output, console)
    return 0


def _lines(titles: Sequence[str], columns: _Columns) -> Iterator[str]:
    """Yields the text of the titles, and that of each system."""
    yield "\t".join(titles) + "\n"
    for block in columns.blocks(_as_text, "None"):
        yield "".join("\t".join(map(str, row)) + "\n" for row in block)


def _as_text(scores: Scores, system: str, missing: str) -> Sequence[str]:
    """Returns scores as MT Metrics Eval prints them: zeros of systems that a metric lacks are integers."""
    if system in scores.zero_filled:
        return ["0"] * scores.n_items
    return [repr(score) if score == score else missing for score in scores[system].tolist()]


def _as_numbers(scores: Scores, system: str, _missing: str) -> Sequence[float]:
    numbers: list[float] = scores[system].tolist()
    return numbers


class _Columns:
    """The scores of all scorers at all levels, spread over segments."""

    def __init__(self, evalset: EvalSet, levels: Sequence[str], scorers: Sequence[str]) -> None:
        self._evalset = evalset
        self._human = frozenset(evalset.human_score_names)
        self._scorers = [(level, name) for level in levels for name in scorers]
        documents = {name: place for place, name in enumerate(evalset.doc_names)}
        domains = {name: place for place, name in enumerate(evalset.domain_names)}
        self._places = {
            "seg": range(evalset.n_segments),
            "doc": [documents[name] for name in evalset.docs_per_seg],
            "domain": [domains[name] for name in evalset.domains_per_seg],
            "sys": [0] * evalset.n_segments,
        }

    def blocks(self, show: Show, missing: Any) -> Iterator[Iterator[Sequence[Any]]]:
        """Yields the rows of each system, one for each segment.

        Args:
            show: makes the cells of a system's scores.
            missing: the cell where a system has no scores.
        """
        evalset = self._evalset
        places = [evalset.domains_per_seg, evalset.docs_per_seg, range(1, evalset.n_segments + 1)]
        for system in evalset.sys_names:
            columns = [self._column(level, name, system, show, missing) for level, name in self._scorers]
            yield zip([system] * evalset.n_segments, *places, *columns, strict=True)

    def _column(self, level: str, name: str, system: str, show: Show, missing: Any) -> list[Any]:
        """Returns a cell for each segment."""
        if self._evalset.has_scores(level, name):
            scores = self._evalset.scores(level, name)
            if system in scores:
                cells = show(scores, system, "None" if name in self._human else "nan")
                return [cells[place] for place in self._places[level]]
        return [missing] * self._evalset.n_segments
