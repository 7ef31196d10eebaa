"""A module imports only from floors below its own, or from its own room."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "parbleu"

FLOORS = [
    {"_core", "errors", "base", "io", "fetch", "tables"},
    {"text", "stats"},
    {"metrics", "testsets", "human"},
    {"evalset"},
    {"comparison", "meta"},
    {"study", "translate"},
    {"report"},
    {"cli"},
    {"compat"},
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# These name every room, as strings or for type checkers, and import none.
FACADES = {"__init__.py", "__main__.py"}


def modules():
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def room_of(module):
    return module.parts[0].removesuffix(".py")


def imported_rooms(path):
    """The rooms that a module imports anywhere, also inside functions and for type checkers."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "parbleu" and len(parts) > 1 and parts[1] in FLOOR_OF:
                yield parts[1]


@pytest.mark.parametrize("module", [m for m in modules() if str(m) not in FACADES], ids=str)
def test_imports_go_down_the_floors(module):
    room = room_of(module)
    assert room in FLOOR_OF, (
        f"{module} is in a room that no floor has; add it to FLOORS and docs/architecture.md"
    )
    for other in imported_rooms(PACKAGE / module):
        assert other == room or FLOOR_OF[other] < FLOOR_OF[room] or FLOOR_OF[room] == 0, (
            f"{module} (floor {FLOOR_OF[room]}) imports parbleu.{other} (floor {FLOOR_OF[other]})"
        )
        if FLOOR_OF[room] == 0:
            assert FLOOR_OF[other] == 0


def test_every_floor_with_modules_is_looked_at():
    rooms = {room_of(module) for module in modules() if str(module) not in FACADES}
    assert {"text", "metrics", "errors"} <= rooms
