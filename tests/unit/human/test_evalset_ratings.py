"""Tests ratings in the order of evaluation sets where recordings have no row."""

import pytest

from parbleu.errors import RatingError
from parbleu.human import Error, Judgement, Rating
from parbleu.human._evalset_ratings import merge, rename_raters, to_collections, to_judgements, with_texts


class Texts:
    language_pair = "en-de"
    src = ("one", "two", "three")
    sys_outputs = {"A": ["eins", "zwei", "drei"], "B": ["1", "2", "3"]}  # noqa: RUF012
    docs = {"d": (0, 2), "e": (2, 3)}  # noqa: RUF012


NAMES = {"ann": "rater1", "ben": "rater2"}


def judged(system="A", segment=1, rater="ann", document="d", source="two", hypothesis="zwei", **more):
    known = {"document": document, "source": source, "hypothesis": hypothesis}
    return Judgement(system, segment, rater, Rating(), **known | more)


def test_there_and_back():
    judgements = [judged(), judged("B", 2, "ben", "e", "three", "3")]
    found = to_collections(judgements, Texts(), NAMES)
    assert found["rater1"].ratings == {"A": [None, Rating(), None], "B": [None] * 3}
    assert found["rater2"].raters == {"A": [None] * 3, "B": [None, None, "rater2"]}
    merged = merge(found.values())
    assert list(to_judgements(merged, Texts(), {"rater1": "ann", "rater2": "ben"})) == judgements
    with pytest.raises(RatingError, match="rater1 and rater1 both rated A, segment 2"):
        merge([found["rater1"], found["rater1"]])


@pytest.mark.parametrize(
    ("judgement", "problem"),
    [
        (judged("C"), "no system 'C'; there are A, B"),
        (judged(None), "no system None"),
        (judged(segment=None), "lacks its segment"),
        (judged(segment=3), "there are only 3 segments"),
        (judged(segment=-1, document=None), "segment 0: there are only 3 segments"),
        (judged(document="x"), "no such segment in the document 'x'"),
        (judged(document="e"), "no such segment in the document 'e'"),
        (judged(src_lang="de"), "the language is de, but should be en"),
        (judged(tgt_lang="fr"), "the language is fr, but should be de"),
        (judged(source="Two"), "the source is 'Two', but that of the set is 'two'"),
        (judged(hypothesis="zwo"), "the translation is 'zwo'"),
    ],
)
def test_judgements_that_do_not_fit(judgement, problem):
    with pytest.raises(RatingError, match=problem):
        to_collections([judgement], Texts(), NAMES)


def test_lenient_about_texts_and_strict_about_repetition():
    assert to_collections([judged(source="Two", hypothesis="zwo")], Texts(), NAMES, lenient=True)
    with pytest.raises(RatingError, match="rater1 rated A, segment 2, twice"):
        to_collections([judged(), judged()], Texts(), NAMES)


def test_names_of_raters():
    assert rename_raters(["b", "a", "b"]) == {"a": "a", "b": "b"}
    assert rename_raters(["b", None], anonymize=True) == {None: "rater1", "b": "rater2"}
    assert rename_raters(["rater9", "rater_x"], anonymize=True) == {"rater9": "rater9", "rater_x": "rater_x"}
    assert rename_raters([None, "x"]) == {None: "rater", "x": "x"}
    with pytest.raises(RatingError, match="those without a name"):
        rename_raters([None, "rater"])


def test_texts_of_an_evaluation_set():
    bare = judged(source=None, hypothesis=None)
    assert with_texts([bare], Texts()) == [judged()]
    outside = Judgement("A", 1, "ann", Rating((Error(0, 5),)))
    with pytest.raises(RatingError, match="A, segment 2, ann: characters 0 to 5 are marked"):
        with_texts([outside], Texts())
