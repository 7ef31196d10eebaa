"""Every recorded run of the command `sacrebleu`, replayed by the one that the wheel installs."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Result
from cli.test_golden_cli import *  # noqa: F403 - its tests, run by another command
from dropin.environments import Environment
from terminals import run_on_terminal

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
            return Result(*run_on_terminal([installed, *words], stdin, **options))
        done = subprocess.run([installed, *words], input=stdin, capture_output=True, check=False, **options)
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return runner


def test_help_calls_it_by_its_name(command: Path) -> None:
    said = subprocess.run([command, "--help"], capture_output=True, text=True, check=True).stdout
    assert said.split()[:2] == ["usage:", "sacrebleu"]
    assert "\n  sacrebleu ref.txt -i hyp.txt " in said
    assert "parbleu score" not in said
