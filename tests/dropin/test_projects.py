"""Published projects find the same with the original and with the face; those that need little, once each."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.dropin

RUN = Path(__file__).parent / "projects" / "run.py"


def test_projects_that_need_little(wheels):
    [wheel] = wheels.glob("parbleu-*.whl")
    command = [sys.executable, RUN, "--rounds", "1", "--parbleu", wheel]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n| ") >= 7
