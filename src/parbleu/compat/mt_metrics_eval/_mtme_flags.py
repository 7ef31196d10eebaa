"""Defines the flags of `mtme`: those of MT Metrics Eval, and `--data`, `--seed` and `--threads`."""

from __future__ import annotations

from typing import Any

from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.evalset_options import DATA
from parbleu._cli.shell.options import Option, OptionGroup, OptionTable, output_option


def _flag(name: str, text: str, kind: Any = bool, short: str = "", **more: Any) -> Option:
    return Option(f"--{name} -{short}" if short else f"--{name}", text, kind, **more)


MODES = (
    _flag("list", "the test sets; with -t its language pairs; with -l what is in one of them"),
    _flag(
        "echo",
        "print columns of text: of domain, doc, src, ref (the standard one), or names of references",
        str,
        metavar="COLUMNS",
    ),
    _flag("echosys", "the same for each system, with its output", str, metavar="COLUMNS"),
    _flag("scores", "print all scores of people and metrics"),
    _flag("matrix", "compare all stored metrics"),
    _flag("download", "download all evaluation sets (2 GB)"),
)
INPUTS = (
    _flag("test_set", "the test set, such as wmt24", str, "t", metavar="SET"),
    _flag("language_pair", "the language pair, such as en-de", str, "l", metavar="PAIR"),
    DATA,
    output_option("the file to write"),
    Option(
        "--seed",
        "draw what MT Metrics Eval draws after numpy.random.seed(N) (default: another, faster generator)",
        int,
        metavar="N",
    ),
    THREADS,
)
STATISTICS = (
    _flag("gold", "which human scores are right (default: std)", str, "g", default="std"),
    _flag(
        "avg",
        "average correlations over items or systems",
        str,
        default="none",
        choices=("none", "item", "sys"),
        metavar="BY",
    ),
    _flag("replace_nans_with_zeros", "count undefined correlations as 0 in averages"),
    _flag("use_outliers", "keep systems that are usually left out"),
    _flag("k", "draws of the permutation tests; 0 for no tests (default: 1000)", int, default=1000),
    _flag("k_block", "look after so many draws whether to end a test early", int, default=1000),
    _flag("early_min", "end a test early if p is below (default: 0.02)", float, default=0.02),
    _flag("early_max", "end a test early if p is above (default: 0.5)", float, default=0.5),
)
CORRELATION = (
    _flag(
        "input",
        "the file of scores (default: -, standard input)",
        str,
        "i",
        default="/dev/stdin",
        metavar="FILE",
        reads="FILE",
    ),
    _flag("compare", "another one, to compare the two", str, "c", metavar="FILE", reads="FILE"),
    _flag(
        "thresh",
        "least difference of gold scores that counts in the Kendall-like correlation; -1 is 25 for wmt-raw "
        "and otherwise 0",
        float,
        default=-1.0,
    ),
    _flag("add_systems", "use these human translations and outliers, too", str, default="", metavar="NAMES"),
)
MATRIX = (
    _flag("matrix_level", "sys, domain, doc or seg", str, default="sys", metavar="LEVEL"),
    _flag("matrix_corr", "the correlation, such as kendall or pce", str, default="pearson"),
    _flag("matrix_corr_args", "its options, such as {'variant': 'acc23'}", str, default="{}", metavar="DICT"),
    _flag(
        "matrix_perm_test",
        "what the test exchanges",
        str,
        default="scores",
        choices=("scores", "pairs"),
        metavar="WHAT",
    ),
    _flag("matrix_domain", "only this domain", str, default="None"),
    _flag("matrix_refs", "references of the metrics (default: std)", str, default="std"),
    _flag(
        "matrix_close_refs",
        "references that are too close to those of the metrics to count as systems",
        str,
        default="",
        metavar="NAME",
    ),
    _flag("matrix_human", "human translations are systems, too"),
    _flag("matrix_pval", "p-values up to this are significant", float, default=0.05),
    _flag("matrix_save", "also write PREFIX.json and PREFIX.npz", str, metavar="PREFIX", writes="PREFIX"),
    _flag("matrix_parallel", "for compatibility: changes nothing; --threads does", str, metavar="FILE"),
)
METRICS = (
    _flag("matrix_primary", "only primary metrics; --nomatrix_primary for all", default=True),
    _flag("primary_metrics", "these are the primary ones", str, metavar="NAMES"),
    _flag(
        "add_metrics_from_dir",
        "add metrics from files BASE-REFS.LEVEL.score, or a directory of them for each language pair",
        str,
        metavar="DIR",
        reads="SCORE FILES",
    ),
)
TABLE = OptionTable(
    OptionGroup("what to do (by default the correlations of a file of scores)", MODES),
    OptionGroup("on what", INPUTS),
    OptionGroup("statistics", STATISTICS),
    OptionGroup("correlations of a file of scores", CORRELATION),
    OptionGroup("--matrix", MATRIX),
    OptionGroup("which metrics", METRICS),
)
