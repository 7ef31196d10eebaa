"""Tests judgements and the errors marked in them: contents, checks and listings."""

import pytest

import parbleu
from parbleu.errors import RatingError
from parbleu.human import Error, Judgement, Rating, marked_errors
from parbleu.human._judgement import MISSING


def test_errors_know_their_text():
    rating = Rating(
        (
            Error(0, 5, "Accuracy/Mistranslation", "Major"),
            Error(4, 7, is_source_error=True),
            Error(MISSING, MISSING, severity="minor"),
            Error(5, 5),
        )
    )
    spans = [span for _, span in rating.spans("Hällo Welt", "The world")]
    assert spans == ["Hällo", "wor", "", ""]
    assert rating.errors[2].is_missing
    assert [span for _, span in rating.spans("Hällo Welt")][1] == ""  # the source is not known
    rating.check("Hällo Welt", "The world")
    assert Rating.from_dict(rating.to_dict()) == rating
    assert parbleu.human.Rating is Rating


@pytest.mark.parametrize(("start", "end"), [(0, 11), (-1, 3), (3, 2), (11, 11), (-2, -2)])
def test_offsets_must_be_in_the_text(start, end):
    rating = Rating((Error(start, end),))
    with pytest.raises(RatingError, match=rf"characters {start} to {end} .* has 10: 'Hällo Welt'"):
        rating.check("Hällo Welt")
    judgement = Judgement("A", 2, "ann", rating, hypothesis="Hällo Welt")
    with pytest.raises(RatingError, match=r"A, segment 3, ann: characters"):
        judgement.check()


def test_long_texts_are_not_shown_whole():
    with pytest.raises(RatingError, match=r"has 100: 'x{57}\.\.\.'"):
        Error(0, 101).span("x" * 100)


def test_numbers_stay_what_they_are():
    """A file that says 1 is written as 1 again, and not as 1.0."""
    error = Error.from_dict({"start": 0, "end": 1, "score": 1, "comment": "ignored"})
    assert type(error.score) is int
    assert "comment" not in error.to_dict()
    assert list(error.to_dict()) == ["start", "end", "category", "severity", "score", "is_source_error"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (None, 'object {"errors"'),
        ({}, 'object {"errors"'),
        ({"errors": {}}, 'object {"errors"'),
        ({"errors": [1]}, "an error is an object"),
        ({"errors": [{"end": 1}]}, 'lacks "start"'),
        ({"errors": [{"start": 1}]}, 'lacks "end"'),
        ({"errors": [{"start": 1.0, "end": 2}]}, '"start" of an error must be a whole number, not 1.0'),
        ({"errors": [{"start": True, "end": 2}]}, '"start" of an error must be'),
        ({"errors": [{"start": 0, "end": 2, "score": "1"}]}, '"score" of an error must be a number or null'),
        ({"errors": [{"start": 0, "end": 2, "severity": 3}]}, '"severity" of an error must be text or null'),
        ({"errors": [{"start": 0, "end": 2, "is_source_error": 1}]}, "must be true or false"),
    ],
)
def test_malformed_ratings(values, problem):
    with pytest.raises(RatingError, match=problem):
        Rating.from_dict(values)


def test_a_judgement_says_which_segment_it_is_about():
    assert Judgement("A", 3, document="d", place=1).unit == ("", 3)
    assert Judgement("A", document="d", place=1).unit == ("d", 1)
    assert Judgement("A", document="d", place=1).where == "segment 2 of d"
    with pytest.raises(RatingError, match="which segment"):
        Judgement("A", document="d").unit  # noqa: B018


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
