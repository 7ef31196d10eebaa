"""Defines `ScoreRequest`: what `parbleu score` computes of a corpus, draws as samples, and prints."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._cli.shell.result_output import ResultOptions
from parbleu.errors import OptionError, UnknownNameError
from parbleu.metrics._metric_by_name import metric_class, plain_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from parbleu._comparison.resampled_scores import ExplanationOptions
    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu.metrics import Metric
    from parbleu.stats.resampling import Resampling

DECIMALS = 1
"""How many are printed where `--decimals` does not say."""


class ChosenMetrics(Record):
    """The metrics and scorers of a corpus, with their options, and what signatures tell of the input.

    Attributes:
        names: of metrics, such as "chrf++", as they were given.
        scorers: names of scorers, with their models.
        options: the values of a command line, those of metrics among them: bleu_tokenize, ...
        normalize: names of normalizations of both sides, if there are any.
        is_sorted: whether metrics stand in the order of their names, each once, and not as given.
        is_face: whether metrics are those of the command `sacrebleu`.
        input_facts: how the input was read, joined or cut, as `Metric.sign_input` takes it.
        set_facts: the test set and what of it is scored, as `Metric.sign_test_set` takes it, if it is signed.
    """

    names: Sequence[str]
    scorers: Sequence[str] = ()
    options: Mapping[str, Any] = {}
    normalize: Sequence[str] | str | None = None
    is_sorted: bool = False
    is_face: bool = False
    input_facts: Mapping[str, Any] = {}
    set_facts: Mapping[str, Any] | None = None

    def options_of(self, name: str) -> dict[str, Any]:
        """Returns the constructor arguments that were given for the metric `name`, such as "bleu".

        Raises:
            OptionError: an option contradicts what the name means, such as chrf++.
        """
        metric, own = metric_class(name)
        dest = metric.__name__.lower()
        given = {
            parameter.name: self.options[option]
            for parameter in metric.PARAMETERS
            if (option := f"{dest}_{parameter.name}") in self.options
        }
        if self.is_face and given.get("smooth_method", "exp") in ("exp", "none"):
            given.pop("smooth_value", None)  # which the original does not read then, whatever it is
        for key, value in own.items():
            if given.get(key, value) != value and dest not in self.names:
                raise OptionError(f"{name} means {key} {value}, not {given[key]}: use --metrics {dest}")
        return given | own

    def make(self, language_pair: str | None = None) -> list[Metric[Any]]:
        """Returns the metrics in the order in which they are printed.

        Args:
            language_pair: that of the texts, instead of the one that options tell.
        """
        if language_pair is not None:
            return self._of_pair(language_pair).make()
        names = list(dict.fromkeys(self.names))
        if self.is_sorted:
            names.sort()
        metrics = [self.make_metric(name, self.options_of(name)) for name in names]
        return list({repr(metric): metric for metric in metrics}.values())

    def _of_pair(self, language_pair: str) -> ChosenMetrics:
        from parbleu.text._languages import target_language

        facts = self.set_facts
        return self.changed(
            options={**self.options, "bleu_trg_lang": target_language(language_pair)},
            set_facts=None if facts is None else {**facts, "language_pair": language_pair},
        )

    def make_metric(self, name: str, options: Mapping[str, Any]) -> Metric[Any]:
        """Returns the metric `name`, such as "bleu", whose signature names the test set if it should."""
        kind, meant = metric_class(name)
        value = options.get("smooth_value") if self.is_face else None
        is_refused = value is not None and not 0 <= value < float("inf")  # also NaN
        if is_refused:
            options = {**options, "smooth_value": None}
        metric = kind(**options, normalize=self.normalize)
        if is_refused:
            metric.smooth_like_sacrebleu(value)  # type: ignore[attr-defined]
        if self.is_face:
            metric.tokenized_share = 0.0
        else:
            metric.sign_input(order="max_ngram_order" in options, subwords="tokenize" in meant)
        metric.sign_input(**self.input_facts)
        if self.set_facts is not None:
            metric.sign_test_set(**self.set_facts)
        return metric


class Sampling(Record):
    """How scores are resampled, and how differences of systems are tested and explained.

    Attributes:
        test: of several systems, as `parbleu.compare` calls it; None for no test.
        n_samples: how many samples or trials are drawn, for a test or intervals; None for the default.
        intervals: whether one system's scores have intervals.
        names_intervals: whether an option asks for intervals, be it of too few samples.
        all_pairs: whether every system is tested against every other.
        unit: what is drawn: "segment" or "document".
        seed: as given; None for the default.
        alpha: the level of significance.
        p_columns: the columns of p-values that tables have besides those that decide.
        refines: whether p-values near a level come from more samples.
        threads: how many may work; None for the default.
        baseline: the system that others are tested against; None for the first.
        runs: the system of each training run.
        explain: whether differences are explained.
        region: of practical equivalence, for explanations.
        train: files of training data, with which the test set is compared.
        seen: the share of the segments that is in training data, or of groups of segments.
        documents: the file with the document of each segment.
        draws_documents: whether tests of lines draw whole documents.
    """

    test: str | None
    n_samples: int | None
    intervals: bool
    names_intervals: bool
    all_pairs: bool
    unit: str
    seed: int | str | None
    alpha: float
    p_columns: tuple[str, ...]
    refines: bool
    threads: int | None
    baseline: str | None
    runs: Sequence[str] | None
    explain: bool
    region: float | None
    train: Sequence[str] | None
    seen: float | Mapping[tuple[str, ...], float] | None
    documents: str | None
    draws_documents: bool

    def resampling(self) -> Resampling:
        """Returns how a comparison resamples."""
        from parbleu.stats.resampling import Resampling

        return Resampling(
            self.test,
            self.n_samples,
            intervals=self.intervals and self.test is None,
            all_pairs=self.all_pairs,
            unit=self.unit,
            seed=self.seed,
            alpha=self.alpha,
            p_columns=self.p_columns,
            n_refined=None if self.refines else 0,
            threads=self.threads,
        )

    def of_intervals(self) -> Resampling | None:
        """Returns the bootstrap samples of one system's intervals; None without intervals."""
        if not self.intervals:
            return None
        from parbleu.stats.resampling import Resampling

        return Resampling(n_samples=self.n_samples, intervals=True, seed=self.seed, threads=self.threads)

    def explanation(self) -> ExplanationOptions | None:
        """Returns what an explanation of differences takes into account; None if none is asked for."""
        from parbleu._comparison.resampled_scores import explanation_options

        return explanation_options(self.explain, self.region, self.seen)


