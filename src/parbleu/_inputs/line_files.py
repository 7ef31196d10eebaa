"""Reads systems' output and references from files of lines and standard input, and names the systems.

The references may be those of a test set.
"""

from __future__ import annotations

from os import stat

from parbleu import errors
from parbleu._base.log import inform, shows_progress, warn_once
from parbleu._core import Segments
from parbleu._inputs.corpus import LEAVE_OUT, UNEQUAL, Corpus, CorpusReader, Origin, joined
from parbleu._io.lines import (
    NAME_COLUMNS,
    PIPES,
    LineStream,
    StandardInput,
    distinct_parts,
    is_compressed,
    is_marked,
    lockstep,
    names_utf_8,
    open_binary,
    shortest_names,
    what_it_is,
)
from parbleu.errors import InputShapeError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from parbleu._base.progress import Progress
    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu._inputs.set_references import TestSetReferences
    from parbleu._inputs.text_columns import ColumnStream
    from parbleu.metrics import Metric

WAYS_OUT = (
    "; output of other segments: `parbleu align` or --resegment; documents: --join blank-lines; a line that "
    "is lost or split: look for it in the longer file"
)
"""What to do about files of unequal length."""

_SHOWN_FILES = 3

DRIFT_LINES = 50_000
"""Longer files are not searched for the line from which on they do not match."""


