"""Defines `NamedCorpus`, what a user names as a corpus, and chooses the reader that opens it."""

from __future__ import annotations

from parbleu._base.lazy import load
from parbleu._base.record import Record
from parbleu._inputs import READERS, SUBTITLES, UNIT_FORMATS, unit_suffix
from parbleu._io.lines import uncompressed_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu._inputs.corpus import CorpusReader
    from parbleu._inputs.segment_scores import SegmentScores
    from parbleu.testsets._loading import TestSet
    from parbleu.text._segment_table import TableColumns


class NamedCorpus(Record):
    """What a user names as a corpus: files and perhaps a test set, columns of a table, or an evaluation set.

    Attributes:
        references: files of references; of a table, the table's files.
        systems: files of the systems' output, or names of systems of an evaluation set; None for standard
            input, or all of the set.
        names: of the systems; None for those that their files or columns give.
        has_baseline: whether the first system of standard input is a baseline.
        num_refs: how many references a line of the file of references holds, separated by TABs.
        encoding: of all files.
        ref_encoding: of the files of references, if it is another.
        source: the file of the source.
        test_set: names of test sets, joined by commas.
        language_pair: such as "en-de"; of a table also its column, or COLUMN=PAIR.
        origlang: only segments of the test set that were written in this language.
        subset: only segments of the test set whose annotation matches this regular expression.
        columns: of a table.
        hyp_columns: of systems that are tables beside other files of references: the columns of output.
        ref_columns: of references that are tables beside other files of output: their columns.
        key_columns: those of all of these by which their rows are joined; none for their order.
        by: columns of a table whose values make groups.
        score_columns: columns of a table with segment scores.
        more_labels: further columns of a table that are labels, as far as it has them.
        evalset: the name of an evaluation set.
        evalset_metrics: scorers of the evaluation set.
        data: the directory of evaluation sets.
        tags: what becomes of inline tags in files of units: "drop", "keep" or "symbol".
        mt_in: where a file of units has machine translation that is the output, such as "alt-trans".
        leave_out: states of units that are not scored.
        timed: whether segments are subtitles with their times and lines, which SubER compares.
        resegment: whether output is cut into the segments of the references.
        resegment_like: the way of another tool to cut it, one of `CUTTERS`; None for parbleu's own.
        line_breaks: how breaks of lines of subtitles count: "words" or "only"; None leaves them out.
        compared_by: names of normalizations by which it is cut.
        join: which segments are joined to texts: "documents", "blank-lines" or "blocks:K".
        join_separator: what stands between them: "space", "newline" or "none".
        documents: the file with the document of each segment that is joined.
        score_files: metric, its file of segment scores, and whether higher is better, None if not said.
        is_described: whether the source, labels and scores are read, too, which makes a corpus whole.
        check_text: whether to look at the text, to warn of what makes scores meaningless.
        refuse_tables: whether files are refused that are not lines of text.
        is_face: whether files are what sacreBLEU takes them for: lines, also of none.
    """

    references: Sequence[str] = ()
    systems: Sequence[str] | None = None
    names: Sequence[str] | None = None
    has_baseline: bool = False
    num_refs: int = 1
    encoding: str = "utf-8"
    ref_encoding: str | None = None
    source: str | None = None
    test_set: str | None = None
    language_pair: str | None = None
    origlang: str | None = None
    subset: str | None = None
    columns: TableColumns | None = None
    hyp_columns: Sequence[str] = ()
    ref_columns: Sequence[str] = ()
    key_columns: Sequence[str] = ()
    by: Sequence[str] = ()
    score_columns: Sequence[str] = ()
    more_labels: Sequence[str] = ()
    evalset: str | None = None
    evalset_metrics: Sequence[str] = ()
    data: str | None = None
    tags: str = "drop"
    mt_in: str | None = None
    leave_out: Sequence[str] = ()
    timed: bool = False
    resegment: bool = False
    resegment_like: str | None = None
    line_breaks: str | None = None
    compared_by: Sequence[str] = ()
    join: str | None = None
    join_separator: str = "space"
    documents: str | None = None
    score_files: Sequence[tuple[str, str, bool | None]] = ()
    is_described: bool = False
    check_text: bool = True
    refuse_tables: bool = True
    is_face: bool = False

    def open(self) -> CorpusReader:
        """Returns what reads the corpus.

        Raises:
            OptionError: something is named that only files of units have.
            ParbleuError: something cannot be downloaded or opened.
        """
        kind = self.kind()
        if self.key_columns and not (kind == "lines" and self.ref_columns and self.hyp_columns):
            from parbleu.errors import OptionError

            raise OptionError(
                f"--segment-id {self.key_columns[-1]} joins tables, whose columns --ref and --hyp name, and "
                "no test sets, other files or texts that are cut or joined: leave it out"
            )
        if (self.hyp_columns or self.ref_columns) and kind != "lines" and kind not in UNIT_FORMATS:
            from parbleu.errors import OptionError

            raise OptionError(
                "columns of a table stand beside files of lines, files of units or a test set only: parbleu "
                "convert TABLE --column COLUMN > lines.txt writes one as lines"
            )
        if self.timed:
            if kind not in SUBTITLES:
                from parbleu.errors import OptionError

                cut = kind in ("joined", "resegmented")
                what = "texts that are joined or cut lack" if cut else "this input lacks"
                raise OptionError(
                    f"SubER compares lines and times, which {what}: name files of subtitles, such as "
                    ".srt or .vtt, as references and output"
                )
            kind = "subtitles"
        if self.line_breaks is not None and kind not in (*SUBTITLES, "subtitles", "resegmented"):
            from parbleu.errors import OptionError

            raise OptionError("--line-breaks is of subtitles, such as .srt or .vtt, that are not joined")
        if kind not in UNIT_FORMATS and kind not in ("joined", "subtitles"):
            tags = "" if kind == "resegmented" or self.tags == "drop" else "--tags"
            option = tags or (self.leave_out and "--leave-out") or (self.mt_in and "--mt-in")
            if option:
                from parbleu.errors import OptionError

                what = "--resegment" if kind == "resegmented" else f"input of the kind {kind!r}"
                raise OptionError(f"{option} is of translators' files, such as .xlf, and not of {what}")
        reader: CorpusReader = load(READERS[kind]).of(self)
        return reader

    def scores(
        self, files: Mapping[str, str], documents: Sequence[str | None] | None = None
    ) -> dict[str, SegmentScores]:
        """Returns the segment scores of each metric that `score_files` names, for all segments.

        Args:
            files: system -> its file.
            documents: that of each segment, where scores are joined by it.

        Raises:
            OptionError: two files are called the same.
            ParbleuError: a file cannot be read, or lacks a system.
        """
        scores: dict[str, SegmentScores] = {}
        if not self.score_files:
            return scores
        from parbleu._inputs.score_files import read_segment_scores
        from parbleu._inputs.segment_scores import same_name

        for name, path, higher_is_better in self.score_files:
            if name in scores:
                raise same_name(name)
            scores[name] = read_segment_scores(
                name, path, files, higher_is_better=higher_is_better, documents=documents
            )
        return scores

    def loaded_set(self) -> TestSet:
        """Returns the test set, with those of its segments that are scored.

        Raises:
            UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
            ParbleuError: it cannot be downloaded or read.
        """
        from parbleu.testsets._loading import load_test_set

        return load_test_set(str(self.test_set), self.language_pair or "", self.origlang, self.subset)

    def kind(self) -> str:
        """Returns the kind of input, a key of `READERS`."""
        if self.join is not None:
            return "joined"
        if self.resegment or self.resegment_like is not None:
            return "resegmented"
        if self.evalset is not None:
            return "evaluation set"
        if self.columns is not None:
            return "table"
        references = () if self.ref_columns else self.references  # else tables, whatever their names
        systems = () if self.hyp_columns else self.systems or ()
        kind = next(filter(None, map(_file_kind, (*references, *systems))), "lines")
        return "lines" if kind in UNIT_FORMATS and self.is_face else kind


def _file_kind(path: str) -> str:
    """Returns the suffix of a file, or of the first one in a folder that there is a reader for; else ""."""
    from os import path as paths
    from os import walk

    if paths.isdir(path):  # noqa: PTH112 - pathlib is slow to load
        files = (paths.join(folder, name) for folder, _, names in walk(path) for name in sorted(names))  # noqa: PTH118
        return next(filter(None, map(_file_kind, files)), "")
    suffix = f".{uncompressed_name(path).rpartition('.')[2]}".lower()
    return unit_suffix(path) if suffix in UNIT_FORMATS else suffix if suffix in READERS else ""
