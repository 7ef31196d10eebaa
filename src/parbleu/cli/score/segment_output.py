"""Writes the file of `--segments`, which goes if the command is ended."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from parbleu.cli.shell.termination import orderly
from parbleu.comparison.segment_file import writing_segments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.cli.score.score_arguments import ScoreArguments
    from parbleu.comparison.corpus_scores import Each
    from parbleu.metrics import Metric


@contextmanager
def orderly_segments(
    arguments: ScoreArguments, names: Sequence[str], metrics: Sequence[Metric[Any]]
) -> Iterator[Each]:
    """A context manager whose value takes pieces of the corpus; the file appears at its end."""
    with orderly(), writing_segments(arguments.segments, names, metrics, arguments.workers) as add:
        yield add
