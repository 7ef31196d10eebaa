"""Tests scoring schemes: those of the package, and users' own."""

import json
import math

import pytest

from parbleu.errors import OptionError, RatingError, UnknownNameError
from parbleu.human import Error, Judgement, Rating, Scheme, get_scheme
from parbleu.human._scoring_scheme import guess_scheme, scheme_names


def rated(*errors, system="A", segment=0, rater="ann", score=None, document=None):
    found = tuple(Error(0, 1, category, severity, cost) for severity, category, cost in errors)
    return Judgement(system, segment, rater, Rating(found), score, document)


@pytest.mark.parametrize(
    ("scheme", "severity", "category", "weight"),
    [
        ("mqm", "Major", "Accuracy/Omission", 5),
        ("mqm", "MINOR", "Style/Awkward", 1),
        ("mqm", "Minor", "Fluency/Punctuation", 0.1),
        ("mqm", "minor", "fluency/punctuation/quotes", 0.1),
        ("mqm", "Minor", "Fluency", 1),
        ("mqm", "Major", "Non-translation!", 25),
        ("mqm", "Neutral", None, 0),
        ("mqm", "Critical", "Accuracy", 25),
        ("mqm-plain", "critical", None, 25),
        ("esa-spans", "critical", None, 25),
        ("mqm-plain", "Major", "Non-translation!", 5),
        ("mqm-plain", "Minor", "Fluency/Punctuation", 0.1),
        ("esa-spans", "undecided", None, 0),
        ("major:3 major/Style:2.5", "Major", "style/x", 2.5),
        ("major:3 major/Style:2.5", "Minor", "style/x", 0),
    ],
)
def test_weights(scheme, severity, category, weight):
    assert get_scheme(scheme).weight(severity, category) == weight


def test_scores_of_judgements():
    judgement = rated(("Major", "Style", 2), ("Minor", "Style", 3.5), score=70)
    expected = {"marot": -6, "mqm": -6, "mqm-plain": -6, "esa-spans": -6, "stored": -5.5, "esa": 70}
    expected |= {"da": 70, "scores": 70}
    assert {name: get_scheme(name).score(judgement) for name in scheme_names()} == expected
    perfect = get_scheme("mqm").score(rated())
    assert (perfect, math.copysign(1, perfect)) == (0, 1)  # not -0.0
    assert get_scheme("mqm").score(Judgement("A", 0, "r", score=5)) is None
    with pytest.raises(RatingError, match="without scores cannot be added up"):
        get_scheme("stored").score(rated(("Major", "Style", None)))


def test_own_schemes(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"kind": "weights", "weights": {"Major": 2}}')
    assert get_scheme(str(path)).weight("major", "Style") == 2
    assert Scheme.parse("a:1,b/c:2", ",").weights == {"a": 1, "b/c": 2}
    weighing = '{"kind": "weights", "weights": {"a": %s}}'
    for text in ("[]", '{"kind": "sum"}', weighing % '"1"', weighing % "NaN", weighing % "true", "{"):
        path.write_text(text)
        with pytest.raises(OptionError, match=r"mine\.json"):
            get_scheme(str(path))
    for text in ("major:x", "major:1 minor", "major:1  minor:2", "major:nan"):
        with pytest.raises(OptionError, match="is not a weight"):
            get_scheme(text)
    with pytest.raises(UnknownNameError, match="did you mean 'mqm'"):
        get_scheme("mqn")


def test_guesses_where_only_some_have_a_score(caplog):
    """A rating that a rater forgot does not turn the scores of all others into 0."""
    no_errors = Rating()
    judgements = [Judgement("A", 0, "r", no_errors, 4.0), Judgement("A", 1, "r", no_errors)]
    assert guess_scheme(judgements).name == "esa"
    assert not caplog.messages
    assert guess_scheme([*judgements, rated(("Major", "Style", None))]).name == "mqm"
    assert caplog.messages[0].startswith("2 of 3 judgements have no score: of all of them the marked errors")


def test_guesses_and_severities_without_weight():
    both = [rated(("Critical", "Style", None)), rated(("Major", "Style", None))]
    assert guess_scheme(both).name == "mqm"
    assert guess_scheme([Judgement("A", 0, "r", score=1)]).name == "scores"
    assert guess_scheme([Judgement("A", 0, "r", Rating(), score=1)]).name == "esa"
    assert get_scheme("mqm").unknown(both) == []
    assert get_scheme("minor:1 major:5").unknown(both) == ["Critical"]
    assert get_scheme("esa").unknown(both) == []


def test_schemes_that_come_along_describe_themselves():
    for name in scheme_names():
        assert get_scheme(name).description
    assert json.dumps(dict(get_scheme("mqm").weights))
