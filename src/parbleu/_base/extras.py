"""Imports the packages of extras, and tells their versions and how to install them."""

from __future__ import annotations

from typing import Any

from parbleu.errors import MissingDependencyError


def imported(module: str, need: str, extra: str, package: str = "") -> Any:
    """Returns a module of a package that an extra installs; if a package is named, that alone is needed.

    Raises:
        MissingDependencyError: it cannot be imported; the message says what needs it, and how to install it.
    """
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError(f"{need}: {install_command(extra, package)}") from None


def install_command(extra: str, package: str = "") -> str:
    """Returns the command that installs the packages of an extra of parbleu, such as "ja", or one of them.

    It names the packages, since `parbleu[ja]` can be installed only where an index has parbleu.
    """
    packages = [
        f"'{requirement}'"
        for name, requirement in optional_requirements()
        if name == extra and requirement.startswith(package)
    ]
    if not packages:  # run from its sources, without metadata or with older ones
        return f"pip install '.[{extra}]' in the directory of parbleu's sources"
    return f"pip install {' '.join(packages)}"


def installed_version(package: str) -> str:
    """Returns the version of an installed package; "" if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def optional_requirements() -> list[tuple[str, str]]:
    """Returns each extra and a requirement of it, such as ("ja", "ipadic>=1.0"); none without metadata.

    Those of other versions of Python are left out.

    Those of sources that are run where they lie come from their `pyproject.toml`: metadata may be older.
    """
    import re
    import sys
    from importlib.metadata import PackageNotFoundError, requires
    from pathlib import Path

    project = Path(__file__).parents[3] / "pyproject.toml"
    if sys.version_info >= (3, 11) and project.is_file():
        import tomllib

        extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
        marked = [(extra, *item.partition(";")) for extra, items in extras.items() for item in items]
        return [(extra, package.strip()) for extra, package, _, marker in marked if _is_for_python(marker)]
    try:
        declared = requires("parbleu") or []
    except PackageNotFoundError:  # run from its sources
        return []
    split = [requirement.partition(";") for requirement in declared]
    matches = [
        (re.search(r"extra\s*==\s*['\"]([\w-]+)", marker), package)
        for package, _, marker in split
        if _is_for_python(marker)
    ]
    return [(match[1], package.strip()) for match, package in matches if match]


def _is_for_python(marker: str) -> bool:
    """Returns whether a marker of a requirement, such as `python_version < "3.11"`, holds for this Python."""
    import re
    import sys

    for sign, major, minor in re.findall(r"python_version\s*(<|>=)\s*['\"](\d+)\.(\d+)", marker):
        if (sys.version_info[:2] < (int(major), int(minor))) != (sign == "<"):
            return False
    return True
