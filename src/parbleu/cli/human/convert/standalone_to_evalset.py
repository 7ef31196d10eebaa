"""`parbleu human convert standalone-to-evalset`: standalone ratings to the files of an evaluation set."""

from __future__ import annotations

from parbleu.cli.human.convert.shared import EVALSET, Converter, evalset_of
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.human.evalset_ratings import MERGED, merge, rename_raters, to_collections
from parbleu.human.formats.seg_rating import SUFFIX, collection_lines
from parbleu.human.formats.standalone import Standalone
from parbleu.human.rating_files import read_judgements, write_lines
from parbleu.io.atomic import make_directory

COMMAND = Converter(
    "Writes OUTPUT_DIR/PREFIXrater.seg.rating for each rater, or PREFIXmerged.seg.rating.",
    ("ratings_file", "test_set", "language_pair", "output_dir"),
    Option(
        ("--ratings_file",),
        "ratings_file",
        "JSON lines; may be given repeatedly",
        many="*",
        metavar="FILE",
    ),
    *EVALSET,
    Option(("--output_dir",), "output_dir", "where to", metavar="DIR"),
    Option(("--prefix",), "prefix", "what names of files begin with, such as en-de.mqm.", default=""),
    Option(
        ("--anonymize_raters",), "anonymize_raters", "call raters rater1, rater2, ...", bool, default=False
    ),
    Option(
        ("--merge_raters",), "merge_raters", "write one file; raters must not overlap", bool, default=False
    ),
    Option(
        ("--strict",),
        "strict",
        "texts must be those of the set (default: true)",
        bool,
        default=True,
    ),
    Option(("--rater_key_file",), "rater_key_file", "gets old and new names of raters", metavar="FILE"),
    Option(("--echo_ratings_file",), "echo_ratings_file", "gets all ratings that were read", metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the converter; returns the exit status."""
    values = COMMAND.read(words, console.program)
    reader = Standalone(checked=values["strict"])
    judgements = [each for path in values["ratings_file"] for each in read_judgements(path, reader)]
    renamed = rename_raters((each.rater for each in judgements), anonymize=values["anonymize_raters"])
    collections = to_collections(judgements, evalset_of(values), renamed, strict=values["strict"])
    if values["merge_raters"]:
        collections = {MERGED: merge(collections.values())}
    written = {name: list(collection_lines(collection)) for name, collection in collections.items()}
    make_directory(values["output_dir"])
    for name, lines in written.items():  # all are made before the first is written
        write_lines(f"{values['output_dir']}/{values['prefix']}{name}{SUFFIX}", lines)
    if values["rater_key_file"]:
        write_lines(values["rater_key_file"], [f"{old}\t{new}" for old, new in renamed.items()])
    if values["echo_ratings_file"]:
        write_lines(values["echo_ratings_file"], Standalone().lines(judgements))
    return 0
