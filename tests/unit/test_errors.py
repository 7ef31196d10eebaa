"""Tests that `parbleu.errors` gives all errors, with names that end in `Error`."""

import ast
import copy
import inspect
import pickle
import re
from functools import cache
from pathlib import Path

import pytest

import parbleu
from parbleu import errors

PACKAGE = Path(parbleu.__file__).parent
OWN = {
    name: getattr(errors, name)
    for name in dir(errors)
    if isinstance(getattr(errors, name), type) and issubclass(getattr(errors, name), Exception)
}


@cache
def exceptions():
    """File, name and bases of every class of the package that is an exception by its bases."""
    classes = []
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"class \w+\([^)]*(Error|Exception)\b", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
                if any(base == "Exception" or base.endswith("Error") for base in bases):
                    classes.append((path, node.name, bases))
    return classes


def test_every_error_ends_in_error():
    assert len(exceptions()) > len(OWN)  # commands and downloads have some that do not leave them
    assert not [name for _, name, _ in exceptions() if not name.endswith("Error")]


def test_users_import_all_errors_from_one_module():
    defined = {name for path, name, _ in exceptions() if path.name in ("common_errors.py", "rare_errors.py")}
    assert OWN.keys() == defined
    assert {value.__module__ for value in OWN.values()} == {"parbleu.errors"}
    assert not [name for _, name, bases in exceptions() if OWN.keys() & set(bases) and name not in OWN]


def test_every_error_is_also_a_built_in_exception():
    assert len(OWN) > 30
    for name, kind in OWN.items():
        builtin = [each for each in kind.__mro__ if each.__module__ == "builtins"]
        assert kind is errors.ParbleuError or builtin[0] is not Exception, name


def one_of(kind):
    """An error of a class, made of arguments of the kinds that its constructor names."""
    samples = {"int": 3, "list[str]": ["a", "b"], "object": "x"}
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    arguments = [argument for argument in parameters if argument.kind is not inspect.Parameter.KEYWORD_ONLY]
    if arguments[0].kind is inspect.Parameter.VAR_POSITIONAL:
        return kind("what is wrong")
    return kind(*(samples.get(str(argument.annotation), "x") for argument in arguments))


@pytest.mark.parametrize("again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy])
def test_errors_are_pickled_and_copied(again):
    for kind in OWN.values():
        error = one_of(kind)
        error.note_of_ours = 3
        if isinstance(error, OSError):
            error.errno = 28
        found = again(error)
        assert type(found) is kind
        assert (str(found), found.args, vars(found)) == (str(error), error.args, vars(error))
        assert getattr(found, "errno", None) == getattr(error, "errno", None), kind
