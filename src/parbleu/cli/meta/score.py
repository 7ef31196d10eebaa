"""`parbleu meta score`: BLEU, chrF, chrF++ and TER of all systems of an evaluation set, stored with it."""

from __future__ import annotations

from parbleu.cli.meta.mtme_flags import DATA, FORMAT, PAIR, THREADS, Flags
from parbleu.cli.meta.output import Report, put_report
from parbleu.cli.meta.progress_bars import progress
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.evalset.evalset_writer import save_metric
from parbleu.evalset.evaluation_set import EvalSet
from parbleu.evalset.file_layout import directories_of
from parbleu.meta.score_systems import LEVELS, OPTIONS, score_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.meta.output import Cell

COMMAND = Command(
    "SET -l PAIR [-m METRIC...] [-r REF...]",
    "Computes metrics for all systems of an evaluation set and stores them as metric scores.\n"
    "Scores of documents, domains and systems are corpus scores; TER is stored negated.",
    """\
  parbleu meta score wmt24 -l en-cs                     all four metrics, the standard reference
  parbleu meta score mine -l en-de -m BLEU TER -r refB
  parbleu meta score wmt24 -l en-cs --replace -o mine    into another data directory""",
    Option((), "sets", "the test set", many="*", default=(), metavar="SET"),
    PAIR,
    Option(
        ("--metrics", "-m"), "metrics", "what is computed (default: all)", many="+", choices=tuple(OPTIONS)
    ),
    Option(
        ("--references", "-r"),
        "references",
        "the references, used together (default: the standard one)",
        many="+",
        metavar="REF",
    ),
    Option(("--levels",), "levels", "of what (default: all)", many="+", default=LEVELS, choices=LEVELS),
    Option(("--means",), "means", "average segments for documents and domains", bool, default=False),
    Option(("--tokenize",), "tokenize", "tokenizer of BLEU (default: that of the language)"),
    Option(("--replace",), "replace", "replace scores that are there", bool, default=False),
    Option(
        ("--output", "-o"),
        "output",
        "the data directory to write to (default: that of the set)",
        metavar="DIR",
    ),
    FORMAT,
    DATA,
    THREADS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    name, pair = one_set(values)
    evalset = EvalSet(name, pair, values["data"])
    directory = values["output"] or directories_of(name, values["data"])[0]
    metrics = values["metrics"] or list(OPTIONS)
    files: list[list[Cell]] = []
    with progress("scoring", len(metrics) * len(evalset.sys_names)) as advance:
        for metric in metrics:
            options: dict[str, Any] = {}
            if metric == "BLEU" and values["tokenize"]:
                options["tokenize"] = values["tokenize"]
            full = score_systems(
                evalset,
                metric,
                values["references"],
                values["levels"],
                means=values["means"],
                replace=values["replace"],
                threads=values["threads"],
                after_system=advance,
                **options,
            )
            files += [[full, path] for path in save_metric(evalset, full, directory)]
    return put_report(
        lambda: "".join(f"{path}\n" for _, path in files),
        lambda: Report(("metric", "file"), files),
        Flags({"format": values["format"]}),
        console,
    )


def one_set(values: dict[str, Any]) -> tuple[str, str]:
    """Returns the test set and the language pair of a command line.

    Raises:
        CommandError: there is not exactly one of each.
    """
    sets: list[str] = list(values["sets"])
    if len(sets) != 1:
        raise CommandError("which test set? Name exactly one", status=2)
    if values["language_pair"] is None:
        raise CommandError("which language pair? (-l en-de)", status=2)
    return sets[0], values["language_pair"]
