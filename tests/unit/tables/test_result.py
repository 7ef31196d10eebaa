"""Tests that every result can be shown, also one that was made by hand of values of wrong types."""

import importlib
import inspect
import pkgutil

import parbleu
from parbleu._base.record import Record
from parbleu.metrics._score import Score
from parbleu.tables._result import Result

WRONG = [None, "x", 3, b"x", object(), [], {"a": 1}, float("nan")]


def results() -> list[type[Result]]:
    """All classes of results of the package."""
    for module in pkgutil.walk_packages(parbleu.__path__, "parbleu."):
        if not module.name.endswith(("__main__", "_core")):
            try:
                importlib.import_module(module.name)
            except parbleu.errors.MissingDependencyError:
                continue
    found, todo = set(), [Result]
    while todo:
        below = set(todo.pop().__subclasses__()) - found
        found |= below
        todo += below
    return sorted(
        (one for one in found if one.__module__.startswith("parbleu.")), key=lambda one: one.__qualname__
    )


RESULTS = results()


def test_all_are_found() -> None:
    assert {Score, parbleu.Comparison} <= set(RESULTS)
    assert len(RESULTS) > 20


def test_repr_of_wrong_values() -> None:
    for kind in RESULTS:
        names = kind.__annotations__ if issubclass(kind, Record) else inspect.signature(kind).parameters
        for wrong in WRONG:
            try:
                made = kind(*[wrong] * len(names))
            except Exception:  # refused, which is as good
                continue
            assert isinstance(repr(made), str), kind
