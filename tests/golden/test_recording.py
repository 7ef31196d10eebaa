"""Tests that the shipped outputs are those of the installed sacreBLEU."""

from __future__ import annotations

import math
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from . import recorded

TOOL = Path(__file__).parents[2] / "tools" / "record_goldens.py"


def test_what_is_shipped_is_what_sacrebleu_answers() -> None:
    words = [sys.executable, str(TOOL), "--check", "helpers", "api_behaviour", "fullcorpora"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[:2] == ["helpers: 0 of 66 differ", "api_behaviour: 0 of 205 differ"]


@pytest.mark.skipif(
    (platform.machine(), platform.libc_ver()[0]) != ("x86_64", "glibc"), reason="another C library"
)
def test_nothing_is_tolerated_where_it_was_recorded() -> None:
    assert recorded.RECORDED_LIBRARY


def test_only_the_last_digits_depend_on_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    score = 57.295057343796095
    near = math.nextafter(score, 100)
    rows = [{"score": score, "counts": [3]}, {"score": near, "counts": [3]}]
    monkeypatch.setattr(recorded, "RECORDED_LIBRARY", True)
    assert not recorded.equal(*rows)
    monkeypatch.setattr(recorded, "RECORDED_LIBRARY", False)
    assert recorded.equal(*rows)
    assert not recorded.equal(rows[0], {"score": near, "counts": [4]})
    assert not recorded.equal(score, score * (1 + 1e-12))
    assert not recorded.equal([score], [score, score])
