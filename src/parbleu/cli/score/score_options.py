"""The options of `parbleu score`. A metric's own come from its parameters."""

from __future__ import annotations

from parbleu.cli.shell.options import UNSET, Group, Option, Table
from parbleu.metrics import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.metrics.parameters import Parameter

FORMATS = ("json", "text", "latex", "markdown", "html", "csv", "tsv")
TABLE_FORMATS = FORMATS[3:]
"""Those that sacreBLEU does not have: always a table, even of one system."""

METRIC_NAMES = tuple(name.lower() for name in METRICS)


class Arguments:
    """What a command line of `parbleu score` says. The names are those of the options.

    Attributes:
        values: everything given, the metrics' options too: `bleu_tokenize`, `chrf_word_order` ...
        whole: whether JSON of several systems holds all that there is; without an option, for `--verify`.
        alpha: the level of significance; without an option, for `--verify`.
        speaks_up: whether to say what sacreBLEU does not.
    """

    whole: bool = False
    alpha: float = 0.05
    speaks_up: bool = False

    refs: Sequence[str]
    input: Sequence[str] | None
    names: Sequence[str] | None
    num_refs: int
    encoding: str
    langpair: str | None
    test_set: str | None
    origlang: str | None
    subset: str | None
    detail: bool
    sign_test_set: bool
    echo: Sequence[str] | None
    list: bool
    citation: bool
    download: str | None
    metrics: Sequence[str]
    signature: Sequence[str] | None
    sentence_level: bool
    confidence: bool
    confidence_n: int
    paired_bs: bool
    paired_bs_n: int
    paired_ar: bool
    paired_ar_n: int
    paired_jobs: int | None
    all_pairs: bool
    segments: str | None
    verify: str | None
    threads: int | None
    quiet: bool
    short: bool
    score_only: bool
    width: int
    no_color: bool
    format: str

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.__dict__.update(values)

    @property
    def test(self) -> str | None:
        """The test of several systems, as `parbleu.compare` calls it."""
        if self.paired_bs:
            return "bootstrap"
        return "randomization" if self.paired_ar else None

    @property
    def n_samples(self) -> int | None:
        """How many samples or trials it draws; None for the default, and without a test."""
        count = {"bootstrap": self.paired_bs_n, "randomization": self.paired_ar_n}.get(self.test or "", 0)
        return count if count > 0 else None

    @property
    def warns_of_looks(self) -> bool:
        """Whether to warn where one side looks cut and the other does not."""
        return self.speaks_up and self.values.get("bleu_force") is not True

    @property
    def only_asks(self) -> bool:
        """Whether nothing is to be scored, but a test set fetched, listed, cited or printed."""
        return self.list or self.citation or self.download is not None or self.echo is not None

    @property
    def needs_all(self) -> bool:
        """Whether one system has to be in memory as a whole before it is scored."""
        resampled = self.confidence and self.confidence_n > 1
        return resampled or self.detail or self.segments is not None

    @property
    def compares(self) -> bool:
        """Whether the result is a comparison of systems, be it only one."""
        return (
            self.paired_bs
            or self.paired_ar
            or self.all_pairs
            or self.whole
            or self.names is not None
            or (self.input is not None and len(self.input) != 1)
            or self.format in TABLE_FORMATS
        )

    def of_metric(self, name: str) -> dict[str, Any]:
        """Returns the constructor arguments that were given for the metric `name`, such as "bleu"."""
        start = name + "_"
        return {
            key[len(start) :]: value
            for key, value in self.values.items()
            if key.startswith(start) and value is not UNSET
        }


DEFAULTS: dict[str, Any] = {
    "refs": (),
    "input": None,
    "names": None,
    "num_refs": 1,
    "encoding": "utf-8",
    "langpair": None,
    "test_set": None,
    "origlang": None,
    "subset": None,
    "detail": False,
    "sign_test_set": False,
    "echo": None,
    "list": False,
    "citation": False,
    "download": None,
    "metrics": ("bleu",),
    "signature": None,
    "sentence_level": False,
    "confidence": False,
    "confidence_n": 1000,
    "paired_bs": False,
    "paired_bs_n": 1000,
    "paired_ar": False,
    "paired_ar_n": 10000,
    "paired_jobs": None,
    "all_pairs": False,
    "segments": None,
    "verify": None,
    "threads": None,
    "quiet": False,
    "short": False,
    "score_only": False,
    "width": 1,
    "no_color": False,
    "format": "json",
}


def _option(flags: tuple[str, ...], dest: str, text: str, kind: type = str, **more: Any) -> Option:
    return Option(flags, dest, text, kind, default=DEFAULTS[dest], **more)


