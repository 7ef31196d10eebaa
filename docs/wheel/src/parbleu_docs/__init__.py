"""Holds the documentation and the manual pages of parbleu, to read without a network.

parbleu-docs              opens the documentation in a browser
parbleu-docs --print      prints the path of its first page instead
parbleu-docs --man        prints the directory of the manual pages, for man -M
"""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

SITE = Path(__file__).parent / "html" / "index.html"
MAN = Path(__file__).parent / "man"


def main(words: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    words = sys.argv[1:] if words is None else words
    if words == ["--man"]:
        print(MAN)
    elif words == ["--print"] or (not words and not webbrowser.open(SITE.as_uri())):
        print(SITE)
    elif words:
        print(
            (__doc__ or "").partition("\n\n")[2],
            end="",
            file=sys.stdout if words == ["--help"] else sys.stderr,
        )
        return 0 if words == ["--help"] else 2
    return 0
