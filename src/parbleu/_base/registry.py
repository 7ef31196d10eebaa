"""Defines `Registry`: named things that are imported on demand, and extended by entry points."""

from __future__ import annotations

from parbleu import errors
from parbleu._base.lazy import load
from parbleu.errors import OptionError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, ItemsView, Iterator, KeysView, ValuesView
    from typing import Any


class Registry:
    """A read-only mapping from names to objects that are imported on first use.

    As a mapping it has the built-in names. By its name is also found what was registered in this process, and
    what other distributions announce; MissingDependencyError if that cannot be loaded.

    Args:
        what: what the objects are, for messages: "tokenizer".
        paths: name -> "package.module:attribute".
        group: the entry-point group in which other distributions announce theirs. It is searched only for
            names that are not built in, since that is slow.
        any_case: whether "bleu" is found as "BLEU".
        not_sacrebleus: those of the names that the command of sacreBLEU does not know.
    """

    def __init__(
        self,
        what: str,
        paths: dict[str, str],
        group: str,
        *,
        any_case: bool = False,
        not_sacrebleus: Collection[str] = (),
    ) -> None:
        self.what = what
        self.not_sacrebleus = not_sacrebleus
        self.group = group
        self._paths = paths
        self._fold: Callable[[str], str] = str.casefold if any_case else str
        self._folded = {self._fold(name): name for name in paths}
        self._registered: dict[str, Any] = {}
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if isinstance(name, str) and name in self._loaded:
            return self._loaded[name]
        known = self.find(name)
        if known is None:
            raise UnknownNameError(self.what, name, [*self._paths, *self.others()])
        if known in self._registered:
            return self._registered[known]
        value = load(self._paths[known]) if known in self._paths else self._load_announced(known)
        self._loaded[name] = value
        return value

    def _load_announced(self, name: str) -> Any:
        path = self._announced()[name]
        try:
            return load(path)
        except Exception as problem:  # whatever a package's code may raise
            raise errors.MissingDependencyError(
                f"the {self.what} {name!r}, which {announcing(self.group, name)} announces as {path}, "
                f"cannot be loaded: {problem!r}; mend or remove the package"
            ) from problem

    def leave_out(self, name: str, problem: Exception) -> None:
        """Warns, once, that what is announced under a name fails, and is passed over where all are tried."""
        from parbleu._base.log import warn_once

        warn_once(
            f"the {self.what} {name!r} of {announcing(self.group, name)} fails and is left out: {problem!r}"
        )

    def register(self, name: str, value: Any) -> None:
        """Adds an object for this process; distributions announce theirs by an entry point instead.

        Raises:
            OptionError: the name is built in: it would promise something else.
        """
        if self.is_built_in(name):
            raise OptionError(f"the {self.what} {name!r} is built in; register yours under another name")
        self._registered[name] = value
        for loaded in [known for known in self._loaded if self._fold(known) == self._fold(name)]:
            del self._loaded[loaded]

    def find(self, name: object) -> str | None:
        """Returns a name in the registry's spelling; None if the registry does not have it."""
        if not isinstance(name, str):
            return None
        wanted = self._fold(name)
        if wanted in self._folded:
            return self._folded[wanted]
        for names in (self._registered, self._announced()):
            for known in names:
                if self._fold(known) == wanted:
                    return known
        return None

    def is_built_in(self, name: str) -> bool:
        """Returns whether the name is built in: not registered later, and not announced."""
        return self._fold(name) in self._folded

    def registered(self) -> list[str]:
        """Returns the names that were registered in this process, which takes no search."""
        return list(self._registered)

    def others(self) -> list[str]:
        """Returns the names that are not built in: registered in this process, or announced."""
        return [name for name in {**self._registered, **self._announced()} if not self.is_built_in(name)]

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
        return self.find(name) is not None

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


def announcing(group: str, name: str) -> str:
    """Returns the package that announces an entry point, in words."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=group, name=name):
        if entry.dist is not None:
            return f"the package {entry.dist.name}"
    return "a package"


def package_at_fault(problem: BaseException) -> str:
    """Returns the package whose announced code raised an error, in words; "" if it is none."""
    from importlib.metadata import entry_points

    roots = {}
    for group, entries in _groups(entry_points()):
        if group.startswith("parbleu."):
            roots.update({entry.module.partition(".")[0]: (group, entry.name) for entry in entries})
    frame, fault = problem.__traceback__, ""
    while frame is not None:
        root = str(frame.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if root in roots and root != "parbleu":
            fault = announcing(*roots[root])
        frame = frame.tb_next
    return fault


def _groups(entries: Any) -> Iterator[tuple[str, Any]]:
    for group in entries.groups:
        yield group, entries.select(group=group)


class Names:
    """The names of a registry as the choices of an option; entry points are read only on demand.

    Args:
        registry: the registry.
        spelled: how an option spells the name of an object that is not built in, such as `str.lower`.
        built_in: the words for what is built in; by default the names there, spelled so.
        unlisted: words that are choices, too, but are not listed.
    """

    def __init__(
        self,
        registry: Registry,
        spelled: Callable[[str], str] = str,
        built_in: tuple[str, ...] | None = None,
        unlisted: Collection[str] = (),
    ) -> None:
        self._registry = registry
        self.unlisted = unlisted
        self._spelled = spelled
        self._built_in = tuple(map(spelled, registry)) if built_in is None else built_in

    @classmethod
    def of_sacrebleu(cls, registry: Registry) -> Names:
        """Returns the choices without the built-in names that sacreBLEU does not know."""
        return cls(registry, built_in=tuple(name for name in registry if name not in registry.not_sacrebleus))

    def __contains__(self, word: object) -> bool:
        if word in self._built_in or word in self.unlisted:
            return True
        if not isinstance(word, str) or self._spelled(word) != word or self._registry.is_built_in(word):
            return False
        return word in self._registry

    def __iter__(self) -> Iterator[str]:
        yield from self._built_in
        yield from map(self._spelled, self._registry.others())

    def __len__(self) -> int:
        return len(self._built_in) + len(self._registry.others())
