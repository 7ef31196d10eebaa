"""Returns the segment scores that `--scores` and `--score-columns` name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.shell.console import CommandError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parbleu.cli.shell.command import Arguments
    from parbleu.inputs.segment_scores import SegmentScores


def given_scores(arguments: Arguments, systems: Mapping[str, str]) -> list[SegmentScores]:
    """Returns the segment scores of systems, from the files that `--scores` names, or from a table's columns.

    `systems` is name -> file.
    """
    table = getattr(arguments, "table", None)
    if table is not None:
        if arguments.scores:
            raise CommandError("--scores reads files: name columns of the table by --score-columns")
        return [*table.scores.values()]
    found = []
    for word in arguments.scores or ():
        from parbleu.inputs.score_columns import read_segment_scores

        name, equals, path = word.partition("=")
        metric, _, direction = name.partition(":")
        if not (metric and equals and path) or direction not in ("", "lower", "higher"):
            raise CommandError(
                f"--scores takes METRIC=FILE or METRIC:lower=FILE, not {word!r}; "
                "--score-columns names columns of a table"
            )
        found.append(read_segment_scores(metric, path, systems, higher_is_better=direction != "lower"))
    return found
