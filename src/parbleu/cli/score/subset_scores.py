"""`--detail`: the scores of the parts of a test set, by original language, domain and country."""

from __future__ import annotations

from parbleu.cli.score.test_set_inputs import find_sets
from parbleu.testsets.pair_files import PairFiles
from parbleu.testsets.segment_labels import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.colors import Painter
    from parbleu.metrics import Metric


def detail_lines(
    hypotheses: Segments,
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    arguments: Arguments,
    paint: Painter,
) -> list[str]:
    """Returns the lines that `--detail` adds: one for each part of the test set and metric.

    Args:
        hypotheses: a system's output for all of the test set.
        references: all of its references.
        metrics: what to compute.
        arguments: the command line.
        paint: colours names, on terminals.
    """
    found = []
    if arguments.test_set is not None:
        pairs = [PairFiles(entry, str(arguments.langpair)) for entry in find_sets(arguments.test_set)]
        found = parts([files.labels() for files in pairs], arguments.origlang, arguments.subset)
    if not found:
        return ["No subset information found. Consider using --origlang argument."]
    tables = [metric.statistics(hypotheses, references, threads=arguments.threads) for metric in metrics]
    widest = max(len(name) for name, _ in found)
    lines = []
    for name, kept in found:
        scores = [
            metric.score(table[kept].sum(axis=0)) for metric, table in zip(metrics, tables, strict=True)
        ]
        longest = max(len(score.name) for score in scores)
        lines += [
            f"{paint(f'{name:<{widest + 1}}', 'yellow')}: sentences={sum(kept):<6} "
            f"{score.name:<{longest}} = {score.score:.{arguments.width}f}"
            for score in scores
        ]
    return lines
