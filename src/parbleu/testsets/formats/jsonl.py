"""Reads JSON lines, as WMT25 has them: an object for each document or segment.

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
- `split`: what stands between the segments of a text, such as two line feeds; null if a text is one segment.

A text may also be a list of segments.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from parbleu.base.wording import counted
from parbleu.errors import FormatError
from parbleu.io.json_text import parse_json
from parbleu.testsets.formats.base import Annotation, PairFormat, encode
from parbleu.testsets.formats.field_columns import Columns, repeated
from parbleu.testsets.formats.json_rows import Layout, find
from parbleu.testsets.formats.raw_lines import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.testsets.formats.base import Write


class JsonLines(PairFormat):
    """A segment counts if any reference has a text for it, or if the set has no references.

    The fields are "src", "ref:" and the name for each reference ("ref" for one without a name), "docid",
    "origlang", one for each system, and "domain". White space within a segment becomes single blanks.
    """

    def fields(self) -> list[str]:
        """Returns the names of the fields; all rows have to be read for that."""
        layout = Layout(self.entry)
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
        layout = Layout(self.entry)
        columns = Columns(write)
        columns.finish(("src", *layout.about))
        for part in self._parts(layout):
            columns.add(part.count, part.lines())

    def annotations(self) -> Iterator[Annotation]:
        """Yields the origin of each segment from its row."""
        for part in self._parts(Layout(self.entry)):
            origlang, docid, domain = map(part.about.get, ("origlang", "docid", "domain"))
            for _ in range(part.count):
                yield Annotation(origlang, docid, domain)

    def _parts(self, layout: Layout) -> Iterator[_RowFields]:
        """The rows of the language pair of which segments count."""
        found = counting = False
        for path in self.paths:
            for number, row in _rows(path):
                if layout.belongs(row, self.language_pair):
                    found = True
                    part = _RowFields(layout, row, path, number)
                    if part.count:
                        counting = True
                        yield part
        if not found:
            problem = (
                f"no row is of {self.language_pair}: the test set's options 'language_pair' and 'where' "
                "say which ones count"
            )
            raise FormatError(self.paths[0], 0, problem)
        if not counting:
            problem = "no row has a reference; the option 'references' says where they are (null: nowhere)"
            raise FormatError(self.paths[0], 0, problem)


def _rows(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for first, lines in blocks(path):
        for number, line in enumerate(lines, first):
            if line and not line.isspace():
                yield number, _parsed(path, number, line)


def _parsed(path: str, number: int, line: str) -> dict[str, Any]:
    try:
        row = parse_json(line)
        if "\\u" in line:
            json.dumps(row, ensure_ascii=False).encode()
    except json.JSONDecodeError as problem:
        raise FormatError(path, number, f"no JSON: {problem.msg} (column {problem.colno})") from None
    except UnicodeEncodeError:
        raise FormatError(path, number, "half of a surrogate pair, which is not a character") from None
    except ValueError as problem:
        raise FormatError(path, number, f"JSON that cannot be read: {problem}") from None
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

    def __init__(self, layout: Layout, row: dict[str, Any], path: str, number: int) -> None:
        self._layout = layout
        self._where = path, number
        source = self._segments("the source", layout.source(row))
        if source is None:
            raise FormatError(path, number, "no source; the test set's option 'source' says where it is")
        self._source = source
        self.references = self._all(layout.references(row))
        self.systems = self._all(layout.systems(row))
        self.about = {
            name: str(value) for name, at in layout.about.items() if (value := find(row, at)) is not None
        }
        given = [texts for texts in self.references.values() if texts]
        every = range(len(source))
        self._kept = [at for at in every if not layout.has_references or any(texts[at] for texts in given)]
        self.count = len(self._kept)

    def _all(self, values: dict[str, Any]) -> dict[str, list[str]]:
        found = {}
        for field, value in values.items():
            texts = self._segments(field, value) or []
            if texts and len(texts) != len(self._source):
                problem = f"{field} has {counted(len(texts))}, and the source {len(self._source)}"
                raise FormatError(*self._where, problem)
            found[field] = texts
        return found

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
        return encode([" ".join(segments[at].split()) for at in self._kept]) if segments else b""
