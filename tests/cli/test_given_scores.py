"""Tests `parbleu score --scores`: segment scores of another tool beside parbleu's own."""

import json
import subprocess
import sys

import pytest

import parbleu
from printed_json import printed_tables

ONE, TWO = [0.5, 0.25, 0.75], [0.875, 0.5, 1.0]
PAIRS = list(zip(ONE, TWO, strict=True))


@pytest.fixture
def folder(corpus):
    (corpus / "two.txt").write_text((corpus / "hyp").read_text().upper())
    (corpus / "table.csv").write_text("two,hyp\n" + "".join(f"{b},{a}\n" for a, b in PAIRS))
    (corpus / "table.tsv").write_text(
        "segment\thyp\ttwo.txt\n" + "".join(f"{n}\t{a}\t{b}\n" for n, (a, b) in enumerate(PAIRS))
    )
    rows = [json.dumps({"src": "x", "hyp": a, "two": b}) for a, b in PAIRS]
    (corpus / "rows.jsonl").write_text("\n".join(rows) + "\n")
    pairs = [("hyp", score) for score in ONE] + [("two", score) for score in TWO]
    (corpus / "comet.seg.score").write_text("".join(f"{name}\t{score}\n" for name, score in pairs))
    (corpus / "comet").mkdir()
    (corpus / "comet" / "hyp.scores").write_text("".join(f"{score}\n" for score in ONE))
    (corpus / "comet" / "two").write_text("".join(f"{score}\n" for score in TWO))
    return corpus


@pytest.fixture
def score(run, folder):
    return lambda *words: run("score", "a", "-i", "hyp", "two.txt", *words, cwd=folder)


@pytest.mark.parametrize("file", ["table.csv", "table.tsv", "rows.jsonl", "comet.seg.score", "comet"])
def test_files(score, file):
    found = score("--scores", f"COMET={file}", "-f", "json")
    assert (found.status, found.err) == (0, "")
    one, two = printed_tables(found.out)["rows"]
    assert (round(one["COMET"], 4), round(two["COMET"], 4)) == (0.5, 0.7917)


def comet(name, scores):
    return {name: [{"src": "s", "mt": "m", "COMET": score} for score in scores]}


def test_files_of_the_writers(score, folder):
    """comet-score's JSON and printout, comet-compare's JSON, long tables, MetricX's files in a folder."""
    both = comet("out/hyp", ONE) | comet("out/two.txt", TWO)
    (folder / "comet.json").write_text(json.dumps(both, indent=4))
    (folder / "one_line.json").write_text(json.dumps(both))
    lines = [f"{name}\tSegment {n}\tscore: {score}\n" for n, pair in enumerate(PAIRS)
             for name, score in zip(both, pair, strict=True)]  # fmt: skip
    (folder / "comet.out").write_text("A log line\n" + "".join(lines) + "out/hyp\tscore: 0.5\n")
    named = [{"name": name, "mt": [], "scores": each} for name, each in zip(both, (ONE, TWO), strict=True)]
    (folder / "compare.json").write_text(json.dumps({"translations": named, "statistical_results": []}))
    rows = [f"{name},{n},{score}\n" for n, pair in reversed(list(enumerate(PAIRS, 1)))
            for name, score in zip(("hyp", "two"), pair, strict=True)]  # fmt: skip
    (folder / "long.csv").write_text("system,segment,score\n" + "".join(rows))
    (folder / "mx").mkdir()
    for name, each in (("hyp", ONE), ("two", TWO)):
        metricx = [json.dumps({"hypothesis": "h", "prediction": number}) + "\n" for number in each]
        (folder / "mx" / f"metricx.{name}.jsonl").write_text("".join(metricx))
    (folder / "mx" / ".DS_Store").write_bytes(b"\0\0\0\1Bud1")
    for file in ("comet.json", "one_line.json", "comet.out", "compare.json", "long.csv", "mx"):
        found = score("--scores", f"COMET={file}", "-f", "json")
        assert (found.status, found.err) == (0, ""), file
        one, two = printed_tables(found.out)["rows"]
        assert (round(one["COMET"], 4), round(two["COMET"], 4)) == (0.5, 0.7917), file
    found = score("--scores", "metricx=mx", "-f", "text")
    assert "metricx ↓" in found.out
    assert "metricx: lower is better; if not, --scores metricx:higher=mx says so" in found.err
    assert "metricx ↑" in score("--scores", "metricx:higher=mx", "-f", "text").out


