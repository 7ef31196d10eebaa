"""Sentence scores of one system, by one metric: a line for each segment."""

from __future__ import annotations

from parbleu.cli.inputs import Inputs
from parbleu.metrics import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.console import Console
    from parbleu.cli.score_options import Arguments


def score_sentences(arguments: Arguments, console: Console) -> int:
    """Scores each segment; prints the scores once all files have been read; returns the exit status."""
    [name] = arguments.metrics
    options = arguments.of_metric(name)
    if name == "bleu":
        options["effective_order"] = True
    metric = METRICS[name.upper()](**options)
    parts = []
    inputs = Inputs(arguments)
    try:
        for hypotheses, references in inputs.pieces():
            lines = []
            for segment in range(len(hypotheses)):
                score = metric.sentence_score(hypotheses[segment], [side[segment] for side in references])
                signature = "" if arguments.score_only else metric.get_signature().format(arguments.short)
                lines.append(score.format(arguments.width, arguments.score_only, signature))
            parts.append("\n".join(lines))
    finally:
        inputs.close()
    console.show("\n".join(parts))
    return 0
