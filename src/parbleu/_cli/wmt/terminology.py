"""`parbleu wmt terminology`: measures how often systems use the terms that they were given."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import SEED, THREADS, named_files, read_bootstrap, samples_option
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.tables import Result
from parbleu.wmt._terminology import TEXT_RULES, read_terminology, terminology_success

COMMAND = ResultCommand(
    "NAME=FILE... --terms FILE --source KEY --target KEY [--rule RULE] [-f FORMAT] [-o FILE]",
    "Measures how often systems use given terms, by the rules of WMT25, for every dictionary of the file of\n"
    "terms whichever the system was given; the references have a row of their own.",
    """\
  parbleu wmt terminology mine=team.ende.proper.jsonl --terms full_data.ende.jsonl --source en --target de
  parbleu wmt terminology mine=team.jsonl --terms full.jsonl --source zh --target en --rule wmt25-track2""",
    Option(
        "outputs",
        "files of translations, each with a name",
        many="*",
        default=(),
        metavar="NAME=FILE",
        reads="NAME=FILE",
    ),
    Option("--terms", "JSON lines with both texts and dictionaries of terms", metavar="FILE", reads="FILE"),
    Option("--source", "the key of the source", metavar="KEY"),
    Option("--target", "the key of the translation", metavar="KEY"),
    Option("--rule", "the rule (default: wmt25-track1)", default="wmt25-track1", choices=TEXT_RULES),
    samples_option("bootstrap samples of intervals and tests; 0 for none", BOOTSTRAP_SAMPLES),
    SEED,
    THREADS,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.outputs)
    if not files or not (arguments.terms and arguments.source and arguments.target):
        raise UsageError("give outputs as NAME=FILE, --terms FILE, --source KEY and --target KEY")
    read = read_terminology(arguments.terms, files, source=arguments.source, target=arguments.target)
    return terminology_success(
        read.source,
        read.systems,
        read.dictionaries,
        references=read.references,
        rule=arguments.rule,
        resampling=read_bootstrap(arguments),
    )
