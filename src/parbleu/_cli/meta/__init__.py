"""`parbleu meta`: evaluation sets, and the agreement of metrics with human scores."""

from __future__ import annotations

import sys
from typing import Any

from parbleu import evalset, meta
from parbleu._base.progress import progress_bar
from parbleu._cli.meta.meta_options import (
    ADD_METRICS,
    ALL,
    CHANCE,
    CORRELATION_OPTIONS,
    DERIVE,
    GENERATOR,
    GOLD,
    INTERVALS,
    LEVEL,
    N_SAMPLES,
    RECALIBRATE,
    REFERENCES,
    check_reference_names,
    chosen_evalset,
    resampling_of,
)
from parbleu._cli.shell.command import ResultCommand, StatusCommand
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.corpus_options import SEED, THREADS
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET, one_set
from parbleu._cli.shell.metric_names import MetricsAndScorers, listed_names
from parbleu._cli.shell.options import Arguments, Option, changed_option
from parbleu._cli.shell.result_output import PLOT, show_lines
from parbleu.evalset._levels import FINEST_FIRST
from parbleu.evalset._metric_names import USUAL_METRICS, stored_name
from parbleu.stats._correlations import CORRELATIONS, USUAL_CORRELATIONS
from parbleu.tables import Result
from parbleu.text._tokenizers import TOKENIZERS


@ResultCommand(
    "[-t SET] [--data DIR]",
    "Lists the evaluation sets of the WMT metrics tasks and of this machine, or the language pairs of one.",
    """\
  parbleu meta list
  parbleu meta list -t wmt24""",
    TEST_SET,
    DATA,
    tables="language_pairs test_sets",
)
def list_(arguments: Arguments) -> Result:
    """Lists the evaluation sets, or the language pairs of one."""
    listed = evalset.list_sets(arguments.data)
    return listed if arguments.test_set is None else listed.of(arguments.test_set)


@ResultCommand(
    "-t SET -l PAIR [--texts TEXT... [--hypotheses]]",
    "Shows systems, references, human scores and metrics of an evaluation set, or its texts side by side.",
    """\
  parbleu meta show -t wmt24 -l en-de
  parbleu meta show -t wmt24 -l en-de --texts src ref -f tsv
  parbleu meta show -t wmt24 -l en-de --texts document src --hypotheses""",
    TEST_SET,
    LANGUAGE_PAIR,
    Option(
        "--texts",
        "show texts: domain, document, src, ref (the standard reference), or names of references",
        many="+",
        metavar="TEXT",
    ),
    Option("--hypotheses", "the same for each system, with its output", bool),
    ADD_METRICS,
    DATA,
    tables="contents human_ratings human_scores metrics references systems texts",
)
def show(arguments: Arguments) -> Result:
    """Describes an evaluation set, or prints its texts side by side."""
    shown = chosen_evalset(arguments)
    if arguments.texts or arguments.hypotheses:
        return evalset.text_columns(shown, arguments.texts or (), outputs=arguments.hypotheses)
    return evalset.SetContents(shown)


@ResultCommand(
    "-t SET -l PAIR [--level LEVEL]",
    "Prints all scores of people and metrics at one level: of systems, domains, documents or segments.",
    """\
  parbleu meta scores -t wmt24 -l en-de
  parbleu meta scores -t wmt24 -l en-de --level segment -f csv -o scores.csv""",
    TEST_SET,
    LANGUAGE_PAIR,
    LEVEL,
    ADD_METRICS,
    DERIVE,
    DATA,
    tables="scores",
)
def scores(arguments: Arguments) -> Result:
    """Prints all human and metric scores, a row for each system and item."""
    return chosen_evalset(arguments).score_table(arguments.level)


@StatusCommand(
    "[DIR] [-f FORMAT] [-o FILE]",
    "Downloads all evaluation sets of the WMT metrics tasks (2 GB) and unpacks them, by default into\n"
    "~/.mt-metrics-eval, and prints the data directory; in formats other than text the list of the sets. A\n"
    "download that was interrupted goes on where it stopped.",
    """\
  parbleu meta download""",
    Option("directories", "the directory to unpack into", many="*", metavar="DIR", writes="PACKAGE"),
)
def download(arguments: Arguments, console: Console) -> int:
    """Downloads the package of all evaluation sets."""
    if len(arguments.directories) > 1:
        raise UsageError("name one directory")
    directory = evalset.download(*arguments.directories)
    show_lines([directory], evalset.list_sets(directory), arguments, console)
    return 0


