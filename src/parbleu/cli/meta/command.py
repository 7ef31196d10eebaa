"""`parbleu meta`: how well metrics agree with people; all that MT Metrics Eval computes, and its command."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.meta.mtme_flags import TABLE, Flags
from parbleu.cli.shell.absl_flags import read_flags
from parbleu.cli.shell.command_group import run_member
from parbleu.cli.shell.console import CommandError, Console, Program
from parbleu.io.atomic import check_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

PROGRAM = Program("parbleu meta", "parbleu: ", f"parbleu {__version__}")
MTME = Program("mtme", "mtme: ", f"mtme of parbleu {__version__}")

# Command -> what it does. Its module here is meta_<command>, with `run(words, console)`.
COMMANDS = {
    "run": "the official tables of the WMT metrics tasks",
    "score": "compute BLEU, chrF, chrF++ and TER of all systems and store them as metrics",
    "import": "make an evaluation set of texts and human scores of your own",
}

# Flag -> the module that does what it asks for, with `run(flags, console)`. The first that is given counts.
MODES = {
    "download": "download",
    "list": "list",
    "matrix": "matrix",
    "scores": "scores",
    "echo": "echo",
    "echosys": "echo",
}

EXAMPLES = """\
  parbleu meta --list -t wmt24
  parbleu meta -t wmt24 -l en-de --matrix --nomatrix_primary
  parbleu meta -t wmt24 -l en-de -i mine.seg.score -c BLEU-refB.seg.score --avg item"""


def run(words: list[str], console: Console) -> int:
    """Runs the command.

    Args:
        words: the command line.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    if words and words[0] in COMMANDS:
        return run_member("meta", words, console)
    given = read_flags(words, TABLE, console.program)
    if given is None:
        _explain(words, console.program)
    flags = Flags(given)
    task = next((task for task in MODES if getattr(flags, task)), None)
    if task not in ("download", "list"):
        for name in ("test_set", "language_pair"):
            if getattr(flags, name) is None:
                raise CommandError(f"No {name} specified. ({console.program.name} --help explains)")
    for file in (flags.output, flags.matrix_save and f"{flags.matrix_save}.npz"):
        if file:
            check_place(file)  # before the work, not after it
    chosen = __import__(f"parbleu.cli.meta.{MODES.get(task or '', 'correlation')}", fromlist=["run"])
    status: int = chosen.run(flags, console)
    return status


def _explain(words: list[str], program: Program) -> NoReturn:
    """Prints help, or the version.

    Raises:
        SystemExit: afterwards.
    """
    from parbleu.cli.shell.parser import make_parser

    examples = EXAMPLES.replace(PROGRAM.name, program.name)
    commands = "\n".join(f"  {name:<8}{what}" for name, what in COMMANDS.items())
    parser = make_parser(
        program,
        TABLE,
        "[COMMAND] [FLAGS]",
        f"{__doc__}\n\ncommands ({program.name} COMMAND --help explains):\n{commands}",
        f"-flag is --flag, and a flag without value has a --noflag.\n\nexamples:\n{examples}",
    )
    wanted = "--version" if any(word.lstrip("-") in ("version", "V") for word in words) else "--help"
    parser.parse_args([wanted])
    raise SystemExit(0)
