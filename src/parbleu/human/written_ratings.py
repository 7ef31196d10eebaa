"""Defines the result of writing rating files: the counts and the files that were written."""

from __future__ import annotations

from collections.abc import Collection

from parbleu.human.judgement import Judgement
from parbleu.tables import Result, column, record, rows


@record
class WrittenFile:
    """A file of ratings that was written.

    Attributes:
        path: its name.
        n_judgements: how many judgements it holds.
        n_raters: of how many raters.
        n_systems: of how many systems' translations.
        n_segments: of how many segments.
    """

    path: str = column(name="file")
    n_judgements: int = column("judgements")
    n_raters: int = column("raters")
    n_systems: int = column("systems")
    n_segments: int = column("segments")


@record
class WrittenRatings(Result):
    """Files of ratings that were written.

    Attributes:
        files: the files.
    """

    files: tuple[WrittenFile, ...] = rows("files", WrittenFile)


def written_file(path: str, judgements: Collection[Judgement]) -> WrittenFile:
    """Returns the counts of the judgements that were written to a file."""
    return WrittenFile(
        path,
        len(judgements),
        len({each.rater for each in judgements}),
        len({each.system for each in judgements}),
        len({(each.document, each.segment) for each in judgements}),
    )
