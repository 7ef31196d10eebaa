"""Tests how files that are not lines of text are recognized."""

import bz2
import gzip
import json
import lzma

import pytest

from parbleu.io.lines import what_it_is

ROWS = [{"src": "Guten Tag", "mt": "Good day", "ref": "Hello"}] * 3


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("".join(json.dumps(row) + "\n" for row in ROWS).encode(), "JSON lines with the keys src, mt, ref"),
        (json.dumps(ROWS[0]).encode(), "JSON lines"),
        (b"a\tb\tc\n" * 3, "a table of 3 columns"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"ARROW1\0\0", "Arrow"),
        (b"PK\x03\x04\x14", "zip"),
        (gzip.compress(b"text\n"), "gzip -dc hyp"),
        (bz2.compress(b"text\n"), "bzip2 -dc hyp"),
        (lzma.compress(b"text\n"), "xz -dc hyp"),
        (b"\x28\xb5\x2f\xfd\x24", "zstd -dc hyp"),
        ("text\n".encode("utf-16"), "-e utf-16"),
    ],
)
def test_what_is_not_text(block: bytes, words: str) -> None:
    assert words in what_it_is("hyp", block)


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"text",
        b"text\n" * 100_000,
        b"a\tb\n",  # one line alone
        b"a\tb\nno field\n",
        b'{"a": 1}\n{no JSON}\n',
        b"{} is a pair of braces\n",
        b"{}\n{}\n",
        b"BZh is a word\n",
        b"PARIS1 is a word\n",
    ],
)
def test_text(block: bytes) -> None:
    assert what_it_is("hyp", block) == ""


def test_a_line_that_is_cut_is_not_looked_at() -> None:
    line = json.dumps({"mt": "x" * 30_000}).encode() + b"\n"
    assert "JSON lines" in what_it_is("hyp", line * 9)


def test_utf_16_that_is_wanted() -> None:
    assert what_it_is("hyp", "text\n".encode("utf-16"), "utf-16") == ""
