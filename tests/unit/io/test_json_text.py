"""Tests the parsing of untrusted JSON, and that the package uses no other parser."""

import ast
import json
from pathlib import Path

import pytest

import parbleu
from parbleu.io.json_text import DEEPEST, parse_json

OWN_VALUES = "json.loads(json.dumps("


@pytest.mark.parametrize("begin", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 200_000])
def test_deep_nesting(begin, depth):
    text = begin * depth + "0" + {"[": "]", "{": "}"}[begin[0]] * depth
    for given in (text, text.encode(), "[[], " + text + "]", begin * depth):
        with pytest.raises(ValueError, match=r"its brackets are nested deeper than 100|Expecting value"):
            parse_json(given)


def test_what_is_read():
    deep = "[" * DEEPEST + "]" * DEEPEST
    for text in ['{"a": [1, "ä"]}', "[" + "[]," * 200 + "0]", deep, "0"]:
        assert parse_json(text) == parse_json(text.encode()) == json.loads(text)
    assert parse_json(b"\xef\xbb\xbf1") == 1
    for wrong in (b"\xff", b'"\xed\xa0\x80"', b"", "[1", "9" * 10_000):
        with pytest.raises(ValueError, match=r"."):
            parse_json(wrong)


def test_nothing_else_reads_json():
    package = Path(parbleu.__file__).parent
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"json.load", "json.loads"}:
                known = path.name == "json_text.py" or ast.unparse(node).startswith(OWN_VALUES)
                assert known, f"{path}:{node.lineno}: use parse_json"
