"""Tests that written evaluation sets load unchanged, and that invalid ones are not written."""

import json
import math
import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from extras import extra
from parbleu.errors import CacheError, EvalSetError, FormatError, OptionError, ParbleuError
from parbleu.evalset import EvalSet, Info, SetContents, score_systems
from parbleu.evalset._evalset_writer import SetTexts, read_human_table, save_metric, write_evalset
from parbleu.evalset._levels import Documents

PARTS = {
    "source": ["w", "x", "y"],
    "references": {"refA": ["a", "b", "c"], "refB": ["A", "B", "C"]},
    "outputs": {
        "S": ["s", None, ""],
        "T": ["t\n1", "t ", "[No translation supplied]"],
        "refB": ["A", "B", "C"],
    },
    "documents": [("news", "d1"), ("news", "d1"), ("talks", "d2")],
    "human": {"esa": {"S": [1, None, 5], "T": [2.5, 3, 4]}},
}


def write(directory, name="mine", pair="en-de", **parts):
    """Writes a set of parts like `PARTS`."""
    texts = {key: parts.pop(key) for key in ("source", "references", "outputs", "documents") if key in parts}
    return write_evalset(directory, name, pair, SetTexts(**texts), **parts)


def files(directory):
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file())


def test_a_set_loads_as_what_was_given(tmp_path):
    evalset = write(tmp_path, "mine", "en-de", **PARTS)
    assert evalset.src == PARTS["source"]
    assert dict(evalset.all_refs) == PARTS["references"]
    assert dict(evalset.sys_outputs) == PARTS["outputs"]
    assert evalset.docs == {"d1": (0, 2), "d2": (2, 3)}
    assert evalset.info == Info("refA", dict.fromkeys(("segment", "domain", "system"), "esa"))
    assert evalset.gold("segment").to_lists() == PARTS["human"]["esa"]
    assert evalset.gold("domain").to_lists() == {"S": [1, 5], "T": [2.75, 4]}
    assert evalset.gold("system").to_lists() == {"S": [3], "T": [9.5 / 3]}
    assert files(tmp_path / "mine") == [
        "documents/en-de.docs",
        "human-scores/en-de.esa.domain.score",
        "human-scores/en-de.esa.seg.score",
        "human-scores/en-de.esa.sys.score",
        "info/en-de.json",
        "references/en-de.refA.txt",
        "references/en-de.refB.txt",
        "sources/en-de.txt",
        "system-outputs/en-de/S.txt",
        "system-outputs/en-de/T.jsonl",
        "system-outputs/en-de/refB.txt",
    ]
    assert os.listdir(tmp_path) == ["mine"]


SEGMENTS = st.none() | st.text(
    st.characters() | st.sampled_from(" \t\r\n\x0b\x1c\x85\u2028\ufeff\ud800[None]"), max_size=8
)


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(SEGMENTS, SEGMENTS, st.floats(-1e150, 1e150) | st.just(float("nan"))),
        min_size=1,
        max_size=4,
    )
)
@example([("\0", "\0", 1.0)])  # with the end of the line it looks like UTF-16
@example([("", "", 1.0), ("<html>", "PK\x03\x04", 2.0)])
@example([("%PDF-1.7", "BZh91AY&SY", 1.0)])
def test_any_text_and_any_score_comes_back(rows):
    source, output, scores = (list(column) for column in zip(*rows, strict=True))
    with TemporaryDirectory() as directory:
        parts = {
            "source": source,
            "references": {"r": output},
            "outputs": {"S": output},
            "human": {"h": {"S": scores}},
        }
        evalset = write(directory, "mine", "en-de", **parts, levels=["segment"])
        assert evalset.src == source
        assert evalset.sys_outputs["S"] == evalset.all_refs["r"] == output
        found = evalset.gold("segment")["S"].tolist()
        assert list(map(repr, found)) == list(map(repr, scores))


def test_files_are_taken_as_they_are(tmp_path):
    (source := tmp_path / "source.txt").write_text("w\nx\n")
    (output := tmp_path / "out.jsonl").write_text('{"hypothesis": "a"}\n{"hypothesis": "b"}\n')
    (docs := tmp_path / "docs").write_text("news d1\nnews d2\n")
    evalset = write(
        tmp_path / "data",
        "mine",
        "en-de",
        source=source,
        references={"ref": source},
        outputs={"S": output},
        documents=docs,
    )
    assert evalset.sys_outputs["S"] == ["a", "b"]
    assert evalset.doc_names == ("d1", "d2")
    assert evalset.levels == ()


