"""`parbleu human show`: the errors that were marked, with the text they mark."""

from __future__ import annotations

from parbleu.cli.human.shared import FORMAT, RATER, READING, only, read, show_table
from parbleu.cli.meta.mtme_flags import DATA, PAIR
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from parbleu.human.judgement import Judgement

COMMAND = Command(
    "FILE... [-t SET -l PAIR] [--system SYSTEM] [--rater RATER] [-f text|tsv|json]",
    "Lists the errors that were marked, with the text that they mark. Files that hold no texts take those\n"
    "of an evaluation set. Offsets count characters from 0, segments are counted from 1.",
    """\
  parbleu human show mqm.tsv --system A
  parbleu human show en-de.mqm.rater1.seg.rating -t wmt21.tedtalks -l en-de
  parbleu human show ratings.jsonl -f tsv | cut -f 5 | sort | uniq -c""",
    *READING,
    Option(("--system",), "system", "only those of this system", metavar="SYSTEM"),
    RATER,
    Option(
        ("--test_set", "--test-set", "-t"), "test_set", "the evaluation set that was judged", metavar="SET"
    ),
    PAIR,
    DATA,
    FORMAT,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: there is no error to show.
        UnknownNameError: nobody judged this system, or there is no such rater.
    """
    values = COMMAND.read(words, console.program)
    judgements = read(values, console)
    if values["test_set"] is not None:
        judgements = with_texts(values, judgements)
    for what in ("system", "rater"):
        judgements = only(judgements, what, values[what])
    records = [record for judgement in judgements for record in _records(judgement)]
    if not records:
        raise CommandError("no errors are marked")
    show_table(records, values["format"], console)
    return 0


def with_texts(values: dict[str, Any], judgements: Iterable[Judgement]) -> list[Judgement]:
    """Returns judgements with the texts of the evaluation set of a command line.

    Raises:
        CommandError: no language pair is given.
        RatingError: a judgement does not fit the set.
    """
    from dataclasses import replace

    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.human.evalset_ratings import place_of

    if values["language_pair"] is None:
        raise CommandError("which language pair? (-l en-de)", status=2)
    texts = EvalSet(values["test_set"], values["language_pair"], values["data"])
    found = []
    for judgement in judgements:
        system, segment = place_of(judgement, texts)
        hypothesis = texts.sys_outputs[system][segment]
        found.append(replace(judgement, source=texts.src[segment], hypothesis=hypothesis))
        found[-1].check()
    return found


def _records(judgement: Judgement) -> list[dict[str, Any]]:
    if judgement.rating is None:
        return []
    hypothesis, source = judgement.hypothesis, judgement.source
    known = {
        "system": judgement.system or "",
        "segment": judgement.where.removeprefix("segment "),
        "rater": judgement.rater or "",
    }
    return [
        known
        | {
            "severity": error.severity or "",
            "category": error.category or "",
            "start": error.start,
            "end": error.end,
            "in": "source" if error.is_source_error else "translation",
            "text": "" if hypothesis is None else error.span(hypothesis, source),
        }
        for error in judgement.rating.errors
    ]
