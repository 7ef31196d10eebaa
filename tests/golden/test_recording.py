"""Tests that the shipped outputs are those of the installed sacreBLEU."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "record_goldens.py"


def test_what_is_shipped_is_what_sacrebleu_answers() -> None:
    words = [sys.executable, str(TOOL), "--check", "helpers", "api_behaviour", "fullcorpora"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[:2] == ["helpers: 0 of 66 differ", "api_behaviour: 0 of 205 differ"]
