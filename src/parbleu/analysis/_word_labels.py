"""Defines `Labels`: words in buckets by given labels, such as parts of speech."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from parbleu._base.wording import counted
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._cutoffs import Cutoffs, between, checked_cutoffs, cutoff_names
from parbleu.analysis._numbered_texts import NumberedStream
from parbleu.analysis._word_buckets import OTHER, BucketsOfTokens, SortedWords, WordBuckets
from parbleu.errors import OptionError


class Labels(WordBuckets):
    """The labels of words, such as parts of speech, in texts that run parallel to the references and systems.

    Args:
        references: for each reference N lines with a label for each word, blanks between them.
        systems: name -> such lines.
        source: N lines with a label for each word of the source; only words of the source need them.
        label_set: the labels that are buckets, all others being "other"; None for all, the most frequent in
            the references first, but not more than `most`.
        cutoffs: for labels that are numbers: the cutoffs between buckets.
        several: whether `a+b` are two labels of one word, which is in both buckets then.
        most: how many labels are buckets where `label_set` does not choose them.
        title: what tables call it.
    """

    def __init__(
        self,
        references: Sequence[Sequence[str]],
        systems: Mapping[str, Sequence[str]],
        *,
        source: Sequence[str] | None = None,
        label_set: Sequence[str] | None = None,
        cutoffs: Cutoffs | None = None,
        several: bool = False,
        most: int = 20,
        title: str = "label",
    ) -> None:
        self.references = references
        self.systems = systems
        self.source = source
        self.label_set: tuple[str, ...] | None = None if label_set is None else tuple(label_set)
        self.cutoffs: tuple[int | float, ...] | None = None if cutoffs is None else checked_cutoffs(cutoffs)
        self.several = several
        self.most = most
        self.title = title  # type: ignore[misc]

    def sort(self, texts: ComparedTexts) -> SortedWords:
        """Returns the buckets of all words.

        Raises:
            OptionError: there are no labels of a reference or system; or not as many as words in a segment,
                or one is no number: it says which and where.
        """
        references, systems = self._labels(texts)
        names, chosen = self._buckets(references)
        return SortedWords(
            names,
            tuple(self._sorted(labels, chosen) for labels in references),
            tuple(self._sorted(labels, chosen) for labels in systems),
        )

    def numbers(self, texts: ComparedTexts) -> tuple[list[str], list[NDArray[np.int32]]]:
        """Returns the distinct labels, and the number of the label of each token of references and systems.

        Raises:
            OptionError: there are no labels of a reference or system; or not as many as words in a segment.
        """
        references, systems = self._labels(texts)
        known: dict[str, int] = {}
        numbers_of_labels = [
            np.array([known.setdefault(label, len(known)) for label in labels], dtype=np.int32)
            for labels in (*references, *systems)
        ]
        return list(known), numbers_of_labels

    def sort_source(self, texts: ComparedTexts) -> tuple[tuple[str, ...], BucketsOfTokens]:
        """Returns the names of the buckets and those of the source's words.

        Raises:
            OptionError: there are no labels of the source; or not as many as words in a segment, or one is no
                number.
        """
        if self.source is None or texts.numbered.source is None:
            raise OptionError("there are no labels of the words of the source: add them, or sort other words")
        labels = labels_of(self.source, texts.numbered.source, "labels of the source")
        names, chosen = self._buckets([labels])
        return names, self._sorted(labels, chosen)

    def _labels(self, texts: ComparedTexts) -> tuple[list[list[str]], list[list[str]]]:
        """Returns the labels of the tokens of references and systems."""
        streams = texts.numbered
        if len(self.references) != len(streams.references):
            raise OptionError(
                f"there are labels of {len(self.references)} references for {len(streams.references)}: "
                "give those of each"
            )
        for name in texts.systems:
            if name not in self.systems:
                raise OptionError(f"there are no labels of the words of system {name!r}: add them")
        references = [
            labels_of(lines, stream, f"labels of {name}")
            for lines, stream, name in zip(
                self.references, streams.references, texts.reference_names, strict=True
            )
        ]
        systems = [
            labels_of(self.systems[name], stream, f"labels of system {name!r}")
            for name, stream in zip(texts.systems, streams.systems, strict=True)
        ]
        return references, systems

    def _buckets(self, labels: Iterable[list[str]]) -> tuple[tuple[str, ...], dict[str, int]]:
        """Returns the names of the buckets, and label -> bucket."""
        if self.cutoffs is not None:
            return cutoff_names(self.cutoffs), {}
        names = self.label_set
        if names is None:
            counts: dict[str, int] = {}
            for labels_of_text in labels:
                for label in labels_of_text:
                    for part in label.split("+") if self.several else (label,):
                        counts[part] = counts.get(part, 0) + 1
            names = tuple(sorted(counts, key=lambda label: (-counts[label], label))[: self.most])
        return (*names, OTHER), {name: index for index, name in enumerate(names)}

    def _sorted(self, labels: list[str], chosen: Mapping[str, int]) -> BucketsOfTokens:
        if self.cutoffs is not None:
            return BucketsOfTokens(between([_number(label) for label in labels], self.cutoffs))
        other = len(chosen)
        if not self.several:
            return BucketsOfTokens(np.array([chosen.get(label, other) for label in labels], dtype=np.int64))
        parts = [label.split("+") for label in labels]
        starts = np.concatenate(([0], np.cumsum(list(map(len, parts)), dtype=np.int64)))
        buckets = [chosen.get(part, other) for part in chain.from_iterable(parts)]
        return BucketsOfTokens(np.array(buckets, dtype=np.int64), starts)


def labels_of(lines: Sequence[str], stream: NumberedStream, what: str) -> list[str]:
    """Returns the labels of all tokens.

    Raises:
        OptionError: there is another number of lines than segments, or of labels than tokens in one.
    """
    if len(lines) != len(stream):
        raise OptionError(f"{what}: {counted(len(lines), 'line')} for {counted(len(stream))}: each needs one")
    labels: list[str] = []
    for number, (line, wanted) in enumerate(zip(lines, stream.lengths.tolist(), strict=True)):
        in_line = line.split()
        if len(in_line) != wanted:
            raise OptionError(
                f"{what}, line {number + 1}: there are {len(in_line)} labels for {wanted} words; tokenize "
                "texts as what labelled them did, such as by tokenize='none'"
            )
        labels += in_line
    return labels


def _number(label: str) -> float:
    try:
        return float(label)
    except ValueError:
        raise OptionError(f"with cutoffs a label is a number, not {label!r}") from None
