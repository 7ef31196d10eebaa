"""Sentence scores of one system, by one metric: a line for each segment."""

from __future__ import annotations

from parbleu.base.threads import thread_count
from parbleu.cli.score.input_files import Inputs
from parbleu.cli.score.single_system import make_metric
from parbleu.cli.shell.console import CommandError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu._core import Segments
    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.console import Console
    from parbleu.metrics import Metric


MANY = 5000
"""From so many segments on, loading NumPy costs less than it saves."""


def score_sentences(arguments: Arguments, console: Console) -> int:
    """Scores each segment; prints the scores once all files have been read; returns the exit status."""
    if arguments.confidence:
        raise CommandError("Statistical tests are unavailable in sentence-level mode.")
    [name] = arguments.metrics
    options = arguments.of_metric(name)
    if name == "bleu":
        options["effective_order"] = True
    metric = make_metric(name.upper(), options, arguments)
    threads = thread_count(arguments.threads)
    parts = []
    inputs = Inputs(arguments, arguments.input or ["-"])
    try:
        for systems, references in inputs.pieces():
            if len(systems) != 1:
                raise CommandError("Only one system can be evaluated in sentence-level mode.")
            [hypotheses] = systems
            if arguments.score_only and len(hypotheses) >= MANY:
                scores = metric.segment_scores(hypotheses, references, threads=threads).tolist()
                parts.append("\n".join([f"{score:.{arguments.width}f}" for score in scores]))
            else:
                parts.append(_in_full(metric, hypotheses, references, arguments))
        inputs.warn_of_looks([metric])
    finally:
        inputs.close()
    console.show("\n".join(parts))
    return 0


def _in_full(
    metric: Metric[Any], hypotheses: Segments, references: list[Segments], arguments: Arguments
) -> str:
    signature = ""
    lines = []
    for segment in range(len(hypotheses)):
        score = metric.sentence_score(hypotheses[segment] or "", [side[segment] for side in references])
        if not signature and not arguments.score_only:  # the same for all
            signature = metric.get_signature().format(arguments.short)
        lines.append(score.format(arguments.width, arguments.score_only, signature))
    return "\n".join(lines)
