"""Defines `Task`: a comparison of metrics with all of its settings and a name that states them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parbleu._base.progress import no_progress
from parbleu.errors import EvalSetError, OptionError
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._levels import check_level
from parbleu.evalset._standard_info import find_info, language_pairs, set_names
from parbleu.meta._contestants import contest
from parbleu.meta._metric_comparison import compare_global_accuracy, compare_metrics, correlation_intervals
from parbleu.meta._task_names import MTME_WORDS, task_name
from parbleu.meta._task_result import TaskResult
from parbleu.stats._correlations import CORRELATIONS
from parbleu.stats.permutation_tests import N_SAMPLES, RESAMPLING, EarlyStopping, PermutationTests

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu._base.progress import ProgressBar
    from parbleu.evalset._standard_info import Info
    from parbleu.meta._contestants import Contest
    from parbleu.stats._correlations.base import Correlation
    from parbleu.stats._random_generators import Generator
    from parbleu.stats.resampling import Resampling
    from parbleu.typing import ScoresLike

    EvalSets = Mapping[tuple[str, str], EvalSet]
    ReferenceNames = set[str] | frozenset[str] | list[set[str]]


STOPPING = EarlyStopping(100)
"""When a permutation test of a task may end early, if the task does not say so."""


@dataclass
class Task:
    """A comparison of metrics.

    Args:
        test_set: the name of the test set.
        language_pair: for accuracy perhaps several, "en-de,zh-en".
        domain: only what belongs to this domain.
        level: "system", "domain", "document" or "segment"; one that has standard gold scores.
        human: whether references that metrics do not use are scored as systems.
        correlation: the name of a correlation, as `parbleu.stats._correlations.CORRELATIONS` has it.
        correlation_options: its options.
        average_by: "none", "item" or "system".
        undefined: "drop" leaves rows without a correlation out of averages, "zero" counts them as 0.
        gold: the name of human scores; by default those that are standard.
        references: the references that metrics may use; by default the standard one.
        close_references: references that are too close to these to be scored.
        outliers: whether outliers are scored.
        primary: whether only primary metrics compete.
        resampling: draws, seed, level of significance and threads of permutation tests; 1000 draws if it does
            not say; None for no tests.
        exchange: "scores", "pairs" or "rows"; see `parbleu.meta.PermutationTests`.
        stopping: when a permutation test may end early.
        info: language pair -> `Info`, the standard choices. By default the bundled ones, or else those of a
            set that is found without a path. No part of the name.

    For accuracy, `gold`, `references` and `close_references` are lists, with one for each language pair.

    Raises:
        OptionError: an attribute has a value that it does not take.
        UnknownNameError: there is no such test set or pair.
    """

    test_set: str = "wmt22"
    language_pair: str = "en-de"
    domain: str | None = None
    level: str = "system"
    human: bool = True
    correlation: str = "pearson"
    correlation_options: Mapping[str, Any] | None = None
    average_by: str = "none"
    undefined: str = "drop"
    gold: str | list[str] | None = None
    references: ReferenceNames | None = None
    close_references: ReferenceNames | None = None
    outliers: bool = False
    primary: bool = True
    resampling: Resampling | None = RESAMPLING
    exchange: str = "scores"
    stopping: EarlyStopping = STOPPING
    info: Mapping[str, Info] | None = None

    def __post_init__(self) -> None:
        self._correlation  # noqa: B018 - refuses what is not there
        check_level(self.level)
        infos = [self._info(pair) for pair in self.language_pairs]
        if self._correlation.joins_sets:
            self._fill_lists(infos)
        else:
            self._fill(infos)
        self.correlation_options = dict(sorted((self.correlation_options or {}).items()))

    @property
    def language_pairs(self) -> list[str]:
        """The language pairs."""
        return self.language_pair.split(",")

    @property
    def _correlation(self) -> type[Correlation]:
        correlation: type[Correlation] = CORRELATIONS[self.correlation]
        return correlation

    def _info(self, pair: str) -> Info:
        if self.info is not None and pair in self.info:
            info: Info = self.info[pair]
            return info
        if self.test_set not in set_names() or pair not in language_pairs(self.test_set):
            with suppress(EvalSetError):
                return EvalSet(self.test_set, pair).info
        return find_info(self.test_set, pair)

    def _fill_lists(self, infos: list[Info]) -> None:
        """Fills in the defaults, and makes lists of single values."""
        if self.level != "system":
            raise OptionError(f"the correlation accuracy needs level 'system', not {self.level!r}")
        gold = [self._std_gold(info) for info in infos] if self.gold is None else self.gold
        self.gold = gold if isinstance(gold, list) else [gold]
        refs = [{info.std_ref} for info in infos] if self.references is None else self.references
        self.references = _as_sets(refs)
        self.close_references = _as_sets(
            [set() for _ in infos] if self.close_references is None else self.close_references
        )
        for name in ("gold", "references", "close_references"):
            if len(getattr(self, name)) != len(infos):
                raise OptionError(
                    f"{name} must be a list with one value for each language pair of {self.language_pair}: "
                    f"{len(infos)}, not {len(getattr(self, name))}"
                )

    def _fill(self, infos: list[Info]) -> None:
        """Fills in the defaults."""
        if len(infos) != 1:
            raise OptionError(
                "only the correlation accuracy takes several language pairs; "
                f"with {self.correlation}, make a task for each of {self.language_pair}"
            )
        if self.gold is None:
            self.gold = self._std_gold(infos[0])
        if self.references is None:
            self.references = {infos[0].std_ref}
        if self.close_references is None:
            self.close_references = set()
        for name, kind, what in (
            ("gold", str, "the name of human scores"),
            ("references", (set, frozenset), "a set of names"),
            ("close_references", (set, frozenset), "a set of names"),
        ):
            if not isinstance(getattr(self, name), kind):
                raise OptionError(
                    f"{name} must be {what}, not {getattr(self, name)!r}; only the correlation accuracy "
                    "takes a list, with one value for each language pair"
                )

    def _std_gold(self, info: Info) -> str:
        name = info.std_gold.get(self.level)
        if name is None:
            raise OptionError(
                f"{self.test_set}/{self.language_pair} has no standard human scores at the level "
                f"{self.level}: name some as gold"
            )
        return name

    @property
    def name(self) -> str:
        """All settings but `info`: `attribute=value`, separated by blanks."""
        return task_name(self.attributes)

    @property
    def attributes(self) -> dict[str, Any]:
        """The settings that the name states."""
        resampling = self.resampling
        tested = 0 if resampling is None else resampling.n_samples or N_SAMPLES
        values = (
            vars(self)
            | vars(self.stopping)
            | {"n_samples": tested, "alpha": (resampling or RESAMPLING).alpha}
        )
        return {attribute: values[attribute] for attribute in MTME_WORDS}

    def load(self) -> dict[tuple[str, str], EvalSet]:
        """Loads the evaluation sets of the task."""
        return {(self.test_set, pair): EvalSet(self.test_set, pair) for pair in self.language_pairs}

    def contests(
        self, evalsets: EvalSets | None = None, added: Mapping[str, ScoresLike] | None = None
    ) -> list[Contest]:
        """Collects the systems, gold scores and metrics: one contest for each language pair.

        Args:
            evalsets: (test set, language pair) -> evaluation set. By default they are loaded.
            added: name -> system -> scores at the level: further metrics, which always compete.
        """
        loaded = self.load() if evalsets is None else evalsets
        several = self._correlation.joins_sets
        contests = []
        for index, pair in enumerate(self.language_pairs):
            chosen = {
                name: getattr(self, name)[index] if several else getattr(self, name)
                for name in ("gold", "references", "close_references")
            }
            level = "segment" if self._correlation.from_segments else self.level
            contests.append(
                contest(
                    loaded[self.test_set, pair],
                    level,
                    human=self.human,
                    outliers=self.outliers,
                    primary=self.primary,
                    domain=self.domain,
                    added=added,
                    **chosen,
                )
            )
        return contests

    def run(
        self,
        evalsets: EvalSets | None = None,
        *,
        generator: str | Generator = "mt19937",
        chance: bool = False,
        intervals: bool = False,
        progress: ProgressBar = no_progress,
        test_constant: bool = False,
        executor: Any = None,
    ) -> TaskResult:
        """Compares the metrics.

        Args:
            evalsets: (test set, language pair) -> evaluation set. By default they are loaded.
            generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones; or a generator
                that continues from its state.
            chance: whether a constant and a random metric are added, which show the chance level.
            intervals: whether there are intervals of correlations.
            progress: shows how far it is.
            test_constant: of tests of scores, whether draws count for a metric that scores everything alike.
            executor: runs the tests, such as a `ProcessPoolExecutor`; None for this process.

        Raises:
            OptionError: there are no intervals over several language pairs.
            EvalSetError: there are fewer than two systems.
            ParbleuError: an evaluation set cannot be loaded; or has nothing to compare.
        """
        if intervals and len(self.language_pairs) > 1:
            raise OptionError("there are no intervals over several language pairs; make a task for each pair")
        contests = self.contests(evalsets)
        if chance:
            contests = [contest_of_pair.with_chance() for contest_of_pair in contests]
        for pair, contest_of_pair in zip(self.language_pairs, contests, strict=True):
            if contest_of_pair.gold.size < 2:
                raise EvalSetError(
                    f"{self.test_set}/{pair} has one system, but metrics are compared on two or more: "
                    f"{', '.join(contest_of_pair.systems)}"
                )
        metrics = len(contests[0].metrics)
        with progress("permutation tests", metrics * (metrics - 1) // 2 if self.resampling else 0) as advance:
            tests = PermutationTests(
                self.exchange, self.stopping, generator, test_constant, executor=executor, after_test=advance
            )
            result = self._compare(contests, tests)
        if not intervals:
            return result
        bounds = correlation_intervals(
            contests[0],
            result.metrics,
            self.correlation,
            self.average_by,
            undefined=self.undefined,
            threads=None if self.resampling is None else self.resampling.threads,
            progress=progress,
            **(self.correlation_options or {}),
        )
        return replace(result, intervals=bounds)

    def _compare(self, contests: Sequence[Contest], tests: PermutationTests) -> TaskResult:
        """Compares the metrics of contests, one for each language pair."""
        if self._correlation.joins_sets:
            ranking = compare_global_accuracy(contests, self.resampling, tests=tests)
        else:
            ranking = compare_metrics(
                contests[0],
                self.correlation,
                self.average_by,
                self.resampling,
                tests=tests,
                undefined=self.undefined,
                **(self.correlation_options or {}),
            )
        return TaskResult(**vars(ranking), name=self.name)


def _as_sets(value: ReferenceNames) -> list[set[str]]:
    return [set(element) for element in value] if isinstance(value, list) else [set(value)]
