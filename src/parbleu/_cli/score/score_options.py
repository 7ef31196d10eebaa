"""Defines the options of `parbleu score`, and what follows from several of them.

Those of a metric derive from its parameters.
"""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._cli.shell import corpus_options, result_output
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.corpus_options import REGION, SEED, THREADS, TRAIN
from parbleu._cli.shell.metric_names import MetricsAndScorers, metric_or_scorer_words, metrics_and_scorers
from parbleu._cli.shell.options import UNSET, Arguments, Option, OptionGroup, parameter_option
from parbleu.errors import OptionError, UnknownNameError
from parbleu.metrics import METRICS
from parbleu.metrics._metric_by_name import metric_class, plain_name
from parbleu.tables import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, ClassVar

    from parbleu._comparison.resampled_scores import ExplanationOptions
    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu.metrics import Metric
    from parbleu.stats.resampling import Resampling

DECIMALS = 1
"""How many are printed where `--decimals` does not say."""

TABLE = ("hyp", "ref", "system", "segment_id", "document", "domain", "by", "score")
"""The values of the options of `parbleu._cli.shell.table_options`."""

TEST_FLAGS = {"bootstrap": "paired_bs", "randomization": "paired_ar"}
"""Names of tests -> the values of sacreBLEU's flags that choose them."""

