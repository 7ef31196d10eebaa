"""`parbleu wmt edits`: measures what post-edits gain, for each edit."""

from __future__ import annotations

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import named_files, named_files_argument, read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import RATINGS_PAIR
from parbleu._cli.wmt.rank import DRAWING, ITEM_SAMPLES
from parbleu.tables import Result
from parbleu.wmt._task_scores import CHARACTER_TER, OFFICIAL_SCORE, gain_to_edit, read_post_edits


@ResultCommand(
    "NAME=FILE... --after COLUMN [--gold FILE] [--before COLUMN] [-l PAIR] [-f FORMAT] [-o FILE]",
    "Measures what automatic post-edits gain: the mean change of a score over the TER of what was changed,\n"
    "as the third task of WMT25 does, over all segments. Tables have the columns of that task, post_edit,\n"
    "and the scores of the translations and of their post-edits, by any metric.",
    """\
  parbleu wmt edits mine=mine.tsv other=other.tsv --before comet --after post_edit_comet
  parbleu wmt edits mine=mine.tsv --after comet --gold baseline0_predictions_with_scores.tsv""",
    named_files_argument("edits", "tables of post-edits, each with a name"),
    Option("--after", "the column of the scores of post-edits", metavar="COLUMN"),
    Option(
        "--before",
        f"the column of the scores of translations (default: {OFFICIAL_SCORE})",
        default=OFFICIAL_SCORE,
        metavar="COLUMN",
    ),
    Option(
        "--gold",
        "a table with the translations and their scores (default: those of post-edits)",
        reads="FILE",
    ),
    RATINGS_PAIR,
    Option("--characters", "TER counts the characters of Chinese and Japanese, not whole segments", bool),
    ITEM_SAMPLES,
    *DRAWING,
    tables="gain_to_edit gain_differences",
)
def edits(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.edits)
    if not files or not arguments.after:
        raise UsageError("give tables of post-edits as NAME=FILE, and the column of their scores by --after")
    return gain_to_edit(
        read_post_edits(files, **arguments.chosen("gold", "before", "after", "language_pair")),
        ter=CHARACTER_TER if arguments.characters else None,
        resampling=read_bootstrap(arguments),
    )
