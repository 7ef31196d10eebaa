"""Corpus scores of one system, printed byte for byte as sacreBLEU does."""

from __future__ import annotations

from parbleu.cli.score.input_files import Inputs
from parbleu.metrics import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.console import Console
    from parbleu.metrics import Metric, Score


def score_corpus(arguments: Arguments, console: Console) -> int:
    """Scores a system by all metrics in one pass over the files; returns the exit status.

    Standard input may turn out to hold several.
    """
    metrics = make_metrics(arguments)
    inputs = Inputs(arguments, arguments.input or ["-"])
    try:
        sums = [metric.accumulator(inputs.num_refs, threads=arguments.threads) for metric in metrics]
        for systems, references in inputs.pieces():
            if len(systems) != 1:
                from parbleu.cli.score.several_systems import compare_systems

                columns = inputs.whole((systems, references))
                return compare_systems(arguments, console, inputs, columns)
            for so_far in sums:
                so_far.add(systems[0], references)
        inputs.warn_of_looks(metrics)
    finally:
        inputs.close()
    console.show(corpus_report([so_far.result() for so_far in sums], arguments))
    return 0


def make_metrics(arguments: Arguments) -> list[Metric[Any]]:
    """Returns the metrics to score a corpus with, in the order in which they are printed.

    They are sorted by name; in a test they stand as given.
    """
    names = list(dict.fromkeys([name.upper() for name in arguments.metrics]))
    if arguments.test is None:
        names.sort()
    return [make_metric(name, arguments.of_metric(name.lower()), arguments) for name in names]


def make_metric(name: str, options: dict[str, Any], arguments: Arguments) -> Metric[Any]:
    """Returns the metric `name`, such as "BLEU"; with `--sign-test-set` its signature names the test set."""
    metric: Metric[Any] = METRICS[name](**options)
    if arguments.sign_test_set and arguments.test_set is not None:
        metric.sign_test_set(
            arguments.test_set, arguments.langpair, origlang=arguments.origlang, subset=arguments.subset
        )
    return metric


def score_name(metric: Metric[Any]) -> str:
    """Returns what the metric's scores are called, which tells more than its own name: chrF2++, not CHRF."""
    name: str = metric.score([0] * metric.scorer.width).name  # any row has it
    return name


def corpus_report(scores: list[Score], arguments: Arguments) -> str:
    """Returns the text for the scores of one system, in the order given, without the last line end."""
    if arguments.format == "json":
        return _as_json([_format(score, arguments, is_json=True) for score in scores])
    lines = [_format(score, arguments) for score in scores]
    return "\n".join(lines) if arguments.score_only else aligned(lines)


def _format(score: Score, arguments: Arguments, is_json: bool = False) -> str:
    signature = None if arguments.score_only else score.signature
    text = "" if signature is None else signature.format(arguments.short and not is_json)
    return score.format(arguments.width, arguments.score_only, text, is_json)


def _as_json(objects: list[str]) -> str:
    if len(objects) == 1:
        return objects[0]
    return "[\n" + ",\n".join(objects) + "\n]"


def aligned(lines: list[str]) -> str:
    """Pushes lines right until their equals signs stand in one column; returns the text."""
    columns = [line.find(" = ") for line in lines]
    widest = max(columns)
    return "\n".join(" " * (widest - column) + line for line, column in zip(lines, columns, strict=True))
