"""Reads output that is segmented otherwise than its references, and segments that are joined to texts."""

from __future__ import annotations

from itertools import groupby

from parbleu import errors
from parbleu._base.log import inform
from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu._inputs import CUTTERS, has_units
from parbleu._inputs.corpus import DOCUMENT, Corpus, CorpusReader, Origin
from parbleu._inputs.line_files import lines_beside, system_names
from parbleu._io.lines import LineStream, StandardInput, open_binary, refuse_other_files
from parbleu.errors import InputShapeError, NoSegmentsError, OptionError
from parbleu.text._languages import target_language
from parbleu.text._resegmentation import resegment
from parbleu.text._subtitle_words import with_line_breaks
from parbleu.text._tokenizers import word_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu.text._resegmentation import Resegmentation

DOCUMENTS, BLANK_LINES, BLOCKS = "documents", "blank-lines", "blocks"
SEPARATORS = {"space": " ", "newline": "\n", "none": ""}
"""What may stand between segments that are joined."""


def side_texts(
    path: str,
    language_pair: str | None = None,
    tags: str = "drop",
    keeps_lines: bool = False,
    encoding: str = "utf-8",
    is_source: bool = False,
) -> list[str]:
    """Returns the texts of a file by itself: its lines, or the translations of its units, or their sources.

    Args:
        path: the file; "-" is standard input.
        language_pair: such as "en-de", which chooses the translations of a file with several languages.
        tags: what becomes of inline tags in files of units: "drop", "keep" or "symbol".
        keeps_lines: whether LF, and not a blank, stands between the lines of a subtitle.
        encoding: of lines and subtitles.
        is_source: whether the file is the source.

    Raises:
        OptionError: lines are kept that the file does not have.
        ParbleuError: it cannot be read.
    """
    if has_units(path):
        from parbleu._inputs.unit_files import options_of_source, source_of, unit_file
        from parbleu._inputs.unit_formats import UnitOptions

        options = UnitOptions(tags, language_pair, encoding=encoding)
        if is_source:
            return [source_of(unit) or "" for unit in unit_file(path, options_of_source(path, options)).units]
        units = unit_file(path, options).units
        if not keeps_lines:
            return [unit.target or "" for unit in units]
        if all(unit.times for unit in units):
            return ["\n".join(unit.lines) for unit in units]
    if keeps_lines:
        raise OptionError(f"--line-breaks is of subtitles, such as .srt or .vtt, and not of {path}")
    is_piped = path == "-"
    name = StandardInput.name if is_piped else path
    stream = LineStream(
        name, StandardInput() if is_piped else open_binary(path), encoding, universal=is_piped
    )
    refuse_other_files(stream, tables=True, unnamed=is_piped)
    try:
        return [text or "" for text in stream.rest()[0].to_list()]
    finally:
        stream.close()


def texts_to_cut(path: str, *options: Any) -> list[str]:
    """Returns what `side_texts` does, with the same options, of a file that has any.

    Raises:
        NoSegmentsError: it has none.
    """
    texts = side_texts(path, *options)
    if not texts:
        raise _without_segments(path, "a line is a segment")
    return texts


def _without_segments(path: str, what: str) -> NoSegmentsError:
    """Returns the error for a file in which there is nothing of what a segment is."""
    return NoSegmentsError(f"{path} is empty: there is no segment to score; {what}", path)


def usual_unit(language_pair: str | None, like: str | None = None) -> str:
    """Returns what texts of a language are compared by: characters, if it has no blanks between words.

    Args:
        language_pair: such as "en-de"; None for words.
        like: the way of another tool, all of which compare words; None for parbleu's own.
    """
    if like is not None:
        return "word"
    language = "" if language_pair is None else target_language(language_pair)
    return "character" if word_rules(language) not in ("", "ko") else "word"


def cutter_of(like: str | None, language_pair: str | None) -> str | None:
    """Returns the way of another tool to cut output of a language: "suber-zh" for "suber" and "en-zh"."""
    language = "" if language_pair is None else word_rules(target_language(language_pair))
    return f"{like}-{language}" if like and f"{like}-{language}" in CUTTERS else like