@pytest.mark.parametrize(
    "text",
    [
        "segment,hyp,two\n2,0.75,1\n0,0.5,0.875\n1,0.25,0.5\n",
        "seg_id,hyp:COMET,two:COMET\n3.0,0.75,1\n1.0,0.5,0.875\n2.0,0.25,0.5\n",
        "doc,seg,hyp,two\nd,2,0.25,0.5\nd,1,0.5,0.875\ne,1,0.75,1\n",
        "document,segment,hyp,two\nd,3,0.75,1\ne,1,0.5,0.875\ne,2,0.25,0.5\n",
        "system,segment,score\n" + "".join(f"{s},{n},{n}\n" for n in (3, 1, 2) for s in ("hyp", "two")),
    ],
    ids=["from 0", "from 1", "of documents", "of the text", "rows"],
)
def test_rows_are_joined_by_their_segments(score, folder, text):
    (folder / "sorted.csv").write_text(text)
    found = score("--scores", "COMET=sorted.csv", "-m", "bleu", "--segments", "out.tsv")
    assert (found.status, found.err) == (0, "")
    rows = [line.split("\t") for line in (folder / "out.tsv").read_text().splitlines()]
    columns = [rows[0].index(f"{name}:COMET") for name in ("hyp", "two.txt")]
    expected = [(1, 1), (2, 2), (3, 3)] if text.startswith("system") else PAIRS
    assert [tuple(float(row[column]) for column in columns) for row in rows[1:]] == expected


def test_a_row_that_is_left_out_is_a_missing_score(score, folder):
    (folder / "gap.csv").write_text("segment,hyp,two\n3,0.5,0.75\n1,0.25,0.5\n")
    found = score("--scores", "COMET=gap.csv", "-f", "json")
    assert "1 segment of 3 without a score by COMET" in found.err
    assert [row["COMET"] for row in printed_tables(found.out)["rows"]] == [0.375, 0.625]


@pytest.mark.parametrize(
    "wrong", [None, 1, {}, {"name": "hyp"}, {"name": 1, "scores": []}, {"name": "a", "scores": 0}]
)
def test_objects_of_comet_compare_with_wrong_types(score, folder, wrong):
    (folder / "compare.json").write_text(json.dumps({"translations": [wrong], "statistical_results": []}))
    found = score("--scores", "COMET=compare.json")
    assert (found.status, found.out) == (1, "")
    assert "compare.json: translation 1 is no object with a name and a list of scores" in found.err


def test_two_translations_of_comet_compare_with_one_name(score, folder):
    twice = [{"name": "hyp", "scores": [1, 2, 3]}, {"name": "hyp", "scores": [3, 2, 3]}]
    (folder / "compare.json").write_text(json.dumps({"translations": twice, "statistical_results": []}))
    found = score("--scores", "COMET=compare.json")
    assert (found.status, found.out) == (1, "")
    assert "compare.json: translation 2 has the name of another one, 'hyp'" in found.err


def test_a_segment_that_stands_twice_is_refused(score, folder):
    (folder / "twice.csv").write_text("segment,hyp,two\n1,0.5,0.75\n1,0.25,0.5\n2,1,1\n")
    found = score("--scores", "COMET=twice.csv")
    assert (found.status, found.out) == (1, "")
    assert "twice.csv:3: the segment '1' of 'hyp' stands here again" in found.err


