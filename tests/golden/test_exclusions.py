"""Tests that the list of exclusions names recorded rows, each once, and none without need."""

from __future__ import annotations

from .exclusions import EXTENDS, FORMAT_WITHOUT_SIGNATURE, ITERATOR, RAISES
from .recorded import Recorded

FILES = ("tokenizers", "bleu_compute", "format", "api_behaviour")
DELIBERATE = ("BLEU: ", "CHRF: ", "TER: ", "No references provided", "Number of references unknown")
"""How the original's own messages begin; other errors come from somewhere inside of it."""


def test_only_crashes_and_silent_lies_are_excluded(recorded: Recorded) -> None:
    """No error that the original raises on purpose, but for the iterators that it does not take."""
    rows = {row["id"]: row for file in FILES for row in recorded.rows(file)}
    for ident in (*RAISES, *EXTENDS, *FORMAT_WITHOUT_SIGNATURE):
        message = rows[ident].get("message", "")
        allowed = ident in EXTENDS and EXTENDS[ident].reason == ITERATOR
        assert allowed or not message.startswith(DELIBERATE), rows[ident]


def test_no_row_is_excluded_twice() -> None:
    idents = [*RAISES, *EXTENDS, *FORMAT_WITHOUT_SIGNATURE]
    assert len(idents) == len(set(idents))
