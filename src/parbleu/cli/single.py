"""Corpus scores of one system."""

from __future__ import annotations

from parbleu.cli.inputs import Inputs
from parbleu.cli.report import corpus_report
from parbleu.metrics import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.console import Console
    from parbleu.cli.score_options import Arguments


def score_corpus(arguments: Arguments, console: Console) -> int:
    """Scores a system by all metrics in one pass over the files; returns the exit status."""
    names = sorted({name.upper() for name in arguments.metrics})
    metrics = [METRICS[name](**arguments.of_metric(name.lower())) for name in names]
    inputs = Inputs(arguments)
    try:
        sums = [metric.accumulator(inputs.num_refs, threads=arguments.threads) for metric in metrics]
        for hypotheses, references in inputs.pieces():
            for so_far in sums:
                so_far.add(hypotheses, references)
    finally:
        inputs.close()
    console.show(corpus_report([so_far.result() for so_far in sums], arguments))
    return 0
