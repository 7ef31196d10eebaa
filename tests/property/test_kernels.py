"""Tests that every vector kernel that this machine runs counts what the portable one counts."""

from __future__ import annotations

import os
import platform
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from parbleu import _core

from .hostile import Hostile

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
BATCHES = range(8)


@cache
def corpora() -> list[tuple[_core.Segments, list[_core.Segments]]]:
    made = []
    for index in BATCHES:
        hyps, refs = Hostile(f"{SEED}/kernels/{index}").corpus(500, 1 + index % 3, missing=True)
        made.append((_core.Segments(hyps), [_core.Segments(stream) for stream in refs]))
    return made


@pytest.mark.parametrize("level", _core.simd_levels())
@pytest.mark.parametrize("tokenizer", _core.tokenizer_names())
@pytest.mark.parametrize(("order", "lowercase"), [(1, False), (4, False), (4, True), (6, False), (9, False)])
def test_bleu(level: str, tokenizer: str, order: int, lowercase: bool) -> None:
    options = (tokenizer, lowercase, order, "exp", 0.0, False)
    portable, kernel = _core.Bleu(*options, simd="portable"), _core.Bleu(*options, simd=level)
    for hyps, refs in corpora():
        assert kernel.statistics(hyps, refs, 1).tolist() == portable.statistics(hyps, refs, 1).tolist()


@pytest.mark.parametrize("level", _core.simd_levels())
@pytest.mark.parametrize(("char_order", "word_order"), [(6, 0), (6, 2), (3, 1), (8, 0), (9, 3)])
@pytest.mark.parametrize(("lowercase", "whitespace"), [(False, False), (False, True), (True, False)])
def test_chrf(level: str, char_order: int, word_order: int, lowercase: bool, whitespace: bool) -> None:
    options = (char_order, word_order, 2.0, lowercase, whitespace, False)
    portable, kernel = _core.Chrf(*options, simd="portable"), _core.Chrf(*options, simd=level)
    for hyps, refs in corpora():
        assert kernel.statistics(hyps, refs, 1).tolist() == portable.statistics(hyps, refs, 1).tolist()


@pytest.mark.parametrize("level", _core.simd_levels())
@pytest.mark.parametrize("normalized", [False, True])
def test_ter(level: str, normalized: bool) -> None:
    options = (normalized, False, normalized, False)
    portable, kernel = _core.Ter(*options, simd="portable"), _core.Ter(*options, simd=level)
    for hyps, refs in corpora():
        assert kernel.statistics(hyps, refs, 1).tolist() == portable.statistics(hyps, refs, 1).tolist()


def test_the_portable_kernel_comes_first() -> None:
    assert _core.simd_levels()[0] == "portable"


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="reads /proc/cpuinfo")
def test_levels_are_those_of_the_processor():
    flags = set(
        re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE).group(1).split()
    )
    avx2 = {"avx2", "fma", "bmi1", "bmi2", "popcnt"} <= flags
    wide = {
        f"avx512{part}" for part in ("f", "bw", "vl", "dq", "vbmi", "_vbmi2", "_vpopcntdq", "ifma")
    } <= flags
    assert _core.simd_levels() == ["portable"] + ["avx2"] * avx2 + ["avx512"] * (avx2 and wide)
