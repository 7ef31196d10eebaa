"""`parbleu report`: writes a page that shows scores, tests, segments and ratings of several systems."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from math import comb
from pathlib import Path
from typing import Any

from parbleu._base import log
from parbleu._base.progress import Clock
from parbleu._base.wording import counted
from parbleu._cli.analyze.analysis_options import SCORED_TEXT_OPTIONS, read_scored_texts
from parbleu._cli.score.option_checks import check_all_scored, check_output_of_pairs, of_one_pair
from parbleu._cli.shell.bleu_options import metrics_option
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import Console, UsageError, without_secrets
from parbleu._cli.shell.corpus_options import (
    ALPHA,
    HYPS,
    JOIN_OPTIONS,
    NORMALIZE,
    PAIR_FILES,
    PARTS,
    REGION,
    SEED,
    THREADS,
    TRAIN,
    check_joining,
    check_joint,
    p_columns_option,
    read_resampling,
)
from parbleu._cli.shell.options import Arguments, Option, changed_option, output_option
from parbleu._cli.shell.rating_options import SCHEME
from parbleu._cli.shell.result_output import QUIET, VERBOSE, write_output
from parbleu._cli.shell.table_options import reads_table
from parbleu._cli.shell.training_options import measured_exposure
from parbleu._comparison.comparison_result import Comparison
from parbleu._comparison.pair_scores import PairScores, score_pairs
from parbleu._comparison.resampled_scores import ExplanationOptions, explanation_options
from parbleu._inputs.corpus import LEAVE_OUT
from parbleu._inputs.pair_outputs import outputs_by_pair
from parbleu._io.lines import read_lines
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.human._rating_files import read_ratings
from parbleu.report._html_report import Report, page_maker
from parbleu.report._report_contents import MOST_TEXTS, PageOptions
from parbleu.report._report_maker import (
    changed_verdicts_of,
    make_report,
    saved_metrics,
    saved_settings,
    saved_texts,
)
from parbleu.stats.rank_clusters import samples_needed
from parbleu.stats.resampling import MOST_UNASKED, Resampling
from parbleu.tables import render
from parbleu.tables._table import heat_marks


@Command(
    "{REF... | -t SET -l PAIR | saved.json} [-i HYP...] [--hyps PATTERN] -o report.html [option...]",
    "Writes one HTML page that opens without a network: scores, tests of all pairs of systems, segments\n"
    "side by side with their differences, ratings and marked errors. Its numbers are those of\n"
    "parbleu score, parbleu analyze and parbleu human.",
    """\
  parbleu report ref.txt -i a.txt b.txt -o report.html
  parbleu report ref.txt -i a.txt b.txt --source src.txt -m bleu chrf++ ter -o report.html
  parbleu report -t wmt24 -l en-de -i a.txt b.txt --scores COMET=comet.tsv -o report.html
  parbleu report -t flores200 --hyps 'out/{pair}.txt' -m chrf++ -o report.html        many language pairs
  parbleu report comparison.json -o report.html       what Comparison.save wrote
  parbleu report ref.txt -i a.txt b.txt --ratings mqm.tsv --labels document=docs.txt -o report.html""",
    *SCORED_TEXT_OPTIONS,
    changed_option(HYPS, help=PAIR_FILES),
    metrics_option("metrics to compute (default: bleu chrf)", ("bleu", "chrf"), scorers=True),
    NORMALIZE,
    Option("--ratings", "files of ratings: MQM, ESA and others", many="+", default=(), reads="FILE"),
    SCHEME,
    Option(
        "--test",
        "how pairs of systems are tested",
        default="bootstrap",
        choices=("bootstrap", "randomization", "none"),
    ),
    Option(
        "--n-samples -n",
        "samples of the bootstrap (default: 1000), or trials of the randomization (default: 10000); unasked "
        "more where so many tests are corrected together that none could be significant",
        int,
    ),
    p_columns_option("bh", "by", "joint", "sacrebleu"),
    Option("--baseline", "the system that stands first (default: the first)"),
    Option("--explain", "also what each difference means, as in parbleu score (takes longer)", bool),
    REGION,
    TRAIN,
    *JOIN_OPTIONS,
    ALPHA,
    SEED,
    THREADS,
    Option("--title", "heading of the page (default: the test set and the language pair)", metavar="TEXT"),
    Option(
        "--all",
        f"show all segments; of more than {MOST_TEXTS:,} hypotheses a choice is shown otherwise",
        bool,
    ),
    Option(
        "--split",
        "write a page of segments for each value of this label, such as document or domain, and an index",
        metavar="LABEL",
    ),
    output_option("the file for the page", writes="PAGE"),
    VERBOSE,
    QUIET,
    common="-i --names -t -l --hyps -m --source --ratings --title -o",
)
def report(arguments: Arguments, console: Console) -> int:
    """Writes a page of scores, tests and texts."""
    if arguments.output is None:
        raise UsageError("name the file for the page: -o report.html")
    if arguments.hyps is not None:
        return _report_on_pairs(arguments, console)
    page_maker()  # before the work that would be lost without it
    saved = None if reads_table(arguments) else saved_comparison(arguments)
    options = {} if saved is None else report.read_given(arguments.command_line, console)
    explain = arguments.explain or (saved is not None and saved.explanation is not None)
    check_joint(arguments.changed(explain=explain))
    settings: dict[str, Any] = {"baseline": arguments.baseline, "resampling": read_resampling(arguments)}
    warnings: list[str] = []
    if saved is None:
        labels = () if arguments.split is None else (arguments.split,)
        documents = _documents(arguments)
        texts, metrics = console.record(
            warnings, lambda: read_scored_texts(arguments, more_labels=labels, documents=documents)
        )
        language_pair = texts.language_pair
    else:
        _check_saved(options)
        warnings += saved.warnings
        log.warn_again(arguments.refs[0], saved.warnings)
        texts = saved_texts(saved, None if arguments.source is None else read_lines(arguments.source))
        metrics, language_pair = saved_metrics(saved), arguments.language_pair
    ratings = read_ratings(arguments.ratings, language_pair=language_pair) if arguments.ratings else ()
    region, seen = arguments.region, None
    if saved is not None:
        of_saved = saved_settings(saved)
        parts = {name: getattr(settings["resampling"], name) for name in PARTS if name in options}
        settings["resampling"] = of_saved["resampling"].changed(**parts)
        explained = of_saved["explain"] or ExplanationOptions()
        region = region if "region" in options else explained.region
        seen = explained.seen
    elif arguments.n_samples is None:
        enough = enough_samples(settings["resampling"], texts, len(metrics) + len(texts.scores))
        settings["resampling"] = settings["resampling"].changed(n_samples=enough)
    if arguments.train is not None:
        seen = measured_exposure(
            arguments.train, texts.source, texts.references, explain=explain, threads=arguments.threads
        ).seen
    page = PageOptions(
        title=arguments.title or "",
        test_set=arguments.evalset or arguments.test_set or "",
        date=_today(),
        command=shlex.join([*console.program.name.split(), *map(without_secrets, arguments.command_line)]),
        most_texts=None if arguments.all else MOST_TEXTS,
        warnings=tuple(_without_folders(line, arguments.command_line) for line in warnings),
    )
    with Clock(f"Reporting on {counted(len(texts.systems), 'system')}"):
        written = make_report(
            texts,
            metrics,
            judgements=ratings,
            scheme=arguments.scheme,
            explain=explanation_options(explain, region, seen) or False,
            page=page,
            **settings,
        )
        if saved is None and not (arguments.quiet or arguments.force):
            written = _with_changed_verdicts(written, metrics, arguments.threads, arguments.command_line)
        if arguments.split is None:
            written.write(arguments.output)
        else:
            written.write_split(arguments.output, arguments.split)
    console.inform(f"{arguments.output}: {counted(len(texts.systems), 'system')}, open it in a browser")
    return 0


def _with_changed_verdicts(
    report: Report, metrics: Sequence[Any], threads: int | None, words: Sequence[str]
) -> Report:
    """Warns if other pairs differ significantly once texts are normalized; returns a report that says so."""
    line = changed_verdicts_of(report, metrics, threads)
    if not line:
        return report
    log.warn_of_texts(line, LEAVE_OUT)
    return replace(report, warnings=(*report.warnings, _without_folders(line, words)))


def _documents(arguments: Arguments) -> str | None:
    """Returns the file of the documents that segments are joined to.

    Raises:
        CommandError: options of joining do not go together with others.
    """
    check_joining(arguments)
    if arguments.join is not None and arguments.ratings:
        raise UsageError("--ratings are of segments, which --join makes into texts: leave one of them out")
    if arguments.documents is not None and arguments.join is None:
        raise UsageError("--documents is for --join documents; --labels document=FILE labels segments")
    return arguments.documents  # type: ignore[no-any-return]


OF_SAVED = {
    *("refs", "source", "language_pair", "ratings", "scheme", "test", "n_samples", "p_columns", "baseline"),
    *("explain", "region", "train", "alpha", "seed", "threads", "title", "all", "output"),
    *("verbose", "quiet"),
}
"""The options that go together with a saved comparison."""


def _check_saved(given: Mapping[str, Any]) -> None:
    """Refuses options of texts beside a saved comparison, which has its texts and scores."""
    if flags := [option.flags[0] for option in report.table.every() if option.dest in {*given} - OF_SAVED]:
        raise UsageError(
            f"{flags[0]} is of texts that are scored now, not of a saved comparison: leave it out"
        )


OF_PAIRS = {"test_set", "hyps", "language_pair", "metrics", "output", "title", "threads", "verbose", "quiet"}
"""The options that go together with `--hyps`."""


def _report_on_pairs(arguments: Arguments, console: Console) -> int:
    """Writes the page of one system on many language pairs: averages, a map of the scores, all pairs.

    Returns:
        the exit status.

    Raises:
        CommandError: a pair could not be scored; the page is written.
        UsageError: an option is given that is for one language pair.
    """
    check_output_of_pairs(arguments)
    for name in report.read_given(arguments.command_line, console):
        if name not in {*OF_PAIRS, "refs"}:
            raise of_one_pair(name)
    outputs = outputs_by_pair(arguments.test_set, arguments.hyps, arguments.language_pair)
    with Clock(f"Scoring {counted(len(outputs), 'language pair')}"):

        def scored() -> PairScores:
            return score_pairs(arguments.test_set, outputs, arguments.metrics, threads=arguments.threads)

        result = log.kept(scored)[0] if arguments.quiet else scored()
    pairs, averages, *maps = result.tables()
    heading = arguments.title or f"{result.test_set}: {counted(len(result.pairs), 'language pair')}"
    marks = {
        cell: mark
        for name in result.metrics
        for cell, mark in heat_marks(
            {(row, name): pair.scores.get(name) for row, pair in enumerate(result.pairs)}
        ).items()
    }
    notes = ["The higher a metric's score, the stronger its colour."] if marks else []
    words = list(map(str, outputs.values()))
    notes += [_without_folders(line, words) for line in result.warnings]
    pairs = pairs.changed(title="Language pairs", marks=marks, notes=notes)
    page = [averages.changed(title=heading), *maps, pairs]
    write_output([render(page, "html", whole_page=True)], arguments.output, console, escaped=True)
    console.inform(f"{arguments.output}: {counted(len(result.pairs), 'language pair')}, open it in a browser")
    check_all_scored(result, f": {arguments.output} says why")
    return 0


def enough_samples(resampling: Resampling, texts: ComparedTexts, n_metrics: int) -> int | None:
    """Returns how many samples a page needs for any difference to be significant; None for the default.

    The tests of all pairs by all metrics are corrected together: with many of them the default is too little.
    """
    n_tests = comb(len(texts.systems), 2) * n_metrics
    if resampling.test in (None, "none") or not n_tests:
        return None
    drawn = len(texts) if resampling.test == "bootstrap" else None
    needed = samples_needed(n_tests, resampling.alpha, drawn)
    return needed if resampling.n_test_samples < needed <= MOST_UNASKED else None


def _without_folders(line: str, words: Sequence[str]) -> str:
    """Returns a warning as the page says it: the files of the command line by their names alone."""
    files = [word.partition("=")[2] if word.startswith("-") else word for word in words]
    for file in sorted(files, key=len, reverse=True):
        if os.sep in file:
            line = line.replace(file, Path(file).name)
    return line


def _today() -> str:
    """Returns the date: today, or that of SOURCE_DATE_EPOCH, where builds have to be repeatable."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(seconds), timezone.utc) if seconds.isdecimal() else datetime.now()
    return now.date().isoformat()


def saved_comparison(arguments: Arguments) -> Comparison | None:
    """Returns the comparison that a command line names by one file of JSON; None if it names texts."""
    if len(arguments.refs) != 1 or arguments.input is not None or not arguments.refs[0].endswith(".json"):
        return None
    return Comparison.load(arguments.refs[0])
