"""Tests evaluation sets: contents, lazy reading, and error messages."""

import math
import pickle

import numpy as np
import pytest

from own_process import printed
from parbleu.errors import (
    EvalSetError,
    FormatError,
    OptionError,
    UndecodableLineError,
    UnknownLanguagePairError,
    UnknownNameError,
)
from parbleu.evalset import EvalSet, Info
from parbleu.evalset._standard_info import find_info, language_pairs, set_names
from parbleu.human import Rating


def test_names_are_known_without_reading_anything(tree, monkeypatch):
    for file in tree.root.rglob("*.txt"):
        file.write_bytes(b"\xff")
    for file in tree.root.rglob("*.score"):
        file.write_bytes(b"\xff")
    evalset = tree.load()
    assert evalset.src_lang == "en"
    assert evalset.tgt_lang == "de"
    assert evalset.sys_names == ("A", "B", "refA")
    assert evalset.ref_names == ("refA", "refB")
    assert evalset.human_sys_names == {"refA"}
    assert evalset.levels == ("system", "domain", "segment")
    assert evalset.metric_names == ("BLEU-refB", "Len-src")
    assert evalset.metric_basenames == ("BLEU", "Len")
    assert evalset.human_score_names == ("mqm",)
    assert evalset.scorers("domain") == (["mqm"], [])
    assert evalset.has_scores("segment", "Len-src")
    assert not evalset.has_scores("system", "Len-src")
    with pytest.raises(UndecodableLineError, match=r"sources.en-de.txt:1:"):
        evalset.src  # noqa: B018
    with pytest.raises(UndecodableLineError):
        evalset.sys_outputs["A"]


def test_systems_are_sorted_by_name_and_not_by_file(tree):
    for system in ("A-x", "A.x"):
        tree.write(f"system-outputs/en-de/{system}.txt", *"abcd")
    assert tree.load().sys_names == ("A", "A-x", "A.x", "B", "refA")


def test_sets_can_be_sent_to_other_processes(tree):
    evalset = tree.load()
    evalset.sys_outputs["A"], evalset.scores("segment", "mqm"), evalset.metadata
    again = pickle.loads(pickle.dumps(evalset))
    assert again.sys_outputs["A"] == evalset.sys_outputs["A"]
    assert again.all_refs["refB"] == evalset.all_refs["refB"]
    assert again.scores("segment", "mqm").to_lists() == evalset.scores("segment", "mqm").to_lists()


def test_texts(tree):
    tree.write("system-outputs/en-de/B.txt", "b0 \u3000", "[No translation supplied]", "", "b\u20283")
    evalset = tree.load()
    assert evalset.src == ["w", "x", "y", "z"]
    assert evalset.sys_outputs["B"] == ["b0", None, "", "b\u20283"]
    assert list(evalset.all_refs) == ["refA", "refB"]
    assert evalset.all_refs["refB"][3] == "refB3"
    with pytest.raises(UnknownNameError, match="unknown system 'C'"):
        evalset.sys_outputs["C"]


def test_texts_in_json_lines(tree):
    (tree.root / "tiny/sources/en-de.txt").unlink()
    tree.write("sources/en-de.jsonl", *(f'{{"source": "{text} "}}' for text in "wxyz"))
    (tree.root / "tiny/system-outputs/en-de/A.txt").unlink()
    path = tree.write("system-outputs/en-de/A.jsonl", *(['{"hypothesis": "[No translation supplied]"}'] * 4))
    evalset = tree.load()
    assert evalset.src[0] == "w "
    assert evalset.sys_outputs["A"][0] == "[No translation supplied]"
    path.write_text('{"hypothesis": "a"}\n{"target": "b"}\n')
    with pytest.raises(FormatError, match=r'A.jsonl:2: there is no field "hypothesis"'):
        tree.load().sys_outputs["A"]
    path.write_text('{"hypothesis": "a"}\n{"hypothesis": 3}\n')
    with pytest.raises(FormatError, match=r"A.jsonl:2: the field .* is not a string"):
        tree.load().sys_outputs["A"]
    path.write_text('{"hypothesis": "a"}\n' + "[" * 200_000)
    with pytest.raises(FormatError, match=r"A.jsonl:2: this is not valid JSON: its brackets are nested"):
        tree.load().sys_outputs["A"]
    path.write_text('{"hypothesis": "a"}\n{"hypothesis": \n')
    with pytest.raises(FormatError, match=r"A.jsonl:2: this is not valid JSON"):
        tree.load().sys_outputs["A"]


def test_a_text_is_as_long_as_the_source(tree):
    tree.write("references/en-de.refB.txt", "a", "b", "c")
    with pytest.raises(FormatError, match=r"refB.txt:4: this has 3 segments, but the source has 4"):
        tree.load().all_refs["refB"]