def test_a_number_with_zeros_before_it_is_the_same_segment(score, folder):
    (folder / "zeros.csv").write_text("segment,hyp,two\n1,0.5,0.75\n01,0.25,0.5\n2,1,1\n")
    found = score("--scores", "COMET=zeros.csv")
    assert (found.status, found.out) == (1, "")
    assert "zeros.csv:3: the segment '1' of 'hyp' stands here again" in found.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty.csv", "segment,hyp,two\n3,0.5,0.75\n1,0.25,0.5\n,1,1\n"),
        (
            "empty.jsonl",
            "".join(f'{{"segment": {n}, "hyp": 1, "two": 2}}\n' for n in (3, 1, "null")),
        ),
    ],
)
def test_a_row_that_names_no_segment_among_others_is_refused(score, folder, name, text):
    (folder / name).write_text(text)
    found = score("--scores", f"COMET={name}")
    assert (found.status, found.out) == (1, "")
    assert "the 'segment' is empty: add it, or remove the row" in found.err


@pytest.mark.parametrize(
    "text",
    [
        "segment,hyp,two\n2,0.75,1\nx,0.5,0.875\n1,0.25,0.5\n",
        "system,segment,score\n" + "".join(f"{s},{n},1\n" for n in (2, "x", 1) for s in ("hyp", "two")),
        "document,segment,hyp,two\nd,2,0.75,1\nd,x,0.5,0.875\ne,1,0.25,0.5\n",
    ],
    ids=["columns", "rows", "documents"],
)
def test_numbers_among_other_names_of_segments_are_refused_where_they_are_no_places(score, folder, text):
    (folder / "mixed.csv").write_text(text)
    found = score("--scores", "COMET=mixed.csv")
    assert (found.status, found.out) == (1, "")
    assert (
        "mixed.csv: some segments are numbers, such as 2, and others names, such as 'x': give all"
        in found.err
    )


@pytest.mark.parametrize("rows", [["", "", ""], ["d,1", "d,x", "e,1"], ["d,0", "e,x", "e,1"]])
def test_names_of_segments_that_are_in_order(score, folder, rows):
    """There may be none, and numbers may begin anew in each document."""
    text = "".join(f"{row or ','},{a},{b}\n" for row, (a, b) in zip(rows, PAIRS, strict=True))
    (folder / "mixed.csv").write_text(f"document,segment,hyp,two\n{text}")
    found = score("--scores", "COMET=mixed.csv", "-f", "json")
    assert (found.status, found.err) == (0, "")
    assert [row["COMET"] for row in printed_tables(found.out)["rows"]] == pytest.approx([0.5, 2.375 / 3])


def test_numbers_among_longer_ones(score, folder):
    (folder / "mixed.csv").write_text(f"segment,hyp,two\n2,0.75,1\n{'7' * 30},0.5,0.875\n1,0.25,0.5\n")
    found = score("--scores", "COMET=mixed.csv")
    assert (found.status, found.out) == (1, "")
    assert f"such as 2, and others names, such as '{'7' * 30}': give all" in found.err


@pytest.mark.parametrize(
    "names", [(1, "x", 3), (0, 1, "x"), (987654, "x", 123456), ("Yes.", 3, "No."), (5, "No.", "Yes.")]
)
def test_numbers_among_other_names_of_segments_may_be_their_places(score, folder, names):
    rows = [f"{name},{a},{b}\n" for name, (a, b) in zip(names, PAIRS, strict=True)]
    (folder / "mixed.csv").write_text("segment,hyp,two\n" + "".join(rows))
    found = score("--scores", "COMET=mixed.csv", "-f", "json")
    assert (found.status, found.err) == (0, "")
    assert [row["COMET"] for row in printed_tables(found.out)["rows"]] == pytest.approx([0.5, 2.375 / 3])


