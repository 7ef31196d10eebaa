"""`parbleu human convert verify-scores`: checks a file of scores, or a whole evaluation set."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import SET_OPTIONS, evalset_of
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.evalset._verify_scores import verify_scores
from parbleu.tables import Result

COMMAND = ResultCommand(
    "[FILE...] -t SET -l PAIR [--human] [--repair FILE] [-f FORMAT] [-o FILE]",
    "Checks that files of scores fit an evaluation set; without a file, that all of the set is right.",
    "  parbleu human convert verify-scores BLEU-refA.seg.score -t wmt24 -l en-de",
    Option("files", "BASE-REFS.LEVEL.score; PAIR.NAME.LEVEL.score", many="*", reads="FILE"),
    Option("--human", "they are human scores, not a metric's", bool),
    *SET_OPTIONS,
    Option(
        "--repair",
        "also write the scores to this file, with zeros for systems that lack scores",
        writes="FILE",
    ),
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    evalset = evalset_of(arguments)
    return verify_scores(evalset, arguments.files, human=arguments.human, repaired=arguments.repair)
