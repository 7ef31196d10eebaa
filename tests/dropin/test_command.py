"""Every recorded run of the command `sacrebleu`, replayed by the one that the wheel installs."""

import os
import pty
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Result
from cli.test_golden_cli import *  # noqa: F403 - its tests, run by another command
from dropin.environments import Environment

pytestmark = pytest.mark.dropin


@pytest.fixture(scope="session")
def command(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that never held the original."""
    made = Environment(tmp_path_factory.mktemp("command") / "venv")
    made.pip("install", "-q", "-f", wheels, "sacrebleu[ja,ko]==2.6.0", "parbleu[spm]")
    path: Path = made.bin / "sacrebleu"
    return path


@pytest.fixture
def run(command: Path) -> Callable[..., Result]:
    """Runs the command as a process; its own name is all that it knows of the recorded one."""

    installed = command

    def runner(
        *words: str, stdin: bytes, cwd: Path, env: dict[str, str], command: object, terminal: bool
    ) -> Result:
        hidden = ("SACREBLEU", "PARBLEU", "NO_COLOR", "TERM")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
        options: dict[str, Any] = {"cwd": cwd, "env": {**kept, "PARBLEU_OFFLINE": "1", **env}}
        if terminal:
            return on_a_terminal([installed, *words], stdin, options)
        done = subprocess.run([installed, *words], input=stdin, capture_output=True, check=False, **options)
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return runner


def test_help_calls_it_by_its_name(command: Path) -> None:
    said = subprocess.run([command, "--help"], capture_output=True, text=True, check=True).stdout
    assert said.split()[:2] == ["usage:", "sacrebleu"]
    assert "\n  sacrebleu ref.txt -i hyp.txt " in said
    assert "parbleu score" not in said


def on_a_terminal(words: list[Any], stdin: bytes, options: dict[str, Any]) -> Result:
    """Runs a command whose standard output is a terminal."""
    ours, theirs = pty.openpty()
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=theirs, stderr=pipe, **options) as process:
        os.close(theirs)
        assert process.stdin
        assert process.stderr
        process.stdin.write(stdin)
        process.stdin.close()
        shown = everything(ours).decode().replace("\r\n", "\n")
        said = process.stderr.read().decode()
    return Result(process.returncode, shown, said)


def everything(terminal: int) -> bytes:
    """What is written to a terminal until nobody holds it any more."""
    found = b""
    with suppress(OSError):  # which is how its end is told
        while piece := os.read(terminal, 65536):
            found += piece
    os.close(terminal)
    return found
