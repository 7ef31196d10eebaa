"""Names that import their module when they are first used, so that `import parbleu` costs next to nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def load(path: str) -> Any:
    """Returns what `path`, spelled "package.module:attribute", names; imports the module if need be."""
    module, _, attribute = path.partition(":")
    return getattr(__import__(module, fromlist=[attribute]), attribute)


def lazy_attributes(
    module: str, names: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Makes a module's `__getattr__` and `__dir__`.

    Args:
        module: the module's own `__name__`.
        names: attribute -> "package.module:attribute"; without attribute part, the module itself.

    Returns:
        The two functions. An attribute is stored in the module when it is first used.
    """
    from sys import modules

    space = modules[module].__dict__

    def getattribute(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        path = names[name]
        if ":" in path:
            value = load(path)
        else:
            __import__(path)
            value = modules[path]
        space[name] = value
        return value

    def directory() -> list[str]:
        return sorted({*space, *names})

    return getattribute, directory
