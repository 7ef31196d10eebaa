"""Defines the catalogue's entry of a test set: its downloads, and the files of each language pair."""

from __future__ import annotations

from collections.abc import Mapping

from parbleu._base.record import Record
from parbleu.errors import OptionError, UnknownLanguagePairError
from parbleu.testsets._pair_rules import (
    ALL,
    OTHERS,
    Downloads,
    LanguagePairs,
    PairEntry,
    Source,
    by_word,
    filled,
    lacking,
    split_column,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any


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
        version: which version of the texts it is; None for sets that have one only.
        content: what the texts are: their domain, whether sentences or paragraphs, their original language.
        terms: what the terms of use forbid or want, beyond the licence.
        gated: the page where the terms have to be accepted; None if everybody may download the set.
        note: what else has to be known of the set, such as that it has no references yet.
    """

    name: str
    format: str
    language_pairs: Mapping[str, PairEntry]
    description: str = ""
    citation: str | None = None
    licence: str | None = None
    sources: Sequence[Source] = ()
    options: Mapping[str, Any] = {}
    sacrebleu: tuple[str, ...] = ()
    subsets: Mapping[str, str] = {}
    home: str = ""
    version: str | None = None
    content: str = ""
    terms: str | None = None
    gated: str | None = None
    note: str | None = None

    @property
    def signed_name(self) -> str:
        """What signatures call the set: with its version, "flores_plus@4.6", if it has one."""
        named = self.version is None or "@" in self.name
        return self.name if named else f"{self.name}@{self.version}"

    @property
    def rule(self) -> LanguagePairs | None:
        """The rule that makes the language pairs; None if they are listed."""
        return self.language_pairs if isinstance(self.language_pairs, LanguagePairs) else None

    @property
    def by_language(self) -> Entry:
        """The set as one whose "pairs" are its languages, if its pairs follow from a rule; else the set."""
        return self if self.rule is None else self.changed(language_pairs=self.rule.languages)

    def sources_of(self, files: Iterable[str]) -> Sequence[Source]:
        """Returns the downloads that can hold these files."""
        return self.sources.needed(files) if isinstance(self.sources, Downloads) else self.sources

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
            raise self._unknown(language_pair)
        return pair

    def spelled(self, language_pair: str) -> str:
        """Returns how the set spells a language pair: "en-zh" for eng_Latn-zho_Hans. As it is, if unknown.

        Raises:
            OptionError: several of its pairs can be meant.
        """
        same = self.same_pairs(language_pair)
        if not same and isinstance(self.language_pairs, ListedPairs):
            same = self.language_pairs.unlisted(language_pair)
        if len(same) > 1:
            raise OptionError(
                f"the test set {self.name} has several pairs that {language_pair} can be: choose from "
                f"{', '.join(same)}"
            )
        return same[0] if same else language_pair

    def _unknown(self, language_pair: str) -> UnknownLanguagePairError:
        """Returns the error that says which pairs there are instead of one that the set lacks."""
        from parbleu._base.wording import nearest
        from parbleu.text._languages import may_be_meant, pair_by_region

        pairs, reason = list(self.language_pairs), ""
        if self.rule is not None:
            pairs, reason = self.rule.near(language_pair), lacking(language_pair, self.rule.languages)
        elif isinstance(self.language_pairs, ListedPairs) and self.language_pairs.has_unlisted:
            reason = lacking(language_pair, _flores_codes()) or "write source-target, such as en-de"
        meant = pair_by_region(language_pair, self.same_pairs) or nearest(
            language_pair, [pair for pair in pairs if may_be_meant(language_pair, pair)]
        )
        total = len(self.language_pairs)
        return UnknownLanguagePairError(
            self.name, language_pair, pairs, meant=meant, reason=reason, total=total
        )

    def same_pairs(self, language_pair: str) -> list[str]:
        """Returns the pairs of the set that a language pair, however that is spelled, can be."""
        if language_pair in self.language_pairs:
            return [language_pair]
        if self.rule is not None:
            return self.rule.same(language_pair)
        from parbleu.text._languages import same_pairs

        return same_pairs(language_pair, self.language_pairs)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<test set {self.name}: {len(self.language_pairs)} language pairs, {self.format}>"


class ListedPairs(Mapping[str, PairEntry]):
    """The language pairs or languages that a data file lists, each made when it is asked for.

    Args:
        data: language pairs, or several with blanks between -> a list of files, or an object. "*" stands for
            any others that have FLORES's codes: they exist if their files do.
        references: the standard references of pairs that do not say.
        labels: the labels of pairs that do not say.
        ends: end of an address -> names of downloads in the cache, where these have a checksum.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        references: list[str] | None = None,
        labels: Mapping[str, Any] | None = None,
        ends: Mapping[str, list[str]] | None = None,
    ) -> None:
        self._data = by_word(data)
        self._others = self._data.pop(OTHERS, None)
        self._defaults = references, labels or {}, ends or {}

    def __getitem__(self, language_pair: str) -> PairEntry:
        of = self._turned(language_pair) or language_pair
        files = self._data.get(of) or (self._others if self._may_be(of) else None)
        if files is None:
            raise KeyError(language_pair)
        return _pair(of, files, *self._defaults, is_turned=of != language_pair)

    def __contains__(self, language_pair: object) -> bool:
        if language_pair in self._data:
            return True
        return self._turned(str(language_pair)) is not None or self._may_be(language_pair)

    def _turned(self, language_pair: str) -> str | None:
        """Returns the pair in the other direction whose files hold this one; None if the set has no such."""
        if language_pair in self._data or "-" not in language_pair:
            return None
        source, target = _sides(language_pair)
        turned = f"{target}-{source}"
        files = self._data.get(turned)
        return turned if isinstance(files, dict) and files.get("both_directions") else None

    @property
    def has_unlisted(self) -> bool:
        """Whether there are pairs that are not listed."""
        return self._others is not None

    def unlisted(self, language_pair: str) -> list[str]:
        """Returns how FLORES's codes spell a pair that is not listed; none if the set lists all its pairs."""
        from parbleu.text._languages import certain_pair, same_languages

        sides = certain_pair(language_pair) if self.has_unlisted else None
        if sides is None:
            return []
        sources, targets = (same_languages(side, _flores_codes()) for side in sides)
        return [f"{a}-{b}" for a in sources for b in targets if a != b]

    def _may_be(self, language_pair: object) -> bool:
        if self._others is None:
            return False
        import re

        return re.fullmatch(r"(-?[a-z]{3}_[A-Z][a-z]{3}(_[a-z0-9]+)?){1,2}", str(language_pair)) is not None

    def __iter__(self) -> Iterator[str]:
        yield from self._data
        for pair, files in self._data.items():
            if isinstance(files, dict) and files.get("both_directions"):
                source, target = _sides(pair)
                if f"{target}-{source}" not in self._data:
                    yield f"{target}-{source}"

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _flores_codes() -> list[str]:
    """Returns the codes of the languages of FLORES+."""
    from os.path import dirname, join

    from parbleu._io.json_text import parse_json

    with open(join(dirname(__file__), "data", "flores__plus.json"), encoding="utf-8") as file:
        return list(by_word(parse_json(file.read())["languages"]))


