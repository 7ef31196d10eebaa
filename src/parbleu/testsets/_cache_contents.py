"""Plans, downloads, imports and verifies the files of test sets and tokenizer models in the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

from parbleu._base.wording import counted
from parbleu._io.lines import unreadable
from parbleu.errors import (
    ChecksumError,
    ParbleuError,
    UnknownNameError,
    UnreadableFileError,
    UnwritableFileError,
)
from parbleu.fetch._checksums import BLOCK, Wanted, digest, first_sha256, flaw, read_digests
from parbleu.fetch._download import take
from parbleu.fetch._environment import cache
from parbleu.fetch._http_download import giving_up_on_servers
from parbleu.tables import Column, Result, Table, column, record, rows, shown
from parbleu.testsets._cache_folders import SetFolder
from parbleu.testsets._catalogue_entry import Entry
from parbleu.testsets._pair_files import PairFiles, stored_files
from parbleu.testsets._raw_files import Archive
from parbleu.testsets._set_selection import EVERY, by_set, select_pairs, split_names
from parbleu.text._tokenizers.spm import MODELS, SpmTokenizer, model_flaw, model_path

_MODEL = "models"
"""What stands before the name of a model: models/flores200. Alone it means all of them."""


@record
class Download:
    """A file that can be downloaded.

    Attributes:
        owner: the test set or model that needs it.
        urls: where it is.
        path: where it belongs.
        wanted: its known checksums and size.
        state: whether it is "present", "missing" or damaged, and how.
    """

    column_order = "test_set url size checksum path state"
    owner: str = column("needed by", name="test_set")
    urls: tuple[str, ...] = column("URL", name="url", convert=lambda urls: urls[0])
    path: str
    wanted: Wanted
    state: str

    @property
    @shown(unit="bytes")
    def size(self) -> int | None:
        """How large it is, if that is known."""
        return self.wanted.size

    @property
    def checksum(self) -> str | None:
        """The names and values of its checksums."""
        return " ".join(f"{name}:{value}" for name, value in self.wanted.digests.items()) or None

    @property
    def names(self) -> set[str]:
        """The possible names of the file."""
        return {name.rsplit("/", 1)[-1] for name in (*self.urls, self.path)}


def _download_counts(plan: DownloadPlan) -> list[str]:
    missing = {download.urls for download in plan.downloads if download.state != "present"}
    present = sum(download.state == "present" for download in plan.downloads)
    return [f"{counted(len(missing), 'download')} to make, {present} in the cache"]


@record
class DownloadPlan(Result):
    """The files that would be downloaded.

    Attributes:
        downloads: the needed files.
    """

    downloads: tuple[Download, ...] = rows("downloads", Download, notes=_download_counts)


def plan(names: str | Sequence[str], language_pair: str | None = None) -> DownloadPlan:
    """Returns what test sets need to be downloaded, and what of it is in the cache. Nothing is downloaded.

    Args:
        names: of test sets, "wmt24", or with a language pair, "wmt24/en-de", or "all"; and of models,
            "models/flores200", or "models" for all.
        language_pair: the only language pair that is needed.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair.
        UnknownNameError: there is no such model.
    """
    sets, models = _split_models(names)
    by_sets = [_of_set(pairs) for _, pairs in by_set(select_pairs(sets, language_pair))]
    return DownloadPlan((*chain(*by_sets), *map(_of_model, models)))


def _split_models(names: str | Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns the names of test sets, and the models that the others name."""
    sets: list[str] = []
    models: list[str] = []
    for word in split_names(names):
        start, _, name = word.partition("/")
        if start != _MODEL:
            sets.append(word)
        elif name and name not in MODELS:
            raise UnknownNameError("model", name, list(MODELS))
        else:
            models += [name] if name else MODELS
    return sets, models


def _of_set(pairs: Sequence[PairFiles]) -> list[Download]:
    archives = {archive.path: archive for files in pairs for archive in files.raw_files().archives}
    missing = {archive.path for files in pairs for archive in files.missing_archives()}
    return [
        _download(pairs[0].entry.name, (archive.source.url,), path, archive.wanted, path in missing)
        for path, archive in archives.items()
    ]


def _of_model(name: str) -> Download:
    _, urls, md5 = MODELS[name]
    path = model_path(name)
    wanted = Wanted(md5, check=model_flaw)
    missing = flaw(path, Wanted()) is not None  # a model that is there is used as it is
    return _download(f"{_MODEL}/{name}", tuple(urls), path, wanted, missing)


def _download(owner: str, urls: tuple[str, ...], path: str, wanted: Wanted, missing: bool) -> Download:
    state = "present"
    if missing:
        problem = flaw(path, wanted)
        state = f"damaged: {problem}" if problem else "missing"
    return Download(owner, urls, path, wanted, state)


