"""Corpus scores of one system with confidence intervals."""

from __future__ import annotations

from parbleu.cli.colors import Painter
from parbleu.cli.inputs import Inputs
from parbleu.cli.single import corpus_report, make_metrics
from parbleu.cli.systems import check_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.console import Console
    from parbleu.cli.score_options import Arguments
    from parbleu.metrics import Score


def score_with_interval(arguments: Arguments, console: Console) -> int:
    """Scores a system by all metrics and resamples its segments; returns the exit status."""
    metrics = make_metrics(arguments)
    inputs = Inputs(arguments, arguments.input or ["-"])
    try:
        systems, references = inputs.whole()
        check_number(len(systems), arguments)
        inputs.check_lengths()
    finally:
        inputs.close()
    scores = [
        metric.corpus_score(systems[0], references, arguments.confidence_n, threads=arguments.threads)
        for metric in metrics
    ]
    paint = Painter(arguments)
    report = corpus_report(scores, arguments)
    if arguments.format != "json" and not arguments.score_only:
        for score in scores:
            report = _highlighted(report, score, arguments.width, paint)
    console.show(report, paint.end)
    return 0


def _highlighted(report: str, score: Score, width: int, paint: Painter) -> str:
    if score.confidence is None:
        return report
    mean, half_width = score.confidence
    shown = f"(μ = {mean:.{width}f} ± {half_width:.{width}f})"
    return report.replace(f" {shown}", f" {paint(shown, 'cyan')}", 1)
