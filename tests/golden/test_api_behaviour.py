"""Tests what calls of metrics return, refuse and log, against recorded rows."""

from __future__ import annotations

import builtins
import json
import re

import pytest

import parbleu
from parbleu.compat import sacrebleu as face
from parbleu.errors import ParbleuError

from .exclusions import EXTENDS, RAISES
from .recorded import Comparison, Recorded, Row, without_our_version

TOKENIZED = ["WARNING", "That's 100 lines that end in a tokenized period ('.')"]
OUR_WARNING = [
    "WARNING",
    (
        "100 % of the output's segments end in a tokenized period (' .'), and the score of tokenized text is "
        "another than that of the text: detokenize first (force=True leaves this out)"
    ),
]
"""What the library says of tokenized output; sacreBLEU's words are for the face."""
REGISTRY = "sorted(sacrebleu.metrics.METRICS)"
"""Ours has more metrics than the face."""
SAMPLES = re.compile(r"n_bootstrap=(\d+)")


def concerns_metrics(row: Row) -> bool:
    return "metric" in row or row["call"] == REGISTRY


def call(row: Row) -> object:
    names = {"sacrebleu": face if row["call"] == REGISTRY else parbleu}
    if "metric" in row:
        names["M"] = getattr(parbleu, row["metric"])
    return eval(SAMPLES.sub(ask_for_intervals, row["call"]), names)


def ask_for_intervals(samples: re.Match[str]) -> str:
    """What an interval is asked for by here; there it takes more than one sample."""
    return f"intervals=True,n_samples={samples[1]}" if int(samples[1]) > 1 else ""


def check_result(row: Row, comparison: Comparison, result: object) -> None:
    what = f"{row['id']} {row['call']}"
    theirs = EXTENDS[row["id"]].result if row["id"] in EXTENDS else row["result"]
    if isinstance(theirs, str):
        if " object at 0x" not in theirs:
            comparison.check(what, without_our_version(str(result)), theirs)
    else:
        comparison.check(what, json.loads(json.dumps(result)), theirs)


def check_error(row: Row, comparison: Comparison, error: ParbleuError) -> None:
    """A deliberate message stays, with ours behind it, and can be caught as the same built-in exception."""
    what = f"{row['id']} {row['call']}"
    if row["id"] not in RAISES:
        comparison.check(f"{what} message of {error!r}", str(error).startswith(row["message"]), True)
        comparison.check(f"{what} class", isinstance(error, getattr(builtins, row["error"])), True)


def test_calls(
    recorded: Recorded, comparison: Comparison, spm_models: None, caplog: pytest.LogCaptureFixture
) -> None:
    for row in filter(concerns_metrics, recorded.rows("api_behaviour")):
        caplog.clear()
        raises = row["id"] in RAISES or ("error" in row and row["id"] not in EXTENDS)
        try:
            result = call(row)
        except ParbleuError as error:
            comparison.check(f"{row['id']} {row['call']} raises {error!r}", True, raises)
            if raises:
                check_error(row, comparison, error)
        else:
            comparison.check(f"{row['id']} {row['call']} raises nothing", False, raises)
            if not raises:
                check_result(row, comparison, result)
        if not raises:  # advice on a call that is refused anyway helps nobody
            logged = [[record.levelname, record.getMessage()] for record in caplog.records]
            theirs = row.get("log", [])
            expected = [OUR_WARNING] if TOKENIZED in theirs else theirs
            comparison.check(f"{row['id']} {row['call']} log", logged, expected)
    comparison.finish(at_least=187)


def test_messages_of_excluded_calls(recorded: Recorded, spm_models: None) -> None:
    for row in filter(concerns_metrics, recorded.rows("api_behaviour")):
        if row["id"] in RAISES:
            with pytest.raises(ParbleuError, match=RAISES[row["id"]].message):
                call(row)
