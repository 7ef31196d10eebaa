"""Converts ratings of an evaluation set to standalone ones."""

from __future__ import annotations

import sys
from typing import Any

from parbleu._cli.shell.console import Console
from parbleu.compat.mt_metrics_eval.converters._converter import EVALSET, Converter, evalset_of, flag
from parbleu.human._evalset_ratings import read_evalset_ratings
from parbleu.human._rating_files import write_judgements


def run(values: dict[str, Any], console: Console) -> None:
    """Runs the converter."""
    paths = values["evalset_ratings_files"].split(",")
    judgements = read_evalset_ratings(paths, evalset_of(values), values["rater_key_file"] or None)
    write_judgements(values["ratings_file"], judgements, "standalone")


main: Converter = Converter(
    "evalset_ratings_to_standalone",
    "Writes the ratings of an evaluation set as JSON lines with their texts.",
    ("evalset_ratings_files", "ratings_file", "test_set", "language_pair"),
    (
        flag("evalset_ratings_files", "files PAIR.NAME.seg.rating, between commas"),
        flag("ratings_file", "the file or directory to write"),
        *EVALSET,
        flag("rater_key_file", "old and new names of raters, from the other direction; the old are written"),
    ),
    run,
)

if __name__ == "__main__":
    main(sys.argv)
