"""Defines `post_edits`, which counts what people changed in translations: HTER, edit rates and operations.

HTER: Snover, Dorr, Schwartz, Micciulla and Makhoul, "A Study of Translation Edit Rate with Targeted Human
Annotation", AMTA 2006.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu._base.threads import thread_count
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._counted_matches import TerAlignments, ter_alignments
from parbleu.analysis._text_edits import Edit, chosen_texts, reference_edits, segment_sums
from parbleu.metrics._ter import TER
from parbleu.tables import Result
from parbleu.tables._records import column, percent, record, rows, shown
from parbleu.text._tokenized_lines import tokenized

ALL = "all"
NO_LABEL = "(none)"
BANDS = ((0, "0"), (10, "1-10"), (20, "11-20"), (30, "21-30"), (50, "31-50"), (75, "51-75"), (100, "76-100"))
"""The highest HTER of a band, and the band's label; a share between two bands belongs to the higher one."""
ABOVE = "over 100"

NOTE = (
    "HTER: TER against the post-edited text, with shifts; word rate and character rate: fewest edits, "
    "without shifts, words cut by {}. Insertions were added to the translation."
)
OPERATIONS = {Edit.DELETE: "insert", Edit.INSERT: "delete", Edit.SUBSTITUTE: "substitute"}
"""What an edit is for somebody who makes the post-edited text of the translation."""


@record
class EditCount:
    """What was changed in some segments.

    Attributes:
        system: whose translations.
        label: the names of the labels that the segments share, such as "document"; "all" for all segments.
        group: their values, such as "guide.docx".
        n_segments: how many they are.
        n_untouched: how many of them are equal to a post-edited text.
        edits: insertions, deletions, substitutions and shifts that TER counts.
        words: words of the post-edited texts, as TER counts them; the mean of several.
        word_edits: the fewest insertions, deletions and substitutions of words.
        post_edited_words: words of the post-edited texts, as the tokenizer cuts them.
        character_edits: the fewest insertions, deletions and substitutions of characters.
        post_edited_characters: characters of the post-edited texts.
        insertions: words that were added, as TER counts them.
        deletions: words that were taken out.
        substitutions: words that were replaced.
        shifts: blocks of words that were moved.
    """

    column_order = (
        "system label group n_segments n_untouched untouched hter word_rate character_rate insertions "
        "deletions substitutions shifts edits words"
    )

    system: str
    label: str
    group: str
    n_segments: int = column("segments")
    n_untouched: int = column("untouched")
    edits: int
    words: float = column(decimals=1)
    word_edits: int = column(is_column=False)
    post_edited_words: int = column(is_column=False)
    character_edits: int = column(is_column=False)
    post_edited_characters: int = column(is_column=False)
    insertions: int
    deletions: int
    substitutions: int
    shifts: int

    @property
    @shown("untouched %", decimals=1)
    def untouched(self) -> float:
        """The share of segments that are equal to a post-edited text, in percent."""
        return percent(self.n_untouched / self.n_segments)

    @property
    @shown("HTER", decimals=1, better="lower")
    def hter(self) -> float:
        """Edits per word of the post-edited texts, in percent: TER against these."""
        return _rate(self.edits, self.words)

    @property
    @shown("word rate", decimals=1, better="lower")
    def word_rate(self) -> float:
        """Edits of words, without shifts, per word of the post-edited texts, in percent."""
        return _rate(self.word_edits, self.post_edited_words)

    @property
    @shown("character rate", decimals=1, better="lower")
    def character_rate(self) -> float:
        """Edits of characters per character of the post-edited texts, in percent."""
        return _rate(self.character_edits, self.post_edited_characters)


@record
class EditBand:
    """The segments whose HTER is in a band.

    Attributes:
        system: whose translations.
        band: the band in percent, such as "1-10": above the band before, up to its own limit.
        n_segments: how many they are.
        share: of all segments.
        words: words of their post-edited texts.
    """

    system: str
    band: str = column("HTER %")
    n_segments: int = column("segments")
    share: float = column("share %", convert=percent, decimals=1)
    words: float = column(decimals=1)