def test_documents(tree):
    evalset = tree.load()
    assert evalset.docs == {"d1": (0, 2), "d2": (2, 3), "d3": (3, 4)}
    assert evalset.domains == {"news": [(0, 2), (3, 4)], "talks": [(2, 3)]}
    assert evalset.docs_per_seg == ["d1", "d1", "d2", "d3"]
    assert evalset.domains_per_seg == ["news", "news", "talks", "news"]
    assert evalset.domains_per_doc == ["news", "talks", "news"]
    assert [evalset.n_items(level) for level in ("system", "domain", "document", "segment")] == [1, 2, 3, 4]
    np.testing.assert_array_equal(evalset.documents.places("segment", "news"), [0, 1, 3])
    np.testing.assert_array_equal(evalset.documents.places("document", "talks"), [1])
    np.testing.assert_array_equal(evalset.documents.places("domain", "talks"), [1])


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["news d1", "news", "talks d2", "news d3"], "en-de.docs:2: .* is missing: add it"),
        (["news d1", "news d2", "news d1", "news d3"], "en-de.docs:3: the document d1 appears again"),
        (["news d1"], "en-de.docs:2: this has 1 segment, but the source has 4"),
    ],
)
def test_wrong_documents(tree, lines, problem):
    tree.write("documents/en-de.docs", *lines)
    with pytest.raises(FormatError, match=problem):
        tree.load().documents  # noqa: B018


def test_scores(tree):
    evalset = tree.load()
    mqm = evalset.scores("segment", "mqm")
    assert mqm.to_lists() == {"A": [-1, None, -3, 0], "B": [-2, None, -1, -1]}
    np.testing.assert_array_equal(evalset.scores("domain", "mqm").rows(["B", "A"]), [[-1.5, -1], [-0.5, -3]])
    assert evalset.gold("system")["A"] == [-1.5]
    assert math.isnan(evalset.gold("system")["refA"][0])
    assert evalset.scores("segment", "BLEU-refB") is evalset.scores("segment", "BLEU-refB")
    with pytest.raises(ValueError, match="read-only"):
        evalset.scores("segment", "BLEU-refB")["A"][0] = 7
    with pytest.raises(UnknownNameError, match="scorer at the level system: 'Len-src'"):
        evalset.scores("system", "Len-src")
    with pytest.raises(EvalSetError, match="no standard human scores at the level domain; name some: mqm"):
        evalset.gold("domain")
    with pytest.raises(UnknownNameError):
        evalset.gold("segment", "Len-src")
    with pytest.raises(OptionError, match="a level is one of"):
        evalset.scores("seg", "mqm")


@pytest.mark.parametrize(
    ("path", "lines", "problem"),
    [
        (
            "human-scores/en-de.mqm.seg.score",
            ["A 1"],
            "A has 1 score, but .* 4 at the level segment",
        ),
        (
            "human-scores/en-de.mqm.sys.score",
            ["C 1"],
            "there are no outputs of C; the systems are A, B, refA",
        ),
        (
            "metric-scores/en-de/BLEU-refB.sys.score",
            ["A None"],
            r"sys.score:1: a metric must have a score here",
        ),
    ],
)
def test_scores_that_do_not_fit(tree, path, lines, problem):
    tree.write(path, *lines)
    with pytest.raises((EvalSetError, FormatError), match=problem):
        tree.load().read_all()


def test_systems_that_a_metric_lacks(tree, caplog):
    tree.write("metric-scores/en-de/BLEU-refB.sys.score", "A 2", "B 3")
    tree.write("metric-scores/en-de/BLEU-refA.sys.score", "A 2", "B 3")
    evalset = tree.load()
    scores = evalset.scores("system", "BLEU-refB")
    assert scores.to_lists() == {"A": [2], "B": [3], "refA": [0]}
    assert scores.zero_filled == ("refA",)
    assert "there are no scores of refA; each gets zeros" in caplog.text
    assert evalset.scores("system", "BLEU-refA").systems == ("A", "B")  # refA is its own reference
    with pytest.raises(EvalSetError, match="there are no scores of refA"):
        tree.load(lenient=False).scores("system", "BLEU-refB")


