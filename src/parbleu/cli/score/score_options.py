"""Defines the options of `parbleu score`; those of a metric derive from its parameters."""

from __future__ import annotations

from parbleu.base.registry import Names
from parbleu.cli.shell import corpus_options, result_output
from parbleu.cli.shell.command import Arguments
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.corpus_options import REGION, SEED, THREADS, TRAIN
from parbleu.cli.shell.options import UNSET, Group, Option, parameter_option
from parbleu.errors import OptionError, ParbleuError, UnknownNameError
from parbleu.metrics import METRICS
from parbleu.metrics.metric_by_name import NAMES, metric_class, metric_words, plain_name
from parbleu.tables import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, ClassVar

    from parbleu.comparison.resampling_plan import Plan
    from parbleu.metrics import Metric


TABLE = ("hyp", "ref", "system", "segment_id", "document", "domain", "by", "score")
"""The values of the options of `parbleu.cli.shell.table_options`."""

DECIMALS = 1
"""How many are printed where `--decimals` does not say."""

INPUT = (
    *corpus_options.FILES,
    corpus_options.SOURCE,
    corpus_options.LANGUAGE_PAIR,
    Option(
        "--metrics -m",
        "metrics to compute (default: bleu); chrf+ and chrf++ are chrF with word n-grams",
        many="+",
        default=("bleu",),
        choices=Names(METRICS, str.lower, unlisted=NAMES),
        split=metric_words,
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
        "how the result is printed; the variable SACREBLEU_FORMAT wins (default: text on a terminal, "
        "elsewhere the JSON of sacreBLEU; json is that of parbleu's tables)",
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
    Option("--width -w", "the same as --decimals", int, default=DECIMALS, metavar="N", dest="decimals"),
    Option("--short -sh", "short signatures", bool),
    Option("--sort", "sort a table of systems by this metric, the best first", metavar="METRIC"),
    result_output.PLOT,
    result_output.FULL_WIDTH,
    Option(
        "--bib",
        "latex and typst: cite metrics and tests in the caption, and write the works to this BibTeX file",
        metavar="FILE",
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
        "exit with status 3 if a system is significantly worse than the baseline (by --paired-bs unless "
        "another test is chosen)",
        bool,
    ),
    Option(
        "--segments",
        "also write each segment's score, by every metric and system, to a .tsv, .jsonl or .parquet file",
        metavar="FILE",
    ),
    Option(
        "--statistics",
        "write statistics to this Parquet file and print no score: `parbleu merge` scores all shards",
        metavar="FILE",
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
    ),
    result_output.NO_COLOR,
    result_output.VERBOSE,
    corpus_options.QUIET,
)
TEST_SETS = (
    corpus_options.TEST_SET,
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
TEST_FLAGS = {"bootstrap": "paired_bs", "randomization": "paired_ar"}
"""Names of tests -> the values of sacreBLEU's flags that choose them."""

SIGNIFICANCE = (
    Option(
        "--intervals --confidence -ci",
        "95 %% intervals of one system's scores, by bootstrap resampling",
        bool,
        dest="confidence",
    ),
    Option(
        "--n-samples -n",
        "samples, or trials of --paired-ar, for intervals or tests (default: 1000, or 10000 trials)",
        int,
        metavar="N",
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
    Option("--paired-bs -pbs", "the same as --test bootstrap", bool, rivals="test"),
    Option("--paired-ar -par", "the same as --test randomization", bool, rivals="test"),
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
    Option("--baseline", "the system to test the others against (default: the first)", metavar="NAME"),
    Option(
        "--all-pairs",
        "test every system against every other, by the bootstrap unless --paired-ar says otherwise; adds "
        "Holm's correction, ranks and clusters",
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
        metavar="NAME",
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
        "a file with the document of each segment, for --unit document, which it implies",
        metavar="FILE",
    ),
    REGION,
    TRAIN,
    SEED,
)


class ScoreArguments(Arguments):
    """The options of `parbleu score`, including the metrics' own: `bleu_tokenize`, ...

    Attributes:
        alpha: the level of significance; no option sets it, but a verified result does.
        seen: the share of a table's segments that is in training data; None for files of lines.
        chose_format: whether the command line sets the format.
        is_face: whether the command is `sacrebleu`, which warns as the original does.
        sacrebleu: the version of sacreBLEU whose test sets there are; empty for all sets.
    """

    alpha: ClassVar[float] = 0.05
    seen: float | None = None
    chose_format = False
    is_face = False
    sacrebleu = ""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(with_test_flag(values))

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
        """Whether one system's scores have intervals."""
        return bool(self.confidence and self.confidence_n > 1)

    @property
    def only_asks(self) -> bool:
        """Whether a test set is downloaded, listed, cited or printed, and nothing is scored."""
        return self.list or self.citation or self.download is not None or self.echo is not None

    @property
    def could_be_sacrebleu(self) -> bool:
        """Whether the result could be one of sacreBLEU's command: no option asks for what its JSON lacks.

        A seed that is drawn is such a thing: nobody could repeat the result.
        """
        from os import environ

        seed = environ.get("SACREBLEU_SEED", "") if self.seed is None else str(self.seed)
        ours = (
            self.all_pairs
            or self.explain
            or self.draws_documents
            or self.runs
            or self.scores
            or self.detail
            or self.plot
            or self.bib
        )
        return not ours and seed.strip().lower() != "none"

    @property
    def prints_one_number(self) -> bool:
        """Whether the result is a single number, the same as text and as JSON: of one metric and one file."""
        one = self.score_only and len(self.metrics) == 1 and not self.keeps_rows
        return one and self.input is not None and "-" not in self.input

    @property
    def reads_table(self) -> bool:
        """Whether options name columns of a table, which stands in the place of the references."""
        return any(getattr(self, name, None) for name in TABLE)

    @property
    def keeps_rows(self) -> bool:
        """Whether more is wanted of one system than scores, for which sums are enough."""
        asked = self.compares or self.sentence_level or self.intervals or self.detail
        return asked or self.segments is not None or self.tells_of_comparison

    @property
    def tells_of_comparison(self) -> bool:
        """Whether an option says how systems are compared, which one system may contradict."""
        given = (self.baseline, self.train, self.region)
        return self.draws_documents or any(option is not None for option in given)

    @property
    def draws_documents(self) -> bool:
        """Whether tests draw whole documents."""
        return self.unit == "document" or self.documents is not None

    @property
    def is_forced(self) -> bool:
        """Whether `--force` leaves out warnings of the input."""
        return self.of_metric("bleu").get("force") is True

    @property
    def can_fail(self) -> bool:
        """Whether a score that is not good enough ends the command with an exit status of its own."""
        return self.fail_under is not None or self.fail_if_worse

    @property
    def compares(self) -> bool:
        """Whether the result is a comparison of systems, be it only one."""
        return (
            self.test is not None
            or self.names is not None
            or self.runs is not None
            or self.scores is not None
            or self.bib is not None
            or self.plot is not None
            or (self.input is not None and len(self.input) != 1)
        )

    @property
    def workers(self) -> int | None:
        """How many threads a comparison may use; None for the default."""
        if self.threads is None and self.paired_jobs is not None and self.paired_jobs > 0:
            return int(self.paired_jobs)
        return self.threads  # type: ignore[no-any-return]

    def decimals_of(self, usual: dict[str, int]) -> dict[str, int]:
        """Returns metric -> decimals: those of `--decimals`, but `usual` ones for `--scores`.

        Args:
            usual: of all metrics, by the names of their scores.

        Raises:
            UnknownNameError: `--decimals` names another metric.
        """
        given = {word.partition("=")[0].partition(":")[0] for word in self.scores or ()}
        chosen = dict(self.decimals) if isinstance(self.decimals, dict) else {}
        numbers = {self.metric_among(usual, word): number for word, number in chosen.items()}
        other = DECIMALS if chosen else self.decimals
        return {name: numbers.get(name, usual[name] if name in given else other) for name in usual}

    @staticmethod
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

    def plan(self) -> Plan:
        """Returns how a comparison resamples."""
        from parbleu.comparison.resampling_plan import Plan

        return Plan(
            self.test,
            self.n_samples,
            self.intervals and self.test is None,
            None,
            self.all_pairs,
            self.seed,
            self.workers,
            self.alpha,
            self.explain,
            self.region,
            self.seen,
            self.runs,
        )

    def of_metric(self, name: str) -> dict[str, Any]:
        """Returns the constructor arguments that were given for the metric `name`, such as "bleu".

        Raises:
            OptionError: an option contradicts what the name means, such as chrf++.
        """
        metric, own = metric_class(name)
        dest = metric.__name__.lower()
        names = [parameter.name for parameter in metric.PARAMETERS]
        given = {each: getattr(self, f"{dest}_{each}", UNSET) for each in names}
        given = {each: value for each, value in given.items() if value is not UNSET}
        for each, value in own.items():
            if given.get(each, value) != value and dest not in self.metrics:
                raise OptionError(f"{name} means {each} {value}, not {given[each]}: use --metrics {dest}")
        return given | own

    def check_metrics(self) -> None:
        """Refuses several metrics where only one can be."""
        if self.sentence_level and len(self.metrics) > 1:
            raise CommandError("Only one metric can be used in sentence-level mode.")

    def make_metrics(self) -> list[Metric[Any]]:
        """Returns the metrics to score a corpus with, in the order in which they are printed.

        They are sorted by name; in a test they stand as given.
        """
        names = list(dict.fromkeys(self.metrics))
        if self.test is None:
            names.sort()
        metrics = [self.make_metric(name, self.of_metric(name)) for name in names]
        return list({repr(metric): metric for metric in metrics}.values())

    def make_metric(self, name: str, options: dict[str, Any]) -> Metric[Any]:
        """Returns the metric `name`, such as "bleu", whose signature names the test set if it should."""
        metric = metric_class(name)[0](**options)
        if self.is_face:
            metric.tokenized_share = 0.0
        if self.sign_test_set and self.test_set is not None:
            metric.sign_test_set(
                self.test_set, self.language_pair, origlang=self.origlang, subset=self.subset
            )
        return metric


def with_test_flag(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns values of options in which `--test NAME` is the flag that means the same."""
    found = dict(values)
    name = found.pop("chosen_test", None)
    return found if name is None else {**found, TEST_FLAGS[name]: True}


_TITLES = {"CHRF": "chrF"}


def _metric(name: str) -> Group:
    """The options of one metric: every parameter that has flags."""

    def options() -> tuple[Option, ...]:
        return tuple(
            parameter_option(parameter, f"{name.lower()}_{parameter.name}", UNSET)
            for parameter in METRICS[name].PARAMETERS
            if parameter.flags
        )

    return Group(f"{_TITLES.get(name, name)} options", options)


def _of_tables() -> tuple[Option, ...]:
    """The options that name columns of a table."""
    from parbleu.cli.shell.table_options import GROUP_OPTIONS

    return GROUP_OPTIONS


def _announced() -> tuple[Option, ...]:
    """The options of metrics that are not built in."""
    return tuple(option for name in METRICS.others() for option in _options_of_other(name))


def _options_of_other(name: str) -> tuple[Option, ...]:
    """The options of a metric of others; none if it cannot be loaded, which `-m` with its name reports."""
    try:
        metric_class(name)
    except ParbleuError:
        return ()
    return _metric(name).options()


GROUPS = (
    Group("output", OUTPUT),
    Group("test sets", TEST_SETS),
    Group("confidence and significance", SIGNIFICANCE),
    *map(_metric, METRICS),
    Group("tables of segments", _of_tables, abbreviated=False),
    Group("options of other metrics", _announced),
)
"""The options under headings."""