INPUT = (
    *corpus_options.FILES,
    corpus_options.SOURCE,
    corpus_options.LANGUAGE_PAIR,
    Option(
        "--metrics -m",
        "metrics to compute (default: bleu); chrf+ and chrf++ are chrF with word n-grams. Scorers, too, with "
        "their models, which the command scorer lists",
        many="+",
        default=("bleu",),
        choices=MetricsAndScorers(),
        split=metric_or_scorer_words,
    ),
    corpus_options.NORMALIZE,
    Option(
        "--as-original",
        "scorers give the numbers of their original's command where parbleu's differ: comet:MODEL those of "
        "comet-score, which the command scorer installs as unbabel-comet",
        bool,
    ),
    corpus_options.SCORES,
    Option(
        "--signature",
        "compute scores that signatures describe, one for each metric; no option may contradict them",
        many="+",
        metavar="SIG",
    ),
    Option("--sentence-level -sl", "one score for each segment", bool),
    THREADS,
)
OUTPUT = (
    Option(
        "--format -f",
        "how the result is printed; the variable SACREBLEU_FORMAT wins (default: that of the suffix of -o, "
        "as .tex; text on a terminal, into a pipe json, sacreBLEU's with more keys)",
        choices=FORMATS,
    ),
    result_output.OUTPUT,
    Option("--score-only -b", "print nothing but the score", bool),
    Option(
        "--decimals",
        "digits after the point (default: 1), or those of some metrics: BLEU=1,COMET=4",
        result_output.decimals,
        default=DECIMALS,
        metavar="N",
    ),
    Option("--width -w", "the same as --decimals", int, default=DECIMALS, dest="decimals"),
    Option("--short -sh", "short signatures", bool),
    Option("--sort", "sort a table of systems by this metric, the best first", metavar="METRIC"),
    result_output.PLOT,
    result_output.FULL_WIDTH,
    result_output.CAPTION,
    result_output.LABEL,
    Option(
        "--bib",
        "latex and typst: cite metrics and tests in the caption, and add the works to this BibTeX file",
        writes="FILE",
    ),
    Option("--no-pairs", "leave out the table of pairs that --all-pairs adds", bool),
    Option(
        "--fail-under",
        "exit with status 3 if a score is worse than this, or those of some metrics: BLEU=40,TER=55",
        result_output.limits,
        metavar="X",
    ),
    Option(
        "--fail-if-worse",
        "exit with status 1, as parbleu gate does, if a system is significantly worse than the baseline (by "
        "--paired-bs unless another test is chosen)",
        bool,
    ),
    Option(
        "--segments",
        "also write each segment's score, by every metric and system: a .tsv, .csv, .jsonl or .parquet file",
        writes="FILE",
    ),
    Option(
        "--statistics",
        "write statistics to this Parquet file and print no score: `parbleu merge` scores all shards",
        writes="FILE",
    ),
    Option(
        "--shard",
        "with --statistics: only every N-th segment, beginning with the I-th (default: 1/1)",
        metavar="I/N",
    ),
    Option(
        "--verify",
        "compute a result of -f json again, by the options in its signatures; status 1 if it differs",
        metavar="RESULT.json",
        reads="FILE",
    ),
    result_output.FACTS,
    result_output.tables_option(
        "answers averages differences effects families language_pairs macro_average macro_differences "
        "macro_verdicts map pairs paper runs scores segments subsets test_sets verdicts"
    ),
    result_output.NO_COLOR,
    result_output.VERBOSE,
    result_output.QUIET,
)
TEST_SETS = (
    corpus_options.TEST_SET,
    corpus_options.HYPS,
    corpus_options.ORIGLANG,
    corpus_options.SUBSET,
    Option("--detail -d", "also print the scores of each original language, domain and country", bool),
    Option(
        "--sign-test-set", "the signature names test set, language pair, original language and subset", bool
    ),
    Option(
        "--echo",
        "print fields of the test set, such as src, ref, docid, in columns, and quit; all is all of them",
        many="+",
        metavar="FIELD",
    ),
    Option("--list", "list the test sets (for -l PAIR, or the pairs of -t SET), and quit", bool),
    Option("--citation --cite", "print the BibTeX entry of the test set, and quit", bool),
    Option("--download", "fetch this test set (for -l PAIR, or for all pairs), and quit", metavar="SET"),
)
SIGNIFICANCE = (
    Option(
        "--intervals --confidence -ci",
        "95 % intervals of scores, by bootstrap resampling",
        bool,
        dest="confidence",
    ),
    Option(
        "--n-samples -n",
        "samples, or trials of --paired-ar, for intervals or tests (default: 1000, or 10000 trials)",
        int,
        dest="samples",
    ),
    Option(
        "--confidence-n -cin",
        "samples for --confidence (default: 1000); 1 or less turns it off",
        int,
        default=1000,
    ),
    Option(
        "--test",
        "test each system against the first one, the baseline: paired bootstrap resampling, or paired "
        "approximate randomization",
        choices=tuple(TEST_FLAGS),
        rivals="test",
        dest="chosen_test",
    ),
    Option(
        "--paired-bs -pbs",
        "test each system against the first one by the paired bootstrap: --test bootstrap",
        bool,
        rivals="test",
    ),
    Option(
        "--paired-ar -par",
        "the same by paired approximate randomization: --test randomization",
        bool,
        rivals="test",
    ),
    Option(
        "--paired-bs-n -pbsn", "samples for --paired-bs (default: 1000, which 0 means too)", int, default=1000
    ),
    Option(
        "--paired-ar-n -parn",
        "trials for --paired-ar (default: 10000, which 0 means too)",
        int,
        default=10000,
    ),
    Option("--paired-jobs -j", "threads to use where --threads does not say; 0 is one for each core", int),
    Option("--baseline", "the system to test the others against (default: the first)"),
    Option(
        "--all-pairs",
        "test every system against every other, by the bootstrap unless --paired-ar says otherwise; adds "
        "ranks and clusters",
        bool,
    ),
    Option(
        "--explain",
        "what each difference means: its interval, corrected p-values, effect sizes, whether people would "
        "see it, the smallest one that the test can find (by --paired-bs unless another test is chosen)",
        bool,
    ),
    Option(
        "--runs",
        "the outputs are of several training runs: the system of each, in their order; adds the "
        "tables of parbleu study runs",
        many="+",
    ),
    Option(
        "--unit",
        "what intervals and tests of several systems draw: segments (default), or whole documents: of the "
        "test set, of --documents, or of a table's --document-column",
        default="segment",
        choices=("segment", "document"),
    ),
    Option(
        "--documents",
        "a file with the document of each segment, for --by document, or for --unit document, which it "
        "implies",
        reads="FILE",
    ),
    corpus_options.p_columns_option("bh", "by", "joint", "sacrebleu"),
    corpus_options.SACREBLEU_P,
    REGION,
    TRAIN,
    SEED,
)


_TITLES = {"CHRF": "chrF"}


def _metric(name: str) -> OptionGroup:
    """Returns the options of one metric: every parameter that has flags."""

    def options() -> tuple[Option, ...]:
        return tuple(
            parameter_option(parameter, f"{name.lower()}_{parameter.name}", UNSET)
            for parameter in METRICS[name].PARAMETERS
            if parameter.flags
        )

    return OptionGroup(f"{_TITLES.get(name, name)} options", options)


