"""Reads rows of fields from JSON arrays, CSV, TSV with a header, and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from parbleu._io.json_text import parse_json
from parbleu.errors import CatalogueError, FormatError
from parbleu.testsets.formats._jsonl import HALF_PAIR, JsonLines, has_half_pair
from parbleu.testsets.formats._raw_text import blocks, pieces
from parbleu.text._arrow_buffers import check_buffers
from parbleu.text._corpus_sample import BYTE_ORDER_MARK


class JsonArray(JsonLines):
    """A file is an array of objects, or an object whose value at the path `rows` is one."""

    known_options = (*JsonLines.known_options, "rows")

    def _rows(self, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
        try:
            text = b"".join(pieces(path, "utf-8")).decode("utf-8-sig")
            rows = parse_json(text)
        except UnicodeDecodeError:
            raise FormatError(path, 0, "it is not UTF-8") from None
        except ValueError as problem:
            raise FormatError(path, 0, f"no JSON: {problem}") from None
        for key in str(self.entry.options.get("rows", "")).split("."):
            rows = rows.get(key) if key and isinstance(rows, dict) else rows
        if not isinstance(rows, list):
            raise FormatError(path, 0, "no array; the option 'rows' is the path of one")
        has_escapes = "\\u" in text
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                raise FormatError(path, 0, f"row {number} is no object, {{...}}")
            if has_escapes and has_half_pair(row):
                raise FormatError(path, 0, f"row {number}: {HALF_PAIR}")
            yield number, row


class Csv(JsonLines):
    """A file is lines of cells: with the options `delimiter`, ","; `quotes`, true; `header`, true.

    Where some files have quotes and others have not, `quotes` is a list of the language pairs that have.
    Without header the columns are called 0, 1, 2 ...
    """

    known_options = (*JsonLines.known_options, "delimiter", "quotes", "header")

    def _rows(self, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
        options = self.entry.options
        delimiter = options.get("delimiter", ",")
        if not isinstance(delimiter, str) or len(delimiter) != 1:
            raise CatalogueError(f"test set {self.entry.name}: the option 'delimiter' is one character")
        quotes = options.get("quotes", True)
        has_quotes = quotes is True or (isinstance(quotes, list) and self._listed(quotes))
        header: list[str] | None = None
        for number, cells in _quoted(path, delimiter) if has_quotes else _unquoted(path, delimiter):
            if header is None:
                has_header = options.get("header", True)
                header = cells if has_header else list(map(str, range(len(cells))))
                if has_header:
                    continue
            if len(cells) != len(header):
                raise FormatError(path, number, f"{len(cells)} cells, and {len(header)} in the first line")
            yield number, dict(zip(header, cells, strict=True))

    def _listed(self, pairs: list[str]) -> bool:
        from parbleu.text._languages import turned_pair

        return self.language_pair in pairs or turned_pair(self.language_pair) in pairs


def _unquoted(path: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    for first, lines in blocks(path):
        for number, line in enumerate(lines, first):
            if line.strip():
                begun = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
                yield number, begun.removesuffix("\r").split(delimiter)


def _quoted(path: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    text = b"".join(pieces(path, "utf-8"))
    try:
        reader = csv.reader(
            io.StringIO(text.decode("utf-8-sig"), newline=""), delimiter=delimiter, strict=True
        )
        for cells in reader:
            if cells:
                yield reader.line_num, cells
    except UnicodeDecodeError:
        raise FormatError(path, 0, "it is not UTF-8") from None
    except csv.Error as problem:
        raise FormatError(
            path, reader.line_num, f"{problem}; the option 'quotes' is false if \" is a sign of the text"
        ) from None


class Parquet(JsonLines):
    """A file of Parquet, which needs the package pyarrow."""

    def _rows(self, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
        from parbleu._base.extras import imported

        parquet = imported("pyarrow.parquet", f"{path}: Parquet needs the package pyarrow", "tables")
        try:
            yield from enumerate(_rows_of_batches(path, parquet.ParquetFile(path).iter_batches()), 1)
        except FormatError:
            raise
        except (OSError, ValueError) as problem:
            raise FormatError(path, 0, f"no Parquet: {problem}") from None


def _rows_of_batches(path: str, batches: Iterator[Any]) -> Iterator[dict[str, Any]]:
    for number, batch in enumerate(batches, 1):
        check_buffers(path, batch, number)
        yield from batch.to_pylist()
