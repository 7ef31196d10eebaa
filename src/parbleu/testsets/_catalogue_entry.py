"""Defines the catalogue's entry of a test set: its downloads, and the files of each language pair."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu.errors import OptionError, UnknownLanguagePairError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class Source(Record):
    """Something to download.

    Attributes:
        url: where it is.
        md5: its MD5 checksum in hexadecimal, or None.
        archive: the name of the downloaded file in the cache.
        holds: where the files that come out of it begin, such as "en-fr/"; "" if not said.
        sha256: its SHA-256 checksum, or None.
        size: its size in bytes, or None where unknown.
    """

    url: str
    md5: str | None
    archive: str
    holds: str = ""
    sha256: str | None = None
    size: int | None = None

    @property
    def recipe(self) -> list[str | None]:
        """The facts that determine the content of the download."""
        return [self.url, self.md5, self.sha256]


class PairEntry(Record):
    """The files of one language pair.

    Attributes:
        files: names below the set's raw directory: the source, then the references, or the one file that
            holds all. A leading "2:" chooses a column of a TSV file, counted from 0.
        references: the translators whose references are the pair's standard ones, "" for one without a name;
            None where the format leaves no choice.
    """

    files: tuple[str, ...]
    references: tuple[str, ...] | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The names in `files` without their column numbers."""
        return tuple(split_column(file)[1] for file in self.files)


class Entry(Record):
    """A test set of the catalogue.

    Attributes:
        name: "wmt21/AB".
        format: the key of its format in `parbleu.testsets.formats.FORMATS`.
        language_pairs: "en-de" -> `PairEntry`, in the catalogue's order.
        description: one line.
        citation: BibTeX, or None.
        licence: the terms of use; None if they are not known.
        sources: what to download; none if a user's files are read where they are.
        options: what else the format wants to know.
        sacrebleu: the versions of sacreBLEU that are known to have the set.
        subsets: document -> "COUNTRY-domain" or "COUNTRY-domain-detail", as `--subset` searches it.
        home: the directory of the file that describes a user's own set; "" for the bundled sets.
    """

    name: str
    format: str
    language_pairs: Mapping[str, PairEntry]
    description: str = ""
    citation: str | None = None
    licence: str | None = None
    sources: tuple[Source, ...] = ()
    options: Mapping[str, Any] = {}
    sacrebleu: tuple[str, ...] = ()
    subsets: Mapping[str, str] = {}
    home: str = ""

    def is_of(self, sacrebleu: str) -> bool:
        """Returns whether a version of sacreBLEU has the set; a user's own is of every version, and of ""."""
        return not sacrebleu or bool(self.home) or sacrebleu in self.sacrebleu

    def pair(self, language_pair: str) -> PairEntry:
        """Returns the files of a language pair.

        Raises:
            UnknownLanguagePairError: the set has no such pair.
        """
        pair = self.language_pairs.get(language_pair)
        if pair is None:
            raise UnknownLanguagePairError(self.name, language_pair, list(self.language_pairs))
        return pair

    def spelled(self, language_pair: str) -> str:
        """Returns how the set spells a language pair: "en-zh" for eng_Latn-zho_Hans. As it is, if unknown.

        Raises:
            OptionError: several of its pairs can be meant.
        """
        same = self._same(language_pair)
        if len(same) > 1:
            raise OptionError(
                f"the test set {self.name} has several pairs that {language_pair} can be: choose from "
                f"{', '.join(same)}"
            )
        return same[0] if same else language_pair

    def has(self, language_pair: str) -> bool:
        """Returns whether the set has a language pair, however that is spelled."""
        return bool(self._same(language_pair))

    def _same(self, language_pair: str) -> list[str]:
        if language_pair in self.language_pairs:
            return [language_pair]
        from parbleu.text._languages import same_pairs

        return same_pairs(language_pair, self.language_pairs)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<test set {self.name}: {len(self.language_pairs)} language pairs, {self.format}>"


def split_column(file: str) -> tuple[int | None, str]:
    """Splits "2:file.tsv" into the column and the file's name; a name without column has None."""
    head, colon, rest = file.partition(":")
    if colon and head.isdecimal() and ":" not in rest:
        return int(head), rest
    return None, file


def from_json(data: Mapping[str, Any], home: str = "") -> Entry:
    """Makes an entry of a data file's content; a user's has been checked. `home` is as in `Entry`."""
    name: str = data["name"]
    references = data.get("references")
    citation = data.get("citation")
    given: list[Mapping[str, Any]] = data.get("sources", [])
    sources = tuple(
        Source(**{"md5": None, **source, "archive": archive})
        for source, archive in zip(given, archive_names(name, given), strict=True)
    )
    ends = downloads_by_end(name, given)
    return Entry(
        name,
        data["format"],
        {name: _pair(pair, references, ends) for name, pair in data["language_pairs"].items()},
        description=data.get("description", ""),
        citation="\n".join(citation) if isinstance(citation, list) else citation,
        licence=data.get("licence"),
        sources=sources,
        options=data.get("options", {}),
        sacrebleu=tuple(data.get("sacrebleu", ())),
        subsets=data.get("subsets", {}),
        home=home,
    )


def archive_names(name: str, sources: Sequence[Mapping[str, Any]]) -> list[str]:
    """Returns what the downloads of a test set are called in the cache.

    A download is called like the last part of its address. Where several addresses have the same, a checksum
    of the address tells them apart. Names that the key "archive" gives stay as they are.
    """
    names = [source.get("archive") or _default_name(name, source) for source in sources]
    addresses: dict[str, set[str]] = {}
    for archive, source in zip(names, sources, strict=True):
        addresses.setdefault(archive.lower(), set()).add(source["url"])
    return [
        _default_name(name, source, source["url"])
        if len(addresses[archive.lower()]) > 1 and not source.get("archive")
        else archive
        for archive, source in zip(names, sources, strict=True)
    ]


def downloads_by_end(name: str, sources: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Returns the downloads whose names in the cache have a checksum, by how their addresses end.

    The keys are all ends of an address that begin after a slash, such as "en-yor/test.en", the address, and
    what the download would be called if no other address ended like it.
    """
    ends: dict[str, list[str]] = {}
    for source, archive in zip(sources, archive_names(name, sources), strict=True):
        if archive != (source.get("archive") or _default_name(name, source)):
            parts = source["url"].split("/")
            own = {"/".join(parts[begin:]) for begin in range(len(parts)) if parts[begin]}
            for end in own | {_default_name(name, source)}:
                archives = ends.setdefault(end, [])
                archives += [archive] if archive not in archives else []
    return ends


def _default_name(name: str, source: Mapping[str, Any], address: str = "") -> str:
    key = ""
    if address:
        from hashlib import sha256

        key = f"{sha256(address.encode()).hexdigest()[:12]}."
    return f"{name.replace('/', '_')}.{key}{source['url'].rsplit('/', 1)[1]}"


def _pair(
    data: list[str] | Mapping[str, Any], references: list[str] | None, ends: Mapping[str, list[str]]
) -> PairEntry:
    if isinstance(data, list):
        files = data
    else:
        files = data["files"]
        references = data.get("references", references)
    if ends:
        files = [_named_by_end(file, ends) for file in files]
    return PairEntry(tuple(files), None if references is None else tuple(references))


def _named_by_end(file: str, ends: Mapping[str, list[str]]) -> str:
    """Returns the name in the cache of what a file's name stands for."""
    column, end = split_column(file)
    archives = ends.get(end, [])
    if len(archives) != 1:
        return file
    return archives[0] if column is None else f"{column}:{archives[0]}"
