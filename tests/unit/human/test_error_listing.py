"""The list of marked errors."""

import pytest

from parbleu.errors import RatingError
from parbleu.human import Error, Judgement, Rating, marked_errors

SPAN, MISSING_IN_SOURCE = Error(1, 2, "Style", "Minor"), Error(0, 1, None, "Major", is_source_error=True)


def judgement(**more):
    known = {"system": "A", "segment": 4, "rater": "ann", "source": "s", "hypothesis": "xyz"}
    return Judgement(rating=Rating((SPAN, MISSING_IN_SOURCE)), **known | more)


def test_errors_with_their_text():
    (found,) = marked_errors([judgement(), Judgement("B", 0, score=3)]).tables()
    assert found.rows == (
        ("A", None, 5, "ann", "Minor", "Style", 1, 2, "translation", "y"),
        ("A", None, 5, "ann", "Major", None, 0, 1, "source", "s"),
    )
    assert found.notes == ()


def test_segments_of_documents():
    (found,) = marked_errors([judgement(segment=None, document="d", place=0)]).tables()
    assert (found.column("document"), found.column("segment")) == (["d", "d"], [1, 1])
    assert found.notes == ("Segments are counted in their document.",)


def test_errors_without_texts():
    assert [each.text for each in marked_errors([judgement(hypothesis=None)]).errors] == [None, None]
    with pytest.raises(RatingError, match="characters 1 to 2 are marked"):
        marked_errors([judgement(hypothesis="x")])


def test_counts():
    counts = marked_errors([judgement(), judgement(rater="ben"), judgement(system="B")]).counts()
    assert counts.rows == (
        ("A", "Minor", "Style", 2),
        ("A", "Major", None, 2),
        ("B", "Minor", "Style", 1),
        ("B", "Major", None, 1),
    )