class LineFiles(CorpusReader):
    """The systems' output and the references in files with a segment on each line, which are read together.

    Args:
        named: what a user named: files of references and of systems, each of which may be standard input, -,
            which may hold several systems, separated by TABs; or a test set's references, in place of files.
            Files with `hyp_columns` and `ref_columns` are tables. The source is read to warn of output that
            is not translated, if the corpus is not described, which `whole` does.

    Attributes:
        paths: the systems, as they are named.
        windows: files whose lines end in CR LF, as far as they were read.
        tells_line_ends: whether `warn_of_text` has a note of them.
        named: what a user named, whose language pair is that of the corpus; its source, labels and scores are
            added by `whole`, if it wants to be described.

    Raises:
        UnreadableFileError: a file cannot be opened.
        OptionError: there is no such encoding, or standard input is wanted twice.
    """

    def __init__(self, named: NamedCorpus) -> None:
        super().__init__(named.check_text)
        self.named = named
        self.paths: Sequence[str] = ["-"] if named.systems is None else named.systems
        self._tables: set[str] = set()  # names of files of which columns are read
        self._compared: list[ColumnStream] = []
        self._keys = ""  # a column that these have, whose values are compared
        self._names: list[str] | None = None
        self._streams: list[LineStream] = []
        self._test_set: TestSetReferences | None = None
        self._wanted: list[bool] | None = None
        self._read = 0  # segments
        self._begun: list[list[Segments]] | None = None
        self._progress: Progress | None = None
        self.windows: list[str] = []
        self.tells_line_ends = True
        try:
            self._open(named, self.paths)
            if named.key_columns:
                self._join_rows(named.key_columns[-1])
            elif len(self._tables) > 1:
                self._compare_keys()
            self._end = len(self._streams)  # of the systems
            if named.source is not None and not named.is_described:
                self._streams.append(LineStream(named.source, open_binary(named.source), named.encoding))
        except BaseException:
            self.close()
            raise
        if shows_progress():
            self._show_progress()
        if named.refuse_tables:
            for index, stream in enumerate(self._streams):
                if stream.name in self._tables:
                    continue
                has_fields = named.num_refs > 1 and index < self._files
                stream.check_start = self._check_start(stream, has_fields, self._naming(index))

    def _open(self, named: NamedCorpus, systems: Sequence[str]) -> None:
        references, ref_encoding = named.references, named.ref_encoding or named.encoding
        if references.count("-") > 1:
            raise OptionError("standard input cannot be two references; -nr 2 reads two from each line")
        tables = self._opened_tables(references, named.ref_columns, ref_encoding, are_references=True)
        for path, table in zip(references, tables, strict=True):
            self._streams.append(table or _reference(path, named.num_refs, ref_encoding, named.is_face))
        if named.test_set is not None:
            from parbleu._inputs.set_references import TestSetReferences

            pair = str(named.language_pair)
            self._test_set = TestSetReferences(named.test_set, pair, named.origlang, named.subset)
            self._streams += self._test_set.streams()
            self._wanted = self._test_set.wanted()
        self._files = len(self._streams)
        self.n_references: int = max(self._files, named.num_refs)
        if systems.count("-") > 1:
            raise OptionError("standard input cannot be the output of two systems: name a file for one")
        if "-" in systems and "-" in references:
            raise OptionError("standard input is the system's output: it cannot be a reference, too")
        tables = self._opened_tables(systems, named.hyp_columns, named.encoding)
        for path, table in zip(systems, tables, strict=True):
            if table is not None:
                self._streams.append(table)
            elif path != "-":
                self._streams.append(LineStream(path, open_binary(path), named.encoding))
            else:
                from parbleu._io.lines import SystemFields

                file = StandardInput(named.is_face)
                self._streams.append(SystemFields(StandardInput.name, file, named.encoding))
        if len(named.hyp_columns) > 1:
            if len(systems) > 1:
                raise OptionError(
                    f"--hyp names {len(named.hyp_columns)} columns of {len(systems)} files: name one column "
                    "that all of them have, or one table with all columns"
                )
            self.paths = named.hyp_columns

    def _join_rows(self, key: str) -> None:
        """Puts the rows of all files, which are tables, into the order of the first one.

        Raises:
            OptionError: a file is no table.
            ParbleuError: a table has no such rows.
        """
        from parbleu._inputs.text_columns import ColumnStream, in_one_order

        tables = [stream for stream in self._streams if isinstance(stream, ColumnStream)]
        for index, stream in enumerate(self._streams):
            if stream not in tables:
                column = f"the column of {stream.name} by {'--ref' if index < self._files else '--hyp'}"
                raise OptionError(f"--segment-id {key} joins tables: name {column}, or leave it out")
        in_one_order(tables)

    def _compare_keys(self) -> None:
        """Has the keys of tables compared that are joined in order, if all have a column of that name."""
        from parbleu._inputs.text_columns import ColumnStream, compared_keys

        self._compared = [stream for stream in self._streams if isinstance(stream, ColumnStream)]
        self._keys = compared_keys(self._compared)

    def _opened_tables(
        self, paths: Sequence[str], columns: Sequence[str], encoding: str, *, are_references: bool = False
    ) -> list[LineStream | None]:
        """Returns for each file its columns, if it is a table that has them; None for lines."""
        if not columns:
            return [None] * len(paths)
        from parbleu._inputs.text_columns import ColumnStream, has_columns

        are_tables = [len(paths) == 1 or has_columns(path, columns, encoding) for path in paths]
        if not any(are_tables):
            are_tables = [True] * len(paths)  # the first one is refused, with what it is
        streams: list[LineStream | None] = []
        for path, is_table in zip(paths, are_tables, strict=True):
            stream = None
            if is_table:
                stream = ColumnStream(
                    path, columns, encoding, are_references=are_references, key=self.named.key_columns
                )
                self._tables.add(stream.name)
            streams.append(stream)
        return streams

    def _naming(self, index: int) -> str:
        """Returns how the columns of the file at a place among all are named, if it is a table."""
        if "-" in self.paths or self._test_set is not None:
            return NAME_COLUMNS if index < self._files else "name its column by --hyp"
        side = sum(index >= end for end in (self._files, self._end))
        return ("name its column by --ref", "name its column by --hyp", "write the source as lines")[side]

    def _check_start(self, stream: LineStream, has_fields: bool, naming: str) -> Callable[[bytes], None]:
        """Returns what looks at the first bytes of a file, and refuses one that is not lines of text."""

        def check(block: bytes) -> None:
            is_named = stream.name != StandardInput.name  # which may hold systems, separated by TABs
            name = stream.name if is_named else "-"
            if kind := what_it_is(name, block, stream.encoding, naming, fields=is_named and not has_fields):
                from parbleu.text._table_files.table_opening import told_columns

                columns = told_columns(stream.name, block, stream.encoding)
                raise errors.FormatError(stream.name, 0, f"this {kind}{columns} ({LEAVE_OUT})")
            # One byte is looked for sooner than two.
            if is_named and b"\r" in block and b"\r\n" in block and stream.name not in self.windows:
                self.windows.append(stream.name)
            if is_named and block:
                self.n_expected = max(self.n_expected, block.count(b"\n") * _size(stream.name) // len(block))

        return check

    def _show_progress(self) -> None:
        from pathlib import Path

        from parbleu._base.progress import Progress

        if self._tables:
            return  # their rows have a bar of their own
        paths = [Path(stream.name) for stream in self._streams]
        known = all(path.is_file() and not is_compressed(str(path)) for path in paths)
        self._progress = Progress(sum(path.stat().st_size for path in paths) if known else None)
        for stream in self._streams:
            stream.advance = self._progress.advance

    def names(self) -> list[str]:
        """Returns the names of the systems; reads the first part if standard input has them.

        Raises:
            OptionError: standard input holds another number of systems than it may, or a file is named twice.
            ParbleuError: the first part cannot be read.
        """
        if self._names is None:
            count = len(self.paths)
            if "-" in self.paths:
                if self._begun is None:
                    self._begun = next(lockstep(self._streams), None)
                count = count if self._begun is None else len(self._columns_of(self._begun, 1))
            self._names = system_names(count, self.paths, self.named.names, self.named.has_baseline)
        return self._names

    def _parts(self) -> Iterator[Corpus]:
        """Yields consecutive segments.

        Raises:
            InputShapeError: a system's output is empty, or the files have not the same number of lines.
            FieldCountError: a line holds another number of TAB-separated fields than it should.
            UndecodableLineError: a line is not valid in the encoding.
            UnreadableFileError: a file cannot be read.
            FormatError: a file is a table, JSON or binary.
        """
        self.names()
        for columns in self._pieces():
            part = self._wanted_of(self._part(columns))
            if len(part):
                yield part
        self.check_lengths()
        self._end_progress()

    def _pieces(self) -> Iterator[list[list[Segments]]]:
        if self._begun is not None:
            yield self._begun
        yield from lockstep(self._streams)

    def whole(self) -> Corpus:
        """Returns all segments.

        Raises:
            ParbleuError: the files cannot be read, or have not the same number of lines.
        """
        if self._whole is None:
            self.names()
            columns = [stream.rest() for stream in self._streams]
            if self._begun is not None:
                of_files = zip(self._begun, columns, strict=True)
                columns = [[joined(parts) for parts in zip(*both, strict=True)] for both in of_files]
            self.everything: Corpus | None = self._part(columns)
            self._whole = self._seen(self._wanted_of(self.everything))
            self.check_lengths()
            if self.named.is_described:
                self._whole = self._described(self._whole, self.named)
        return self._whole

    def _described(self, corpus: Corpus, named: NamedCorpus) -> Corpus:
        """Returns the corpus with its source, labels and given segment scores."""
        source: Segments | None = None
        labels: dict[str, tuple[str | None, ...]] = {}
        if named.test_set is not None:
            from parbleu._inputs.set_references import source_and_labels

            source, labels = source_and_labels(named.loaded_set())
        if named.source is not None:
            source = lines_beside(named.source, len(corpus))
        if source is not None:
            for sample, _ in self.samples.values():
                sample.add_source(source)
        files = self.paths if len(self.paths) == len(corpus.systems) else corpus.systems
        several = len(named.references) == len(corpus.references) > 1
        return corpus.changed(
            source=source,
            labels=labels,
            scores=named.scores(dict(zip(corpus.systems, files, strict=True))),
            reference_names=tuple(distinct_parts(named.references)) if several else (),
        )

    def _columns_of(self, columns: list[list[Segments]], side: int) -> list[Segments]:
        """Returns the columns of the references (side 0), of the systems (1) or of the source (2)."""
        begin, end = ((0, self._files), (self._files, self._end), (self._end, None))[side]
        return [column for of_file in columns[begin:end] for column in of_file]

    def _part(self, columns: list[list[Segments]]) -> Corpus:
        references, systems, source = (self._columns_of(columns, side) for side in range(3))
        self.n_references = max(self.n_references, len(references))
        return Corpus(
            dict(zip(self.names(), systems, strict=True)),
            tuple(references),
            source[0] if source else None,
            language_pair=self.named.language_pair,
            origin=Origin.of_files(
                _column_names(self._streams[self._files : self._end], len(systems)),
                _column_names(self._streams[: self._files], len(references)),
            ),
        )

    def _wanted_of(self, part: Corpus) -> Corpus:
        """Returns the segments of a part that the test set's filters want; parts follow each other."""
        if self._wanted is None:
            return part
        from itertools import compress

        wanted = self._wanted[self._read : self._read + len(part)]
        self._read += len(wanted)

        def of(column: Segments) -> Segments:
            return Segments(compress(column.to_list(), wanted))

        return part.changed(
            systems={name: of(column) for name, column in part.systems.items()},
            references=tuple(map(of, part.references)),
            source=None if part.source is None else of(part.source),
        )

    def warn_of_text(self, metrics: Sequence[Metric[Any]], announced: bool = False, target: str = "") -> None:
        """Warns of systems and references that do not fit each other, or the metrics."""
        if self._check_text and _warn_of_misread(self.named):
            return  # which makes any text odd
        if self._check_text and self.tells_line_ends:
            tell_of_line_ends(self.windows, [stream.name for stream in self._streams])
        super().warn_of_text(metrics, announced, target)

    def subsets(self) -> list[tuple[str, list[bool]]]:
        """Returns the name of each subset of the test set, and for each segment whether it belongs to it."""
        return [] if self._test_set is None else self._test_set.subsets()

    def check_lengths(self) -> None:
        """Checks that all files have equally many lines, and tables their keys in the same order.

        Raises:
            NoSegmentsError: a system's is empty, or no segment of the test set is wanted.
            InputShapeError: they have not.
        """
        counts = [stream.skip() for stream in self._streams]
        names = [stream.name for stream in self._streams]
        lines = _lines_of(counts, names)
        if self._check_text and len(set(counts)) > 1 and not self._tables:
            last = self._end - 1
            other = next(index for index, count in enumerate(counts) if count != counts[last])
            lines += _drift(self._streams[other], self._streams[last], (counts[other], counts[last]))
        if 0 in counts[self._files : self._end]:
            name = names[counts.index(0, self._files)]
            scored = (None, "") if self._test_set is None else (self._test_set.names, self._test_set.filters)
            raise errors.NoSegmentsError(
                f"{name} is empty: there is no segment to score; a line is a segment", name, *scored
            )
        if self._test_set is not None:
            self._test_set.check_lengths(counts, lines, self._files)
        elif len(set(counts)) > 1:
            tells = not self.named.is_face and not any(map(is_marked, names))
            if not self.named.is_face and 0 in counts[: self._files]:
                name = names[counts.index(0)]
                raise InputShapeError(f"{UNEQUAL} {lines}; {name} is empty: it should have the references")
            ways_out = WAYS_OUT if tells else ""
            if tells and self.paths == ["-"] and self._files > 1 and len({*counts[: self._files]}) == 1:
                ways_out += f"; or did you mean -i {names[self._files - 1]}?"
            raise InputShapeError(f"{UNEQUAL} {lines}{ways_out}")
        if self._keys:
            from parbleu._inputs.text_columns import check_order

            may_join = len(self._compared) == self._end
            check_order(self._compared, self._keys, may_join=may_join, warns=self._check_text)

    def close(self) -> None:
        """Closes the files and removes the progress bar."""
        self._end_progress()
        for stream in self._streams:
            stream.close()

    def _end_progress(self) -> None:
        if self._progress is not None:
            self._progress.close()
            self._progress = None


def tell_of_line_ends(files: Sequence[str], among: Sequence[str] = ()) -> None:
    """Sends a note of files whose lines end in CR LF, if there are any, of those `among` which they are."""
    if files:
        names = shortest_names([*files, *among])
        shown, more = ", ".join(names[: min(len(files), _SHOWN_FILES)]), len(files) - _SHOWN_FILES
        others = f" and {more} more" if more > 0 else ""
        inform(f"lines end in CR LF, as on Windows, in {shown}{others}; no score depends on it")


def lines_beside(path: str, n_segments: int) -> Segments:
    """Returns the lines of a file that has one for each segment.

    Raises:
        FormatError: it has more or fewer.
    """
    from parbleu._base.wording import counted
    from parbleu._io.lines import read_lines

    lines = read_lines(path)
    if len(lines) != n_segments:
        raise errors.FormatError(
            path, 0, f"this has {counted(len(lines), 'line')}; the systems have {counted(n_segments)}"
        )
    return lines


def _size(path: str) -> int:
    """Returns how many bytes a file has; 0 if it is a pipe, or none."""
    try:
        return stat(path).st_size  # noqa: PTH116 - pathlib is large
    except (OSError, ValueError):
        return 0


def _drift(first: LineStream, second: LineStream, counts: tuple[int, int]) -> str:
    """Returns where two files of unequal length cease to match, for a message; "" if that is unclear."""
    from pathlib import Path

    from parbleu.text._corpus_sample import drift

    if 0 in counts or max(counts) > DRIFT_LINES:
        return ""
    if not (Path(first.name).is_file() and Path(second.name).is_file()):
        return ""
    longer = first if counts[0] > counts[1] else second
    sides = []
    for stream in (second if longer is first else first, longer):
        with open_binary(stream.name) as file:
            lines = LineStream(stream.name, file, stream.encoding).rest()[0]
        sides.append([text or "" for text in lines.to_list()])
    where = drift(*sides)
    return f"; {longer.name} is longer: {where}" if where else ""


def _lines_of(counts: Sequence[int], names: Sequence[str]) -> str:
    """Returns what messages say about the files' numbers of lines."""
    lines = ", ".join(dict.fromkeys(f"{count} in {name}" for count, name in zip(counts, names, strict=True)))
    marked = next(filter(is_marked, names), None)
    return f"Lines: {lines}" + (f"; `parbleu convert {marked}` makes text of it" if marked else "")


def _column_names(streams: Sequence[LineStream], columns: int) -> tuple[str, ...]:
    """Returns what messages call the columns of one side: files, or fields of one."""
    names = [name for stream in streams for name in stream.column_names()]
    if len(names) == columns:
        return tuple(names)
    return tuple([f"{streams[0].name}, field {number + 1}" for number in range(columns)])


def _warn_of_misread(named: NamedCorpus) -> bool:
    """Warns of files that are UTF-8 and are read in another encoding; returns whether there are any."""
    encoding, own = named.encoding, named.ref_encoding
    systems = _utf_8_read_as(encoding, named.systems or ())
    references = _utf_8_read_as(own or encoding, named.references)
    way = f": leave out -e {encoding}"
    if own is not None:
        of_references = f": leave out --ref-encoding {own}"
    elif systems:
        of_references = way
    else:
        of_references = f", since -e holds for all files: use -e {encoding} --ref-encoding utf-8"
    if own is None and named.references and not references:
        way = f": use --ref-encoding {encoding} in place of -e {encoding}"
    for path in references:
        warn_once(f"{path} is valid UTF-8, and is read as {own or encoding}{of_references}", LEAVE_OUT)
    for path in systems:
        warn_once(f"{path} is valid UTF-8, and is read as {encoding}{way}", LEAVE_OUT)
    return bool(systems or references)


def _utf_8_read_as(encoding: str, paths: Sequence[str]) -> list[str]:
    """Returns the files that are UTF-8, with characters beyond ASCII, and are read in another encoding."""
    if names_utf_8(encoding):
        return []
    from parbleu._base.encoding_guesses import is_utf_8

    return list(filter(is_utf_8, paths))


def _reference(path: str, num_refs: int, encoding: str, never_empty: bool) -> LineStream:
    piped = path == "-"
    file = StandardInput(never_empty) if piped else open_binary(path)
    name = StandardInput.name if piped else path
    if num_refs != 1:
        from parbleu._io.lines import ReferenceFields

        return ReferenceFields(name, file, encoding, num_refs, piped)
    return LineStream(name, file, encoding, piped)


def check_names(names: Sequence[str], files: Sequence[str]) -> None:
    """Refuses names that are doubled, that a line of a table cannot hold, or that are not one for each file.

    Files of ["-"] are standard input, which may hold several systems.
    """
    from parbleu._base.wording import counted

    for index, name in enumerate(names):
        if not name.strip():
            raise OptionError(f"--names: {name!r} cannot be the name of a system")
        if any(mark in name for mark in "\t\n\r"):
            raise OptionError(f"--names: {name!r} holds a TAB or a line end, which no name may")
        if name in names[:index]:
            raise OptionError(f"--names: {name!r} names two systems")
    if list(files) != ["-"] and len(names) != len(files):
        raise OptionError(f"--names has {counted(len(names), 'name')} for {counted(len(files), 'file')}")


def system_names(
    count: int, files: Sequence[str], names: Sequence[str] | None = None, has_baseline: bool = False
) -> list[str]:
    """Returns the names of systems that were read.

    Args:
        count: how many there are.
        files: where they come from; ["-"] is standard input, which may hold several.
        names: the given names; None for names from the parts in which file names differ, and for pipes, such
            as those of `<(command)`, their places.
        has_baseline: whether the first system of standard input is a baseline.

    Raises:
        OptionError: standard input holds another number of systems than it may, or a file is named twice.
    """
    from_fields = list(files) == ["-"]
    if count != len(files) and not from_fields:
        raise OptionError(
            "standard input holds several systems, separated by TABs; it cannot be one of several files then"
        )
    if names is not None:
        if len(names) != count:
            from parbleu._base.wording import counted

            raise OptionError(
                f"--names has {counted(len(names), 'name')}; standard input holds {counted(count, 'system')}"
            )
        return list(names)
    for index, file in enumerate(files):
        if file in files[:index]:
            raise OptionError(f"{file} is two systems: give them names by --names")
    if not from_fields:
        parts = iter(distinct_parts([file for file in files if not file.startswith(PIPES)]))
        chosen = [
            f"System {number}" if file.startswith(PIPES) else next(parts)
            for number, file in enumerate(files, 1)
        ]
        piped = [name for name, file in zip(chosen, files, strict=True) if file.startswith(PIPES)]
        if piped and count > 1:
            inform(f"{', '.join(piped)}: a pipe has no name; --names names the systems")
        return chosen
    if has_baseline:
        return ["Baseline", *(f"System {number}" for number in range(1, count))]
    return [f"System {number + 1}" for number in range(count)]
