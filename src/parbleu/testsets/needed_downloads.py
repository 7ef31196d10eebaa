"""Lists the downloads that test sets and tokenizer models need, and where each belongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parbleu.base.wording import counted
from parbleu.errors import UnknownNameError
from parbleu.fetch.checksums import Wanted, flaw
from parbleu.tables import Result, Table, column, record, shown, table_of
from parbleu.testsets.pair_files import PairFiles
from parbleu.testsets.set_selection import by_set, select_pairs, split_names
from parbleu.text.tokenizers.spm import MODELS, model_flaw, model_path

MODEL = "models"
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


@dataclass(frozen=True)
class DownloadPlan(Result):
    """The files that would be downloaded.

    Attributes:
        downloads: the needed files.
    """

    downloads: tuple[Download, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each file."""
        missing = {each.urls for each in self.downloads if each.state != "present"}
        present = sum(each.state == "present" for each in self.downloads)
        note = f"{counted(len(missing), 'download')} to make, {present} in the cache"
        return (table_of("downloads", Download, self.downloads, notes=[note]),)


def plan(names: str | Sequence[str], language_pair: str | None = None) -> DownloadPlan:
    """Returns what test sets need to be downloaded, and what of it is in the cache. Nothing is downloaded.

    Args:
        names: of test sets, as for `select_pairs`, and of models: "models/flores200", or "models" for all.
        language_pair: the only language pair that is needed.

    Raises:
        as `select_pairs`; `UnknownNameError` if there is no such model.
    """
    sets, models = split_models(names)
    found = [each for _, pairs in by_set(select_pairs(sets, language_pair)) for each in _of_set(pairs)]
    return DownloadPlan((*found, *map(_of_model, models)))


def split_models(names: str | Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns the names of test sets, and the models that the others name."""
    sets: list[str] = []
    models: list[str] = []
    for word in split_names(names):
        start, _, name = word.partition("/")
        if start != MODEL:
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
        _download(pairs[0].entry.name, (each.source.url,), path, each.wanted, path in missing)
        for path, each in archives.items()
    ]


def _of_model(name: str) -> Download:
    _, urls, md5 = MODELS[name]
    path = model_path(name)
    wanted = Wanted(md5, check=model_flaw)
    missing = flaw(path, Wanted()) is not None  # a model that is there is used as it is
    return _download(f"{MODEL}/{name}", tuple(urls), path, wanted, missing)


def _download(owner: str, urls: tuple[str, ...], path: str, wanted: Wanted, missing: bool) -> Download:
    state = "present"
    if missing:
        problem = flaw(path, wanted)
        state = f"damaged: {problem}" if problem else "missing"
    return Download(owner, urls, path, wanted, state)