def from_json(data: Mapping[str, Any], home: str = "") -> Entry:
    """Makes an entry of a data file's content; a user's, whose directory is `home`, has been checked."""
    name: str = data["name"]
    citation = data.get("citation")
    described: list[Mapping[str, Any]] = [
        source for source in data.get("sources", ()) if "each" not in source
    ]
    patterns = [source for source in data.get("sources", ()) if "each" in source]
    sources: Sequence[Source] = tuple(
        Source(**{"md5": None, **source, "archive": archive})
        for source, archive in zip(described, archive_names(name, described), strict=True)
    )
    ends = downloads_by_end(name, described)
    references, labels = data.get("references"), data.get("labels")
    pairs: Mapping[str, PairEntry]
    if "languages" in data:
        texts = ListedPairs(data["languages"], references, labels, ends)
        pairs = LanguagePairs(texts, data.get("pairs", ALL))
    else:
        pairs = ListedPairs(data["language_pairs"], references, labels, ends)
    return Entry(
        name,
        data["format"],
        pairs,
        description=data.get("description", ""),
        citation="\n".join(citation) if isinstance(citation, list) else citation,
        sources=Downloads(patterns, sources) if patterns else sources,
        options=data.get("options", {}),
        sacrebleu=tuple(data.get("sacrebleu", ())),
        subsets=data.get("subsets", {}),
        content=data.get("content", ""),
        home=home,
        **{key: data.get(key) for key in ("licence", "version", "terms", "gated", "note")},
    )


