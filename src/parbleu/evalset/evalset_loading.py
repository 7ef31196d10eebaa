"""Loads an evaluation set and adds metric scores from other files to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.evalset.evaluation_set import EvalSet
from parbleu.evalset.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike

    Path = str | PathLike[str]


def load_evalset(
    name: str,
    language_pair: str,
    path: Path | Sequence[Path] | None = None,
    *,
    primary_metrics: Iterable[str] = (),
    add_metrics_from: Path | None = None,
    derive: bool = False,
) -> EvalSet:
    """Loads an evaluation set and adds metrics, which compete like its primary ones.

    Args:
        name: the test set, such as "wmt24".
        language_pair: the language pair, such as "en-de".
        path: the data directory that holds the test set, or several; None for the first directory of
            `parbleu.evalset.file_layout.data_directories` that has the set.
        primary_metrics: base names of the metrics that compete; none for the standard ones.
        add_metrics_from: a file or a directory of metric scores, named `BASE-REFS.LEVEL.score`. Systems that
            a file lacks get zeros, with a warning.
        derive: whether the segment scores of these files are averaged at levels without a file.

    Raises:
        ParbleuError: there is no such set, or a file of the set or of the added metrics is wrong.
    """
    evalset = EvalSet(name, language_pair, path)
    evalset.primary_metrics = frozenset(primary_metrics)
    if add_metrics_from is not None:
        levels = [level for level in LEVELS if level != "segment"] if derive else ()
        added = evalset.add_metrics_from(add_metrics_from, repair=True, derive=levels)
        if evalset.primary_metrics:  # otherwise all are primary
            evalset.primary_metrics |= {evalset.base_metric(name) for name in added}
    return evalset
