"""Converts a table of MQM to segment scores."""

from __future__ import annotations

import sys
from typing import Any

from parbleu._cli.shell.console import Console
from parbleu._io.atomic import write_lines
from parbleu.compat.mt_metrics_eval.converters._converter import Converter, flag
from parbleu.human._rating_files import STANDARD_INPUT
from parbleu.human._score_mqm import WEIGHTS, MqmScore, score_mqm


def run(values: dict[str, Any], console: Console) -> None:
    """Runs the converter."""
    scored = score_mqm(
        values["input"],
        values["weights"],
        separator=values["weights_sep"],
        unbabel=values["unbabel"],
        recompute=values["recompute_unbabel"],
        allow_gaps=not values["force_contiguous"],
        segment_column=values["doc_id"],
    )
    lines = [_line(segment) for segment in scored.segments]
    if values["output"] is None:
        console.write("".join(f"{line}\n" for line in lines))
    else:
        write_lines(values["output"], lines)


def _line(segment: MqmScore) -> str:
    by_rater = (f"{rater}={score}" for rater, score in segment.by_rater.items())
    return "\t".join([segment.system, segment.document, str(segment.segment), str(segment.score), *by_rater])


main: Converter = Converter(
    "score_mqm",
    "Prints SYSTEM, DOCUMENT, SEGMENT, SCORE and RATER=SCORE of each rater, between TABs, for each segment\n"
    "of a table of MQM.",
    (),
    (
        flag("input", "the table (default: standard input)", default=STANDARD_INPUT),
        flag("output", "where to (default: standard output)"),
        flag(
            "weights",
            "SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT; the longest that is there counts "
            f"(default: {WEIGHTS!r})",
            default=WEIGHTS,
        ),
        flag("weights_sep", "what separates weights (default: a space)", default=" "),
        flag("unbabel", "the table is Unbabel's, and stores scores in `misc`", bool),
        flag("recompute_unbabel", "compute them from weights all the same", bool),
        flag(
            "force_contiguous",
            "refuse documents of which a system lacks segments (default: true)",
            bool,
            default=True,
        ),
        flag("doc_id", "the column that counts a document's segments (doc_id)", default="doc_id"),
    ),
    run,
)

if __name__ == "__main__":
    main(sys.argv)
