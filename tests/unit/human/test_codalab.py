"""Tests the scorer of metric submissions where recordings have no row."""

import pytest

from parbleu.errors import FormatError, RatingError
from parbleu.human._codalab import score_submission

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


def test_a_system_called_src_says_nothing_of_references(submission):
    for path in (submission / "ref" / "goldlabels.seg.score", submission / "res" / "m.seg.score"):
        path.write_text(SEGMENT.format("en-de", "refA", "src", 1, 7) + path.read_text())
    assert scored(submission)["ref_less"] == "N"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("x\n", "a line has 9 fields between TABs"),
        (SEGMENT.format("en-de", "refA", "A", 1, 5), "there is a score of en-de news doc refA A 1 already"),
        (SEGMENT.format("en-de", "refA", "A", 3, 5), "must not have a score of en-de news doc refA A 3"),
        (SEGMENT.format("en-de", "refA", "A", 0, 5), "there is no segment '0'"),
        (SEGMENT.format("en-de", "refA", "A", 3, "x"), "the score 'x' is not a number"),
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
