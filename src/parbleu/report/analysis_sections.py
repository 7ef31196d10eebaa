"""Makes sections of a page from analyses: their tables, and the segments behind the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu.analysis.analysis_input import ComparedTexts
from parbleu.analysis.word_accuracy import words
from parbleu.analysis.word_result import WordAccuracy
from parbleu.report.report_contents import Cell, Section
from parbleu.tables import Table

N_SAMPLES = 300
"""Samples of the bootstrap for intervals and tests of buckets."""
WORDS = ("frequency", "length", "kind")
"""The ways to sort words that a page shows."""


def analysis_sections(
    texts: ComparedTexts, *, n_samples: int, seed: int | str | None, alpha: float
) -> list[Section]:
    """Returns a section for each kind of analysis.

    Args:
        texts: what is compared.
        n_samples: samples of the bootstrap, for intervals and tests of buckets.
        seed: of the resampling.
        alpha: the level of significance.
    """
    results = [words(texts, by, n_samples=n_samples, seed=seed, alpha=alpha) for by in WORDS]
    return [_word_section(results)]


def _word_section(results: Sequence[WordAccuracy]) -> Section:
    """Returns a section of words in buckets; behind a number are the segments whose words are not matched."""
    tables: list[Table] = []
    behind: dict[Cell, Sequence[int]] = {}
    for result in results:
        name = f"words_{result.by.replace(' ', '_')}"
        tables.append(renamed(result.tables()[0], name))
        for row, bucket in enumerate(result.buckets):
            for system in result.systems:
                behind[name, row, system] = result.segments(bucket, system, "missed")
    about = "How well systems get the words of the references. Behind a number: segments with missed words."
    return Section("words", "Words", tuple(tables), about, behind)


def renamed(table: Table, name: str) -> Table:
    """Returns the table under another name, which is unique on the page."""
    return Table(
        name, table.columns, table.rows, table.title, table.notes, table.facts, table.marks, table.citations
    )