def _of_tables() -> tuple[Option, ...]:
    """Returns the options that name columns of a table."""
    from parbleu._cli.shell.table_options import GROUP_OPTIONS

    return GROUP_OPTIONS


def _announced() -> tuple[Option, ...]:
    """Returns the options of metrics that are not built in."""
    return tuple(option for name in METRICS.others() for option in _options_of_other(name))


def _options_of_other(name: str) -> tuple[Option, ...]:
    """Returns the options of a metric of others; none if it fails to load, which `-m NAME` reports."""
    try:
        metric_class(name)
        return _metric(name).options()
    except Exception:  # whatever a package's code may raise
        return ()


GROUPS = (
    OptionGroup("output", OUTPUT),
    OptionGroup("test sets", TEST_SETS),
    OptionGroup("confidence and significance", SIGNIFICANCE),
    *map(_metric, METRICS),
    OptionGroup("tables of segments", _of_tables, abbreviated=False),
    OptionGroup(
        "other segmentation",
        (
            corpus_options.RESEGMENT,
            corpus_options.RESEGMENT_LIKE,
            corpus_options.LINE_BREAKS,
            corpus_options.JOIN,
            corpus_options.SEPARATOR,
        ),
    ),
    OptionGroup("files of translators", corpus_options.UNIT_OPTIONS),
    OptionGroup("options of other metrics", _announced),
)
"""The options under headings."""


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
        metric, implied = metric_class(name)
        dest = metric.__name__.lower()
        chosen = {
            parameter.name: self.options[option]
            for parameter in metric.PARAMETERS
            if (option := f"{dest}_{parameter.name}") in self.options
        }
        if self.is_face and chosen.get("smooth_method", "exp") in ("exp", "none"):
            chosen.pop("smooth_value", None)  # which the original does not read then, whatever it is
        for key, value in implied.items():
            if chosen.get(key, value) != value and dest not in self.names:
                raise OptionError(f"{name} means {key} {value}, not {chosen[key]}: use --metrics {dest}")
        return chosen | implied

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


def check_named_once(flag: str, numbers: Mapping[str, float], given: Mapping[str, float]) -> None:
    """Refuses numbers by metric of which two, as they were given, are of one metric."""
    if len(numbers) < len(given):
        raise UsageError(f"{flag} names one metric twice: {', '.join(given)}: leave one out")


