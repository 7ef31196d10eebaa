"""`parbleu data import`: takes archives that were carried in by hand."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.console import CommandError, Console
from parbleu.cli.data_command import Command
from parbleu.cli.options import Option
from parbleu.fetching.checks import BLOCK, Hashes, flaw
from parbleu.fetching.download import take
from parbleu.testsets.archives import wanted
from parbleu.testsets.cache import archive_path
from parbleu.testsets.catalogue import find, names
from parbleu.text.files import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.entry import Entry, Source

    Place = tuple[Entry, Source]

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
    places = [(entry, source) for entry in map(find, names()) for source in entry.sources]
    status = 0
    for file in files:
        try:
            console.show(f"{file}: {_take(file, places)}")
        except CommandError as problem:  # noqa: PERF203 - one bad file does not keep the others out
            status = 1
            console.say(problem.lines[0])
    return status


def _take(file: str, places: list[Place]) -> str:
    """Copies a file to where it belongs; returns what it is.

    Raises:
        CommandError: it is no download of any test set, or not the one that it is called.
        UnreadableFileError: it cannot be read.
        CacheError: the cache cannot be written to.
    """
    found = _matching(file, places)
    missing = [place for place in found if flaw(archive_path(*place), wanted(place[1])) is not None]
    for entry, source in missing:
        take(
            file,
            archive_path(entry, source),
            md5=source.md5,
            sha256=source.sha256,
            size=source.size,
        )
    owners = ", ".join(dict.fromkeys(entry.name for entry, _ in found))
    return owners if missing else f"{owners} (it was there already)"


def _matching(file: str, places: list[Place]) -> list[Place]:
    """Returns the downloads that a file is."""
    size, digests = _digests(file)
    known = [(entry, source) for entry, source in places if wanted(source).digests]
    found = [(entry, source) for entry, source in known if wanted(source).complaint(size, digests) is None]
    if found:
        return found
    named = [place for place in places if Path(file).name in _names(place[1])]
    if not named:
        raise CommandError(
            f"{file}: no test set downloads this file (MD5 {digests['md5']}); parbleu data plan SET tells "
            "what is needed"
        )
    entry, source = named[0]
    complaint = wanted(source).complaint(size, digests) if size else "it is empty"
    if complaint is not None:
        raise CommandError(f"{file}: it is called like a download of {entry.name}, but {complaint}")
    return named


def _names(source: Source) -> tuple[str, str]:
    return source.archive, source.url.rsplit("/", 1)[-1]


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
