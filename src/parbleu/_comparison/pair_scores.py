"""Scores one system on many language pairs of a test set: `parbleu.score_pairs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from parbleu._base import log
from parbleu._base.numbers import plain_mean
from parbleu._base.progress import no_progress
from parbleu._base.wording import counted
from parbleu._comparison.corpus_scores import score_corpus
from parbleu._comparison.pair_map import PairMap
from parbleu._core import LineSampler
from parbleu._inputs.corpus import LEAVE_OUT
from parbleu._inputs.line_files import LineFiles, tell_of_line_ends
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.pair_outputs import PairRows, outputs_by_pair
from parbleu.errors import OptionError, ParbleuError
from parbleu.metrics import Metric
from parbleu.metrics._corpus_warnings import sampled_warnings
from parbleu.metrics._statistics import Statistics
from parbleu.tables import Column, Result, Table
from parbleu.testsets._catalogue import find, remembering
from parbleu.text._languages import families_of
from parbleu.text._segmentation_warning import stream_names
from parbleu.text._segments import as_segments

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parbleu._base.progress import ProgressBar
    from parbleu.metrics import Score
    from parbleu.testsets._catalogue_entry import Entry

    Outputs = Mapping[str, str | PathLike[str] | PairRows | None]

MOST_WARNINGS = 5
"""Of the texts of all language pairs, so many warnings are sent at most."""


MOST_NAMED = 5
"""Of the language pairs with another signature than most, so many are named at most."""


@dataclass(frozen=True)
class PairScore:
    """The scores of one language pair.

    Attributes:
        language_pair: as the test set spells it, or as it was given, if that is none of its pairs.
        scores: metric -> score; none if the pair could not be scored.
        signatures: metric -> signature.
        problem: why the pair could not be scored; "" if it was.
        warnings: what of its texts makes the scores meaningless, a line each.
    """

    language_pair: str
    scores: Mapping[str, float]
    signatures: Mapping[str, str]
    problem: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class PairAverage:
    """The mean of the scores of some language pairs, each of which counts as much as any other.

    Attributes:
        group: which they are: "all pairs", or "from" or "into" and the family of languages.
        n_pairs: how many were scored.
        scores: metric -> mean.
    """

    group: str
    n_pairs: int
    scores: Mapping[str, float]


@dataclass(frozen=True)
class PairScores(Result):
    """The result of `parbleu.score_pairs`.

    Attributes:
        test_set: the name of the test set, with its version.
        metrics: the names of the scores.
        pairs: the language pairs, in the order that they were given.
    """

    test_set: str
    metrics: tuple[str, ...]
    pairs: tuple[PairScore, ...]

    @property
    def problems(self) -> dict[str, str]:
        """Why pairs could not be scored, by pair; empty if all were."""
        return {pair.language_pair: pair.problem for pair in self.pairs if pair.problem}

    @property
    def warnings(self) -> tuple[str, ...]:
        """What of the texts makes scores meaningless, a line for each pair, which is in front of it."""
        return tuple(_warning(pair) for pair in self.pairs if pair.warnings)

    @property
    def averages(self) -> tuple[PairAverage, ...]:
        """The means over all pairs, and over the pairs from and into each family of languages."""
        groups: dict[str, list[Mapping[str, float]]] = {"all pairs": []}
        for pair in self.pairs:
            if pair.problem:
                continue
            for group in ("all pairs", *(families_of(pair.language_pair) or ())):
                groups.setdefault(group, []).append(pair.scores)
        order = sorted(groups, key=lambda group: (group != "all pairs", group))
        return tuple(
            PairAverage(
                group,
                len(groups[group]),
                {name: plain_mean([scores[name] for scores in groups[group]]) for name in self.metrics},
            )
            for group in order
            if groups[group]
        )

    def tables(self) -> tuple[Table, ...]:
        """Returns the scores of all pairs, their averages, and one of the first metric by source and target.

        The last table is there only of pairs with several sources and several targets.
        """
        numbers = [Column(name, kind=float, decimals=1) for name in self.metrics]
        has_problems = bool(self.problems)
        signatures = [Column(f"signature_{name}", people=False) for name in self.metrics]
        columns = [Column("language_pair"), *numbers, Column("problem", people=has_problems), *signatures]
        rows = [
            (
                pair.language_pair,
                *(pair.scores.get(name) for name in self.metrics),
                pair.problem or None,
                *(pair.signatures.get(name) for name in self.metrics),
            )
            for pair in self.pairs
        ]
        if any(pair.warnings for pair in self.pairs):
            columns.append(Column("warnings", people=False))  # people read them beside the table
            warnings = ("; ".join(pair.warnings) or None for pair in self.pairs)
            rows = [(*row, lines) for row, lines in zip(rows, warnings, strict=True)]
        means = [
            (average.group, average.n_pairs, *(average.scores[name] for name in self.metrics))
            for average in self.averages
        ]
        heads = [Column("group", "pairs"), Column("n_pairs", "number", int)]
        tables = (
            Table("language_pairs", columns, rows, facts={"test_set": self.test_set, **self._signatures()}),
            Table("averages", [*heads, *numbers], means),
        )
        by_source = self._map().table()
        return tables if by_source is None else (*tables, by_source)

    def _signatures(self) -> dict[str, str]:
        """Returns the signatures of each metric without the pair; those of few pairs with their names."""
        facts = {}
        for name in self.metrics:
            pairs_of: dict[str, list[str]] = {}
            for pair in self.pairs:
                if name in pair.signatures:
                    items = pair.signatures[name].split("|")
                    common = "|".join(item for item in items if not item.startswith(("lang:", "l:")))
                    pairs_of.setdefault(common, []).append(pair.language_pair)
            usual = max(pairs_of, key=lambda common: len(pairs_of[common]), default="")
            for signature, pairs in pairs_of.items():
                where = "" if signature == usual else f" of {', '.join(pairs[:MOST_NAMED])}"
                where += f" and {len(pairs) - MOST_NAMED} more" if where and len(pairs) > MOST_NAMED else ""
                facts[f"{name} signature{where}"] = signature
        return facts

    def _map(self) -> PairMap:
        scores = {pair.language_pair: pair.scores[self.metrics[0]] for pair in self.pairs if not pair.problem}
        return PairMap(next(iter(self.metrics), ""), {self.test_set: scores})

    def plot(self, table: str | None = None) -> Figure:
        """Returns a heat map of the first metric: sources as rows, targets as columns.

        Args:
            table: "language_pairs", the only table that can be drawn.

        Raises:
            TableError: no pair was scored.
            MissingDependencyError: Matplotlib is not installed.
        """
        if table not in (None, "language_pairs"):
            return super().plot(table)
        pair_map = self._map()
        return pair_map.figure(f"{pair_map.metric}, {self.test_set}")


def score_pairs(
    test_set: str,
    hypotheses: str | PathLike[str] | Outputs,
    metrics: Sequence[str] = ("bleu",),
    *,
    threads: int | None = None,
) -> PairScores:
    """Scores one system on many language pairs of a test set.

    A pair that cannot be scored has the problem in place of scores, and does not end the others.

    Args:
        test_set: the name of the test set.
        hypotheses: language pair -> the file of the system's output, a segment on each line, None for one
            that is missing; or the pattern of such files, "out/{pair}.txt"; or a folder, in whose files'
            names a pair stands between dots or slashes; or a table with a column of language pairs, or a
            folder of one, as `parbleu score --hyps` takes it.
        metrics: the names of metrics, which are configured for the target language of each pair.
        threads: how many may work; None for the default. No number depends on it.

    Raises:
        UnknownTestSetError, UnknownMetricError: there is none of that name.
        OptionError: no file was named.
    """
    from parbleu.metrics._metric_by_name import metric_by_name, metric_class, options_for_pair

    kinds = [(name, metric_class(name)[0]) for name in metrics]
    entry = find(test_set)

    def metrics_of(language_pair: str) -> list[Metric[Any]]:
        made = []
        for name, kind in kinds:
            metric = metric_by_name(name, **options_for_pair(kind, {}, language_pair))
            metric.sign_test_set(entry.signed_name, language_pair)
            made.append(metric)
        return made

    if isinstance(hypotheses, (str, PathLike)):
        hypotheses = outputs_by_pair(test_set, fspath(hypotheses))
    return score_outputs_of_pairs(NamedCorpus(test_set=test_set), hypotheses, metrics_of, threads=threads)


def score_outputs_of_pairs(
    named: NamedCorpus,
    outputs: Outputs,
    metrics_of: Callable[[str], Sequence[Metric[Any]]],
    *,
    threads: int | None = None,
    progress: ProgressBar = no_progress,
) -> PairScores:
    """Scores one system on many language pairs of a test set.

    Args:
        named: the test set and how texts are read, without a language pair and output.
        outputs: language pair -> file, or rows of a table; None for what is missing.
        metrics_of: returns the metrics of a language pair.
        threads: how many may work.
        progress: shows how far it is.
    """
    test_set = str(named.test_set)
    entry = find(test_set)
    named = named.changed(test_set=entry.name)
    pairs: list[PairScore] = []
    windows: list[str] = []
    with remembering(), progress("language pairs", len(outputs)) as advance:
        for language_pair, output in outputs.items():
            score = _score_pair(entry, language_pair, output, metrics_of, threads, named, windows)
            pairs.append(score)
            advance()
    tell_of_line_ends(windows)
    if not pairs:
        raise OptionError(f"no language pair of {test_set} is named")
    tables = [output for output in outputs.values() if isinstance(output, PairRows)]
    if n_others := sum(rows.n_others for rows in tables):
        log.warn(
            f"{tables[0].path}: left out {counted(n_others, 'row')} of texts that {test_set} does not score"
        )
    names = dict.fromkeys(name for pair in pairs for name in pair.scores)
    result = PairScores(entry.signed_name, tuple(names), tuple(pairs))
    if suspect := [pair for pair in pairs if pair.warnings]:
        first = metrics_of(suspect[0].language_pair)[0]
        suspect.sort(key=lambda pair: pair.scores[first.score_name], reverse=not first.higher_is_better)
        remark = LEAVE_OUT if log.in_shell else ""
        for pair in suspect[:MOST_WARNINGS]:
            log.warn_of_texts(_warning(pair), remark)
        if (n_more := len(suspect) - MOST_WARNINGS) > 0:
            log.warn_of_texts(f"{n_more} more warnings of this kind, of other language pairs", remark)
    return result


def _warning(pair: PairScore) -> str:
    """Returns the warnings of a pair as a line."""
    return f"{pair.language_pair}: {'; '.join(pair.warnings)}"


def _score_pair(
    entry: Entry,
    given: str,
    output: str | PathLike[str] | PairRows | None,
    metrics_of: Callable[[str], Sequence[Metric[Any]]],
    threads: int | None,
    named: NamedCorpus,
    windows: list[str],
) -> PairScore:
    """Returns the scores of a pair; adds its file to `windows` if its lines end in CR LF."""
    language_pair = given
    try:
        language_pair = entry.spelled(given)
        entry.pair(language_pair)
        if output is None:
            raise OptionError("there is no output of this pair")
        metrics = metrics_of(language_pair)
        named = named.changed(language_pair=language_pair)
        if isinstance(output, PairRows):
            scores, warnings = _scores_of_rows(named, output, metrics, threads)
        else:
            of_file = named.changed(systems=[fspath(output)])
            scores, warnings = _scores_of_file(of_file, metrics, threads, windows)
    except ParbleuError as problem:
        return PairScore(language_pair, {}, {}, " ".join(str(problem).split()))
    return PairScore(
        language_pair,
        {score.name: score.score for score in scores},
        {score.name: "" if score.signature is None else score.signature.format() for score in scores},
        warnings=tuple(warnings),
    )


def _scores_of_file(
    named: NamedCorpus, metrics: Sequence[Metric[Any]], threads: int | None, windows: list[str]
) -> tuple[Sequence[Score], list[str]]:
    """Returns the scores of a file, and warnings of its text; adds it to `windows` if its lines end so."""
    with named.open() as reader:
        if isinstance(reader, LineFiles):
            reader.tells_line_ends = False
        result, warnings = log.kept(lambda: score_corpus(reader, metrics, threads=threads))
        if named.check_text and isinstance(reader, LineFiles):
            windows += [file for file in reader.windows if file not in windows]
    return result.scores, warnings


def _scores_of_rows(
    named: NamedCorpus, rows: PairRows, metrics: Sequence[Metric[Any]], threads: int | None
) -> tuple[Sequence[Score], list[str]]:
    """Returns the scores of rows of a table, and warnings of their text."""
    loaded = named.loaded_set()
    if not loaded.references:
        raise OptionError(f"the test set {named.test_set} has no references for {named.language_pair}")
    output = as_segments(rows.of_segments(loaded.source), "output")
    statistics = Statistics(metrics, threads=threads)
    statistics.is_looked_at = named.check_text
    references = [as_segments(side, "reference") for side in loaded.references]
    statistics.add({"": output}, references)
    warnings: list[str] = []
    if named.check_text:
        sample = LineSampler()
        sample.add([output], references, (), 0)
        names = [rows.path], stream_names(len(references))
        warnings += sampled_warnings(sample, *names, metrics)
    return [statistics.result(metric) for metric in metrics], warnings
