"""Tests the engine that runs programs, with real programs."""

import os
import signal

import pytest

from parbleu.errors import OptionError, TranslationError
from parbleu.translate._engine import Settings, Translation
from parbleu.translate._engines import ENGINES
from waiting import FOREVER, no_waiting, wait_for_end


def command(line, **settings):
    return ENGINES["command"](Settings(command=line, **settings))


def texts(line, segments, **settings):
    return [made.text for made in command(line, **settings).translate(segments)]


def test_a_line_in_a_line_out():
    assert command("tr a-z A-Z").translate(["ab", "ü x"]) == [
        Translation("AB"),
        Translation("üX".replace("X", " X")),
    ]
    assert texts("sed 's/b.*//'", ["b", "a b", "b"]) == ["", "a ", ""]  # empty answers are answers
    assert texts("printf 'no end'", ["a"]) == ["no end"]


def test_a_line_break_inside_a_segment_makes_no_second_line():
    assert texts("cat", ["a\nb", "c\r\nd", "e\u2028f", "\ng\r"]) == ["a b", "c d", "e f", "g"]


def test_more_than_a_pipe_holds():
    segments = ["x" * 1000] * 1000
    assert texts("cat", segments) == segments
    assert texts("sort | sort", segments) == segments  # answers at the end


def test_the_program_knows_the_languages():
    line = 'sed "s/.*/$SOURCE_LANGUAGE-$TARGET_LANGUAGE/"'
    assert texts(line, ["a"], source_language="de", target_language="en") == ["de-en"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("head -n 1", "was given 2 lines and wrote 1: it must write"),
        ("sed p", "was given 2 lines and wrote 4"),
        ("true", "was given 2 lines and wrote 0"),
        ("cat; echo first >&2; echo 'no model' >&2; exit 3", r"failed \(exit status 3\): no model"),
        ("exit 4", r"failed \(exit status 4\); run it by hand"),
        ("parbleu-has-no-such-program", r"exit status 127\): .*parbleu-has-no-such-program"),
        ("kill -9 $$", r"failed \(ended by SIGKILL\)"),
        (r"cat; printf '\377' >&2; exit 1", "exit status 1\\): \ufffd"),
        (r"cat >/dev/null; printf 'a\nb \344\n'", "byte 0xe4 in line 2 of what it wrote is not valid UTF-8"),
    ],
)
def test_what_goes_wrong_is_told(line, message):
    with pytest.raises(TranslationError, match=message):
        texts(line, ["a", "b"])


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path):
    sleeper = tmp_path / "sleeper"
    sleeper.touch()
    timeout = 0.1
    while not sleeper.read_text():  # the shell had no time to start it
        timeout *= 2
        told = rf"took more than {timeout:g} seconds for 1 line.*--timeout"
        with no_waiting(), pytest.raises(TranslationError, match=told):
            texts(f"sleep {FOREVER} & echo $! > {sleeper}; wait", ["a"], timeout=timeout)
    wait_for_end(int(sleeper.read_text()))


@pytest.mark.parametrize("pause", ["", "sleep 0.1;"], ids=["at once", "later"])
def test_ctrl_c_ends_the_program(tmp_path, pause):
    """Also in the moment in which it has been started, and nobody knows it yet."""
    line = f"echo $$ > {tmp_path}/shell; {pause} kill -INT {os.getpid()}; sleep {FOREVER}"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        texts(line, ["a"])
    wait_for_end(int((tmp_path / "shell").read_text()))


def test_settings():
    with pytest.raises(OptionError, match="needs a command"):
        command(" ")
    with pytest.raises(OptionError, match=r"command has no use for model, beam: leave that out.*timeout"):
        command("cat", model="x", beam=1)
    assert command("cat", timeout=3.0).identity() == {"command": "cat"}
