"""Tests tokenized lines, and each tokenizer around every single code point."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import pytest

import parbleu
from parbleu import _core
from parbleu.errors import ParbleuError

from .code_points import POINTS, PROBES, decode_runs
from .exclusions import RAISES
from .recorded import Comparison, Recorded

TOKENIZERS = ("none", "13a", "intl", "zh", "char", "ja-mecab", "ko-mecab", "flores101")


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_tokenized_lines(
    recorded: Recorded, comparison: Comparison, spm_models: None, tokenizer: str
) -> None:
    for row in recorded.rows("tokenizers"):
        if row["tokenizer"] == tokenizer and row["id"] not in RAISES:
            ours = parbleu.tokenize(row["in"], tokenizer)
            comparison.check(f"{row['id']} {row['in']!r}", ours, row["result"])
            if "signature" in row:
                signature = parbleu.BLEU(tokenize=tokenizer).tokenizer_signature
                comparison.check(f"{row['id']} signature", signature, row["signature"])
    comparison.finish(at_least=recorded.count(270, 1098))


@pytest.mark.parametrize("ident", [ident for ident in RAISES if ident.startswith("tokenizers:")])
def test_line_that_crashes_the_original(recorded: Recorded, spm_models: None, ident: str) -> None:
    row = next(row for row in recorded.rows("tokenizers") if row["id"] == ident)
    assert "error" in row
    with pytest.raises(ParbleuError, match=RAISES[ident].message):
        parbleu.tokenize(row["in"], row["tokenizer"])


def test_ter_lines(recorded: Recorded, comparison: Comparison) -> None:
    for row in recorded.rows("tokenizers"):
        if row["tokenizer"] == "tercom":
            ours = _core.tokenize_ter(row["in"], **row["args"])
            comparison.check(f"{row['id']} {row['args']} {row['in']!r}", ours, row["result"])
    comparison.finish(16 * recorded.count(65, 518))


def code_point_probe(name: str) -> Callable[[str], str]:
    """The tokenizer of a row of char_classes: the name of a BLEU tokenizer, or of a set of TER's options."""
    options = PROBES[name]
    if options is None:
        return partial(_core.tokenize, tokenizer=name)
    return partial(_core.tokenize_ter, **options, case_sensitive=True)


def check_probe(name: str, template: str, runs: list[tuple[int, int, str]], comparison: Comparison) -> None:
    """Compares the tokenised template for every probed code point: 262,000 calls, so the loop is bare."""
    tokenize = code_point_probe(name)
    before, after = template.split("{c}")
    expected = decode_runs(runs)
    differing = [point for point in POINTS if tokenize(f"{before}{chr(point)}{after}") != expected[point]]
    for point in differing:
        char = chr(point)
        comparison.check(f"{name} U+{point:04X}", tokenize(f"{before}{char}{after}"), expected[point])
    comparison.check(f"{name} {template!r} differing code points", len(differing), 0)


@pytest.mark.parametrize("name", PROBES)
def test_every_code_point(shipped: Recorded, comparison: Comparison, name: str) -> None:
    for key, runs in shipped.document("char_classes")["runs"].items():
        tokenizer, template = key.split("|", 1)
        if tokenizer == name:
            check_probe(name, template, runs, comparison)
    comparison.finish(at_least=5)


def in_runs(runs: list[tuple[int, int]]) -> set[int]:
    return {point for first, last in runs for point in range(first, last + 1)}


def test_lower_of_every_code_point(shipped: Recorded, comparison: Comparison) -> None:
    table = shipped.document("unicode_tables")["lower"]
    ours = {f"{point:04x}": _core.lower(chr(point)) for point in range(sys.maxunicode + 1)}
    changed = {point: lower for point, lower in ours.items() if chr(int(point, 16)) != lower}
    assert changed == table


def test_lower_of_final_sigma(shipped: Recorded) -> None:
    samples = shipped.document("unicode_tables")["lower final sigma"]
    assert {text: _core.lower(text) for text in samples} == samples


def test_white_space(shipped: Recorded) -> None:
    """The white space that separates tokens: BLEU counts two tokens around it."""
    spaces = in_runs(shipped.document("unicode_tables")["white space"])
    texts = [f"a{chr(point)}b" for point in range(sys.maxunicode + 1)]
    lengths = parbleu.BLEU(tokenize="none").statistics(texts, [["x"] * len(texts)])[:, 0].tolist()
    assert {point for point, length in enumerate(lengths) if length == 2} == spaces


def splits(before: str, point: int, after: str) -> bool:
    """Whether `intl` separates a code point from both of its neighbours."""
    char = chr(point)
    return _core.tokenize(f"{before}{char}{after}", "intl") == f"{before} {char} {after}"


def test_unicode_classes(shipped: Recorded) -> None:
    r"""\p{P}, \p{S} and \p{N} as `intl` sees them, through the splits that only that class makes.

    A symbol leaves even the digits around it, a punctuation mark only other neighbours, and a number keeps
    the full stop that follows it.
    """
    tables = shipped.document("unicode_tables")
    points = range(sys.maxunicode + 1)
    symbols = {point for point in points if splits("1", point, "1")}
    assert symbols == in_runs(tables["S"])
    assert {point for point in points if splits("a", point, "b")} - symbols == in_runs(tables["P"])
    kept = {point for point in points if _core.tokenize(f"{chr(point)}.", "intl") == f"{chr(point)}."}
    assert kept == in_runs(tables["N"])


def test_the_tables_are_those_recorded_elsewhere(recorded: Recorded, shipped: Recorded) -> None:
    assert recorded.document("char_classes")["runs"] == shipped.document("char_classes")["runs"]
