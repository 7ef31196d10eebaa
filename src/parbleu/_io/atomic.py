"""Writes files atomically: a file appears complete or not at all.

A file is written under a name of its own beside its target, and renamed when it is complete and on disk. No
two processes ever write the same file, so correctness does not depend on locks. A writer locks its own
temporary file only to show processes that clean up that it is alive.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, EINVAL, EISDIR, ENOENT, ENOSPC
from itertools import islice
from time import time
from typing import BinaryIO

from parbleu._io.locks import PLAIN, is_at, try_lock, unfollowed
from parbleu.errors import UnwritableFileError

SUFFIX = ".part"
NOTES = ".from"
"""A temporary file `X.part` of a download has its origin written down in `X.from`."""

FULL = {ENOSPC, EDQUOT, EFBIG}
_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")
"""Open already; a shell may have led them into a file, which others write to as well."""
_LINES = 4096
"""Lines that are written at once."""
_ELSEWHERE = 3600.0
"""Seconds without a write after which another machine's unlocked temporary file counts as abandoned."""
_UNKNOWN = 86400.0
"""The same where files cannot be locked."""


class Temporary:
    """A file under construction.

    Args:
        path: the final path. A symbolic link is followed: the file that it names is replaced.
        follow: False to replace the link.

    Attributes:
        path: its name until then.
        target: the final path, in a folder without symbolic links.
        file: the open file.

    Raises:
        UnwritableFileError: nothing can be written there.
    """

    def __init__(self, path: str | os.PathLike[str], follow: bool = True) -> None:
        self.target: str = os.path.realpath(path) if follow else unfollowed(path)
        self._name = os.fspath(path)
        self._replaced = _regular(self.target)
        directory, name = os.path.split(self.target)
        mode = 0o666 if self._replaced is None else 0o600  # until the file has those of what it replaces
        try:
            self.path: str = ""
            while True:
                token = f"{_host()}-{os.urandom(6).hex()}"
                self.path = os.path.join(directory, f".{name}.{token}{SUFFIX}")
                descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | PLAIN, mode)
                if try_lock(descriptor) is not False and is_at(descriptor, self.path):
                    break  # nobody took it for a left-over before it was locked
                os.close(descriptor)
            self.file: BinaryIO = os.fdopen(descriptor, "r+b")
        except OSError as problem:
            raise self.unwritable(problem) from problem
        except BaseException:  # Ctrl-C, or SIGTERM
            remove(self.path)
            raise

    def unwritable(self, problem: OSError) -> UnwritableFileError:
        """Returns the error for a failure of the system to write the file."""
        return unwritable(self._name, problem)

    @property
    def notes(self) -> str:
        """The name of the file that stores the origin of the bytes."""
        return self.path.removesuffix(SUFFIX) + NOTES

    def become(self, path: str) -> None:
        """Makes the temporary name a hard link to an existing file; raises OSError if that is impossible."""
        os.unlink(self.path)
        os.link(path, self.path)
        self._replaced = None
        self.file.close()
        self.file = open(self.path, "rb")  # noqa: SIM115 - closed as the other would have been
        try_lock(self.file.fileno())

    def flush(self) -> None:
        """Writes all bytes through to the disk."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def commit(self) -> None:
        """Renames the file to its target, which it replaces, and removes abandoned temporary files.

        The file gets the permissions of the one that it replaces.

        Raises:
            UnwritableFileError: that cannot be done; the file is then discarded.
        """
        try:
            self.flush()
            if self._replaced is not None:
                _set_access(self.path, self._replaced)
            sweep(self.target)
            remove(self.notes)
            if os.name == "nt":  # it renames no open file, and has no lock that closing would end
                self.file.close()
            os.replace(self.path, self.target)  # the last step: whoever is killed leaves nothing to do
        except OSError as problem:
            self.discard()
            raise self.unwritable(problem) from problem
        self.file.close()  # after the rename: closing ends the lock
        _sync_directory(os.path.dirname(self.target))

    def discard(self) -> None:
        """Removes the file."""
        with suppress(OSError):  # closing writes what is left, and the disk may be full
            self.file.close()
        remove(self.notes)
        remove(self.path)  # after closing: Windows removes no open file

    def leave(self) -> None:
        """Closes the file and keeps it under its temporary name, for a later process to continue."""
        try:
            self.file.close()
        except OSError:
            self.discard()


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Writes a file that replaces `path` if the block ends without error; otherwise changes nothing.

    A device or a pipe of that name is written to as it is. Use it as
    `with replacing(path) as file: file.write(b"...")`.

    Yields:
        a binary file, open for writing.

    Raises:
        UnwritableFileError: there is no such directory, it cannot be written to, or the disk is full.
    """
    check_place(path)
    if is_device(path):
        try:
            with _open(path) as device:
                yield device
        except OSError as problem:
            if problem.errno in FULL and not isinstance(problem, UnwritableFileError):
                raise unwritable(os.fspath(path), problem) from problem
            raise
        return
    with complete(Temporary(path)) as file:
        yield file


