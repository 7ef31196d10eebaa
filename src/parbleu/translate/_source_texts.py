"""Reads the source: text files, columns of tables, test files in SGML and XML, test sets, other streams."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from parbleu._io.atomic import is_device
from parbleu._io.lines import (
    LineStream,
    StandardInput,
    is_compressed,
    is_marked,
    open_binary,
    refuse_other_files,
)
from parbleu.testsets._loading import TestSet, load_test_set
from parbleu.testsets._markup_files import read_segments
from parbleu.text._segment_table import check_columns
from parbleu.text._table_files.batch import TableReader
from parbleu.text._table_files.table_opening import open_table_file, table_paths
from parbleu.translate._engine_driver import iterate
from parbleu.typing import SegmentsLike

NAMING = "name the column of the source: --src COLUMN"


class TextSource:
    """The base class of sources of text to translate."""

    @property
    def facts(self) -> dict[str, Any]:
        """The facts about the source for the record."""
        return {"name": None}

    def files(self) -> Sequence[str]:
        """Returns the files that are read, which no output may replace."""
        return ()

    def check(self) -> None:
        """Checks without reading the source that it can be read.

        Raises:
            ParbleuError: the source cannot be read.
        """

    def segments(self) -> Iterator[str]:
        """Returns the segments.

        Raises:
            ParbleuError: the source cannot be read.
        """
        raise NotImplementedError

    def count(self) -> int | None:
        """Returns the number of segments; None if it is not known before reading."""
        return None


@dataclass(frozen=True)
class StreamSource(TextSource):
    """Any stream of segments that `parbleu.text` takes."""

    stream: SegmentsLike

    def segments(self) -> Iterator[str]:
        """Returns the segments.

        Raises:
            InputTypeError: the source is not a stream of strings.
        """
        return iter(iterate(self.stream))


@dataclass(frozen=True)
class FileSource(TextSource):
    """A file of plain text, or of SGML or XML if its name ends so; or standard input.

    Attributes:
        path: the path of the file, which is decompressed if it ends in `.gz`; None for standard input.
        encoding: the encoding of the file; None for UTF-8, or for what SGML or XML declares.
    """

    path: str | None
    encoding: str | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """The facts about the source for the record."""
        return {"name": self.path}

    def files(self) -> Sequence[str]:
        """Returns the file."""
        return () if self.path is None else (self.path,)

    def check(self) -> None:
        """Checks that the file can be opened.

        Raises:
            UnreadableFileError: the file cannot be opened.
            OptionError: there is no such encoding.
        """
        if self.path is not None and not is_device(self.path):  # a pipe can be opened only once
            _open(self.path, self.encoding).close()

    def segments(self) -> Iterator[str]:
        """Returns the segments: lines, or those of the source that SGML or XML holds.

        Raises:
            UnreadableFileError: the file cannot be read.
            UndecodableLineError: a line is not valid in the encoding.
            OptionError: there is no such encoding.
            FormatError: SGML or XML is wrong.
        """
        if is_marked(self.path or ""):
            return read_segments(str(self.path), "src", None, self.encoding)
        return self._lines()

    def _lines(self) -> Iterator[str]:
        """Yields lines without a BOM and their trailing white space.

        Only LF ends a line, also on standard input, so that the number of lines is that of `wc -l`.
        """
        stream = _open(self.path, self.encoding)
        refuse_other_files(stream, NAMING, tables=True)
        mark = "\ufeff"
        try:
            while waiting := stream.ready():
                (block,) = stream.take(min(waiting, 1024))
                for line in block.to_list():
                    yield str(line).removeprefix(mark)
                    mark = ""
        finally:
            stream.close()

    def count(self) -> int | None:
        """Returns the number of segments; None if the file is compressed or a pipe."""
        if is_marked(self.path or ""):
            return sum(1 for _ in self.segments())
        if self.path is None or not os.path.isfile(self.path) or is_compressed(self.path):
            return None
        with Path(self.path).open("rb") as file:
            return sum(1 for _ in file)


@dataclass(frozen=True)
class TableSource(TextSource):
    """A column of a table: JSON lines, CSV, TSV, Parquet or Arrow.

    Attributes:
        words: the paths of the table's files, or patterns; "-" is standard input.
        column: the column of the source.
        encoding: the encoding of text files.
    """

    words: tuple[str, ...]
    column: str
    encoding: str = "utf-8"
    _opened: list[TableReader] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts about the source for the record."""
        names = [path if path != "-" else None for path in self.files()]
        return {"name": names[0] if len(names) == 1 else names, "column": self.column}

    def files(self) -> Sequence[str]:
        """Returns the files of the table; raises UnreadableFileError if none matches a pattern."""
        return table_paths(self.words)

    def check(self) -> None:
        """Checks that the first file is a table with this column.

        Raises:
            FormatError: the file is no table, or lacks the column.
            UnreadableFileError: the file cannot be opened.
        """
        self._opened[:] = [self._open(self.files()[0])]  # a pipe can be opened only once

    def _open(self, path: str) -> TableReader:
        table = open_table_file(path, self.encoding, NAMING)
        check_columns(table, [self.column])
        return table

    def segments(self) -> Iterator[str]:
        """Yields the cells of the column.

        Raises:
            FormatError: a cell is no text, is missing, or holds a line end, which output by lines cannot.
            UnreadableFileError: the file cannot be read.
        """
        for path in self.files():
            table = self._opened.pop() if self._opened else self._open(path)
            for batch in table.batches([self.column]):
                for row, text in enumerate(batch.texts(self.column, complete=True).to_list()):
                    if "\n" in str(text):
                        raise batch.wrong(
                            row,
                            f"column {self.column!r}: a segment cannot hold a line end; put a space in its "
                            "place",
                        )
                    yield str(text)


