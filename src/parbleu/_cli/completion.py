"""`parbleu completion`: prints a script that completes command lines in a shell."""

from __future__ import annotations

from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.options import Option, output_option
from parbleu._cli.shell.result_output import write_output
from parbleu._cli.shell_completion import SHELLS

COMMAND = Command(
    "{bash,zsh,fish} [-o FILE]",
    "Prints a script that completes the commands, options and values of parbleu in a shell.",
    """\
  eval "$(parbleu completion bash)"            in ~/.bashrc
  source <(parbleu completion zsh)             in ~/.zshrc, behind compinit
  parbleu completion fish | source             in ~/.config/fish/config.fish""",
    Option("shell", "the shell", many="*", choices=tuple(SHELLS), metavar="SHELL"),
    output_option("the file for the script"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if len(arguments.shell) != 1:
        raise UsageError(f"name the shell: {', '.join(SHELLS)}")
    if arguments.shell[0] not in SHELLS:
        raise UsageError(f"there is no completion for {arguments.shell[0]!r}: {', '.join(SHELLS)}")
    write_output([SHELLS[arguments.shell[0]]()], arguments.output, console)
    return 0
