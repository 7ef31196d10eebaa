"""Counts words of a training corpus, or reads their counts, for buckets of frequency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parbleu._io.lines import read_lines
from parbleu.analysis._numbered_texts import numbered
from parbleu.errors import FormatError
from parbleu.text._segments import as_segments

if TYPE_CHECKING:
    from os import PathLike

    from parbleu.analysis._analysis_input import ComparedTexts
    from parbleu.typing import SegmentsLike


def training_counts(texts: ComparedTexts, corpus: SegmentsLike) -> dict[str, int]:
    """Returns how often each word occurs in a corpus, cut as the texts are.

    Args:
        texts: whose tokenizer and case are used.
        corpus: its segments, or the path of a file of them.
    """
    [stream], tokens = numbered([as_segments(corpus, "the corpus")], texts.tokenizer, texts.lowercase)
    return dict(zip(tokens, np.bincount(stream.numbers, minlength=len(tokens)).tolist(), strict=True))


def read_counts(path: str | PathLike[str]) -> dict[str, int]:
    """Returns the counts of a file with a word, a TAB and its count on each line.

    Raises:
        FormatError: a line is something else.
        UnreadableFileError: the file cannot be read.
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(read_lines(path).to_list(), 1):
        word, tab, count = (line or "").partition("\t")
        if not (tab and count.isascii() and count.isdigit()):
            raise FormatError(str(path), number, f"a line is a word, a TAB and its count, not {line!r}")
        counts[word] = counts.get(word, 0) + int(count)
    return counts
