"""Caches folders that are made once, such as converted models, and checksums of large files.

A folder is built under a temporary name and renamed when it is complete. A note in it lists its files with
their checksums; a folder that does not match its note is built again. Temporary folders of processes that
were killed are removed by the next process that builds the same folder.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EEXIST, ENOTEMPTY
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import Event, Thread
from typing import Any

from parbleu._io.atomic import FULL
from parbleu._io.json_text import parse_json
from parbleu._io.lines import unreadable
from parbleu._io.locks import BEAT, beat, open_unfollowed, try_lock
from parbleu.errors import ParbleuError
from parbleu.fetch._cache_files import make_folder, taking_turns, unwritable_cache
from parbleu.fetch._checksums import remembered_sha256
from parbleu.fetch._environment import cache

NOTE = "parbleu.json"
LOCK = ".lock"
SUFFIX = ".part"


def root() -> Path:
    """Returns the directory of converted models, beside the other models of the cache."""
    return Path(cache()) / "models" / "translate"


def file_checksums(files: Iterable[Path]) -> dict[str, str]:
    """Returns the checksums of several files: name -> SHA-256.

    Raises:
        UnreadableFileError: a file cannot be read.
    """
    return {file.name: _sha256(file) for file in sorted(files)}


def _sha256(file: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal digits."""
    try:
        return remembered_sha256(str(file), str(root() / "checksums"))
    except OSError as problem:
        raise unreadable(str(file), problem) from None


def cached_folder(name: str, recipe: dict[str, Any], build: Callable[[Path], dict[str, Any]]) -> Path:
    """Returns the folder that a recipe describes; makes it if it is missing or damaged.

    Args:
        name: a readable name for a new folder; a folder of the same recipe under another name is used as it
            is.
        recipe: everything that the contents of the folder depend on.
        build: fills an empty folder, and returns facts to store with it.

    Raises:
        CacheError: the folder cannot be written.
        Exception: whatever `build` raises; the folder is deleted then.
    """
    key = sha256(json.dumps(recipe, sort_keys=True).encode(errors="surrogateescape")).hexdigest()[:24]
    folder = next(iter(sorted(root().glob(f"*-{key}"))), root() / f"{name}-{key}")
    with taking_turns(str(folder), lambda: _is_whole(folder, recipe)), _alive():
        if not _is_whole(folder, recipe):
            with _workshop(folder) as workshop:
                facts = build(workshop)
                files = file_checksums(path for path in workshop.iterdir() if path.name != LOCK)
                note = {"recipe": recipe, "facts": facts, "files": files}
                (workshop / NOTE).write_text(json.dumps(note, indent=1), encoding="utf-8")
                _put(workshop, folder, recipe)
    return folder


def folder_facts(folder: Path) -> dict[str, Any]:
    """Returns the facts stored with a folder; an empty dict if parbleu did not make it."""
    note = _read_note(folder)
    return note["facts"] if note else {}


def _read_note(folder: Path) -> dict[str, Any] | None:
    try:
        note = parse_json((folder / NOTE).read_bytes())
    except (OSError, ValueError):
        return None
    whole = isinstance(note, dict) and {"recipe", "facts", "files"} <= note.keys()
    return note if whole and isinstance(note["files"], dict) else None


def _is_whole(folder: Path, recipe: dict[str, Any]) -> bool:
    note = _read_note(folder)
    if note is None or note["recipe"] != recipe:
        return False
    try:
        return bool(file_checksums(folder / name for name in note["files"]) == note["files"])
    except OSError:
        return False


@contextmanager
def _workshop(folder: Path) -> Iterator[Path]:
    """Makes a folder beside another one to build in; it is removed if it still exists at the end."""
    try:
        make_folder(str(folder.parent))
        _sweep(folder)
        workshop = _new_folder(folder)
        lock = open_unfollowed(str(workshop / LOCK), os.O_RDWR | os.O_CREAT)
    except OSError as problem:
        raise unwritable_cache(folder, problem) from problem
    try:
        try_lock(lock)
        yield workshop
    except OSError as problem:
        if problem.errno in FULL and not isinstance(problem, ParbleuError):
            raise unwritable_cache(folder, problem) from problem
        raise
    finally:
        os.close(lock)
        shutil.rmtree(workshop, ignore_errors=True)


def _new_folder(folder: Path) -> Path:
    """Makes a folder beside another one, with a name of its own and the usual permissions."""
    new = folder.with_name(f".{folder.name}.{token_hex(6)}{SUFFIX}")
    new.mkdir()
    return new


def _sweep(folder: Path) -> None:
    """Removes the remains of this folder that ended processes left."""
    for left in folder.parent.glob(f".{folder.name}.*{SUFFIX}"):
        try:
            lock = open_unfollowed(str(left / LOCK), os.O_RDWR)
        except FileNotFoundError:  # killed before it had one, or after it was done
            shutil.rmtree(left, ignore_errors=True)
            continue
        except OSError:
            continue
        try:
            if try_lock(lock):
                shutil.rmtree(left, ignore_errors=True)
        finally:
            os.close(lock)


def _put(workshop: Path, folder: Path, recipe: dict[str, Any]) -> None:
    """Gives a folder its name, unless another process has made the same meanwhile."""
    while True:
        try:
            workshop.rename(folder)
        except OSError as problem:
            if problem.errno not in {ENOTEMPTY, EEXIST}:
                raise unwritable_cache(folder, problem) from problem
        else:
            (folder / LOCK).unlink(missing_ok=True)
            return
        if _is_whole(folder, recipe):
            return
        _remove(folder)


def _remove(folder: Path) -> None:
    """Removes a damaged folder; it is renamed first, so that processes that read it can continue."""
    try:
        aside = _new_folder(folder)
        with suppress(FileNotFoundError):  # another process has put it aside
            folder.rename(aside / "damaged")
    except OSError as problem:
        raise unwritable_cache(folder, problem) from problem
    shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def _alive() -> Iterator[None]:
    """Shows those who wait for this process that it is alive, while something else takes its time."""
    done = Event()

    def show() -> None:
        while not done.wait(BEAT):
            beat()

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
