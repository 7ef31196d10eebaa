"""Defines `Task`: a comparison of metrics with all of its settings and a name that states them.

The attributes, their order and defaults are those of MT Metrics Eval, and so are the names of tasks.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from parbleu.base.progress import no_progress
from parbleu.errors import EvalSetError, OptionError
from parbleu.evalset.evaluation_set import EvalSet
from parbleu.evalset.levels import WORDS, check_level
from parbleu.evalset.standard_info import find_info, language_pairs, set_names
from parbleu.meta.contestants import contest
from parbleu.meta.metric_comparison import (
    PermutationTests,
    compare_global_accuracy,
    compare_metrics,
    correlation_intervals,
)
from parbleu.meta.task_result import TaskResult
from parbleu.stats.correlations import CORRELATIONS
from parbleu.stats.permutation_tests import EarlyStopping

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu.base.progress import ProgressBar
    from parbleu.evalset.standard_info import Info
    from parbleu.meta.contestants import Contest
    from parbleu.stats.correlations.base import Correlation
    from parbleu.stats.random_generators import Generator
    from parbleu.typing import ScoresLike

    EvalSets = Mapping[tuple[str, str], EvalSet]
    ReferenceNames = set[str] | frozenset[str] | list[set[str]]


@dataclass
class Task:
    """A comparison of metrics.

    Args:
        test_set: the name of the test set.
        language_pair: for accuracy perhaps several, "en-de,zh-en".
        domain: only what belongs to this domain.
        level: "system", "domain", "document" or "segment"; one that has standard gold scores.
        human: whether references that metrics do not use are scored as systems.
        avg_by: "none", "item" or "system".
        corr_fcn: the name of a correlation, as `parbleu.stats.correlations.CORRELATIONS` has it.
        n_samples: draws of permutation tests; 0 for none.
        gold: the name of human scores; by default those that are standard.
        refs: the references that metrics may use; by default the standard one.
        close_refs: references that are too close to these to be scored.
        use_outliers: whether outliers are scored.
        primary: whether only primary metrics compete.
        alpha: the level of significance.
        block_size: a permutation test may end early after each block of so many draws.
        early_min: it does so if its p-value is below this value,
        early_max: or above this one.
        replace_nans_with_zeros: whether rows without a correlation count as 0; else they are left out.
        perm_test: "scores" or "pairs"; see `parbleu.meta.metric_comparison.PermutationTests`.
        corr_fcn_args: options of the correlation.
        info: language pair -> `Info`, the standard choices. By default the bundled ones, or else those of a
            set that is found without a path. No part of the name.

    For accuracy, `gold`, `refs` and `close_refs` are lists, with one for each language pair.

    Raises:
        OptionError: an attribute has a value that it does not take.
        UnknownNameError: there is no such test set or pair.
    """

    test_set: str = "wmt22"
    language_pair: str = "en-de"
    domain: str | None = None
    level: str = "system"
    human: bool = True
    avg_by: str = "none"
    corr_fcn: str = "pearson"
    n_samples: int = 1000
    gold: str | list[str] | None = None
    refs: ReferenceNames | None = None
    close_refs: ReferenceNames | None = None
    use_outliers: bool = False
    primary: bool = True
    alpha: float = 0.05
    block_size: int = 100
    early_min: float = 0.02
    early_max: float = 0.5
    replace_nans_with_zeros: bool = False
    perm_test: str = "scores"
    corr_fcn_args: Mapping[str, Any] | None = None
    info: Mapping[str, Info] | None = None

    def __post_init__(self) -> None:
        self._correlation  # noqa: B018 - refuses what is not there
        check_level(self.level)
        infos = [self._info(pair) for pair in self.language_pairs]
        if self._correlation.joins_sets:
            self._fill_lists(infos)
        else:
            self._fill(infos)
        self.corr_fcn_args = dict(sorted((self.corr_fcn_args or {}).items()))

    @property
    def language_pairs(self) -> list[str]:
        """The language pairs."""
        return self.language_pair.split(",")

    @property
    def _correlation(self) -> type[Correlation]:
        found: type[Correlation] = CORRELATIONS[self.corr_fcn]
        return found

    def _info(self, pair: str) -> Info:
        if self.info is not None and pair in self.info:
            found: Info = self.info[pair]
            return found
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
        refs = [{info.std_ref} for info in infos] if self.refs is None else self.refs
        self.refs = _as_sets(refs)
        self.close_refs = _as_sets([set() for _ in infos] if self.close_refs is None else self.close_refs)
        for name in ("gold", "refs", "close_refs"):
            if len(getattr(self, name)) != len(infos):
                raise OptionError(
                    f"{name} must be a list with one value for each language pair of {self.language_pair}: "
                    f"{len(infos)}, not {len(getattr(self, name))}"
                )

    def _fill(self, infos: list[Info]) -> None:
        """Fills in the defaults."""
        if len(infos) != 1:
            raise OptionError(
                f"only the correlation accuracy takes several language pairs; with {self.corr_fcn}, make a "
                f"task for each of {self.language_pair}"
            )
        if self.gold is None:
            self.gold = self._std_gold(infos[0])
        if self.refs is None:
            self.refs = {infos[0].std_ref}
        if self.close_refs is None:
            self.close_refs = set()
        for name, kind, what in (
            ("gold", str, "the name of human scores"),
            ("refs", (set, frozenset), "a set of names"),
            ("close_refs", (set, frozenset), "a set of names"),
        ):
            if not isinstance(getattr(self, name), kind):
                raise OptionError(
                    f"{name} must be {what}, not {getattr(self, name)!r}; only the correlation accuracy "
                    "takes a list, with one value for each language pair"
                )

    def _std_gold(self, info: Info) -> str:
        found = info.std_gold.get(self.level)
        if found is None:
            raise OptionError(
                f"{self.test_set}/{self.language_pair} has no standard human scores at the level "
                f"{self.level}: name some as gold"
            )
        return found

    @property
    def name(self) -> str:
        """All attributes and values, as MT Metrics Eval writes them: `attr=value`, separated by blanks."""
        values = {**vars(self), "level": WORDS[self.level], "avg_by": WORDS.get(self.avg_by, self.avg_by)}
        return task_name({word: values[field] for field, word in attribute_words().items()})

    def load(self) -> dict[tuple[str, str], EvalSet]:
        """Loads the evaluation sets of the task."""
        return {(self.test_set, pair): EvalSet(self.test_set, pair) for pair in self.language_pairs}

    def contests(
        self, evalsets: EvalSets | None = None, extern: Mapping[str, ScoresLike] | None = None
    ) -> list[Contest]:
        """Collects the systems, gold scores and metrics: one contest for each language pair.

        Args:
            evalsets: (test set, language pair) -> evaluation set. By default they are loaded.
            extern: name -> system -> scores at the level: further metrics, which always compete.
        """
        loaded = self.load() if evalsets is None else evalsets
        several = self._correlation.joins_sets
        found = []
        for place, pair in enumerate(self.language_pairs):
            chosen = {
                name: getattr(self, name)[place] if several else getattr(self, name)
                for name in ("gold", "refs", "close_refs")
            }
            level = "segment" if self._correlation.from_segments else self.level
            found.append(
                contest(
                    loaded[self.test_set, pair],
                    level,
                    human=self.human,
                    outliers=self.use_outliers,
                    primary=self.primary,
                    domain=self.domain,
                    extern=extern,
                    **chosen,
                )
            )
        return found

    def run(
        self,
        evalsets: EvalSets | None = None,
        *,
        seed: int | str | Generator | None = None,
        generator: str = "mt19937",
        threads: int | None = None,
        chance: bool = False,
        recalibrate: bool = False,
        intervals: bool = False,
        progress: ProgressBar = no_progress,
        test_constant: bool = False,
        executor: Any = None,
    ) -> TaskResult:
        """Compares the metrics.

        Args:
            evalsets: (test set, language pair) -> evaluation set. By default they are loaded.
            seed: a whole number, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345; or a generator
                that continues from its state.
            generator: "mt19937" for MT Metrics Eval's draws, "splitmix64" for faster ones.
            threads: how many threads; None is what `PARBLEU_THREADS` says, or all processors.
            chance: whether a constant and a random metric are added, which show the chance level.
            recalibrate: of tests of pairs, whether ties are calibrated anew for every draw.
            intervals: whether there are intervals of correlations.
            progress: shows how far it is.
            test_constant: of tests of scores, whether draws count for a metric that scores everything alike.
            executor: runs the tests, such as a `ProcessPoolExecutor`; None for this process.

        Raises:
            OptionError: there are no intervals over several language pairs.
            EvalSetError: there are fewer than two systems.
            ParbleuError: an evaluation set cannot be loaded; or as `contest`, `compare_metrics`.
        """
        if intervals and len(self.language_pairs) > 1:
            raise OptionError("there are no intervals over several language pairs; make a task for each pair")
        contests = self.contests(evalsets)
        if chance:
            contests = [each.with_chance() for each in contests]
        for pair, found in zip(self.language_pairs, contests, strict=True):
            if found.gold.size < 2:
                raise EvalSetError(
                    f"{self.test_set}/{pair} has one system, but metrics are compared on two or more: "
                    f"{', '.join(found.systems)}"
                )
        metrics = len(contests[0].metrics)
        with progress("permutation tests", metrics * (metrics - 1) // 2 if self.n_samples else 0) as advance:
            tests = self.tests(
                recalibrate=recalibrate,
                seed=seed,
                generator=generator,
                threads=threads,
                after_test=advance,
                test_constant=test_constant,
                executor=executor,
            )
            result = self.compare(contests, tests)
        if not intervals:
            return result
        bounds = correlation_intervals(
            contests[0],
            result.metrics,
            self.corr_fcn,
            self.avg_by,
            undefined=self._undefined,
            threads=threads,
            progress=progress,
            **(self.corr_fcn_args or {}),
        )
        return replace(result, intervals=bounds)

    @property
    def _undefined(self) -> str:
        return "zero" if self.replace_nans_with_zeros else "drop"

    def tests(self, *, recalibrate: bool = False, **options: Any) -> PermutationTests:
        """Returns the tests of differences; the options of `PermutationTests` add to those of the task.

        To `recalibrate` is to exchange whole rows, where pairs are exchanged, and to calibrate ties for every
        draw.
        """
        stopping = EarlyStopping(self.block_size, self.early_min, self.early_max)
        options |= {"recalibrate": recalibrate, "unit": "row" if recalibrate else "pair"}
        return PermutationTests(self.n_samples, stopping, self.alpha, self.perm_test, **options)

    def compare(self, contests: Sequence[Contest], tests: PermutationTests | None = None) -> TaskResult:
        """Compares the metrics of contests, one for each language pair, as `contests` returns them.

        Raises:
            ParbleuError: as `parbleu.meta.metric_comparison.compare_metrics`.
        """
        chosen = tests or self.tests()
        if self._correlation.joins_sets:
            ranking = compare_global_accuracy(contests, chosen)
        else:
            options = self.corr_fcn_args or {}
            ranking = compare_metrics(
                contests[0], self.corr_fcn, self.avg_by, chosen, undefined=self._undefined, **options
            )
        return TaskResult(**vars(ranking), name=self.name)


def attribute_words() -> dict[str, str]:
    """Returns attribute -> its word in the names of tasks, in order: the words of MT Metrics Eval."""
    words = {"language_pair": "lang", "n_samples": "k", "alpha": "pval"}
    return {field.name: words.get(field.name, field.name) for field in fields(Task) if field.name != "info"}


def _as_sets(value: ReferenceNames) -> list[set[str]]:
    return [set(each) for each in value] if isinstance(value, list) else [set(value)]


def task_name(values: Mapping[str, object]) -> str:
    """Returns words and values as names of tasks have them."""
    return " ".join(f"{word}={shown_value(value)}" for word, value in values.items())


def shown_value(value: object) -> str:
    """A value as Python writes it, without blanks; elements of sets are sorted."""
    if isinstance(value, list):
        parts = [shown_value(each) if isinstance(each, (set, frozenset)) else repr(each) for each in value]
        return f"[{','.join(parts)}]"
    if isinstance(value, (set, frozenset)):
        return f"{{{','.join(sorted(map(repr, value)))}}}" if value else "set()"
    return str(value).replace(" ", "")
