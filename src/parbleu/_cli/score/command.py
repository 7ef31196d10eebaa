"""`parbleu score`: computes BLEU, chrF and TER of systems' outputs."""

from __future__ import annotations

import os

from parbleu import errors
from parbleu._base.log import warn
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.score.score_arguments import ScoreArguments, with_test_flag
from parbleu._cli.score.score_options import GROUPS, INPUT
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import CommandError, Console, UsageError
from parbleu._inputs import UNIT_FORMATS
from parbleu.metrics import METRICS
from parbleu.metrics._metric_by_name import metric_class
from parbleu.tables import FORMATS

DOCUMENT = "{doc}"
"""What stands for the names of files in a pattern."""

COMMAND = Command(
    "{REF... -i HYP... | -t SET -l PAIR -i HYP... | TABLE} [option...]",
    "Scores systems' output against references. Scores and signatures are those of\n"
    "sacreBLEU 2.6.0, whose options are understood as well.",
    """\
  parbleu score ref.txt -i hyp.txt                  BLEU
  parbleu score ref.txt -i hyp.txt -m bleu chrf++ ter
  parbleu score ref.txt -i hyp.txt -m chrf++ -b     only the number
  parbleu score ref.a.txt ref.b.txt -i hyp.txt.gz   two references
  parbleu score refs.tsv -nr 2 -i hyp.txt           two references a line
  parbleu score ref.zh -i hyp.zh -l en-zh           tokenizes Chinese
  parbleu score -t wmt24 -l en-de -i hyp.txt        a test set, downloaded once
  parbleu score -t flores200 --hyps 'out/{pair}.txt'   many language pairs
  parbleu score -t wmt24 -l en-de --echo src        what to translate
  parbleu score ref.txt -i hyp.txt -sl -b           one score a line
  parbleu score ref.txt -i a.txt b.txt -f latex     several systems, for a paper
  parbleu score ref.txt -i a.txt b.txt -pbs         is b different from a?
  parbleu score outputs.parquet --hyp mt --ref ref  columns of a table
  translate < src.txt | parbleu score ref.txt       from standard input""",
    *INPUT,
    groups=GROUPS,
    name="parbleu score",
    common="-i -m -l -tok -t -ci -pbs -b -f -o",
    default_format=None,
)


def run(words: list[str], console: Console, kind: type[ResultPrinter] = ResultPrinter) -> int:
    """Runs the command; returns the exit status.

    Args:
        words: the command line after the command's name.
        console: where to print.
        kind: what prints the results.
    """
    if not words and kind.warns:
        name = console.program.name
        console.say(f"usage: {name} {COMMAND.usage}", bare=True)
        console.say(f"{name} --help shows examples and the common options", bare=True)
        return 2
    arguments = ScoreArguments(**vars(COMMAND.read(words, console)))
    arguments = prepared(arguments, kind, console)
    if arguments.only_asks:
        from parbleu._cli.score.set_actions import answer

        return answer(kind(console, arguments.with_known_pair()))
    given = {}
    if arguments.verify is not None or arguments.signature is not None:
        given = with_test_flag(COMMAND.read_given(words, console.program))
    try:
        if arguments.verify is not None:
            from parbleu._cli.score.verify import verify

            return verify(arguments, given, console, _score)
        if arguments.signature is not None:
            from parbleu._cli.score.signature_options import configured

            arguments = configured(arguments, arguments.signature, given)
        _score(arguments, kind, console)
    except errors.FieldCountError as problem:
        message = problem.in_sacrebleu if arguments.is_face else problem
        raise CommandError(f"FATAL: {message}", status=17) from None
    return 0


def _score(arguments: ScoreArguments, kind: type[ResultPrinter], console: Console) -> None:
    """Scores columns of a table, groups of segments, or lines of files, and prints the result."""
    if not arguments.is_face:
        _warn_of_options_of_others(arguments)
    if arguments.hyps is not None and arguments.refs and DOCUMENT in arguments.hyps:
        arguments = _with_documents(arguments)
    if arguments.hyps is not None:
        from parbleu._cli.score.pair_scoring import score_many_pairs

        score_many_pairs(kind(console, arguments))
    elif arguments.reads_table:
        from parbleu._cli.score.table_scoring import score_of_table

        score_of_table(arguments, kind, console)
    elif arguments.groups_segments:
        from parbleu._cli.score.table_scoring import score_groups_of_segments

        score_groups_of_segments(arguments, kind, console)
    else:
        from parbleu._cli.score.scoring import score

        score(arguments, kind, console)


def _warn_of_options_of_others(arguments: ScoreArguments) -> None:
    """Says of options of metrics that are not computed that they change nothing; `--force` is of all.

    They are no error, since command lines of sacreBLEU may have them.
    """
    chosen = {metric_class(name)[0] for name in arguments.metrics}
    for dest in vars(arguments):
        owner, _, name = dest.partition("_")
        if dest in COMMAND.table.defaults or hasattr(ScoreArguments, dest) or dest == "bleu_force":
            continue
        if name and owner in METRICS and METRICS[owner] not in chosen:
            flag = next(option.flags[0] for option in METRICS[owner].PARAMETERS if option.name == name)
            warn(f"{flag} is an option of {owner}, which is not computed: it changes nothing")


def _with_documents(arguments: ScoreArguments) -> ScoreArguments:
    """Returns the arguments with files of units, whose pattern `--hyps` is, as the output.

    Raises:
        UsageError: the output is named twice, or the pattern is of other files.
    """
    pattern = arguments.hyps.replace(DOCUMENT, "*")
    suffix = f".{pattern.rpartition('.')[2]}".lower()
    if suffix not in UNIT_FORMATS:
        raise UsageError(f"{DOCUMENT} stands for the names of files of units: --hyps 'out/{DOCUMENT}.xlf'")
    if arguments.input is not None or arguments.test_set is not None:
        raise UsageError("--hyps names the output beside the references: leave out -i and -t")
    references = tuple(path.replace(DOCUMENT, "*") for path in arguments.refs)
    return arguments.changed(hyps=None, input=[pattern], refs=references)


def prepared(arguments: ScoreArguments, kind: type[ResultPrinter], console: Console) -> ScoreArguments:
    """Returns the arguments with the format that is printed, and with what its printer says of it."""
    asked = _asked_format(arguments, kind)
    return arguments.changed(
        format=asked or kind.default_format(),
        chose_format=asked is not None,
        sacrebleu=console.program.sacrebleu,
        is_face=not kind.warns,
        verbose=arguments.verbose or kind.verbose,
    )


def _asked_format(arguments: ScoreArguments, kind: type[ResultPrinter]) -> str | None:
    """Returns the format that the environment or the command line asks for.

    Raises:
        UnknownNameError: there is no format of that name in the environment, which sacreBLEU ignores.
    """
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted and wanted in FORMATS:
        return wanted
    if wanted and kind.warns:
        raise errors.UnknownNameError("format in SACREBLEU_FORMAT:", wanted, [*FORMATS])
    return arguments.format  # type: ignore[no-any-return]
