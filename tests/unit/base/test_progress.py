"""What long work shows."""

import io
import sys
import time

import pytest

from parbleu.base.progress import Clock


def seen(monkeypatch, seconds, **options):
    monkeypatch.setattr("parbleu.base.progress.DELAY", 0.02)
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with Clock("Working", **options):
        time.sleep(seconds)
    return stream.getvalue()


def test_a_clock_appears_and_goes(monkeypatch):
    text = seen(monkeypatch, 0.2)
    assert text.startswith("\rWorking: 0 s\rWorking: 0 s")
    assert text.endswith(f"\r{' ' * len('Working: 0 s')}\r")


def test_short_work_shows_nothing(monkeypatch):
    assert seen(monkeypatch, 0) == ""
    assert seen(monkeypatch, 0.1, enabled=False) == ""


def interrupted():
    with Clock("Working"):
        time.sleep(0.1)
        raise KeyboardInterrupt


def test_an_error_removes_the_clock(monkeypatch):
    monkeypatch.setattr("parbleu.base.progress.DELAY", 0.02)
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert stream.getvalue().endswith(" \r")
