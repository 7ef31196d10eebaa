"""`parbleu gate`: tests whether a candidate is worse than the system in use; its exit status tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.analyze.analysis_options import LABELS, TEXT_OPTIONS, read_texts
from parbleu.cli.shell.bleu_options import bleu_options, metrics_of, metrics_option
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.corpus_options import (
    ENCODING,
    LANGUAGE_PAIR,
    NUM_REFS,
    ORIGLANG,
    QUIET,
    REF_ENCODING,
    SCORES,
    SEED,
    SUBSET,
    TEST_SET,
    THREADS,
)
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, limits, show_result
from parbleu.comparison.gate_result import CANNOT_COMPARE, WORSE, Gate
from parbleu.comparison.regression_gate import SYSTEMS, cannot_compare, gate
from parbleu.comparison.saved_scores import gate_saved, read_saved_scores
from parbleu.errors import ParbleuError

if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.shell.command import Arguments

STATUSES = {WORSE: 1, CANNOT_COMPARE: 2}

COMMAND = Command(
    "{BASE CANDIDATE {--ref REF... | -t SET -l PAIR} | BASE.json CANDIDATE.json} [option...]",
    "Tests whether a candidate is worse than the system in use. The exit status is 0 if it is better, or if\n"
    "there is no evidence of a loss; 1 if it is worse; 2 if the two cannot be compared.",
    """\
  parbleu gate base.txt candidate.txt --ref ref.txt
  parbleu gate base.txt candidate.txt --ref ref.txt -m chrf bleu --max-drop chrf=0.3,bleu=0.5
  parbleu gate base.txt candidate.txt --ref ref.txt --labels domain=domains.txt --by domain
  parbleu gate base.txt candidate.txt --ref ref.txt -f markdown -o summary.md
  parbleu score ref.txt -i base.txt -m chrf -sl -f json -o base.json
  parbleu gate base.json candidate.json""",
    Option("files", "the output of the two systems, or their saved scores", many="*", metavar="FILE"),
    Option("--references --ref -r", "reference files", many="+", default=(), dest="refs", metavar="REF"),
    metrics_option("metrics to compute (default: chrf)", ("chrf",), spelling="--metrics --metric -m"),
    SCORES,
    Option(
        "--max-drop",
        "the loss that is allowed, in points: N, or by metric as chrf=0.3,bleu=0.5 (default: 0)",
        limits,
        default=0.0,
        metavar="N",
    ),
    Option("--alpha", "level of significance of all tests together (default: 0.05)", float, default=0.05),
    Option(
        "--power",
        "how likely the smallest loss that is reported would be blocked (default: 0.8)",
        float,
        default=0.8,
    ),
    LABELS,
    Option(
        "--by",
        "also test the groups of segments that these labels make",
        many="+",
        default=(),
        metavar="LABEL",
    ),
    Option(
        "--test",
        "how the systems are tested (default: randomization)",
        default="randomization",
        choices=("randomization", "bootstrap"),
    ),
    Option(
        "--n-samples -n",
        "trials of the randomization (default: 10000), or samples of the bootstrap (default: 1000)",
        int,
        metavar="N",
    ),
    TEST_SET,
    LANGUAGE_PAIR,
    ORIGLANG,
    SUBSET,
    NUM_REFS,
    ENCODING,
    REF_ENCODING,
    *bleu_options("tokenize", "lowercase", "force"),
    SEED,
    THREADS,
    QUIET,
    *RESULT_OPTIONS,
)

OF_OTHERS: dict[str, Any] = {
    **{option.dest: option.default for option in TEXT_OPTIONS if option.dest not in COMMAND.table.defaults},
    "names": list(SYSTEMS),
}
"""Options of the commands that read texts which this one has not."""


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status: 0, 1 for a loss, 2 if the systems cannot be compared.

    Raises:
        CommandError: files are not named, or the summary cannot be written. Its status is 2.
    """
    try:
        return _run(words, console)
    except CommandError as problem:
        problem.status = 2
        raise
    except (ParbleuError, MemoryError) as problem:
        raise CommandError(" ".join(str(problem).split()) or "not enough memory", status=2) from None


def _run(words: list[str], console: Console) -> int:
    arguments = COMMAND.read(words, console.program)
    if arguments.quiet:
        console.be_quiet()
    if len(arguments.files or ()) != 2:
        raise CommandError("name two files: the system in use, and the candidate")
    try:
        found = _judged(arguments)
    except ParbleuError as problem:
        found = cannot_compare(" ".join(str(problem).split()))
    show_result(found, arguments, console)
    return STATUSES.get(found.outcome, 0)


def _judged(arguments: Arguments) -> Gate:
    options: dict[str, Any] = arguments.chosen(
        "max_drop", "alpha", "power", "test", "n_samples", "seed", "threads"
    )
    if all(path.endswith(".json") for path in arguments.files):
        if arguments.refs or arguments.test_set or arguments.scores or arguments.by:
            raise CommandError("saved scores need no references, and take no --scores and no --by")
        return gate_saved(*map(read_saved_scores, arguments.files), **options)
    if not arguments.refs and arguments.test_set is None:
        raise CommandError(
            "name the references, --ref REF, or a test set: -t SET -l PAIR (two files of saved scores, "
            "BASE.json and CANDIDATE.json, need none)"
        )
    texts = read_texts(arguments.replace(**{**OF_OTHERS, "input": arguments.files}))
    base, candidate = texts.systems.values()
    return gate(
        base,
        candidate,
        texts.references,
        [*metrics_of(arguments), *texts.scores.values()],
        by={label: texts.label(label) for label in arguments.by},
        **options,
    )
