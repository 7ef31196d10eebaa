"""Imports the packages of extras, and makes the commands that install them."""

from __future__ import annotations

from typing import Any

from parbleu.errors import MissingDependencyError


def imported(module: str, need: str, extra: str) -> Any:
    """Returns a module of a package that an extra installs.

    Raises:
        MissingDependencyError: it cannot be imported; the message says what needs it, and how to install it.
    """
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError(f"{need}: {install_command(extra)}") from None


def install_command(extra: str) -> str:
    """Returns the command that installs the packages of an extra of parbleu, such as "ja".

    It names the packages, since `parbleu[ja]` can be installed only where an index has parbleu.
    """
    from importlib.metadata import PackageNotFoundError, requires

    try:
        declared = requires("parbleu") or []
    except PackageNotFoundError:
        declared = []
    found = []
    for requirement in declared:
        package, _, marker = requirement.partition(";")
        if f'extra=="{extra}"' in marker.replace("'", '"').replace(" ", ""):
            found.append(f"'{package.strip()}'")
    if not found:  # run from its sources, without metadata or with older ones
        return f"pip install '.[{extra}]' in the directory of parbleu's sources"
    return f"pip install {' '.join(found)}"
