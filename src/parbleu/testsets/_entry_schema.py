"""Validates the JSON file of a user's own test set, and names the mistake in it."""

from __future__ import annotations

from parbleu.errors import CatalogueError
from parbleu.fetch._environment import is_archive
from parbleu.testsets._catalogue_entry import archive_names, downloads_by_end, split_column

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
        self.required(data, "", ("name", "format", "language_pairs"))
        known = {
            "name": self.name,
            "description": self.text,
            "licence": self.text,
            "sacrebleu": self.texts,
            "format": self.format,
            "options": self.mapping,
            "references": self.texts,
            "sources": self.sources,
            "language_pairs": self.language_pairs,
            "citation": self.citation,
            "subsets": self.subsets,
        }
        self.keys(data, "", known)
        if data.get("options"):
            self.options(data)
        self.distinct(data["name"], data.get("sources", []))
        if data.get("sources"):
            for language_pair, pair in data["language_pairs"].items():
                files = pair["files"] if isinstance(pair, dict) else pair
                self.inside(files, language_pair)
                self.of_one_download(data, files, language_pair)

    def options(self, data: Mapping[str, Any]) -> None:
        """Options are those of the format."""
        from parbleu.testsets.formats import FORMATS

        known = FORMATS[data["format"]].known_options
        for key in data["options"]:
            if known is not None and key not in known:
                there = f"there are {', '.join(known)}" if known else f"the format {data['format']} has none"
                self.fail(f"options.{key}", f"is unknown; {there}")

    def distinct(self, name: str, sources: list[Mapping[str, Any]]) -> None:
        """Two downloads do not share a file of the cache."""
        addresses: dict[str, tuple[int, str]] = {}
        for index, (source, archive) in enumerate(zip(sources, archive_names(name, sources), strict=True)):
            first, url = addresses.setdefault(archive.lower(), (index, source["url"]))
            if url != source["url"]:
                self.fail(
                    f"sources[{index}].archive",
                    f"is {archive!r}, like that of sources[{first}]: choose another",
                )

    def of_one_download(self, data: Mapping[str, Any], files: list[str], language_pair: str) -> None:
        """A file comes out of one download: no other one has the same name, or replaces it in the cache."""
        sources = data["sources"]
        archives = archive_names(data["name"], sources)
        ends = downloads_by_end(data["name"], sources)
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
            known = {
                "url": self.url,
                "md5": self.hexadecimal(32),
                "sha256": self.hexadecimal(64),
                "size": self.size,
                "archive": self.file_name,
                "holds": self.text,
            }
            self.keys(source, here, known)

    def url(self, value: Any, where: str) -> None:
        self.text(value, where)
        if "://" not in value or value.endswith("/") or not value.isprintable():
            self.fail(where, f"is {value!r}; a URL is wanted; local files need no source: list them as files")

    def hexadecimal(self, digits: int) -> _Rule:
        def check(value: Any, where: str) -> None:
            if not isinstance(value, str) or len(value) != digits or set(value) - set("0123456789abcdef"):
                self.fail(where, f"is {value!r}; {digits} lower-case hexadecimal digits are wanted")

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
        for language_pair, pair in value.items():
            here = f"{where}.{language_pair}"
            if not _is_file_name(language_pair) or len(language_pair.split("-")) < 2:
                self.fail(here, "is not a language pair; write source-target, such as en-de")
            if isinstance(pair, dict):
                self.required(pair, here, ("files",))
                self.keys(pair, here, {"files": self.files, "references": self.texts})
            else:
                self.files(pair, here)

    def files(self, value: Any, where: str) -> None:
        self.texts(value, where)
        if not value or not all(value) or "\0" in "".join(value):
            self.fail(where, f"is {value!r}; a list of files is wanted")


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
