"""`parbleu wmt terminology`: measures how often systems use the terms that they were given."""

from __future__ import annotations

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import named_files, named_files_argument, read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.wmt.rank import DRAWING, ITEM_SAMPLES
from parbleu.tables import Result
from parbleu.wmt._terminology import CONSISTENCY_RULE, TERMINOLOGY_RULES, score_consistency, score_terms


@ResultCommand(
    "NAME=FILE... [--terms FILE] [--source KEY --target KEY] [--rule RULE] [-f FORMAT] [-o FILE]",
    "Measures how often systems use given terms; the references have a row of their own. By the rules of\n"
    "WMT25, for every dictionary of the file of terms whichever the system was given; by that of WMT26, for\n"
    f"the terms of each paragraph of a test set, each in a span of its own. {CONSISTENCY_RULE} is how\n"
    "consistently systems render terms; files are tables with the columns term and rendering, a line for\n"
    "each occurrence, or with those of WMT25, such as tgt and pseudoref_frequent.",
    f"""\
  parbleu wmt terminology mine=team.ende.proper.jsonl --terms full_data.ende.jsonl --source en --target de
  parbleu wmt terminology mine=team.jsonl --terms full.jsonl --source zh --target en --rule wmt25-track2
  parbleu wmt terminology mine=mine.proper.medical.enpl.json --terms medical.enpl.json --rule wmt26
  parbleu wmt terminology mine=renderings.tsv --rule {CONSISTENCY_RULE}""",
    named_files_argument("outputs", "files of translations, or of renderings, each with a name"),
    Option(
        "--terms",
        "JSON lines with both texts and dictionaries of terms; of wmt26 the test set with its references",
        reads="FILE",
    ),
    Option("--source", "the key of the source, of WMT25", metavar="KEY"),
    Option("--target", "the key of the translation, of WMT25", metavar="KEY"),
    Option(
        "--rule",
        "the rule (default: wmt25-track1)",
        default="wmt25-track1",
        choices=(*TERMINOLOGY_RULES, CONSISTENCY_RULE),
    ),
    ITEM_SAMPLES,
    *DRAWING,
    tables="terminology terminology_differences consistency",
)
def terminology(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.outputs)
    if arguments.rule == CONSISTENCY_RULE:
        if not files:
            raise UsageError("give tables of renderings as NAME=FILE")
        if arguments.terms or arguments.source or arguments.target or arguments.unit == "document":
            raise UsageError(
                f"{CONSISTENCY_RULE} reads renderings only, and draws none: leave out --terms, --source, "
                "--target, --unit"
            )
        return score_consistency(files)
    if not files or not arguments.terms:
        raise UsageError("give outputs as NAME=FILE, and --terms FILE")
    if arguments.unit == "document" and arguments.rule != "wmt26":
        raise UsageError(f"{arguments.rule} draws lines, which name no documents: leave out --unit document")
    return score_terms(
        arguments.terms,
        files,
        arguments.rule,
        **arguments.chosen("source", "target"),
        resampling=read_bootstrap(arguments),
    )
