"""Holds each kind of file that parbleu reads again to one promise: it is read, or refused in one line."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from extras import extra
from saved_files import MISSING, WRONG, SavedFile, changed, places, saved_files

KINDS = ["shard", "label", "comparison", "scores", "one", "two", "exposure", "journal", "record"]
SAMPLES = 6
"""How many values are replaced in each kind; `make tables-fuzz` tries all."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, SavedFile]]:
    extra("pyarrow")
    before = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("saved"))
    yield saved_files()
    os.chdir(before)


@pytest.mark.parametrize("kind", KINDS)
def test_whole_files_are_read_and_changed_ones_end_in_no_traceback(
    files: dict[str, SavedFile], kind: str
) -> None:
    file = files[kind]
    assert file.try_with(file.whole) == ""
    chance = random.Random(kind)
    every = list(places(file.whole))
    for _ in range(SAMPLES):
        file.try_with(changed(file.whole, chance.choice(every), chance.choice(WRONG)))


@pytest.mark.parametrize(
    ("kind", "place", "wrong", "problem"),
    [
        ("shard", ("systems",), MISSING, "damaged: there is no 'systems'"),
        ("shard", ("metrics", 0, "options"), {"x": 1}, "BLEU does not take the options of the file"),
        ("shard", ("n_segments",), "3", "n_segments: a whole number is expected, not text"),
        ("shard", ("n_segments",), 2**50, "segments, the file 3"),
        ("shard", ("shard",), "1/99999999999", "99999999998 of 99999999999 shards are missing: 2, 3, "),
        ("shard", ("shard",), "9" * 5000 + "/1", "a shard is a number of so many"),
        ("label", ("metric",), MISSING, "damaged: there is no 'metric'"),
        ("label", ("systems",), [], "no system"),
        ("comparison", ("input", "systems"), [], "systems: an object is expected, not a list"),
        (
            "comparison",
            ("metrics", 0, "scores", 0, "score"),
            None,
            r"metrics\[0\].scores\[0\].score: a number",
        ),
        ("comparison", ("input", "metrics"), [], "metrics: there is none"),
        ("comparison", ("alpha",), -1.5, "alpha: -1.5 is not between 0 and 1"),
        ("exposure", ("n_lines",), 10**400, "a number has 401 digits"),
        ("exposure", ("sides",), MISSING, "damaged: there is no 'sides'"),
        ("exposure", ("sides", 0, "line", 0), 2**70, r"sides\[0\].line\[0\]: this whole number has more"),
        ("journal", (0, "overwrite"), MISSING, "journal is damaged"),
        ("scores", ("tables", "segments", "rows", 0, "BLEU"), "x", "holds no saved result"),
    ],
)
def test_what_is_wrong_is_named(
    files: dict[str, SavedFile], kind: str, place: tuple[Any, ...], wrong: Any, problem: str
) -> None:
    from re import search

    told = files[kind].try_with(changed(files[kind].whole, place, wrong))
    assert search(problem, told), told
