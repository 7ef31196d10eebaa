"""Normalizations of quotes, dashes, other punctuation and spaces.

Half of real outputs differ from the references in their quotes: no module that takes time to load is needed.
"""

from __future__ import annotations

from parbleu.text._normalizations.base import Normalization, replacer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _translated(*pairs: tuple[str, str]) -> Callable[[str], str]:
    """Returns a function that replaces each character of the first strings by the second one."""
    return replacer({character: other for characters, other in pairs for character in characters})


DOUBLE_QUOTES = "“”„‟«»″‶〝〞〟＂״「」『』﹁﹂﹃﹄"
SINGLE_QUOTES = "‘’‚‛‹›′‵´`ʹʻʼʽˈ׳＇"
_BLANKS = (" ", "\u00a0", "\u202f")
_straight = _translated((DOUBLE_QUOTES, '"'), (SINGLE_QUOTES, "'"))


def _quotes(text: str) -> str:
    if text.isascii():  # which most lines of English are
        return text.replace("`", "'").replace("''", '"')
    if "«" in text or "‹" in text:  # French has blanks inside of guillemets, German turns these round
        for opening, closing in ("«»", "‹›"):
            for blank in _BLANKS:
                if 0 <= text.find(opening + blank) < text.find(blank + closing):
                    text = text.replace(opening + blank, opening).replace(blank + closing, closing)
    return _straight(text).replace("`", "'").replace("''", '"')


QUOTES = Normalization(_quotes, "typographic and straight quotes and apostrophes")

DASH_CHARACTERS = "‐‑‒–—―⁃−⸺⸻﹘﹣－"
_dashed = _translated((DASH_CHARACTERS, "-"))


def _dashes(text: str) -> str:
    text = _dashed(text)
    while "--" in text:
        text = text.replace("--", "-")
    return text


DASHES = Normalization(_dashes, "dashes and hyphens")


def _ellipsis(text: str) -> str:
    return text.replace("⋯", "…").replace(". . .", "...").replace("……", "…").replace("…", "...")


ELLIPSIS = Normalization(_ellipsis, "ellipses (… and ...)")

PUNCTUATION_MARKS = (
    ("。｡।॥۔։።။᙮⸼", "."),
    ("、､،՝፣၊", ","),
    ("؛፤", ";"),
    ("；;", ";"),
    ("：፥", ":"),
    ("？؟⸮፧", "?"),
    ("！", "!"),
    ("，", ","),
    ("（", "("),
    ("）", ")"),
    ("٪％", "%"),
    ("·•‧", "·"),
    ("〜～", "~"),
)
PUNCTUATION = Normalization(_translated(*PUNCTUATION_MARKS), "punctuation of another script or width")

SPACES = Normalization(
    lambda text: " ".join(text.split()), "no-break, double and other spaces", "write single blanks"
)
