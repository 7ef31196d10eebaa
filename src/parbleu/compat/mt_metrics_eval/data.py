"""The module `data` of MT Metrics Eval: evaluation sets and comparisons of metrics."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TextIO

from parbleu.compat.mt_metrics_eval._evalset import EvalSet as EvalSet
from parbleu.compat.mt_metrics_eval._evalset import ScoreLists
from parbleu.compat.mt_metrics_eval._metric_comparison import AssignRanks as AssignRanks
from parbleu.compat.mt_metrics_eval._metric_comparison import CompareMetrics as CompareMetrics
from parbleu.compat.mt_metrics_eval._metric_comparison import (
    CompareMetricsWithGlobalAccuracy as CompareMetricsWithGlobalAccuracy,
)
from parbleu.compat.mt_metrics_eval._metric_comparison import (
    CompareMetricsWithPairwiseConfidenceError as CompareMetricsWithPairwiseConfidenceError,
)
from parbleu.compat.mt_metrics_eval._metric_comparison import ComputeSigMatrix as ComputeSigMatrix
from parbleu.compat.mt_metrics_eval._metric_comparison import GetCorrelations as GetCorrelations
from parbleu.compat.mt_metrics_eval._original import original
from parbleu.compat.mt_metrics_eval._printed_tables import ranking_text
from parbleu.errors import InputShapeError
from parbleu.evalset.file_layout import PACKAGE, root
from parbleu.evalset.package_download import URL as TGZ
from parbleu.evalset.package_download import download
from parbleu.evalset.score_files import read_scores
from parbleu.evalset.text_files import NO_TRANSLATION as NO_TRANSLATION
from parbleu.meta.task_names import mtme_attributes, task_name

__all__ = [
    "NO_TRANSLATION",
    "TGZ",
    "AssignRanks",
    "CompareMetrics",
    "CompareMetricsWithGlobalAccuracy",
    "CompareMetricsWithPairwiseConfidenceError",
    "ComputeSigMatrix",
    "Download",
    "EvalSet",
    "GetCorrelations",
    "LocalDir",
    "MakeMetricName",
    "MakeTaskName",
    "PrintMetricComparison",
    "ReadDomainScoreFile",
    "ReadScoreFile",
]


def LocalDir(root_only: bool = True) -> str:
    """Returns where evaluation sets are: the directory of downloads, or the one of test sets in it."""
    return root() if root_only else f"{root()}/{PACKAGE}"


def Download() -> None:
    """Downloads and unpacks all evaluation sets; see `parbleu.evalset.package_download`."""
    download()


def ReadScoreFile(filename: str) -> dict[str, list[float | None]]:
    """Reads a file of lines `SYSTEM SCORE`; returns system -> scores, None where there is none.

    Raises:
        FormatError: a line is none; or systems differ in the number of their scores.
        UnreadableFileError: the file cannot be read.
    """
    return ScoreLists(read_scores(filename).to_lists())


def ReadDomainScoreFile(filename: str, ordered_domains: Iterable[str]) -> dict[str, list[float | None]]:
    """Reads a file of lines `DOMAIN SYSTEM SCORE`.

    Args:
        filename: the file.
        ordered_domains: the domains.

    Returns:
        System -> a score for each domain, None where there is none.

    Raises:
        FormatError: a line is none, or its domain is unknown.
        UnreadableFileError: the file cannot be read.
    """
    return read_scores(filename, list(ordered_domains)).to_lists()


def MakeMetricName(basename: str, refs: str | Collection[str]) -> str:
    """Returns the full name of a metric, given the references that it used."""
    used = {refs} if isinstance(refs, str) else set(refs)
    return f"{basename}-{'.'.join(sorted(used)) or 'src'}"


@original("data.PrintMetricComparison")
def PrintMetricComparison(
    ranks: Mapping[str, Sequence[Any]], evs: EvalSet | None, file: TextIO | None, **how: Any
) -> None:
    """Prints a line for each metric, whose full names an evaluation set can shorten."""
    shown = {name if evs is None else evs.DisplayName(name): ranked for name, ranked in ranks.items()}
    print(ranking_text(shown, **how), end="", file=file)


@original("data.MakeTaskName")
def MakeTaskName(**values: Any) -> str:
    """Returns a name of a comparison: its arguments and their values, as names of tasks have them."""
    return task_name(mtme_attributes(values))


def _MapPositions(item_list: Sequence[str], contiguous: bool = False) -> dict[str, Any]:
    """Returns item -> the runs [[begin, end], ...] in which it stands; if `contiguous`, its only run.

    Raises:
        InputShapeError: an item has several runs, and items were to be contiguous.
    """
    found: dict[str, list[list[int]]] = {}
    for place, item in enumerate(item_list):
        runs = found.setdefault(item, [])
        if runs and runs[-1][1] == place:
            runs[-1][1] += 1
        else:
            runs.append([place, place + 1])
    if not contiguous:
        return found
    if several := [item for item, runs in found.items() if len(runs) > 1]:
        raise InputShapeError(f"{several[0]!r} stands in several places: positions are not contiguous")
    return {item: runs[0] for item, runs in found.items()}


def _UnmapPositions(item_dict: Mapping[str, Any], contiguous: bool = False) -> list[str]:
    """Returns the list that `_MapPositions` made this of."""
    placed = {}
    for item, runs in item_dict.items():
        for begin, end in [runs] if contiguous else runs:
            placed.update(dict.fromkeys(range(begin, end), item))
    return [placed[place] for place in sorted(placed)]