FILE_OPTIONS = (
    Option(
        "files",
        "files of lines SYSTEM SCORE, - for standard input; or metrics of the set, such as BLEU-refA.seg "
        "(.sys, .doc, .domain; without a level the finest that has scores)",
        many="*",
        reads="FILE",
    ),
    TEST_SET,
    LANGUAGE_PAIR,
    Option(
        "--correlation",
        "correlations to compute (default: pearson spearman kendall KendallLike)",
        many="+",
        default=USUAL_CORRELATIONS,
        choices=CORRELATIONS,
        dest="correlations",
    ),
    *CORRELATION_OPTIONS,
    Option(
        "--threshold",
        "least difference of human scores that counts in the Kendall-like correlation (default: 25 for "
        "wmt-raw, otherwise 0)",
        float,
    ),
    Option("--add-systems", "use these human translations and outliers, too", many="+", default=()),
    CHANCE,
    INTERVALS,
    DATA,
)
"""What commands take that read files of scores."""


@ResultCommand(
    "{FILE | METRIC} -t SET -l PAIR",
    "Correlates the scores of a metric with human scores. The name of the file may tell what scores are of,\n"
    "as in mine.seg.score; otherwise their number does.",
    """\
  parbleu meta correlate mine.seg.score -t wmt24 -l en-de
  parbleu meta correlate mine.seg.score -t wmt24 -l en-de --average-by item --intervals
  parbleu meta correlate BLEU-refB.sys -t wmt24 -l en-de""",
    *FILE_OPTIONS,
    PLOT,
    fact_columns=True,
    tables="correlations",
    common="-t -l --correlation --gold --average-by --outliers --intervals --plot -f -o",
)
def correlate(arguments: Arguments) -> Result:
    """Correlates a score file with human scores."""
    (path,) = score_files(arguments, 1)
    correlations = meta.correlate_scores(chosen_evalset(arguments), path, **correlation_options(arguments))
    return correlations.with_chance() if arguments.chance else correlations


def score_files(arguments: Arguments, count: int) -> list[str]:
    """Returns the files of scores that a command line names; standard input must be no terminal."""
    files = ["/dev/stdin" if path == "-" else path for path in arguments.files]
    if len(files) != count:
        raise UsageError(f"name {'one file' if count == 1 else 'two files'} of scores")
    if "/dev/stdin" in files and sys.stdin is not None and sys.stdin.isatty():
        raise UsageError("name a file of scores: standard input is a terminal")
    return files


def correlation_options(arguments: Arguments) -> dict[str, Any]:
    """Returns the options of `correlate_scores`."""
    names = ("average_by", "threshold", "outliers", "add_systems", "intervals", "correlations")
    chosen = arguments.chosen(*names)
    undefined = "zero" if arguments.undefined_as_zero else "drop"
    return {**chosen, "gold": arguments.gold or "std", "undefined": undefined}


@ResultCommand(
    "{FILE | METRIC} {FILE | METRIC} -t SET -l PAIR",
    "Correlates the scores of two metrics with human scores, and tests whether the differences are\n"
    "significant.",
    """\
  parbleu meta compare mine.seg.score yours.seg.score -t wmt24 -l en-de --average-by item
  parbleu meta compare mine.seg.score BLEU-refB.seg -t wmt24 -l en-de""",
    *FILE_OPTIONS,
    N_SAMPLES,
    SEED,
    GENERATOR,
    THREADS,
    fact_columns=True,
    tables="correlations differences",
    common="-t -l --correlation --gold --average-by --outliers --intervals -n -f -o",
)
def compare(arguments: Arguments) -> Result:
    """Tests which of two score files agrees better with human scores."""
    first, second = score_files(arguments, 2)
    return meta.compare_scores(
        chosen_evalset(arguments),
        first,
        second,
        resampling_of(arguments),
        tests=meta.PermutationTests(generator=arguments.generator),
        progress=progress_bar,
        chance=arguments.chance,
        **correlation_options(arguments),
    )