def _input() -> tuple[Option, ...]:
    return (
        _option((), "refs", "reference files; they stand before -i", many="*", metavar="REF"),
        _option(
            ("--input", "-i"),
            "input",
            "the systems' output, a file for each (default: standard input, where TABs separate systems)",
            many="*",
            metavar="HYP",
        ),
        _option(("--names",), "names", "what to call the systems, in the order of their files", many="+"),
        _option(
            ("--num-refs", "-nr"),
            "num_refs",
            "the reference file holds this many references a line, separated by TABs (default: 1)",
            int,
            metavar="K",
        ),
        _option(("--encoding", "-e"), "encoding", "encoding of all files (default: utf-8)", metavar="NAME"),
        _option(
            ("--language-pair", "-l"),
            "langpair",
            "source-target, such as en-zh: chooses BLEU's tokenizer for zh, ja and ko; -t needs it",
            metavar="PAIR",
        ),
        _option(
            ("--metrics", "-m"),
            "metrics",
            "what to compute (default: bleu)",
            many="+",
            choices=METRIC_NAMES,
        ),
        _option(
            ("--signature",),
            "signature",
            "compute what signatures describe, one for each metric; other options must not contradict them",
            many="+",
            metavar="SIG",
        ),
        _option(("--sentence-level", "-sl"), "sentence_level", "one score for each segment", bool),
        _option(
            ("--threads",),
            "threads",
            "threads to use (default: PARBLEU_THREADS, or one for each core)",
            int,
            metavar="N",
        ),
    )


def _significance() -> tuple[Option, ...]:
    return (
        _option(
            ("--confidence", "-ci"),
            "confidence",
            "95 %% confidence interval of one system's scores, by bootstrap resampling",
            bool,
        ),
        _option(
            ("--confidence-n", "-cin"),
            "confidence_n",
            "samples to draw for it (default: 1000); 1 or less turns it off",
            int,
        ),
        *_tests(),
    )


def _tests() -> tuple[Option, ...]:
    return (
        _option(
            ("--paired-bs", "-pbs"),
            "paired_bs",
            "test each system against the first one, the baseline: paired bootstrap resampling",
            bool,
            rivals="test",
        ),
        _option(
            ("--paired-ar", "-par"),
            "paired_ar",
            "the same by paired approximate randomization",
            bool,
            rivals="test",
        ),
        _option(
            ("--paired-bs-n", "-pbsn"),
            "paired_bs_n",
            "samples to draw (default: 1000, which 0 means too)",
            int,
        ),
        _option(
            ("--paired-ar-n", "-parn"),
            "paired_ar_n",
            "trials to make (default: 10000, which 0 means too)",
            int,
        ),
        _option(
            ("--paired-jobs", "-j"),
            "paired_jobs",
            "threads to use where --threads does not say; 0 is one for each core",
            int,
        ),
        _option(
            ("--all-pairs",),
            "all_pairs",
            "test every system against every other; adds Holm's correction, ranks and clusters",
            bool,
        ),
    )


def _report() -> tuple[Option, ...]:
    return (
        _option(
            ("--quiet", "-q"),
            "quiet",
            "no progress bar, no word of text that looks cut, other warnings without our name",
            bool,
        ),
        _option(("--short", "-sh"), "short", "short signatures in text output", bool),
        _option(("--score-only", "-b"), "score_only", "print nothing but the score", bool),
        _option(("--width", "-w"), "width", "decimals (default: 1)", int, metavar="N"),
        _option(
            ("--segments",),
            "segments",
            "also write each segment's score, by every metric and system, to a .tsv, .jsonl or .parquet file",
            metavar="FILE",
        ),
        _option(
            ("--verify",),
            "verify",
            "compute a result of -f json again, by the options in its signatures; status 1 if it differs",
            metavar="RESULT.json",
        ),
        _option(("--no-color", "-nc"), "no_color", "no colours, as with the variable NO_COLOR", bool),
        _option(
            ("--format", "-f"),
            "format",
            "output format; latex is for several systems, what follows it is always a table. The variable "
            "SACREBLEU_FORMAT wins (default: json)",
            choices=FORMATS,
        ),
    )


def _test_sets() -> tuple[Option, ...]:
    from parbleu.cli.score.test_set_options import testset_options

    return testset_options(DEFAULTS)


_TITLES = {"CHRF": "chrF"}


def _metric(name: str) -> Group:
    """The options of one metric: every parameter that has flags."""

    def options() -> tuple[Option, ...]:
        return tuple(
            Option(
                parameter.flags,
                f"{name.lower()}_{parameter.name}",
                _help(parameter),
                parameter.kind,
                default=UNSET,
                choices=parameter.choices,
            )
            for parameter in METRICS[name].PARAMETERS
            if parameter.flags
        )

    return Group(f"{_TITLES.get(name, name)} options", options)


def _help(parameter: Parameter) -> str:
    if parameter.kind is bool or parameter.default is None:
        return parameter.help
    return f"{parameter.help} (default: {parameter.default})"


def score_table() -> Table:
    """Returns the options of `parbleu score`; each group is one line here."""
    return Table(
        (
            Group("", _input),
            Group("output", _report),
            Group("test sets", _test_sets),
            Group("confidence and significance; the variable SACREBLEU_SEED holds the seed", _significance),
            *map(_metric, METRICS),
        )
    )
