"""Writes the type stub beside each package whose names are imported when they are first used.

    python tools/make_lazy_stubs.py

The package calls `parbleu._base.lazy.lazy_attributes`, which type checkers and editors cannot follow.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

LONGEST = 110
SOURCES = Path(__file__).parent.parent / "src"


def lazy_packages() -> Iterator[Path]:
    """Yields the `__init__.py` of every package with lazy names."""
    for init in sorted(SOURCES.rglob("__init__.py")):
        if "lazy_attributes(" in init.read_text(encoding="utf-8"):
            yield init


def lazy_names(init: Path) -> dict[str, str]:
    """Returns the names that a package imports lazily, and the module of each."""
    package = ".".join(init.parent.relative_to(SOURCES).parts)
    for node in ast.walk(ast.parse(init.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lazy_attributes":
            places = ast.literal_eval(node.args[1]).items()
            return {
                name: package + place.rstrip(".") if place[0] == "." else place
                for place, names in places
                for name in names.split()
            }
    raise ValueError(f"{init} does not call lazy_attributes")


def stub(init: Path) -> str:
    """Returns the stub of a package: its lazy names, and the constants that it defines itself."""
    names = lazy_names(init)
    imports = {(module, f"{name} as {name}") for name, module in names.items()}
    constants = []
    for node in ast.parse(init.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            target = node.targets[0].id
            if isinstance(node.value, ast.Constant):
                constants.append(f"{target}: {type(node.value.value).__name__}")
            elif isinstance(node.value, ast.Call):
                constants.append(f"{target}: {ast.unparse(node.value.func)}")
                imports.add(("parbleu._base.registry", "Registry"))
    ordered = [_line(*each) for each in sorted(imports, key=_place)]
    lines = ["# Written by tools/make_lazy_stubs.py.", "", *ordered, ""]
    return "\n".join([*lines, *constants]).rstrip() + "\n"


def _place(imported: tuple[str, str]) -> tuple[str, int, str]:
    """Returns the key by which ruff sorts imports: constants, then classes, then functions."""
    module, name = imported
    word = name.partition(" ")[0]
    return module, 0 if word.isupper() else 1 if word[0].isupper() else 2, name.lower()


def _line(module: str, name: str) -> str:
    line = f"from {module} import {name}"
    return line if len(line) <= LONGEST else f"from {module} import (\n    {name},\n)"


if __name__ == "__main__":
    for path in lazy_packages():
        path.with_suffix(".pyi").write_text(stub(path), encoding="utf-8")
