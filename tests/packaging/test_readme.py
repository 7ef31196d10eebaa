"""Tests that the Python and shell lines of the README print what it shows."""

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from waiting import PATIENCE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Every fenced block in order, so that a pair is two neighbours and never spans another block.
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
PYTHON = [
    (code, shown) for (kind, code), (after, shown) in pairwise(BLOCKS) if (kind, after) == ("python", "text")
]
SHELL = [
    (code, shown) for (kind, code), (after, shown) in pairwise(BLOCKS) if (kind, after) == ("sh", "text")
]


def printed(cache: Path, *command: str) -> str:
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": beside, "LC_ALL": "C.UTF-8", "SACREBLEU": str(cache), "PARBLEU_OFFLINE": "1"}
    environment["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")  # a working tree that is not installed
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_python(tmp_path):
    """One session: later blocks use the names of earlier ones."""
    assert len(PYTHON) > 1
    code = "".join(code for code, _ in PYTHON)
    assert printed(tmp_path, sys.executable, "-c", code) == "".join(shown for _, shown in PYTHON)


@pytest.mark.long
@pytest.mark.parametrize(("code", "shown"), SHELL)
def test_shell(tmp_path, code, shown):
    assert "make" not in code, "this would start the tests again"
    assert printed(tmp_path, "sh", "-euc", code) == shown


def test_the_blocks_are_found():
    assert (len(PYTHON), len(SHELL)) == (README.count("```python"), README.count("```sh\ncd examples"))