@ResultCommand(
    "TASK [-t SET] [-l PAIRS]",
    "Ranks metrics as a WMT metrics task did: wmt22, wmt23, wmt24, wmt24-on-wmt23, wmt25 or wmt26, on its\n"
    "test set or another one. Language pairs are separated by commas. Metrics that are not primary are\n"
    "marked by *.",
    """\
  parbleu meta run wmt24                                      the official table
  parbleu meta run wmt24 -n 0                                 at once, without significance
  parbleu meta run wmt23 -l en-de --add-metrics-from my-scores
  parbleu meta run wmt24 -t mine -l en-de --all               its tasks on another set""",
    Option("tasks", "the metrics task", many="*", metavar="TASK"),
    TEST_SET,
    LANGUAGE_PAIR,
    GOLD,
    REFERENCES,
    ALL,
    ADD_METRICS,
    DERIVE,
    CHANCE,
    INTERVALS,
    RECALIBRATE,
    N_SAMPLES,
    SEED,
    GENERATOR,
    THREADS,
    DATA,
    PLOT,
    fact_columns=True,
    has_chart=True,
    next_step="parbleu meta matrix tests each metric against each",
    tables="ranking tasks",
    common="-t -l --gold --all --add-metrics-from --intervals -n --plot -f -o",
)
def run(arguments: Arguments) -> Result:
    """Runs the tasks of a WMT metrics task, and ranks metrics by them."""
    from parbleu.meta._protocols import protocol_names

    if len(arguments.tasks) != 1:
        raise UsageError(f"name the task: {', '.join(protocol_names())}")
    if arguments.test_set is not None and arguments.language_pair is None:
        raise UsageError(f"name the language pairs of {arguments.test_set}, such as -l en-de")

    def load(test_set: str, pair: str) -> evalset.EvalSet:
        added = arguments.chosen("add_metrics_from", "derive")
        loaded = evalset.load_evalset(test_set, pair, arguments.data, **added)
        check_reference_names(loaded, arguments.references or ())
        return loaded

    names = ("gold", "references", "recalibrate", "generator", "chance", "intervals")
    return meta.run_protocol(
        arguments.tasks[0],
        arguments.test_set,
        arguments.language_pair and arguments.language_pair.split(","),
        load=load,
        primary=not arguments.all,
        progress=progress_bar,
        resampling=resampling_of(arguments),
        **arguments.chosen(*names),
    )


@ResultCommand(
    "-t SET -l PAIR [-m METRIC...] [-r REF...]",
    "Computes metrics for all systems of an evaluation set and stores them as metric scores.\n"
    "Scores of documents, domains and systems are corpus scores, and means of scorers; those for which\n"
    "lower is better, such as TER, are stored negated.",
    """\
  parbleu meta score -t wmt24 -l en-cs                     all four metrics, the standard reference
  parbleu meta score -t mine -l en-de -m BLEU TER -r refB
  parbleu meta score -t wmt24 -l en-cs -m comet:Unbabel/wmt22-comet-da
  parbleu meta score -t wmt24 -l en-cs --overwrite --into mine    into another data directory""",
    TEST_SET,
    LANGUAGE_PAIR,
    Option(
        "--metrics -m",
        "metrics to compute (default: the first four); scorers, too",
        many="+",
        choices=MetricsAndScorers(USUAL_METRICS, str),
        split=lambda word: [stored_name(name) for name in listed_names(word)],
    ),
    Option(
        "--ref -r",
        "the references, used together (default: the standard one)",
        many="+",
        metavar="NAME",
        dest="references",
        unlisted="--references",
    ),
    Option("--levels", "what to score (default: all)", many="+", default=FINEST_FIRST, choices=FINEST_FIRST),
    Option("--means", "average segments for documents and domains", bool),
    Option("--tokenize", "tokenizer of BLEU (default: that of the language)", choices=TOKENIZERS),
    Option("--overwrite", "replace existing scores", bool),
    Option(
        "--into",
        "the data directory to write to (default: that of the set)",
        metavar="DIR",
        writes="METRIC SCORES",
    ),
    THREADS,
    changed_option(DATA, reads="TEXTS OF EVALUATION SET", writes="METRIC SCORES OF SET"),
    tables="stored_metrics",
    common="-t -l -m --ref --levels --means --overwrite --into -f -o",
)
def score(arguments: Arguments) -> Result:
    """Computes and stores BLEU, chrF, chrF++ and TER of an evaluation set's systems."""
    from parbleu.evalset._file_layout import directories_of

    test_set, _ = one_set(arguments)
    return evalset.score_metrics(
        chosen_evalset(arguments),
        arguments.into or directories_of(test_set, arguments.data)[0],
        arguments.metrics or USUAL_METRICS,
        arguments.references,
        **arguments.chosen("levels", "tokenize", "means", "overwrite", "threads"),
        progress=progress_bar,
    )
