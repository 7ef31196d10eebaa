"""Adds the labels of segments that stand in files of their own, a line for each segment, or are all the same.

A label is the path of a file, `docs.txt`; with a column before it, by number or by name of the header,
`2:docs.tsv` or `URL:meta.tsv`; `=eng`, which is the same for all segments; or an object of such a `file` and
a regular expression, `match`, whose group or whole match is the label.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parbleu._base.wording import counted
from parbleu.errors import CatalogueError, FormatError
from parbleu.testsets._pair_rules import LABELS, label_file, split_labels
from parbleu.testsets.formats._base import Annotation, PairFormat, encode
from parbleu.testsets.formats._raw_text import blocks
from parbleu.text._corpus_sample import BYTE_ORDER_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from parbleu.testsets.formats._base import Write


class Labelled(PairFormat):
    """The fields of another format, and labels of its segments.

    Args:
        texts: reads the texts.
        labels: "docid", "origlang" or "domain" -> where it is.
        paths: the files that the labels name, in order.
    """

    def __init__(self, texts: PairFormat, labels: Mapping[str, Any], paths: Sequence[str]) -> None:
        super().__init__(texts.entry, texts.language_pair, [*texts.paths, *paths])
        self._texts = texts
        named = iter(paths)
        self._labels = {
            name: (labels[name], "" if label_file(labels[name]) is None else next(named)) for name in labels
        }

    def fields(self) -> list[str]:
        """Returns those of the texts, and then the labels that they lack."""
        text_fields = self._texts.fields()
        return [*text_fields, *(name for name in LABELS if name in self._labels and name not in text_fields)]

    def convert(self, write: Write) -> None:
        """Writes the texts, and then label after label."""
        count = 0

        def counting(field: str, lines: bytes) -> None:
            nonlocal count
            count += lines.count(b"\n") if field == "src" else 0
            if field not in self._labels:
                write(field, lines)

        self._texts.convert(counting)
        for name in self._labels:
            write(name, encode(self._column(name, count)))

    def annotations(self) -> Iterator[Annotation]:
        """Yields what the texts say of each segment, and what the labels say."""
        annotations = list(self._texts.annotations())
        columns = {name: self._column(name, len(annotations)) for name in self._labels}
        for line, annotation in enumerate(annotations):
            yield annotation.changed(**{name: column[line] or None for name, column in columns.items()})

    def _column(self, name: str, count: int) -> list[str]:
        label, path = self._labels[name]
        file = label if isinstance(label, str) else label["file"]
        pattern = None if isinstance(label, str) else label.get("match")
        if not path:
            return [file.removeprefix("=")] * count
        column, _ = split_labels(file)
        values = list(_values(path, column))
        if len(values) != count:
            raise FormatError(path, 0, f"{counted(len(values), 'line')} for {counted(count)}")
        return values if pattern is None else _matches(values, pattern, path)


def _values(path: str, column: str | None) -> Iterator[str]:
    """Yields a value for each line; a column with a name is one of the first line's."""
    index = int(column) if column is not None and column.isdecimal() else None
    has_header = column is not None and index is None
    for first, lines in blocks(path):
        for number, line in enumerate(lines, first):
            cells = line.rstrip("\r").split("\t")
            if has_header and number == 1:
                cells[0] = cells[0].removeprefix(BYTE_ORDER_MARK)
                if column not in cells:
                    raise FormatError(path, 1, f"no column {column!r} among {', '.join(cells)}")
                index = cells.index(column)
                continue
            if index is not None and index >= len(cells):
                raise FormatError(
                    path, number, f"{counted(len(cells), 'column')}, and none with the number {index}"
                )
            yield " ".join((line if index is None else cells[index]).split())


def _matches(values: list[str], pattern: str, path: str) -> list[str]:
    try:
        search = re.compile(pattern).search
    except re.error as problem:
        raise CatalogueError(
            f"the pattern {pattern!r} of a label is no regular expression: {problem}"
        ) from None
    labels = []
    for number, value in enumerate(values, 1):
        match = search(value)
        if match is None:
            raise FormatError(path, number, f"{value!r} does not match {pattern!r}")
        labels.append(match[1] if match.re.groups else match[0])
    return labels
