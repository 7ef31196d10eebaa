"""Defines `EvalSet`: the texts, system outputs, human scores and metric scores of a test set.

    evalset = EvalSet("wmt24", "en-de")
    evalset.sys_outputs["GPT-4"][0]
    evalset.scores("segment", "mqm")["GPT-4"]
    evalset.correlation("std", "BLEU-refB", "system").value

Systems, references, metrics and domains are sorted by name; in MT Metrics Eval their order depends on the
file system or on string hashing. Documents and segments are in the order of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from os.path import isfile
from typing import TYPE_CHECKING, Any

from parbleu._base.known_names import check_name
from parbleu._base.threads import thread_count
from parbleu._base.wording import counted
from parbleu.errors import EvalSetError
from parbleu.evalset import _metric_names as metric_names
from parbleu.evalset._file_layout import (
    SetFiles,
    directories_of,
    info_path,
    score_files_in,
    signature_file,
    spelled_pair,
)
from parbleu.evalset._levels import LEVELS, check_level, derived
from parbleu.evalset._score_files import Store, read_signature
from parbleu.evalset._score_matrix import Scores, check_present
from parbleu.evalset._set_texts import EvalSetTexts
from parbleu.evalset._standard_info import find_info, guess_info, language_pairs, read_info, set_names
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.evalset._standard_info import Info
    from parbleu.human._judgement import Rating
    from parbleu.human.formats._mt_metrics_eval import Collection
    from parbleu.stats._correlations.base import Correlation
    from parbleu.stats.correlation import CorrelationResult
    from parbleu.typing import ScoresLike

    Path = str | PathLike[str]


@dataclass(frozen=True, eq=False)
class AllScores(Result):
    """The scores of all scorers at one level, with a row for each system and item.

    Attributes:
        test_set: the test set.
        language_pair: the language pair.
        level: "system", "domain", "document" or "segment".
        labels: name of a column -> the label of each row. The columns are "system" and, as the level has
            them, "domain", "document" and "segment" (counted from 1, as in files).
        scores: name of human scores, or full name of a metric -> float64 (rows,), NaN for a missing score;
            the human scores first, each group sorted.
    """

    test_set: str
    language_pair: str
    level: str
    labels: Mapping[str, list[Any]]
    scores: Mapping[str, NDArray[np.float64]]

    def tables(self) -> tuple[Table, ...]:
        """Returns one table: the labels, then the scores."""
        columns = [Column(name, kind=int if name == "segment" else str) for name in self.labels]
        columns += [Column(name, name, float) for name in self.scores]
        cells = [*self.labels.values(), *(scores.tolist() for scores in self.scores.values())]
        facts = {"test_set": self.test_set, "language_pair": self.language_pair, "level": self.level}
        return (Table("scores", columns, zip(*cells, strict=True), facts=facts),)


class EvalSet(EvalSetTexts):
    """One language pair of a test set.

    The constructor lists directories and opens only the file of standard choices; texts and scores are read
    and checked on first access.

    Args:
        name: the test set, such as "wmt24".
        language_pair: the language pair, such as "en-de".
        path: the data directory that holds the test set, or several: the first then supplies everything but
            metric scores, which are looked for in all. By default the first directory of
            `parbleu.evalset._file_layout.data_directories` that has the set.
        info: the standard choices. None for those of the set's own file, or else the bundled ones of the WMT
            metrics tasks, or else the only reference and the only human scores of each level.
        metrics: whether the metric scores that are stored with the set are read.
        lenient: whether metrics that lack systems get zeros there, with a warning; if not, they are an error.

    Attributes:
        name: the test set.
        language_pair: the language pair.
        lenient: whether metrics that lack systems get zeros there.
        info: a copy of the standard choices.
        added_metrics: full names of metrics that were added for a comparison, which says why it lacks one.

    Raises:
        EvalSetError: there is no such set, or it lacks what `info` calls standard.
    """

    def __init__(
        self,
        name: str,
        language_pair: str,
        path: Path | Sequence[Path] | None = None,
        *,
        info: Info | None = None,
        metrics: bool = True,
        lenient: bool = True,
    ) -> None:
        directories = directories_of(name, path)
        super().__init__(name, language_pair, SetFiles(directories, name, language_pair))
        self.lenient = lenient
        info_file = info_path(directories[0], name, language_pair)
        self.info: Info = info.copy() if info is not None else self._standards(info_file)
        self.added_metrics: frozenset[str] = frozenset()
        self._primary: frozenset[str] | None = None
        self._store = Store(self, self._files, metrics=metrics, lenient=lenient)
        self._signatures: dict[str, str] = {}
        self._ratings: dict[str, Collection] = {}
        self._check_standards()

    def _standards(self, own: str) -> Info:
        if isfile(own):
            return read_info(own)
        if self.name in set_names() and self.language_pair in language_pairs(self.name):
            return find_info(self.name, self.language_pair)
        return guess_info(own, self.ref_names, self._files.human_scores)

    def _check_standards(self) -> None:
        where = f"{self.name}/{self.language_pair} in {self._files.directory}"
        info_file = f"info/{self.language_pair}.json there"
        if self.std_ref not in self._files.references:
            raise EvalSetError(
                f"{where}: the standard reference {self.std_ref} is none of {', '.join(self.ref_names)}; "
                f"get its file, or say in {info_file} what is standard (info=)"
            )
        for level, gold in self.info.std_gold.items():
            if (gold, level) not in self._files.human_scores:
                raise EvalSetError(
                    f"{where}: there are no human scores {gold} at the level {level}, which are "
                    f"standard; get their file, or say in {info_file} what is (info=)"
                )
        if unknown := sorted(self.outlier_sys_names.difference(self._files.outputs)):
            raise EvalSetError(
                f"{where}: the outliers {', '.join(unknown)} are not systems of the set; get their "
                f"outputs, or say in {info_file} what is standard (info=)"
            )

    # Names. None of this reads a file.

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that have human or metric scores, the coarsest first."""
        return tuple(level for level in LEVELS if any(self.scorers(level)))

    @property
    def std_ref(self) -> str:
        """The standard reference."""
        return self.info.std_ref

    @property
    def outlier_sys_names(self) -> frozenset[str]:
        """The systems that are left out by default. May be set."""
        return self.info.outlier_systems

    @outlier_sys_names.setter
    def outlier_sys_names(self, names: Iterable[str]) -> None:
        self.info.outlier_systems = frozenset(names)

    @property
    def primary_metrics(self) -> frozenset[str]:
        """Base names of the metrics that compete. May be set; setting no names restores the standard ones."""
        return self.info.primary_metrics if self._primary is None else self._primary

    @primary_metrics.setter
    def primary_metrics(self, names: Iterable[str]) -> None:
        self._primary = frozenset(names) or None

    @property
    def human_score_names(self) -> tuple[str, ...]:
        """The names of human scores, at any level; sorted."""
        return tuple(sorted({name for name, _ in self._files.human_scores}))

    @property
    def human_rating_names(self) -> tuple[str, ...]:
        """The names of collections of ratings, sorted."""
        return tuple(self._files.ratings)

    @property
    def metric_names(self) -> tuple[str, ...]:
        """The full names of the metrics that have scores at any level, sorted."""
        return tuple(sorted({name for level in LEVELS for name in self.scorers(level)[1]}))

    @property
    def metric_basenames(self) -> tuple[str, ...]:
        """The base names of metrics, sorted."""
        return tuple(sorted({self.base_metric(name) for name in self.metric_names}))

    def std_human_score_name(self, level: str) -> str | None:
        """Returns the name of the standard human scores at a level; None if there are none."""
        return self.info.std_gold.get(check_level(level))

    def base_metric(self, name: str) -> str:
        """Returns the base name of a metric's full name."""
        return metric_names.split_name(name)[0]

    def references_used(self, name: str) -> frozenset[str]:
        """Returns the references that a metric used, given its full name."""
        return metric_names.references_used(name, self._files.references)

    def signature(self, name: str) -> str:
        """Returns the signature that is stored with a metric's scores; "" if there is none.

        It is the signature of corpus scores, and names BLEU's tokenizer.

        Raises:
            UnreadableFileError: the file of the signature cannot be read.
        """
        if name not in self._signatures:
            path = self._files.signatures.get(name)
            self._signatures[name] = "" if path is None else read_signature(path)
        return self._signatures[name]

    def sign(self, name: str, signature: str) -> None:
        """States the signature of a metric's scores, which `save_metric` writes beside them."""
        self._signatures[name] = signature

    def display_name(self, name: str, fmt: str = "spreadsheet") -> str:
        """Returns the short name of a metric in tables (`parbleu.evalset._metric_names.display_name`)."""
        return metric_names.display_name(name, self.primary_metrics, fmt)

    # Scores.

    def scorers(self, level: str) -> tuple[list[str], list[str]]:
        """Returns the names of the human scores and of the metrics that a level has, each sorted."""
        return self._store.scorers(level)

    def has_scores(self, level: str, scorer: str) -> bool:
        """Returns whether there are human scores or scores of a metric of that name at a level."""
        return self._store.has(level, scorer)

    def scores(self, level: str, scorer: str) -> Scores:
        """Returns human scores or those of a metric.

        Args:
            level: "system", "domain", "document" or "segment".
            scorer: the name of human scores, or the full name of a metric; the order of its references does
                not matter.

        Raises:
            UnknownNameError: there are no scores of that name at that level.
            FormatError: a line of the file of scores is wrong.
            EvalSetError: the scores do not fit the set.
        """
        return self._store.get(level, scorer)

    def gold(self, level: str, name: str = "std") -> Scores:
        """Returns human scores, by default the standard ones of a level.

        Raises:
            EvalSetError: the level has no standard scores.
            UnknownNameError: there are no scores of that name.
        """
        chosen = self.std_human_score_name(level) if name == "std" else name
        if chosen is None:
            raise EvalSetError(
                f"{self.name}/{self.language_pair} has no standard human scores at the level {level}; "
                "name some: "
                f"{', '.join(self.scorers(level)[0]) or 'there are none'}"
            )
        return self._store.human(level, chosen)

    def ratings(self, name: str) -> dict[str, list[Rating | None]]:
        """Returns a collection of ratings: system -> the rating of each segment, None if not rated."""
        return self.collection(name).ratings

    def rater_ids_per_seg(self, name: str) -> dict[str, list[str | None]]:
        """Returns who rated each segment of each system; None where there is no rating."""
        return self.collection(name).raters

    def collection(self, name: str) -> Collection:
        """Returns a collection of ratings and their raters.

        Raises:
            UnknownNameError: there is no collection of ratings of that name.
            FormatError: a line of its file is wrong.
        """
        check_name("collection of ratings", name, self._files.ratings)
        if name not in self._ratings:
            from parbleu.human.formats._mt_metrics_eval import (
                read_collection,  # it takes as long as all else here
            )

            self._ratings[name] = read_collection(self._files.ratings[name], name)
        return self._ratings[name]

    def read_all(self, *, threads: int | None = None) -> None:
        """Reads and checks all files of the set.

        Args:
            threads: how many threads may read; None for `PARBLEU_THREADS`, or all processors.

        Raises:
            ParbleuError: a file is wrong.
        """
        workers = thread_count(threads)
        self.documents, self.src  # noqa: B018 - they are read
        for texts in (self.all_refs, self.sys_outputs, self.metadata):
            tuple(texts.values())
        self._store.read_all(workers)
        for name in self.human_rating_names:
            self.ratings(name)

    def add_metric(
        self,
        base: str,
        refs: Iterable[str],
        level: str,
        scores: ScoresLike,
        *,
        repair: bool = False,
        overwrite: bool = False,
        derive: Iterable[str] = (),
    ) -> str:
        """Adds the scores of a metric.

        Args:
            base: the base name of the metric, such as "BLEU".
            refs: the references that the metric used; none for a metric that uses no reference.
            level: "system", "domain", "document" or "segment".
            scores: system -> scores, in the order of segments, documents, or sorted domains; or a table of
                pandas or polars with one column per system.
            repair: whether systems that are missing get zeros, with a warning.
            overwrite: whether existing scores may be replaced.
            derive: levels whose scores are added, too, as means over segments; `level` must be "segment"
                then.

        Returns:
            The full name of the metric.

        Raises:
            ParbleuError: the scores are invalid, do not fit the set, or exist already; nothing is added then.
        """
        name = metric_names.join_name(base, refs, self._files.references)
        what = f"the scores of {name}"
        table = Scores.of(scores, what)
        check_present(table, what)
        tables = {check_level(level): self._store.checked(table, what, name, level, repair)}
        for derived_level in derive:
            tables[derived_level] = derived(tables.get("segment"), derived_level, self.documents)
        self._store.add({name: tables}, overwrite)
        self.sign(name, "")
        return name

    def add_metrics_from(
        self,
        path: str | PathLike[str],
        *,
        repair: bool = False,
        overwrite: bool = False,
        derive: Iterable[str] = (),
    ) -> list[str]:
        """Adds the scores of metrics from files that are named `BASE-REFS.LEVEL.score`.

        Args:
            path: a file; a directory of files; or a directory that has such a directory, named after the
                language pair.
            repair: whether systems that are missing get zeros, with a warning.
            overwrite: whether existing scores may be replaced.
            derive: levels whose scores are added, too, as means over segments, unless they have a file.

        Returns:
            The full names of the metrics, one for each file.

        Raises:
            ParbleuError: a file has another name, or its scores are invalid, do not fit the set, or exist
                already.
        """
        tables: dict[str, dict[str, Scores]] = {}
        signatures: dict[str, str] = {}
        names = []
        for file, metric, level in score_files_in(path, self.language_pair):
            base, references = metric_names.split_name(metric)
            used = () if references == "src" else references.split(".")
            name = metric_names.join_name(base, used, self._files.references)
            tables.setdefault(name, {})[level] = self._store.read_metric(file, name, level, repair)
            signed = signature_file(file)
            signatures[name] = read_signature(signed) if isfile(signed) else ""
            names.append(name)
        for by_level in tables.values():
            for level in derive:
                if level not in by_level:
                    by_level[level] = derived(by_level.get("segment"), level, self.documents)
        self._store.add(tables, overwrite)
        self._signatures.update(signatures)
        return names

    def correlation(
        self,
        gold: str | ScoresLike,
        metric: str | ScoresLike,
        level: str = "system",
        correlation: str | Correlation = "pearson",
        average_by: str = "none",
        *,
        systems: Iterable[str] | None = None,
        items: Sequence[int] | None = None,
        **options: Any,
    ) -> CorrelationResult:
        """Correlates the scores of a metric with human scores.

        Args:
            gold: the name of human scores, or "std" for the standard ones; or system -> scores.
            metric: the full name of a metric; or system -> scores.
            level: the level of scores that are given by name.
            correlation: a name of `parbleu.stats._correlations.CORRELATIONS`, or a `Correlation`.
            average_by: "none", "item" or "system": the rows over which correlations are averaged.
            systems: the systems that are compared; None for all that have both scores. They are sorted.
            items: the places of the segments, documents or domains that are compared, from 0; None for all.
            options: options of the correlation, such as `variant`.

        Raises:
            UnknownNameError: there are no scores or there is no correlation of that name.
            EvalSetError: a system has no scores.
            OptionError: an option of the correlation has a value that it does not take.
            InputTypeError: scores are not numbers.
            InputShapeError: the scores differ in shape, or the metric lacks a score.
        """
        from parbleu.stats.correlation import correlate

        of_gold = self.gold(level, gold) if isinstance(gold, str) else Scores.of(gold, "the gold scores")
        of_metric = self.scores(level, metric) if isinstance(metric, str) else Scores.of(metric)
        chosen = sorted(of_gold.keys() & of_metric.keys() if systems is None else systems)
        places = slice(None) if items is None else list(items)
        human = of_gold.rows(chosen, "the gold scores")[:, places]
        scores = of_metric.rows(chosen, "the metric's scores")[:, places]
        return correlate(correlation, human, scores, average_by, **options)

    def score_table(self, level: str = "segment") -> AllScores:
        """Returns a result with a row for each system and item, and a column for each scorer.

        Args:
            level: "system", "domain", "document" or "segment": what the items are.

        Raises:
            OptionError: there is no such level.
        """
        labels = _labels(self, check_level(level))
        human, metrics = self.scorers(level)
        scores = {name: _column(self, level, name) for name in [*human, *metrics]}
        return AllScores(self.name, self.language_pair, level, labels, scores)

    def __repr__(self) -> str:
        return f"<evaluation set {self.name}/{self.language_pair}: {counted(len(self.sys_names), 'system')}>"


