"""`parbleu nbest mbr`: chooses of each n-best list the translation with the best expected utility."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from json import dumps
from typing import Any

from parbleu._base.log import shows_progress
from parbleu._base.progress import BarOfParts
from parbleu._cli.nbest.nbest_options import (
    CANDIDATES,
    NBEST_FORMAT,
    WORDS,
    read_lists,
    text_metric,
    texts_beside,
)
from parbleu._cli.shell.bleu_options import refuse_bleu_options
from parbleu._cli.shell.command import StatusCommand
from parbleu._cli.shell.console import CommandError, Console, UsageError
from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.metric_names import MetricsAndScorers, metric_or_scorer_words, names_scorer
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import check_lines, write_output
from parbleu._io.atomic import replacing
from parbleu.nbest._decoding import Decision, Decisions, decode_each, matrix_file
from parbleu.nbest._nbest_files import WEIGHTS, NbestList, read_references
from parbleu.nbest._utility import Utility


def _utility(word: str) -> str:
    """Returns the name of a metric or scorer, which may be spelled as `--metrics` allows."""
    names = metric_or_scorer_words(word)
    return names[0] if len(names) == 1 else word


@StatusCommand(
    "[NBEST] [--utility METRIC] [--pseudo-references NBEST] [--weights KIND] [-o FILE]",
    "Decodes by minimum Bayes risk: prints the candidate of each n-best list with the best mean score\n"
    "against all candidates of the list, or against pseudo-references. The input has JSON lines, as parbleu\n"
    "translate --nbest-file writes them, lines of Moses (0 ||| text ||| features ||| score), lines of\n"
    "segment and text separated by a TAB, or plain lines. Formats other than text print tables\n"
    "with the expected utilities.",
    """\
  parbleu nbest mbr hyp.nbest.jsonl -o best.txt
  parbleu nbest mbr hyp.nbest.jsonl --utility bleu --weights probability
  parbleu nbest mbr samples.txt --candidates 64 --aggregate
  parbleu nbest mbr hyp.nbest.jsonl --utility comet:Unbabel/wmt22-comet-da --source src.txt
  parbleu nbest mbr beams.jsonl --pseudo-references samples.jsonl --ranked ranked.jsonl
  parbleu nbest mbr hyp.nbest.jsonl -f csv -o utilities.csv --matrices utilities.arrow""",
    Option(
        "nbest", "the n-best lists (default, and -: standard input)", many="*", metavar="NBEST", reads="FILE"
    ),
    NBEST_FORMAT,
    CANDIDATES,
    Option(
        "--utility -m",
        "the metric (default: chrf); scorers, too",
        _utility,
        default="chrf",
        choices=MetricsAndScorers(),
        metavar="METRIC",
    ),
    *WORDS,
    Option(
        "--pseudo-references",
        "pseudo-references of the same segments, in any of these formats (default: the candidates)",
        metavar="NBEST",
        reads="FILE",
        dest="references",
        unlisted="--references --ref -r",
    ),
    Option("--source", "the source, for scorers that need it: a line for each n-best list", reads="FILE"),
    Option(
        "--reference-candidates",
        "for plain lines of pseudo-references: how many each segment has (default: 1)",
        int,
    ),
    Option(
        "--weights",
        "weights of the references: equal, or their probabilities by their scores (default: uniform)",
        default="uniform",
        choices=WEIGHTS,
    ),
    Option(
        "--aggregate",
        "compare with the mean n-gram counts of all references (chrF, BLEU): faster, and another number",
        bool,
    ),
    Option(
        "--ranked",
        "also write all candidates, the best first, with their expected utilities: JSON lines",
        writes="FILE",
    ),
    Option(
        "--matrices",
        "also write the utility of each candidate given each reference: an Arrow file (needs pyarrow)",
        writes="FILE",
    ),
    THREADS,
    common="--nbest-format --candidates --utility -l --source --pseudo-references --weights --aggregate "
    "-f -o",
)
def mbr(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status."""
    if len(arguments.nbest) > 1:
        raise UsageError("name one file of n-best lists, or - for standard input")
    path = arguments.nbest[0] if arguments.nbest else "-"
    if arguments.format == "text":
        check_lines(arguments.tables, arguments.decimals)
    name = arguments.utility
    refuse_bleu_options(arguments, [name])
    metric = name if names_scorer(name) else text_metric(name, arguments)
    utility = Utility(metric, aggregate=arguments.aggregate)
    with ExitStack() as opened:
        decisions = _decisions(path, utility, arguments, opened)
        if arguments.format == "text":
            write_output(map(_line, decisions), arguments.output, console)
        else:
            decisions_of_lists = Decisions(
                tuple(decisions),
                utility.name,
                utility.higher_is_better,
                arguments.weights,
                arguments.aggregate,
            )
            mbr.show(decisions_of_lists, arguments, console)
    return 0


