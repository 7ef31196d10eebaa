"""Imports the module of a public name when the name is first used, so that `import parbleu` is fast.

All that `import parbleu` loads is here. `__future__` is a file, too: annotations are quoted in its place.
"""

from sys import modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def load(path: str) -> "Any":
    """Returns what `path`, spelled "package.module:attribute", names; imports the module if need be."""
    module, _, attribute = path.partition(":")
    return getattr(__import__(module, fromlist=[attribute]), attribute)


def lazy_attributes(
    module: str, places: "Mapping[str, str]"
) -> "tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]":
    """Makes a module's `__getattr__`, `__dir__` and `__all__`.

    Type checkers read the stub beside a package, which `tools/make_lazy_stubs.py` writes.

    Args:
        module: the module's own `__name__`.
        places: a module -> the names it gives, separated by blanks. A module whose name begins with a point
            is below `module`; the names of the point alone are those of submodules.

    Returns:
        The two functions and the list. An attribute is stored in the module when it is first used.
    """
    defined_in = {name: path for path, names in places.items() for name in names.split()}
    space = modules[module].__dict__

    def getattribute(name: str) -> "Any":
        if name not in defined_in:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        path = defined_in[name]
        if path == ".":
            __import__(f"{module}.{name}")
            value: Any = modules[f"{module}.{name}"]
        else:
            value = load(f"{module if path[0] == '.' else ''}{path}:{name}")
        space[name] = value
        return value

    def directory() -> list[str]:
        return sorted({*space, *defined_in} - {"lazy_attributes"})

    return getattribute, directory, list(defined_in)
