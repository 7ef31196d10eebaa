"""Checks the cache: downloads against their checksums, processed text against its notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from parbleu.errors import UnwritableFileError
from parbleu.fetch.checksums import BLOCK, Wanted, digest, first_sha256, read_digests
from parbleu.fetch.environment import cache
from parbleu.tables import Column, Result, Table
from parbleu.testsets.cache_folders import SetFolder
from parbleu.testsets.catalogue_entry import Entry
from parbleu.testsets.needed_downloads import MODEL, plan, split_models
from parbleu.testsets.pair_files import PairFiles
from parbleu.testsets.raw_archives import Archive
from parbleu.testsets.set_selection import EVERY, by_set, select_pairs

Finding = tuple[str, str]  # a file, and what is wrong with it, or ""

Known = TypeVar("Known")


@dataclass(frozen=True)
class FileProblem:
    """A problem of a file in the cache.

    Attributes:
        path: the file.
        problem: the description of the problem.
        removed: whether it has been removed, so that it will be made or fetched anew.
    """

    path: str
    problem: str
    removed: bool


@dataclass(frozen=True)
class CheckedSet:
    """A test set in the cache, or the models of tokenizers.

    Attributes:
        name: the test set, or "models".
        files: how many files were checked.
        problems: those that are wrong.
    """

    name: str
    files: int
    problems: tuple[FileProblem, ...]


@dataclass(frozen=True)
class CacheCheck(Result):
    """The problems that a check of the cache found.

    Attributes:
        directory: the cache.
        sets: the checked test sets.
    """

    directory: str
    sets: tuple[CheckedSet, ...]

    @property
    def is_sound(self) -> bool:
        """Whether no problem is left."""
        return all(problem.removed for each in self.sets for problem in each.problems)

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each problem, and one for each test set without."""
        any_wrong = any(each.problems for each in self.sets)
        columns = [
            Column("test_set"),
            Column("files", kind=int),
            Column("problem", people=any_wrong),
            Column("path", people=any_wrong),
            Column("removed", kind=bool, people=any_wrong),
        ]
        rows: list[tuple[object, ...]] = []
        for each in self.sets:
            for wrong in each.problems or (None,):
                facts = (wrong.problem, wrong.path, wrong.removed) if wrong else (None, None, None)
                rows.append((each.name, each.files, *facts))
        broken = [each.name for each in self.sets if any(not problem.removed for problem in each.problems)]
        names = " ".join(broken)
        notes = [f"To mend it: parbleu data verify --remove {names} && parbleu data get {names}"]
        shown = notes if broken else []
        return (Table("files", columns, rows, notes=shown, facts={"cache": self.directory}),)


def verify(names: str | Sequence[str] = (), *, remove: bool = False) -> CacheCheck:
    """Checks the files of test sets, and the models of tokenizers, that are in the cache.

    Args:
        names: of test sets and models, as for `plan`; none for all that is in the cache.
        remove: whether to remove files that are wrong: they are made anew, or fetched, when they are needed.

    Raises:
        as `plan`; `UnwritableFileError` if a file cannot be removed.
    """
    sets, models = split_models(names or [EVERY, MODEL])
    checked = [(entry.name, _set_findings(entry, pairs)) for entry, pairs in by_set(select_pairs(sets))]
    if models:
        checked.append((MODEL, _model_findings(models)))
    found = [_checked_set(name, list(findings), remove) for name, findings in checked]
    return CacheCheck(cache(), tuple(each for each in found if each.files or names))


def _checked_set(name: str, findings: list[Finding], remove: bool) -> CheckedSet:
    wrong = tuple(FileProblem(path, problem, remove) for path, problem in findings if problem)
    for each in wrong if remove else ():
        _remove(each.path)
    return CheckedSet(name, len(findings), wrong)


def _remove(path: str) -> None:
    try:
        Path(path).unlink()
    except OSError as problem:
        raise UnwritableFileError(f"cannot remove {path}: {problem.strerror}") from None


def _set_findings(entry: Entry, pairs: Sequence[PairFiles]) -> Iterator[Finding]:
    """Yields each file of a set that is in the cache."""
    folder = SetFolder(entry)
    if not Path(folder.path).is_dir():
        return
    for archive in [Archive(entry, source) for source in entry.sources]:
        yield from _examined(archive.path, _download_problem, archive.wanted)
        for name, size in archive.noted_sizes().items():
            unpacked = folder.raw_file(name)
            if unpacked != archive.path:
                yield from _examined(unpacked, _size_problem, size)
    for files in pairs:
        noted = files.notes()
        if not noted:
            yield from _unnoted_findings(files)
            continue
        for field, (size, _, sha256) in noted["fields"].items():
            path = folder.processed(files.language_pair, field)
            yield from _examined(path, _text_problem, (size, sha256))


def _model_findings(names: list[str]) -> Iterator[Finding]:
    for each in plan([f"{MODEL}/{name}" for name in names]).downloads:
        yield from _examined(each.path, _download_problem, each.wanted)


def _examined(path: str, problem: Callable[[str, Known], str], known: Known) -> Iterator[Finding]:
    """Yields a file and its problem, if it exists."""
    if Path(path).exists():
        try:
            yield path, problem(path, known)
        except OSError as error:
            yield path, f"it cannot be read: {error.strerror}"


def _download_problem(path: str, known: Wanted) -> str:
    """Returns what is wrong with a download. Its checksum is computed anew, without the stored one."""
    size = Path(path).stat().st_size
    if size == 0:
        return "it is empty"
    first = first_sha256(path)
    if first and "sha256" not in known.digests:
        known = Wanted(known.digests.get("md5"), first, known.size, known.check)
    digests = read_digests(path, list(known.digests))[1] if known.digests else {}
    problem = known.complaint(size, digests)
    if problem is None and known.check is not None:
        problem = known.check(path)
    return problem or ""


def _size_problem(path: str, size: int) -> str:
    found = Path(path).stat().st_size
    return "" if found == size else f"it has {found:,} bytes instead of {size:,}"


def _text_problem(path: str, known: tuple[int, str]) -> str:
    size, sha256 = known
    if problem := _size_problem(path, size):
        return problem
    return "" if digest(path, "sha256") == sha256 else "it is not what was written there"


def _unnoted_findings(files: PairFiles) -> Iterator[Finding]:
    """Yields the files of a pair that another program made: they have to have equally many lines."""
    counts = {}
    for field in files.named_fields():
        path = files.folder.processed(files.language_pair, field)
        try:
            with Path(path).open("rb") as file:
                counts[path] = sum(block.count(b"\n") for block in iter(lambda: file.read(BLOCK), b""))
        except OSError as error:
            yield path, f"it cannot be read: {error.strerror}"
    for path, count in counts.items():
        most = max(counts.values())
        yield path, "" if count == most else f"its number of lines is {count:,} instead of {most:,}"
