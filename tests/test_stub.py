"""Tests that the stub of the native module has the module's names and parameters."""

import ast
import re
from pathlib import Path

import pytest

from parbleu import _core

STUB = Path(__file__).parent.parent / "src" / "parbleu" / "_core.pyi"


def stubbed():
    """Names of the stub -> parameter names, or None for what is no function: "Bleu", "Bleu.score", ..."""
    found = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = parameters(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = None
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    is_property = any(getattr(d, "id", "") == "property" for d in member.decorator_list)
                    name = f"{node.name}.{member.name}"
                    found[name] = None if is_property else parameters(member)
    return found


def parameters(function):
    arguments = function.args
    assert not arguments.vararg
    assert not arguments.kwarg
    return [
        a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs] if a.arg != "self"
    ]


def built():
    """The same of the module, from the signatures that nanobind keeps."""
    found = {}
    for name, value in vars(_core).items():
        if name.startswith("__"):
            continue
        if not isinstance(value, type):
            found[name] = signature_parameters(value)
            continue
        found[name] = None
        for member, attribute in vars(value).items():
            if isinstance(attribute, property):
                found[f"{name}.{member}"] = None
            elif hasattr(attribute, "__nb_signature__"):
                found[f"{name}.{member}"] = signature_parameters(attribute)
    return found


def signature_parameters(function):
    """The names in a signature such as `def name(self, texts: Iterable[str | None]) -> None`."""
    ((text, _, _),) = function.__nb_signature__  # one: no overloads
    depth, word, words = 0, "", []
    for char in text[text.index("(") :]:
        depth += (char in "([") - (char in ")]")
        if depth == 0 or (depth == 1 and char in ",("):
            words.append(word)
            word = ""
        else:
            word += char
        if depth == 0:
            break
    names = [re.split("[:=]", word)[0].strip() for word in words]
    return [name for name in names if name not in ("self", "/", "*", "")]


def test_same_names():
    assert sorted(stubbed()) == sorted(built())


@pytest.mark.parametrize("name", sorted(n for n, p in stubbed().items() if p is not None))
def test_same_parameters(name):
    assert built()[name] == stubbed()[name]
