"""Interprets the options of a JSON-lines test set, and finds their values in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.errors import CatalogueError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.testsets.catalogue_entry import Entry

_DEFAULTS: dict[str, Any] = {
    "source": "src_text",
    "references": "refs.*.ref",
    "systems": None,
    "docid": "doc_id",
    "domain": "domain",
    "origlang": "src_lang",
    "language_pair": ["src_lang", "tgt_lang"],
    "where": {},
    "split": None,
}


class Layout:
    """The paths of the values in a set's rows. A path is a key, or several with dots between them.

    Attributes:
        split: what stands between the segments of a text; "" if a text is one segment.
        about: the fields "docid", "origlang" and "domain" -> their paths, as far as rows have them.
        has_references: whether there may be references at all.

    Raises:
        CatalogueError: an option is unknown, or has a value that it does not take.
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        unknown = sorted(set(entry.options) - set(_DEFAULTS))
        if unknown:
            self._fail(unknown[0], f"is unknown; there are {', '.join(_DEFAULTS)}")
        options = _DEFAULTS | dict(entry.options)
        self._source = self._path("source", options["source"])
        self._references = self._named("references", options["references"], "ref")
        self.has_references: bool = bool(self._references)
        self._systems = self._named("systems", options["systems"], None)
        fields = [name for name in ("docid", "origlang", "domain") if options[name] is not None]
        self.about: dict[str, str] = {name: self._path(name, options[name]) for name in fields}
        self._language_pair = self._paths("language_pair", options["language_pair"])
        self._where = options["where"]
        if not isinstance(self._where, dict):
            self._fail("where", "is not an object of paths and values")
        self.split: str = self._path("split", options["split"]) if options["split"] is not None else ""

    def _fail(self, option: str, why: str) -> None:
        raise CatalogueError(f"test set {self._entry.name}: the option {option!r} {why}")

    def _path(self, option: str, value: Any) -> str:
        if not isinstance(value, str) or not value:
            self._fail(option, f"is {value!r}; a text is wanted")
        path: str = value
        return path

    def _paths(self, option: str, value: Any) -> list[str]:
        if value is not None and not isinstance(value, (str, list)):
            self._fail(option, f"is {value!r}; a text, or a list of texts, is wanted")
        values = [value] if isinstance(value, str) else value or []
        return [self._path(option, each) for each in values]

    def _named(self, option: str, value: Any, nameless: str | None) -> dict[str, str]:
        """The paths by field; "*" in a field stands for the name that a "*" in the path finds."""
        prefix = f"{nameless}:" if nameless else ""
        if value is None:
            return {}
        if isinstance(value, dict):
            return {
                (prefix + name if name else "ref"): self._path(option, path) for name, path in value.items()
            }
        path = self._path(option, value)
        if path.split(".").count("*") > 1 or ("*" not in path.split(".") and nameless is None):
            self._fail(option, f"is {value!r}; take one '*' for the names, or an object of names and paths")
        return {f"{prefix}*" if "*" in path.split(".") else "ref": path}

    def belongs(self, row: Any, language_pair: str) -> bool:
        """Returns whether a row belongs to a language pair and meets the condition `where`."""
        if any(find(row, path) != value for path, value in self._where.items()):
            return False
        return (
            not self._language_pair
            or "-".join(str(find(row, path)) for path in self._language_pair) == language_pair
        )

    def source(self, row: Any) -> Any:
        """Returns the source of a row."""
        return find(row, self._source)

    def references(self, row: Any) -> dict[str, Any]:
        """Returns the references of a row: field -> value."""
        return {field: value for field, _, value in self._found(row, self._references)}

    def systems(self, row: Any) -> dict[str, Any]:
        """Returns the systems' translations of a row, without references: field -> value."""
        taken = {path for _, path, _ in self._found(row, self._references)}
        return {field: value for field, path, value in self._found(row, self._systems) if path not in taken}

    @staticmethod
    def _found(row: Any, paths: dict[str, str]) -> Iterator[tuple[str, str, Any]]:
        """The field, path and value of everything there is."""
        for field, path in paths.items():
            before, star, after = f".{path}.".partition(".*.")
            if not star:
                yield field, path, find(row, path)
                continue
            names = find(row, before.strip(".")) if before else row
            for name in names if isinstance(names, dict) else ():
                value = find(names[name], after.strip("."))
                yield field.replace("*", name), f"{before}.{name}.{after}".strip("."), value


def find(row: Any, path: str) -> Any:
    """Returns the value at a path; None if there is none. An empty path is the row itself."""
    for key in path.split(".") if path else ():
        row = row.get(key) if isinstance(row, dict) else None
    return row
