"""Reads a table of segments whole: the systems' texts, references, source, labels and segment scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parbleu._core import Segments
from parbleu.base.known_names import target_language
from parbleu.comparison.aligned_rows import aligned, group_scores
from parbleu.comparison.grouped_rows import Group, GroupedRows, Rows
from parbleu.errors import OptionError
from parbleu.inputs.named_score_columns import score_columns
from parbleu.inputs.segment_scores import SegmentScores
from parbleu.metrics.bleu import BLEU
from parbleu.text.segment_table import SegmentTable

LABELS = ("document", "domain", "language_pair")


@dataclass(frozen=True, slots=True)
class TableTexts:
    """What a table holds, with as many segments everywhere.

    Attributes:
        systems: name -> its output.
        references: streams of references.
        source: the source, or None.
        labels: "document", "domain", "language_pair" and further columns -> the label of each segment.
        scores: segment scores of all systems, by metric.
        language_pair: that of all segments; None if it is not known, or there are several.
        target_language: of several language pairs for which BLEU has another tokenizer than usual, the same
            for all, one that chooses it; "" otherwise.
    """

    systems: dict[str, Segments]
    references: list[Segments]
    source: list[str] | None
    labels: dict[str, list[str | None]]
    scores: dict[str, SegmentScores]
    language_pair: str | None
    target_language: str


class Texts:
    """Keeps the texts of rows."""

    def __init__(self) -> None:
        self.systems: list[list[str | None]] = []
        self.references: list[list[str | None]] = []
        self._count = 0

    def add(self, systems: Sequence[Segments], references: Sequence[Segments]) -> None:
        """Adds consecutive rows; streams of references that others lack are missing there."""
        self.systems = self.systems or [[] for _ in systems]
        self.references += [[None] * self._count for _ in references[len(self.references) :]]
        for so_far, stream in zip(self.systems, systems, strict=True):
            so_far += stream.to_list()
        self._count += len(references[0])
        for so_far, stream in zip(self.references, references, strict=False):
            so_far += stream.to_list()
        for so_far in self.references[len(references) :]:
            so_far += [None] * (self._count - len(so_far))


def _keep(
    group: Group,  # noqa: ARG001 - for others
    rows: Rows,
    systems: Sequence[Segments],
    references: Sequence[Segments],
) -> None:
    rows.texts = rows.texts or Texts()
    rows.texts.add(systems, references)


def read_test_set(
    table: SegmentTable, by: Sequence[str] = (), language_pair: str | None = None
) -> tuple[list[str] | None, list[Segments], list[tuple[str, ...]]]:
    """Reads the test set of a table whole, group after group, without the systems' output.

    Args:
        table: with systems as columns or as rows.
        by: the columns, or roles of columns, whose values make the groups.
        language_pair: as `SegmentTable.set_language_pair` takes it.

    Returns:
        the source or None, the streams of references, and the group of each segment.
    """
    source = table.columns.source
    table.set_language_pair(language_pair)
    keys = [table.columns.column_of(word) for word in by]
    table.set_columns(hypotheses=(), others=tuple(keys))
    rows = GroupedRows(
        table,
        by=keys,
        metrics_of=lambda _: [],
        scores=(),
        names=(),
        add=_keep,
        kept=[] if source is None else [source],
        mixed=True,
    )
    all_texts, sources, groups = Texts(), [], []
    for key, group in rows.groups.items():
        of_first = next(iter(group.rows.values()))
        texts: Texts = of_first.texts
        all_texts.add([], [Segments(stream) for stream in texts.references])
        sources += [] if source is None else [text or "" for text in of_first.kept[source]]
        groups += [key] * of_first.n_segments
    return sources or None, [Segments(stream) for stream in all_texts.references], groups


def read_table_texts(
    table: SegmentTable,
    scores: Iterable[str] = (),
    names: Sequence[str] | None = None,
    language_pair: str | None = None,
    labels: Iterable[str] = (),
) -> TableTexts:
    """Reads a table whole.

    Args:
        table: with systems as columns, or as rows that are joined by key.
        scores: columns of segment scores, as for `parbleu.score_table`.
        names: what to call the columns of hypotheses; None for their own names.
        language_pair: as `SegmentTable.set_language_pair` takes it. Rows of several pairs are read together
            if BLEU's tokenizer is the same for all.
        labels: further columns that are read as labels, as far as the table has them.

    Raises:
        OptionError: several language pairs need different tokenizers.
        ParbleuError: as `parbleu.score_table`.
    """
    pair = table.set_language_pair(language_pair)
    columns = table.columns
    found = score_columns(scores, table.names(), columns.hypotheses)
    named = {role: getattr(columns, role) for role in LABELS if getattr(columns, role) is not None}
    named = {**{name: name for name in labels if name in table.names()}, **named}
    kept = [*named.values(), *([] if columns.source is None else [columns.source])]
    table.set_columns(others=(*named.values(), *(name for each in found for name in each.columns)))
    rows = GroupedRows(
        table,
        by=(),
        metrics_of=lambda _: [],
        scores=found,
        names=names or columns.hypotheses,
        add=_keep,
        kept=kept,
        mixed=True,
    )
    [group] = rows.groups.values()
    first = next(iter(group.rows.values()))
    orders = aligned(group, list(group.rows))
    systems = {}
    for part in group.rows.values():
        for name, texts in zip(part.systems, part.texts.systems, strict=True):
            order = orders.get(name)
            systems[name] = Segments(texts if order is None else [texts[place] for place in order])
    of_first: Texts = first.texts
    pairs = [pair] if columns.language_pair is None else _pairs(columns.language_pair, first.kept)
    return TableTexts(
        systems,
        [Segments(stream) for stream in of_first.references],
        None if columns.source is None else [text or "" for text in first.kept[columns.source]],
        {label: first.kept[name] for label, name in named.items()},
        {each.name: group_scores(group, each, orders) for each in found},
        pairs[0] if len(pairs) == 1 else None,
        _target_of_several(pairs),
    )


def _pairs(column: str, labels: Mapping[str, Sequence[str | None]]) -> list[str]:
    """Returns the language pairs of the segments, for all of which BLEU's tokenizer is the same.

    Raises:
        OptionError: some need another tokenizer of BLEU than others.
    """
    pairs = list(dict.fromkeys(label for label in labels[column] if label is not None))
    tokenizers = {pair: BLEU.tokenizer_of(target_language(pair)) for pair in pairs}
    if len(set(tokenizers.values())) > 1:
        special = [pair for pair in pairs if tokenizers[pair] != BLEU.tokenizer_of("")]
        raise OptionError(
            f"the rows are of the language pairs {', '.join(pairs)}, and BLEU cuts {special[0]} otherwise: "
            f"choose the rows of one, such as --language-pair {column}={special[0]}"
        )
    return pairs


def _target_of_several(pairs: Sequence[str | None]) -> str:
    """Returns `target_language` of `TableTexts`."""
    target = target_language(str(pairs[0])) if len(pairs) > 1 else ""
    return target if BLEU.tokenizer_of(target) != BLEU.tokenizer_of("") else ""
