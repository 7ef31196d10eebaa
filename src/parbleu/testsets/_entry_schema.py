"""Validates the JSON file of a user's own test set, and names the mistake in it."""

from __future__ import annotations

from parbleu.errors import CatalogueError
from parbleu.fetch._environment import is_archive
from parbleu.testsets._catalogue_entry import archive_names, downloads_by_end, variant
from parbleu.testsets._pair_rules import ALL, LABELS, OTHERS, Downloads, by_word, split_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

    _Rule = Callable[[Any, str], None]

_PORTS = [f"{port}{number}" for port in ("com", "lpt") for number in range(10)]
_DEVICES = {"con", "prn", "aux", "nul", *_PORTS}
"""What Windows takes for a device, whatever follows after a dot."""
_OWN = {"raw", "models"}
"""Folders of the cache that are no test sets."""
_LONGEST = 100


def check(data: Mapping[str, Any], path: str) -> None:
    """Raises CatalogueError if a user's file lacks a key, or has a wrong key or value."""
    _Check(path).test_set(data)


class _Check:
    """One file that is checked; `where` in messages is the path of keys to the value."""

    def __init__(self, path: str) -> None:
        self.path = path

    def fail(self, where: str, why: str) -> NoReturn:
        raise CatalogueError(f'{self.path}: the key "{where}" {why}')

    def keys(self, data: Mapping[str, Any], where: str, known: Mapping[str, _Rule]) -> None:
        for key, value in data.items():
            full = f"{where}.{key}" if where else key
            if key not in known:
                self.fail(full, f"is unknown; there are {', '.join(known)}")
            known[key](value, full)

    def required(self, data: Mapping[str, Any], where: str, names: tuple[str, ...]) -> None:
        for name in names:
            if name not in data:
                self.fail(f"{where}.{name}" if where else name, "is missing: docs/testsets.md lists all keys")

    def test_set(self, data: Mapping[str, Any]) -> None:
        self.required(data, "", ("name", "format"))
        self.keys(data, "", self._known_keys())
        for split in data.get("splits", {"": {}}):
            for version in data.get("versions", {"": {}}):
                chosen = variant(data, split, version)
                assert chosen is not None
                self.variant(chosen)

    def _known_keys(self) -> dict[str, _Rule]:
        return {
            "name": self.name,
            "aliases": self.texts,
            "description": self.text,
            "content": self.text,
            "licence": self.text,
            "terms": self.text,
            "gated": self.text,
            "note": self.text,
            "version": self.text,
            "sacrebleu": self.texts,
            "format": self.format,
            "options": self.mapping,
            "references": self.texts,
            "labels": self.labels,
            "sources": self.sources,
            "language_pairs": self.language_pairs,
            "languages": self.languages,
            "pairs": self.rule,
            "splits": self.variants,
            "versions": self.variants,
            "citation": self.citation,
            "subsets": self.subsets,
        }

    def variants(self, value: Any, where: str) -> None:
        self.mapping(value, where)
        known = {**self._known_keys(), "revision": self.text}
        for name in ("name", "splits", "versions"):
            del known[name]
        for name, changes in value.items():
            if not _is_file_name(name):
                self.fail(f"{where}.{name}", "is no name; take letters, digits and . _ - +")
            self.mapping(changes, f"{where}.{name}")
            self.keys(changes, f"{where}.{name}", known)

    def variant(self, data: Mapping[str, Any]) -> None:
        """Checks a split and version of the set, as if it were a set of its own."""
        if ("languages" in data) == ("language_pairs" in data):
            self.required(data, "", ("language_pairs",))
            self.fail("languages", "stands beside language_pairs, and a set has one of the two")
        if "pairs" in data and "languages" not in data:
            self.fail("pairs", 'goes with the key "languages"')
        if data.get("options"):
            self.options(data)
        sources = data.get("sources", [])
        listed = [source for source in sources if "each" not in source]
        self.distinct(data["name"], listed, sources)
        texts = by_word(data.get("languages") or data["language_pairs"])
        if "languages" in data:
            self.rule_of(data.get("pairs", ALL), texts)
        if sources:
            for name, text in texts.items():
                files = _files_of(text)
                self.inside(files, name)
                self.of_one_download(data["name"], listed, files, name)

    def rule(self, value: Any, where: str) -> None:
        for rule in value if isinstance(value, list) else [value]:
            if rule == ALL:
                continue
            self.mapping(rule, where)
            self.keys(rule, where, {"from": self.texts, "to": self.texts})

    def rule_of(self, rule: Any, languages: Mapping[str, Any]) -> None:
        """Pairs are made of languages that there are."""
        for part in rule if isinstance(rule, list) else [rule]:
            for key, codes in part.items() if isinstance(part, dict) else ():
                for code in codes:
                    if code not in languages:
                        self.fail(f"pairs.{key}", f"has {code!r}, which is none of the languages")

    def labels(self, value: Any, where: str) -> None:
        self.mapping(value, where)
        label = {"file": self.text, "match": self.text}
        for name, file in value.items():
            here = f"{where}.{name}"
            if name not in LABELS:
                self.fail(here, f"is unknown; there are {', '.join(LABELS)}")
            if isinstance(file, dict):
                self.required(file, here, ("file",))
                self.keys(file, here, label)
            else:
                self.text(file, here)

    def languages(self, value: Any, where: str) -> None:
        self.mapping(value, where)
        if len(by_word(value)) < 2:
            self.fail(where, "has fewer than two languages")
        for code, text in by_word(value).items():
            if not _is_file_name(code) and code != OTHERS:
                self.fail(f"{where}.{code}", "is not the code of a language")
            if isinstance(text, str):
                self.files([text], f"{where}.{code}")
            else:
                self.pair(text, f"{where}.{code}")

    def options(self, data: Mapping[str, Any]) -> None:
        """Options are those of the format."""
        from parbleu.testsets.formats import FORMATS

        known = FORMATS[data["format"]].known_options
        for key in data["options"]:
            if known is not None and key not in known:
                there = f"there are {', '.join(known)}" if known else f"the format {data['format']} has none"
                self.fail(f"options.{key}", f"is unknown; {there}")

    def distinct(self, name: str, sources: list[Mapping[str, Any]], every: list[Mapping[str, Any]]) -> None:
        """Two downloads do not share a file of the cache."""
        addresses: dict[str, tuple[int, str]] = {}
        for index, source in enumerate(every):
            if "each" not in source:
                continue
            for download in Downloads([{"archive": "{}", **source}], ()):
                url = addresses.setdefault(download.archive.lower(), (index, download.url))[1]
                if url != download.url:
                    self.fail(
                        f"sources[{index}].archive", f"makes two files {download.archive!r}: use {{}} in it"
                    )
        for index, (source, archive) in enumerate(zip(sources, archive_names(name, sources), strict=True)):
            first, url = addresses.setdefault(archive.lower(), (index, source["url"]))
            if url != source["url"]:
                self.fail(
                    f"sources[{index}].archive",
                    f"is {archive!r}, like that of sources[{first}]: choose another",
                )

    def of_one_download(
        self, name: str, sources: list[Mapping[str, Any]], files: list[str], language_pair: str
    ) -> None:
        """A file comes out of one download: no other one has the same name, or replaces it in the cache."""
        archives = archive_names(name, sources)
        ends = downloads_by_end(name, sources)
        for file in files:
            path = split_column(file)[1]
            if len(ends.get(path, ())) > 1:
                several = [f"sources[{i}]" for i, name in enumerate(archives) if name in ends[path]]
                self.fail(
                    f"language_pairs.{language_pair}",
                    f"has {file!r}, which can be {' or '.join(several)}: write more of the address",
                )
            if path in archives or path in ends:
                continue
            holding = {
                source["url"]: f"sources[{index}]"
                for index, (source, name) in enumerate(zip(sources, archives, strict=True))
                if is_archive(name) and path.startswith(source.get("holds", ""))
            }
            if len(holding) > 1:
                self.fail(
                    f"language_pairs.{language_pair}",
                    f"has {file!r}, which can come out of {' or '.join(holding.values())}: say by the key "
                    '"holds" how the names of the files in each begin',
                )

    def inside(self, files: list[str], language_pair: str) -> None:
        """Files that are downloaded lie below a directory of the cache."""
        for file in files:
            parts = file.split("/")
            if not parts[0] or ".." in parts:
                self.fail(
                    f"language_pairs.{language_pair}",
                    f"leads out of its directory, to {file!r}: write a relative path without ..",
                )

    def name(self, value: Any, where: str) -> None:
        self.text(value, where)
        if "," in value or not all(map(_is_file_name, value.split("/"))):
            self.fail(where, f"is {value!r}; take letters, digits and . _ - +, with / between parts")
        if _OWN & {*value.lower().split("/")}:
            self.fail(where, f"is {value!r}; the cache has a folder of that name for something else")

    def format(self, value: Any, where: str) -> None:
        from parbleu.testsets.formats import FORMATS

        if value not in FORMATS:
            self.fail(where, f"is {value!r}; choose from {', '.join(FORMATS)}")

    def text(self, value: Any, where: str) -> None:
        if not isinstance(value, str) or not value:
            self.fail(where, f"is {value!r}; a text is wanted")

    def texts(self, value: Any, where: str) -> None:
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            self.fail(where, f"is {value!r}; a list of texts is wanted")

    def mapping(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            self.fail(where, f"is {value!r}; an object, {{...}}, is wanted")

    def citation(self, value: Any, where: str) -> None:
        if not isinstance(value, str):
            self.texts(value, where)

    def subsets(self, value: Any, where: str) -> None:
        self.mapping(value, where)
        for document, tag in value.items():
            self.text(tag, f"{where}.{document}")

    def sources(self, value: Any, where: str) -> None:
        if not isinstance(value, list):
            self.fail(where, f"is {value!r}; a list of objects with the key url is wanted")
        for index, source in enumerate(value):
            here = f"{where}[{index}]"
            self.mapping(source, here)
            self.required(source, here, ("url",))
            known: dict[str, _Rule] = {
                "url": self.url,
                "md5": self.hexadecimal(32),
                "sha256": self.hexadecimal(64),
                "size": self.size,
                "archive": self.file_name,
                "holds": self.text,
            }
            if "each" in source:
                count = len(str(source["each"]).split())
                sums = {"md5": self.hexadecimal(32, count), "sha256": self.hexadecimal(64, count)}
                known = {"url": self.url, **sums, "archive": self.text, "each": self.text}
                self.required(source, here, ("archive",))
            self.keys(source, here, known)

    def url(self, value: Any, where: str) -> None:
        self.text(value, where)
        if "://" not in value or value.endswith("/") or not value.isprintable():
            self.fail(where, f"is {value!r}; a URL is wanted; local files need no source: list them as files")

    def hexadecimal(self, digits: int, count: int = 1) -> _Rule:
        def check(value: Any, where: str) -> None:
            words = value.split(" ") if isinstance(value, str) else []
            wrong = [word for word in words if len(word) != digits or set(word) - set("0123456789abcdef")]
            if len(words) != count or wrong:
                several = "" if count == 1 else f"{count} times "
                self.fail(where, f"is {value!r}; {several}{digits} lower-case hexadecimal digits are wanted")

        return check

    def size(self, value: Any, where: str) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fail(where, f"is {value!r}; a number of bytes is wanted")

    def file_name(self, value: Any, where: str) -> None:
        self.text(value, where)
        if not _is_file_name(value):
            self.fail(where, f"is {value!r}; a file's name without directories is wanted")

    def language_pairs(self, value: Any, where: str) -> None:
        self.mapping(value, where)
        if not value:
            self.fail(where, "is empty; name at least one language pair")
        for language_pair, pair in by_word(value).items():
            here = f"{where}.{language_pair}"
            is_pair = _is_file_name(language_pair) and len(language_pair.split("-")) > 1
            if not is_pair and language_pair != OTHERS:
                self.fail(here, "is not a language pair; write source-target, such as en-de")
            self.pair(pair, here)

    def pair(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            self.files(value, where)
            return
        self.required(value, where, ("files",))
        known: dict[str, _Rule] = {
            "files": self.files,
            "references": self.references,
            "labels": self.labels,
            "both_directions": self.truth,
        }
        self.keys(value, where, known)

    def references(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            self.texts(value, where)
            return
        self.files([*value.values()], where)

    def truth(self, value: Any, where: str) -> None:
        if not isinstance(value, bool):
            self.fail(where, f"is {value!r}; true or false is wanted")

    def files(self, value: Any, where: str) -> None:
        self.texts(value, where)
        if not value or not all(value) or "\0" in "".join(value):
            self.fail(where, f"is {value!r}; a list of files is wanted")


def _files_of(text: str | list[str] | Mapping[str, Any]) -> list[str]:
    """Returns the files of a pair or a language, those of named references too."""
    if not isinstance(text, dict):
        return [text] if isinstance(text, str) else list(text)
    references = text.get("references")
    return [*text["files"], *(references.values() if isinstance(references, dict) else ())]


def _is_file_name(text: str) -> bool:
    """Returns whether a file may have such a name on every system, and is not hidden."""
    return (
        0 < len(text) <= _LONGEST
        and text.isprintable()
        and not set(' /\\:*?"<>|') & set(text)
        and not text.startswith(".")
        and not text.endswith(".")
        and text.partition(".")[0].lower() not in _DEVICES
    )
