"""Metrics of one's own: from arrays, files and directories; levels that are derived; names."""

import numpy as np
import pytest

from extras import extra
from parbleu.errors import EvalSetError, FormatError, InputShapeError, InputTypeError, OptionError

SCORES = {"A": [1, 2, 3, 4], "B": [0, 0, 0, 1], "refA": [5, 5, 5, 5]}


@pytest.mark.parametrize(
    "make",
    [
        dict,
        lambda scores: {name: np.array(row) for name, row in scores.items()},
        lambda scores: extra("pandas").DataFrame(scores),
        lambda scores: extra("polars").DataFrame(scores),
    ],
)
def test_arrays(tree, make):
    evalset = tree.load()
    assert (
        evalset.add_metric("New", ["refB"], "segment", make(SCORES), derive=("document", "domain", "system"))
        == "New-refB"
    )
    assert evalset.scores("segment", "New-refB").to_lists() == SCORES
    assert evalset.scores("document", "New-refB")["A"].tolist() == [1.5, 3, 4]
    assert evalset.scores("domain", "New-refB")["A"].tolist() == [pytest.approx(7 / 3), 3]
    assert evalset.scores("system", "New-refB").to_lists() == {"A": [2.5], "B": [0.25], "refA": [5]}
    assert "New-refB" in evalset.metric_names


def test_single_scores(tree):
    evalset = tree.load()
    evalset.add_metric("New", (), "system", {"A": 1, "B": 2, "refA": 3})
    assert evalset.scores("system", "New-src")["B"].tolist() == [2]


@pytest.mark.parametrize(
    ("arguments", "error", "problem"),
    [
        (("New", ["refZ"], "segment", SCORES), EvalSetError, "there is no reference refZ for New"),
        (("New", [], "segment", {"A": [1, 2, 3, 4]}), EvalSetError, "there are no scores of B, refA"),
        (("New", [], "segment", {"A": [1, 2], "B": [1]}), InputShapeError, "B has 1 of them, but A has 2"),
        (("New", [], "segment", {"A": [1, 2]}), EvalSetError, "A has 2 scores, but there must be 4"),
        (("New", [], "segment", {**SCORES, "Z": [1] * 4}), EvalSetError, "there are no outputs of Z"),
        (
            ("New", [], "segment", {**SCORES, "A": [1, 2, None, 4]}),
            EvalSetError,
            "A has no score at position 3",
        ),
        (("New", [], "segment", {**SCORES, "A": ["1", "x", "2", "3"]}), InputTypeError, "are not numbers"),
        (("New", [], "segment", {}), InputShapeError, "there is no system"),
        (("New", [], "segment", "scores"), InputTypeError, "must be given as"),
        (("New", [], "segment", [1, 2]), InputTypeError, "must be given as"),
        (("New", [], "word", SCORES), OptionError, "a level is one of"),
        (
            ("Len", [], "segment", SCORES),
            EvalSetError,
            "there are scores of Len-src at the level segment already",
        ),
    ],
)
def test_refused_scores_leave_nothing_behind(tree, arguments, error, problem):
    evalset = tree.load()
    before = evalset.metric_names
    with pytest.raises(error, match=problem):
        evalset.add_metric(*arguments)
    assert evalset.metric_names == before
    assert evalset.scores("segment", "Len-src")["B"].tolist() == [1, 2, 1, 2]


def test_only_segments_can_be_averaged(tree):
    with pytest.raises(EvalSetError, match="can only be derived from segment scores"):
        tree.load().add_metric("New", [], "document", {name: [1, 2, 3] for name in SCORES}, derive=["system"])
    with pytest.raises(EvalSetError, match="at the level segment can only be derived"):
        tree.load().add_metric("New", [], "segment", SCORES, derive=["segment"])


def test_repair_and_replace(tree, caplog):
    evalset = tree.load()
    evalset.add_metric("Len", [], "segment", {"A": [7, 7, 7, 7]}, repair=True, overwrite=True)
    assert evalset.scores("segment", "Len-src").zero_filled == ("B", "refA")
    assert evalset.scores("segment", "Len-src").to_lists()["B"] == [0, 0, 0, 0]
    assert "each gets zeros" in caplog.text


def test_names(tree):
    tree.write("references/en-de.refC.txt", *"wxyz")
    evalset = tree.load()
    assert evalset.add_metric("New", {"refC", "refB"}, "segment", SCORES) == "New-refB.refC"
    scores = {name: SCORES[name] for name in "AB"}
    assert evalset.add_metric("New", {"refC", "refB", "refA"}, "segment", scores) == "New-all"
    assert evalset.add_metric("Newer", {"all"}, "segment", scores) == "Newer-all"


def test_files(tree, tmp_path):
    directory = tmp_path / "mine"
    (pair := directory / "en-de").mkdir(parents=True)
    seg = "".join(f"{name} {score}\n" for name, row in SCORES.items() for score in row)
    (pair / "New-refB.seg.score").write_text(seg)
    (pair / "Other-src.sys.score").write_text("A 1\nB 2\nrefA 3\n")
    (pair / "notes.txt").write_text("")
    evalset = tree.load()
    assert evalset.add_metrics_from(directory) == ["New-refB", "Other-src"]
    with pytest.raises(EvalSetError, match="New-refB at the level segment already"):
        evalset.add_metrics_from(pair)
    assert evalset.add_metrics_from(pair / "New-refB.seg.score", overwrite=True, derive=["system"]) == [
        "New-refB"
    ]
    assert evalset.scores("system", "New-refB")["A"] == [2.5]
    with pytest.raises(EvalSetError, match="can only be derived from segment scores"):
        tree.load().add_metrics_from(pair, derive=["document"])


def test_wrong_files(tree, tmp_path):
    evalset = tree.load()
    with pytest.raises(EvalSetError, match=r"there is no file BASE-REFS.LEVEL.score in"):
        evalset.add_metrics_from(tmp_path / "nowhere")
    (path := tmp_path / "New.score").write_text("A 1\n")
    with pytest.raises(EvalSetError, match="the name of a file of metric scores is"):
        evalset.add_metrics_from(path)
    (path := tmp_path / "New-src.sys.score").write_text("A x\n")
    with pytest.raises(FormatError, match=r"New-src.sys.score:1: 'x' is no number"):
        evalset.add_metrics_from(path)


def test_references_stand_as_the_file_has_them(tree, tmp_path):
    (path := tmp_path / "New-refB.refA.sys.score").write_text("A 1\nB 2\n")
    evalset = tree.load()
    assert evalset.add_metrics_from(path) == ["New-refB.refA"]
    assert "New-refB.refA" in evalset.metric_names
    assert evalset.scores("system", "New-refA.refB") is evalset.scores("system", "New-refB.refA")
    assert evalset.add_metric("Set", {"refB", "refA"}, "system", {"A": [1], "B": [2]}) == "Set-refA.refB"


def test_all_of_two_references_are_named(tree, tmp_path):
    (path := tmp_path / "New-all.sys.score").write_text("A 1\nB 2\n")
    evalset = tree.load()
    assert evalset.add_metrics_from(path) == ["New-refA.refB"]
