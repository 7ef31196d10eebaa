"""The generated Unicode tables are what the generator makes, where the interpreter has those versions."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "make_unicode_tables", ROOT / "tools" / "make_unicode_tables.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.parametrize("name", ["lower_unicode_14_0.inc", "classes_unicode_17_0.inc"])
def test_tables_are_current(name: str) -> None:
    tool = generator()
    try:
        expected = tool.TABLES[name]()
    except tool.WrongVersionError as error:
        pytest.skip(str(error))
    assert (ROOT / "core" / "src" / "generated" / name).read_text(encoding="ascii") == expected


def test_runs_say_what_they_were_made_from() -> None:
    tool = generator()
    assert tool.ranges([1, 2, 3, 7, 9, 10]) == [(1, 3), (7, 7), (9, 10)]
    pairs = [(1, 11), (2, 12), (3, 13), (5, 6), (7, 8), (9, 10), (10, 11), (30, 29)]
    again = [
        (point, point + delta)
        for first, last, step, delta in tool.case_runs(pairs)
        for point in range(first, last + 1, step)
    ]
    assert again == pairs