def _decisions(path: str, utility: Utility, arguments: Arguments, opened: ExitStack) -> Iterator[Decision]:
    """Yields the decisions; writes the other files that are asked for, which `opened` completes."""
    references = None
    if arguments.references is not None:
        if path == arguments.references == "-":
            raise UsageError("only one of candidates and references can be standard input")
        references = _references(arguments)
    elif arguments.reference_candidates is not None:
        raise UsageError("--reference-candidates needs --pseudo-references NBEST")
    matrices = None
    if arguments.matrices is not None:
        matrices = opened.enter_context(matrix_file(arguments.matrices))
    bar = opened.enter_context(closing(BarOfParts(_number_of_pairs(path, arguments))))
    decisions = decode_each(
        _candidates(path, arguments),
        utility,
        references=references,
        source=None if arguments.source is None else texts_beside((), arguments.source).source,
        weights=arguments.weights,
        threads=arguments.threads,
        matrices=matrices,
        progress=bar,
    )
    if arguments.ranked is None:
        return decisions
    file = opened.enter_context(replacing(arguments.ranked))
    return _ranking(decisions, utility, lambda line: file.write(line.encode(errors="surrogatepass")))


def _candidates(path: str, arguments: Arguments) -> Iterator[NbestList]:
    return read_lists(path, arguments.nbest_format, arguments.candidates)


def _references(arguments: Arguments) -> Iterator[NbestList]:
    return read_references(arguments.references, arguments.nbest_format, arguments.reference_candidates)


def _number_of_pairs(path: str, arguments: Arguments) -> int | None:
    """Returns how many pairs of texts a scorer takes; None if no bar shows it, or it is unknown."""
    paths = [path] if arguments.references is None else [path, arguments.references]
    if not (names_scorer(arguments.utility) and shows_progress() and all(map(os.path.isfile, paths))):
        return None
    own = (len(item.candidates) for item in _candidates(path, arguments))
    if arguments.references is None:
        return sum(count * count for count in own)
    others = (len(item.candidates) for item in _references(arguments))
    return sum(count * other for count, other in zip(own, others, strict=False))


def _ranking(
    decisions: Iterator[Decision], utility: Utility, write: Callable[[str], Any]
) -> Iterator[Decision]:
    for decision in decisions:
        own = decision.candidates
        order = decision.ranked(utility.higher_is_better)
        row: dict[str, Any] = {
            "line": int(own.segment) if own.segment.isdecimal() else own.segment,
            "translations": [own.candidates[index] for index in order],
            "scores": [own.scores[index] for index in order] if own.scores else [],
            "utilities": [decision.utilities[index] for index in order],
        }
        write(dumps(row, ensure_ascii=False) + "\n")
        yield decision


def _line(decision: Decision) -> str:
    text = decision.text
    if "\n" in text or "\r" in text:
        raise CommandError(
            f"{decision.candidates.where}: the chosen candidate contains a line break, and is no line of "
            "text: -f json writes it"
        )
    return f"{text}\n"
