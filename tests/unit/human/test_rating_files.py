"""Reading several files of ratings, and choosing among the judgements."""

import json

import pytest

from parbleu.errors import FormatError, OptionError, RatingError, UnknownNameError
from parbleu.human import Judgement, read_ratings, select_judgements
from parbleu.human.formats._base import Format

HEADER = "system,segment,score,rater\n"


@pytest.fixture
def files(tmp_path):
    """Two tables of scores, and one with a wrong line."""
    for name, rows in (("one", "A,1,90,ann\n"), ("two", "A,1,80,ben\n"), ("torn", "A,1,x,ann\nA,2,3,cat\n")):
        (tmp_path / f"{name}.csv").write_text(HEADER + rows)
    return tmp_path


def test_several_files_count_as_one(files):
    found = read_ratings([files / "one.csv", str(files / "two.csv")])
    assert [(each.rater, each.score) for each in found] == [("ann", 90), ("ben", 80)]
    assert read_ratings(files / "one.csv") == found[:1]


def test_wrong_lines(files, caplog):
    with pytest.raises(FormatError, match=r"torn\.csv:2: the score 'x' is not a number"):
        read_ratings(files / "torn.csv")
    (kept,) = read_ratings(files / "torn.csv", lenient=True)
    assert kept.rater == "cat"
    first, second, _ = caplog.messages
    assert first == f"left out: {files / 'torn.csv'}:2: the score 'x' is not a number"
    assert second.startswith("left out 1 line beside 1 judgement: scores are of what is left")


def test_what_is_refused(files):
    with pytest.raises(OptionError, match="standard input has no file name"):
        read_ratings("-")
    (files / "empty.csv").write_text(HEADER)
    with pytest.raises(RatingError, match=r"no judgements in .*empty\.csv"):
        read_ratings(files / "empty.csv")


class Careless(Format):
    """A format that does not check its lines."""

    def read(self, path, problems=None):
        with open(path) as file:
            for line in file:
                system, segment = line.split()
                yield Judgement(system=system, segment=int(segment))


@pytest.mark.parametrize("line", ["A", "A x"])
def test_a_format_that_does_not_check_its_lines(tmp_path, line):
    (tmp_path / "file").write_text(f"{line}\n")
    with pytest.raises(
        FormatError, match=r"file: the format Careless cannot read this file \(.*\); name another"
    ):
        read_ratings(tmp_path / "file", Careless())


def test_language_pairs(files):
    row = "ann,A,0,TGT,eng,{},90,d,False,[],0,0\n"
    (files / "esa.csv").write_text(row.format("jpn") + row.format("zho"))
    with pytest.raises(OptionError, match=r"language pairs \(-l, language_pair=\): eng-jpn or eng-zho"):
        read_ratings(files / "esa.csv")
    (found,) = read_ratings(files / "esa.csv", language_pair="en-ja")
    assert found.language_pair == "eng-jpn"
    for other in ("en-de", "a pair-", "en"):
        with pytest.raises(RatingError, match=f"there is no {other} here, but eng-jpn, eng-zho"):
            read_ratings(files / "esa.csv", language_pair=other)
    assert len(read_ratings(files / "one.csv", language_pair="en-de")) == 1  # which does not say
    assert len(read_ratings(files / "esa.csv", language_pair="eng-zho")) == 1
    assert len(read_ratings(files / "esa.csv", language_pair="en-zh_CN")) == 1


def test_selected_judgements():
    judgements = [Judgement(system, 0, rater) for system in "AB" for rater in ("ann", None)]
    assert select_judgements(judgements) == judgements
    assert select_judgements(judgements, system="B", rater="ann") == [judgements[2]]
    with pytest.raises(UnknownNameError, match="unknown rater 'eve': choose from ann"):
        select_judgements(judgements, rater="eve")


GOOGLE = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
ROW = "{}\td\t{}\t{}\tr\ts\tt <v>u</v>\tStyle\t{}\n"
APPRAISE = "ann,{},{},TGT,eng,deu,{},d,False,[],1.0,2.0\n"
EVALUATION = (
    "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tsource_segment\thypothesis_segment\t"
    "reference_segment\tdomain_name\tmethod\toverall\n"
)
OF_2025 = "d\t{}\ten\tde\ts\t{}\ts\tt\tr\tn\tm\t{}\n"


