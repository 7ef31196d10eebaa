"""Tests the conversion of human ratings to a valid evaluation set."""

import math

import pytest

from parbleu.errors import EvalSetError, FormatError, RatingError
from parbleu.evalset._campaign import Campaign, write_campaign
from parbleu.human import Error, Judgement, Rating

SOURCE = ["one", "two", "three", "four"]
OUTPUTS = {"A": ["eins", "zwei", "drei", "vier"], "B": ["1", "2", "3", "4"]}
REFERENCE = {"ref": ["Eins", "Zwei", "Drei", "Vier"]}
MAJOR = Rating((Error(0, 1, "Style", "Major"),))


def judged(system, segment, rater="ann", rating=MAJOR, **more):
    return Judgement(system, segment, rater, rating, **more)


def write(directory, judgements, scheme, name="mine", **options):
    """Writes a set of a campaign from its judgements, and texts that some do not hold."""
    texts = {key: options.pop(key) for key in ("source", "outputs", "documents") if key in options}
    return write_campaign(directory, name, Campaign("en-de", judgements, **texts), scheme, **options)


@pytest.fixture
def documents(tmp_path):
    (path := tmp_path / "docs").write_text("news d\nnews d\ntalk e\ntalk e\n")
    return path


def test_ratings_without_texts_get_them_from_files(tmp_path, documents):
    judgements = [
        judged("A", 0),
        judged("A", 2, rating=Rating()),
        Judgement("B", rater="ben", rating=MAJOR, document="e", place=1),
    ]
    (source := tmp_path / "src.txt").write_text("".join(f"{line}\n" for line in SOURCE))
    found = write(tmp_path / "sets", judgements, "mqm", references=REFERENCE, source=source,
        outputs=OUTPUTS, documents=documents, normalize=True,
    )  # fmt: skip
    assert found.scores("segment", "mqm").to_lists() == {
        "A": [-5, None, 0, None],
        "B": [None, None, None, -5],
    }
    assert found.scores("domain", "mqm").to_lists() == {"A": [-5, 0], "B": [None, -5]}
    assert found.scores("system", "mqm").to_lists() == {"A": [-2.5], "B": [-5]}
    z = math.sqrt(0.5)
    assert found.scores("segment", "mqm-z").to_lists()["A"] == pytest.approx([-z, None, z, None])
    assert found.human_rating_names == ("mqm.ann", "mqm.ben", "mqm.merged")
    costly = Rating((Error(0, 1, "Style", "Major", 5.0),))
    assert found.ratings("mqm.merged") == {
        "A": [costly, None, Rating(), None],
        "B": [None, None, None, costly],
    }
    assert found.rater_ids_per_seg("mqm.merged")["B"] == [None, None, None, "ben"]
    assert found.info.std_gold == dict.fromkeys(("segment", "domain", "system"), "mqm")
    with pytest.raises(EvalSetError, match="replace"):
        write(tmp_path / "sets", judgements, "mqm", references=REFERENCE, source=source,
            outputs=OUTPUTS, documents=documents,
        )  # fmt: skip


def test_texts_of_judgements_are_enough(tmp_path):
    """Segments that nobody judged are no part of the set, and documents are those of the judgements."""
    judgements = [
        judged("A", None, document="e", place=4, source="five", hypothesis="fünf"),
        judged("A", None, document="d", place=2, source="two", hypothesis="zwei"),
        judged("ref", None, document="d", place=0, source="zero", hypothesis="Null"),
        judged("ref", None, document="d", place=2, source="two", hypothesis="Zwei"),
        judged("ref", None, document="e", place=4, source="five", hypothesis="Fünf"),
    ]
    found = write(
        tmp_path,
        judgements,
        "major:2",
        references={"ref": None},
        human_name="mine",
        anonymize=True,
    )
    assert list(found.src) == ["five", "zero", "two"]
    assert found.docs == {"e": (0, 1), "d": (1, 3)}
    assert list(found.sys_outputs["A"]) == ["fünf", None, "zwei"]
    assert list(found.all_refs["ref"]) == ["Fünf", "Null", "Zwei"]
    assert found.scores("segment", "mine").to_lists() == {"A": [-2, None, -2], "ref": [-2, -2, -2]}
    assert found.human_rating_names == ("mine.rater1",)
    weights = write(tmp_path, judgements, "major:2", "other", references={"ref": None})
    assert weights.human_score_names == ("human",)


