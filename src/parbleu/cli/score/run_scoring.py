"""Scores systems of several training runs, for `parbleu score --runs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.result_output import show_result
from parbleu.study.training_runs import compare_runs, systems_of_runs

if TYPE_CHECKING:
    from parbleu.cli.score.result_printer import ResultPrinter
    from parbleu.cli.score.score_options import ScoreArguments
    from parbleu.comparison.corpora import Corpora

OTHERS = {
    "test": "--paired-bs, --paired-ar, --all-pairs, --explain or --fail-if-worse",
    "sentence_level": "--sentence-level",
    "segments": "--segments",
    "detail": "--detail",
    "documents": "--documents",
    "scores": "--scores",
    "plot": "--plot",
    "bib": "--bib",
    "train": "--train",
    "score_only": "--score-only",
    "confidence": "--confidence",
}


def score_runs(arguments: ScoreArguments, printer: ResultPrinter, corpora: Corpora) -> None:
    """Compares the systems and prints the result.

    Raises:
        CommandError: `--runs` does not name the system of each output, or other options do not go with it.
        ParbleuError: files do not fit together.
    """
    for name, option in OTHERS.items():
        if getattr(arguments, name):
            raise CommandError(f"--runs has tests and tables of its own: leave out {option}", status=2)
    streams, references = corpora.whole()
    corpora.check_lengths()
    metrics = arguments.make_metrics()
    corpora.warn_of_text(metrics)
    systems = systems_of_runs(arguments.runs or (), streams)
    options: dict[str, Any] = arguments.chosen("seed")
    if arguments.samples is not None:
        options["n_samples"] = arguments.samples
    found = compare_runs(systems, references, metrics, threads=arguments.workers, **options)
    show_result(found, arguments, printer.console)
