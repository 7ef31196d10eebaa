"""Tests the JSON of error spans that comet-score writes."""

import json

import pytest

from parbleu.errors import FormatError, RatingError
from parbleu.human import Error, Judgement, Rating, read_judgements, write_judgements

SEGMENTS = [
    {
        "src": "Ein Hund",
        "mt": "A 😀 cat",
        "ref": "A dog",
        "COMET": 0.75,
        "errors": [{"text": "cat", "confidence": 0.5, "severity": "major", "start": 4, "end": 7}],
    },
    {"src": "Ja", "mt": "Yes", "COMET": 1, "errors": []},
]


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "spans.json"
    found.write_text(json.dumps({"out/a.txt": SEGMENTS, "b": SEGMENTS[1:]}, indent=4), encoding="utf-8")
    return found


def test_reading(path):
    found = read_judgements(path)
    assert [(each.system, each.segment, each.score) for each in found] == [
        ("a", 0, 0.75),
        ("a", 1, 1.0),
        ("b", 0, 1.0),
    ]
    (error,) = found[0].rating.errors
    assert (error.severity, error.span(found[0].hypothesis)) == ("major", "cat")
    assert found[1].rating.errors == ()


def test_what_is_written_is_read_back(path, tmp_path):
    found = read_judgements(path)
    write_judgements(tmp_path / "copy.json", found, "xcomet")
    assert read_judgements(tmp_path / "copy.json") == found
    (tmp_path / "line.json").write_text(json.dumps({"a": SEGMENTS}))
    assert read_judgements(tmp_path / "line.json") == found[:2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{\n", "not valid JSON"),
        ('{\n"a": 3}', "comet-score"),
        ('{\n"a": [3]}', "a, segment 1: a segment is an object"),
        ('{\n"a": [{"mt": "x", "errors": 3}]}', "is a list"),
        ('{\n"a": [{"mt": "x", "COMET": "high"}]}', "is a number"),
        ('{\n"a": [{"mt": "x", "errors": [{"start": 0, "end": 9}]}]}', "characters 0 to 9 are marked"),
    ],
)
def test_refusals(tmp_path, content, message):
    path = tmp_path / "spans.json"
    path.write_text(content)
    with pytest.raises(FormatError, match=message):
        read_judgements(path, "xcomet")


def test_what_it_cannot_hold(tmp_path):
    rating = Rating((Error(0, 1),))
    for judgements in (
        [Judgement("a", 1, "ann", rating, hypothesis="x")],
        [Judgement("a", 0, rater, rating, hypothesis="x") for rater in ("ann", "bob")],
        [Judgement("a", None, "ann", rating, document="d", place=0, hypothesis="x")],
    ):
        with pytest.raises(RatingError, match="xcomet holds"):
            write_judgements(tmp_path / "out.json", judgements, "xcomet")
    assert not (tmp_path / "out.json").exists()
