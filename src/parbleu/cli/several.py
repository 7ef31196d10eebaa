"""Corpus scores of several systems: one table, and tests of the differences if asked for."""

from __future__ import annotations

from parbleu.cli.colors import Painter
from parbleu.cli.console import CommandError
from parbleu.cli.inputs import Inputs
from parbleu.cli.single import make_metrics
from parbleu.cli.systems import check_number, distinct_paths, names_of_fields, threads_to_use
from parbleu.comparing.plan import DEFAULT_SAMPLES
from parbleu.comparing.run import compare
from parbleu.threads import thread_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.cli.console import Console
    from parbleu.cli.inputs import Columns
    from parbleu.cli.score_options import Arguments
    from parbleu.metrics import Metric

KINDS = {
    "bootstrap": "paired bootstrap resampling test (# resamples: {})",
    "randomization": "approximate randomization test (# trials: {})",
}


def score_systems(arguments: Arguments, console: Console) -> int:
    """Scores the systems of the files, or of standard input; returns the exit status."""
    inputs = Inputs(arguments, distinct_paths(arguments, console))
    try:
        return compare_streams(arguments, console, inputs)
    finally:
        inputs.close()


def compare_streams(
    arguments: Arguments, console: Console, inputs: Inputs, begun: Columns | None = None
) -> int:
    """Scores the systems of open files; returns the exit status.

    Args:
        arguments: the command line.
        console: where to speak.
        inputs: the files.
        begun: a piece that has been taken from them already.
    """
    systems, references = inputs.whole(begun)
    names = _names(len(systems), inputs.paths, arguments)
    check_number(len(systems), arguments)
    inputs.check_lengths()
    inputs.close()
    if len(systems) != 1:
        console.inform(f"Found {len(systems)} systems.")
    if not systems:
        if arguments.format != "json":
            raise CommandError("-i/--input names no system to score")
        console.show("[]")
        return 0
    metrics = make_metrics(arguments)
    threads = threads_to_use(arguments)
    labels = names
    if arguments.test is not None:
        if arguments.input is not None:
            labels = [f"Baseline: {names[0]}", *names[1:]]
        _announce(labels, metrics, arguments, console)
    comparison = compare(
        dict(zip(names, systems, strict=True)),
        references,
        metrics,
        test=arguments.test,
        n_samples=arguments.n_samples,
        threads=threads,
    )
    from parbleu.cli.tables import as_json, as_table

    if arguments.format == "json":
        console.show(as_json(comparison, labels, arguments))
        return 0
    paint = Painter(arguments)
    console.show(as_table(comparison, labels, arguments, paint), paint.end)
    return 0


def _names(count: int, paths: Sequence[str], arguments: Arguments) -> list[str]:
    if list(paths) == ["-"]:
        return names_of_fields(count, arguments)
    if count != len(paths):
        raise CommandError(
            "standard input holds several systems, separated by TABs; it cannot be one of several files then"
        )
    return list(paths)


def _announce(
    labels: Sequence[str], metrics: Sequence[Metric[Any]], arguments: Arguments, console: Console
) -> None:
    """Says what will be done, in sacreBLEU's words."""
    for metric in metrics:
        console.inform(f"Pre-computing {metric.name} statistics for {labels[0]!r}")
    threads = thread_count(threads_to_use(arguments))
    if arguments.paired_jobs is not None and arguments.paired_jobs != 1 and threads > 1:
        console.inform(f"Launching {threads} parallel workers.")
    test = KINDS[str(arguments.test)].format(arguments.n_samples or DEFAULT_SAMPLES[str(arguments.test)])
    # The name of a score tells more than that of its metric. Any row has it.
    names = [metric.score([0] * metric.scorer.width).name for metric in metrics]
    for label in labels[1:]:
        for name in names:
            console.inform(f"Computing {name} for {label!r} and extracting sufficient statistics")
            console.inform(f" > Performing {test}")
