"""`parbleu data verify`: checks what is in the cache."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.data.downloads import MODEL, downloads, split_models
from parbleu.cli.data.shared import JSON, choose, show_json
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.fetch.checksums import BLOCK, digest
from parbleu.fetch.environment import cache
from parbleu.testsets.cache_folders import SetFolder
from parbleu.testsets.pair_files import PairFiles
from parbleu.testsets.raw_archives import Archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    from parbleu.fetch.checksums import Wanted
    from parbleu.testsets.catalogue_entry import Entry

    Known = TypeVar("Known")
    Problem = tuple[str, str]  # a file, and what is wrong with it

COMMAND = Command(
    "[SET...] [--remove] [-f json]",
    "Checks the files of test sets in the cache: downloads against their checksums, what came out of them\n"
    "and the text made of it against what was noted then. Status 1 if something is wrong.",
    """\
  parbleu data verify                   everything that is in the cache
  parbleu data verify wmt24 wmt23
  parbleu data verify --remove && parbleu data get wmt24""",
    Option((), "sets", "test sets, models (default: all in the cache)", many="*", default=(), metavar="SET"),
    Option(
        ("--remove",),
        "remove",
        "remove the files that are wrong: they are made anew, or fetched, when they are needed",
        bool,
        default=False,
    ),
    JSON,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status: 1 if something was wrong and is still there."""
    values = COMMAND.read(words, console.program)
    sets, models = split_models(values["sets"] or ["all", MODEL])
    entries = [entry for entry, _ in choose(sets)]
    if not values["sets"]:
        entries = [entry for entry in entries if Path(SetFolder(entry).path).is_dir()]
    found = {entry.name: _files(entry) for entry in entries}
    if models:
        found[MODEL] = _models(models)
    records = []
    for name, files in found.items():
        checked = list(files)
        if not checked and not values["sets"]:
            continue
        problems = [(path, problem) for path, problem in checked if problem]
        if values["remove"]:
            for path, _ in problems:
                _remove(path)
        records.append(
            {
                "name": name,
                "files": len(checked),
                "problems": [{"path": path, "problem": problem} for path, problem in problems],
            }
        )
    if values["format"] == "json":
        show_json(records, console)
    else:
        for record in records:
            _tell(record, values["remove"], console)
        if not records:
            console.inform(f"there is nothing to check in {cache()}")
    return int(any(record["problems"] for record in records) and not values["remove"])


def _remove(path: str) -> None:
    try:
        Path(path).unlink()
    except OSError as problem:
        raise CommandError(f"cannot remove {path}: {problem.strerror}") from None


def _tell(record: dict[str, Any], removed: bool, console: Console) -> None:
    name, problems = record["name"], record["problems"]
    for each in problems:
        state = "; removed" if removed else ""
        console.say(f"{name}: {each['path']}: {each['problem']}{state}")
    if not problems:
        count = record["files"]
        found = "1 file, all right" if count == 1 else f"{count} files, all right"
        console.show(f"{name}: {found if count else 'nothing is in the cache'}")
    elif not removed:
        console.say(f"{name}: to mend it: parbleu data verify --remove {name} && parbleu data get {name}")


def _files(entry: Entry) -> Iterator[Problem]:
    """Yields each file of a set that is in the cache, with what is wrong with it, or ""."""
    folder = SetFolder(entry)
    for archive in [Archive(entry, source) for source in entry.sources]:
        yield from _look(archive.path, _download_problem, archive.wanted)
        for name, size in archive.noted_sizes().items():
            unpacked = folder.raw_file(name)
            if unpacked != archive.path:
                yield from _look(unpacked, _size_problem, size)
    for langpair in entry.language_pairs:
        noted = PairFiles(entry, langpair).notes()
        if not noted:
            yield from _text_of_others(entry, langpair)
            continue
        for field, (size, _, sha256) in noted["fields"].items():
            yield from _look(folder.processed(langpair, field), _text_problem, (size, sha256))


def _models(names: list[str]) -> Iterator[Problem]:
    for each in downloads([f"{MODEL}/{name}" for name in names]):
        yield from _look(each.path, _download_problem, each.wanted)


def _look(path: str, problem: Callable[[str, Known], str], known: Known) -> Iterator[Problem]:
    """Yields a file and what is wrong with it, if it is there."""
    if Path(path).exists():
        try:
            yield path, problem(path, known)
        except OSError as error:
            yield path, f"it cannot be read: {error.strerror}"


def _download_problem(path: str, known: Wanted) -> str:
    """Returns what is wrong with a download. Its checksum is computed anew, whatever is remembered of it."""
    size = Path(path).stat().st_size
    if size == 0:
        return "it is empty"
    problem = known.complaint(size, {name: digest(path, name) for name in known.digests})
    if problem is None and known.check is not None:
        problem = known.check(path)
    return problem or ""


def _size_problem(path: str, size: int) -> str:
    found = Path(path).stat().st_size
    return "" if found == size else f"it has {found:,} bytes instead of {size:,}"


def _text_problem(path: str, known: tuple[int, str]) -> str:
    size, sha256 = known
    problem = _size_problem(path, size)
    if not problem and digest(path, "sha256") != sha256:
        problem = "it is not what was written there"
    return problem


def _text_of_others(entry: Entry, langpair: str) -> Iterator[Problem]:
    """Yields the files of a pair that another program made: they have to have equally many lines."""
    counts = {}
    files = PairFiles(entry, langpair)
    for field in files.named_fields():
        path = files.folder.processed(langpair, field)
        try:
            with Path(path).open("rb") as file:
                counts[path] = sum(block.count(b"\n") for block in iter(lambda: file.read(BLOCK), b""))
        except OSError as error:
            yield path, f"it cannot be read: {error.strerror}"
    for path, count in counts.items():
        most = max(counts.values())
        yield path, "" if count == most else f"its number of lines is {count:,} instead of {most:,}"
