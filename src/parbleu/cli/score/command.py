"""`parbleu score`: BLEU, chrF and TER of a system's output."""

from __future__ import annotations

import os

from parbleu import __version__
from parbleu.cli.score.argument_checks import check
from parbleu.cli.score.score_options import DEFAULTS, FORMATS, Arguments, score_table
from parbleu.cli.shell.console import CommandError, Console, Program
from parbleu.cli.shell.fast_parser import read_quickly
from parbleu.cli.shell.options import UNSET
from parbleu.errors import FieldCountError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.shell.parser import Parser

PROGRAM = Program("parbleu score", "parbleu: ", f"parbleu {__version__}")

USAGE = "{REF... | -t SET -l PAIR} -i HYP... [-m bleu chrf ter] [option...]"

DESCRIPTION = """\
Scores systems' output against references. Scores and signatures are those of
sacreBLEU 2.6.0, whose options are understood as well."""

EXAMPLES = """\
examples:
  parbleu score ref.txt -i hyp.txt                     BLEU, as JSON
  parbleu score ref.txt -i hyp.txt -m bleu chrf ter -f text
  parbleu score ref.txt -i hyp.txt -m chrf -cw 2 -b    chrF++, only the number
  parbleu score ref.a.txt ref.b.txt -i hyp.txt.gz      two references; gzip is read
  parbleu score refs.tsv -nr 2 -i hyp.txt              two references a line
  parbleu score ref.zh -i hyp.zh -l en-zh              tokenizes Chinese
  parbleu score -t wmt24 -l en-de -i hyp.txt           a test set, downloaded once
  parbleu score -t wmt24 -l en-de --echo src > src.txt   what to translate
  parbleu score ref.txt -i hyp.txt -sl -b              one score a line
  parbleu score ref.txt -i a.txt b.txt -f text         several systems in a table
  parbleu score ref.txt -i a.txt b.txt -pbs -f text    is b really different from a?
  translate < src.txt | parbleu score ref.txt          from standard input"""


def read_arguments(words: list[str], program: Program) -> Arguments:
    """Returns what a command line says.

    Raises:
        CommandError: it cannot be understood.
        SystemExit: it asked for help or the version, which have been printed.
    """
    table = score_table()
    values = read_quickly(words, table, "refs", DEFAULTS)
    if values is None:
        values = vars(_parser(program).parse_args(words))
    arguments = Arguments(values)
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted in FORMATS:
        arguments.format = wanted
    return arguments


def _parser(program: Program) -> Parser:
    from parbleu.cli.shell.parser import make_parser

    examples = EXAMPLES.replace(PROGRAM.name, program.name)
    return make_parser(program, score_table(), USAGE, DESCRIPTION, examples)


def _configure(arguments: Arguments, words: list[str], program: Program) -> Any:
    """Takes options from signatures, given or in a result to verify; returns that result, if any."""
    result = None
    signatures = arguments.signature
    if arguments.verify is not None:
        from parbleu.cli.score.saved_result import signatures_of, take_result
        from parbleu.cli.score.verify import decimals_of, read_result

        if arguments.sentence_level or arguments.score_only:
            raise CommandError("--verify needs whole results: leave out --sentence-level and --score-only")
        result = read_result(arguments.verify)
        arguments.format = "json"
        told = given(words, program)
        if "width" not in told:
            decimals = decimals_of(result)
            arguments.width = arguments.width if decimals is None else decimals
        take_result(result, arguments, told)
        signatures = signatures or signatures_of(result) or None
    if signatures is not None:
        from parbleu.cli.score.signature_options import configure

        configure(arguments, signatures, given(words, program))
    if result is not None:
        from parbleu.cli.score.saved_result import check_result

        check_result(result, arguments)
    return result


def given(words: list[str], program: Program) -> dict[str, Any]:
    """Returns what a command line says itself, without defaults."""
    from argparse import Namespace

    # argparse sets no default where a value stands already.
    told = _parser(program).parse_args(words, Namespace(**dict.fromkeys(DEFAULTS, UNSET)))
    return {dest: value for dest, value in vars(told).items() if value is not UNSET}


def run(words: list[str], console: Console) -> int:
    """Runs the command.

    Args:
        words: the command line without the program's name.
        console: where to speak, and under which name.

    Returns:
        the exit status.

    Raises:
        CommandError: with a message and an exit status.
        ParbleuError: with a message.
    """
    arguments = read_arguments(words, console.program)
    if arguments.quiet:
        from parbleu.base import log

        console.prefix = ""
        log.quiet = True
    if arguments.only_asks:
        from parbleu.cli.score.test_set_actions import answer

        return answer(arguments, console)
    arguments.speaks_up = not arguments.quiet and console.program is PROGRAM
    result = _configure(arguments, words, console.program)
    check(arguments)
    if arguments.sentence_level and not arguments.compares:
        from parbleu.cli.score.sentence_scores import score_sentences as score
    elif arguments.compares:
        from parbleu.cli.score.several_systems import score_systems as score
    elif arguments.needs_all:
        from parbleu.cli.score.resampled_system import score_whole as score
    else:
        from parbleu.cli.score.single_system import score_corpus as score
    try:
        if result is not None:
            from parbleu.cli.score.verify import verify

            return verify(arguments, result, console, score)
        return score(arguments, console)
    except FieldCountError as problem:
        raise CommandError(f"FATAL: {problem}", status=17) from None
