"""Aliases a face under the name of the original package, so that `import sacrebleu` finds it.

A finder on `sys.meta_path` answers for the name and for everything below it with the modules of the face
itself: each exists once, whatever it is imported as. Its classes keep the face's name in `__module__`, so a
pickle of them can be read by any process that has parbleu.

Processes that this one forks inherit the finder. Those that `multiprocessing` spawns inherit `sys.path`,
where a directory of `importable/` holds a package of that name, whose import installs the alias there, and
metadata.
"""

from __future__ import annotations

import os
import sys

from parbleu import errors
from parbleu.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any

    from typing_extensions import Self

FACES = ("sacrebleu", "mt_metrics_eval")
"""What `install_as` takes: the rooms of `parbleu.compat` that stand for another package."""


class Undo:
    """Takes an alias away again: call it, or use it as a context manager. Only the first time counts."""

    def __init__(self, alias: _Alias) -> None:
        self._alias: _Alias | None = alias

    def __call__(self) -> None:
        """Removes the alias, unless another caller has installed it too."""
        alias, self._alias = self._alias, None
        if alias is not None:
            alias.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self()


def install_as(name: str) -> Undo:
    """Makes `import NAME`, and the import of everything below it, find the face of parbleu.

    Also in processes that this one forks or spawns, and for `importlib.metadata`. Call it before anything
    imports the original. It may be called more than once; the alias stays until all are undone.

    Args:
        name: one of `FACES`.

    Returns:
        what takes the alias away: call it, or use it as a context manager. Who imported the face meanwhile
        keeps it.

    Raises:
        AliasError: the original is imported already.
        UnknownNameError: there is no face of that name.
    """
    alias = _alias_of(name)
    alias.enter(directory(name))
    return Undo(alias)


def forward(name: str) -> None:
    """Puts the face in the place of the package that is being imported under its name, for good.

    Args:
        name: one of `FACES`; the `__name__` of the caller, which is the `__init__` of a package of that name.
    """
    alias = _alias_of(name)
    del sys.modules[name]
    alias.enter()


def directory(name: str) -> str:
    """Returns the directory that makes the face importable as `name` where it is on `sys.path`."""
    here = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is large
    return f"{here}/importable/{name}"


class _Alias:
    """The face of one name, and the finder that leads to it.

    Attributes:
        name: what the face is imported as.
        target: the face's own name.
        users: how many installed it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.target: str = f"parbleu.compat.{name}"
        self.users: int = 0

    def enter(self, entry: str | None = None) -> None:
        """Installs it, or counts one more user.

        Args:
            entry: what to add to `sys.path`, for processes that are spawned; None if they find it anyway.
        """
        face = _import(self.target)
        with _LOCK:
            if self.users == 0:
                self._check()
                if entry is not None:
                    sys.path.insert(_place_of(self.name), entry)
                sys.meta_path.insert(0, self)
                sys.modules[self.name] = face
            self.users += 1

    def leave(self) -> None:
        """Takes it away if this was the last user."""
        with _LOCK:
            self.users -= 1
            if self.users == 0:
                sys.meta_path.remove(self)
                sys.path.remove(directory(self.name))
                for name in self._imported():
                    del sys.modules[name]

    def _imported(self) -> list[str]:
        """Returns the names in `sys.modules` that belong to the package, whoever put them there."""
        return [name for name in list(sys.modules) if self._covers(name)]

    def _covers(self, name: str) -> bool:
        return name == self.name or name.startswith(f"{self.name}.")

    def _check(self) -> None:
        imported = min(self._imported(), key=len, default=None)
        if imported is not None:
            where = getattr(sys.modules[imported], "__file__", None) or "an unknown place"
            raise errors.AliasError(
                f"too late for install_as({self.name!r}): {imported} was imported already, from {where}; "
                "call it before anything imports that, or start the program with "
                f"`python -m parbleu.compat {self.name} -- PROGRAM`"
            )

    # --- the protocol of sys.meta_path ---

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Returns how to import a module of the face under its other name; None for all other modules."""
        if not self._covers(fullname):
            return None
        from importlib.machinery import ModuleSpec
        from importlib.util import find_spec

        own = find_spec(self.target + fullname[len(self.name) :])
        if own is None:
            return None
        spec = ModuleSpec(fullname, _Loader(own), origin=own.origin)  # type: ignore[arg-type] # no ABC
        spec.submodule_search_locations = own.submodule_search_locations
        return spec


class _Loader:
    """Loads a module under a second name: it is the same module.

    Args:
        own: how to import it under its own name.
    """

    def __init__(self, own: ModuleSpec) -> None:
        self.own = own

    def create_module(self, spec: ModuleSpec) -> ModuleType:  # noqa: ARG002
        """Returns the module itself, so that no thread finds another under its second name."""
        module = _import(self.own.name)
        self.own = module.__spec__ or self.own
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Gives it back how it is imported under its own name, which Python has replaced."""
        module.__spec__ = self.own

    # What `python -m` and tracebacks ask for.

    def get_code(self, name: str) -> CodeType | None:  # noqa: ARG002
        code: CodeType | None = self._ask("get_code")
        return code

    def get_source(self, name: str) -> str | None:  # noqa: ARG002
        source: str | None = self._ask("get_source")
        return source

    def _ask(self, what: str) -> Any:
        return getattr(self.own.loader, what)(self.own.name)


def _import(name: str) -> ModuleType:
    __import__(name)
    return sys.modules[name]


def _place_of(name: str) -> int:
    """Returns the place on `sys.path` right before the first directory that holds the original; else the end.

    Not simply the first: programs take `sys.path[0]` for the directory they lie in.
    """
    from importlib.machinery import PathFinder

    for index, entry in enumerate(sys.path):
        if PathFinder.find_spec(name, [entry]) is not None:
            return index
    return len(sys.path)


def _alias_of(name: str) -> _Alias:
    try:
        return _ALIASES[name]
    except KeyError:
        raise UnknownNameError("face", name, list(_ALIASES)) from None


def _new_lock() -> Any:
    from _thread import allocate_lock

    return allocate_lock()


_LOCK = _new_lock()
_ALIASES = {name: _Alias(name) for name in FACES}
