"""Implements `parbleu score -t SET --hyps PATTERN`: one system on many language pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.progress import progress_bar
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.corpus_options import TAGS, named_corpus
from parbleu._cli.shell.table_options import GROUP_OPTIONS
from parbleu._comparison.pair_scores import score_outputs_of_pairs
from parbleu._inputs.pair_outputs import outputs_by_pair
from parbleu.text._languages import certain_pair, target_language

if TYPE_CHECKING:
    from typing import Any

    from parbleu._cli.score.result_printer import ResultPrinter
    from parbleu._cli.score.score_options import ScoreArguments
    from parbleu._cli.shell.command import Arguments
    from parbleu._comparison.pair_scores import PairScores
    from parbleu.metrics import Metric


def score_many_pairs(printer: ResultPrinter) -> None:
    """Scores the pairs, and prints them as one table; status 1 if one could not be scored."""
    arguments = printer.options
    _check(arguments)
    pairs = arguments.language_pair
    check_text = printer.warns and not (arguments.is_forced or arguments.quiet)
    named = named_corpus(arguments.changed(language_pair=None), num_refs=1, check_text=check_text)
    outputs = outputs_by_pair(arguments.test_set, arguments.hyps, pairs, named.encoding)

    def metrics_of(language_pair: str) -> list[Metric[Any]]:
        language = target_language(language_pair)
        return arguments.changed(language_pair=language_pair, bleu_trg_lang=language).make_metrics()

    result = score_outputs_of_pairs(
        named, outputs, metrics_of, threads=arguments.threads, progress=progress_bar
    )
    printer.report_pairs(result)
    check_all_scored(result)


def check_all_scored(result: PairScores, where: str = "") -> None:
    """Ends the command with status 1 if a pair could not be scored; `where` ends the message."""
    if result.problems:
        counts = f"{len(result.problems)} of {len(result.pairs)}"
        raise CommandError(f"{counts} language pairs could not be scored{where}", status=1)


def check_output_of_pairs(arguments: Arguments, other: str = "") -> None:
    """Refuses `--hyps` without one test set, or beside other output; `other` is a further way to use it."""
    if arguments.test_set is None or "," in arguments.test_set:
        raise UsageError(f"--hyps needs one test set: -t SET{other}")
    pairs = [str(arguments.language_pair), *arguments.refs]
    if len(pairs) > 1 and all("-" in pair and certain_pair(pair) for pair in pairs):
        raise UsageError(f"language pairs are joined by commas: -l {','.join(pairs)}")
    if arguments.refs or arguments.input is not None:
        raise UsageError("--hyps names the output of each language pair: leave out references and -i")


def of_one_pair(name: str) -> UsageError:
    """Returns the error of an option, by the name of its value, that does not go together with `--hyps`."""
    return UsageError(f"--{name.replace('_', '-')} is for one language pair: leave out --hyps")


def _check(arguments: ScoreArguments) -> None:
    check_output_of_pairs(arguments, "; or references, and {doc} in the pattern")
    for name in (
        "sentence_level",
        "segments",
        "statistics",
        "detail",
        "confidence",
        "scores",
        "names",
        "bib",
        "baseline",
        *(option.dest for option in GROUP_OPTIONS),
        "source",
        "shard",
        "resegment",
        "resegment_like",
        "join",
        "documents",
        "line_breaks",
        "train",
        "leave_out",
        "mt_in",
        "sort",
    ):
        if getattr(arguments, name, None):  # those of tables are there if they are given
            raise of_one_pair(name)
    if arguments.tags != TAGS.default:
        raise of_one_pair("tags")
    if arguments.scorers:
        raise UsageError("scorers are for one language pair: leave out --hyps")
    if arguments.test is not None or arguments.can_fail:
        raise UsageError("tests and limits are of one language pair: leave out --hyps")
