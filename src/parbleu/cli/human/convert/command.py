"""`parbleu human convert`: MT Metrics Eval's converters, with their flags, and between formats of ratings."""

from __future__ import annotations

from parbleu.cli.shell.command_group import run_family
from parbleu.cli.shell.console import Console

# Command -> what it does. Its module in this folder has its name, with `_` for `-`.
COMMANDS = {
    "score-mqm": "a table of MQM to scores of segments",
    "standalone-to-evalset": "standalone ratings to the files of an evaluation set",
    "evalset-to-standalone": "and back",
    "verify-scores": "check a file of scores, or a whole evaluation set",
    "ratings": "one format of ratings to another",
}
# The programs' original names.
PROGRAMS = {
    "score_mqm": "score-mqm",
    "standalone_ratings_to_evalset": "standalone-to-evalset",
    "evalset_ratings_to_standalone": "evalset-to-standalone",
    "verify_scores_file": "verify-scores",
}


def run(words: list[str], console: Console) -> int:
    """Runs a converter; returns the exit status."""
    named = [PROGRAMS.get(word, word) for word in words[:1]]
    return run_family("human.convert", [*named, *words[1:]], console, COMMANDS, __doc__)
