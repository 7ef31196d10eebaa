"""Named things, each imported when first asked for; third parties add theirs through entry points."""

from __future__ import annotations

from parbleu.base.lazy import load
from parbleu.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView, ValuesView
    from typing import Any


class Registry:
    """A read-only mapping from names to objects that are imported on first use.

    Args:
        what: what the objects are, for messages: "tokenizer".
        paths: name -> "package.module:attribute".
        group: the entry-point group in which other distributions announce theirs. It is searched only for
            names that are not built in, since that is slow.
    """

    def __init__(self, what: str, paths: dict[str, str], group: str) -> None:
        self.what = what
        self.group = group
        self._paths = paths
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        found = self._loaded.get(name)
        if found is None:
            path = self._paths.get(name) or self._announced().get(name)
            if path is None:
                raise UnknownNameError(self.what, name, list(self._paths))
            found = self._loaded[name] = load(path)
        return found

    def _announced(self) -> dict[str, str]:
        from importlib.metadata import entry_points

        return {entry.name: entry.value for entry in entry_points(group=self.group)}

    def get(self, name: str, default: Any = None) -> Any:
        """Returns the object of that name, or `default`."""
        try:
            return self[name]
        except UnknownNameError:
            return default

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._paths or name in self._announced())

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def keys(self) -> KeysView[str]:
        """Returns the built-in names."""
        return self._paths.keys()

    def values(self) -> ValuesView[Any]:
        """Returns the built-in objects; imports them all."""
        return {name: self[name] for name in self}.values()

    def items(self) -> ItemsView[str, Any]:
        """Returns the built-in names and objects; imports them all."""
        return {name: self[name] for name in self}.items()

    def __repr__(self) -> str:
        return f"<{self.what} registry: {', '.join(self)}>"
