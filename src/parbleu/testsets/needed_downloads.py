"""What test sets and the models of tokenizers need to be downloaded, and where that belongs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parbleu.base.wording import counted
from parbleu.errors import UnknownNameError
from parbleu.fetch.checksums import Wanted, flaw
from parbleu.tables import Column, Result, Table
from parbleu.testsets.raw_archives import Archive
from parbleu.testsets.set_selection import select_sets, split_names
from parbleu.text.tokenizers.spm import MODELS, model_flaw, model_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.testsets.set_selection import SelectedSet

MODEL = "models"
"""What stands before the name of a model: models/flores200. Alone it means all of them."""


@dataclass(frozen=True)
class Download:
    """A file that can be downloaded.

    Attributes:
        owner: the test set or model that needs it.
        urls: where it is.
        path: where it belongs.
        wanted: what is known of it.
        is_missing: whether it would have to be downloaded now.
    """

    owner: str
    urls: tuple[str, ...]
    path: str
    wanted: Wanted
    is_missing: bool

    @property
    def names(self) -> set[str]:
        """What the file may be called."""
        return {name.rsplit("/", 1)[-1] for name in (*self.urls, self.path)}

    def state(self) -> str:
        """Returns whether it is "present", "missing" or damaged, and how."""
        if not self.is_missing:
            return "present"
        problem = flaw(self.path, self.wanted)
        return f"damaged: {problem}" if problem else "missing"


@dataclass(frozen=True)
class DownloadPlan(Result):
    """What would be downloaded.

    Attributes:
        downloads: what is needed.
        states: for each whether it is "present", "missing" or damaged, and how.
    """

    downloads: tuple[Download, ...]
    states: tuple[str, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each file."""
        columns = [
            Column("test_set", "needed by"),
            Column("url", "URL"),
            Column("size", kind=int, unit="bytes"),
            Column("checksum"),
            Column("path"),
            Column("state"),
        ]
        rows = [
            (
                each.owner,
                each.urls[0],
                each.wanted.size,
                " ".join(f"{name}:{value}" for name, value in each.wanted.digests.items()) or None,
                each.path,
                state,
            )
            for each, state in zip(self.downloads, self.states, strict=True)
        ]
        missing = {url for _, url, _, _, _, state in rows if state != "present"}
        present = self.states.count("present")
        note = f"{counted(len(missing), 'download')} to make, {present} in the cache"
        return (Table("downloads", columns, rows, notes=[note]),)


def plan(names: str | Sequence[str], language_pair: str | None = None) -> DownloadPlan:
    """Returns what test sets need to be downloaded, and what of it is in the cache. Nothing is downloaded.

    Args:
        names: of test sets, as for `select_sets`, and of models: "models/flores200", or "models" for all.
        language_pair: the only language pair that is needed.

    Raises:
        as `select_sets`; `UnknownNameError` if there is no such model.
    """
    downloads = tuple(needed_downloads(names, language_pair))
    return DownloadPlan(downloads, tuple(each.state() for each in downloads))


def needed_downloads(names: str | Sequence[str], language_pair: str | None = None) -> list[Download]:
    """Returns what `plan` does, without the states."""
    sets, models = split_models(names)
    found = [each for selected in select_sets(sets, language_pair) for each in _of_set(selected)]
    return found + [_of_model(name) for name in models]


def split_models(names: str | Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns the names of test sets, and the models that the others name.

    Raises:
        UnknownNameError: there is no such model.
    """
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


def _of_set(selected: SelectedSet) -> list[Download]:
    needed = {archive.path for files in selected.pairs for archive in files.raw_files().archives}
    missing = {archive.path for files in selected.pairs for archive in files.missing_archives()}
    archives = [Archive(selected.entry, source) for source in selected.entry.sources]
    return [
        Download(selected.entry.name, (each.source.url,), each.path, each.wanted, each.path in missing)
        for each in archives
        if each.path in needed
    ]


def _of_model(name: str) -> Download:
    _, urls, md5 = MODELS[name]
    path = model_path(name)
    missing = flaw(path, Wanted()) is not None  # a model that is there is used as it is
    return Download(f"{MODEL}/{name}", tuple(urls), path, Wanted(md5, check=model_flaw), missing)
