"""`parbleu study`: how far a score can be trusted."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.shell.command_group import run_family
from parbleu.cli.shell.console import Console, Program

PROGRAM = Program("parbleu study", "parbleu: ", f"parbleu {__version__}")

# Command -> what it does. Its module has its name, and a function `run(words, console)`.
COMMANDS = {
    "permutations": "how many reorderings of the words BLEU does not see",
    "tokenization": "what scores owe to tokenizer, case, smoothing and implementation",
}


def run(words: list[str], console: Console) -> int:
    """Runs a command of `parbleu study`.

    Args:
        words: the command line after `study`.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    return run_family("study", words, console, COMMANDS, __doc__)
