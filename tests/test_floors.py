"""Tests the structure of the package: imports go down the floors, without cycles; file names are unique."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "parbleu"

FLOORS = [
    {"_core", "errors", "typing", "_base", "_io", "fetch", "tables"},
    {"text", "stats"},
    {"metrics", "testsets", "human", "scorers"},
    {"evalset"},
    {"_inputs"},
    {"_comparison", "meta"},
    {"study", "analysis", "nbest", "translate", "testing", "integrations"},
    {"report", "scale"},
    {"wmt"},
    {"_cli"},
    {"compat"},
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# These name every room, as strings or for type checkers, and import none.
FACADES = {"__init__.py", "__main__.py"}


def modules():
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def room_of(module):
    return module.parts[0].removesuffix(".py")


IMPORTERS = {"load", "lazy_attributes", "import_module", "__import__"}


@cache
def imported_names(path):
    """The modules that a module imports: anywhere, for type checkers only, or by a string; and what of them.

    An `__init__` registers what is below it, by strings that are not counted.
    """
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
        elif path.name == "__init__.py":
            continue
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"parbleu(\.\w+)+:\w+", node.value):
                names.add(node.value.partition(":")[0])
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in IMPORTERS:
            words = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
            names.update(word.partition(":")[0] for word in words if isinstance(word, str))
    return names


def imported_rooms(path):
    parts = (name.split(".") for name in imported_names(path))
    return {name[1] for name in parts if name[0] == "parbleu" and len(name) > 1 and name[1] in FLOOR_OF}


@pytest.mark.long
def test_imports_go_down_the_floors():
    wrong = []
    for module in modules():
        if str(module) in FACADES:
            continue
        room = room_of(module)
        assert room in FLOOR_OF, (
            f"{module} is in a room that no floor has; add it to FLOORS and docs/architecture.md"
        )
        wrong += [
            f"{module} (floor {FLOOR_OF[room]}) imports parbleu.{other} (floor {FLOOR_OF[other]})"
            for other in imported_rooms(PACKAGE / module)
            if other != room and FLOOR_OF[other] >= FLOOR_OF[room] and (FLOOR_OF[room] or FLOOR_OF[other])
        ]
    assert wrong == []


def test_every_floor_with_modules_is_looked_at():
    rooms = {room_of(module) for module in modules() if str(module) not in FACADES}
    assert {"text", "metrics", "errors"} <= rooms


def test_no_module_imports_itself_by_way_of_others():
    names = {}
    for module in modules():
        if "importable" not in module.parts:
            parts = ("parbleu", *module.with_suffix("").parts)
            names[".".join(parts).removesuffix(".__init__")] = PACKAGE / module
    graph = {}
    for name, path in names.items():
        imported = imported_names(path) & names.keys()
        packages = {other for other in imported if any(each.startswith(f"{other}.") for each in imported)}
        graph[name] = imported - packages - {name}
    cycles = []
    done = set()

    def visit(name, trail):
        if name in trail:
            cycles.append([*trail[trail.index(name) :], name])
            return
        if name not in done:
            for imported in sorted(graph[name]):
                visit(imported, [*trail, name])
            done.add(name)

    for name in sorted(graph):
        visit(name, [])
    assert cycles == []


# Files that play the same role in sibling rooms.
ROLES = {"base", "_base", "listings", "_listings"}


def test_a_bare_name_tells_what_is_inside():
    """No two files share one, but for those of one role, commands, formats, and integrations, which have the
    names of packages.
    """
    files = {}
    for module in modules():
        if module.parts[0] not in ("_cli", "compat", "integrations") and module.name not in FACADES:
            files.setdefault(module.stem, []).append(module)
    shared = {stem: found for stem, found in files.items() if len(found) > 1 and stem not in ROLES}
    assert {
        stem for stem, found in shared.items() if {path.parent.name for path in found} != {"formats"}
    } == set()


def test_no_command_draws_a_table():
    marks = ("| ---", "\\toprule", "<table", "---:", "│", "&amp;")
    for module in modules():
        if module.parts[0] == "_cli":
            text = (PACKAGE / module).read_text(encoding="utf-8")
            assert not [mark for mark in marks if mark in text], f"{module} draws a table"
