"""Makes a segment fit on one line, without any character that a program takes for a line or column end."""

from __future__ import annotations

BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""All that `str.splitlines` cuts at."""

_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in f"\t{BREAKS}"}
_TO_BLANKS = str.maketrans(dict.fromkeys(BREAKS, " "))


def on_one_line(text: str) -> str:
    """Returns a text with a blank for each line break, and without the line breaks at its ends.

    CR LF is one line break. Half of a surrogate pair becomes U+FFFD, so that the text can be written.
    """
    if len(text.splitlines()) > 1 or text[-1:] in BREAKS:
        text = text.strip(BREAKS).replace("\r\n", "\n").translate(_TO_BLANKS)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def in_one_column(text: str) -> str:
    """Returns a text on one line, with a blank for each TAB, which separates columns in `parbleu score`."""
    return on_one_line(text).replace("\t", " ")


def without_controls(text: str) -> str:
    """Returns a text with U+FFFD for each control character but TABs and line breaks.

    Models may write any character. ESC, for example, would act on the terminal that shows the file.
    """
    return text if text.isprintable() else text.translate(_CONTROLS)
