"""The module `data` of MT Metrics Eval: evaluation sets and comparisons of metrics.

Comparisons draw NumPy's global random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from os import PathLike
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu.compat.mt_metrics_eval import meta_info, stats
from parbleu.compat.mt_metrics_eval._numpy_generator import global_generator
from parbleu.compat.mt_metrics_eval._original import attribute_of_native, of_native, original
from parbleu.compat.mt_metrics_eval._printed_tables import ranking_text
from parbleu.compat.mt_metrics_eval.meta_info import MetaInfo
from parbleu.compat.mt_metrics_eval.ratings import Rating
from parbleu.errors import EvalSetError, InputShapeError, OptionError, UnknownNameError
from parbleu.evalset import _score_matrix as score_matrix
from parbleu.evalset._evaluation_set import EvalSet as Native
from parbleu.evalset._file_layout import PACKAGE, human_file_name, metric_file_name, root
from parbleu.evalset._levels import OF_WORDS, WORDS
from parbleu.evalset._metric_names import references_used, split_name
from parbleu.evalset._score_files import read_scores
from parbleu.evalset._score_matrix import Scores
from parbleu.evalset._set_list import URL as TGZ
from parbleu.evalset._set_list import download
from parbleu.evalset._text_files import NO_TRANSLATION as NO_TRANSLATION
from parbleu.meta._contestants import Contest, contest
from parbleu.meta._metric_comparison import compare_global_accuracy, compare_metrics
from parbleu.meta._metric_ranking import Ranking
from parbleu.meta._task_names import mtme_attributes, task_name
from parbleu.stats._correlations.base import Correlation as NativeCorrelation
from parbleu.stats.pairwise_significance import significance
from parbleu.stats.permutation_tests import EarlyStopping, PermutationTests
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.resampling import Resampling

Score = float | None
Ranks = dict[str, list[Any]]
Matrix = NDArray[np.float64]
Significance = tuple[Matrix, NDArray[np.int32], Matrix]
Comparison = tuple[Ranks, Matrix, NDArray[np.int32], Matrix]

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


class ScoreLists(dict[str, "list[Score]"]):
    """System -> its scores, None where there is none. A system without scores has none, `[]`."""

    def __missing__(self, system: str) -> list[Score]:
        return []


def _same(value: Any) -> Any:
    return value


def _kept(name: str, converted: Callable[[Any], Any]) -> Any:
    """Returns an attribute that is read once, into a container that users may change."""
    return cached_property(lambda evs: converted(getattr(evs.native, name)))


def _listed(name: str, attribute: str) -> Any:
    """Returns a method that lists an attribute."""

    def listed(self: EvalSet) -> list[Any]:
        return list(getattr(self.native, attribute))

    return original(f"data.EvalSet.{name}")(listed)


class EvalSet:
    """One language pair of a test set. Files are read when they are needed, and checked then.

    Args:
        name: the test set, such as "wmt24".
        lp: the language pair, such as "en-de".
        read_stored_metric_scores: whether the scores of metrics that come with the set count.
        info: the standard choices; by default those of `meta_info.DATA`, or else of the set's own file.
        path: the directory that holds the test set, or several: further ones supply metric scores only.
        strict: whether metrics that lack systems are refused; otherwise these get zeros, with a warning.
        read_stored_ratings: whether the ratings that come with the set count.

    Attributes:
        name: as given; so is `lp`.
        info: a copy of the standard choices, which may be changed.

    Raises:
        EvalSetError: there is no such set, or it lacks standard choices.
    """

    def __init__(
        self,
        name: str,
        lp: str,
        read_stored_metric_scores: bool = False,
        info: MetaInfo | None = None,
        path: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
        strict: bool = False,
        read_stored_ratings: bool = False,
    ) -> None:
        self.name = name
        self.lp = lp
        self._arguments = (path, read_stored_metric_scores, strict)
        self._with_ratings = read_stored_ratings
        self._added: list[tuple[str, frozenset[str], str, Scores]] = []
        given = info or meta_info.DATA.get(name, {}).get(lp)
        self._native = self._load(given)
        self.info: meta_info.MetaInfo = (
            deepcopy(given) if given is not None else meta_info.of_info(self._native.info)
        )
        self._lists: dict[tuple[str, str], ScoreLists] = {}
        self._ratings: dict[str, dict[str, list[Rating | None]]] = {}

    def _load(self, info: MetaInfo | None) -> Native:
        path, metrics, strict = self._arguments
        own = None if info is None else meta_info.as_info(info)
        return Native(self.name, self.lp, path, info=own, metrics=metrics, lenient=not strict)

    def __getstate__(self) -> dict[str, Any]:
        """Returns what a pickle holds: where the set is, and what was added to it, but none of its files."""
        kept = {**vars(self), "_lists": {}, "_ratings": {}, "_primary": self.native.primary_metrics}
        left_out = {"_native", *(name for name in vars(EvalSet) if name in vars(self))}
        return {name: value for name, value in kept.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        primary = state.pop("_primary")
        vars(self).update(state)
        self._native = self._load(self.info)
        self._native.primary_metrics = primary
        for base, refs, level, scores in self._added:
            self._native.add_metric(base, refs, level, scores, overwrite=True)

    @property
    def native(self) -> Native:
        """The evaluation set of parbleu, to which the same is standard as `info` says now."""
        self._native.info = meta_info.as_info(self.info)
        return self._native

    src_lang: Any = attribute_of_native("src_lang", str)
    tgt_lang: Any = attribute_of_native("tgt_lang", str)
    sys_names: Any = attribute_of_native("sys_names", set)
    ref_names: Any = attribute_of_native("ref_names", set)
    human_sys_names: Any = attribute_of_native("human_sys_names", set)
    human_score_names: Any = attribute_of_native("human_score_names", set)
    metric_names: Any = attribute_of_native("metric_names", set)
    metric_basenames: Any = attribute_of_native("metric_basenames", set)
    primary_metrics: Any = attribute_of_native("primary_metrics", set)
    levels: Any = attribute_of_native("levels", lambda levels: {WORDS[level] for level in levels})
    std_ref: Any = property(lambda self: self.info.std_ref)
    outlier_sys_names: Any = property(lambda self: self.info.outlier_systems)
    doc_names: Any = property(lambda self: self.docs.keys())
    domain_names: Any = property(lambda self: self.domains.keys())

    src: Any = _kept("src", _same)
    all_refs: Any = _kept("all_refs", dict)
    sys_outputs: Any = _kept("sys_outputs", dict)
    metadata: Any = _kept("metadata", dict)
    docs: Any = _kept("docs", lambda docs: {name: list(run) for name, run in docs.items()})
    domains: Any = _kept(
        "domains",
        lambda runs_by_name: {name: [list(run) for run in runs] for name, runs in runs_by_name.items()},
    )

    DocsPerSeg: Any = _listed("DocsPerSeg", "docs_per_seg")
    DomainsPerSeg: Any = _listed("DomainsPerSeg", "domains_per_seg")
    DomainsPerDoc: Any = _listed("DomainsPerDoc", "domains_per_doc")
    DisplayName: Any = of_native("data.EvalSet.DisplayName", "display_name", metric_name="name")

    def SetOutlierSysNames(self, outliers: Iterable[str]) -> None:
        """Says which systems are usually left out."""
        self.info.outlier_systems = set(outliers)

    def SetPrimaryMetrics(self, metrics: Iterable[str]) -> None:
        """Sets the metrics that compete; none restores the standard ones."""
        self.native.primary_metrics = frozenset(metrics or ())

    def StdHumanScoreName(self, level: str) -> str | None:
        """Returns the name of the standard human scores at a level; None if there are none."""
        return self.info.std_gold.get(level)

    def ParseMetricName(self, metric_name: str) -> tuple[str, set[str]]:
        """Returns the base name of a metric, and the references that it used."""
        return split_name(metric_name)[0], set(references_used(metric_name, self.ref_names))

    def BaseMetric(self, metric_name: str) -> str:
        """Returns the base name of a metric."""
        return self.ParseMetricName(metric_name)[0]

    def ReferencesUsed(self, metric_name: str) -> set[str]:
        """Returns the references that a metric used."""
        return self.ParseMetricName(metric_name)[1]

    def ParseMetricFilename(self, filename: str) -> tuple[str, str]:
        """Returns the full name of a metric, and the level, of a file `NAME.LEVEL.score`."""
        name, level = metric_file_name(filename)
        return name, WORDS[level]

    def ParseHumanScoreFilename(self, filename: str, rating_file: bool = False) -> tuple[str, str, str]:
        """Returns language pair, name and level of a file `LP.NAME.LEVEL.score`, or of ratings."""
        pair, name, level = human_file_name(filename, "rating" if rating_file else "score")
        return pair, name, WORDS[level]

    def Scores(self, level: str, scorer: str | None) -> ScoreLists | None:
        """Returns human scores or those of a metric; None if there are none of that name and level.

        Raises:
            ParbleuError: something is wrong with their file.
        """
        if level not in OF_WORDS or scorer is None or not self.native.has_scores(OF_WORDS[level], scorer):
            return None
        if (level, scorer) not in self._lists:
            scores = self.native.scores(OF_WORDS[level], scorer)
            self._lists[level, scorer] = ScoreLists(scores.to_lists())
        return self._lists[level, scorer]

    @property
    def human_rating_names(self) -> set[str]:
        """The names of collections of ratings, if they were asked for."""
        return set(self._native.human_rating_names) if self._with_ratings else set()

    rating_names = human_rating_names

    def Ratings(self, rating_name: str) -> dict[str, list[Rating | None]] | None:
        """Returns a collection of ratings; None where a segment was not rated, or if there is none.

        The same object each time, which may be changed.
        """
        if rating_name not in self.human_rating_names:
            return None
        if rating_name not in self._ratings:
            self._ratings[rating_name] = {
                system: [None if rating is None else Rating.of(rating) for rating in ratings]
                for system, ratings in self._native.ratings(rating_name).items()
            }
        return self._ratings[rating_name]

    def RaterIdsPerSeg(self, rating_name: str) -> dict[str, list[str | None]]:
        """Returns who rated each segment of each system.

        Raises:
            UnknownNameError: there is no such collection, or ratings were not loaded.
        """
        if rating_name not in self.human_rating_names:
            choices = sorted(self.human_rating_names) or ["(none: pass read_stored_ratings=True)"]
            raise UnknownNameError("collection of ratings", rating_name, choices)
        return self._native.rater_ids_per_seg(rating_name)

    def Correlation(
        self,
        gold_scores: Mapping[str, Sequence[Score]],
        metric_scores: Mapping[str, Sequence[Score]],
        sys_names: Iterable[str] | None = None,
        indexes: Sequence[int] | None = None,
    ) -> stats.Correlation:
        """Puts gold scores and those of a metric side by side, of systems that are sorted.

        Without `sys_names`, they are all that have gold scores.

        Raises:
            EvalSetError: a system has no scores, or not as many of both.
        """
        names = sorted(gold_scores if sys_names is None else set(sys_names))
        for what, scores in (("metric", metric_scores), ("gold", gold_scores)):
            if missing := [name for name in names if name not in scores]:
                raise EvalSetError(f"there are no {what} scores of {', '.join(missing)}")
        gold: list[Score] = []
        metric: list[Score] = []
        for name in names:
            if len(gold_scores[name]) != len(metric_scores[name]):
                raise EvalSetError(
                    f"{name} has {len(gold_scores[name])} gold scores, "
                    f"but {len(metric_scores[name])} of the metric"
                )
            places = range(len(gold_scores[name])) if indexes is None else indexes
            gold += [gold_scores[name][index] for index in places]
            metric += [metric_scores[name][index] for index in places]
        return stats.Correlation(len(names), gold, metric)

    @original("data.EvalSet.AddMetric")
    def AddMetric(self, base: str, references: Iterable[str], level: str, scores: Any, **how: Any) -> None:
        """Adds the scores of a metric; nothing is added if something is wrong with them.

        With `repair`, systems without scores get zeros; with `replace`, scores may be replaced.

        Raises:
            ParbleuError: the scores do not fit the set, or are there already.
        """
        used = {references} if isinstance(references, str) else set(references)
        self._remember(self.native.add_metric(base, used, level, scores, **how), level)

    @original("data.EvalSet.AddMetricsFromDir")
    def AddMetricsFromDir(self, dir_name: str | PathLike[str], **how: Any) -> list[str]:
        """Adds the scores of metrics from files `BASE-REFS.LEVEL.score`; returns the base name for each file.

        They are in the directory, or in one of it that is named after the language pair; see `AddMetric`.

        Raises:
            ParbleuError: scores do not fit the set, or are there already; or there are no such files.
        """
        names = self.native.add_metrics_from(dir_name, **how)
        for name in names:
            for level in WORDS:
                if self.native.has_scores(level, name):
                    self._remember(name, level)
        return [self.BaseMetric(name) for name in names]

    def _remember(self, name: str, level: str) -> None:
        base, refs = self.ParseMetricName(name)
        self._added.append((base, frozenset(refs), level, self.native.scores(level, name)))
        self._lists.clear()

    @original("data.EvalSet.CheckScores")
    def CheckScores(
        self, scores_map: dict[str, list[Score]], scorer_name: str, level: str, human: bool, repair: bool
    ) -> list[str]:
        """Checks that scores fit the set: human ones, which may lack systems and items, or those of a metric.

        With `repair`, systems that a metric lacks get zeros, in the map; returns those.

        Raises:
            ParbleuError: they do not fit.
        """
        what = f"the scores of {scorer_name}"
        scores = Scores.of(scores_map, what)
        items = self.native.n_items(level)
        score_matrix.check_size(scores, what, self.sys_names, level, items)
        if human:
            return []
        score_matrix.check_present(scores, what)
        used = self.ReferencesUsed(scorer_name)
        filled = score_matrix.with_all_systems(scores, what, self.sys_names, used, items, repair).zero_filled
        scores_map.update({system: [0] * items for system in filled})
        return list(filled)


@original("data.GetCorrelations")
def GetCorrelations(
    evs: EvalSet,
    level: str,
    sample_size: int | None,
    sample_method: str | None,
    sample_seed: int | None,
    metric_format: str,
    **chosen: Any,
) -> dict[str, stats.Correlation]:
    """Returns metric -> correlation, of systems sorted by name; see `parbleu.meta.contest`.

    If there is a `sample_size`, so many items are drawn, uniformly, and depending on the seed.
    """
    compared = contest(evs.native, level, **chosen).named(lambda name: evs.DisplayName(name, metric_format))
    places: Any = slice(None)
    if sample_size:
        if sample_method not in (None, "uniform"):
            raise OptionError(
                f"items are drawn uniformly, not by {sample_method!r}: use stats.Sample for that"
            )
        places = stats.Sample(compared.gold.shape[1], sample_size, "uniform", None, sample_seed).sample
    gold = _flat(compared.gold[:, places])
    return {
        name: stats.Correlation(len(compared.systems), gold, _flat(scores[:, places]))
        for name, scores in compared.metrics.items()
    }


def _flat(scores: NDArray[np.float64]) -> list[float | None]:
    return [None if score != score else score for score in scores.ravel().tolist()]


@original("data.CompareMetrics")
def CompareMetrics(metric_corrs: Mapping[str, stats.Correlation], **how: Any) -> Comparison:
    """Ranks metrics by their correlation with gold scores; see `parbleu.meta.compare_metrics`.

    Returns:
        metric -> [correlation, rank], the best first; the matrix of p-values; where the draws of a pair begin
        and end; and the draws.
    """
    return compare_contest(_contest(metric_corrs), **how)


@original("data.CompareMetricsWithPairwiseConfidenceError")
def CompareMetricsWithPairwiseConfidenceError(
    metric_corrs: Mapping[str, stats.Correlation], **how: Any
) -> Comparison:
    """Ranks metrics by soft pairwise accuracy, as `CompareMetrics`."""
    return compare_contest(_contest(metric_corrs), stats.PairwiseConfidenceError, **how)


@original("data.ComputeSigMatrix")
def ComputeSigMatrix(
    metric_corrs: Mapping[str, stats.Correlation],
    corrs_and_ranks: Iterable[str],
    average_by: str,
    undefined: str,
    **how: Any,
) -> Significance:
    """Tests each metric of `corrs_and_ranks`, the best first, against each worse one.

    Returns:
        The matrix of p-values; where the draws of a pair begin and end; and the draws.
    """
    ordered = _contest({name: metric_corrs[name] for name in corrs_and_ranks})
    with global_generator() as random:
        chosen, resampled, tests = _prepared(random, **how)
        if resampled is None:
            nothing = np.zeros((len(ordered.metrics), len(ordered.metrics)))
            return nothing, nothing.astype(np.int32), np.empty((0, 2))
        options: dict[str, Any] = {"tests": tests, "undefined": undefined}
        tables = list(ordered.metrics.values())
        tests_of_pairs = significance(chosen, ordered.gold, tables, average_by, resampled, **options)
    return tests_of_pairs.p_values, tests_of_pairs.draws_index, tests_of_pairs.draws


@original("data.CompareMetricsWithGlobalAccuracy")
def CompareMetricsWithGlobalAccuracy(
    evs_list: Sequence[EvalSet],
    main_refs_list: Sequence[Iterable[str]],
    close_refs_list: Sequence[Iterable[str]],
    gold: str | Sequence[str],
    extern_metrics_list: Sequence[Mapping[str, Any] | None] | None,
    n_samples: int,
    stopping: EarlyStopping | None,
    alpha: float,
    **chosen: Any,
) -> Comparison:
    """Ranks metrics by the share of pairs of systems that they order as people do, over several sets.

    The lists, and `gold_name` if it is one, have for each set what `GetCorrelations` takes.

    Returns:
        As `CompareMetrics`, with metrics by display name.
    """
    golds = [gold] * len(evs_list) if isinstance(gold, str) else gold
    added = extern_metrics_list or [None] * len(evs_list)
    lists = zip(evs_list, main_refs_list, close_refs_list, golds, added, strict=True)
    contests = [
        contest(
            evs.native,
            references=references,
            close_references=close,
            gold=gold_of_set,
            added=_as_displayed(evs, more or {}),
            **chosen,
        )
        for evs, references, close, gold_of_set, more in lists
    ]
    return compare_accuracy(contests, n_samples, stopping, alpha)


def _as_displayed(evs: EvalSet, extern: Mapping[str, Any]) -> dict[str, Any]:
    """Returns external metrics under their display names, if their names say which references they used."""
    by_name: dict[str, Any] = {}
    for name, scores in extern.items():
        shown = evs.DisplayName(name) if "-" in name else name
        by_name[f"{shown} ({name})" if shown in by_name else shown] = scores
    return by_name


def compare_accuracy(
    contests: Sequence[Any], n_samples: int, stopping: EarlyStopping | None, alpha: float
) -> Comparison:
    """Ranks the metrics of contests, one for each set, by global accuracy."""
    with global_generator() as random:
        tests = PermutationTests("scores", stopping or EarlyStopping(), random, test_constant=True)
        ranking = compare_global_accuracy(contests, resampling(n_samples, alpha), tests=tests)
    return _comparison(ranking)


def compare_contest(
    compared: Contest,
    correlation: Callable[..., Any],
    average_by: str = "none",
    undefined: str = "drop",
    **how: Any,
) -> Comparison:
    """Ranks the metrics of a contest; see `CompareMetrics`."""
    with global_generator() as random:
        chosen, resampled, tests = _prepared(random, correlation, **how)
        how = {"tests": tests, "undefined": undefined}
        return _comparison(compare_metrics(compared, chosen, average_by, resampled, **how))


def _prepared(
    random: _core.Mersenne,
    correlation: Callable[..., Any],
    n_samples: int,
    stopping: EarlyStopping | None,
    exchange: str,
    alpha: float = 0.05,
    correlation_options: Mapping[str, Any] | None = None,
) -> tuple[NativeCorrelation, Resampling | None, PermutationTests]:
    """Returns the correlation that a function stands for, and how differences are tested."""
    options = correlation_options or {}
    chosen = stats.native(correlation, options, random)
    tests = PermutationTests(
        exchange,
        stopping or EarlyStopping(),
        random,
        test_constant=True,
        pairs_options={name: options[name] for name in ("variant", "sample_rate") if name in options},
    )
    return chosen, resampling(n_samples, alpha, stats.threads(chosen)), tests


def resampling(n_samples: int, alpha: float = 0.05, threads: int | None = None) -> Resampling | None:
    """Returns how scores are resampled; None for no draws."""
    return Resampling(n_samples=n_samples, alpha=alpha, threads=threads) if n_samples else None


def _comparison(ranking: Ranking) -> Comparison:
    ranks = {name: [ranking.correlations[name], ranking.ranks[name]] for name in ranking.metrics}
    return ranks, ranking.p_values, ranking.draws_index, ranking.draws


@original("data.AssignRanks")
def AssignRanks(p_values: Any, alpha: float) -> list[int]:
    """Returns the ranks of metrics that are ordered from the best to the worst."""
    return significance_ranks([list(row) for row in p_values], alpha)


def _contest(metric_corrs: Mapping[str, stats.Correlation]) -> Contest:
    """Returns gold scores and metrics in tables, whose systems have no names."""
    if not metric_corrs:
        raise EvalSetError("there is no metric to compare")
    first = next(iter(metric_corrs.values()))
    tables = {}
    for name, corr in metric_corrs.items():
        stats.check_same_gold(first, corr)
        if corr.num_sys != first.num_sys:
            raise InputShapeError(f"{name} has scores of {corr.num_sys} systems, others of {first.num_sys}")
        tables[name] = stats.table(corr.metric_scores, corr.num_sys)
    systems = (f"system {number}" for number in range(1, first.num_sys + 1))
    return Contest(systems, stats.table(first.gold_scores, first.num_sys), tables)


def LocalDir(root_only: bool = True) -> str:
    """Returns where evaluation sets are: the directory of downloads, or the one of test sets in it."""
    return root() if root_only else f"{root()}/{PACKAGE}"


def Download() -> None:
    """Downloads and unpacks all evaluation sets; see `parbleu.evalset._set_list`."""
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
    runs_of_items: dict[str, list[list[int]]] = {}
    for position, item in enumerate(item_list):
        runs = runs_of_items.setdefault(item, [])
        if runs and runs[-1][1] == position:
            runs[-1][1] += 1
        else:
            runs.append([position, position + 1])
    if not contiguous:
        return runs_of_items
    if several := [item for item, runs in runs_of_items.items() if len(runs) > 1]:
        raise InputShapeError(f"{several[0]!r} stands in several places: positions are not contiguous")
    return {item: runs[0] for item, runs in runs_of_items.items()}


def _UnmapPositions(item_dict: Mapping[str, Any], contiguous: bool = False) -> list[str]:
    """Returns the list that `_MapPositions` made this of."""
    placed = {}
    for item, runs in item_dict.items():
        for begin, end in [runs] if contiguous else runs:
            placed.update(dict.fromkeys(range(begin, end), item))
    return [placed[position] for position in sorted(placed)]