def _labels(evalset: EvalSet, level: str) -> dict[str, list[Any]]:
    """Returns the columns that say what a row is of."""
    items = evalset.n_items(level)
    repeats = len(evalset.sys_names)
    columns: dict[str, list[Any]] = {"system": [name for name in evalset.sys_names for _ in range(items)]}
    if level == "domain":
        columns["domain"] = list(evalset.domain_names) * repeats
    elif level == "document":
        columns["domain"] = evalset.domains_per_doc * repeats
        columns["document"] = list(evalset.doc_names) * repeats
    elif level == "segment":
        columns["domain"] = evalset.domains_per_seg * repeats
        columns["document"] = evalset.docs_per_seg * repeats
        columns["segment"] = list(range(1, items + 1)) * repeats
    return columns


def _column(evalset: EvalSet, level: str, scorer: str) -> NDArray[np.float64]:
    """Returns the scores of all systems, one after another; NaN where there are none."""
    import numpy

    scores = evalset.scores(level, scorer)
    table = numpy.full((len(evalset.sys_names), evalset.n_items(level)), numpy.nan)
    for row, system in enumerate(evalset.sys_names):
        if system in scores:
            table[row] = scores[system]
    return table.ravel()


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
        language_pair: the language pair, such as "en-de", in codes of any kind.
        path: the data directory that holds the test set, or several; None for the first directory of
            `parbleu.evalset._file_layout.data_directories` that has the set.
        primary_metrics: base names of the metrics that compete; none for the standard ones.
        add_metrics_from: a file or a directory of metric scores, named `BASE-REFS.LEVEL.score`. Systems that
            a file lacks get zeros, with a warning.
        derive: whether the segment scores of these files are averaged at levels without a file.

    Raises:
        ParbleuError: there is no such set, or a file of the set or of the added metrics is wrong.
    """
    evalset = EvalSet(name, spelled_pair(name, language_pair, path), path)
    evalset.primary_metrics = frozenset(primary_metrics)
    if add_metrics_from is not None:
        levels = [level for level in LEVELS if level != "segment"] if derive else ()
        added = evalset.add_metrics_from(add_metrics_from, repair=True, derive=levels)
        evalset.added_metrics = frozenset(added)
        if evalset.primary_metrics:  # otherwise all are primary
            evalset.primary_metrics |= {evalset.base_metric(name) for name in added}
    return evalset
