"""The options of `parbleu score`. A metric's own come from its parameters."""

from __future__ import annotations

from parbleu.cli.options import UNSET, Group, Option, Table
from parbleu.metrics import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.metrics.parameters import Parameter

FORMATS = ("json", "text", "latex")

METRIC_NAMES = tuple(name.lower() for name in METRICS)


class Arguments:
    """What a command line of `parbleu score` says. The names are those of the options.

    Attributes:
        values: everything given, the metrics' options too: `bleu_tokenize`, `chrf_word_order` ...
    """

    refs: Sequence[str]
    input: Sequence[str] | None
    num_refs: int
    encoding: str
    langpair: str | None
    metrics: Sequence[str]
    sentence_level: bool
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
    "num_refs": 1,
    "encoding": "utf-8",
    "langpair": None,
    "metrics": ("bleu",),
    "sentence_level": False,
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
            "file with the system's output (default: standard input)",
            many="*",
            metavar="HYP",
        ),
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
            "source-target, such as en-zh: chooses BLEU's tokenizer for zh, ja and ko",
            metavar="PAIR",
        ),
        _option(
            ("--metrics", "-m"),
            "metrics",
            "what to compute (default: bleu)",
            many="+",
            choices=METRIC_NAMES,
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


def _report() -> tuple[Option, ...]:
    return (
        _option(("--quiet", "-q"), "quiet", "no progress bar, and warnings without our name", bool),
        _option(("--short", "-sh"), "short", "short signatures in text output", bool),
        _option(("--score-only", "-b"), "score_only", "print nothing but the score", bool),
        _option(("--width", "-w"), "width", "decimals (default: 1)", int, metavar="N"),
        _option(("--no-color", "-nc"), "no_color", "no colours, as with the variable NO_COLOR", bool),
        _option(
            ("--format", "-f"),
            "format",
            "output format; latex is for several systems. The variable SACREBLEU_FORMAT wins (default: json)",
            choices=FORMATS,
        ),
    )


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
    return Table((Group("", _input), Group("output", _report), *map(_metric, METRICS)))