@record
class SegmentEdits:
    """What was changed in a segment.

    Attributes:
        system: whose translation.
        segment: its number, counted from 1.
        document: the document of its unit in a translator's file, or its label; "" if it has none.
        unit: its id in a translator's file; "" if it has none.
        hter: edits per word of the post-edited text, in percent.
        insertions: words that were added.
        deletions: words that were taken out.
        substitutions: words that were replaced.
        shifts: blocks of words that were moved.
        words: words of the post-edited text.
    """

    system: str
    segment: int
    document: str
    unit: str
    hter: float = column("HTER", decimals=1)
    insertions: int
    deletions: int
    substitutions: int
    shifts: int
    words: float = column(decimals=1)


@record
class EditOperation:
    """One edit, as TER counts it.

    Attributes:
        system: whose translation.
        segment: its number, counted from 1.
        document: the document of its unit in a translator's file, or its label; "" if it has none.
        unit: its id in a translator's file; "" if it has none.
        operation: "insert", "delete", "substitute" or "shift".
        before: the words of the translation; "" for an insertion.
        after: the word of the post-edited text; "" for a deletion; of a shift the same words.
    """

    system: str
    segment: int
    document: str
    unit: str
    operation: str
    before: str
    after: str


@record
class PostEdits(Result):
    """What people changed in translations, which `post_edits` counts.

    Attributes:
        counts: of all segments, then of each group.
        bands: how many segments have an HTER of 0, 1 to 10, ... percent.
        segments: what was changed in each segment.
        operations: every edit; () unless they are wanted.
        signature: of TER, by which HTER is counted.
        tokenizer: what cuts words of the word rate.
        shows_segments: whether tables show the segments.
    """

    counts: tuple[EditCount, ...] = rows(
        "edits",
        EditCount,
        title="Edits",
        notes=lambda result: [NOTE.format(result.tokenizer)],
        facts=lambda result: {"HTER signature": result.signature},
    )
    bands: tuple[EditBand, ...] = rows("bands", EditBand, title="Segments by HTER")
    segments: tuple[SegmentEdits, ...] = ()
    operations: tuple[EditOperation, ...] = rows(
        "operations", EditOperation, title="Operations", if_any=True, default=()
    )
    signature: str = ""
    tokenizer: str = ""


@record
class SegmentedPostEdits(PostEdits):
    """The same with a table of segments."""

    segments: tuple[SegmentEdits, ...] = rows("segments", SegmentEdits, title="Segments", default=())


def post_edits(
    texts: ComparedTexts,
    *,
    by: Sequence[str] = (),
    metric: TER | None = None,
    segments: bool = False,
    operations: bool = False,
    threads: int | None = None,
) -> PostEdits:
    """Counts what turns each system's translations into the references, which are their post-edited texts.

    Args:
        texts: translations as systems, post-edited texts as references, of which the closest one counts.
        by: names of labels; segments with the same values of all of them are a group.
        metric: TER with options; by default its defaults.
        segments: whether tables show each segment.
        operations: whether every edit is listed.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        UnknownNameError: the segments have no labels of such a name.
    """
    for name in by:
        check_name("label of segments", name, texts.labels)
    chosen = TER() if metric is None else metric
    workers = thread_count(threads)
    counts: list[EditCount] = []
    bands: list[EditBand] = []
    of_segments: list[SegmentEdits] = []
    listed: list[EditOperation] = []
    for system in texts.systems:
        table = _SegmentTable(texts, system, chosen, workers)
        counts.append(table.count(system, ALL, ALL, np.arange(len(texts))))
        places: dict[str, list[int]] = {}
        for segment, group in enumerate(zip(*(texts.label(name) for name in by), strict=True)):
            labels = (NO_LABEL if label is None else label for label in group)
            places.setdefault(", ".join(labels), []).append(segment)
        counts += [table.count(system, ", ".join(by), label, np.array(of)) for label, of in places.items()]
        bands += table.bands(system)
        of_segments += table.segments(system)
        if operations:
            listed += _operations(texts, system, table.alignments, table.places)
    chosen.num_refs = len(texts.references)
    signature = chosen.get_signature().format()
    kind = SegmentedPostEdits if segments else PostEdits
    return kind(
        tuple(counts), tuple(bands), tuple(of_segments), tuple(listed), signature, texts.tokenizer.signature()
    )