def variant(data: Mapping[str, Any], split: str, version: str) -> dict[str, Any] | None:
    """Returns a split and a version of a set as if it were a set of its own; None if there is none of a name.

    Args:
        data: a data file's content. The first of its splits, and of its versions, has no name of its own.
        split: the name of a split, or "".
        version: the name of a version, or "".
    """
    filled_in, name, words = dict(data), data["name"], {}
    for key, wanted, sign in (("splits", split, "/"), ("versions", version, "@")):
        variants: Mapping[str, Mapping[str, Any]] = filled_in.pop(key, {})
        if not variants and (not wanted or (sign == "@" and wanted == filled_in.get("version"))):
            continue
        first = next(iter(variants), "")
        chosen = wanted or first
        if chosen not in variants:
            return None
        name += f"{sign}{chosen}" if chosen != first else ""
        words[key.removesuffix("s")] = chosen
        filled_in.update(variants[chosen])
        if sign == "@":
            filled_in["version"] = chosen
            words["revision"] = filled_in.pop("revision", chosen)
    filled_in.pop("aliases", None)
    if words:
        filled_in = filled(filled_in, words)
    return {**filled_in, "name": name}


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
            url_ends = {"/".join(parts[begin:]) for begin in range(len(parts)) if parts[begin]}
            for end in url_ends | {_default_name(name, source)}:
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
    language_pair: str,
    data: list[str] | Mapping[str, Any] | str,
    references: list[str] | None,
    labels: Mapping[str, Any] | None,
    ends: Mapping[str, list[str]],
    *,
    is_turned: bool = False,
) -> PairEntry:
    """Makes the entry of a language pair, or of one language."""
    names: tuple[str, ...] | None = None
    if isinstance(data, (str, list)):
        files = [data] if isinstance(data, str) else list(data)
    else:
        files = list(data["files"])
        labels = data.get("labels", labels)
        entry_references = data.get("references", references)
        if isinstance(entry_references, dict):  # names of references, and their files
            names = tuple(entry_references)
            files += entry_references.values()
            entry_references = references or list(entry_references)
        references = entry_references
    if labels or any("{" in file for file in files):
        source, target = _sides(language_pair)
        words = {"pair": language_pair, "language": language_pair, "source": source, "target": target}
        files, labels = filled(files, words), filled(dict(labels or {}), words)
    if ends:
        files = [_named_by_end(file, ends) for file in files]
    if is_turned and len(files) > 1:
        files, is_turned = files[::-1], False
    kept = None if references is None else tuple(references)
    return PairEntry(tuple(files), kept, names, labels or {}, is_turned)


def _sides(language_pair: str) -> tuple[str, str]:
    """Returns both languages of a pair; what is one language has "" for the other."""
    if language_pair.count("-") > 1:
        from parbleu.text._languages import split_pair

        return split_pair(language_pair)
    source, _, target = language_pair.partition("-")
    return source, target


def _named_by_end(file: str, ends: Mapping[str, list[str]]) -> str:
    """Returns the name in the cache of what a file's name stands for."""
    column, end = split_column(file)
    archives = ends.get(end, [])
    if len(archives) != 1:
        return file
    return archives[0] if column is None else f"{column}:{archives[0]}"