def test_metrics_are_checked_and_written(tmp_path):
    (metrics := tmp_path / "metrics").mkdir()
    (metrics / "New-refA.seg.score").write_text("S 1\nS 2\nS 3\nT 4\nT 5\nT 6\nrefB 7\nrefB 8\nrefB 9\n")
    (metrics / "New-refA.domain.score").write_text(
        "talks S 1\ntalks T 2\ntalks refB 3\nnews S 4\nnews T 5\nnews refB 6\n"
    )
    evalset = write(tmp_path / "data", "mine", "en-de", **PARTS, metrics=[metrics])
    assert evalset.scores("domain", "New-refA").to_lists() == {"S": [4, 1], "T": [5, 2], "refB": [6, 3]}
    (metrics / "Wrong-refA.seg.score").write_text("S 1\n")
    with pytest.raises(EvalSetError, match="Wrong-refA"):
        write(tmp_path / "data", "other", "en-de", **PARTS, metrics=[metrics])
    assert os.listdir(tmp_path / "data") == ["mine"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"outputs": {"S": ["s"]}}, "has 1 segment, but the source has 3"),
        ({"outputs": {"S T": ["s"] * 3}}, "a system cannot be called 'S T'"),
        ({"references": {"ref-A": ["s"] * 3}}, "a reference cannot be called 'ref-A'"),
        ({"references": {"../x": ["s"] * 3}}, "a reference cannot be called"),
        ({"references": {}}, "needs a reference"),
        ({"source": []}, "the source: there is no segment"),
        ({"documents": [("a b", "c")] * 3}, "a domain cannot be called"),
        ({"documents": [("a", "c"), ("a", "d"), ("a", "c")]}, "other segments stand between those of .* 'c'"),
        ({"documents": [("a", "c")] * 2, "human": {}}, "has 2 segments, but the source has 3"),
        ({"human": {"esa": {"S": [1, 2]}}}, "the scores esa are 2 for each system, but there are 3 segments"),
        ({"human": {"esa": {"Z": [1, 2, 3]}}}, "there are no outputs of Z"),
        ({"info": Info("refZ")}, "the standard reference refZ"),
        ({"levels": ["word"]}, "a level is one of"),
    ],
)
def test_what_does_not_fit_is_not_written(tmp_path, change, problem):
    with pytest.raises(ParbleuError, match=problem):
        write(tmp_path, "mine", "en-de", **{**PARTS, **change})
    assert os.listdir(tmp_path) == []


def test_replacing_leaves_other_pairs_and_no_old_files(tmp_path):
    write(tmp_path, "mine", "en-de", **PARTS)
    write(tmp_path, "mine", "en-fr", **PARTS)
    with pytest.raises(EvalSetError, match="has en-de already"):
        write(tmp_path, "mine", "en-de", **PARTS)
    new = {**PARTS, "source": ["a\nb", "x", "y"], "human": {}, "outputs": {"U": ["u", "v", "w"]}}
    evalset = write(tmp_path, "mine", "en-de", **new, overwrite=True)
    assert evalset.sys_names == ("U",)
    assert evalset.src[0] == "a\nb"
    assert evalset.human_score_names == ()
    assert EvalSet("mine", "en-fr", tmp_path).sys_names == ("S", "T", "refB")


def test_a_metric_is_saved_as_it_was_added(tree, tmp_path):
    evalset = tree.load()
    scores = {"A": [0.1, 1e-300, -0.0, 3], "B": [1 / 3, 2, 3, 4], "refA": [1, 2, 3, 4]}
    name = evalset.add_metric("New", (), "segment", scores, derive=("domain", "system"))
    paths = save_metric(evalset, name, tmp_path / "more")
    assert [path.rpartition("/")[2] for path in paths] == [
        f"New-src.{level}.score" for level in ("sys", "domain", "seg")
    ]
    again = EvalSet(tree.name, tree.language_pair, [tree.root, tmp_path / "more"])
    for level in ("segment", "domain", "system"):
        assert again.scores(level, name).to_lists() == evalset.scores(level, name).to_lists()
    name = evalset.add_metric("../New", (), "segment", scores)
    with pytest.raises(EvalSetError, match=r"called '\.\./New-src' cannot be files: names have no slash"):
        save_metric(evalset, name, tmp_path / "more")


def test_a_signature_is_stored_beside_scores(tmp_path):
    evalset = write(tmp_path, "mine", "en-de", **PARTS)
    name = score_systems(evalset, "BLEU", tokenize="intl")
    save_metric(evalset, name, tmp_path)
    stored = EvalSet("mine", "en-de", tmp_path)
    assert "|tok:intl|" in stored.signature(name)
    assert SetContents(stored).tables()[-1].facts == {f"{name} signature": stored.signature(name)}
    scores = tmp_path / "mine" / "metric-scores" / "en-de"
    copied = write(tmp_path, "copy", "en-de", **PARTS, metrics=[scores])
    assert copied.signature(name) == stored.signature(name)
    stored.add_metric(
        "BLEU", [stored.std_ref], "system", {"S": [1.0], "T": [1.0], "refB": [1.0]}, overwrite=True
    )
    save_metric(stored, name, tmp_path)  # scores from elsewhere: what the file says would be false
    assert EvalSet("mine", "en-de", tmp_path).signature(name) == ""
    assert not (scores / f"{name}.signature").exists()


