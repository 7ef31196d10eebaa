"""Tests how the progress of long work is shown."""

import io
import re
import sys

import pytest

from parbleu._base.progress import Clock
from waiting import FOREVER, wait_until


@pytest.fixture
def listen(monkeypatch):
    """Puts a stream in the place of standard error. A test calls it, since pytest has others for fixtures."""

    def replace(delay=0.02):
        monkeypatch.setattr("parbleu._base.progress.DELAY", delay)
        monkeypatch.setattr("parbleu._base.progress.shows_progress", lambda: True)
        monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
        return stream

    return replace


def test_a_clock_appears_and_goes(listen):
    stream = listen()
    with Clock("Working"):
        wait_until(lambda: stream.getvalue().count("Working") > 1)
    shown, blanks = re.fullmatch(r"(?:\r(Working: \d+ s))+\r( +)\r", stream.getvalue()).groups()
    assert len(blanks) == len(shown)


def test_nothing_in_the_name_of_work_acts_on_a_terminal(listen):
    stream = listen()
    with Clock("Testing \x1b[31msystem"):
        wait_until(stream.getvalue)
    assert "\x1b" not in stream.getvalue()


def test_short_work_shows_nothing(listen):
    stream = listen(delay=FOREVER)
    with Clock("Working"):
        pass
    assert stream.getvalue() == ""


def test_a_clock_that_is_not_wanted(listen, monkeypatch):
    stream = listen()
    wanted = Clock("Wanted")
    monkeypatch.setattr("parbleu._base.progress.shows_progress", lambda: False)
    with wanted, Clock("Unwanted"):
        wait_until(lambda: stream.getvalue().count("Wanted") > 2)
    assert "Unwanted" not in stream.getvalue()


def test_an_error_removes_the_clock(listen):
    stream = listen()
    with pytest.raises(KeyboardInterrupt), Clock("Working"):  # noqa: PT012 - it comes when the clock is seen
        wait_until(stream.getvalue)
        raise KeyboardInterrupt
    assert stream.getvalue().endswith(" \r")
