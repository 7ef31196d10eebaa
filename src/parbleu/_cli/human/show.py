"""`parbleu human show`: lists the marked errors with the text that they mark."""

from __future__ import annotations

from parbleu._cli.human.rating_options import RATER, READING, SYSTEM, ratings_of
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import SET_OPTIONS, evalset_of
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.human._evalset_ratings import with_texts
from parbleu.human._judgement import marked_errors, select_judgements
from parbleu.tables import Result, Table

COMMAND = ResultCommand(
    "FILE... [--system SYSTEM] [--rater RATER] [--counts] [-t SET -l PAIR] [-f FORMAT] [-o FILE]",
    "Lists the marked errors with the text that they mark. Files without texts take those\n"
    "of an evaluation set. Offsets count characters from 0, segments are counted from 1.",
    """\
  parbleu human show mqm.tsv --system A
  parbleu human show en-de.mqm.rater1.seg.rating -t wmt21.tedtalks -l en-de
  parbleu human show ratings.jsonl --counts -f csv""",
    *READING,
    SYSTEM,
    RATER,
    Option("--counts", "how often each system has errors of each severity and category", bool),
    *SET_OPTIONS,
    common="--from --columns -l --system --rater --counts -t --lenient -f -o",
)


def result(arguments: Arguments) -> Result | Table:
    """Returns what the command prints."""
    judgements = ratings_of(arguments)
    if arguments.test_set is not None:
        judgements = with_texts(judgements, evalset_of(arguments))
    judgements = select_judgements(judgements, system=arguments.system, rater=arguments.rater)
    marked = marked_errors(judgements)
    return marked.counts() if arguments.counts else marked