class _SegmentTable:
    """The numbers of every segment of a system.

    Attributes:
        alignments: TER's.
        places: the document of each segment, and its id in a translator's file; "" without one.
    """

    def __init__(self, texts: ComparedTexts, system: str, metric: TER, threads: int) -> None:
        self.alignments: TerAlignments = ter_alignments(texts, system, metric, threads=threads)
        kinds, starts = self.alignments.rows[:, 0], self.alignments.starts

        def occurrences(edit: Edit) -> NDArray[np.int64]:
            return segment_sums(kinds == edit, starts)

        statistics = np.asarray(metric.statistics(texts.systems[system], texts.references))
        words = reference_edits(texts, system, threads=threads)
        characters = reference_edits(texts, system, "character", threads=threads)
        closest = tokenized(chosen_texts(texts.references, words.chosen), texts.tokenizer, texts.lowercase)
        spelled = chosen_texts(texts.references, characters.chosen).to_list()
        streams = [stream.to_list() for stream in texts.references]
        outputs = texts.systems[system].to_list()
        self._columns = {
            "n_untouched": np.array(
                [any(stream[segment] == text for stream in streams) for segment, text in enumerate(outputs)]
            ),
            "edits": statistics[:, 0],
            "words": statistics[:, 1],
            "word_edits": words.edits,
            "post_edited_words": np.array([len((text or "").split()) for text in closest.to_list()]),
            "character_edits": characters.edits,
            "post_edited_characters": np.array([len(text or "") for text in spelled]),
            "insertions": occurrences(Edit.DELETE),
            "deletions": occurrences(Edit.INSERT),
            "substitutions": occurrences(Edit.SUBSTITUTE),
            "shifts": np.diff(self.alignments.shift_starts),
        }
        columns = (texts.labels.get(name, [None] * len(texts)) for name in ("document", "unit"))
        self.places = [(document or "", unit or "") for document, unit in zip(*columns, strict=True)]
        self._rates = [
            _rate(edits, length)
            for edits, length in zip(statistics[:, 0].tolist(), statistics[:, 1].tolist(), strict=True)
        ]

    def count(self, system: str, label: str, group: str, places: NDArray[np.int64]) -> EditCount:
        """Returns the sums of some segments."""
        sums = {name: values[places].sum().item() for name, values in self._columns.items()}
        whole = {name: value if name == "words" else int(value) for name, value in sums.items()}
        return EditCount(system, label, group, len(places), **whole)

    def bands(self, system: str) -> list[EditBand]:
        """Returns how many segments each band has."""
        names = [next((name for limit, name in BANDS if rate <= limit), ABOVE) for rate in self._rates]
        words = self._columns["words"]
        result = []
        for name in (*(name for _, name in BANDS), ABOVE):
            inside = np.array([other == name for other in names])
            result.append(
                EditBand(system, name, int(inside.sum()), float(inside.mean()), float(words[inside].sum()))
            )
        return result

    def segments(self, system: str) -> list[SegmentEdits]:
        """Returns the numbers of each segment."""
        names = ("insertions", "deletions", "substitutions", "shifts", "words")
        columns = [self._columns[name].tolist() for name in names]
        return [
            SegmentEdits(system, number, document, unit, rate, *numbers)
            for number, ((document, unit), rate, *numbers) in enumerate(
                zip(self.places, self._rates, *columns, strict=True), 1
            )
        ]


def _operations(
    texts: ComparedTexts, system: str, alignments: TerAlignments, places: Sequence[tuple[str, str]]
) -> list[EditOperation]:
    """Returns every edit of a system's segments: of each its shifts, then what happens to single words."""
    result = []
    references = chosen_texts(texts.references, alignments.chosen).to_list()
    outputs = texts.systems[system].to_list()
    for segment, (text, reference) in enumerate(zip(outputs, references, strict=True)):
        steps = alignments[segment]
        where = system, segment + 1, *places[segment]
        moved: dict[int, list[str]] = {}
        for step in steps:
            if step.shift >= 0:
                word = (text or "")[step.hypothesis_begin : step.hypothesis_end]
                moved.setdefault(step.shift, []).append(word)
        n_shifts = int(alignments.shift_starts[segment + 1] - alignments.shift_starts[segment])
        for shift in range(n_shifts):
            words = " ".join(moved.get(shift, ()))
            result.append(EditOperation(*where, "shift", words, words))
        for step in steps:
            if step.edit != Edit.EQUAL:
                before = (text or "")[step.hypothesis_begin : step.hypothesis_end]
                after = (reference or "")[step.reference_begin : step.reference_end]
                result.append(EditOperation(*where, OPERATIONS[step.edit], before, after))
    return result


def _rate(edits: float, length: float) -> float:
    """Returns edits per unit in percent, as TER defines it for no unit."""
    if length > 0:
        return percent(edits / length)
    return 100.0 if edits > 0 else 0.0
