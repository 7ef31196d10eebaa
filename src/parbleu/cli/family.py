"""Commands that consist of commands, such as `parbleu data`: they run the one that the next word names."""

from __future__ import annotations

from parbleu.cli.console import Console, Program


def run_member(family: str, words: list[str], console: Console) -> int:
    """Runs the command that the first word names, under its own name.

    Args:
        family: what its module's name begins with; `-` is `_` there.
        words: the command line.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    module = __import__(f"parbleu.cli.{family}_{words[0].replace('-', '_')}", fromlist=["run"])
    program = console.program
    console.program = Program(f"{program.name} {words[0]}", program.prefix, program.version)
    status: int = module.run(words[1:], console)
    return status


def run_family(family: str, words: list[str], console: Console, commands: dict[str, str], about: str) -> int:
    """Runs the command that the first word names, or explains which there are.

    Args:
        family: as in `run_member`.
        words: the command line.
        console: where to speak, and under which name.
        commands: command -> what it does.
        about: what they are for.

    Returns:
        the exit status.
    """
    if words and words[0] in commands:
        return run_member(family, words, console)
    from parbleu.cli.usage import explain

    return explain(words, commands, console.program, about)
