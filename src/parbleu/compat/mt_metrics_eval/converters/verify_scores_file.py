"""Checks a file of scores, or a whole evaluation set."""

from __future__ import annotations

import sys
from typing import Any

from parbleu._cli.shell.console import Console
from parbleu.compat.mt_metrics_eval.converters._converter import EVALSET, Converter, evalset_of, flag
from parbleu.evalset._verify_scores import verify_scores


def run(values: dict[str, Any], console: Console) -> None:
    """Runs the program."""
    paths = [] if values["scores_file"] is None else [values["scores_file"]]
    checked = verify_scores(
        evalset_of(values), paths, human=values["human_scores"], repaired=values["repair"]
    )
    for file in checked.files:
        if file.zero_filled:
            console.show(f"Added dummy scores (0s) for missing outputs: {list(file.zero_filled)}")


main: Converter = Converter(
    "verify_scores_file",
    "Checks that a file of scores fits an evaluation set; without a file, that all of the set is right.",
    ("test_set", "language_pair"),
    (
        flag("scores_file", "BASE-REFS.LEVEL.score; PAIR.NAME.LEVEL.score"),
        flag("human_scores", "they are human scores, not a metric's", bool),
        *EVALSET,
        flag("repair", "also write the scores to this file, with zeros for systems that lack scores"),
    ),
    run,
)

if __name__ == "__main__":
    main(sys.argv)
