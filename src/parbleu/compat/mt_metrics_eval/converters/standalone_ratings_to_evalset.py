"""Converts standalone ratings to the files of an evaluation set."""

from __future__ import annotations

import sys
from typing import Any

from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Option
from parbleu.compat.mt_metrics_eval.converters._converter import EVALSET, Converter, evalset_of, flag
from parbleu.human._evalset_ratings import write_evalset_ratings
from parbleu.human._rating_files import write_judgements
from parbleu.human.formats._mt_metrics_eval import read_standalone


def run(values: dict[str, Any], console: Console) -> None:
    """Runs the converter."""
    judgements = read_standalone(values["ratings_file"], checked=values["strict"])
    write_evalset_ratings(
        values["output_dir"],
        judgements,
        evalset_of(values),
        prefix=values["prefix"],
        anonymize=values["anonymize_raters"],
        merged=values["merge_raters"],
        lenient=not values["strict"],
        rater_names=values["rater_key_file"] or None,
    )
    if values["echo_ratings_file"]:
        write_judgements(values["echo_ratings_file"], judgements, "standalone")


main: Converter = Converter(
    "standalone_ratings_to_evalset",
    "Writes OUTPUT_DIR/PREFIXrater.seg.rating for each rater, or PREFIXmerged.seg.rating.",
    ("ratings_file", "test_set", "language_pair", "output_dir"),
    (
        Option("--ratings_file", "JSON lines; may be given repeatedly", many="*"),
        *EVALSET,
        flag("output_dir", "the file or directory to write"),
        flag("prefix", "prefix of the names of the files, such as en-de.mqm. (default: none)", default=""),
        flag("anonymize_raters", "call raters rater1, rater2, ...", bool),
        flag("merge_raters", "write one file; raters must not overlap", bool),
        flag("strict", "texts must be those of the set (default: true)", bool, default=True),
        flag("rater_key_file", "also write the old and new names of the raters to this file"),
        flag("echo_ratings_file", "gets all ratings that were read"),
    ),
    run,
)

if __name__ == "__main__":
    main(sys.argv)