def test_texts_that_name_segments_may_be_equal(score, folder):
    (folder / "texts.csv").write_text("segment,hyp,two\nYes.,0.5,0.875\nYes.,0.25,0.5\nNo.,0.75,1\n")
    found = score("--scores", "COMET=texts.csv", "-m", "bleu", "--segments", "out.tsv")
    assert (found.status, found.err) == (0, "")
    rows = [line.split("\t") for line in (folder / "out.tsv").read_text().splitlines()]
    place = rows[0].index("hyp:COMET")
    assert [row[place] for row in rows[1:]] == ["0.5", "0.25", "0.75"]


@pytest.mark.parametrize(("count", "told"), [(2, "the systems have more"), (4, "the systems have 3")])
def test_scores_of_other_segments_leave_no_file_of_segments(score, folder, count, told):
    rows = "".join(f"{number},0.5,0.75\n" for number in range(count))
    (folder / "other.csv").write_text(f"segment,hyp,two\n{rows}")
    found = score("--scores", "COMET=other.csv", "-m", "bleu", "--segments", "out.tsv")
    assert (found.status, found.out) == (1, "")
    assert f"COMET: there are scores of {count} segments; {told}" in found.err
    assert not (folder / "out.tsv").exists()


def test_numbers_of_many_digits_are_no_places(score, folder):
    (folder / "ids.csv").write_text(f"index,hyp,two\n{'9' * 5000},0.5,0.875\n1,0.25,0.5\n2,0.75,1\n")
    found = score("--scores", "COMET=ids.csv", "-f", "json")
    assert (found.status, found.err) == (0, "")


def test_numbers_that_are_no_places_leave_the_order(score, folder):
    (folder / "ids.csv").write_text("index,hyp,two\n907,0.5,0.875\n31,0.25,0.5\n1206,0.75,1\n")
    found = score("--scores", "COMET=ids.csv", "-f", "json")
    assert (found.status, found.err) == (0, "")
    assert round(printed_tables(found.out)["rows"][0]["COMET"], 4) == 0.5


def test_missing_scores_are_left_out_and_counted(score, folder):
    (folder / "gap.csv").write_text("hyp,two\n0.5,0.75\nNone,0.1\n0.25,0.5\n")
    found = score("--scores", "COMET=gap.csv", "-f", "json")
    assert [row["COMET"] for row in printed_tables(found.out)["rows"]] == [0.375, 0.625]
    message = "gap.csv: 1 segment of 3 without a score by COMET (hyp 1): left out for all systems"
    assert message in found.err
    lines = [f"{name}\t{score}\n" for name in ("hyp", "two") for score in (0.5, None, 0.25)]
    (folder / "gap.seg.score").write_text("".join(lines))
    found = score("--scores", "COMET=gap.seg.score", "-f", "json")
    assert [row["COMET"] for row in printed_tables(found.out)["rows"]] == [0.375, 0.375]


def test_messages_about_scores_are_short(score, folder):
    (folder / "wide.csv").write_text(",".join(f"system{n}" for n in range(5000)) + "\n" + "1," * 4999 + "1\n")
    (folder / "text.csv").write_text("hyp,two\n" + "a" * 40000 + ",1\n")
    (folder / "twice.csv").write_text("system,segment,score\nhyp,1,2\nhyp,1,3\ntwo,1,2\n")
    (folder / "empty.csv").write_text("")
    (folder / "empty.txt").write_text("")
    for file, message in (
        ("empty.csv", "empty.csv: this file is empty"),
        ("empty.txt", "empty.txt: this file is empty"),
        ("wide.csv", "it has system0, system1"),
        ("text.csv", "a segment's score is a number, not 'aaa"),
        ("twice.csv", "twice.csv:3: the segment '1' of 'hyp' stands here again"),
    ):
        found = score("--scores", f"COMET={file}")
        assert found.status != 0
        assert message in found.err
        assert len(found.err) < 400


def test_scores_may_come_through_a_pipe(folder):
    words = 'score a -i hyp -m chrf -f text --scores "COMET=/dev/fd/3" 3< <(printf "%s\\n" 0.25 0.5 0.75)'
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m parbleu {words}"], cwd=folder, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.5000" in done.stdout