def test_metrics_can_be_ignored_or_come_from_several_directories(tree, tmp_path):
    assert tree.load(metrics=False).metric_names == ()
    other = tmp_path / "other"
    (directory := other / "tiny/metric-scores/en-de").mkdir(parents=True)
    (directory / "New-src.sys.score").write_text("A 1\nB 2\nrefA 3\n")
    evalset = EvalSet("tiny", "en-de", [tree.root, other])
    assert evalset.metric_names == ("BLEU-refB", "Len-src", "New-src")
    assert evalset.scores("system", "New-src")["B"] == [2]
    (directory / "BLEU-refB.sys.score").write_text("A 1\n")
    with pytest.raises(EvalSetError, match="are the same metric at the same level; remove one"):
        EvalSet("tiny", "en-de", [tree.root, other])


def test_two_references_of_a_metric_have_no_order(tree):
    tree.write("metric-scores/en-de/X-refB.refA.sys.score", "A 1", "B 2")
    evalset = tree.load()
    assert "X-refB.refA" in evalset.metric_names
    assert evalset.references_used("X-refB.refA") == {"refA", "refB"}
    assert evalset.scores("system", "X-refA.refB") is evalset.scores("system", "X-refB.refA")


def test_where_sets_lie(tree, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with pytest.raises(EvalSetError, match=r"home/.mt-metrics-eval/mt-metrics-eval-v2/tiny: .*meta download"):
        EvalSet("tiny", "en-de")
    monkeypatch.setenv("PARBLEU_EVALSETS", f"{tmp_path / 'nowhere'}:{tree.root}")
    assert EvalSet("tiny", "en-de").sys_names
    with pytest.raises(EvalSetError, match=r"sources/en-fr.txt is missing"):
        EvalSet("tiny", "en-fr")


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("references/en-de.ref-C.txt", "a reference cannot be called 'ref-C'"),
        ("references/en-de.all.txt", "a reference cannot be called 'all'"),
        ("references/en-de.refA.jsonl", "are both the reference refA"),
        ("references/en-de.refC.doc", "a text ends in .txt or .jsonl"),
        ("system-outputs/en-de/A.jsonl", "are both of the system A"),
        ("human-scores/en-de.seg.score", "the name of a file of human scores is"),
        ("human-scores/en-de.mqm.word.score", "the name of a file of human scores is"),
        ("metric-scores/en-de/BLEU.seg.score", "is not the full name of a metric"),
        ("metric-scores/en-de/BLEU-refA.score", "the name of a file of metric scores is"),
    ],
)
def test_names_of_files_that_say_nothing(tree, path, problem):
    tree.write(path)
    with pytest.raises(EvalSetError, match=problem):
        tree.load()


def test_a_source_without_documents(tree):
    (tree.root / "tiny/documents/en-de.docs").unlink()
    with pytest.raises(EvalSetError, match=r"en-de.docs is missing"):
        tree.load()


def test_what_is_standard_must_be_there(tree):
    for info, problem in [
        (Info("refZ"), "the standard reference refZ is none of refA, refB"),
        (Info("refA", {"document": "mqm"}), "there are no human scores mqm at the level document"),
        (Info("refA", outlier_systems={"Z"}), "the outliers Z are not systems"),
    ]:
        with pytest.raises(EvalSetError, match=problem):
            tree.load(info=info)


def test_what_is_standard_is_guessed_where_there_is_no_choice(tree):
    (tree.root / "tiny/info/en-de.json").unlink()
    with pytest.raises(EvalSetError, match=r"which of the references refA, refB .*info/en-de.json"):
        tree.load()
    (tree.root / "tiny/references/en-de.refA.txt").unlink()
    tree.write("human-scores/en-de.esa.seg.score", "A 1", "A 1", "A 1", "A 1")
    info = tree.load().info
    assert info.std_ref == "refB"
    assert info.std_gold == {"system": "mqm", "domain": "mqm"}  # of segments there are two


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[]", "this must be an object"),
        ('{"std_ref": "refA", "gold": 1}', 'the key "gold" is unknown'),
        ('{"std_ref": "refA", "std_gold": "mqm"}', 'the value of "std_gold" must be a dict'),
        ("{", "this is not valid JSON"),
        ('{"std_ref": ' + "[" * 200_000, "this is not valid JSON: its brackets are nested"),
    ],
)
def test_a_file_of_what_is_standard_is_checked(tree, text, problem):
    tree.write("info/en-de.json", text)
    with pytest.raises(EvalSetError, match=problem):
        tree.load()