def write_lines(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Writes lines, some thousand at a time, to a file that replaces `path` when it is complete.

    Raises:
        UnwritableFileError: there is no such directory, it cannot be written to, or the disk is full; or a
            line has half of a surrogate pair, which UTF-8 lacks.
    """
    rest = iter(lines)
    with replacing(path) as file:
        while block := list(islice(rest, _LINES)):
            text = "\n".join([*block, ""])
            try:
                data = text.encode()
            except UnicodeEncodeError as problem:
                line = text[: problem.end].rpartition("\n")[2]
                raise UnwritableFileError(
                    f"cannot write {os.fspath(path)}: half of a surrogate pair, which is not a character, "
                    f"in {line[-40:]!r}: mend or remove it in what was read"
                ) from None
            file.write(data)


def is_device(path: str | os.PathLike[str]) -> bool:
    """Returns whether a path is not a regular file: a device, a pipe, or standard output."""
    if os.fspath(path).startswith(_STREAMS):
        return True
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def check_place(path: str | os.PathLike[str]) -> None:
    """Raises UnwritableFileError if a file obviously cannot be written, before any work is done.

    Examples are a directory, a file in a missing directory, and a name with a NUL.
    """
    wrong = 0
    if "\0" in os.fspath(path):
        wrong = EINVAL
    elif os.path.isdir(path) or not os.path.basename(path):
        wrong = EISDIR
    elif not os.path.exists(os.path.dirname(os.path.realpath(path))):
        wrong = ENOENT
    if wrong:
        raise unwritable(os.fspath(path), OSError(wrong, os.strerror(wrong)))


def _open(path: str | os.PathLike[str]) -> BinaryIO:
    name = os.fspath(path)
    number = {"/dev/stdout": "1", "/dev/stderr": "2"}.get(name, name.rpartition("/")[2])
    try:
        if name.startswith(_STREAMS) and number.isdecimal():
            return os.fdopen(os.dup(int(number)), "wb")  # opened anew, it would have a position of its own
        return open(path, "wb")
    except OSError as problem:
        raise unwritable(os.fspath(path), problem) from problem


@contextmanager
def complete(temporary: Temporary) -> Iterator[BinaryIO]:
    """Commits a temporary file if the block ends without error, and otherwise discards it."""
    try:
        yield temporary.file
    except BaseException as problem:
        temporary.discard()
        explained = isinstance(problem, UnwritableFileError)  # of another file, written in the same block
        if isinstance(problem, OSError) and problem.errno in FULL and not explained:
            raise temporary.unwritable(problem) from problem
        raise
    temporary.commit()


def left_over(target: str, suffix: str = SUFFIX) -> list[str]:
    """Returns the temporary files of a target, or their notes, also those that are still being written."""
    directory, name = os.path.split(target)
    prefix = f".{name}."
    try:
        with os.scandir(directory) as entries:
            names = [entry.name for entry in entries if entry.name.startswith(prefix)]
    except OSError:
        return []
    return [os.path.join(directory, name) for name in names if _is_token(name.removeprefix(prefix), suffix)]


def sweep(target: str) -> None:
    """Removes the temporary files of a target whose writing processes have ended."""
    name = os.path.basename(target)
    for notes in left_over(target, NOTES):
        if not os.path.exists(notes.removesuffix(NOTES) + SUFFIX):
            remove(notes)
    for part in left_over(target):
        with suppress(OSError):
            descriptor = os.open(part, os.O_RDWR | PLAIN)
            try:
                if _is_abandoned(descriptor, os.path.basename(part)[len(name) + 2 :]):
                    remove(part.removesuffix(SUFFIX) + NOTES)
                    remove(part)
            finally:
                os.close(descriptor)


def keep_access(path: str, target: str) -> None:
    """Gives a file, which is about to replace another, the permissions and the group of that one."""
    replaced = _regular(target)
    if replaced is not None:
        _set_access(path, replaced)


def _regular(path: str) -> os.stat_result | None:
    """Returns what the system knows of a regular file; None if there is none of this name."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _set_access(path: str, replaced: os.stat_result) -> None:
    """Gives a file the owner, if that is possible, the group and the permissions of another.

    Where the group cannot be kept, that of this process may do no more than all others could.
    """
    if not hasattr(os, "chown"):  # Windows, where the folder decides
        return
    mode = stat.S_IMODE(replaced.st_mode) & 0o777
    with suppress(OSError):
        created = os.lstat(path)
        for user in (replaced.st_uid, -1):
            if (created.st_uid, created.st_gid) != (replaced.st_uid, replaced.st_gid):
                with suppress(OSError):
                    os.chown(path, user, replaced.st_gid, follow_symlinks=False)
                created = os.lstat(path)
        if created.st_gid != replaced.st_gid:
            mode &= 0o707 | (mode & 0o007) << 3
        os.chmod(path, mode)


def make_directory(path: str | os.PathLike[str]) -> None:
    """Makes a directory and those above it, as needed; raises UnwritableFileError if that cannot be done."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as problem:
        raise unwritable(os.fspath(path), problem) from problem


def unwritable(path: str, problem: OSError) -> UnwritableFileError:
    """Returns the error for a file that cannot be written."""
    directory = os.path.dirname(path)
    if problem.errno == ENOENT and directory and not os.path.exists(directory):
        reason = f"there is no directory {directory}"
    else:
        reason = problem.strerror or str(problem)
    error = UnwritableFileError(f"cannot write {path}: {reason}")
    error.errno = problem.errno
    return error


def _is_token(text: str, suffix: str) -> bool:
    """Returns whether a name ends as those of temporary files do; the rest may be of a file `.name.more.`."""
    token = text.removesuffix(suffix)
    host, _, random = token.partition("-")
    return len(text) - len(token) == len(suffix) and len(host) == 8 and len(random) == 12


def _is_abandoned(descriptor: int, token: str) -> bool:
    locked = try_lock(descriptor)
    if locked and token.startswith(_host()):
        return True
    if locked is False:
        return False
    return time() - os.fstat(descriptor).st_mtime > (_ELSEWHERE if locked else _UNKNOWN)


def _host() -> str:
    from zlib import crc32

    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{crc32(name.encode()):08x}"


def remove(path: str) -> None:
    """Removes a file, if it exists and can be removed."""
    with suppress(OSError):
        os.unlink(path)


def _sync_directory(directory: str) -> None:
    """Brings a rename to the disk. Not every file system can; the file is whole in any case."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
