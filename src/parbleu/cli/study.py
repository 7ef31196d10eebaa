"""`parbleu study`: how far a score can be trusted."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.console import Console, Program

PROGRAM = Program("parbleu study", "parbleu: ", f"parbleu {__version__}")

# Command -> what it does. Its module here is study_<command>, with `run(words, console)`.
COMMANDS = {
    "permutations": "how many reorderings of the words BLEU does not see",
}


def run(words: list[str], console: Console) -> int:
    """Runs a command of `parbleu study`.

    Args:
        words: the command line after `study`.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    if words and words[0] in COMMANDS:
        from parbleu.cli.human import run_command

        return run_command("study", words, console)
    from parbleu.cli.usage import explain

    return explain(words, COMMANDS, console.program, __doc__)