class ScoreArguments(Arguments):
    """The options of `parbleu score`, including the metrics' own: `bleu_tokenize`, ...

    Attributes:
        alpha: the level of significance; no option sets it, but a verified result does.
        seen: the share of a table's segments that is in training data; None for files of lines.
        chose_format: whether the command line sets the format.
        is_face: whether the command is `sacrebleu`, which warns as the original does.
        scorers: the names among those of `--metrics` that are scorers'; `metrics` are the others.
        signed_input: how the input was made, for signatures: as `Metric.sign_input` takes it.
        sacrebleu: the version of sacreBLEU whose test sets there are; empty for all sets.
        texts: what the command line names as the corpus, once that is clear.
        files: of the systems' output, as named.
    """

    texts: NamedCorpus
    alpha: ClassVar[float] = 0.05
    seen: float | None = None
    chose_format = False
    is_face = False
    sacrebleu = ""
    signed_input: Mapping[str, Any] = {}
    scorers: Sequence[str] = ()
    files: Sequence[str] = ()

    def __init__(self, **values: Any) -> None:
        values = with_test_flag(values)
        if "scorers" not in values:
            values["metrics"], values["scorers"] = metrics_and_scorers(values["metrics"])
            if values.get("as_original"):
                values["scorers"] = _originals(values["scorers"])
        super().__init__(**values)

    @property
    def test(self) -> str | None:
        """The test of several systems, as `parbleu.compare` calls it."""
        if self.paired_ar:
            return "randomization"
        tested = self.paired_bs or self.all_pairs or self.fail_if_worse or self.explain
        return "bootstrap" if tested else None

    @property
    def n_samples(self) -> int | None:
        """How many samples or trials are drawn, for a test or intervals; None for the default."""
        if self.test is None and not self.intervals and self.runs is None:
            return None
        if self.samples is not None:
            return self.samples  # type: ignore[no-any-return]
        counts = {"bootstrap": self.paired_bs_n, "randomization": self.paired_ar_n}
        count = counts.get(self.test or "", self.confidence_n)
        return count if count > 0 else None

    @property
    def intervals(self) -> bool:
        """Whether scores have intervals without a test."""
        return bool(self.confidence and self.confidence_n > 1)

    @property
    def only_asks(self) -> bool:
        """Whether a test set is downloaded, listed, cited or printed, and nothing is scored."""
        return self.list or self.citation or self.download is not None or self.echo is not None

    @property
    def reads_table(self) -> bool:
        """Whether options name columns of a table, which stands in the place of the references."""
        return any(getattr(self, name, None) for name in TABLE if name != "by" or not self.groups_segments)

    @property
    def groups_segments(self) -> bool:
        """Whether `--by` names labels of segments that no table has, but a test set or files of units."""
        named = self.input is not None or self.test_set is not None or self.mt_in is not None
        return bool(getattr(self, "by", None)) and named and not getattr(self, "hyp", None)

    @property
    def groups_documents(self) -> bool:
        """Whether `--documents` has the labels of `--by document`."""
        in_file = self.documents not in (None, "-") and self.join is None
        return in_file and self.groups_segments and "document" in self.by

    @property
    def cuts_output(self) -> bool:
        """Whether output is cut into the segments of the references."""
        return self.resegment or self.resegment_like is not None

    @property
    def cutter(self) -> str | None:
        """The way of another tool by which output is cut, with its language; None for parbleu's own."""
        if self.resegment_like is None:
            return None
        from parbleu._inputs.regrouped_texts import cutter_of

        return cutter_of(self.resegment_like, self.language_pair)

    @property
    def target_language(self) -> str:
        """The code of the target language; "" in the face unless sacreBLEU knows it.

        Raises:
            OptionError: the language pair is none.
        """
        from parbleu.text._languages import split_pair, target_language

        if not self.is_face:
            return target_language(self.language_pair)
        _, *targets = self.language_pair.split("-")  # either may be empty, and what follows is ignored
        if not targets:
            split_pair(self.language_pair)  # raises the error
        return targets[0] if targets[0] in ("zh", "ja", "ko") else ""

    def with_known_pair(self) -> ScoreArguments:
        """Returns the arguments with the language pair as the test set spells it; the face takes no other."""
        names = self.test_set or self.download
        if names is None or self.language_pair is None or self.is_face:
            return self
        from parbleu.testsets._catalogue import spelled_pair

        return self.changed(language_pair=spelled_pair(names, self.language_pair))

    @property
    def is_forced(self) -> bool:
        """Whether `--force` leaves out warnings of the input."""
        return vars(self).get("bleu_force") is True

    def check_metrics(self) -> None:
        """Refuses several metrics where only one can be."""
        if self.sentence_level and len(self.metrics) + len(self.scorers) > 1:
            raise CommandError("Only one metric can be used in sentence-level mode.")

    def chosen_metrics(self) -> ChosenMetrics:
        """Returns the metrics to score a corpus with.

        The command `sacrebleu` sorts them by name, but not in a test.
        """
        facts = None
        if self.test_set is not None and (self.sign_test_set or not self.is_face):
            from parbleu.testsets._catalogue import signed_names

            signed = signed_names(self.test_set)
            if self.sign_test_set or "@" in signed:  # sacreBLEU's sets have no versions
                facts = {"test_set": signed, **self.chosen("language_pair", "origlang", "subset")}
        return ChosenMetrics(
            self.metrics,
            self.scorers,
            vars(self),
            self.normalize,
            self.is_face and self.test is None,
            self.is_face,
            {**self.present("tags", "mt_in", "leave_out", "line_breaks"), **self.signed_input},
            facts,
        )

    @property
    def n_threads(self) -> int | None:
        """How many threads may work; None for the default."""
        jobs = self.paired_jobs
        return jobs if self.threads is None and jobs is not None and jobs > 0 else self.threads  # type: ignore[no-any-return]

    @property
    def draws_documents(self) -> bool:
        """Whether tests of lines draw whole documents."""
        drawn = self.documents is not None and self.join is None and not self.groups_documents
        return self.unit == "document" or drawn

    @property
    def prints_objects(self) -> bool:
        """Whether the result is an object of JSON for each score, and no table."""
        has_tables = self.sentence_level or self.runs is not None or getattr(self, "by", None)
        return self.format == "json" and self.test is None and not has_tables

    @property
    def option_of_several(self) -> str:
        """The name of an option that is for tables of systems; "" if none is given."""
        names = ("names", "runs", "scores", "bib", "plot")
        return next((name for name in names if getattr(self, name) is not None), "")

    @property
    def compares(self) -> bool:
        """Whether the result is a comparison of systems, be it only one."""
        several = self.input is not None and len(self.input) != 1
        by_scorers = bool(self.scorers) and not self.sentence_level
        return several or self.test is not None or self.option_of_several != "" or by_scorers

    @property
    def tells_of_comparison(self) -> bool:
        """Whether an option says how systems are compared, which one system may contradict."""
        values = (self.baseline, self.train, self.region)
        return self.draws_documents or any(value is not None for value in values)

    @property
    def keeps_rows(self) -> bool:
        """Whether more is wanted of one system than scores, for which sums are enough."""
        more = self.sentence_level or self.intervals or self.detail or self.segments is not None
        return self.compares or more or self.tells_of_comparison

    def resampling(self) -> Resampling:
        """Returns how a comparison resamples."""
        from parbleu.stats.resampling import Resampling

        asked = (*(self.p_columns or ()), *(("sacrebleu",) if self.sacrebleu_p else ()))
        prints_sacrebleu_p = self.is_face and self.verify is None and not self.all_pairs
        return Resampling(
            self.test,
            self.n_samples,
            intervals=self.intervals and self.test is None,
            unit=self.unit or "segment",
            p_columns=tuple(dict.fromkeys(asked)),
            n_refined=0 if prints_sacrebleu_p else None,
            threads=self.n_threads,
            **self.chosen("all_pairs", "seed", "alpha"),
        )

    def of_intervals(self) -> Resampling | None:
        """Returns the bootstrap samples of one system's intervals; None without intervals."""
        if not self.intervals:
            return None
        from parbleu.stats.resampling import Resampling

        return Resampling(n_samples=self.n_samples, intervals=True, seed=self.seed, threads=self.n_threads)

    def explanation(self) -> ExplanationOptions | None:
        """Returns what an explanation of differences takes into account; None if none is asked for."""
        from parbleu._comparison.resampled_scores import explanation_options

        return explanation_options(self.explain, self.region, self.seen)

    @property
    def named_samples(self) -> int:
        """How many samples or trials the command line names for a test of several systems."""
        if self.samples is not None:
            return self.samples  # type: ignore[no-any-return]
        return self.paired_ar_n if self.test == "randomization" else self.paired_bs_n  # type: ignore[no-any-return]

    @property
    def given_scores(self) -> list[str]:
        """The names of scores that are read and not computed, from files or from columns of a table."""
        if self.scores:
            return [name for name, _, _ in corpus_options.score_files(self.scores)]
        columns = getattr(self, "score", None) or ()
        return [word.removesuffix(":lower").removesuffix(":higher") for word in columns]

    @property
    def can_fail(self) -> bool:
        """Whether a score that is not good enough ends the command with an exit status of its own."""
        return self.fail_under is not None or self.fail_if_worse

    def decimals_of(self, usual: Mapping[str, int], computed: Iterable[str] | None = None) -> dict[str, int]:
        """Returns metric -> decimals: those of `--decimals`, but `usual` ones for scores not computed here.

        Args:
            usual: of all metrics, by the names of their scores.
            computed: names of the scores that metrics of text have; None for all that are not read.

        Raises:
            UnknownNameError: `--decimals` names another metric.
            UsageError: it names one twice.
        """
        usual_names = set(self.given_scores)
        if computed is not None:
            usual_names |= usual.keys() - set(computed)
        chosen = dict(self.decimals) if isinstance(self.decimals, dict) else {}
        numbers = {metric_among(usual, word): number for word, number in chosen.items()}
        check_named_once("--decimals", numbers, chosen)
        other: Any = DECIMALS if chosen else self.decimals
        return {name: numbers.get(name, usual[name] if name in usual_names else other) for name in usual}


def _originals(scorers: Sequence[str]) -> list[str]:
    """Returns the scorers that give the numbers of the originals of scorers; there is at least one."""
    from parbleu.scorers._scorer_names import as_original

    if not scorers:
        raise OptionError(
            "--as-original is about scorers, such as comet:MODEL: add one to -m, or leave it out"
        )
    return [as_original(name) for name in scorers]


def with_test_flag(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns values of options in which `--test NAME` is the flag that means the same."""
    rest = dict(values)
    name = rest.pop("chosen_test", None)
    return rest if name is None else {**rest, TEST_FLAGS[name]: True}