def inform_of_cut(path: str, made: Resegmentation) -> None:
    """Says into how many segments a file was cut, and by how many edits."""
    inform(
        f"{path}: cut into {counted(len(made.segments))} by {counted(made.n_edits, f'{made.unit} edit')} "
        f"({made.error_rate:.1f} %)"
    )


class Resegmented(CorpusReader):
    """Systems' output that is cut into the segments of the references before it is scored.

    Args:
        named: files of references, or a test set, and systems' files; "-" is standard input, which holds one
            system.

    Raises:
        OptionError: the way to cut does not know what else is chosen.
        ParbleuError: a text cannot be read, or does not fit the others.
    """

    def __init__(self, named: NamedCorpus) -> None:
        like, breaks = named.resegment_like, named.line_breaks
        super().__init__(named.check_text and breaks != "only")  # masks are no text
        if named.columns is not None:
            raise OptionError(
                "a table has a reference beside each output, and --resegment cuts output of other segments: "
                "write its column as lines (parbleu convert TABLE --column COLUMN > lines.txt)"
            )
        self._named = named
        self._references, self._source, self._labels = _texts_beside(named)
        if named.score_files:
            raise OptionError(
                "--scores are of segments that systems wrote, which --resegment changes: cut the output by "
                "`parbleu align` first, and score what it writes"
            )
        if breaks is not None and like is None:
            raise OptionError("--line-breaks with --resegment: breaks count with --resegment-like suber only")
        self._systems = ["-"] if named.systems is None else list(named.systems)
        self._names = system_names(len(self._systems), self._systems, named.names)
        self._like = cutter_of(like, named.language_pair)
        if breaks == "only" and self._like not in ("suber", "suber-times"):
            raise OptionError(
                f"--resegment-like {self._like} cuts words into parts, for which no mask stands: leave out "
                "--line-breaks only"
            )
        self.n_references: int = len(self._references)

    def names(self) -> list[str]:
        """Returns the names of the systems."""
        return self._names

    def _parts(self) -> Iterator[Corpus]:
        """Yields all segments, in one part.

        Raises:
            ParbleuError: the texts cannot be cut into the segments of these references.
        """
        streams = list(self._references.values())
        systems = {}
        for name, path in zip(self._names, self._systems, strict=True):
            systems[name] = self._cut(path, streams)
        breaks = self._named.line_breaks
        if breaks is not None:
            texts = [[(text or "").split("\n") for text in stream.to_list()] for stream in streams]
            streams = [
                Segments([with_line_breaks(lines, breaks, True) for lines in stream]) for stream in texts
            ]
        yield Corpus(
            systems,
            tuple(streams),
            self._source,
            self._labels,
            language_pair=self._named.language_pair,
            origin=Origin.of_files(self._systems, self._references),
        )

    def _cut(self, path: str, streams: Sequence[Segments]) -> Segments:
        """Returns a system's output in the segments of the references."""
        named = self._named
        if self._like is not None and self._like.startswith("suber-times"):
            from parbleu._inputs.timed_subtitles import cut_by_times

            if len(streams) != 1:
                raise OptionError(
                    f"--resegment-like {self._like} cuts by the times of one reference: name one"
                )
            [reference] = self._references
            language = self._like.removeprefix("suber-times").strip("-")
            return cut_by_times(path, reference, language, named.line_breaks, named.language_pair)
        has_breaks = named.line_breaks is not None
        cut = resegment(
            texts_to_cut(path, named.language_pair, named.tags, has_breaks, named.encoding),
            streams,
            unit=usual_unit(named.language_pair, self._like),
            normalize=() if self._like else named.compared_by,
            like=self._like,
            line_breaks=named.line_breaks,
        )
        inform_of_cut(path, cut)
        return cut.segments


