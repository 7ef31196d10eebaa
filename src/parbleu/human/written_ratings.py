"""Defines the result of writing rating files: the counts and the files that were written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from parbleu.human.judgement import Judgement
from parbleu.tables import Column, Result, Table


@dataclass(frozen=True)
class WrittenFile:
    """A file of ratings that was written.

    Attributes:
        path: its name.
        n_judgements: how many judgements it holds.
        n_raters: of how many raters.
        n_systems: of how many systems' translations.
        n_segments: of how many segments.
    """

    path: str
    n_judgements: int
    n_raters: int
    n_systems: int
    n_segments: int


@dataclass(frozen=True)
class WrittenRatings(Result):
    """Files of ratings that were written.

    Attributes:
        files: the files.
    """

    files: tuple[WrittenFile, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each file."""
        counts = ("judgements", "raters", "systems", "segments")
        columns = [Column("file"), *(Column(f"n_{name}", name, int) for name in counts)]
        return (Table("files", columns, [tuple(vars(file).values()) for file in self.files]),)


def written_file(path: str, judgements: Collection[Judgement]) -> WrittenFile:
    """Returns the counts of the judgements that were written to a file."""
    return WrittenFile(
        path,
        len(judgements),
        len({each.rater for each in judgements}),
        len({each.system for each in judgements}),
        len({(each.document, each.segment) for each in judgements}),
    )
