"""`parbleu human`: what people said about translations: scores, agreement of raters, conversions."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.console import Console, Program

PROGRAM = Program("parbleu human", "parbleu: ", f"parbleu {__version__}")

# Command -> what it does. Its module here is human_<command>, with `run(words, console)`.
COMMANDS = {
    "scores": "scores of systems, documents or segments from a file of ratings",
    "agreement": "how far raters agree",
    "show": "the errors that were marked, with the text they mark",
    "evalset": "make an evaluation set of a file of ratings",
    "convert": "MT Metrics Eval's converters, and between formats of ratings",
    "codalab": "score a metric submission to WMT23",
}


def run(words: list[str], console: Console) -> int:
    """Runs a command of `parbleu human`.

    Args:
        words: the command line after `human`.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    if words and words[0] in COMMANDS:
        return run_command("human", words, console)
    from parbleu.cli.usage import explain

    return explain(words, COMMANDS, console.program, __doc__)


def run_command(family: str, words: list[str], console: Console) -> int:
    """Runs the command that the first word names.

    Args:
        family: what its module's name begins with; `-` is `_` there.
        words: the command line.
        console: where to speak.

    Returns:
        the exit status.
    """
    module = __import__(f"parbleu.cli.{family}_{words[0].replace('-', '_')}", fromlist=["run"])
    program = console.program
    console.program = Program(f"{program.name} {words[0]}", program.prefix, program.version)
    status: int = module.run(words[1:], console)
    return status