@dataclass(frozen=True)
class TestSetSource(TextSource):
    """The source of a test set, or of a part of it, as `parbleu.load_test_set` loads it.

    Attributes:
        test_set: the name of the test set.
        language_pair: the language pair, such as "en-de".
        origlang: the original language of the segments that are used; None for all.
        subset: a regular expression that the documents of the segments match; None for all.
    """

    test_set: str
    language_pair: str
    origlang: str | None = None
    subset: str | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """The facts about the source for the record."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @cached_property
    def _loaded(self) -> TestSet:
        return load_test_set(self.test_set, self.language_pair, self.origlang, self.subset)

    def check(self) -> None:
        """Loads the test set, and downloads it if necessary.

        Raises:
            UnknownTestSetError, UnknownLanguagePairError: there is no such set or language pair.
            NoAnnotationError: the set says nothing about `origlang` or `subset`.
            DownloadError, ArchiveError, CacheError: the set cannot be downloaded or cached.
        """
        _ = self._loaded.source

    def segments(self) -> Iterator[str]:
        """Returns the segments.

        Raises:
            UnknownTestSetError, UnknownLanguagePairError: there is no such set or language pair.
            NoAnnotationError: the set says nothing about `origlang` or `subset`.
            DownloadError, ArchiveError, CacheError: the set cannot be downloaded or cached.
        """
        return iter(self._loaded.source)

    def count(self) -> int:
        """Returns the number of segments."""
        return len(self._loaded.source)


def as_source(source: SegmentsLike | TextSource) -> TextSource:
    """Returns a source: the path of a file, "-" for standard input, a source, or a stream of segments."""
    if isinstance(source, TextSource):
        return source
    if isinstance(source, (str, os.PathLike)):
        path = str(os.fspath(source))
        return FileSource(None if path == "-" else path)
    return StreamSource(source)


def _open(path: str | None, encoding: str | None) -> LineStream:
    if path is None:
        return LineStream(StandardInput.name, StandardInput(), encoding or "utf-8")
    return LineStream(path, open_binary(path), encoding or "utf-8")
