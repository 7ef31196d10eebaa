"""Defines the options of `parbleu score`; those of a metric derive from its parameters."""

from __future__ import annotations

from parbleu._cli.score.score_arguments import DECIMALS, TEST_FLAGS
from parbleu._cli.shell import corpus_options, result_output
from parbleu._cli.shell.corpus_options import REGION, SEED, THREADS, TRAIN
from parbleu._cli.shell.metric_names import MetricsAndScorers, metric_or_scorer_words
from parbleu._cli.shell.options import UNSET, Option, OptionGroup, parameter_option
from parbleu.metrics import METRICS
from parbleu.metrics._metric_by_name import metric_class
from parbleu.tables import FORMATS

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
        "as .tex; text on a terminal, elsewhere json, which of one system is sacreBLEU's with more keys)",
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
        metavar="FILE",
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
        "also write each segment's score, by every metric and system, to a .tsv, .jsonl or .parquet file",
        metavar="FILE",
        writes="FILE",
    ),
    Option(
        "--statistics",
        "write statistics to this Parquet file and print no score: `parbleu merge` scores all shards",
        metavar="FILE",
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
    result_output.TABLES,
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
        "95 % intervals of one system's scores, by bootstrap resampling",
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
        "a file with the document of each segment, for --unit document, which it implies",
        metavar="FILE",
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
    """The options of one metric: every parameter that has flags."""

    def options() -> tuple[Option, ...]:
        return tuple(
            parameter_option(parameter, f"{name.lower()}_{parameter.name}", UNSET)
            for parameter in METRICS[name].PARAMETERS
            if parameter.flags
        )

    return OptionGroup(f"{_TITLES.get(name, name)} options", options)


def _of_tables() -> tuple[Option, ...]:
    """The options that name columns of a table."""
    from parbleu._cli.shell.table_options import GROUP_OPTIONS

    return GROUP_OPTIONS


def _announced() -> tuple[Option, ...]:
    """The options of metrics that are not built in."""
    return tuple(option for name in METRICS.others() for option in _options_of_other(name))


def _options_of_other(name: str) -> tuple[Option, ...]:
    """The options of a metric of others; none if it cannot be loaded, which `-m` with its name reports."""
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
