"""Fits the usage, description and examples of help texts into 80 columns."""

from __future__ import annotations

import re
from textwrap import fill

WIDTH = 80
WORDS = re.compile(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+""")
BRACKETED = re.compile(r"\{[^}]*\}\S*|\[[^]]*\]\S*|\S+")


def fitted_usage(program: str, usage: str) -> str:
    """Returns the line of usage, broken between words; what stands in brackets stays together."""
    return _broken([*program.split(), *BRACKETED.findall(usage)], "usage: ", "       ", "").removeprefix(
        "usage: "
    )


def fitted_text(text: str) -> str:
    """Returns paragraphs with line ends of their own."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(fill(paragraph, WIDTH - 1, break_on_hyphens=False) for paragraph in paragraphs)


def fitted_examples(text: str) -> str:
    """Returns lines of examples; what does not fit behind a command stands above it, as a comment."""
    lines = []
    for line in text.splitlines():
        words = line.lstrip(" ")
        if len(line) <= WIDTH or words == line:
            lines.append(line)
            continue
        # Two blanks or more stand between a command and the comment on it.
        written, _, comment = words.partition("  ")
        command, comment = line[: len(line) - len(words)] + written, comment.lstrip(" ")
        room = WIDTH - len(command) - len(comment)
        if comment and room >= 2:
            lines.append(f"{command}{' ' * room}{comment}")
            continue
        lines += [f"  # {comment}"] if comment else []
        lines.append(_broken(WORDS.findall(command), "  ", "      ", " \\"))
    return "\n".join(lines)


def _broken(words: list[str], begin: str, indent: str, mark: str) -> str:
    """Returns words in lines; `mark` stands behind all lines but the last."""
    lines, line = [], begin + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) + len(mark) > WIDTH:
            lines.append(line + mark)
            line = indent + word
        else:
            line += f" {word}"
    return "\n".join([*lines, line])
