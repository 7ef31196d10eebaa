"""Defines the option that names files of segment scores, and reads them."""

from __future__ import annotations

from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from parbleu.cli.shell.arguments import Arguments
    from parbleu.comparison.segment_scores import SegmentScores

SCORES = Option(
    "--scores",
    "also compare segment scores of another tool: METRIC=FILE, or METRIC:lower=FILE where lower is "
    "better. The file is a .csv, .tsv or .jsonl table with a column for each system, a .seg.score file, "
    "or a folder with a file for each system",
    many="+",
    repeats=True,
    metavar="METRIC=FILE",
)


def given_scores(arguments: Arguments, systems: Mapping[str, str]) -> list[SegmentScores]:
    """Returns the scores that `--scores` names, of these systems: name -> file.

    Raises:
        CommandError: a word is not METRIC=FILE.
        ParbleuError: a file cannot be read, or lacks scores of a system.
    """
    found = []
    for word in arguments.scores or ():
        from parbleu.comparison.score_columns import read_segment_scores

        name, equals, path = word.partition("=")
        metric, _, direction = name.partition(":")
        if not (metric and equals and path) or direction not in ("", "lower", "higher"):
            raise CommandError(f"--scores takes METRIC=FILE or METRIC:lower=FILE, not {word!r}")
        found.append(read_segment_scores(metric, path, systems, higher_is_better=direction != "lower"))
    return found