def test_what_bert_score_prints(run, folder):
    rows = "".join(f"0.1\t0.2\t{number}\n" for number in ONE)
    (folder / "bert.out").write_text("roberta-large_L17_no-idf_version=0.3.12 P: 0.1 R: 0.2 F1: 0.5\n" + rows)
    words = ("--scores", "F1=bert.out", "-f", "text")
    assert "0.5000" in run("score", "a", "-i", "hyp", *words, cwd=folder).out


def test_tests_are_the_library_s(score, folder):
    words = ["-pbs", "-n", "100", "-f", "csv", "-m", "chrf", "--scores", "COMET=table.csv", "WER:lower=comet"]
    printed = score(*words).out
    texts = {name: (folder / name).read_text().splitlines() for name in ("hyp", "two.txt", "a")}
    columns = {"hyp": ONE, "two.txt": TWO}
    metrics = ["chrf", {"COMET": columns}, parbleu.SegmentScores("WER", columns, higher_is_better=False)]
    systems = {"hyp": texts["hyp"], "two.txt": texts["two.txt"]}
    expected = parbleu.compare(systems, [texts["a"]], metrics, test="bootstrap", n_samples=100)
    assert printed == expected.render("csv", fact_columns=True)


def test_one_system_and_decimals(run, folder):
    words = [
        "score",
        "a",
        "-i",
        "hyp",
        "--scores",
        "COMET=comet/hyp.scores",
        "-f",
        "latex",
        "--decimals",
        "3",
    ]
    row = run(*words, cwd=folder).out.partition("\\midrule\n")[2].partition("\n")[0]
    assert row.endswith(r"& 0.5000 \\")
    assert len(row.split("&")[1].partition(".")[2].rstrip("} ")) == 3


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("COMET", "METRIC=FILE or METRIC:lower=FILE, not 'COMET'"),
        ("COMET:worse=table.csv", "METRIC=FILE"),
        ("COMET=comet/two", "scores of several systems are"),
        ("COMET=none.csv", "none.csv"),
        ("COMET=short.csv", "there are no scores of the system 'two.txt' in short.csv; it has hyp"),
        ("COMET=words.csv", "words.csv:3: a segment's score is a number, not 'good'"),
        ("COMET=comma.txt", "comma.txt:1: a segment's score is a number, not '0,5'; numbers have no comma "),
        ("COMET=ragged.csv", "ragged.csv:2: this has 1 field, but there should be 2: hyp, two"),
        ("COMET=twice.csv", "twice.csv:1: two columns have the same name, 'two': rename one"),
        (
            "COMET=twice.jsonl",
            "twice.jsonl:1: this is not valid JSON: a key stands twice in an object, 'two'",
        ),
        ("BLEU=table.csv", "two metrics are called 'BLEU'"),
    ],
)
def test_what_is_refused(score, folder, word, message):
    (folder / "short.csv").write_text("hyp\n1\n")
    (folder / "words.csv").write_text("hyp,two\n1,2\ngood,1\n")
    (folder / "comma.txt").write_text("0,5\n")
    (folder / "twice.csv").write_text("hyp,two,two\n1,2,3\n")
    (folder / "twice.jsonl").write_text('{"hyp": 1, "two": 2, "two": 3}\n')
    (folder / "ragged.csv").write_text("hyp,two\n1\n")
    found = score("--scores", word)
    assert found.status != 0
    assert message in found.err


def test_scores_of_one_name_are_told_apart(score, folder, run):
    """The last one would stand for both, in every command that reads them."""
    words = ("--scores", "COMET=table.csv", "COMET=table.tsv")
    texts = ("a", "-i", "hyp", "two.txt")
    for result in (score(*words), run("analyze", "segments", *texts, *words, cwd=folder)):
        assert result.status != 0
        assert "two metrics are called 'COMET'" in result.err