def _texts_beside(
    named: NamedCorpus,
) -> tuple[dict[str, Segments], Segments | None, dict[str, tuple[str | None, ...]]]:
    """Returns the references by what messages call them, the source and the labels, of equally many segments.

    Raises:
        InputShapeError: they have not.
        NoSegmentsError: there is none.
        ParbleuError: a text cannot be read.
    """
    source: Segments | None = None
    labels: dict[str, tuple[str | None, ...]] = {}
    if named.test_set is not None:
        from parbleu._inputs.set_references import source_and_labels

        loaded = named.loaded_set()
        streams = enumerate(loaded.references, 1)
        sides = {f"reference {number}": Segments(list(stream)) for number, stream in streams}
        source, labels = source_and_labels(loaded)
    else:
        has_breaks = named.line_breaks is not None
        encoding = named.ref_encoding or named.encoding
        sides = {
            path: Segments(texts_to_cut(path, named.language_pair, named.tags, has_breaks, encoding))
            for path in named.references
        }
    if not sides:
        raise OptionError(f"the test set {named.test_set} has no references for {named.language_pair}")
    counts = [len(stream) for stream in sides.values()]
    if len(set(counts)) > 1:
        lines = ", ".join(f"{count} in {name}" for count, name in zip(counts, sides, strict=True))
        raise InputShapeError(f"the references have different lengths: {lines}")
    if named.source is not None:
        pair, tags = named.language_pair, named.tags
        texts = side_texts(named.source, pair, tags, encoding=named.encoding, is_source=True)
        if len(texts) != counts[0]:
            has = f"{named.source} has {counted(len(texts))}"
            raise InputShapeError(f"{has}; the references have {counts[0]:,}")
        source = Segments(texts)
    return sides, source, labels


class JoinedTexts(CorpusReader):
    """Texts of several segments each: documents, or blocks of segments that follow each other.

    Args:
        named: what a user named; documents between blank lines are those of each file.

    Raises:
        OptionError: there is no such way to join, or it contradicts what else is named.
    """

    def __init__(self, named: NamedCorpus) -> None:
        super().__init__(named.check_text)
        self._named = named
        self._size = block_size(str(named.join))
        self._glue = SEPARATORS[named.join_separator]
        self._reader: CorpusReader | None = None
        if named.score_files or named.score_columns:
            option = "--scores" if named.score_files else "--score-columns"
            raise OptionError(
                f"{option} are of segments, which --join makes into texts: leave one of them out"
            )
        if self._size and named.documents is not None:
            raise OptionError(
                f"--join {named.join} counts segments: leave out --documents, or --join documents"
            )
        if named.join != BLANK_LINES:
            self._reader = named.changed(join=None, is_described=True).open()
            return
        if named.columns is not None:
            raise OptionError(
                "--join blank-lines reads files of lines: join the rows of a table by their documents "
                "(--join documents --document COLUMN) or by their number (--join blocks:K)"
            )
        if named.test_set is not None or named.num_refs != 1:
            raise OptionError("--join blank-lines reads files: leave out -t and -nr")
        if named.documents is not None:
            raise OptionError("--join blank-lines finds documents itself: leave out --documents")
        files = ["-"] if named.systems is None else list(named.systems)
        self._names = system_names(len(files), files, named.names)

    def names(self) -> list[str]:
        """Returns the names of the systems."""
        return self._names if self._reader is None else self._reader.names()

    def language_pair(self) -> str | None:
        """Returns that of the reader of the segments."""
        return None if self._reader is None else self._reader.language_pair()

    def close(self) -> None:
        """Closes the reader of the segments."""
        if self._reader is not None:
            self._reader.close()

    def _parts(self) -> Iterator[Corpus]:
        """Yields all texts.

        Raises:
            OptionError: the segments have no documents.
            InputShapeError: files have different numbers of documents.
            ParbleuError: a file cannot be read.
        """
        if self._reader is None:
            yield self._of_blank_lines()
            return
        corpus = self._reader.whole()
        groups: list[Sequence[int]]
        if self._size:
            groups = [
                range(at, min(at + self._size, len(corpus))) for at in range(0, len(corpus), self._size)
            ]
        else:
            labels = self._document_labels(corpus)
            groups = [
                [segment for segment, _ in run]
                for _, run in groupby(enumerate(labels), key=lambda pair: pair[1])
            ]
            ends: dict[str, int] = {}
            for group in groups:
                name = labels[group[0]]
                if name in ends:
                    raise OptionError(
                        f"the segments of a document do not follow each other, such as {ends[name] + 1} and "
                        f"{group[0] + 1} of {name!r}: sort them by document"
                    )
                ends[name] = group[-1]
        yield joined_groups(corpus, groups, self._glue)

    def _document_labels(self, corpus: Corpus) -> Sequence[str]:
        """Returns the document of each segment."""
        labels: Sequence[str | None]
        if self._named.documents is not None:
            labels = lines_beside(self._named.documents, len(corpus)).to_list()
        elif DOCUMENT in corpus.labels:
            labels = corpus.labels[DOCUMENT]
        else:
            in_table = self._named.columns is not None
            where = "their column (--document COLUMN)" if in_table else "a file of them (--documents FILE)"
            blank = "" if in_table else "--join blank-lines, "
            raise OptionError(
                f"no document of the segments is known: name {where}, or join otherwise "
                f"({blank}--join blocks:K)"
            )
        if None in labels or "" in labels:
            segment = next(segment for segment, label in enumerate(labels) if not label)
            raise OptionError(f"segment {segment + 1} has no document: label it, or leave it out")
        return [str(label) for label in labels]

    def _of_blank_lines(self) -> Corpus:
        named = self._named
        files = ["-"] if named.systems is None else list(named.systems)
        source = [] if named.source is None else [named.source]
        encodings = dict.fromkeys([*files, *source], named.encoding)
        encodings |= dict.fromkeys(named.references, named.ref_encoding or named.encoding)
        streams = {
            path: self._paragraphs(
                side_texts(path, named.language_pair, named.tags, encoding=encodings[path])
            )
            for path in (*named.references, *files, *source)
        }
        counts = {path: len(texts) for path, texts in streams.items()}
        if len(set(counts.values())) > 1:
            lines = ", ".join(f"{count} in {path}" for path, count in counts.items())
            raise InputShapeError(
                f"the files have different numbers of documents between blank lines: {lines}"
            )
        if set(counts.values()) == {0}:
            raise _without_segments(next(iter(counts)), "a document is lines between blank ones")
        return Corpus(
            {name: Segments(streams[path]) for name, path in zip(self._names, files, strict=True)},
            tuple(Segments(streams[path]) for path in named.references),
            None if named.source is None else Segments(streams[named.source]),
            language_pair=named.language_pair,
            origin=Origin.of_files(files, named.references),
        )

    def _paragraphs(self, lines: Sequence[str]) -> list[str]:
        runs = groupby(lines, key=lambda line: bool(line.strip()))
        return [self._glue.join(run) for is_text, run in runs if is_text]


