"""The native tokenizers against what sacreBLEU 2.6.0 was seen to return, and their frozen tables."""

import gzip
import json
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parbleu import _core

TER_VARIANTS = {
    "ter-norm": (True, False, False),
    "ter-norm-asian": (True, False, True),
    "ter-nopunct": (False, True, False),
    "ter-nopunct-asian": (False, True, True),
    "ter-asian-only": (False, False, True),
    "ter-norm-nopunct-asian": (True, True, True),
}
"""Keys of char_classes.json.gz: normalized, no_punct, asian_support."""


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="ascii") as lines:
        yield from map(json.loads, lines)


def load(path: Path) -> dict[str, Any]:
    with gzip.open(path, "rt", encoding="ascii") as file:
        content: dict[str, Any] = json.load(file)
    return content


def run(key: str, text: str) -> str:
    if key in TER_VARIANTS:
        return _core.tokenize_ter(text, *TER_VARIANTS[key], case_sensitive=True)
    return _core.tokenize(text, key)


def test_recorded_lines(oracles: Path) -> None:
    compared = 0
    for row in rows(oracles / "golden" / "sacrebleu" / "tokenizers.jsonl.gz"):
        name = row["tokenizer"]
        if name == "tercom":
            assert _core.tokenize_ter(row["in"], **row["args"]) == row["result"], row["id"]
        elif name in _core.tokenizer_names():
            assert _core.tokenize(row["in"], name) == row["result"], row["id"]
        else:
            continue
        compared += 1
    assert compared > 13_000


def test_every_character_in_context(oracles: Path) -> None:
    """Code points between letters, between digits, at their borders and alone; of long runs every 11th."""
    runs = load(oracles / "golden" / "sacrebleu" / "char_classes.json.gz")["runs"]
    assert len(runs) == 50
    for key, expected in runs.items():
        tokenizer, template = key.split("|")
        for first, last, pattern in expected:
            step = 1 if last - first < 2000 else 11
            for point in (*range(first, last, step), last):
                character = chr(point)
                text = template.replace("{c}", character)
                want = pattern[1:] if pattern.startswith("=") else pattern.replace("C", character)
                assert run(tokenizer, text) == want, (key, hex(point))


def test_lower_case(oracles: Path) -> None:
    tables = load(oracles / "golden" / "sacrebleu" / "unicode_tables.json.gz")
    single = {int(point, 16): low for point, low in tables["lower (single char, isolated)"].items()}
    for point in range(sys.maxunicode + 1):
        assert _core.lower(chr(point)) == single.get(point, chr(point)), hex(point)
    for text, low in tables["lower final-sigma examples"].items():
        assert _core.lower(text) == low


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="str.lower has other tables here")
@pytest.mark.parametrize("width", [0x100, 0x10000, 0x110000])
def test_lower_case_is_pythons(width: int) -> None:
    everything = "".join(map(chr, range(width)))
    assert _core.lower(everything) == everything.lower()
    between = "Σ".join(map(chr, range(width)))
    assert _core.lower(between) == between.lower()


def test_names() -> None:
    assert _core.tokenizer_names() == ["none", "zh", "13a", "intl", "char"]
    with pytest.raises(ValueError, match="there is no native tokenizer 14a"):
        _core.tokenize("text", "14a")


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "a\u2028b", "\ud800.", "é, ÿ", "Привет, мир!", "中文。", "𝔘 . 5,5"]
)
def test_text_survives(text: str) -> None:
    """Whatever a tokenizer does, the characters that are not white space stay as they are."""
    for name in _core.tokenizer_names():
        assert "".join(_core.tokenize(text, name).split()) == "".join(text.split())
