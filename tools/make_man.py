"""Writes manual pages of `parbleu` and its commands, from the declarations that their help texts come from.

python tools/make_man.py build/man         then: man -M build/man parbleu-score
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from parbleu import __version__
from parbleu._base.installation import VARIABLES
from parbleu._cli.command_tree import CommandNode, walk
from parbleu._cli.shell.options import Option

STATUS = {
    "0": "success",
    "1, 17": "input that cannot be used; or a negative result, as of gate or check",
    "2": "a command line that cannot be understood; of gate and check also files that cannot be compared",
    "3": "a score that is worse than the command line allows",
    "129, 130, 143": "SIGHUP, Ctrl-C, SIGTERM",
    "141": "the reader of the output has closed the pipe",
}


def escaped(text: str) -> str:
    """Returns text without what troff would take for a command, an escape or a typographic character."""
    for character, written in (("\\", r"\e"), ("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha")):
        text = text.replace(character, written)
    return "\n".join(rf"\&{line}" if line.startswith(".") else line for line in text.split("\n"))


def name_of(words: Iterable[str]) -> str:
    return "-".join(("parbleu", *words))


def page(node: CommandNode) -> str:
    """Returns the page of a group or a command."""
    name = name_of(node.words)
    typed = " ".join(("parbleu", *node.words))
    summary = node.summary or node.about.rstrip(".")
    lines = [
        f'.TH "{escaped(name.upper())}" 1 "" "parbleu {__version__}" "parbleu"',
        ".SH NAME",
        rf"{escaped(name)} \- {escaped(summary)}",
        ".SH SYNOPSIS",
        rf"\fB{escaped(typed)}\fR {escaped(node.command.usage if node.command else 'COMMAND ...')}",
    ]
    lines += list(body_of_command(node)) if node.command else list(body_of_group(node))
    lines += [".SH EXIT STATUS", *tagged(STATUS.items())]
    lines += [".SH ENVIRONMENT", *tagged(VARIABLES.items())]
    parents = [name_of(node.words[:count]) for count in range(len(node.words))]
    if also := [*parents, *(name_of((*node.words, child)) for child in node.children)]:
        lines += [".SH SEE ALSO", ",\n".join(rf"\fB{escaped(each)}\fR(1)" for each in also)]
    return "\n".join(lines) + "\n"


def body_of_group(node: CommandNode) -> Iterator[str]:
    yield from (".SH DESCRIPTION", escaped(f"{' '.join(('parbleu', *node.words))}: {node.about}"))
    yield from (".SH COMMANDS", *tagged(node.children.items()))


def body_of_command(node: CommandNode) -> Iterator[str]:
    command = node.command
    assert command is not None
    yield from (".SH DESCRIPTION", escaped(command.about.replace("\n\n", "\n.PP\n")).replace(r"\&.PP", ".PP"))
    for group in command.table.groups:
        if options := group.options():
            yield f".SH {escaped(group.title.upper() or 'OPTIONS')}"
            yield from tagged((spelling(option), option.help) for option in options)
    yield from (".SH EXAMPLES", ".nf", escaped(command.examples), ".fi")


def spelling(option: Option) -> str:
    """Returns what is typed for an option, with what stands for its value."""
    value = "" if option.kind is bool else f" {option.metavar}{'...' * bool(option.many)}"
    return ", ".join(option.flags) + value if option.flags else option.metavar


def tagged(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for tag, text in pairs:
        yield from (".TP", rf"\fB{escaped(tag)}\fR", escaped(text))


def main(directory: str) -> None:
    place = Path(directory, "man1")
    place.mkdir(parents=True, exist_ok=True)
    for node in walk():
        (place / f"{name_of(node.words)}.1").write_text(page(node), encoding="utf-8")
    print(f"man -M {directory} parbleu")


if __name__ == "__main__":
    main(*sys.argv[1:] or ("build/man",))