def _joined(names: tuple[str, ...]) -> str | None:
    return ", ".join(names) or None


def _or_none(text: str) -> str | None:
    return text or None


@record
class FilledPair:
    """A requested language pair of a test set, or a requested model.

    Attributes:
        name: the test set, or "models/flores200".
        language_pair: "en-de"; None for a model.
        path: the directory of the set in the cache, or the file of the model.
        fields: the fields of the language pair.
        problem: why it cannot be downloaded; "" if it is in the cache.
    """

    column_order = "test_set language_pair fields path problem"
    name: str = column(name="test_set")
    language_pair: str | None
    path: str = column(people=False)
    fields: tuple[str, ...] = column(default=(), convert=_joined)
    problem: str = column(default="", people=False, convert=_or_none)  # people read it on standard error

    def __str__(self) -> str:
        return f"{self.name}/{self.language_pair}" if self.language_pair else self.name


@record
class FilledCache(Result):
    """The requested items that are in the cache now, and those that could not be downloaded.

    Attributes:
        pairs: the language pairs and models that were asked for.
    """

    pairs: tuple[FilledPair, ...] = rows("language_pairs", FilledPair)


@record
class ImportedFile:
    """The outcome of importing one file.

    Attributes:
        path: the file.
        owners: the test sets and models that need it.
        was_there: whether they had it already.
        problem: why it is of no use; "" if it is.
    """

    path: str = column(name="file")
    owners: tuple[str, ...] = column("needed by", name="test_sets", default=(), convert=_joined)
    was_there: bool = column("was there already", default=False)
    problem: str = column(default="", people=False, convert=_or_none)


@record
class ImportedFiles(Result):
    """The outcomes of importing files.

    Attributes:
        files: in the given order.
    """

    files: tuple[ImportedFile, ...] = rows("files", ImportedFile)


def get(names: str | Sequence[str], language_pair: str | None = None) -> FilledCache:
    """Downloads test sets and converts their language pairs to text.

    Cached files are not downloaded again. A failed download does not stop the others.

    Args:
        names: of test sets, "wmt24", or with a language pair, "wmt24/en-de", or "all"; and of models,
            "models/flores200", or "models" for all.
        language_pair: the only language pair to get.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair.
        UnknownNameError: there is no such model.
    """
    sets, models = _split_models(names)
    pairs = select_pairs(sets, language_pair)
    with giving_up_on_servers():
        return FilledCache((*map(_get_model, models), *map(_get_pair, pairs)))


def import_files(paths: Sequence[str]) -> ImportedFiles:
    """Puts downloads that were made elsewhere into the cache. The files themselves stay where they are.

    A file is recognized by its checksum, whatever it is called; where the catalogue has none, by its name.

    Raises:
        CacheError: the cache cannot be written to.
    """
    known = plan([EVERY, _MODEL]).downloads
    return ImportedFiles(tuple(_import_file(path, known) for path in paths))


def _get_model(name: str) -> FilledPair:
    problem = ""
    try:
        SpmTokenizer(name)
    except ParbleuError as error:
        problem = _one_line(error)
    return FilledPair(f"{_MODEL}/{name}", None, model_path(name), problem=problem)


def _get_pair(files: PairFiles) -> FilledPair:
    fields: tuple[str, ...] = ()
    problem = ""
    try:
        fields = tuple(files.lasting_paths())
    except ParbleuError as error:
        problem = _one_line(error)
    return FilledPair(files.entry.name, files.language_pair, files.folder.path, fields, problem)


def _import_file(path: str, known: Sequence[Download]) -> ImportedFile:
    try:
        matches = _matching(path, known)
        lacking = [download for download in matches if flaw(download.path, download.wanted) is not None]
        for download in lacking:
            take(path, download.path, download.wanted)
    except (UnreadableFileError, ChecksumError) as problem:
        return ImportedFile(path, problem=str(problem))
    return ImportedFile(path, tuple(dict.fromkeys(download.owner for download in matches)), not lacking)


