"""Schemes, and the scores of segments, documents and systems."""

import json
import math

import numpy as np
import pytest

from parbleu.errors import OptionError, RatingError, UnknownNameError
from parbleu.human import Error, Judgement, Rating, Scheme, get_scheme, human_scores
from parbleu.human.scoring_scheme import guess_scheme, scheme_names


def rated(*errors, system="A", segment=0, rater="ann", score=None, document=None):
    found = tuple(Error(0, 1, category, severity, cost) for severity, category, cost in errors)
    return Judgement(system, segment, rater, Rating(found), score, document)


def scored(system, segment, rater, score, document=None):
    return Judgement(system, segment, rater, score=score, document=document)


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
        ("mqm", "Critical", "Accuracy", 0),
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
    expected = {"mqm": -6, "mqm-plain": -6, "esa-spans": -6, "stored": -5.5, "esa": 70, "da": 70}
    assert {name: get_scheme(name).score(judgement) for name in scheme_names()} == expected
    perfect = get_scheme("mqm").score(rated())
    assert (perfect, math.copysign(1, perfect)) == (0, 1)  # not -0.0
    assert get_scheme("mqm").score(scored("A", 0, "r", 5)) is None
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
        with pytest.raises(OptionError, match="is no weight"):
            get_scheme(text)
    with pytest.raises(UnknownNameError, match="did you mean 'mqm'"):
        get_scheme("mqn")


def test_guesses_and_severities_without_weight():
    both = [rated(("Critical", "Style", None)), rated(("Major", "Style", None))]
    assert guess_scheme(both).name == "mqm"
    assert guess_scheme([scored("A", 0, "r", 1)]).name == "esa"
    assert get_scheme("mqm").unknown(both) == ["Critical"]
    assert get_scheme("esa").unknown(both) == []


def test_means_over_judgements_then_raters_then_segments():
    scores = human_scores(
        [
            scored("A", 0, "ann", 90, "d"),
            scored("A", 0, "ann", 80, "d"),
            scored("A", 0, "ben", 55, "d"),
            scored("A", 1, "ben", 10, "d"),
            scored("A", 2, None, 0, "e"),
            scored("B", 1, "ann", 30, "d"),
        ],
        "da",
    )
    assert scores.raters == ["ann", "ben", "rater"]
    assert scores.segments() == {"A": {("", 0): 70, ("", 1): 10, ("", 2): 0}, "B": {("", 1): 30}}
    assert scores.per_document() == {"A": {"d": 40, "e": 0}, "B": {"d": 30}}
    assert scores.systems() == {"A": 80 / 3, "B": 30}


def test_tables_of_all_levels():
    judgements = [
        scored("A", 0, "ann", 90, "d"),
        scored("B", 0, "ann", 95, "d"),
        scored("B", 1, "ben", 91, "e"),
    ]
    scores = human_scores(judgements, "da")
    systems, documents, segments = scores.tables()
    assert systems.rows == (("B", 93, 2), ("A", 90, 1))
    assert documents.rows == (("A", "d", 90), ("B", "d", 95), ("B", "e", 91))
    assert segments.rows == (("A", "d", 1, 90, 1), ("B", "d", 1, 95, 1), ("B", "e", 2, 91, 1))
    assert dict(scores.normalized().table("system").facts) == {"scheme": "da", "normalized": "by rater"}
    assert [table.name for table in human_scores([scored("A", 0, "r", 1)]).tables()] == [
        "system_scores",
        "segment_scores",
    ]
    with pytest.raises(OptionError, match="levels system, document, segment"):
        scores.table("sys")


def test_z_scores():
    values = {"ann": [90, 80, 40, 77.5], "ben": [10, 10, 10], "cat": [3]}
    judgements = [
        scored("A", segment, rater, score)
        for rater, row in values.items()
        for segment, score in enumerate(row)
    ]
    found = human_scores(judgements, "da").normalized()
    ann = np.array(values["ann"])
    expected = (ann - ann.mean()) / ann.std(ddof=1)
    got = [found.by_rater["A", ("", segment)]["ann"] for segment in range(4)]
    np.testing.assert_allclose(got, expected, rtol=1e-14)
    assert [found.by_rater["A", ("", segment)]["ben"] for segment in range(3)] == [0, 0, 0]
    assert found.by_rater["A", ("", 0)]["cat"] == 0


def test_what_cannot_be_scored():
    with pytest.raises(RatingError, match="there are no scores here, which the scheme da needs"):
        human_scores([rated()], "da")
    with pytest.raises(RatingError, match="there are no marked errors here"):
        human_scores([scored("A", 0, "r", 1)], "mqm")
    with pytest.raises(RatingError, match="which system"):
        human_scores([scored(None, 0, "r", 1)], "da")
    with pytest.raises(RatingError, match="which documents"):
        human_scores([scored("A", 0, "r", 1)], "da").per_document()


def test_schemes_that_come_along_describe_themselves():
    for name in scheme_names():
        assert get_scheme(name).description
    assert json.dumps(dict(get_scheme("mqm").weights))
