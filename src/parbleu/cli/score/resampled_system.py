"""Corpus scores of one system that is read whole: with confidence intervals, or scores of its segments."""

from __future__ import annotations

from parbleu.cli.score.input_files import Inputs
from parbleu.cli.score.single_system import corpus_report, make_metrics
from parbleu.cli.score.system_names import check_number, names_of
from parbleu.cli.shell.colors import Painter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.console import Console
    from parbleu.metrics import Score


def score_whole(arguments: Arguments, console: Console) -> int:
    """Scores a system by all metrics, resamples it, writes its segments' scores; returns the exit status.

    Standard input may turn out to hold several systems.
    """
    metrics = make_metrics(arguments)
    inputs = Inputs(arguments, arguments.input or ["-"])
    try:
        systems, references = inputs.whole()
        check_number(len(systems), arguments)
        if len(systems) != 1:
            from parbleu.cli.score.several_systems import compare_systems

            return compare_systems(arguments, console, inputs, (systems, references))
        inputs.check_lengths()
        inputs.warn_of_looks(metrics)
    finally:
        inputs.close()
    samples = arguments.confidence_n if arguments.confidence else 1
    scores = [
        metric.corpus_score(systems[0], references, samples, threads=arguments.threads) for metric in metrics
    ]
    if arguments.segments is not None:
        from parbleu.cli.score.segment_file import write_segments

        [name] = names_of(1, inputs.paths, None, arguments)
        write_segments(arguments.segments, {name: systems[0]}, references, metrics, arguments.threads)
    paint = Painter(arguments)
    report = corpus_report(scores, arguments)
    if arguments.format != "json" and not arguments.score_only:
        for score in scores:
            report = _highlighted(report, score, arguments.width, paint)
    if arguments.detail and inputs.everything is not None:
        from parbleu.cli.score.subset_scores import detail_lines

        [all_hypotheses], all_references = inputs.everything
        rows = detail_lines(all_hypotheses, all_references, metrics, arguments, paint)
        report = "\n".join([report, *rows])
    console.show(report, paint.end)
    return 0


def _highlighted(report: str, score: Score, width: int, paint: Painter) -> str:
    if score.confidence is None:
        return report
    mean, half_width = score.confidence
    shown = f"(μ = {mean:.{width}f} ± {half_width:.{width}f})"
    return report.replace(f" {shown}", f" {paint(shown, 'cyan')}", 1)
