"""Defines `EvalSet` under the names of MT Metrics Eval."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from parbleu.compat.mt_metrics_eval import meta_info, stats
from parbleu.compat.mt_metrics_eval._evalset_texts import Texts
from parbleu.compat.mt_metrics_eval.ratings import Rating
from parbleu.errors import EvalSetError, UnknownNameError
from parbleu.evalset import score_checks
from parbleu.evalset.evaluation_set import EvalSet as Native
from parbleu.evalset.file_layout import human_file_name, metric_file_name
from parbleu.evalset.levels import OF_WORDS, WORDS, spelled_out
from parbleu.evalset.metric_names import references_used, split_name
from parbleu.evalset.score_matrix import Scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike
    from typing import Any

    from parbleu.compat.mt_metrics_eval.meta_info import MetaInfo

    Score = float | None


class ScoreLists(dict[str, "list[Score]"]):
    """System -> its scores, None where there is none. A system without scores has none, `[]`."""

    def __missing__(self, system: str) -> list[Score]:
        return []


class EvalSet(Texts):
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
        """What a pickle holds: where the set is, and what was added to it, but none of its files."""
        kept = {**vars(self), "_lists": {}, "_ratings": {}, "_primary": self.native.primary_metrics}
        return {name: value for name, value in kept.items() if name not in ("_native", *self.cached)}

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

    # Names.

    @property
    def levels(self) -> set[str]:
        """The levels that have scores."""
        return {WORDS[level] for level in self.native.levels}

    @property
    def std_ref(self) -> str:
        """The standard reference."""
        return self.info.std_ref

    @property
    def outlier_sys_names(self) -> set[str]:
        """The systems that are usually left out."""
        return self.info.outlier_systems

    def SetOutlierSysNames(self, outliers: Iterable[str]) -> None:
        """Says which systems are usually left out."""
        self.info.outlier_systems = set(outliers)

    @property
    def primary_metrics(self) -> set[str]:
        """Base names of the metrics that compete."""
        return set(self.native.primary_metrics)

    def SetPrimaryMetrics(self, metrics: Iterable[str]) -> None:
        """Sets the metrics that compete; none restores the standard ones."""
        self.native.primary_metrics = frozenset(metrics or ())

    @property
    def human_score_names(self) -> set[str]:
        """The names of human scores, at any level."""
        return set(self.native.human_score_names)

    @property
    def human_rating_names(self) -> set[str]:
        """The names of collections of ratings, if they were asked for."""
        return set(self._native.human_rating_names) if self._with_ratings else set()

    rating_names = human_rating_names

    def StdHumanScoreName(self, level: str) -> str | None:
        """Returns the name of the standard human scores at a level; None if there are none."""
        return self.info.std_gold.get(level)

    @property
    def metric_names(self) -> set[str]:
        """The full names of metrics, at any level."""
        return set(self.native.metric_names)

    @property
    def metric_basenames(self) -> set[str]:
        """The base names of metrics."""
        return set(self.native.metric_basenames)

    def ParseMetricName(self, metric_name: str) -> tuple[str, set[str]]:
        """Returns the base name of a metric, and the references that it used."""
        return split_name(metric_name)[0], set(references_used(metric_name, self.ref_names))

    def ParseMetricFilename(self, filename: str) -> tuple[str, str]:
        """Returns the full name of a metric, and the level, of a file `NAME.LEVEL.score`.

        Raises:
            EvalSetError: a file of metric scores is named otherwise.
        """
        name, level = metric_file_name(filename)
        return name, WORDS[level]

    def ParseHumanScoreFilename(self, filename: str, rating_file: bool = False) -> tuple[str, str, str]:
        """Returns language pair, name of the scores, and level, of a file `LP.NAME.LEVEL.score`.

        With `rating_file`, it is a file of ratings, `LP.NAME.LEVEL.rating`.

        Raises:
            EvalSetError: it is named otherwise.
        """
        pair, name, level = human_file_name(filename, "rating" if rating_file else "score")
        return pair, name, WORDS[level]

    def BaseMetric(self, metric_name: str) -> str:
        """Returns the base name of a metric."""
        return self.ParseMetricName(metric_name)[0]

    def ReferencesUsed(self, metric_name: str) -> set[str]:
        """Returns the references that a metric used."""
        return self.ParseMetricName(metric_name)[1]

    def DisplayName(self, metric_name: str, fmt: str = "spreadsheet") -> str:
        """Returns how tables call a metric; see `parbleu.evalset.metric_names.display_name`."""
        return self.native.display_name(metric_name, fmt)

    # Scores and ratings.

    def Scores(self, level: str, scorer: str | None) -> ScoreLists | None:
        """Returns human scores or those of a metric; None if there are none of that name and level.

        Raises:
            ParbleuError: something is wrong with their file.
        """
        if level not in OF_WORDS or scorer is None or not self.native.has_scores(OF_WORDS[level], scorer):
            return None
        if (level, scorer) not in self._lists:
            found = self.native.scores(OF_WORDS[level], scorer)
            self._lists[level, scorer] = ScoreLists(found.to_lists())
        return self._lists[level, scorer]

    def Ratings(self, rating_name: str) -> dict[str, list[Rating | None]] | None:
        """Returns a collection of ratings; None where a segment was not rated, or if there is none.

        The same object each time, which may be changed.
        """
        if rating_name not in self.human_rating_names:
            return None
        if rating_name not in self._ratings:
            self._ratings[rating_name] = {
                system: [None if rating is None else Rating.of(rating) for rating in found]
                for system, found in self._native.ratings(rating_name).items()
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
        """Puts gold scores and those of a metric side by side.

        Args:
            gold_scores: system -> scores, None where there is none.
            metric_scores: system -> as many.
            sys_names: the systems, by default all with gold scores. They are sorted.
            indexes: which scores of each system; by default all.

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
            gold += [gold_scores[name][place] for place in places]
            metric += [metric_scores[name][place] for place in places]
        return stats.Correlation(len(names), gold, metric)

    # Metrics of one's own.

    def AddMetric(
        self,
        basename: str,
        refs: Iterable[str],
        level: str,
        scores: Mapping[str, Sequence[float]],
        repair: bool = False,
        replace: bool = False,
    ) -> None:
        """Adds the scores of a metric; nothing is added if something is wrong with them.

        Args:
            basename: its base name, such as "BLEU".
            refs: the references that it used; none for a metric without.
            level: what the scores are of.
            scores: system -> scores.
            repair: whether systems without scores get zeros.
            replace: whether scores that are there may be replaced.

        Raises:
            ParbleuError: the scores do not fit the set, or are there already.
        """
        used = {refs} if isinstance(refs, str) else set(refs)
        known = spelled_out(level)
        name = self.native.add_metric(basename, used, known, scores, repair=repair, overwrite=replace)
        self._remember(name, known)

    def AddMetricsFromDir(
        self, dir_name: str | PathLike[str], repair: bool = False, replace: bool = False
    ) -> list[str]:
        """Adds the scores of metrics from files `BASE-REFS.LEVEL.score`; returns the base name for each file.

        They are in the directory, or in one of it that is named after the language pair; see `AddMetric`.

        Raises:
            ParbleuError: as in `AddMetric`; or there are no such files.
        """
        names = self.native.add_metrics_from(dir_name, repair=repair, overwrite=replace)
        for name in names:
            for level in WORDS:
                if self.native.has_scores(level, name):
                    self._remember(name, level)
        return [self.BaseMetric(name) for name in names]

    def _remember(self, name: str, level: str) -> None:
        base, refs = self.ParseMetricName(name)
        self._added.append((base, frozenset(refs), level, self.native.scores(level, name)))
        self._lists.clear()

    def CheckScores(
        self,
        scores_map: dict[str, list[Score]],
        scorer_name: str,
        level: str,
        human: bool,
        repair: bool = False,
    ) -> list[str]:
        """Checks that scores fit the set.

        Args:
            scores_map: system -> scores.
            scorer_name: whose they are: the full name of a metric, or that of human scores.
            level: the level of the scores.
            human: whether they are human scores, which may lack systems and items.
            repair: whether systems that a metric lacks get zeros, in the map.

        Returns:
            The systems that got zeros.

        Raises:
            ParbleuError: they do not fit.
        """
        what = f"the scores of {scorer_name}"
        scores = Scores.of(scores_map, what)
        level = spelled_out(level)
        items = self.native.n_items(level)
        score_checks.check_size(scores, what, self.sys_names, level, items)
        if human:
            return []
        score_checks.check_present(scores, what)
        used = self.ReferencesUsed(scorer_name)
        filled = score_checks.with_all_systems(scores, what, self.sys_names, used, items, repair).zero_filled
        scores_map.update({system: [0] * items for system in filled})
        return list(filled)
