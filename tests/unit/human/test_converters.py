"""Ratings in the order of evaluation sets, `score_mqm`, the scorer of submissions: what recordings lack."""

import pytest

from parbleu.errors import FormatError, OptionError, RatingError
from parbleu.human import Judgement, Rating
from parbleu.human.codalab import score_submission
from parbleu.human.evalset_ratings import merge, rename_raters, to_collections, to_judgements
from parbleu.human.score_mqm import MqmScore, score_mqm


class Texts:
    lp = "en-de"
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
        (judged(segment=3), "there are but 3 segments"),
        (judged(segment=-1, document=None), "segment 0: there are but 3 segments"),
        (judged(document="x"), "no segment of a document 'x'"),
        (judged(document="e"), "no segment of a document 'e'"),
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
    assert to_collections([judged(source="Two", hypothesis="zwo")], Texts(), NAMES, strict=False)
    with pytest.raises(RatingError, match="rater1 rated A, segment 2, twice"):
        to_collections([judged(), judged()], Texts(), NAMES)


def test_names_of_raters():
    assert rename_raters(["b", "a", "b"]) == {"a": "a", "b": "b"}
    assert rename_raters(["b", None], anonymize=True) == {None: "rater1", "b": "rater2"}
    assert rename_raters(["rater9", "rater_x"], anonymize=True) == {"rater9": "rater9", "rater_x": "rater_x"}
    assert rename_raters([None, "x"]) == {None: "rater", "x": "x"}
    with pytest.raises(RatingError, match="those without a name"):
        rename_raters([None, "rater"])


MQM = "system\tdoc\tdoc_id\trater\tcategory\tseverity\tmisc\n"


@pytest.fixture
def table(tmp_path):
    def writer(*rows):
        path = tmp_path / "mqm.tsv"
        path.write_text(MQM + "".join("\t".join(row.split(" ")) + "\n" for row in rows))
        return str(path)

    return writer


def test_score_mqm_averages_raters_and_keeps_the_order_of_systems(table):
    path = table(
        "B d 2 zoe Style Minor -",
        "B d 1 zoe Style Major -",
        "B d 1 ann Fluency/Punctuation Minor -",
        "A d 1 ann Style Odd -",
        "B c 1 ann Non-translation! Major -",
    )
    scores = score_mqm(path)
    assert scores.segments == (
        MqmScore("B", "d", 1, -2.55, {"ann": 0.1, "zoe": 5.0}),
        MqmScore("B", "d", 2, -1.0, {"zoe": 1.0}),
        MqmScore("B", "c", 1, -25.0, {"ann": 25.0}),
        MqmScore("A", "d", 1, -0.0, {"ann": 0}),
    )
    (found,) = scores.tables()
    assert found.rows[1] == ("B", "d", 2, -1.0, None, 1.0)
    assert score_mqm(path, "minor:2,major:4", separator=",").segments[0].score == -3.0


def test_score_mqm_of_unbabel(table):
    path = table(
        'A d 1 ann Style Minor "{""mqm"": 90}"', 'A d 1 ann Style Minor "{""mqm"": 80}"',
        'A d 1 ben Style Major "{""mqm"": 95}"',
    )  # fmt: skip
    assert score_mqm(path, unbabel=True).segments == (
        MqmScore("A", "d", 1, 90.0, {"ann": 85.0, "ben": 95.0}),
    )
    recomputed = score_mqm(path, unbabel=True, recompute=True)
    assert recomputed.segments == (MqmScore("A", "d", 1, -3.5, {"ann": 2.0, "ben": 5.0}),)


def test_score_mqm_refuses_gaps_and_wrong_rows(table):
    path = table("A d 1 ann Style Minor -", "A d 3 ann Style Minor -")
    with pytest.raises(FormatError, match="A lacks segment 2 of d"):
        score_mqm(path)
    assert len(score_mqm(path, allow_gaps=True).segments) == 2
    with pytest.raises(FormatError, match=r"tsv:2: there is no 'seg'; the columns are system, doc"):
        score_mqm(path, segment_column="seg")
    with pytest.raises(FormatError, match=r"tsv:2: doc_id must be a whole number"):
        score_mqm(table("A d x ann Style Minor -"))
    with pytest.raises(OptionError, match="is no weight"):
        score_mqm(path, "major")


