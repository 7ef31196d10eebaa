"""`parbleu data import`: takes archives that were carried in by hand."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.data.downloads import MODEL, downloads
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.errors import ChecksumError, UnreadableFileError
from parbleu.fetch.checksums import BLOCK, Hashes, flaw
from parbleu.fetch.download import take
from parbleu.io.lines import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.cli.data.downloads import Download

COMMAND = Command(
    "FILE...",
    "Puts downloads that were made elsewhere into the cache. A file is recognized by its checksum, whatever\n"
    "it is called; where the catalogue has none, by its name. The files themselves stay where they are.",
    """\
  parbleu data import data_onlyxml.tar.gz
  parbleu data import /media/stick/*
  parbleu data plan wmt24 -f tsv | cut -f 2      which URLs to fetch, on another machine""",
    Option((), "files", "downloads", many="*", default=(), metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status: 1 if a file is of no use."""
    files = COMMAND.read(words, console.program)["files"]
    if not files:
        raise CommandError("which files? (parbleu data plan SET tells what a test set needs)", status=2)
    known = downloads(["all", MODEL])
    status = 0
    for file in files:
        try:
            console.show(f"{file}: {_take(file, known)}")
        except (UnreadableFileError, ChecksumError) as problem:  # noqa: PERF203 - the others may be good
            status = 1
            console.say(str(problem))
    return status


def _take(file: str, known: Sequence[Download]) -> str:
    """Copies a file to where it belongs; returns what it is.

    Raises:
        ChecksumError: it is nothing that can be downloaded, or not what it is called.
        UnreadableFileError: it cannot be read.
        CacheError: the cache cannot be written to.
    """
    found = _matching(file, known)
    lacking = [each for each in found if flaw(each.path, each.wanted) is not None]
    for each in lacking:
        take(file, each.path, size=each.wanted.size, check=each.wanted.check, **each.wanted.digests)
    owners = ", ".join(dict.fromkeys(each.owner for each in found))
    return owners if lacking else f"{owners} (it was there already)"


def _matching(file: str, known: Sequence[Download]) -> list[Download]:
    """Returns the downloads that a file is: by checksum, or else by name where no checksum is known."""
    size, digests = _digests(file)
    right = [each for each in known if size and each.wanted.complaint(size, digests) is None]
    found = [each for each in right if each.wanted.digests]
    found = found or [each for each in right if Path(file).name in each.names]
    if found:
        return found
    named = dict.fromkeys(each.owner for each in known if Path(file).name in each.names)
    what = f"it is called like a download of {', '.join(named)}, but is" if named else "it is"
    raise ChecksumError(
        f"{file}: {what} no file that is needed ({size:,} bytes, MD5 {digests['md5']}); "
        "parbleu data plan SET tells which are"
    )


def _digests(file: str) -> tuple[int, dict[str, str]]:
    hashes = Hashes(["md5", "sha256"])
    size = 0
    try:
        with Path(file).open("rb") as opened:
            while block := opened.read(BLOCK):
                hashes.update(block)
                size += len(block)
    except OSError as problem:
        raise unreadable(file, problem) from None
    return size, hashes.digests()
