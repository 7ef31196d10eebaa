"""`parbleu human scores`: prints the scores of systems, documents or segments."""

from __future__ import annotations

from parbleu.cli.human.rating_options import NORMALIZE, RATINGS_PAIR, READING, SCHEME, scores_of
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import PLOT, RESULT_OPTIONS, show_result
from parbleu.human.average_scores import LEVELS

COMMAND = Command(
    "FILE... [--level LEVEL] [--scheme SCHEME] [-z] [-f FORMAT] [-o FILE]",
    "Computes scores in which higher is better: of a segment the mean over its raters, of a document or\n"
    "system the mean over its segments. The best system comes first.",
    """\
  parbleu human scores mqm.tsv
  parbleu human scores mqm.tsv --scheme "major:5 minor:1 minor/fluency/punctuation:0.1" --level segment -f tsv
  parbleu human scores esa.csv -z -f latex -o table.tex""",
    *READING,
    RATINGS_PAIR,
    Option("--level", "what the scores are of (default: system)", default="system", choices=LEVELS),
    SCHEME,
    NORMALIZE,
    PLOT,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console.program)
    show_result(scores_of(arguments, console).table(arguments.level), arguments, console)
    return 0