SEGMENT = "M\t{}\tgeneraltest2023\tnews\tdoc\t{}\t{}\t{}\t{}\n"
SYSTEM = "M\t{}\tgeneraltest2023\t{}\t{}\t{}\t{}\n"


@pytest.fixture
def submission(tmp_path):
    """A submission for en-de with gold scores; returns its directory."""
    segments = [
        SEGMENT.format("en-de", "refA", system, n, 10 * n + k)
        for k, system in enumerate("AB")
        for n in (1, 2)
    ]
    systems = [SYSTEM.format("en-de", "all", "refA", system, k) for k, system in enumerate("AB")]
    for name, lines in (
        ("ref/goldlabels.seg", segments),
        ("ref/goldlabels.sys", systems),
        ("res/m.seg", segments),
    ):
        path = tmp_path / f"{name}.score"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(lines))
    return tmp_path


def scored(directory):
    scores = score_submission(str(directory), lambda _: None)
    (found,) = scores.tables()
    assert found.column("system_pearson") == list(scores.pearson.values())
    return dict(line.split(": ") for line in scores.lines)


def test_other_pairs_and_other_lines_do_not_count(submission):
    path = submission / "res" / "m.seg.score"
    more = [
        SEGMENT.format("cs-uk", "refA", "A", 1, 3),
        SEGMENT.format("en-de", "refA", "refA", 1, 3),
        SEGMENT.format("en-de", "refB", "A", 1, 3),
        SEGMENT.format("en-de", "refA", "A", 1, 3).replace("2023", "2022"),
    ]
    path.write_text(path.read_text() + "".join(more))
    found = scored(submission)
    assert (found["ende_kendalltau"], found["zhen_kendalltau"]) == ("1.000000", "0.000000")
    assert found["ref_less"] == "N"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("x\n", "a line has 9 fields between TABs"),
        (SEGMENT.format("en-de", "refA", "A", 1, 5), "there is a score of en-de news doc refA A 1 already"),
        (SEGMENT.format("en-de", "refA", "A", 3, 5), "must not have a score of en-de news doc refA A 3"),
        (SEGMENT.format("en-de", "refA", "A", 0, 5), "there is no segment '0'"),
        (SEGMENT.format("en-de", "refA", "A", 3, "x"), "the score 'x' is no number"),
        (SEGMENT.format("en-de", "src", "A", 1, 5), "either with or without reference"),
        (SEGMENT.format("en-de", "refA", "A", 3, 5).replace("M", "N", 1), "this is the metric N"),
    ],
)
def test_wrong_submissions(submission, line, problem):
    path = submission / "res" / "m.seg.score"
    path.write_text(path.read_text() + line)
    with pytest.raises(FormatError, match=problem):
        scored(submission)


def test_incomplete_submissions(submission):
    path = submission / "res" / "m.seg.score"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-2]))
    with pytest.raises(FormatError, match="lacks a score of en-de news doc refA B 1, and 1 more"):
        scored(submission)
    path.write_text("".join(lines))
    metadata = submission / "res" / "metadata.txt"
    metadata.write_text("team: T\nprimary maybe\n")
    with pytest.raises(FormatError, match="primary: yes"):
        scored(submission)
    metadata.write_text("team T\nprimary: YES\n")
    with pytest.raises(RatingError, match="he-en, zh-en is missing"):
        scored(submission)
    path.rename(submission / "res" / "m.txt")
    with pytest.raises(RatingError, match="neither"):
        scored(submission)
    for name in ("a", "b"):
        (submission / "res" / f"{name}.sys.score").write_text(SYSTEM.format("en-de", "all", "refA", "A", 1))
    with pytest.raises(RatingError, match="several files"):
        scored(submission)
    with pytest.raises(RatingError, match="cannot list"):
        scored(submission / "nowhere")


def test_system_scores_alone(submission):
    (submission / "res" / "m.seg.score").unlink()
    systems = (submission / "ref" / "goldlabels.sys.score").read_text()
    (submission / "res" / "m.sys.score").write_text(systems)
    assert scored(submission)["ende_pearson"] == "1.000000"
    assert scored(submission)["ende_kendalltau"] == "0.000000"
