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
        name: as of `EvalSet`; so are `language_pair` and `path`.
        language_pair: the language pair.
        path: the data directory.
        primary_metrics: base names of the metrics that compete; none for those that are standard.
        add_metrics_from: files of metric scores, as `EvalSet.add_metrics_from` takes them. Systems that are
            missing in them get zeros, with a warning.
        derive: whether their segment scores are averaged at levels of which there is no file.

    Raises:
        ParbleuError: there is no such set, or something is wrong with it or with the files.
    """
    evalset = EvalSet(name, language_pair, path)
    evalset.primary_metrics = frozenset(primary_metrics)
    if add_metrics_from is not None:
        levels = [level for level in LEVELS if level != "segment"] if derive else ()
        added = evalset.add_metrics_from(add_metrics_from, repair=True, derive=levels)
        if evalset.primary_metrics:  # otherwise all are primary
            evalset.primary_metrics |= {evalset.base_metric(name) for name in added}
    return evalset
