"""Finds a system's output for many language pairs of a test set: in files, or in the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from glob import escape, glob
from os.path import relpath
from pathlib import Path

from parbleu._base.log import inform
from parbleu._base.wording import counted, some_names
from parbleu.errors import FormatError, InputShapeError, OptionError
from parbleu.testsets._catalogue import find
from parbleu.testsets._catalogue_entry import Entry
from parbleu.text._segments import shown
from parbleu.text._table_files.batch import TableReader
from parbleu.text._table_files.table_opening import open_table_file

PAIR = "{pair}"
"""What stands for the language pair in the names of files."""

_PAIRS = (
    ("language_pair",),
    ("lp",),
    ("pair",),
    ("source_language", "target_language"),
    ("src_lang", "tgt_lang"),
)
_OUTPUTS = ("generation", "hypothesis", "hyp", "output")
_SOURCES = ("source", "src", "text")
_TABLES = (".jsonl", ".jsonl.gz")
"""How the names of tables end that are looked for in folders."""


@dataclass
class PairRows:
    """The rows of one language pair in a table of outputs.

    Attributes:
        path: the table.
        texts: the outputs, in the order of the rows.
        sources: what each is the translation of; None if the table does not say.
        lines: where messages say that each row is.
        n_others: how many rows `of_segments` left out, as no segment has their source.
    """

    path: str
    texts: list[str] = field(default_factory=list)
    sources: list[str] | None = None
    lines: list[int] = field(default_factory=list)
    n_others: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.lines[0]}"

    def of_segments(self, segments: Sequence[str]) -> list[str]:
        """Returns the output of each segment: that of its source, whose blanks do not matter; else in order.

        Raises:
            FormatError: a segment has outputs that differ, as those of several runs.
            InputShapeError: a segment has no output, or, without sources, there are more or fewer.
        """
        if self.sources is None:
            if len(self.texts) != len(segments):
                raise InputShapeError(
                    f"{self.path} has {counted(len(self.texts), 'row')} of this pair, and the test set "
                    f"{counted(len(segments), 'segment')}: a column {_SOURCES[0]!r} would say which is which"
                )
            return self.texts
        rows, places = _places_by_text(self.sources), _places_by_text(segments)
        lacking = [text for text, numbers in places.items() if len(rows.get(text, ())) < len(numbers)]
        if lacking:
            raise InputShapeError(
                f"{self.path} lacks {counted(len(lacking), 'segment')} of {len(segments)}, such as "
                f"{shown(lacking[0])}"
            )
        outputs = [""] * len(segments)
        for text, numbers in places.items():
            if len(rows[text]) > len(numbers) and len({self.texts[row] for row in rows[text]}) > 1:
                problem = f"another output of {shown(text)}: keep the rows of one system and one run"
                raise FormatError(self.path, self.lines[rows[text][len(numbers)]], problem)
            for segment, row in zip(numbers, rows[text], strict=False):
                outputs[segment] = self.texts[row]
        self.n_others = len(self.texts) - sum(len(rows[text]) for text in places)
        return outputs


def _places_by_text(texts: Sequence[str]) -> dict[str, list[int]]:
    """Returns where each text stands, by its words with single blanks between."""
    places: dict[str, list[int]] = {}
    for row, text in enumerate(texts):
        places.setdefault(" ".join(text.split()), []).append(row)
    return places


def _columns(reader: TableReader) -> tuple[tuple[str, ...], str, str | None] | None:
    """Returns the columns of the language pair, the output, and the source, if there is one.

    None if the table has no columns of pairs and outputs. In a table with "generation", which NeMo writes,
    "translation" is the reference, and "text" the source.
    """
    names = reader.names
    pair = next((columns for columns in _PAIRS if {*columns} <= {*names}), None)
    output = next((name for name in _OUTPUTS if name in names), None)
    if pair is None or output is None:
        return None
    return pair, output, next((name for name in _SOURCES if name in names), None)


_NAMED = f"name a folder, a table, or files with {PAIR} in place of the language pair: out/{PAIR}.txt"
"""How outputs of language pairs are named."""


def _rows_by_pair(path: str, encoding: str) -> dict[str, PairRows]:
    """Returns the rows of each language pair in a table.

    Raises:
        OptionError: no columns have names of a language pair and outputs.
        ParbleuError: the table cannot be read, or a text is missing.
    """
    reader = open_table_file(path, encoding, _NAMED)
    columns = _columns(reader)
    if columns is None:
        pairs = " or ".join(" and ".join(names) for names in _PAIRS)
        raise OptionError(
            f"{path}: columns of language pairs ({pairs}) and outputs ({' or '.join(_OUTPUTS)}) are needed; "
            f"there are {some_names(reader.names)}"
        )
    pair_columns, output, source = columns
    by_pair: dict[str, PairRows] = {}
    wanted = [*pair_columns, output, *([] if source is None else [source])]
    for batch in reader.batches(wanted):
        outputs = batch.texts(output, complete=True).to_list()
        sources = None if source is None else batch.texts(source, complete=True).to_list()
        sides = [batch.labels(name) for name in pair_columns]
        for row, words in enumerate(zip(*sides, strict=True)):
            if None in words:
                raise batch.wrong(row, f"column {pair_columns[words.index(None)]!r}: this is empty")
            rows = by_pair.setdefault("-".join(map(str, words)), PairRows(path))
            rows.texts.append(str(outputs[row]))
            rows.lines.append(batch.first + row if batch.lines is None else batch.lines[row])
            if sources is not None:
                rows.sources = [] if rows.sources is None else rows.sources
                rows.sources.append(str(sources[row]))
    return by_pair


def _pair_in(file: str, begin: str, end: str) -> str | None:
    """Returns what stands for `PAIR` in a file's name, the same each time, without slash; None if nothing."""
    times = end.count(PAIR) + 1
    length, rest = divmod(len(file) - len(begin) - len(end) + (times - 1) * len(PAIR), times)
    pair = file[len(begin) :][: max(length, 0)]
    is_whole = length >= 0 and not rest and "/" not in pair
    return pair if is_whole and file == begin + pair + end.replace(PAIR, pair) else None


