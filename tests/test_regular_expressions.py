"""Tests that no regular expression of the package takes exponential time on hostile text."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from backtracking import growth, search_growth

PACKAGE = Path(__file__).parent.parent / "src" / "parbleu"
NAMES = ("compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
FUNCTIONS = {f"re.{name}" for name in NAMES}
SEARCHES = {"search", "sub", "subn", "split", "findall", "finditer"}

NOT_JUDGED = {
    "testsets/_segment_labels.py": "--subset: the pattern comes from whoever gives the command",
    "testsets/formats/_side_files.py": "the pattern comes from whoever writes an entry of a test set",
    "human/_scoring_scheme.py": "--scheme FILE: the pattern comes from whoever writes it",
    "_inputs/score_files.py": "the pattern is a choice of names of systems",
    "_cli/shell/help_layout.py": "the text is our own",
}


@cache
def nodes(path):
    """What a module is made of, if it mentions a regular expression; nothing otherwise."""
    text = path.read_text(encoding="utf-8")
    mentions = re.search(rf"\bre\b|\.({'|'.join(SEARCHES)})\b", text)
    return [*ast.walk(ast.parse(text))] if mentions else []


def calls(path):
    for node in nodes(path):
        function = node.func if isinstance(node, ast.Call) else None
        if function is not None and ast.unparse(function) in FUNCTIONS:
            yield node


def flags_of(call):
    """Returns the expression `re.I | ...` of a call; that of no flags if there is none."""
    others = [*call.args[1:], *(word.value for word in call.keywords)]
    given = [each for each in others if "re." in ast.unparse(each)]
    return given[0] if given else ast.parse("0", mode="eval").body


def value(node, module):
    return eval(compile(ast.Expression(node), "<pattern>", "eval"), vars(module))


def names_searched_for():
    """The names of compiled patterns that are searched for somewhere, and not only matched at one place."""
    return {
        ast.unparse(node.value).rpartition(".")[2]
        for path in PACKAGE.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in SEARCHES
    }


@cache
def names_of_patterns(path):
    """Returns under which names a module stores the patterns that it compiles, by the call."""
    return {
        (call.lineno, call.col_offset): {ast.unparse(target) for target in node.targets}
        for node in nodes(path)
        if isinstance(node, ast.Assign)
        for call in ast.walk(node.value)
        if isinstance(call, ast.Call)
    }


def patterns():
    """Every pattern, with its flags and place, and what judges it."""
    searched = names_searched_for()
    for path in sorted(PACKAGE.rglob("*.py")):
        name = str(path.relative_to(PACKAGE))
        for call in calls(path):
            if name in NOT_JUDGED:
                continue
            module = importlib.import_module(f"parbleu.{name.removesuffix('.py').replace('/', '.')}")
            function = ast.unparse(call.func).removeprefix("re.")
            stored = names_of_patterns(path).get((call.lineno, call.col_offset), searched)
            is_searched = function in SEARCHES or (function == "compile" and bool(stored & searched))
            judge = search_growth if is_searched else growth
            yield f"{name}:{call.lineno}", value(call.args[0], module), value(flags_of(call), module), judge


@pytest.mark.long
def test_patterns_of_the_package():
    judged = {place: judge(pattern, int(flags)) for place, pattern, flags, judge in patterns()}
    assert {place: found for place, found in judged.items() if found != "linear"} == {}
    assert judged


def test_patterns_are_called_by_the_name_of_the_module():
    """The test above finds `re.compile(...)`, and not `from re import compile`."""
    for path in PACKAGE.rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module == "re":
                assert {alias.name for alias in node.names} <= {"Match", "Pattern"}, path
            if isinstance(node, ast.Import):
                assert all(alias.name != "re" or alias.asname is None for alias in node.names), path


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"abc", "linear"),
        (r"a*b*c+", "linear"),
        (r"(\s+\w+\s*=\s*\d+)*>", "linear"),
        (r"[^>]*>\s*<", "linear"),
        (r"(a|b)*", "linear"),
        (r"<!--.*?-->", "linear"),
        (r"a*a*", "polynomial"),
        (r"\s*([^<]{1,80}?)\s*<", "polynomial"),
        (r"\d+\w+", "polynomial"),
        (r"(a*)*", "exponential"),
        (r"(a|a)*", "exponential"),
        (r"(a+)+b", "exponential"),
        (r"(?=(a+)+b)", "exponential"),
        (r"(?!a*a*b)", "polynomial"),
        (r"(\w|\d)+x", "linear"),  # the compiler makes one set of it
        (r"(\w|a\d)+x", "exponential"),
        (r"(?s)(<!--.*?-->\s*)*x", "exponential"),
        (r"(a?a?){0,80}b", "exponential"),
        (r"(?i)(ab|Ab|c)*b", "exponential"),
        (rb"(.*a){9}", "exponential"),
    ],
)
def test_how_patterns_are_judged(pattern, expected):
    assert growth(pattern) == expected
    re.compile(pattern)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\s+(\w+)=", "polynomial"),
        (r"(?<!\s)\s+(\w+)=", "linear"),
        (r"\s+$", "polynomial"),
        (r"<!--.*?-->", "polynomial"),
        (r"\d+", "linear"),
        (r"x\d+y", "linear"),
        (r"^\s+x", "linear"),
        (r"(?m)^ +x", "linear"),
        (r"(?<!\s)\s+x", "linear"),
        (r"(?m)^(?=\s*@)", "polynomial"),
        (r"(?m)^(?![^#]*#)", "polynomial"),
        (r"(?m)^(?= *@)", "linear"),
        (r"(?<!\d)\d+x", "linear"),
        (r"<[^<>]*>", "linear"),
        (r"<[^>]*>", "polynomial"),
    ],
)
def test_how_searches_are_judged(pattern, expected):
    assert search_growth(pattern) == expected