def _matching(path: str, known: Sequence[Download]) -> list[Download]:
    """Returns the downloads that a file is: by checksum, or else by name where no checksum is known."""
    try:
        status, digests = read_digests(path, ["md5", "sha256"])
    except OSError as problem:
        raise unreadable(path, problem) from None
    size = status.st_size
    possible = [download for download in known if size and download.wanted.complaint(size, digests) is None]
    named = [download for download in known if Path(path).name in download.names]
    matches = [download for download in possible if download.wanted.digests]
    if matches := matches or [download for download in possible if download in named]:
        return matches
    if Path(path).name.startswith("mt-metrics-eval"):
        raise ChecksumError(
            f"{path}: it is not a file of a test set; if it is the package of evaluation sets, put it into "
            "~/.mt-metrics-eval, where `parbleu meta download` unpacks it"
        )
    what = "not a file that parbleu downloads"
    if named:
        owners = ", ".join(dict.fromkeys(download.owner for download in named))
        what = f"called like a download of {owners}, but another file"
    raise ChecksumError(
        f"{path}: it is {what} ({size:,} bytes, MD5 {digests['md5']}); parbleu data plan SET tells which are"
    )


def _one_line(problem: Exception) -> str:
    return " ".join(line.strip() for line in str(problem).splitlines())


_Finding = tuple[str, str]  # a file, and what is wrong with it, or ""

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
        return all(problem.removed for checked in self.sets for problem in checked.problems)

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each problem, and one for each test set without."""
        any_wrong = any(checked.problems for checked in self.sets)
        columns = [
            Column("test_set"),
            Column("files", kind=int),
            Column("problem", people=any_wrong),
            Column("path", people=any_wrong),
            Column("removed", kind=bool, people=any_wrong),
        ]
        rows: list[tuple[object, ...]] = []
        for checked in self.sets:
            for wrong in checked.problems or (None,):
                facts = (wrong.problem, wrong.path, wrong.removed) if wrong else (None, None, None)
                rows.append((checked.name, checked.files, *facts))
        broken = [
            checked.name for checked in self.sets if not all(problem.removed for problem in checked.problems)
        ]
        absent = [checked.name for checked in self.sets if not checked.files]
        notes = []
        if broken:
            names = " ".join(broken)
            notes.append(f"To mend it: parbleu data verify --remove {names} && parbleu data get {names}")
        if absent:
            notes.append(
                f"Not in the cache, and not checked (parbleu data get fetches it): {' '.join(absent)}."
            )
        return (Table("files", columns, rows, notes=notes, facts={"cache": self.directory}),)


def verify(names: str | Sequence[str] = (), *, remove: bool = False) -> CacheCheck:
    """Checks the files of test sets, and the models of tokenizers, that are in the cache.

    Args:
        names: of test sets, "wmt24", or with a language pair, "wmt24/en-de", and of models,
            "models/flores200", or "models" for all; none for all that is in the cache.
        remove: whether to remove files that are wrong: they are made anew, or fetched, when they are needed.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError, UnknownNameError: there is none of that name.
        UnwritableFileError: a file cannot be removed.
    """
    sets, models = _split_models(names or [EVERY, _MODEL])
    checked = [(entry.name, _set_findings(entry, pairs)) for entry, pairs in by_set(select_pairs(sets))]
    if models:
        checked.append((_MODEL, _model_findings(models)))
    results = [_checked_set(name, list(findings), remove) for name, findings in checked]
    return CacheCheck(cache(), tuple(result for result in results if result.files or names))


def _checked_set(name: str, findings: list[_Finding], remove: bool) -> CheckedSet:
    wrong = tuple(FileProblem(path, problem, remove) for path, problem in findings if problem)
    for file in wrong if remove else ():
        _remove(file.path)
    return CheckedSet(name, len(findings), wrong)


def _remove(path: str) -> None:
    try:
        Path(path).unlink()
    except OSError as problem:
        raise UnwritableFileError(f"cannot remove {path}: {problem.strerror}") from None


def _set_findings(entry: Entry, pairs: Sequence[PairFiles]) -> Iterator[_Finding]:
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
    stored = {part.language_pair: part for files in pairs for part in stored_files(files)}
    for files in stored.values():
        noted = files.notes()
        if not noted:
            yield from _unnoted_findings(files)
            continue
        for field, (size, _, sha256) in noted["fields"].items():
            path = folder.processed(files.language_pair, field)
            yield from _examined(path, _text_problem, (size, sha256))


def _model_findings(names: list[str]) -> Iterator[_Finding]:
    for model in map(_of_model, names):
        yield from _examined(model.path, _download_problem, model.wanted)


def _examined(path: str, problem: Callable[[str, Known], str], known: Known) -> Iterator[_Finding]:
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
    actual = Path(path).stat().st_size
    return "" if actual == size else f"it has {actual:,} bytes instead of {size:,}"


def _text_problem(path: str, known: tuple[int, str]) -> str:
    size, sha256 = known
    if problem := _size_problem(path, size):
        return problem
    return "" if digest(path, "sha256") == sha256 else "it is not what was written there"


def _unnoted_findings(files: PairFiles) -> Iterator[_Finding]:
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
