"""Tests the parsing of untrusted JSON, and that the package uses no other parser."""

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies

import parbleu
from parbleu._io.json_text import DEEPEST, LONGEST, parse_json, parse_json_lines

DEEP = strategies.recursive(
    strategies.text('":, {a', max_size=4) | strategies.integers(),
    lambda inner: strategies.lists(inner, max_size=3) | strategies.dictionaries(strategies.text("a:"), inner),
    max_leaves=4,
)
OWN_VALUES = "json.loads(json.dumps("
READERS = ("json_text.py", "_worker_host.py")  # the latter runs where parbleu is not installed


@pytest.mark.parametrize("begin", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 200_000])
def test_deep_nesting(begin, depth):
    text = begin * depth + "0" + {"[": "]", "{": "}"}[begin[0]] * depth
    for each in (text, text.encode(), "[[], " + text + "]", begin * depth):
        with pytest.raises(ValueError, match=r"its brackets are nested deeper than 100|Expecting value"):
            parse_json(each)


def test_what_is_read():
    deep = "[" * DEEPEST + "]" * DEEPEST
    for text in ['{"a": [1, "ä"]}', "[" + "[]," * 200 + "0]", deep, "0"]:
        assert parse_json(text) == parse_json(text.encode()) == json.loads(text)
    assert parse_json(b"\xef\xbb\xbf1") == 1
    for wrong in (b"\xff", b'"\xed\xa0\x80"', b"", "[1", "9" * 10_000):
        with pytest.raises(ValueError, match=r"."):
            parse_json(wrong)


TWICE = '{"a": 1, "b": {"c": 2, "c": 3}}'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (TWICE, "'c': rename one"),
        (f"[{TWICE}]", "'c': rename one"),
        ('{"a": 1,\n "b": 2,\n "a": 1}', "'a', in lines 1 and 3: rename one"),
        ('[{"a": 1},\n {"a": 1, "a": 1},\n {"a": 1}]', "'a': rename one"),
    ],
)
def test_a_key_that_stands_twice(text, where):
    for each in (text, text.encode()):
        with pytest.raises(ValueError, match=f"a key stands twice in an object, {where}"):
            parse_json(each)
        assert parse_json(each, repeated_keys=True) == json.loads(text)


@pytest.mark.parametrize(
    "line",
    [
        '{"a": 1, "a": 2}',
        '{"a": 1, "b": {"c": 2, "c": 3}}',
        '{"a" : 1, "a": 2}',
        '{"a" \t : 1, "a"  : 2, "b\\":": 3}',
        '{"a": 1, "\\u0061": 2}',
    ],
)
def test_a_key_that_stands_twice_in_a_line(line):
    assert parse_json_lines(['{"a": 1}\n', f"{line}\n"]) is None
    with pytest.raises(ValueError, match="a key stands twice"):
        parse_json(line)


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_has_as_many_digits_alone_as_among_lines(sign):
    for line, right in ((f'{{"a": {sign}{"9" * n}}}', n == LONGEST) for n in (LONGEST, LONGEST + 1)):
        value = {"a": int(f"{sign}{'9' * LONGEST}")}
        assert parse_json_lines([line, line]) == ([value, value] if right else None)
        if right:
            assert parse_json(line) == value
        else:
            with pytest.raises(ValueError, match=f"a number has {LONGEST + 1} digits, more than {LONGEST}"):
                parse_json(line)


@pytest.mark.parametrize("other", ["3", "null", "true", '"b"', "[]"])
def test_objects_with_something_between_them_are_no_line(other):
    assert parse_json_lines([f'{{"a": 1}}, {other}, {{"b": 2}}\n']) is None


@given(
    strategies.lists(
        strategies.dictionaries(strategies.text('":, \\\n{a', max_size=4), DEEP, max_size=3),
        min_size=1,
        max_size=4,
    ),
    strategies.sampled_from([(",", ":"), (" , ", " : "), (", ", ": ")]),
)
def test_lines_are_read_as_json_reads_them(rows, separators):
    lines = [json.dumps(row, separators=separators) + "\n" for row in rows]
    assert parse_json_lines(lines) == rows


def test_nothing_else_reads_json():
    package = Path(parbleu.__file__).parent
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "json.load" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"json.load", "json.loads"}:
                known = path.name in READERS or ast.unparse(node).startswith(OWN_VALUES)
                assert known, f"{path}:{node.lineno}: use parse_json"
