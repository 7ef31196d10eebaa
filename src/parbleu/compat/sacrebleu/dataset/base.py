"""Defines `Dataset`, the base class of sacreBLEU's test sets; users derive from it for their own."""

from __future__ import annotations

import os
from abc import ABCMeta, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from parbleu.compat.sacrebleu._files import SACREBLEU_DIR, download_file, smart_open
from parbleu.testsets._catalogue_entry import Entry
from parbleu.testsets._pair_files import PairFiles
from parbleu.testsets._pair_rules import PairEntry, Source


class Dataset(metaclass=ABCMeta):
    """A test set: files of one segment per line, for each field of each language pair.

    A subclass has `process_to_text`, which makes those files, and `fieldnames` if there are others than "src"
    and "ref".

    Args:
        name: such as wmt17/B.
        data: the URLs of what to download.
        description: one line.
        citation: BibTeX.
        md5: the MD5 sums of the downloads.
        langpairs: language pair -> the files within the downloads.
        **kwargs: what else the subclass wants to know.
    """

    def __init__(
        self,
        name: str,
        data: list[str] | None = None,
        description: str | None = None,
        citation: str | None = None,
        md5: list[str] | list[str | None] | None = None,
        langpairs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.name = name
        self.data = data
        self.description = description
        self.citation = citation
        self.md5 = md5
        self.langpairs: dict[str, Any] = {} if langpairs is None else langpairs
        self.kwargs = kwargs
        self._outdir = os.path.join(SACREBLEU_DIR, name)
        self._rawdir = os.path.join(self._outdir, "raw")

    @abstractmethod
    def process_to_text(self, langpair: str | None = None) -> None:
        """Makes the files of a language pair, or of all."""

    def fieldnames(self, langpair: str) -> list[str]:  # noqa: ARG002 - for subclasses
        """Returns the names of the fields: "src", the references, and what else there is."""
        return ["src", "ref"]

    def maybe_download(self) -> None:
        """Downloads and unpacks the files, unless they exist."""
        sums: list[str | None] = [*(self.md5 or [None] * len(self.data or []))]
        for url, md5 in zip(self.data or [], sums, strict=True):
            path = os.path.join(self._rawdir, self._get_tarball_filename(url))
            download_file(url, path, extract_to=self._rawdir, expected_md5=md5)

    @staticmethod
    def _clean(s: str) -> str:
        """Returns a line with one blank for white space, and none at its ends."""
        return " ".join(s.split())

    def _get_tarball_filename(self, url: str) -> str:
        return f"{self.name.replace('/', '_')}.{os.path.basename(url)}"

    def _get_txt_file_path(self, langpair: str, fieldname: str) -> str:
        name = f"{self.name.replace('/', '_')}.{langpair}.{fieldname.replace(':', '-')}"
        return os.path.join(self._outdir, name)

    def _get_langpair_metadata(self, langpair: str | None) -> dict[str, Any]:
        """Returns language pair -> files, for one or for all."""
        if langpair is None:
            return self.langpairs
        if langpair not in self.langpairs:
            raise Exception(f"No such language pair {self.name}/{langpair}")
        return {langpair: self.langpairs[langpair]}

    def _files(self, langpair: str) -> dict[str, str]:
        """Returns field -> file; those that are not there are made."""
        paths = {field: self._get_txt_file_path(langpair, field) for field in self.fieldnames(langpair)}
        if not all(map(os.path.exists, paths.values())):
            self.process_to_text(langpair)
        return paths

    def get_files(self, langpair: str) -> list[str]:
        """Returns the files of all fields; those that are not there are made."""
        return list(self._files(langpair).values())

    def get_source_file(self, langpair: str) -> str:
        """Returns the file of the source."""
        return self._files(langpair)["src"]

    def get_reference_files(self, langpair: str) -> list[str]:
        """Returns the files of the references."""
        return [path for field, path in self._files(langpair).items() if field.startswith("ref")]

    def source(self, langpair: str) -> Iterator[str]:
        """Yields the segments of the source."""
        with smart_open(self.get_source_file(langpair)) as file:
            for line in file:
                yield line.strip()

    def references(self, langpair: str) -> Iterator[tuple[str, ...]]:
        """Yields the references of each segment, with their line ends."""
        return _rows(self.get_reference_files(langpair))

    def __iter__(self, langpair: str) -> Iterator[tuple[str, ...]]:
        """Yields the fields of each segment, with their line ends. Not for `for`: it takes an argument."""
        return _rows(self.get_files(langpair))


def _rows(paths: Sequence[str]) -> Iterator[tuple[str, ...]]:
    with ExitStack() as stack:
        files = [stack.enter_context(smart_open(path)) for path in paths]
        yield from zip(*files)  # noqa: B905 - the shortest counts


class CataloguedDataset(Dataset):
    """A test set of parbleu's catalogue, or a user's in one of its formats.

    Attributes:
        FORMAT: the key in `parbleu.testsets.formats.FORMATS`.
    """

    FORMAT = ""
    _known: Entry | None = None

    @property
    def _entry(self) -> Entry:
        """The catalogue's entry of the test set, or an equivalent one for a user's own."""
        if self._known is None:
            options = dict(self.kwargs)
            references = options.pop("refs", None)
            sums: list[str | None] = [*(self.md5 or [None] * len(self.data or []))]
            self._known = Entry(
                self.name,
                self.FORMAT,
                description=self.description or "",
                citation=self.citation,
                sources=tuple(
                    Source(url, md5, self._get_tarball_filename(url))
                    for url, md5 in zip(self.data or [], sums, strict=True)
                ),
                language_pairs={name: _pair(files, references) for name, files in self.langpairs.items()},
                options=options,
            )
        return self._known

    def _pair_files(self, langpair: str) -> PairFiles:
        self._get_langpair_metadata(langpair)
        return PairFiles(self._entry, langpair)

    def process_to_text(self, langpair: str | None = None) -> None:
        """Fetches and makes the files of a language pair, or of all, as far as they are not there."""
        for pair in self._get_langpair_metadata(langpair):
            PairFiles(self._entry, pair).paths()

    def fieldnames(self, langpair: str) -> list[str]:
        """Returns the names of the fields: "src", the references, and what else there is."""
        files = self._pair_files(langpair)
        names, complete = files.known_fields()
        return names if complete else files.fields()

    def _files(self, langpair: str) -> dict[str, str]:
        if self._is_made_otherwise():
            return super()._files(langpair)
        return self._pair_files(langpair).paths()

    def _is_made_otherwise(self) -> bool:
        """Returns whether a subclass has its own way to the files."""
        own = CataloguedDataset
        return (
            type(self).process_to_text is not own.process_to_text
            or type(self).fieldnames is not own.fieldnames
        )

    def get_reference_files(self, langpair: str) -> list[str]:
        """Returns the files of the standard references."""
        if self._is_made_otherwise():
            return super().get_reference_files(langpair)
        files = self._pair_files(langpair)
        return [files.path(field) for field in files.reference_fields()]


def _pair(given: Any, references: Sequence[str] | None) -> PairEntry:
    files = given
    if isinstance(given, dict):
        files, references = [given["path"]], given.get("refs", references)
    return PairEntry(tuple(files), None if references is None else tuple(references))
