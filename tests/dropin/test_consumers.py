"""Programs that call sacreBLEU as its users do find the same with the original and with the face.

Which calls is known from the sources of those projects; the programs are ours.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

RUNNER = Path(__file__).parent / "run_consumers.py"
PROGRAMS = sorted(path.stem for path in (RUNNER.parent / "consumers").glob("*.py") if path.stem != "corpus")


@pytest.fixture(scope="module")
def found():
    """What all programs print, with the original and with the face."""
    commands = {
        "original": [sys.executable, str(RUNNER)],
        "face": [sys.executable, "-W", "error", "-m", "parbleu.compat", "sacrebleu", "--", str(RUNNER)],
    }
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SACREBLEU")}
    return {
        side: json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
        for side, command in commands.items()
    }


def test_all_programs_ran(found):
    assert sorted(found["original"]) == sorted(found["face"]) == PROGRAMS
    assert len(PROGRAMS) > 20


@pytest.mark.parametrize("program", PROGRAMS)
def test_same_results(program, found):
    original, face = found["original"][program], found["face"][program]
    assert original["status"] == 0, original["messages"]
    assert face["status"] == 0, face["messages"]
    assert original["found"], "it prints nothing"
    assert without_our_version(face["found"]) == original["found"]
    assert face["messages"] == original["messages"]


def without_our_version(found):
    return json.loads(re.sub(r"\+parbleu\.[0-9A-Za-z.]+", "", json.dumps(found)))
