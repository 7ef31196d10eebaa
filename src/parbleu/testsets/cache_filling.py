"""Fills the cache: downloads and converts test sets, and imports downloads from other machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parbleu.errors import ChecksumError, ParbleuError, UnreadableFileError
from parbleu.fetch.checksums import flaw, read_digests
from parbleu.fetch.download import take
from parbleu.fetch.server_download import giving_up_on_servers
from parbleu.io.lines import unreadable
from parbleu.tables import Result, column, record, rows
from parbleu.testsets.needed_downloads import MODEL, Download, plan, split_models
from parbleu.testsets.pair_files import PairFiles
from parbleu.testsets.set_selection import EVERY, select_pairs
from parbleu.text.tokenizers.spm import SpmTokenizer, model_path


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
        names: of test sets and models, as for `plan`.
        language_pair: the only language pair to get.

    Raises:
        as `plan`.
    """
    sets, models = split_models(names)
    pairs = select_pairs(sets, language_pair)
    with giving_up_on_servers():
        return FilledCache((*map(_get_model, models), *map(_get_pair, pairs)))


def import_files(paths: Sequence[str]) -> ImportedFiles:
    """Puts downloads that were made elsewhere into the cache. The files themselves stay where they are.

    A file is recognized by its checksum, whatever it is called; where the catalogue has none, by its name.

    Raises:
        CacheError: the cache cannot be written to.
    """
    known = plan([EVERY, MODEL]).downloads
    return ImportedFiles(tuple(_import_file(path, known) for path in paths))


def _get_model(name: str) -> FilledPair:
    problem = ""
    try:
        SpmTokenizer(name)
    except ParbleuError as error:
        problem = _one_line(error)
    return FilledPair(f"{MODEL}/{name}", None, model_path(name), problem=problem)


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
        found = _matching(path, known)
        lacking = [each for each in found if flaw(each.path, each.wanted) is not None]
        for each in lacking:
            take(path, each.path, each.wanted)
    except (UnreadableFileError, ChecksumError) as problem:
        return ImportedFile(path, problem=str(problem))
    return ImportedFile(path, tuple(dict.fromkeys(each.owner for each in found)), not lacking)


def _matching(path: str, known: Sequence[Download]) -> list[Download]:
    """Returns the downloads that a file is: by checksum, or else by name where no checksum is known."""
    try:
        status, digests = read_digests(path, ["md5", "sha256"])
    except OSError as problem:
        raise unreadable(path, problem) from None
    size = status.st_size
    right = [each for each in known if size and each.wanted.complaint(size, digests) is None]
    found = [each for each in right if each.wanted.digests]
    found = found or [each for each in right if Path(path).name in each.names]
    if found:
        return found
    if Path(path).name.startswith("mt-metrics-eval"):
        raise ChecksumError(
            f"{path}: it is not a file of a test set; if it is the package of evaluation sets, put it into "
            "~/.mt-metrics-eval, where `parbleu meta download` unpacks it"
        )
    named = dict.fromkeys(each.owner for each in known if Path(path).name in each.names)
    what = "not a file that parbleu downloads"
    if named:
        what = f"called like a download of {', '.join(named)}, but another file"
    raise ChecksumError(
        f"{path}: it is {what} ({size:,} bytes, MD5 {digests['md5']}); parbleu data plan SET tells which are"
    )


def _one_line(problem: Exception) -> str:
    return " ".join(line.strip() for line in str(problem).splitlines())
