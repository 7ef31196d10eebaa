"""Recognizes web pages, such as log-in pages, that servers send in place of a file."""

from __future__ import annotations

import re

HEAD = 1 << 13
"""Bytes among which a title is looked for, so that hostile pages cannot make this slow."""

_ASIDE = {b"<!--": b"-->", b"<?xml": b">"}
_PAGE = re.compile(rb"<(!doctype\s+html|html|head|title)\b", re.I)
_TITLE = re.compile(rb"<title[^>]*>([^<]*)<", re.I)


def is_web_page(head: bytes) -> bool:
    """Returns whether a file is a web page, by its beginning, without comments and XML's declaration."""
    rest = head[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    while end := next((end for begin, end in _ASIDE.items() if rest.startswith(begin)), None):
        rest = rest.partition(end)[2].lstrip()
    return _PAGE.match(rest) is not None


def page_title(head: bytes) -> str:
    """Returns the title of a web page, unescaped; "" if none is near the beginning."""
    found = _TITLE.search(head[:HEAD])
    return found[1].decode(errors="replace").strip() if found else ""