def block_size(way: str) -> int:
    """Returns K of the way "blocks:K" to join segments; 0 for the others.

    Raises:
        OptionError: there is no such way.
    """
    kind, _, size = way.partition(":")
    if kind not in (DOCUMENTS, BLANK_LINES, BLOCKS) or (kind == BLOCKS) != size.isdecimal():
        raise OptionError(f"--join takes documents, blank-lines or blocks:K, such as blocks:4, not {way!r}")
    if kind == BLOCKS and not int(size):
        raise OptionError("--join blocks:K: K is at least 1")
    return int(size) if size else 0


def joined_groups(corpus: Corpus, groups: Sequence[Sequence[int]], glue: str) -> Corpus:
    """Returns a corpus with a segment for each group: its segments' texts, and the label that all share.

    Raises:
        FormatError: some segments of a group lack a reference that others have.
    """

    def of(stream: Segments, what: str) -> Segments:
        texts = stream.to_list()
        joined: list[str | None] = []
        for group in groups:
            parts = [texts[segment] for segment in group]
            if None in parts and any(part is not None for part in parts):
                missing = group[parts.index(None)] + 1
                raise errors.FormatError(
                    what, missing, "this segment lacks a reference that others of its text have"
                )
            joined.append(None if None in parts else glue.join([part or "" for part in parts]))
        return Segments(joined)

    def shared(labels: Sequence[str | None]) -> tuple[str | None, ...]:
        return tuple(
            labels[group[0]] if len({labels[segment] for segment in group}) == 1 else None for group in groups
        )

    return corpus.changed(
        systems={name: of(stream, name) for name, stream in corpus.systems.items()},
        references=tuple(
            of(stream, f"reference {number}") for number, stream in enumerate(corpus.references, 1)
        ),
        source=None if corpus.source is None else of(corpus.source, "source"),
        labels={name: shared(labels) for name, labels in corpus.labels.items()},
        scores={},
    )
