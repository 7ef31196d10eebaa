"""Corpus scores of several systems: one table, and tests of the differences if asked for."""

from __future__ import annotations

from parbleu.base.log import shows_progress, warn
from parbleu.base.progress import Clock
from parbleu.base.threads import thread_count
from parbleu.cli.score.input_files import Inputs
from parbleu.cli.score.score_options import TABLE_FORMATS
from parbleu.cli.score.single_system import make_metrics, score_name
from parbleu.cli.score.system_names import check_number, chosen_systems, names_of, threads_to_use
from parbleu.cli.shell.colors import Painter
from parbleu.cli.shell.console import CommandError
from parbleu.comparison.resampled_scores import find
from parbleu.comparison.resampling_plan import DEFAULT_SAMPLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.cli.score.input_files import Columns
    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.console import Console
    from parbleu.comparison.resampled_scores import Findings
    from parbleu.metrics import Metric

KINDS = {
    "bootstrap": "paired bootstrap resampling test (# resamples: {})",
    "randomization": "approximate randomization test (# trials: {})",
}


def score_systems(arguments: Arguments, console: Console) -> int:
    """Scores the systems of the files, or of standard input; returns the exit status."""
    paths, names = chosen_systems(arguments, console)
    inputs = Inputs(arguments, paths)
    try:
        return compare_systems(arguments, console, inputs, inputs.whole(), names)
    finally:
        inputs.close()


def compare_systems(
    arguments: Arguments,
    console: Console,
    inputs: Inputs,
    columns: Columns,
    given_names: Sequence[str] | None = None,
) -> int:
    """Scores systems that have been read; returns the exit status.

    Args:
        arguments: the command line.
        console: where to speak.
        inputs: the files.
        columns: all that was in them.
        given_names: what the command line calls the systems, if it does.
    """
    systems, references = columns
    check_number(len(systems), arguments)
    names = names_of(len(systems), inputs.paths, given_names, arguments)
    inputs.check_lengths()
    inputs.close()
    if len(systems) != 1:
        console.inform(f"Found {len(systems)} systems.")
    if not systems:
        if arguments.format != "json":
            raise CommandError("-i/--input names no system to score")
        console.show("[]")
        return 0
    if arguments.detail:
        warn("--detail is for one system; it adds nothing to a table of several")
    metrics = make_metrics(arguments)
    inputs.warn_of_looks(metrics)
    labels = names
    if arguments.test is not None:
        if arguments.input is not None or arguments.names is not None:
            labels = [f"Baseline: {names[0]}", *names[1:]]
        _announce(labels, metrics, arguments, console)
    named = dict(zip(names, systems, strict=True))
    with Clock(f"Comparing {len(names)} systems", shows_progress()):
        findings = _find(named, references, metrics, arguments)
        if arguments.segments is not None:
            from parbleu.cli.score.segment_file import write_segments

            write_segments(arguments.segments, named, references, metrics, threads_to_use(arguments))
    show_findings(findings, labels, arguments, console)
    return 0


def _find(
    named: dict[str, Segments],
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    arguments: Arguments,
) -> Findings:
    """Scores and tests as the command line says."""
    return find(
        named,
        references,
        metrics,
        test=arguments.test,
        n_samples=arguments.n_samples,
        all_pairs=arguments.all_pairs,
        confidence=arguments.confidence_n if arguments.confidence and arguments.confidence_n > 1 else None,
        threads=threads_to_use(arguments),
        alpha=arguments.alpha,
        samples_option="--paired-bs-n " if arguments.paired_bs else "--paired-ar-n ",
    )


def show_findings(findings: Findings, labels: Sequence[str], arguments: Arguments, console: Console) -> None:
    """Prints what was found in the format that was asked for."""
    pairs, name = arguments.all_pairs, arguments.format
    if name == "text" and pairs:
        from parbleu.cli.score.pair_lines import as_text
        from parbleu.comparison.compare_systems import assemble

        console.show(as_text(assemble(findings), arguments.width, arguments.short))
    elif name in TABLE_FORMATS or pairs or arguments.whole:
        from parbleu.comparison.compare_systems import assemble

        options: dict[str, Any] = {}
        if name in ("csv", "tsv"):
            options["pairs"] = "both" if pairs else False
        elif name != "json":
            options.update(pairs=pairs, width=arguments.width)
        console.show(assemble(findings).render(name, **options).removesuffix("\n"))
    elif name == "json":
        from parbleu.cli.score.score_tables import as_json

        console.show(as_json(findings, labels, arguments))
    else:
        from parbleu.cli.score.score_tables import as_table

        paint = Painter(arguments)
        console.show(as_table(findings, labels, arguments, paint), paint.end)


def _announce(
    labels: Sequence[str], metrics: Sequence[Metric[Any]], arguments: Arguments, console: Console
) -> None:
    """Says what will be done, in sacreBLEU's words."""
    for metric in metrics:
        console.inform(f"Pre-computing {metric.name} statistics for {labels[0]!r}")
    threads = thread_count(threads_to_use(arguments))
    if arguments.paired_jobs is not None and arguments.paired_jobs != 1 and threads > 1:
        console.inform(f"Launching {threads} parallel workers.")
    if arguments.all_pairs:
        console.inform(f"Testing all {len(labels) * (len(labels) - 1) // 2} pairs of systems")
        return
    test = KINDS[str(arguments.test)].format(arguments.n_samples or DEFAULT_SAMPLES[str(arguments.test)])
    names = [score_name(metric) for metric in metrics]
    for label in labels[1:]:
        for name in names:
            console.inform(f"Computing {name} for {label!r} and extracting sufficient statistics")
            console.inform(f" > Performing {test}")
