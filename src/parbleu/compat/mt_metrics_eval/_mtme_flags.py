"""The flags of `mtme`: those of MT Metrics Eval, and `--data`, `--seed` and `--threads`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from parbleu.cli.shell.options import Group, Option, Table, output_option

AVERAGES = ("none", "item", "sys")

DATA = Option(
    ("--data",),
    "data",
    "the directory of the evaluation sets (default: those in $PARBLEU_EVALSETS, ~/.mt-metrics-eval)",
    metavar="DIR",
)
SEED = Option(
    ("--seed",),
    "seed",
    "draw what MT Metrics Eval draws after numpy.random.seed(N) (default: another, faster generator)",
    int,
    metavar="N",
)
THREADS = Option(
    ("--threads",), "threads", "how many threads work (default: all processors)", int, metavar="N"
)
K = Option(("--k",), "k", "draws of the permutation tests; 0 for no tests (default: 1000)", int, default=1000)
K_BLOCK = Option(
    ("--k_block",), "k_block", "look after so many draws whether to end a test early", int, default=1000
)
EARLY_MIN = Option(
    ("--early_min",), "early_min", "end a test early if p is below (default: 0.02)", float, default=0.02
)
EARLY_MAX = Option(
    ("--early_max",), "early_max", "end a test early if p is above (default: 0.5)", float, default=0.5
)
ADD_METRICS = Option(
    ("--add_metrics_from_dir",),
    "add_metrics_from_dir",
    "more metrics: files BASE-REFS.LEVEL.score, or a directory of them for each language pair",
    metavar="DIR",
)
TEST_SET = Option(("--test_set", "-t"), "test_set", "the test set, such as wmt24", metavar="SET")
PAIR = Option(("--language_pair", "-l"), "language_pair", "the language pair, such as en-de", metavar="PAIR")


def _tasks() -> tuple[Option, ...]:
    return (
        _flag("list", "the test sets; with -t its language pairs; with -l what is in one of them"),
        Option(
            ("--echo",),
            "echo",
            "print columns of text: of domain, doc, src, ref (the standard one), or names of references",
            metavar="COLUMNS",
        ),
        Option(("--echosys",), "echosys", "the same for each system, with its output", metavar="COLUMNS"),
        _flag("scores", "print all scores of people and metrics"),
        _flag("matrix", "compare all stored metrics"),
        _flag("download", "download all evaluation sets (2 GB)"),
    )


def _common() -> tuple[Option, ...]:
    return (
        TEST_SET,
        PAIR,
        DATA,
        output_option("the file to write"),
        SEED,
        THREADS,
    )


def _statistics() -> tuple[Option, ...]:
    return (
        Option(("--gold", "-g"), "gold", "which human scores are right (default: std)", default="std"),
        Option(
            ("--avg",),
            "avg",
            "average correlations over items or systems",
            default="none",
            choices=AVERAGES,
            metavar="BY",
        ),
        _flag("replace_nans_with_zeros", "count undefined correlations as 0 in averages"),
        _flag("use_outliers", "keep systems that are usually left out"),
        K,
        K_BLOCK,
        EARLY_MIN,
        EARLY_MAX,
    )


def _correlation() -> tuple[Option, ...]:
    return (
        Option(
            ("--input", "-i"),
            "input",
            "the file of scores (default: -, standard input)",
            default="/dev/stdin",
            metavar="FILE",
        ),
        Option(("--compare", "-c"), "compare", "another one, to compare the two", metavar="FILE"),
        Option(
            ("--thresh",),
            "thresh",
            "difference of gold scores that Kendall-like heeds; -1 is 25 for wmt-raw and otherwise 0",
            float,
            default=-1.0,
        ),
        Option(
            ("--add_systems",),
            "add_systems",
            "use these human translations and outliers, too",
            default="",
            metavar="NAMES",
        ),
    )


def _matrix() -> tuple[Option, ...]:
    return (
        Option(
            ("--matrix_level",), "matrix_level", "sys, domain, doc or seg", default="sys", metavar="LEVEL"
        ),
        Option(
            ("--matrix_corr",), "matrix_corr", "the correlation, such as kendall or pce", default="pearson"
        ),
        Option(
            ("--matrix_corr_args",),
            "matrix_corr_args",
            "its options, such as {'variant': 'acc23'}",
            default="{}",
            metavar="DICT",
        ),
        Option(
            ("--matrix_perm_test",),
            "matrix_perm_test",
            "what the test exchanges",
            default="scores",
            choices=("scores", "pairs"),
            metavar="WHAT",
        ),
        Option(("--matrix_domain",), "matrix_domain", "only this domain", default="None"),
        Option(("--matrix_refs",), "matrix_refs", "references of the metrics (default: std)", default="std"),
        Option(
            ("--matrix_close_refs",),
            "matrix_close_refs",
            "references that are never systems, being close to them",
            default="",
            metavar="NAME",
        ),
        _flag("matrix_human", "human translations are systems, too"),
        Option(("--matrix_pval",), "matrix_pval", "p-values up to this are significant", float, default=0.05),
        Option(("--matrix_save",), "matrix_save", "also write PREFIX.json and PREFIX.npz", metavar="PREFIX"),
        Option(
            ("--matrix_parallel",),
            "matrix_parallel",
            "for compatibility: changes nothing; --threads does",
            metavar="FILE",
        ),
    )


def _metrics() -> tuple[Option, ...]:
    return (
        _flag("matrix_primary", "only primary metrics; --nomatrix_primary for all", default=True),
        Option(("--primary_metrics",), "primary_metrics", "these are the primary ones", metavar="NAMES"),
        ADD_METRICS,
    )


def _flag(name: str, text: str, default: bool = False) -> Option:
    return Option((f"--{name}",), name, text, bool, default=default)


TABLE = Table(
    (
        Group("what to do (by default the correlations of a file of scores)", _tasks),
        Group("on what", _common),
        Group("statistics", _statistics),
        Group("correlations of a file of scores", _correlation),
        Group("--matrix", _matrix),
        Group("which metrics", _metrics),
    )
)
"""All flags. The first group is made for every command line, the others if one of theirs is given."""


def flags_of(given: dict[str, Any]) -> Any:
    """Returns an object that has all flags as attributes: those that are given, and defaults."""
    defaults = {option.dest: option.default for group in TABLE.groups for option in group.options()}
    return SimpleNamespace(**{**defaults, **given})