def _files_of_pattern(pattern: str) -> dict[str, str]:
    """Returns the files of a pattern by what stands for the language pair in their names."""
    begin, _, end = pattern.partition(PAIR)
    files = glob(  # noqa: PTH207 - names stay as they are written
        f"{escape(begin)}*{escape(end).replace(escape(PAIR), '*')}"
    )
    pairs = ((_pair_in(file, begin, end), file) for file in sorted(files))
    return {pair: file for pair, file in pairs if pair is not None}


def _outputs_in_folder(entry: Entry, folder: str, encoding: str) -> list[tuple[str, str | PairRows]]:
    """Returns the files in whose names a language pair stands; if there are none, the rows of a table.

    Raises:
        OptionError: there are several tables.
    """
    files: list[tuple[str, str | PairRows]] = []
    tables: list[str] = []
    for path in sorted(Path(folder).rglob("*")):
        if not path.is_file():
            continue
        parts = re.split(r"[./]", relpath(path, folder))
        pair = next((part for part in parts if "-" in part and entry.same_pairs(part)), None)
        if pair is not None:
            files.append((pair, str(path)))
        elif path.name.endswith(_TABLES):
            tables.append(str(path))
    if files:
        return files
    tables = [path for path in tables if _columns(open_table_file(path, encoding)) is not None]
    if len(tables) > 1:
        raise OptionError(f"{tables[0]} and {tables[1]} both hold outputs of language pairs: name one")
    return [pair for path in tables for pair in _rows_by_pair(path, encoding).items()]


def _spelling(entry: Entry, pair: str) -> str:
    """Returns how the set spells a language pair; as it is, if it has none or several that can be meant."""
    try:
        return entry.spelled(pair)
    except OptionError:
        return pair


def outputs_by_pair(
    test_set: str, pattern: str, language_pairs: str | None = None, encoding: str = "utf-8"
) -> dict[str, str | PairRows | None]:
    """Returns the outputs of language pairs that a pattern, a folder or a table has, sorted by pair.

    Args:
        test_set: the name of the test set.
        pattern: the name of a file in which "{pair}" stands for the language pair; or a folder, in whose
            files' names, below it, a pair of the set stands between dots or slashes, or that has a table; or
            a table, with columns of the language pair or of both languages, of the output, and of the source
            if rows are not all segments in order.
        language_pairs: the pairs that are wanted, with commas between, of which one may have no output; None
            for all that have one.
        encoding: of a table.

    Raises:
        OptionError: it is none of these, or has no output of a pair.
        ParbleuError: the table cannot be read.
    """
    entry = find(test_set)
    matches: list[tuple[str, str | PairRows]]
    if PAIR in pattern:
        matches = [*_files_of_pattern(pattern).items()]
    elif Path(pattern).is_dir():
        matches = _outputs_in_folder(entry, pattern, encoding)
    elif Path(pattern).is_file():
        matches = [*_rows_by_pair(pattern, encoding).items()]
    else:
        raise OptionError(f"{pattern}: {_NAMED}")
    if not matches:
        raise OptionError(f"{pattern}: there is no output of a language pair of {test_set}")
    by_pair: dict[str, str | PairRows] = {}
    by_spelling: dict[str, str | PairRows] = {}
    for pair, output in sorted(matches, key=lambda match: (match[0], str(match[1]))):
        spelling = _spelling(entry, pair)
        if spelling in by_spelling:
            raise OptionError(
                f"{by_spelling[spelling]} and {output} are both of {spelling}: "
                f"name one, by {PAIR} in a pattern"
            )
        by_pair[pair] = by_spelling[spelling] = output
    if language_pairs is None:
        lacking = []
        if PAIR in pattern and entry.rule is None:  # of all pairs of many languages nobody has output
            lacking = [pair for pair in entry.language_pairs if pair not in by_spelling]
        if lacking:
            inform(f"{pattern}: there is no output of {some_names(lacking)}, which {test_set} has, too")
        return {**by_pair}
    return {pair: by_spelling.get(entry.spelled(pair)) for pair in language_pairs.split(",")}