def rows(pattern, *values):
    return "".join(pattern.format(*row) for row in values)


def lines(*values):
    return "".join(f"{json.dumps(value)}\n" for value in values)


def rating(end, score):
    return {"errors": [{"start": 0, "end": end, "severity": "minor", "score": score}]}


def standalone(system, segment, end, score):
    return {"source": "s", "hypothesis": "t", "system_id": system, "segment_id": segment} | rating(end, score)


def task(system, segment, value):
    result = {"type": "rating", "value": {"rating": value}, "from_name": "r", "to_name": "mt"}
    data = {"src": "s", "mt": "t", "system": system, "seg": segment}
    return {"id": 1, "data": data, "annotations": [{"completed_by": 1, "result": [result]}]}


def page(item, **scores):
    texts = dict.fromkeys(scores, "t")
    return {
        "user_id": "u",
        "item": [{"src": "s", "tgt": texts, "item_id": f"n_###_d_###_{item}"}],
        "annotation": [{name: {"score": score, "error_spans": []} for name, score in scores.items()}],
    }


def of_2026(item, **scores):
    return {"item_id": f"s_###_en_###_de_###_n_###_d_###_{item}", "task2_pred": scores}


def humeval(item, **scores):
    given = {name: [{"score": score, "annotator": "r"}] for name, score in scores.items()}
    texts = dict.fromkeys(scores, "t")
    return {"scores": given, "doc_id": f"en-de_#_n_#_d_#_{item}", "src_text": "s", "tgt_text": texts}


def of_factgenie(system, item, score):
    sliders = [{"label": "Quality", "value": score}]
    about = {"annotation_span_categories": [], "annotator_id": "r"}
    return {
        "dataset": "d", "split": "s", "example_idx": item, "output": "t", "metadata": about,
        "setup_id": system, "annotations": [], "sliders": sliders,
    }  # fmt: skip


