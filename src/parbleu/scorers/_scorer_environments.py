"""Installs scorers that are other people's packages, each in an environment of its own, and removes them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from parbleu._base.log import inform
from parbleu._base.wording import last_line
from parbleu._io.json_text import parse_json
from parbleu._io.locks import open_locked
from parbleu.errors import OptionError, ScorerError, UnknownNameError
from parbleu.scorers._scorer_names import LOCK, ORIGINALS, environments_folder, installable_scorers
from parbleu.tables import Result, record

PYTHON = Path("environment", *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
"""The interpreter of a scorer, in its folder."""
UNFINISHED = "unfinished"
"""The file that is in the folder of a scorer while it is installed."""
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

    Raises:
        UnknownNameError: there is no such scorer to install.
        OptionError: it is installed already, or there is no such interpreter.
        ScorerError: its packages cannot be installed, or do not work together.
    """
    if name not in installable_scorers():
        raise UnknownNameError("scorer to install", name, installable_scorers())
    if python is not None:
        _check_python(python)
    folder = environments_folder() / name
    try:
        with _only_one(folder):
            installer = _install_in(folder, python or sys.executable)
    except OSError as problem:
        raise ScorerError(f"{folder}: {problem.strerror or problem}: {name} cannot be installed") from None
    return InstalledScorer(name, str(folder), installer, len(_locked(folder)))


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Keeps other processes from installing the same scorer.

    Raises:
        OptionError: one does.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    path = folder.with_name(f".{folder.name}.lock")
    lock = open_locked(str(path))
    if lock is None:
        raise OptionError(f"another process is installing {folder.name} in {folder}: wait until it has ended")
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(lock)


def _install_in(folder: Path, python: str) -> str:
    """Makes a scorer's folder where it is to stay, since programs of an environment name it; returns by what.

    The description is written last: without it, there is no such scorer.

    Raises:
        OptionError: the folder is there, and was not left by an installation that was interrupted.
        ScorerError: its packages cannot be installed, or do not work together.
        OSError: files cannot be written.
    """
    name = folder.name
    unfinished = folder / UNFINISHED
    if name in installed_scorers():
        raise OptionError(f"{name} is installed in {folder}: parbleu scorer remove {name}, to begin anew")
    if unfinished.exists():
        shutil.rmtree(folder)
    if folder.exists():
        raise OptionError(f"{folder} is there already, and is no installed scorer: move it away")
    folder.mkdir()
    unfinished.touch()
    try:
        described = f"{name}.json"
        ignored = shutil.ignore_patterns(described)
        shutil.copytree(ORIGINALS / name, folder, ignore=ignored, dirs_exist_ok=True)
        installer = _install(folder, python)
        description = parse_json((ORIGINALS / name / described).read_bytes())
        _run([str(folder / PYTHON), str(folder / description["file"])], f"{name} does not work")
        description["python"] = str(folder / PYTHON)
        (folder / described).write_text(json.dumps(description, indent=1), encoding="utf-8")
        unfinished.unlink()
    finally:
        if unfinished.exists():
            shutil.rmtree(folder, ignore_errors=True)
    return installer


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


def _install(folder: Path, python: str) -> str:
    """Makes the environment in a folder that has the lock; returns by what."""
    environment = folder / "environment"
    inside = str(folder / PYTHON)
    lock = str(folder / LOCK)
    uv = shutil.which("uv")
    inform(f"installing {len(_locked(folder))} packages by {'uv' if uv else 'pip'}")
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
