"""Provides separate processes and environments, since this process may import the original sacreBLEU."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dropin.environments import run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., str]:
    """Runs `python ARGUMENTS...` in a directory of the test's; returns what it printed."""

    def start(*arguments: str, status: int = 0, **environment: str) -> str:
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("SACREBLEU", "PYTHON"))
        }
        done = subprocess.run(
            [sys.executable, "-W", "error", *arguments],
            cwd=tmp_path,
            env={**kept, "SACREBLEU": str(tmp_path / "cache"), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    return start


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels of parbleu and of the drop-ins."""
    folder = tmp_path_factory.mktemp("wheels")
    build = (sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder)
    run(*build, ROOT)
    for name in ("sacrebleu", "mt_metrics_eval"):
        run(*build, ROOT / "shims" / name)
    return folder
