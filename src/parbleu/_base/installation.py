"""Describes an installation of parbleu: versions, processor, optional packages, settings and directories."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

import parbleu
from parbleu import _core
from parbleu._base.extras import installed_version, optional_requirements
from parbleu._base.threads import thread_count
from parbleu._base.wording import first_line
from parbleu.tables import Column, Result, Table, column, record, table_of

VARIABLES = {
    "PARBLEU_THREADS": "how many threads work; by default one for each processor",
    "PARBLEU_TESTSETS": "directories with descriptions of your own test sets",
    "PARBLEU_SCORERS": "folders with descriptions of your own scorers",
    "PARBLEU_SCORER_CACHE": "the file of kept scores; off for none",
    "PARBLEU_ACCEPT_LICENCES": "licences without commercial use that you accept",
    "PARBLEU_EVALSETS": "directories of evaluation sets",
    "PARBLEU_MIRROR": "where files are looked for before they are downloaded",
    "PARBLEU_OFFLINE": "1: nothing is downloaded",
    "SACREBLEU": "the directory of downloaded test sets, which sacreBLEU uses too",
    "SACREBLEU_SEED": "the seed of resampling; by default 12345",
    "SACREBLEU_FORMAT": "a format of scores, such as json or text, whatever the options say",
    "NO_COLOR": "any value: no colours in a terminal",
    "SOURCE_DATE_EPOCH": "seconds since 1970, whose day the report page states instead of today",
    "HF_HUB_OFFLINE": "1: no models are downloaded from the Hugging Face Hub",
}
"""What environment variables change, by name."""


@record
class OptionalPackage:
    """A package that an extra of parbleu installs.

    Attributes:
        name: of the package.
        extras: the names of the extras, such as "ja".
        version: what is installed; empty if nothing is.
    """

    column_order = "package version extras"
    name: str = column(name="package")
    extras: tuple[str, ...]
    version: str = column(convert=lambda version: version or "not installed")


@dataclass(frozen=True)
class Plugin:
    """A thing that another package announces, such as a metric.

    Attributes:
        kind: the group of its entry point without "parbleu.", such as "metrics"; "unreadable" where the files
            of a package are damaged, and `path` is what is wrong with them.
        name: by which it is found.
        package: the package that announces it, and its version.
        path: where it is, "package.module:Class".
    """

    kind: str
    name: str
    package: str
    path: str


@dataclass(frozen=True)
class Installation(Result):
    """What is installed, and what it works with.

    Attributes:
        programs: name -> version or property of parbleu, Python, the system and the processor.
        packages: the packages that extras install.
        plugins: what other packages announce.
        variables: name -> value of the environment variables that are set.
        directories: what is kept in each, or the variable that names it, and its path.
    """

    programs: dict[str, str]
    packages: tuple[OptionalPackage, ...]
    plugins: tuple[Plugin, ...]
    variables: dict[str, str]
    directories: tuple[tuple[str, str], ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns tables of programs, optional packages, plugins, environment variables and directories."""
        return (
            Table("programs", [Column("name"), Column("value")], list(self.programs.items())),
            table_of("packages", OptionalPackage, self.packages, title="optional packages"),
            table_of("plugins", Plugin, self.plugins, title="what other packages add"),
            Table(
                "variables",
                [Column("variable"), Column("value"), Column("meaning")],
                [(name, self.variables.get(name, "not set"), text) for name, text in VARIABLES.items()],
                title="environment variables",
            ),
            Table(
                "directories",
                [Column("content"), Column("directory"), Column("state")],
                [(content, path, _state(path)) for content, path in self.directories],
            ),
        )


def describe_installation(directories: Iterable[tuple[str, str]]) -> Installation:
    """Describes this installation, for a report of a problem; nothing is downloaded or written.

    Args:
        directories: what is kept in each, or the variable that names it, and its path: ("test sets",
            "~/.sacrebleu").
    """
    return Installation(
        programs={
            "parbleu": parbleu.__version__,
            "from": str(Path(parbleu.__file__).parent),
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "interpreter": sys.executable,
            "system": f"{platform.platform()}, {platform.machine()}",
            "instructions": ", ".join(_core.simd_levels()),
            "threads": str(thread_count()),
            **{name: installed_version(name) or "not installed" for name in ("numpy", "tqdm")},
        },
        packages=tuple(_packages()),
        plugins=tuple(_plugins()),
        variables={name: os.environ[name] for name in VARIABLES if name in os.environ},
        directories=tuple(directories),
    )


def _packages() -> Iterator[OptionalPackage]:
    extras: dict[str, list[str]] = {}
    for extra, requirement in optional_requirements():
        extras.setdefault(re.split(r"[^\w.-]", requirement, maxsplit=1)[0], []).append(extra)
    for name, names in sorted(extras.items()):
        yield OptionalPackage(name, tuple(sorted(names)), installed_version(name))


def _plugins() -> Iterator[Plugin]:
    seen: set[str] = set()  # of several packages of one name the first on the path is imported
    for package in distributions():
        try:
            name, entries = str(package.name or "unknown"), list(package.entry_points)
        except Exception as problem:
            yield Plugin("unreadable", "", str(getattr(package, "_path", "unknown")), first_line(problem))
            continue
        for entry in entries if name not in seen else ():
            if entry.group.startswith("parbleu."):
                versioned = f"{name} {package.version or 'unknown'}"
                yield Plugin(entry.group.removeprefix("parbleu."), entry.name, versioned, entry.value)
        seen.add(name)


def _state(path: str) -> str:
    if not Path(path).is_dir():
        return "not there"
    return "writable" if os.access(path, os.W_OK) else "read only"