WITH_WRONG_LINES = {
    "google": (
        "x.tsv",
        GOOGLE + rows(ROW, ("A", 1, 1, "Major"), ("A", 2, 2, ""), ("B", 1, 1, "Major"), ("A", 2, 2, "Minor"),
                      ("B", 2, 2, "Minor")),
        "A -3.0000 (-5.0000; 1 left out), B -3.0000 (-5.0000)",
    ),
    "without numbers of the test set": (
        "x.tsv",
        GOOGLE + rows(ROW, ("A", 1, "", "Major"), ("A", 2, "", ""), ("B", 1, "", "Major"),
                      ("A", 2, "", "Minor"), ("B", 2, "", "Minor")),
        "A -3.0000 (-5.0000; 1 left out), B -3.0000 (-5.0000)",
    ),
    "table": (
        "x.csv", HEADER + "A,1,90,r\nA,2,x,r\nB,1,80,r\nB,2,60,r\n",
        "A 90.0000 (90.0000; 1 left out), B 70.0000 (80.0000)",
    ),
    "table with documents": (
        "x.csv", "system,segment,score,document\nA,1,90,d\nA,1,x,e\nB,1,80,d\nB,1,60,e\n",
        "A 90.0000 (90.0000; 1 left out), B 70.0000 (80.0000)",
    ),
    "esa": (
        "x.csv",
        rows(APPRAISE, ("A", 0, 90), ("A", 1, 190), ("B", 0, 80), ("B", 1, 60)),
        "A 90.0000 (90.0000; 1 left out), B 70.0000 (80.0000)",
    ),
    "seg-rating": (
        "x.seg.rating",
        "".join(f"{name}\t{json.dumps(each)}\n" for name, each in
                (("A", rating(1, 4)), ("A", 3), ("B", rating(1, 5)), ("B", rating(1, 1)))),
        "A -1.0000 (-1.0000; 1 left out), B -1.0000 (-1.0000)",
    ),
    "seg-score": (
        "en-de.mqm.seg.score", "A -1\nA x\nB -2\nB -4\n",
        "A -1.0000 (-1.0000; 1 left out), B -3.0000 (-2.0000)",
    ),
    "standalone": (
        "x.jsonl",
        lines(standalone("A", 0, 1, 1), standalone("A", 1, 9, 1),
              standalone("B", 0, 1, 1), standalone("B", 1, 1, 9)),
        "A -1.0000 (-1.0000; 1 left out), B -1.0000 (-1.0000)",
    ),
    "wmt25-mteval": (
        "x.tsv",
        EVALUATION + rows(OF_2025, (1, "A", 90), (2, "A", "x"), (1, "B", 80), (2, "B", 60)),
        "A 90.0000 (90.0000; 1 left out), B 70.0000 (80.0000)",
    ),
    "wmt26-mteval": (
        "x.jsonl", lines(of_2026(0, A=90, B=80), of_2026(1, A="x", B=60)),
        "A 90.0000 (90.0000; 1 left out), B 80.0000 (80.0000; 1 left out)",
    ),
    "wmt-humeval": (
        "x.jsonl", lines(humeval(0, A=90, B=80), humeval(1, A="x", B=60)),
        "A 90.0000 (90.0000; 1 left out), B 80.0000 (80.0000; 1 left out)",
    ),
    "pearmut": (
        "x.jsonl", lines(page(0, A=90, B=80), page(1, A="x", B=60)),
        "A 90.0000 (90.0000; 1 left out), B 80.0000 (80.0000; 1 left out)",
    ),
    "factgenie": (
        "x.jsonl", lines(of_factgenie("A", 0, "90"), of_factgenie("A", 1, "x"),
                         of_factgenie("B", 0, "80"), of_factgenie("B", 1, "60")),
        "A 90.0000 (90.0000; 1 left out), B 70.0000 (80.0000)",
    ),
    "xcomet": (
        "x.json",
        json.dumps({name: [{"src": "s", "mt": "t", "COMET": score, "errors": []} for score in scores]
                    for name, scores in (("A.txt", (0.5, "x")), ("B.txt", (0.5, 0.25)))}),
        "A 0.5000 (0.5000; 1 left out), B 0.3750 (0.5000)",
    ),
    "label-studio": (
        "x.json", json.dumps([task("A", 1, 4), task("A", 2, "x"), task("B", 1, 4), task("B", 2, 2)]),
        "A 4.0000 (4.0000; 1 left out), B 3.0000 (3.0000); 1 line did not say which segment",
    ),
}  # fmt: skip
"""Format -> a file whose second segment of A is wrong, and what is said of the scores."""


@pytest.mark.parametrize(("name", "text", "told"), WITH_WRONG_LINES.values(), ids=WITH_WRONG_LINES)
def test_how_scores_differ_without_wrong_lines(tmp_path, caplog, name, text, told):
    (tmp_path / name).write_text(text)
    with pytest.raises(FormatError):
        read_ratings(tmp_path / name)
    read_ratings(tmp_path / name, lenient=True)
    assert told in caplog.messages[-1]


def test_lines_of_which_nothing_is_known(files, caplog):
    (files / "torn.tsv").write_text(GOOGLE + ROW.format("A", 1, 1, "Major") + "oops\n")
    read_ratings(files / "torn.tsv", lenient=True, scheme="major:3")
    assert caplog.messages[-1] == (
        "scores (major:3) of what is left and, in brackets, of the 1 segment of which nothing was left out: "
        "A -3.0000 (-3.0000); 1 line did not say which segment"
    )


def test_no_scores_are_compared_where_there_are_none(files, caplog):
    (files / "torn.tsv").write_text(GOOGLE + ROW.format("A", 1, 1, "Major") + "oops\n")
    read_ratings(files / "torn.tsv", lenient=True, scheme="da")
    assert caplog.messages[-1].startswith("left out 1 line beside 1 judgement")


def test_a_line_of_an_unknown_system_is_not_left_out_where_lines_count(tmp_path):
    """The next lines would be of other segments."""
    (tmp_path / "x.seg.rating").write_text(f"oops\nA\t{json.dumps(rating(1, 4))}\n")
    with pytest.raises(FormatError, match="a line is SYSTEM, RATING, RATER"):
        read_ratings(tmp_path / "x.seg.rating", lenient=True)