class ScorePrinting(ResultOptions):
    """How scores are printed, and which of them end the command with an exit status of their own.

    Attributes:
        chose_format: whether the command line sets the format.
        score_only: whether nothing but the score is printed.
        short: whether signatures are short.
        sort: the metric by which systems are sorted.
        bib: the BibTeX file that gets the works which a table cites.
        no_pairs: whether the table of pairs is left out.
        fail_under: the limit of all scores, or those of some metrics.
        fail_if_worse: whether a system that is significantly worse than the baseline ends the command so.
        given_scores: names of metrics whose scores are read and not computed.
        is_named: whether the command line names the systems.
        marks_baseline: whether sacreBLEU's JSON calls the first system the baseline.
        test: of the systems.
        n_samples: how many samples or trials the command line names for the test.
        all_pairs: whether every system is tested against every other.
        test_set: its names, joined by commas.
        language_pair: of the test set.
    """

    chose_format: bool = False
    score_only: bool = False
    short: bool = False
    sort: str | None = None
    bib: str | None = None
    no_pairs: bool = False
    fail_under: float | dict[str, float] | None = None
    fail_if_worse: bool = False
    given_scores: Sequence[str] = ()
    is_named: bool = False
    marks_baseline: bool = False
    test: str | None = None
    n_samples: int | None = None
    all_pairs: bool = False
    test_set: str | None = None
    language_pair: str | None = None

    @property
    def can_fail(self) -> bool:
        """Whether a score that is not good enough ends the command with an exit status of its own."""
        return self.fail_under is not None or self.fail_if_worse

    def decimals_of(self, usual: Mapping[str, int], computed: Iterable[str] | None = None) -> dict[str, int]:
        """Returns metric -> decimals: those of `--decimals`, but `usual` ones for scores not computed here.

        Args:
            usual: of all metrics, by the names of their scores.
            computed: names of the scores that metrics of text have; None for all but `given_scores`.

        Raises:
            UnknownNameError: `--decimals` names another metric.
        """
        given = set(self.given_scores)
        if computed is not None:
            given |= usual.keys() - set(computed)
        chosen = dict(self.decimals) if isinstance(self.decimals, dict) else {}
        numbers = {metric_among(usual, word): number for word, number in chosen.items()}
        other: Any = DECIMALS if chosen else self.decimals
        return {name: numbers.get(name, usual[name] if name in given else other) for name in usual}


def metric_among(names: Iterable[str], word: str) -> str:
    """Returns the name of scores that a word means, which may be spelled as `--metrics` does.

    Raises:
        UnknownNameError: it means none.
    """
    known = {plain_name(name).lower(): name for name in names}
    try:
        return known[plain_name(word).lower()]
    except KeyError:
        raise UnknownNameError("metric", word, list(known.values())) from None


class ScoreRequest(Record):
    """What is computed of a corpus that is open, how samples are drawn, and what is printed.

    Attributes:
        texts: what the command line names as the corpus.
        metrics: that score it.
        sampling: how scores are resampled and tested.
        printing: how the result is printed.
        files: of the systems' output, as named.
        compares: whether the result is a comparison of systems, be it only one.
        keeps_rows: whether more is wanted of one system than scores, for which sums are enough.
        tells_of_comparison: whether an option says how systems are compared, which one system may contradict.
        option_of_several: the name of an option that is for tables of systems; "names" if none is given.
        sentence_level: whether each segment is scored alone.
        detail: whether subsets of the test set are scored, too.
        segments: the file for the scores of all segments.
        verbose: whether the steps of the work are told.
        tells_of_workers: whether these steps are those of several workers, of which sacreBLEU has one a job.
    """

    texts: NamedCorpus
    metrics: ChosenMetrics
    sampling: Sampling
    printing: ScorePrinting
    files: Sequence[str]
    compares: bool
    keeps_rows: bool
    tells_of_comparison: bool
    option_of_several: str
    sentence_level: bool
    detail: bool
    segments: str | None
    verbose: bool
    tells_of_workers: bool
