"""Reads rows of fields from JSON lines, as WMT25 has them; `_row_files` reads rows of other files.

A row is a document or a segment.

A test set's options say where things are; a path is a key, or several with dots between them. Without options
that is the layout of WMT25.

- `source`: the path of the source, "src_text".
- `references`: the path of the reference; with `*` for the names of several, as in "refs.*.ref"; or an object
  of names and paths.
- `systems`: the same for systems' translations; null, for none.
- `docid`, `domain`, `origlang`: their paths, or null; "doc_id", "domain" and "src_lang".
- `language_pair`: the path, or the two, whose values with a hyphen between them are the pair: ["src_lang",
  "tgt_lang"]; null if all rows count.
- `where`: an object of paths and the values that rows must have there; {}.
- `where_not`: the same for values that rows must not have; {}.
- `split`: what stands between the segments of a text, such as two line feeds; null if a text is one segment.
- `join`: the path of the name of a segment, by which the rows of several files, or of the texts of several
  languages, are one segment; null where there is one file.
- `blind`: whether a language pair of which no row has a reference has all segments; false: that is an error.
- `white_space`: "keep" if blanks such as no-break spaces stay; null if they become single blanks.

A text may also be a list of segments.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from parbleu._base.wording import counted
from parbleu._io.json_text import parse_json
from parbleu.errors import CatalogueError, FormatError
from parbleu.testsets._pair_rules import ID, LABELS
from parbleu.testsets.formats._base import Annotation, Columns, PairFormat, encode, reference_fields, repeated
from parbleu.testsets.formats._plain_text import keeps_white_space
from parbleu.testsets.formats._raw_text import blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from parbleu.testsets.formats._base import Write

JOINED = "\0joined"
"""The key of the texts of further files in a row of the first: no file has such a name."""

HALF_PAIR = "half of a surrogate pair, which is not a character"

_DEFAULTS: dict[str, Any] = {
    "source": "src_text",
    "references": "refs.*.ref",
    "systems": None,
    "docid": "doc_id",
    "domain": "domain",
    "origlang": "src_lang",
    "language_pair": ["src_lang", "tgt_lang"],
    "where": {},
    "where_not": {},
    "split": None,
    "join": None,
    "blind": False,
    "white_space": None,
}


class JsonLines(PairFormat):
    """A segment counts if any reference has a text for it, or if the set has no references.

    The fields are "src", "ref:" and the name for each reference ("ref" for one without a name), "docid",
    "origlang", one for each system, and "domain". White space within a segment becomes single blanks.
    """

    known_options: tuple[str, ...] = tuple(_DEFAULTS)

    def fields(self) -> list[str]:
        """Returns the names of the fields; all rows have to be read for that."""
        layout = _Layout(self, len(self.paths))
        references: dict[str, None] = {}
        systems: dict[str, None] = {}
        for part in self._parts(layout):
            references |= dict.fromkeys(part.references)
            systems |= dict.fromkeys(part.systems)
        first = [name for name in layout.about if name != "domain"]
        fields = ["src", *references, *first, *systems, *(name for name in layout.about if name == "domain")]
        if name := repeated(fields):
            raise FormatError(
                self.paths[0], 0, f"a system is called {name!r}, as another field is: rename it"
            )
        return fields

    def convert(self, write: Write) -> None:
        """Writes row after row."""
        layout = _Layout(self, len(self.paths))
        columns = Columns(write)
        columns.finish(("src", *layout.about))
        for part in self._parts(layout):
            columns.add(part.count, part.lines())

    def annotations(self) -> Iterator[Annotation]:
        """Yields the origin of each segment from its row."""
        for part in self._parts(_Layout(self, len(self.paths))):
            origlang, docid, domain = map(part.about.get, ("origlang", "docid", "domain"))
            for _ in range(part.count):
                yield Annotation(origlang, docid, domain)

    def _parts(self, layout: _Layout) -> Iterator[_RowFields]:
        """Yields the rows of the language pair of which segments count."""
        has_rows = has_segments = False
        if layout.has_references and layout.is_blind and not self._has_references(layout):
            layout.has_references = False
        for number, row in self._rows_of_pair(layout):
            has_rows = True
            part = _RowFields(layout, row, self.paths[0], number)
            if part.count:
                has_segments = True
                yield part
        if not has_rows:
            problem = (
                f"no row is of {self.language_pair}: the test set's options 'language_pair' and 'where' "
                "say which ones count"
            )
            raise FormatError(self.paths[0], 0, problem)
        if not has_segments:
            problem = "no row has a reference; the option 'references' says where they are (null: nowhere)"
            raise FormatError(self.paths[0], 0, problem)

    def _has_references(self, layout: _Layout) -> bool:
        rows = self._rows_of_pair(layout)
        return any(any(layout.references(row).values()) for _, row in rows)

    def _rows_of_pair(self, layout: _Layout) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yields the rows that count, with their numbers; those of other files are joined to the first's."""
        first, *others = self.paths
        if others and layout.join is None:
            raise CatalogueError(
                f"test set {self.entry.name}: {self.language_pair} has {len(self.paths)} files, and no "
                "option 'join' says which field names the segments"
            )
        named = self.entry.pair(self.language_pair).names
        names = reference_fields(len(others))
        if named is not None:
            names = [f"ref:{name}" if name else "ref" for name in named]
        joined = [self._by_name(layout, path) for path in others]
        known: set[str] = set()
        for number, row in self._counting(layout, first):
            joined_row = row
            if layout.join is not None:
                name = _name(layout, row, first, number)
                if name in known:
                    raise FormatError(first, number, f"{name!r} is the name of an earlier segment, too")
                known.add(name)
                for rows, path in zip(joined, others, strict=True):
                    if name not in rows:
                        raise FormatError(path, 0, f"no segment is called {name!r}, as one of {first} is")
                joined_row = {**row, JOINED: {n: rows[name] for n, rows in zip(names, joined, strict=True)}}
            yield number, joined_row
        for rows, path in zip(joined, others, strict=True):
            odd = [name for name in rows if name not in known]
            if odd:
                raise FormatError(path, 0, f"no segment of {first} is called {odd[0]!r}, as one here is")

    def _by_name(self, layout: _Layout, path: str) -> dict[str, Any]:
        rows: dict[str, Any] = {}
        for number, row in self._counting(layout, path):
            name = _name(layout, row, path, number)
            if name in rows:
                raise FormatError(path, number, f"{name!r} is the name of an earlier segment, too")
            rows[name] = layout.joined_text(row)
        return rows

    def _counting(self, layout: _Layout, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
        for number, row in self._rows(path):
            if layout.belongs(row, self.language_pair):
                yield number, row

    def _rows(self, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yields the rows of a file, each with the number of its line, or its own, from 1."""
        return _rows(path)


def has_half_pair(row: Any) -> bool:
    """Returns whether an escape in JSON has made half of a surrogate pair."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _name(layout: _Layout, row: dict[str, Any], path: str, number: int) -> str:
    name = _find(row, layout.join or "")
    if name is None:
        raise FormatError(path, number, f"no {layout.join!r}, which names the segment")
    return str(name)


def _rows(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for first, lines in blocks(path):
        for number, line in enumerate(lines, first):
            if line and not line.isspace():
                yield number, _parsed(path, number, line)


def _parsed(path: str, number: int, line: str) -> dict[str, Any]:
    try:
        row = parse_json(line)
    except json.JSONDecodeError as problem:
        raise FormatError(path, number, f"no JSON: {problem.msg} (column {problem.colno})") from None
    except ValueError as problem:
        raise FormatError(path, number, f"JSON that cannot be read: {problem}") from None
    if "\\u" in line and has_half_pair(row):
        raise FormatError(path, number, HALF_PAIR)
    if not isinstance(row, dict):
        raise FormatError(path, number, "a line must be a JSON object, {...}")
    return row


class _RowFields:
    """What one row adds to the fields.

    Attributes:
        count: how many of its segments count.
        about: "docid", "origlang", "domain" -> the value, if the row has one.
        references: field -> its segments.
        systems: field -> its segments.
    """

    def __init__(self, layout: _Layout, row: dict[str, Any], path: str, number: int) -> None:
        self._layout = layout
        self._where = path, number
        source = self._segments("the source", layout.source(row))
        if source is None:
            raise FormatError(path, number, "no source; the test set's option 'source' says where it is")
        self._source = source
        self.references = self._all(layout.references(row))
        self.systems = self._all(layout.systems(row))
        self.about = {
            name: str(value) for name, at in layout.about.items() if (value := _find(row, at)) is not None
        }
        present = [texts for texts in self.references.values() if texts]
        every = range(len(source))
        self._kept = [at for at in every if not layout.has_references or any(texts[at] for texts in present)]
        self.count = len(self._kept)

    def _all(self, values: dict[str, Any]) -> dict[str, list[str]]:
        texts_of: dict[str, list[str]] = {}
        for field, value in values.items():
            texts = self._segments(field, value) or []
            if texts and len(texts) != len(self._source):
                problem = f"{field} has {counted(len(texts))}, and the source {len(self._source)}"
                raise FormatError(*self._where, problem)
            texts_of[field] = texts
        return texts_of

    def _segments(self, field: str, value: Any) -> list[str] | None:
        if isinstance(value, str):
            return value.split(self._layout.split) if self._layout.split else [value]
        if value is None or (isinstance(value, list) and all(isinstance(text, str) for text in value)):
            return value
        raise FormatError(*self._where, f"{field} is neither a text nor a list of texts")

    def lines(self) -> dict[str, bytes]:
        """Returns the lines of every field."""
        texts = {"src": self._source, **self.references, **self.systems}
        lines = {field: self._encoded(segments) for field, segments in texts.items()}
        for name in self._layout.about:
            lines[name] = encode([" ".join(self.about.get(name, "").split())]) * self.count
        return lines

    def _encoded(self, segments: list[str]) -> bytes:
        one_line = self._layout.one_line
        return encode([one_line(segments[at]) for at in self._kept]) if segments else b""


class _Layout:
    """The paths of the values in a set's rows. A path is a key, or several with dots between them.

    Attributes:
        split: what stands between the segments of a text; "" if a text is one segment.
        about: the fields "docid", "origlang" and "domain" -> their paths, as far as rows have them.
        has_references: whether there may be references at all.

    Raises:
        CatalogueError: an option is unknown, or has a value that it does not take.
    """

    def __init__(self, rows: JsonLines, n_files: int) -> None:
        entry = self._entry = rows.entry
        known = rows.known_options
        unknown = sorted(set(entry.options) - set(known))
        if unknown:
            self._fail(unknown[0], f"is unknown; there are {', '.join(known)}")
        options = _DEFAULTS | dict(entry.options)
        self.join: str | None = None if options["join"] is None else self._path("join", options["join"])
        self.is_blind: bool = options["blind"] is True
        self.one_line: Callable[[str], str] = _unbroken if keeps_white_space(entry) else _collapsed
        if n_files > 1:
            self._joined_text = options["references"] if "references" in entry.options else options["source"]
            self._path("references", self._joined_text)
            options["references"] = f"{JOINED}.*"
        elif entry.pair(rows.language_pair).is_turned:
            self._path("references", options["references"])
            options["source"], options["references"] = options["references"], options["source"]
        self._source = self._path("source", options["source"])
        self._references = self._named("references", options["references"], "ref")
        self.has_references: bool = bool(self._references)
        self._systems = self._named("systems", options["systems"], None)
        fields = [name for name in LABELS if options[name] is not None]
        self.about: dict[str, str] = {name: self._path(name, options[name]) for name in fields}
        self._language_pair = self._paths("language_pair", options["language_pair"])
        if n_files == 1 and self.join is not None and not self.has_references:
            self.about[ID] = self.join
        self._where, self._where_not = options["where"], options["where_not"]
        for name in ("where", "where_not"):
            if not isinstance(options[name], dict):
                self._fail(name, "is not an object of paths and values")
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
        return [self._path(option, path) for path in values]

    def _named(self, option: str, value: Any, nameless: str | None) -> dict[str, str]:
        """Returns the paths by field; "*" in a field stands for the name that a "*" in the path finds."""
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
        if any(_find(row, path) != value for path, value in self._where.items()):
            return False
        if any(_find(row, path) == value for path, value in self._where_not.items()):
            return False
        return (
            not self._language_pair
            or "-".join(str(_find(row, path)) for path in self._language_pair) == language_pair
        )

    def joined_text(self, row: Any) -> Any:
        """Returns the text of a row of a further file."""
        return _find(row, self._joined_text)

    def source(self, row: Any) -> Any:
        """Returns the source of a row."""
        return _find(row, self._source)

    def references(self, row: Any) -> dict[str, Any]:
        """Returns the references of a row: field -> value."""
        return {field: value for field, _, value in self._values(row, self._references)}

    def systems(self, row: Any) -> dict[str, Any]:
        """Returns the systems' translations of a row, without references: field -> value."""
        taken = {path for _, path, _ in self._values(row, self._references)}
        return {field: value for field, path, value in self._values(row, self._systems) if path not in taken}

    @staticmethod
    def _values(row: Any, paths: dict[str, str]) -> Iterator[tuple[str, str, Any]]:
        """Yields the field, path and value of everything that a row has."""
        for field, path in paths.items():
            before, star, after = f".{path}.".partition(".*.")
            if not star:
                yield field, path, _find(row, path)
                continue
            names = _find(row, before.strip(".")) if before else row
            for name in names if isinstance(names, dict) else ():
                value = _find(names[name], after.strip("."))
                called = name if JOINED in before else field.replace("*", name)
                yield called, f"{before}.{name}.{after}".strip("."), value


def _collapsed(text: str) -> str:
    return " ".join(text.split())


def _unbroken(text: str) -> str:
    return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def _find(row: Any, path: str) -> Any:
    """Returns the value at a path; None if there is none. An empty path is the row itself."""
    for key in path.split(".") if path else ():
        row = row.get(key) if isinstance(row, dict) else None
    return row
