"""Installs scorers that are other people's packages, each in an environment of its own, and removes them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from parbleu._base.log import inform
from parbleu._base.wording import last_line
from parbleu._io.json_text import parse_json
from parbleu.errors import OptionError, ScorerError, UnknownNameError
from parbleu.scorers._scorer_names import LOCK, ORIGINALS, environments_folder, installable_scorers
from parbleu.tables import Result, record

PYTHON = Path("environment", *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
"""The interpreter of a scorer, in its folder."""
_SHOWN = 300


@record
class InstalledScorer(Result):
    """A scorer that was installed.

    Attributes:
        scorer: its name.
        folder: where it is, with its environment and its description.
        installer: "uv" or "pip".
        packages: how many packages the lock names.
    """

    table_name = "installed"
    scorer: str
    folder: str
    installer: str
    packages: int


@record
class RemovedScorer(Result):
    """A scorer that was deleted.

    Attributes:
        scorer: its name.
        folder: where it was, with its environment and its description.
    """

    table_name = "removed"
    scorer: str
    folder: str


def install_scorer(name: str, python: str | None = None) -> InstalledScorer:
    """Makes the environment of a scorer by uv, or else by venv and pip, from the package's lock.

    Args:
        name: one of `installable_scorers`.
        python: the interpreter of the environment; None for this one.

    Raises:
        UnknownNameError: there is no such scorer to install.
        OptionError: it is installed already, or there is no such interpreter.
        ScorerError: its packages cannot be installed, or do not work together.
    """
    if name not in installable_scorers():
        raise UnknownNameError("scorer to install", name, installable_scorers())
    folder = environments_folder() / name
    if name in installed_scorers():
        raise OptionError(f"{name} is installed in {folder}: parbleu scorer remove {name}, to begin anew")
    if folder.exists():
        raise OptionError(f"{folder} is there already, and is no installed scorer: move it away")
    if python is not None:
        _check_python(python)
    workshop = folder.with_name(f".{name}.part")
    shutil.rmtree(workshop, ignore_errors=True)
    try:
        shutil.copytree(ORIGINALS / name, workshop)
        installer = _install(workshop, python or sys.executable)
        description = parse_json((workshop / f"{name}.json").read_bytes())
        _run([str(workshop / PYTHON), str(workshop / description["file"])], f"{name} does not work")
        description["python"] = str(folder / PYTHON)
        (workshop / f"{name}.json").write_text(json.dumps(description, indent=1), encoding="utf-8")
        workshop.rename(folder)
    except OSError as problem:
        raise ScorerError(f"{folder}: {problem.strerror or problem}: {name} cannot be installed") from None
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    return InstalledScorer(name, str(folder), installer, len(_locked(folder)))


def installed_scorers() -> list[str]:
    """Returns the names of the scorers that `install_scorer` has installed, sorted."""
    return sorted(lock.parent.name for lock in environments_folder().glob(f"[!.]*/{LOCK}") if _is_ours(lock))


def _is_ours(lock: Path) -> bool:
    """Returns whether a lock is in a folder that `install_scorer` made, with the description it wrote."""
    folder = lock.parent
    try:
        description = parse_json((folder / f"{folder.name}.json").read_bytes())
    except (OSError, ValueError):
        return False
    return not folder.is_symlink() and isinstance(description, dict) and {*description} >= {"file", "python"}


def remove_scorer(name: str) -> RemovedScorer:
    """Deletes an installed scorer with its environment.

    Raises:
        UnknownNameError: it is not installed.
        ScorerError: its folder cannot be deleted.
    """
    if name not in installed_scorers():
        raise UnknownNameError("installed scorer", name, installed_scorers())
    folder = environments_folder() / name
    try:
        shutil.rmtree(folder)
    except OSError as problem:
        where = problem.filename or folder
        raise ScorerError(f"{where}: {problem.strerror}: {name} cannot be removed") from None
    return RemovedScorer(name, str(folder))


def _check_python(python: str) -> None:
    """Raises an OptionError if there is no such program; uv knows versions such as 3.12, too."""
    is_version = shutil.which("uv") and any(character.isdigit() for character in python)
    if shutil.which(python) is None and not (is_version and os.sep not in python):
        raise OptionError(f"there is no program {python}: --python names the interpreter of the environment")


def _install(workshop: Path, python: str) -> str:
    """Makes the environment in a folder that has the lock; returns by what."""
    environment = workshop / "environment"
    inside = str(workshop / PYTHON)
    lock = str(workshop / LOCK)
    uv = shutil.which("uv")
    inform(f"installing {len(_locked(workshop))} packages by {'uv' if uv else 'pip'}")
    if uv:
        _run([uv, "venv", "--quiet", "--python", python, str(environment)], "uv makes no environment")
        words = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", inside, "-r", lock]
        _run(words, "uv installs no packages")
        return "uv"
    _run([python, "-m", "venv", str(environment)], "venv makes no environment")
    words = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", lock]
    _run(words, "pip installs no packages")
    return "pip"


def _locked(folder: Path) -> list[str]:
    lines = (folder / LOCK).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def _run(words: list[str], problem: str) -> None:
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        reason = last_line(done.stderr or done.stdout) or f"exit status {done.returncode}"
        raise ScorerError(f"{problem}: {reason[:_SHOWN]}")
