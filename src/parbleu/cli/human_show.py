"""`parbleu human show`: the errors that were marked, with the text they mark."""

from __future__ import annotations

from parbleu.cli.command import Command
from parbleu.cli.console import CommandError, Console
from parbleu.cli.human_command import FORMAT, READING, read, show_table
from parbleu.cli.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.human.judgement import Judgement

COMMAND = Command(
    "FILE... [--system SYSTEM] [--rater RATER] [-f text|tsv|json]",
    "Lists the errors that were marked. Offsets count characters from 0, segments are counted from 1.",
    """\
  parbleu human show mqm.tsv --system A
  parbleu human show ratings.jsonl -f tsv | cut -f 5 | sort | uniq -c""",
    *READING,
    Option(("--system",), "system", "only those of this system", metavar="SYSTEM"),
    Option(("--rater",), "rater", "only those of this rater", metavar="RATER"),
    FORMAT,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: there is no error to show.
    """
    values = COMMAND.read(words, console.program)
    records = [
        record
        for judgement in read(values, console)
        if values["system"] in (None, judgement.system) and values["rater"] in (None, judgement.rater)
        for record in _records(judgement)
    ]
    if not records:
        raise CommandError("no errors are marked")
    show_table(records, values["format"], console)
    return 0


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