def test_scores_without_marked_errors(tmp_path):
    judgements = [Judgement("A", 1, "ann", score=90.0), Judgement("A", 1, "ben", score=70.0)]
    found = write(tmp_path, judgements, "da", references=REFERENCE, source=SOURCE, outputs=OUTPUTS)
    assert found.scores("segment", "da").to_lists() == {"A": [None, 80, None, None]}
    assert found.human_rating_names == ()


def test_overlapping_raters_have_no_common_collection(tmp_path, caplog):
    judgements = [judged("A", 0), judged("A", 0, rating=Rating()), judged("A", 0, "ben")]
    found = write(tmp_path, judgements, "mqm", references=REFERENCE, source=SOURCE, outputs=OUTPUTS)
    assert found.human_rating_names == ("mqm.ann", "mqm.ben")
    assert found.scores("segment", "mqm")["A"][0] == -3.75
    assert found.ratings("mqm.ann")["A"][0] == Rating()
    assert "judged 1 translation more than once" in caplog.text


@pytest.mark.parametrize(
    ("judgement", "problem"),
    [
        (judged("C", 0), "judgements of 'C', but no translations"),
        (judged("A", 0, source="ones"), "the source is 'ones', but elsewhere 'one'"),
        (judged("A", 0, hypothesis="ein"), "the translation is 'ein', but elsewhere 'eins'"),
        (judged("B", 0, rating=Rating((Error(0, 2),))), "B, segment 1, ann: characters 0 to 2 are marked"),
    ],
)
def test_judgements_that_do_not_fit_are_refused_or_left_out(judgement, problem, caplog):
    good = judged("A", 1)
    with pytest.raises(RatingError, match=problem):
        Campaign("en-de", [good, judgement], SOURCE, OUTPUTS)
    campaign = Campaign("en-de", [good, judgement], SOURCE, OUTPUTS, lenient=True)
    assert campaign.judgements == [good]
    told, compared = caplog.messages
    assert told.startswith("left out: ")
    assert compared.startswith("scores (mqm) of what is left and, in brackets, of the ")


def test_what_cannot_become_a_set(tmp_path, documents):
    def tried(*judgements, references=REFERENCE, **files):
        return write(tmp_path / "sets", judgements, "mqm", references=references, **files)

    with pytest.raises(RatingError, match="the rater 'Ann Lee'; anonymize raters"):
        tried(judged("A", 0, "Ann Lee"), source=SOURCE, outputs=OUTPUTS)
    with pytest.raises(RatingError, match="there are only 4 segments"):
        tried(judged("A", 4), source=SOURCE, outputs=OUTPUTS)
    with pytest.raises(RatingError, match="give the file of documents"):
        tried(Judgement("A", None, "ann", MAJOR, document="x", place=0), source=SOURCE, outputs=OUTPUTS)
    with pytest.raises(RatingError, match="does not hold the source of all segments"):
        tried(judged("A", 0))
    with pytest.raises(
        RatingError, match=r"reference ref; give its file \(ref=FILE\), or name one of the systems: .*A"
    ):
        tried(judged("A", 0), references={"ref": None}, source=SOURCE, outputs=OUTPUTS)
    with pytest.raises(RatingError, match="no such segment in the document 'e'"):
        tried(judged("A", 0, document="e"), source=SOURCE, outputs=OUTPUTS, documents=documents)
    with pytest.raises(RatingError, match="A has 1 segment, but the source has 4"):
        tried(judged("A", 0), source=SOURCE, outputs={"A": ["x"]})
    with pytest.raises(RatingError, match="the source is 'x', but elsewhere 'y'"):
        tried(
            judged("A", 0, source="y", hypothesis="a"),
            judged("B", 0, source="x", hypothesis="b"),
        )
    documents.write_text("one\n")
    with pytest.raises(FormatError, match="docs:1"):
        tried(judged("A", 0), source=SOURCE, outputs=OUTPUTS, documents=documents)
    assert not (tmp_path / "sets" / "mine").exists()


def test_offsets_of_a_tool_that_shows_breaks_as_one_character():
    """Appraise's files hold no texts, so its offsets fit only those that come later."""
    rating = Rating((Error(2, 5, "Style", "Major", original=(2, 4)),))
    outputs = {"A": ["a<br>def", "zwei", "drei", "vier"]}
    campaign = Campaign("en-de", [judged("A", 0, rating=rating)], source=SOURCE, outputs=outputs)
    assert campaign.judgements[0].rating.errors == (Error(5, 8, "Style", "Major"),)
