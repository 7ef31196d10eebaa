"""Tests the progress bars that functions show on request."""

import io
import sys

from parbleu._base.progress import no_progress, progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_bar(monkeypatch):
    """A bar shows on a terminal once the work has lasted a second, and is gone afterwards."""
    stderr = Terminal()
    monkeypatch.setattr("sys.stderr", stderr)
    monkeypatch.setattr("parbleu._base.progress.monotonic", lambda: 0)
    with progress_bar("tests", 3) as advance:
        advance()
    assert stderr.getvalue() == ""
    seconds = iter(range(9))
    monkeypatch.setattr("parbleu._base.progress.monotonic", lambda: 2 * next(seconds))
    with progress_bar("tests", 3) as advance:
        advance()
        advance()
    assert "tests:  33%" in stderr.getvalue()
    assert stderr.getvalue().endswith("\r")
    for shown in (progress_bar, no_progress):
        monkeypatch.setattr("sys.stderr", io.StringIO())
        with shown("tests", 3) as advance:
            advance()
        assert sys.stderr.getvalue() == ""