def test_a_directory_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises((CacheError, OSError)):
        write(tmp_path / "file", "mine", "en-de", **PARTS)


@pytest.fixture
def documents(tmp_path):
    (path := tmp_path / "x.docs").write_text("news d1\nnews d1\ntalks d2\n")
    return Documents(str(path))


def table(tmp_path, name, text, documents, **options):
    (path := tmp_path / name).write_text(text, encoding="utf-8")
    return read_human_table(path, {"S", "T"}, documents, **options).to_lists()


def test_tables_of_human_scores(tmp_path, documents):
    rows = [
        ["T", 1, 90, "ann"],
        ["T", 1, 80, "ben"],
        ["T", 1, 70, "ben"],
        ["S", 3, "", "ann"],
        ["S", 2, 50.5, "ann"],
    ]
    expected = {"S": [None, 50.5, None], "T": [82.5, None, None]}
    header = ["system", "segment", "score", "rater"]
    csv = "".join(",".join(map(str, row)) + "\n" for row in [header, *rows])
    assert table(tmp_path, "x.csv", "\ufeff" + csv + "\n", documents) == expected
    assert table(tmp_path, "x.tsv", csv.replace(",", "\t"), documents) == expected
    lines = "".join(json.dumps(dict(zip(header, row, strict=True))) + "\n" for row in rows)
    assert table(tmp_path, "x.jsonl", lines, documents) == expected


def test_other_columns_segments_of_documents_and_penalties(tmp_path, documents):
    text = 'model\tdocument\tsegment\tscore\tnote\nS\td1\t2\t5\t"x\nS\td2\t1\t0\t-\n'
    found = table(tmp_path, "x.tsv", text, documents, columns={"system": "model"}, negate=True)
    assert found == {"S": [None, -5, 0]}
    assert math.copysign(1, found["S"][2]) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "sys,segment,score\nS,1,2\n",
            "csv:2: there is no 'system'; say which column is the system .*system=COLUMN.* sys, seg",
        ),
        ("system,segment,score\nS,1\n", "csv:2: this has 2 fields, but there should be 3"),
        ("system,segment,score\n1,S,1,2\n", "is the first one the name of the row, as R writes it?"),
        ("system,segment,score\nS,1,2\nZ,1,2\n", "csv:3: there is no system 'Z'; there are S, T"),
        ("system,segment,score\nS,4,2\n", "csv:2: there is no segment '4': those of the source .* 1 to 3"),
        (
            "system,segment,score,document\nS,3,2,d1\n",
            "csv:2: there is no segment '3': those of d1 .* 1 to 2",
        ),
        ("system,segment,score,document\nS,3,2,d7\n", "csv:2: there is no document 'd7'"),
        ("system,segment,score\nS,1,good\n", "csv:2: the score 'good' is not a number"),
        ("system,segment,score\nS,1,inf\n", "csv:2: the score 'inf' is not a number"),
        ('system,segment,score\nS,1,"2"x\n', "csv:2: this is no CSV"),
    ],
)
def test_wrong_rows_are_named(tmp_path, documents, text, problem):
    with pytest.raises(FormatError, match=problem):
        table(tmp_path, "x.csv", text, documents)


def test_wrong_tables(tmp_path, documents):
    extra("python_calamine")
    with pytest.raises(FormatError, match="this spreadsheet cannot be read"):
        table(tmp_path, "x.xlsx", "PK\3\4 xl/workbook.xml", documents)
    with pytest.raises(OptionError, match="tables have the columns"):
        table(tmp_path, "x.csv", "", documents, columns={"model": "system"})
    with pytest.raises(FormatError, match="must be an object"):
        table(tmp_path, "x.jsonl", "[1]\n", documents)
    with pytest.raises(EvalSetError, match="there is no score in this table"):
        table(tmp_path, "x.csv", "system,segment,score\nS,1,None\n", documents)
    (path := tmp_path / "y.csv").write_bytes(b"system\n\xff\n")
    with pytest.raises(FormatError, match="not valid UTF-8"):
        read_human_table(path, {"S"}, documents)
    with pytest.raises(ParbleuError, match="cannot read"):
        read_human_table(tmp_path / "none.csv", {"S"}, documents)
