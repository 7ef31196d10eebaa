"""`parbleu merge`: scores a corpus from the statistics of its shards."""

from __future__ import annotations

from parbleu._base.progress import progress_bar
from parbleu._cli.score.command import COMMAND as SCORE
from parbleu._cli.score.command import checked, prepared
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.score.row_scoring import baseline_first_unless_runs, check_comparison, check_number
from parbleu._cli.score.score_options import OUTPUT, SIGNIFICANCE, ScoreArguments
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import CommandError, Console
from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.options import Arguments, Option, OptionGroup
from parbleu._comparison.corpus_scores import CorpusScores, scores_of
from parbleu._comparison.metric_inputs import measures_in
from parbleu._comparison.resampled_scores import check_number as check_systems
from parbleu._comparison.resampled_scores import checked_resampling, resample, warn_of_few_samples
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.metrics._statistics import Statistics
from parbleu.scale._shard_files import merge_shards

OF_TEXT = ("--segments", "--statistics", "--shard", "--verify", "--unit", "--documents", "--train")
"""Options of `parbleu score` that need more than statistics."""


def _without_text(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(option for option in options if option.flags[0] not in OF_TEXT)


@Command(
    "FILE... [option...]",
    "Scores a corpus from the files that `parbleu score --shard I/N --statistics FILE` has written of all\n"
    "its shards. Scores, intervals, tests and output are those of `parbleu score` in one process.",
    """\
  parbleu score ref.txt -i hyp.txt --shard 1/2 --statistics 1.parquet
  parbleu score ref.txt -i hyp.txt --shard 2/2 --statistics 2.parquet
  parbleu merge 1.parquet 2.parquet
  parbleu merge *.parquet --intervals -f json -o result.json""",
    Option("files", "the statistics of all shards, in any order", many="*", reads="FILE"),
    THREADS,
    groups=(
        OptionGroup("output", _without_text(OUTPUT)),
        OptionGroup("confidence and significance", _without_text(SIGNIFICANCE)),
    ),
    common="-ci -pbs --all-pairs --baseline -b --plot --fail-under --fail-if-worse -f -o",
    default_format=None,
)
def merge(arguments: Arguments, console: Console) -> int:
    """Scores a corpus from the statistics of its shards."""
    if not arguments.files:
        raise CommandError("name the statistics of all shards (parbleu merge --help explains)")
    options = ScoreArguments(**{**SCORE.table.defaults, **vars(arguments)})
    printer = prepared(ResultPrinter(console, options))
    merged = merge_shards(arguments.files)
    files, metrics = merged.note["files"], tuple(merged.note["names"])
    arguments = printer.arguments.changed(input=files, refs=files, metrics=metrics)
    arguments = checked(printer.of(arguments)).arguments.changed(texts=NamedCorpus(), files=files)
    printer = printer.of(arguments)
    check_number(len(merged.systems()), arguments)
    printer.check_names(is_table=arguments.compares)
    if arguments.compares:
        _compare(printer, merged)
        return 0
    if arguments.tells_of_comparison:
        check_comparison(arguments, merged.systems())
    [system] = merged.systems()
    scores = scores_of(merged, system, arguments.of_intervals(), progress_bar)
    printer.report_scores(CorpusScores(scores, short=arguments.short), merged.metrics)
    return 0


def _compare(printer: ResultPrinter, merged: Statistics) -> None:
    """Scores several systems, tests their differences if asked for, and prints the result."""
    arguments = printer.arguments
    names, paths = baseline_first_unless_runs(arguments, merged.systems(), merged.note["files"])
    resampling = checked_resampling(arguments.resampling(), arguments.explanation(), arguments.runs)
    check_systems(names, resampling, arguments.runs)
    measures = measures_in(merged, [(None, metric) for metric in merged.metrics], names)
    warn_of_few_samples(names, len(measures), resampling)
    resampled = resample(
        names,
        measures,
        resampling,
        explanation=arguments.explanation(),
        runs=arguments.runs,
        progress=progress_bar,
    )
    printer.report_comparison(resampled, names, paths)
