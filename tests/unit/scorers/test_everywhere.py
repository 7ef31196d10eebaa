"""Tests that a scorer works beside metrics: in the shell, in Python, in tests, gates and reports."""

import json
from contextlib import nullcontext
from dataclasses import replace

import pytest
from tests.unit.scorers.toy_scorers import Marks, Overlap, Ratio

import parbleu
from extras import extra
from parbleu import TableColumns
from parbleu._cli.main import main
from parbleu.errors import FormatError, InputShapeError, OptionError, UnknownMetricError
from parbleu.human import Error, read_judgements
from parbleu.scorers import SCORERS, ScorerItem
from printed_json import check_result
from toy_evalset import Tree

REF = [f"The dog is biting the man number {number}." for number in range(30)]
ONE = [f"The dog bites the man number {number}." for number in range(30)]
TWO = [f"A cat {number}." if number % 3 else text for number, text in enumerate(REF)]
SOURCE = [f"Hund {number} beißt." for number in range(30)]


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(SCORERS, "_registered", {"overlap": Overlap, "ratio": Ratio, "marks": Marks})


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command line beside the files ref, one, two and src; returns what it printed."""
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref", REF), ("one", ONE), ("two", TWO), ("src", SOURCE)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def do(*words, status=0):
        assert main([*words]) == status
        return capsys.readouterr()

    return do


def expected(texts):
    return [len({*one} & {*ref}) / len({*ref}) for one, ref in zip(texts, REF, strict=True)]


def mean(values):
    return sum(values) / len(values)


def test_compare_scores_and_tests(run):
    printed = run("score", "ref", "-i", "one", "two", "-m", "overlap", "bleu", "-pbs", "-f", "json", "-q").out
    facts, rows = (check_result(printed)["scores"][key] for key in ("facts", "rows"))
    assert facts["overlap signature"].split("|version")[0] == (
        "bs:1000|seed:12345|scorer:overlap|model:small%7Cone|cut:0"
    )
    assert [row["overlap"] for row in rows] == pytest.approx(
        [mean(expected(ONE)), mean(expected(TWO))], abs=1e-15
    )
    found = parbleu.compare({"one": ONE, "two": TWO}, [REF], ["bleu", "overlap"], test="bootstrap")
    assert found.metrics[1].pairs[0].p_holm == rows[1]["overlap_p_holm"]
    assert found.metrics[0].scores[1].score == rows[1]["BLEU"]
    given = parbleu.compare(
        {"one": ONE, "two": TWO},
        [REF],
        ["bleu", {"x": {"one": expected(ONE), "two": expected(TWO)}}],
        test="bootstrap",
    )
    assert found.metrics[1].pairs[0].p_value == given.metrics[1].pairs[0].p_value


def test_a_saved_result_is_computed_again(run, tmp_path):
    run(
        "score",
        "ref",
        "-i",
        "one",
        "two",
        "-m",
        "bleu",
        "overlap:large",
        "-pbs",
        "-f",
        "json",
        "-o",
        "r.json",
    )
    assert "the same numbers" in run("score", "ref", "-i", "one", "two", "--verify", "r.json").out
    (tmp_path / "one").write_text("\n".join(REF) + "\n")
    assert "overlap" in run("score", "ref", "-i", "one", "two", "--verify", "r.json", status=1).err


def test_one_system(run):
    text = run("score", "ref", "-i", "one", "-m", "overlap", "-b", "-q").out
    assert text == f"{mean(expected(ONE)):.4f}\n"
    lines = run("score", "ref", "-i", "one", "-m", "overlap", "-sl", "-b", "-q").out.split()
    assert lines == [f"{value:.4f}" for value in expected(ONE)]
    with_intervals = run("score", "ref", "-i", "one", "-m", "overlap", "-ci", "-f", "text", "-q").out
    assert "±" in with_intervals


def test_the_file_of_segments(run, tmp_path):
    run("score", "ref", "-i", "one", "two", "-m", "overlap,bleu", "--segments", "s.jsonl", "-q")
    rows = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert [row["two:overlap"] for row in rows] == expected(TWO)
    assert list(rows[0]) == ["segment", "one:BLEU", "one:overlap", "two:BLEU", "two:overlap"]


@pytest.mark.long
@pytest.mark.parametrize("suffix", ["jsonl", "tsv", "parquet"])
def test_the_file_of_segments_has_marked_errors(suffix, run, tmp_path):
    run("score", "ref", "-i", "one", "two", "-m", "marks", "overlap", "--segments", f"s.{suffix}", "-q")
    file = tmp_path / f"s.{suffix}"
    if suffix == "parquet":
        rows = extra("pyarrow.parquet").read_table(file).to_pylist()
    elif suffix == "jsonl":
        rows = [json.loads(line) for line in file.read_text().splitlines()]
    else:
        names, *lines = [line.split("\t") for line in file.read_text().splitlines()]
        rows = [dict(zip(names, line, strict=True)) for line in lines]
    assert list(rows[0]) == [
        "segment",
        *("one:marks", "one:overlap", "one:marks:spans"),
        *("two:marks", "two:overlap", "two:marks:spans"),
    ]
    assert json.loads(rows[0]["one:marks:spans"]) == [[0, 3, "minor", None]]
    assert json.loads(rows[1]["two:marks:spans"]) == []


@pytest.mark.long
@pytest.mark.parametrize("suffix", ["jsonl", "tsv", "parquet"])
def test_scores_and_marked_errors_are_read_back(suffix, run, tmp_path):
    if suffix == "parquet":
        extra("pyarrow")
    file = f"s.{suffix}"
    (tmp_path / "two").write_text("\n".join(["", *TWO[1:]]) + "\n")
    words = ("score", "ref", "-i", "one", "two")
    computed = run(*words, "-m", "marks", "overlap", "--segments", file, "-f", "json", "-q").out
    given = run(*words, "--scores", f"marks={file}", f"overlap={file}", "-f", "json", "-q").out
    scores, again = (check_result(text)["scores"]["rows"] for text in (computed, given))
    assert [row["overlap"] for row in again] == [row["overlap"] for row in scores]
    assert [row["marks"] for row in again] == [row["marks"] for row in scores]
    judgements = read_judgements(tmp_path / file, "segments" if suffix == "parquet" else None)
    assert {(each.system, each.segment, each.rater) for each in judgements} == {
        (system, segment, "marks") for system in ("one", "two") for segment in range(len(ONE))
    }
    assert judgements[0].rating.errors == (Error(0, 3, severity="minor"),)
    read = ("--from", "segments") if suffix == "parquet" else ()
    counted = run("analyze", "errors", "--ratings", file, *read, "--by", "system", "-f", "json").out
    assert json.loads(counted)["tables"]["error_spans"]["rows"][0]["errors"] == len(ONE)
    judged = run("wmt", "spans", f"m={file}", "--gold", file, *read, "-n", "0", "-f", "json").out
    assert '"f1": 1.0' in judged or '"f1":1.0' in judged.replace(" ", "")


def test_wrong_columns_of_marked_errors(tmp_path):
    file = tmp_path / "s.jsonl"
    for row, problem in (
        ({"segment": 0, "a:m": 1, "a:m:spans": "[]"}, "counted from 1"),
        ({"segment": 1, "a:m": "x", "a:m:spans": "[]"}, "'a:m:spans' holds"),
        ({"segment": 1, "a:m": 1, "a:m:spans": "[[0, 1]]"}, "'a:m:spans' holds"),
        ({"segment": 1, "a:m": 1, "a:m:spans": "1"}, "'a:m:spans' holds"),
        ({"segment": 1, "a:m": 1}, "no column SYSTEM:METRIC:spans"),
    ):
        file.write_text(json.dumps(row) + "\n")
        with pytest.raises(FormatError, match=problem):
            read_judgements(file, "segments")
    file.write_text(json.dumps({"segment": 1, "a:m": None, "a:m:spans": "[]"}) + "\n")
    assert read_judgements(file) == []


def test_missing_scores_are_left_out_for_all(run, tmp_path):
    lines = ["", *TWO[1:]]
    (tmp_path / "two").write_text("\n".join(lines) + "\n")
    (tmp_path / "one").write_text("\n".join(ONE) + "\n")
    found = run("score", "ref", "-i", "one", "two", "-m", "overlap", "-f", "json", "--segments", "s.jsonl")
    rows = check_result(found.out)["scores"]["rows"]
    assert rows[0]["overlap"] == pytest.approx(mean(expected(ONE)[1:]), abs=1e-15)
    assert "1 segment of 60 without a score: the hypothesis is empty" in found.err
    assert "left out for all systems" in found.err
    first = json.loads((tmp_path / "s.jsonl").read_text().splitlines()[0])
    assert (first["one:overlap"], first["two:overlap"]) == (None, None)


def test_segments_without_a_source_have_no_score(warnings):
    source = [None, *SOURCE[1:]]
    found = parbleu.compare({"one": ONE, "two": TWO}, [REF], ["ratio"], source=source)
    ratios = [len(text) / len(given) for text, given in zip(ONE[1:], SOURCE[1:], strict=True)]
    assert found.metrics[0].scores[0].score == pytest.approx(mean(ratios), abs=1e-15)
    assert any("2 segments of 60 without a score: the segment has no source" in text for text in warnings)


def test_results_say_how_many_segments_have_scores(run, tmp_path):
    (tmp_path / "two").write_text("\n".join(["", *TWO[1:]]) + "\n")
    words = ("ref", "-i", "one", "two", "-m", "overlap", "bleu", "-q")
    table = check_result(run("score", *words, "-f", "json").out)["scores"]
    n_all = len(ONE)
    assert table["facts"]["n_segments"] == n_all
    assert table["facts"]["overlap segments"] == n_all - 1
    assert "BLEU segments" not in table["facts"]
    told = f"overlap is of {n_all - 1} of the {n_all} segments"
    assert told in run("score", *words, "-f", "text").out
    assert told in run("score", *words, "-f", "latex").out
    found = parbleu.gate(ONE, ["", *TWO[1:]], [REF], ["overlap", "bleu"])
    assert [(test.metric, test.n_segments) for test in found.tests] == [
        ("overlap", n_all - 1),
        ("BLEU", n_all),
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-m", "ratio"), "ratio needs the source: add --source FILE"),
        (("-m", "ratio", "--source", "src", "-l", "en-sw"), "ratio does not know the language 'sw'"),
        (("-m", "overlap", "overlap:b"), "two metrics are called 'overlap'"),
        (("-m", "bleu", "command:sed s/.*/1/:name=BLEU"), "(in the shell :name=OTHER behind command:"),
        (
            ("-m", "overlap", "--statistics", "x.parquet"),
            "leave them out; --segments FILE writes their scores",
        ),
        (("-m", "overlap", "bleu", "-sl"), "Only one metric can be used"),
        (("-m", "overlop"), "invalid choice"),
    ],
)
def test_what_cannot_be_is_one_line(run, words, message):
    status = 2 if "invalid" in message else 1
    found = run("score", "ref", "-i", "one", *words, status=status)
    assert message in found.err
    assert not found.out


def test_the_source_and_cuts(run):
    found = run("score", "ref", "-i", "one", "-m", "ratio", "--source", "src", "-l", "de-en", "-f", "text")
    ratios = [len(one) / len(source) for one, source in zip(ONE, SOURCE, strict=True)]
    assert f"{mean(ratios):.4f}" in found.out
    assert "ratio ↓" in found.out


def test_the_first_of_several_references_is_used_and_said(run, tmp_path):
    (tmp_path / "other").write_text("x\n" * len(REF))
    found = run("score", "ref", "other", "-i", "one", "two", "-m", "overlap", "bleu", "-f", "json")
    table = check_result(found.out)["scores"]
    assert "overlap takes one reference: the first of 2" in found.err
    assert "|reference:1 of 2|" in table["facts"]["overlap signature"].replace("%20", " ")
    assert table["rows"][0]["overlap"] == pytest.approx(mean(expected(ONE)), abs=1e-15)


def test_gates_of_scorers_that_need_the_source():
    with pytest.raises(OptionError, match="ratio needs the source"):
        parbleu.gate(ONE, TWO, [REF], ["ratio"])
    assert parbleu.gate(ONE, [text * 3 for text in ONE], [REF], ["ratio"], source=SOURCE).outcome == "worse"


def test_minimum_bayes_risk(run, tmp_path):
    lists = [[one, two, "zzz"] for one, two in zip(ONE, TWO, strict=True)]
    found = parbleu.nbest.decode(lists, "overlap")
    utility = mean([len({*lists[0][0]} & {*other}) / len({*other}) for other in lists[0]])
    assert found.decisions[0].utilities[0] == pytest.approx(utility, abs=1e-15)
    with pytest.raises(OptionError, match="ratio needs the source"):
        parbleu.nbest.decode(lists, "ratio")
    with pytest.raises(InputShapeError, match="the source has 3 segments, and there are more n-best lists"):
        parbleu.nbest.decode(lists, "ratio", source=SOURCE[:3])
    by_length = parbleu.nbest.decode(lists, "ratio", source=SOURCE)
    assert [each.text for each in by_length.decisions] == ["zzz"] * len(ONE)
    (tmp_path / "nbest").write_text("".join(f"{text}\n" for each in lists for text in each))
    words = ("nbest", "mbr", "nbest", "--candidates", "3", "-q")
    assert run(*words, "--utility", "ratio", "--source", "src").out == "zzz\n" * len(ONE)
    assert run(*words, "--utility", "overlap").out.splitlines() == [each.text for each in found.decisions]
    assert "aggregated for chrF and BLEU" in run(*words, "-m", "overlap", "--aggregate", status=1).err
    blank = parbleu.nbest.decode([["abc", "ab", " "]], "overlap")  # a candidate, not a missing reference
    assert blank.decisions[0].utilities == pytest.approx((2 / 3, 5 / 9, 1 / 3))


def test_evaluation_sets(run, tmp_path):
    Tree(tmp_path)
    words = ("meta", "score", "-t", "tiny", "-l", "en-de", "--data", ".", "-q")
    printed = run(*words, "-m", "overlap,BLEU", "-f", "json").out
    facts = json.loads(printed)["tables"]["stored_metrics"]["facts"]
    assert facts["overlap-refA signature"].startswith("scorer:overlap|model:small")
    folder = tmp_path / "tiny" / "metric-scores" / "en-de"
    first = (folder / "overlap-refA.seg.score").read_text().splitlines()[0].split("\t")
    assert (first[0], float(first[1])) == ("A", pytest.approx(2 / 5))
    run(*words, "-m", "ratio", "--levels", "system")
    assert (folder / "ratio-src.sys.score").read_text() == "A\t-2.0\nB\t-2.0\nrefA\t-5.0\n"
    assert "takes one reference" in run(*words, "-m", "overlap", "-r", "refA", "refB", status=1).err


def test_a_blank_reference_is_none(run, tmp_path):
    tree = Tree(tmp_path)
    tree.write("references/en-de.refB.txt", "refB0", "refB1", " ", "refB3")
    words = ("meta", "score", "-t", "tiny", "-l", "en-de", "--data", ".", "-q", "-m", "overlap", "-r", "refB")
    found = run(*words, status=1).err
    assert "overlap has no score of segment 2 (from 0) of A: the segment has no reference" in found
    run_of = parbleu.scorers.score_items(Overlap(), [ScorerItem("a", None, text) for text in ("a", " ", "")])
    assert [each.score for each in run_of.scores] == [1, None, None]


class Steps:
    """A bar that notes what it shows."""

    def __init__(self):
        self.shown = []

    def __call__(self, what, total):
        self.shown.append((what, total))
        return nullcontext(lambda count=1: self.shown.append(count))


def test_bars_of_scorers(run, tmp_path, monkeypatch):
    """The commands that take longest with a scorer show how far it is."""
    Tree(tmp_path)
    monkeypatch.setattr(Overlap, "at_once", 5)
    steps = Steps()
    monkeypatch.setattr("parbleu._cli.meta.progress_bar", steps)
    run("meta", "score", "-t", "tiny", "-l", "en-de", "--data", ".", "-m", "overlap", "chrF")
    assert steps.shown[0] == ("overlap", 8)  # two systems of four segments
    assert sum(step for step in steps.shown[1:] if isinstance(step, int)) == 8 + 2
    assert ("chrF", 2) in steps.shown


@pytest.mark.parametrize("references", [[], ["--references", "others", "--reference-candidates", "2"]])
def test_one_bar_of_all_lists(run, tmp_path, monkeypatch, references):
    """Pairs are counted as the lists have them, however many are scored, and in which batches."""
    shown = []

    class Bar:
        def __init__(self, total, what):
            shown.append((what, total))

        def advance(self, count=1):
            shown.append(count)

        def clear(self):
            shown.append("between two batches")

        def close(self):
            shown.append("closed")

    lists = [[one, two, "zzz"] for one, two in zip(ONE, TWO, strict=True)]
    (tmp_path / "nbest").write_text("".join(f"{text}\n" for each in lists for text in each))
    (tmp_path / "others").write_text("".join(f"{text}\n" for each in lists for text in each[:2]))
    monkeypatch.setattr("parbleu.nbest._decoding.MOST_PAIRS", 40)
    monkeypatch.setattr("parbleu._base.progress.Progress", Bar)
    for module in ("_base.progress", "_cli.nbest.mbr"):
        monkeypatch.setattr(f"parbleu.{module}.shows_progress", lambda: True)
    run("nbest", "mbr", "nbest", "--candidates", "3", "--utility", "overlap", *references)
    n_pairs = len(lists) * 3 * (2 if references else 3)
    assert [each for each in shown if isinstance(each, tuple)] == [("overlap", n_pairs)]
    assert sum(each for each in shown if isinstance(each, int)) == n_pairs
    assert shown.count("between two batches") > 3
    assert shown[-1] == "closed"


def test_a_bar_of_whole_systems():
    class Whole(Overlap):
        takes_systems = True

    items = [ScorerItem(text, None, text) for text in "abcdef"]
    steps = Steps()
    parbleu.scorers.score_items(Whole(), items, progress=steps, sizes=[4, 2])
    assert steps.shown == [("overlap", 6), 4, 2]


def test_evaluation_sets_give_whole_systems_and_documents(run, tmp_path, monkeypatch):
    Tree(tmp_path)
    monkeypatch.setenv("PARBLEU_SCORERS", str(tmp_path))
    (tmp_path / "places.py").write_text(
        "def score(items): return [1000 * n + len(item['context']) for n, item in enumerate(items)]\n"
    )
    (tmp_path / "places.json").write_text(
        '{"about": "places", "file": "places.py", "version": "1", "source": "required",'
        ' "context": "required", "options": {"together": "no"}, "whole": "together"}'
    )
    run("meta", "score", "-t", "tiny", "-l", "en-de", "--data", ".", "-q", "-m", "places:together=yes")
    tiny = tmp_path / "tiny"
    sources = (tiny / "sources" / "en-de.txt").read_text().splitlines()
    documents = (tiny / "documents" / "en-de.docs").read_text().splitlines()
    lines_of = {name: [] for name in documents}
    for source, name in zip(sources, documents, strict=True):
        lines_of[name].append(source)
    whole = {name: "\n".join(own) for name, own in lines_of.items()}
    expected = [1000 * place + len(whole[name]) for place, name in enumerate(documents)]
    [scores] = (tiny / "metric-scores" / "en-de").glob("places*.seg.score")
    lines = [line.split("\t") for line in scores.read_text().splitlines()]
    for system in {system for system, _ in lines}:
        assert [float(score) for own, score in lines if own == system] == expected


def test_gate_and_report(run, tmp_path):
    assert (
        "a significant loss" in run("gate", "one", "two", "--ref", "ref", "-m", "overlap", "-q", status=1).out
    )
    run("report", "ref", "-i", "one", "two", "-m", "overlap", "-o", "page.html", "-q")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "scorer:overlap" in page
    assert parbleu.gate(ONE, TWO, [REF], ["overlap"]).outcome == "worse"
    assert parbleu.gate(ONE, ONE, [REF], ["overlap"]).outcome != "worse"


def test_in_python():
    with pytest.raises(OptionError, match="needs the source"):
        parbleu.compare({"one": ONE}, [REF], [Ratio()])
    with pytest.raises(InputShapeError, match="the source has 3 segments"):
        parbleu.compare({"one": ONE}, [REF], ["ratio"], source=SOURCE[:3])
    with pytest.raises(UnknownMetricError):
        parbleu.compare({"one": ONE}, [REF], ["overlop"])
    found = parbleu.compare({"one": ONE}, [REF], {"length": Ratio()}, source=SOURCE)
    assert found.metrics[0].name == "length"
    assert not found.metrics[0].higher_is_better
    again = parbleu.Comparison.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.metrics[0].signature == found.metrics[0].signature


def test_columns_of_a_table(run, tmp_path):
    rows = [
        {"src": source, "ref": ref, "a": one, "b": two}
        for source, ref, one, two in zip(SOURCE, REF, ONE, TWO, strict=True)
    ]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = (
        "score",
        "t.jsonl",
        "--hyp",
        "a",
        "b",
        "--ref",
        "ref",
        "--source",
        "src",
        "-m",
        "overlap",
        "ratio",
    )
    found = check_result(run(*words, "-f", "json", "-q").out)["scores"]["rows"]
    assert found[1]["overlap"] == pytest.approx(mean(expected(TWO)), abs=1e-15)


COLUMNS = {"ref": REF, "src": SOURCE, "half": ["even", "odd"] * (len(REF) // 2)}
BY_COLUMNS = TableColumns(("one", "two"), ("ref",), "src")
BY_ROWS = TableColumns(("mt",), ("ref",), "src", system="system", segment_id="id")


def in_columns():
    """Returns a table with a column for each system."""
    return {**COLUMNS, "one": ONE, "two": TWO}


def in_rows():
    """Returns a table with a row for each system and segment, those of two backwards."""
    rows = [("one", number, text) for number, text in enumerate(ONE)]
    rows += [("two", number, TWO[number]) for number in range(len(TWO))]
    columns = {name: [values[number] for _, number, _ in rows] for name, values in COLUMNS.items()}
    systems, numbers, texts = zip(*rows, strict=True)
    table = {**columns, "system": list(systems), "id": list(map(str, numbers)), "mt": list(texts)}
    return {name: [*values[: len(ONE)], *reversed(values[len(ONE) :])] for name, values in table.items()}


@pytest.mark.long
@pytest.mark.parametrize(("table", "columns"), [(in_columns(), BY_COLUMNS), (in_rows(), BY_ROWS)])
def test_groups_and_rows_of_a_table(table, columns):
    how = parbleu.Resampling("bootstrap", seed=1)
    metrics = ["overlap", "bleu", {"length": Ratio()}]
    found = parbleu.score_table(table, columns, metrics, by="half", language_pair="de-en", resampling=how)
    for start, half in enumerate(("even", "odd")):
        systems = {"one": ONE[start::2], "two": TWO[start::2]}
        alone = parbleu.compare(systems, [REF[start::2]], metrics, source=SOURCE[start::2], resampling=how)
        assert [metric.name for metric in found[half].metrics] == ["overlap", "BLEU", "length"]
        for metric, same in zip(found[half].metrics, alone.metrics, strict=True):
            assert metric.signature == same.signature
            for score, other in zip(metric.scores, same.scores, strict=True):
                assert (score.score, score.low, score.p_value) == (other.score, other.low, other.p_value)
    whole = parbleu.score_table(table, columns, ["overlap"]).comparison
    assert whole.metrics[0].scores[1].score == pytest.approx(mean(expected(TWO)), abs=1e-15)
    with pytest.raises(OptionError, match="ratio needs the source"):
        parbleu.score_table(table, replace(columns, source=None), ["ratio"])
    with pytest.raises(OptionError, match="does not know the language 'sw'"):
        parbleu.score_table(table, columns, ["ratio"], language_pair="de-sw")


def test_differences_over_all_groups_have_the_decimals_of_the_metric_with_most():
    how = parbleu.Resampling("bootstrap", seed=1, n_samples=100)
    for metrics, decimals in ((["chrf", "overlap"], 4), (["chrf"], 2)):
        found = parbleu.score_table(in_columns(), BY_COLUMNS, metrics, by="half", resampling=how)
        [table] = [table for table in found.tables() if table.name == "macro_differences"]
        shown = {column.name: column.decimals for column in table.columns}
        assert [shown[name] for name in ("difference", "low", "high")] == [decimals] * 3


def test_two_scorers_of_one_name_are_refused_before_any_scores(run, monkeypatch):
    monkeypatch.setattr(Overlap, "score", lambda *_: pytest.fail("it has scored"))
    words = ("score", "ref", "-i", "one", "-m", "overlap", "overlap:b", "-q")
    assert "two metrics are called 'overlap'" in run(*words, status=1).err


def test_all_groups_are_scored_together(monkeypatch):
    calls = []
    usual = Overlap.score
    monkeypatch.setattr(Overlap, "score", lambda *given: calls.append(1) or usual(*given))
    parbleu.score_table(in_columns(), BY_COLUMNS, ["overlap"], by="half")
    assert len(calls) == 1


def test_groups_in_the_shell(run, tmp_path):
    table = in_columns()
    rows = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("--by", "half", "-m", "overlap", "ratio", "-f", "json", "-q")
    named = ("score", "t.jsonl", "--hyp", "one", "two", "--ref", "ref", "--source", "src")
    printed = check_result(run(*named, *words).out)["scores"]["rows"]
    assert [row["overlap"] for row in printed if row["system"] == "two"] == pytest.approx(
        [mean(expected(TWO)[start::2]) for start in (0, 1)], abs=1e-15
    )


def test_an_empty_source_is_none():
    table = {**in_columns(), "src": ["", *SOURCE[1:]]}
    found = parbleu.score_table(table, BY_COLUMNS, ["ratio"]).comparison
    ratios = [len(text) / len(given) for text, given in zip(ONE[1:], SOURCE[1:], strict=True)]
    assert found.metrics[0].scores[0].score == pytest.approx(mean(ratios), abs=1e-15)


STUDIES = (
    "study runs ref -i one one two two --names a b c d --runs o o t t",
    "study tokenization ref -i one two --vary metric",
    "study exposure ref -i one two --train src ref",
    "study select ref -i one two three --size 3",
    "analyze segments ref -i one two",
    "analyze examples ref -i one two",
)


@pytest.mark.long
@pytest.mark.parametrize("words", STUDIES)
def test_studies_and_analyses(words, run, tmp_path):
    (tmp_path / "three").write_text("".join(f"{text}!\n" for text in ONE))
    chosen = ["overlap"] if "select" in words else ["chrf", "overlap", "ratio"]
    printed = json.loads(run(*words.split(), "-m", *chosen, "--source", "src", "-f", "json", "-q").out)
    assert "overlap" in json.dumps(printed)
    assert "ratio needs the source: add --source" in run(*words.split(), "-m", "ratio", status=1).err
    if "select" in words:
        columns = zip(*map(expected, (ONE, TWO, [f"{text}!" for text in ONE])), strict=True)
        lines = ["one\ttwo\tthree", *("\t".join(map(repr, row)) for row in columns)]
        (tmp_path / "scores.tsv").write_text("\n".join(lines) + "\n")
        given = run(*words.split(), "--scores", "overlap=scores.tsv", "-m", "overlap", "-f", "json", "-q")
        assert json.loads(given.out)["tables"]["segments"]["rows"] == printed["tables"]["segments"]["rows"]


def test_cut_texts_are_told(warnings):
    source = ["x" * 30, *SOURCE[1:]]
    found = parbleu.compare({"one": ONE}, [REF], ["ratio"], source=source)
    assert "|cut:1|" in found.metrics[0].signature
    assert "of 1 segment of 30 the model did not see all" in warnings[0]
