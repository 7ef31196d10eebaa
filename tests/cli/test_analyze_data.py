"""`parbleu analyze data`: what it prints, writes and refuses."""

import json

import pytest

SOURCE = "Der Hund bellt 3 Mal.\nEs regnet heute.\nWir gehen nach Hause.\n"
REFERENCE = "The dog barks 3 times.\nIt rains today.\nWe go home.\n"
FIRST = "The dog barked 3 times.\nIt is raining today.\nWe walk home.\n"
SECOND = "The dog barks 4 times.\nEs regnet heute.\n\n"


@pytest.fixture
def data(run, tmp_path):
    """Runs `parbleu analyze data` in a folder with two systems and their source."""
    for name, text in (("src", SOURCE), ("ref", REFERENCE), ("one", FIRST), ("two", SECOND)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return lambda *words, **more: run("analyze", "data", "ref", "-i", *words, cwd=tmp_path, **more)


def test_text(data):
    found = data(
        "one", "two", "--source", "src", "--checks", "empty", "copied", "wrong_length", "wrong_numbers"
    )
    assert (found.status, found.err) == (0, "")
    assert found.out == TRANSCRIPT


TRANSCRIPT = """\
check          finds                          one  two  reference
─────────────────────────────────────────────────────────────────
empty          nothing but white space          0    1          0
copied         equal to the source              0    1          0
wrong_length   too short or too long            0    0          0
wrong_numbers  other numbers than the source    0    1          0

How many segments; a check that finds as many in a reference says little.
n_segments: 3
n_references: 1
tokenize: 13a
lowercase: no
limits: shortest 0.5, longest 2

check          text of  segment  text
─────────────────────────────────────
empty          two            3
copied         two            2  Es regnet heute.
wrong_numbers  two            1  The dog barks 4 times.
"""


def test_limits_and_json(data):
    found = data("one", "two", "--limits", "shortest=1", "longest=1.01", "-f", "json")
    rows = {row["check"]: row for row in json.loads(found.out)["tables"]["checks"]["rows"]}
    assert rows["wrong_length"]["one"] == 3
    assert rows["wrong_length"]["limits"] == "shortest 1, longest 1.01"
    assert rows["copied"]["one"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("one", "--checks", "copied"), "needs a source"),
        (("one", "--checks", "copyed"), "copied"),
        (("one", "--limits", "longest"), "NAME=NUMBER"),
        (("one", "--limits", "longest=two"), "NAME=NUMBER"),
        (("one", "--limits", "width=2"), "limit"),
        (("one", "--source", "nothing"), "nothing"),
    ],
)
def test_refusals(data, words, message):
    found = data(*words)
    assert found.status in (1, 2)
    assert found.out == ""
    assert message in found.err
