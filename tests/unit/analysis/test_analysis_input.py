"""Tests the input of analyses: what it takes, and what it refuses."""

import pytest

from parbleu.analysis import compared_texts
from parbleu.errors import InputShapeError, InputTypeError, NoReferenceError, OptionError, UnknownNameError

SYSTEMS = {"a": ["one two", "three"], "b": ["one", "four"]}
REFERENCES = [["one two", "three"]]


def test_what_it_holds():
    texts = compared_texts(
        SYSTEMS,
        [*REFERENCES, [None, "3"]],
        source=["un deux", "trois"],
        labels={"domain": ["news", None]},
        scores={"COMET": {"a": [0.5, 0.25], "b": [0.25, 0.75]}},
        tokenize="char",
        lowercase=True,
    )
    assert len(texts) == 2
    assert list(texts.systems) == ["a", "b"]
    assert texts.reference_names == ("reference 1", "reference 2")
    assert texts.label("domain") == ("news", None)
    assert texts.scores["COMET"].statistics["b"].tolist() == [[0.25, 1], [0.75, 1]]
    assert texts.place("b") == 1
    assert texts.facts() == {"n_segments": 2, "n_references": 2, "tokenize": "char", "lowercase": True}


def test_unknown_names_list_the_choices():
    texts = compared_texts(SYSTEMS, REFERENCES, labels={"domain": ["x", "y"]})
    with pytest.raises(UnknownNameError, match="choose from a, b"):
        texts.place("c")
    with pytest.raises(UnknownNameError, match="did you mean 'domain'"):
        texts.label("domains")


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        ({"source": ["one"]}, InputShapeError, "the source has 1 segment; the systems have 2"),
        ({"source": ["one", None]}, InputTypeError, "a segment is missing"),
        ({"labels": {"domain": ["x"]}}, InputShapeError, "labels 'domain' has 1 segment"),
        ({"labels": ["x", "y"]}, InputTypeError, "labels: pass"),
        ({"labels": {"domain": "xy"}}, InputTypeError, "labels 'domain' is one string"),
        ({"scores": {"COMET": {"a": [1, 2]}}}, OptionError, "no segment scores of system 'b'"),
        ({"scores": {"COMET": {"a": [1], "b": [2]}}}, InputShapeError, "COMET, system 'a' has 1 segment"),
        ({"scores": [1, 2]}, InputTypeError, "scores: pass"),
        ({"scores": {"COMET": [1, 2]}}, InputTypeError, "COMET"),
        ({"reference_names": ["x", "y"]}, OptionError, "2 names for 1 reference"),
        ({"tokenize": "words"}, UnknownNameError, "tokenizer 'words'"),
        ({"tokenize": str.split}, InputTypeError, "a tokenizer is a name"),
    ],
)
def test_refusals(more, error, message):
    with pytest.raises(error, match=message):
        compared_texts(SYSTEMS, REFERENCES, **more)


def test_a_segment_without_any_reference_is_refused():
    with pytest.raises(NoReferenceError, match="segment 1"):
        compared_texts(SYSTEMS, [["one", None], ["one", None]])
