"""`parbleu human convert`: conversions between files of ratings and scores."""

from __future__ import annotations

from parbleu.cli.shell.command_group import run_family
from parbleu.cli.shell.console import Console

# Command -> what it does. Its module in this folder has its name, with `_` for `-`.
COMMANDS = {
    "ratings": "one format of ratings to another",
    "standalone-to-evalset": "standalone ratings to the files of an evaluation set",
    "evalset-to-standalone": "ratings of an evaluation set to standalone ones",
    "score-mqm": "a table of MQM to scores of segments, as MT Metrics Eval computes them",
    "verify-scores": "check a file of scores, or a whole evaluation set",
}


def run(words: list[str], console: Console) -> int:
    """Runs a converter; returns the exit status."""
    return run_family("human.convert", words, console, COMMANDS, __doc__)
