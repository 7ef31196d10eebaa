"""`parbleu data verify`: checks what is in the cache."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.console import Console
from parbleu.cli.data_command import JSON, Command, choose, show_json
from parbleu.cli.data_downloads import MODEL, downloads, split_models
from parbleu.cli.options import Option
from parbleu.fetching.checks import digest
from parbleu.testsets import notes
from parbleu.testsets.archives import wanted
from parbleu.testsets.cache import archive_path, directory, processed_path, raw_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from parbleu.fetching.checks import Wanted
    from parbleu.testsets.entry import Entry

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
        entries = [entry for entry in entries if Path(directory(entry)).is_dir()]
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
                Path(path).unlink()
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
    return int(any(record["problems"] for record in records) and not values["remove"])


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
    for source in entry.sources:
        path = archive_path(entry, source)
        if Path(path).exists():
            yield path, _download_problem(path, wanted(source))
        for name, size in notes.read_source(entry, source).items():
            unpacked = raw_path(entry, name)
            if unpacked != path and Path(unpacked).exists():
                yield unpacked, _size_problem(unpacked, size)
    for langpair in entry.langpairs:
        yield from _processed(entry, langpair)


def _models(names: list[str]) -> Iterator[Problem]:
    for each in downloads([f"{MODEL}/{name}" for name in names]):
        if Path(each.path).exists():
            yield each.path, _download_problem(each.path, each.wanted)


def _processed(entry: Entry, langpair: str) -> Iterator[Problem]:
    noted = notes.read_pair(entry, langpair) or {"fields": {}}
    for field, (size, _, sha256) in noted["fields"].items():
        path = processed_path(entry, langpair, field)
        if Path(path).exists():
            problem = _size_problem(path, size)
            if not problem and digest(path, "sha256") != sha256:
                problem = "it is not what was written there"
            yield path, problem


def _download_problem(path: str, known: Wanted) -> str:
    """Returns what is wrong with a download. Its checksum is computed anew, whatever is remembered of it."""
    size = Path(path).stat().st_size
    if size == 0:
        return "it is empty"
    return known.complaint(size, {name: digest(path, name) for name in known.digests}) or ""


def _size_problem(path: str, size: int) -> str:
    found = Path(path).stat().st_size
    return "" if found == size else f"it has {found:,} bytes instead of {size:,}"