def test_outliers_and_primary_metrics_can_be_set(tree):
    info = Info("refA", primary_metrics={"BLEU"})
    evalset = tree.load(info=info)
    evalset.outlier_sys_names = {"B"}
    assert evalset.outlier_sys_names == {"B"}
    assert info.outlier_systems == set()
    assert evalset.display_name("Len-src") == "*Len[noref]"
    evalset.primary_metrics = {"Len"}
    assert evalset.display_name("Len-src") == "Len[noref]"
    evalset.primary_metrics = ()
    assert evalset.primary_metrics == {"BLEU"}
    assert evalset.display_name("BLEU-refB", "latex") == r"\textbf{BLEU}"
    assert evalset.display_name("Len-src", "latex") == "Len*"
    assert [evalset.display_name("BLEU-refB", fmt) for fmt in ("base", "full")] == ["BLEU", "BLEU-refB"]
    with pytest.raises(OptionError):
        evalset.display_name("BLEU-refB", "html")
    with pytest.raises(EvalSetError, match="not the full name"):
        evalset.base_metric("BLEU")


def test_ratings_and_metadata(tree):
    tree.write(
        "human-scores/en-de.mqm.rater1.seg.rating", 'A\t{"errors": []}\tr7', "A\tNone", 'B\t{"errors": []}'
    )
    tree.write("metadata/en-de/A.jsonl", '{"model": 1}', "[2]")
    evalset = tree.load()
    assert evalset.human_rating_names == ("mqm.rater1",)
    assert evalset.ratings("mqm.rater1") == {"A": [Rating(), None], "B": [Rating()]}
    assert evalset.rater_ids_per_seg("mqm.rater1") == {"A": ["r7", None], "B": ["mqm.rater1"]}
    assert evalset.metadata["A"] == [{"model": 1}, [2]]
    with pytest.raises(UnknownNameError, match="collection of ratings 'esa'"):
        evalset.ratings("esa")
    for line, problem in [
        ("A", "not 1 field"),
        ("A\t{", "not valid JSON"),
        ("A\t{}", "a rating is an object"),
    ]:
        tree.write("human-scores/en-de.mqm.rater1.seg.rating", line)
        with pytest.raises(FormatError, match=problem):
            tree.load().ratings("mqm.rater1")


def test_correlation(tree):
    evalset = tree.load()
    found = evalset.correlation("std", "BLEU-refB", "segment")
    assert found.value == pytest.approx(np.corrcoef([-1, -3, 0, -2, -1, -1], [1, 3, 4, 5, 7, 8])[0, 1])
    own = {"A": [-1, None, -3, 0], "B": [-2, None, -1, -1]}
    assert evalset.correlation(own, evalset.scores("segment", "BLEU-refB")) == found
    some = evalset.correlation("std", "BLEU-refB", "segment", "kendall", systems=["A"], items=[0, 2, 3])
    assert some.value == pytest.approx(1 / 3)
    with pytest.raises(EvalSetError, match="there are no scores of C"):
        evalset.correlation("std", "BLEU-refB", "segment", systems=["A", "C"])


@pytest.mark.needs("pandas", "polars", "pyarrow")
def test_score_table(tree):
    tree.write_scores("human-scores/en-de.mqm.doc.score", A=[1, 2, 3])
    evalset = tree.load()
    (table,) = evalset.score_table("document").tables()
    assert [column.name for column in table.columns] == ["system", "domain", "document", "mqm"]
    assert table.facts == {"test_set": evalset.name, "language_pair": "en-de", "level": "document"}
    assert table.rows[1] == ("A", "talks", "d2", 2.0)
    assert table.column("mqm").count(None) == 6
    assert list(evalset.score_table("segment").to_pandas().columns) == [
        "system",
        "domain",
        "document",
        "segment",
        "mqm",
        "BLEU-refB",
        "Len-src",
    ]
    assert list(evalset.score_table("system").to_polars()["mqm"].is_null()) == [False, False, True]
    assert evalset.score_table("domain").to_arrow().column_names == ["system", "domain", "mqm"]
    with pytest.raises(OptionError, match="a level is one of"):
        evalset.score_table("excel")


def test_sets_that_come_along():
    assert set_names()[:3] == ["wmt25", "wmt24pp", "wmt24"]
    assert sum(len(language_pairs(name)) for name in set_names()) == 177
    info = find_info("wmt24", "en-de")
    assert (info.std_ref, info.std_gold["segment"], info.outlier_systems) == ("refB", "mqm", {"MSLC"})
    assert "chrF" in info.primary_metrics & info.baseline_metrics
    assert find_info("wmt19", "de-en").baseline_metrics is None
    with pytest.raises(UnknownNameError, match="unknown evaluation set 'wmt99'"):
        language_pairs("wmt99")
    with pytest.raises(UnknownNameError):
        find_info("index", "en-de")
    with pytest.raises(UnknownLanguagePairError, match="wmt24: 'en-xx'"):
        find_info("wmt24", "en-xx")


def test_names_need_no_numpy():

    imports = "import sys; from parbleu.evalset._standard_info import set_names; set_names()"
    code = f"{imports}; assert 'numpy' not in sys.modules"
    printed(code)
