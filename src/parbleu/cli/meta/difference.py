"""Which of two files of scores agrees better with people, and whether that is significant."""

from __future__ import annotations

import math

from parbleu.base.threads import thread_count
from parbleu.cli.meta.correlation import NAMES, Measured
from parbleu.errors import OptionError
from parbleu.stats.permutation_tests import EarlyStopping, permutation_test
from parbleu.stats.random_generators import choose_generator, generator_name
from parbleu.stats.williams import williams_significance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.meta.output import Cell
    from parbleu.stats.permutation_tests import PermutationResult

THRESH = 25.0
"""The threshold of Kendall-like in MT Metrics Eval's permutation test, whatever `--thresh` says."""


class Difference:
    """What was found about two metrics.

    Attributes:
        correlation: a correlation of `NAMES`.
        title: what it is called.
        second: whether the second metric is better, or as good.
        p_williams: of Williams's test; NaN for fewer than four scores.
        p_permutation: of a permutation test; None if there was none.
        p_calibrated: the same, never 0; see `PermutationResult`.
        generator: what drew its coins.
    """

    __slots__ = ("correlation", "generator", "p_calibrated", "p_permutation", "p_williams", "second", "title")

    def __init__(
        self,
        correlation: str,
        title: str,
        second: bool,
        p_williams: float,
        tested: PermutationResult | None,
        generator: str,
    ) -> None:
        self.correlation = correlation
        self.title = title
        self.second = second
        self.p_williams = p_williams
        self.p_permutation = tested.p_value if tested else None
        self.p_calibrated = tested.p_calibrated if tested else None
        self.generator = generator

    def text(self) -> str:
        """Returns what MT Metrics Eval prints; p is 0 there if no permutation was drawn."""
        better = "2>1" if self.second else "1>2"
        drawn = self.p_permutation or 0.0
        return f"{self.title}:{better},pWilliams={self.p_williams:0.3f},pPERM={drawn:0.3f}"

    def cells(self) -> list[Cell]:
        """Returns the better metric (1 or 2) and the p-values."""
        return [2 if self.second else 1, self.p_williams, self.p_permutation, self.p_calibrated]


def differences(first: Measured, second: Measured, flags: Flags) -> list[Difference]:
    """Tests all correlations of `NAMES`.

    With a seed the permutation test of Kendall-like is MT Metrics Eval's: of another threshold than the
    correlation, and averaged as `--avg` says.

    Args:
        first: a metric.
        second: another one, of the same level.
        flags: the command line.
    """
    from parbleu.cli.meta.progress_bars import progress

    random = choose_generator(flags.seed)
    gold = first.judgements.table
    found = []
    with progress("permutation tests", len(NAMES) if flags.k else 0) as advance:
        for title, name in NAMES.items():
            settings: dict[str, Any] = dict(first.judgements.settings[title])
            is_second = second.results[title].value >= first.results[title].value
            p_williams = _williams(name, first, second, settings)
            tested = None
            if flags.k:
                if flags.seed is not None and "thresh" in settings:
                    settings |= {"thresh": THRESH, "average_by": flags.avg}
                worse, better = (first, second) if is_second else (second, first)
                tested = permutation_test(
                    name,
                    gold,
                    worse.table,
                    better.table,
                    n_draws=flags.k,
                    stopping=EarlyStopping(flags.k_block, flags.early_min, flags.early_max),
                    seed=random,
                    threads=thread_count(flags.threads),
                    **settings,
                )
                advance()
            shown = first.judgements.title(title)
            generator = generator_name(random)
            found.append(Difference(title, shown, is_second, p_williams, tested, generator))
    return found


def _williams(name: str, first: Measured, second: Measured, settings: dict[str, Any]) -> float:
    """Returns the p-value that MT Metrics Eval prints."""
    options = {key: value for key, value in settings.items() if key != "undefined"}
    try:
        return williams_significance(
            name, first.judgements.table, first.table, second.table, count_missing=True, **options
        ).p_value
    except OptionError:
        return math.nan
