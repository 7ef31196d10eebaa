"""Tests `parbleu human`: its output, and the input that it refuses."""

import json

import pytest

from printed_json import printed_tables

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
ROWS = (
    "A\td\t1\t1\tann\ts\tx<v>y</v>z\tStyle/Awkward\tMinor\n"
    "A\td\t1\t1\tben\ts\txyz\tNo-error\tNo-error\n"
    "B\td\t1\t1\tann\ts\t<v>ab</v>\tAccuracy/Omission\tMajor\n"
    "B\td\t1\t1\tben\t<v>s</v>\tab\tAccuracy/Omission\tMajor\n"
)


@pytest.fixture
def human(run, tmp_path):
    """Runs `parbleu human` in a directory with a file of ratings."""
    (tmp_path / "mqm.tsv").write_text(HEADER + ROWS)
    return lambda *words, **more: run("human", *words, cwd=tmp_path, **more)


def test_scores(human):
    assert human("scores", "mqm.tsv", "-n", "0").out == (
        "system  score ↑  segments\n─────────────────────────\n"
        "A       -0.5000         1\nB       -5.0000         1\n\nscheme: mqm\n"
    )
    assert human("scores", "mqm.tsv", "-f", "csv", "--level", "segment").out == (
        "system,document,segment,score,raters\nA,d,1,-0.5,2\nB,d,1,-5.0,2\n"
    )
    found = human("scores", "mqm.tsv", "--level", "document", "-f", "json", "--scheme", "minor:3 major:1")
    assert printed_tables(found.out) == {
        "facts": {"scheme": "minor:3 major:1"},
        "notes": [],
        "rows": [
            {"system": "A", "document": "d", "score": -1.5},
            {"system": "B", "document": "d", "score": -1.0},
        ],
    }
    assert "0.7071" in human("scores", "mqm.tsv", "-z").out


def test_a_language_pair_that_no_judgement_says(human):
    for command in ("scores", "show"):
        every, found = human(command, "mqm.tsv"), human(command, "mqm.tsv", "-l", "en-de")
        assert (found.status, found.out, every.err) == (0, every.out, "")
        assert found.err == "parbleu: -l en-de leaves out nothing: no judgement says its language pair\n"


def test_ranks_and_clusters(human):
    [first, second] = human("scores", "mqm.tsv", "-f", "csv", "--seed", "3").out.splitlines()[1:]
    assert first == "A,-0.5,0.0,-0.5,-0.5,1–2,1,2,1,1,2"
    assert second.split(",")[0] == "B"
    printed = human("scores", "mqm.tsv", "-n", "99", "--alpha", "0.2").out
    for part in ("± 0.0000", "1–2", "n_samples: 99", "alpha: 0.2", ", p ≤ 0.2"):
        assert part in printed


def test_raters(human):
    header, ann, ben = human("raters", "mqm.tsv", "-f", "csv").out.splitlines()
    columns = "rater,n_judgements,n_systems,n_segments,mean,deviation,bias,n_shared,shared_bias,n_errors"
    assert header == columns
    assert ann.startswith("ann,2,2,1,")
    assert ben.startswith("ben,2,2,1,")
    columns = human("raters", "mqm.tsv").out.splitlines()[0].split("  ")
    assert [name.strip() for name in columns if "bias" in name] == ["bias", "shared bias"]


def test_a_result_in_a_file(human, tmp_path):
    printed = human("scores", "mqm.tsv", "-f", "latex", "--decimals", "2").out
    assert r"A & $-$0.50 $\pm$ 0.00 & 1\textendash{}2 & 1 & 1 & 2 \\" in printed
    assert human("scores", "mqm.tsv", "-f", "latex", "--decimals", "2", "-o", "table.tex").out == ""
    assert (tmp_path / "table.tex").read_text() == printed
    for words in (["scores", "mqm.tsv"], ["convert", "ratings", "mqm.tsv", "--to", "google"]):
        found = human(*words, "-o", "mqm.tsv")
        assert found.err.startswith("parbleu: --output would overwrite mqm.tsv")


def test_severities_without_weight_are_mentioned(human):
    found = human("scores", "mqm.tsv", "--scheme", "major:2")
    assert found.err.startswith(
        "parbleu: the scheme major:2 has no weight for 'Minor': such errors cost nothing;"
    )


def test_agreement(human, monkeypatch):
    found = human("agreement", "mqm.tsv", "-f", "json")
    result = printed_tables(found.out)
    [total, pair] = result["rows"]
    assert (total["raters"], total["pairs"], total["accuracy"]) == ("all", 1, 1.0)
    assert pair == {"raters": "ann, ben", "items": 2, "pairs": 1, "accuracy": 1.0}
    assert result["facts"].keys() == {"krippendorff_alpha", "measurement"}
    monkeypatch.setitem(__import__("sys").modules, "krippendorff", None)
    found = human("agreement", "mqm.tsv")
    assert found.err.startswith(
        "parbleu: without alpha: Krippendorff's alpha needs the package krippendorff: "
    )
    assert " pip install 'krippendorff" in found.err
    assert "alpha" not in found.out


def test_show(human):
    found = human("show", "mqm.tsv", "--system", "B", "-f", "csv")
    assert found.out == (
        "system,document,segment,rater,severity,category,start,end,side,text\n"
        "B,d,1,ann,Major,Accuracy/Omission,0,2,translation,ab\n"
        "B,d,1,ben,Major,Accuracy/Omission,0,1,source,s\n"
    )
    assert human("show", "mqm.tsv", "--counts", "-f", "csv").out == (
        "system,severity,category,errors\nB,Major,Accuracy/Omission,2\nA,Minor,Style/Awkward,1\n"
    )
    found = human("show", "mqm.tsv", "--rater", "eve")
    assert found.err == "parbleu: unknown rater 'eve': choose from ann, ben\n"


def test_show_texts_of_an_evaluation_set(human, tmp_path):
    words = ("-t", "mine", "-l", "en-de", "--data", "sets", "--references", "B")
    assert human("evalset", "mqm.tsv", *words).status == 0
    file = "sets/mine/human-scores/en-de.mqm.ben.seg.rating"
    known = ("-t", "mine", "-l", "en-de", "--data", "sets")
    assert human("show", file, *known, "-f", "csv").out.endswith(",0,1,source,s\n")
    assert human("show", file, *known[:2]).status == 2
    path = tmp_path / file
    path.write_text(path.read_text().replace('"end": 1', '"end": 2'))
    assert human("show", file, *known).err == (
        "parbleu: B, segment 1, ben: characters 0 to 2 are marked; the source has 1: 's'\n"
    )
    path.write_text("C\t" + path.read_text().splitlines()[-1].partition("\t")[2] + "\n")
    assert human("show", file, *known).err == "parbleu: there is no system 'C'; there are A, B\n"


@pytest.mark.parametrize("name", ["esa", "da", "table", "unbabel"])
def test_formats_of_scores_need_scores(human, tmp_path, name):
    found = human("convert", "ratings", "mqm.tsv", "--to", name, "--into", "out")
    assert (found.status, (tmp_path / "out").exists()) == (1, False)
    assert "there are no scores here" in found.err or "and there is none; write google's" in found.err


def test_a_file_for_each_rater(human, tmp_path):
    words = ("convert", "ratings", "mqm.tsv", "--to", "seg-rating", "--into", "out.seg.rating")
    assert "both rated it; write a file for each rater (--rater)" in human(*words).err
    for rater, other in (("ann", "ben"), ("ben", "ann")):
        assert human(*words, "--rater", rater, "--overwrite").status == 0
        text = (tmp_path / "out.seg.rating").read_text()
        assert f"\t{rater}\n" in text
        assert other not in text
    assert (
        human(*words, "--overwrite", "--rater", "eve").err
        == "parbleu: unknown rater 'eve': choose from ann, ben\n"
    )


def test_rounds_are_merged(human, tmp_path):
    rated = '{"errors": []}'
    (tmp_path / "one.seg.rating").write_text(f"A\t{rated}\tr1\nA\tNone\nA\tNone\n")
    (tmp_path / "two.seg.rating").write_text(f"A\tNone\nA\t{rated}\tr2\nA\tNone\n")
    words = ("convert", "ratings", "one.seg.rating", "two.seg.rating", "--to", "seg-rating", "--into", "both")
    assert human(*words, "--segments", "3").status == 0
    assert (tmp_path / "both").read_text() == f"A\t{rated}\tr1\nA\t{rated}\tr2\nA\tNone\n"
    assert "there is no segment 2, but 1 of them" in human(*words, "--segments", "1", "--overwrite").err


def test_wrong_lines(human, tmp_path):
    (tmp_path / "torn.tsv").write_text(HEADER + ROWS + "oops\n")
    found = human("scores", "torn.tsv")
    assert (found.status, found.out) == (1, "")
    assert found.err.startswith("parbleu: torn.tsv:6: this has 1 field, but there should be 9")
    assert found.err.count("\n") == 1
    kept = human("scores", "torn.tsv", "--lenient")
    assert kept.out == human("scores", "mqm.tsv").out
    assert kept.err.startswith("parbleu: left out: torn.tsv:6: ")


def test_a_header_of_one_column(human, tmp_path):
    (tmp_path / "avg.csv").write_text("system segment score\nA,1,2\nB,2,3\n")
    found = human("scores", "avg.csv", "--from", "table")
    assert found.err.startswith("parbleu: avg.csv:1: the header has but one column, 'system segment score'")
    assert "line 2 has 3" in found.err


def test_columns_take_no_files(human):
    found = human("scores", "--columns", "system=who", "mqm.tsv")
    assert (found.status, found.out) == (2, "")
    assert "--columns: write NAME=COLUMN, such as segment=id, not 'mqm.tsv'" in found.err


def test_two_columns_of_one_name(human, tmp_path):
    (tmp_path / "twice.csv").write_text("system,segment,score,score\nA,1,2,3\n")
    (tmp_path / "twice.jsonl").write_text('{"system": "A", "segment": 1, "score": 2, "score": 3}\n')
    found = human("scores", "twice.csv", "--from", "table", "-n", "0")
    assert (found.status, found.out) == (1, "")
    assert found.err == "parbleu: twice.csv:1: two columns have the same name, 'score': rename one\n"
    found = human("scores", "twice.jsonl", "--from", "table", "-n", "0")
    assert (found.status, found.out) == (1, "")
    assert "twice.jsonl:1: this is not valid JSON: a key stands twice in an object, 'score'" in found.err


def test_files_without_judgements(human, tmp_path):
    (tmp_path / "empty.tsv").write_text(HEADER)
    assert (
        human("scores", "empty.tsv").err
        == "parbleu: there are no judgements in empty.tsv: is another format meant?\n"
    )
    (tmp_path / "narrow.tsv").write_text("system\trater\n" + "A\tann\n" * 3)
    found = human("scores", "narrow.tsv", "--from", "google", "--lenient")
    assert (found.status, found.out, found.err.count("\n")) == (1, "", 1)  # not a line for each line
    assert found.err.startswith("parbleu: narrow.tsv:2: the row does not say which segment")


def test_an_evaluation_set(human, tmp_path):
    command = ("evalset", "mqm.tsv", "-t", "mine", "-l", "en-de", "--data", "sets", "-f", "json")
    found = human(*command, "--references", "B", "--normalize", "--anonymize")
    made = printed_tables(found.out)
    assert [row["human_scores"] for row in made["human_scores"]["rows"]] == ["mqm", "mqm-z"]
    assert [row["human_ratings"] for row in made["human_ratings"]["rows"]] == ["mqm.rater1", "mqm.rater2"]
    assert human(*command, "--references", "B").status == 1  # it is there
    text = (tmp_path / "sets/mine/human-scores/en-de.mqm.seg.score").read_text()
    assert text == "A\t-0.5\nB\t-5.0\n"
    (tmp_path / "other.txt").write_text("ab\n")
    (tmp_path / "short.txt").write_text("x\n")
    files = ("--references", "R=other.txt", "--overwrite", "--systems", "B=other.txt", "A=short.txt")
    assert "the translation is 'xyz', but elsewhere 'x'" in human(*command, *files).err
    kept = human(*command, *files, "--lenient")
    assert kept.err.count("left out: A, segment 1") == 2
    assert printed_tables(kept.out)["references"]["rows"] == [{"reference": "R", "standard": True}]


@pytest.mark.parametrize(
    ("words", "status", "problem"),
    [
        (["scores"], 2, "name a file of ratings"),
        (["scores", "-"], 2, "name it by --from"),
        (["scores", "none.tsv"], 1, "cannot read none.tsv"),
        (["scores", "mqm.tsv", "--scheme", "da"], 1, "there are no scores here"),
        (["scores", "mqm.tsv", "--scheme", "nonsense"], 1, "unknown scheme 'nonsense'"),
        (["evalset", "mqm.tsv", "-l", "en-de", "--references", "B"], 2, "-t SET is needed"),
        (["evalset", "mqm.tsv", "-t", "x", "--references", "B"], 2, "-l PAIR is needed"),
        (["evalset", "mqm.tsv", "-t", "x", "-l", "en-de"], 2, "--references REF is needed"),
        (["codalab"], 2, "give one or two directories, INPUT [OUTPUT]"),
        (["codalab", "x", "y"], 1, "cannot list x/res"),
        (["convert", "ratings", "mqm.tsv"], 2, "--to FORMAT is needed"),
        (["convert", "score-mqm"], 2, "give one table of MQM"),
        (["convert", "score-mqm", "mqm.tsv", "--weights", "x"], 1, "is not a weight"),
        (["convert", "standalone-to-evalset", "x"], 2, "--into DIR is needed"),
        (["convert", "evalset-to-standalone", "x", "--into", "y", "-t", "z"], 2, "-l PAIR is needed"),
        (["convert", "verify-scores", "-t", "none", "-l", "x-y"], 1, "there is no"),
        (["convert", "scores"], 2, "there is no command 'scores'"),
        (["score"], 2, "did you mean 'scores'?"),
    ],
)
def test_what_is_refused(human, words, status, problem):
    found = human(*words)
    assert (found.status, found.out) == (status, "")
    assert problem in found.err
    assert found.err.count("\n") == 1


def test_score_mqm(human):
    assert human("convert", "score-mqm", "mqm.tsv", "-f", "csv").out == (
        "system,document,segment,score,rater ann,rater ben\nA,d,1,-0.5,1.0,0.0\nB,d,1,-5.0,5.0,5.0\n"
    )


def test_standalone_ratings(human):
    words = ("convert", "ratings", "mqm.tsv", "--to", "standalone", "--into", "mqm.jsonl", "-f", "csv")
    assert human(*words).out == "file,n_judgements,n_raters,n_systems,n_segments\nmqm.jsonl,4,2,2,1\n"
    assert (
        human(*words[:-3], "mqm.tsv").err
        == "parbleu: --into would overwrite mqm.tsv, which is read; give it another name\n"
    )
    assert human("scores", "mqm.jsonl").out == human("scores", "mqm.tsv").out


def test_standalone_ratings_of_several_files(human, tmp_path):
    human("evalset", "mqm.tsv", "-t", "mine", "-l", "en-de", "--data", "sets", "--references", "B")
    human("convert", "ratings", "mqm.tsv", "--to", "standalone", "--into", "all.jsonl")
    lines = (tmp_path / "all.jsonl").read_text().splitlines(keepends=True)
    for name, rater in (("one", "ann"), ("two", "ben")):
        (tmp_path / f"{name}.jsonl").write_text("".join(line for line in lines if f'"{rater}"' in line))
    common = ("-t", "mine", "-l", "en-de", "--data", "sets")
    words = ("convert", "standalone-to-evalset", "one.jsonl", "two.jsonl", "--into", "out", *common)
    written = human(*words, "--anonymize", "--rater-names", "names", "-f", "json")
    assert [row["file"] for row in printed_tables(written.out)["rows"]] == [
        "out/rater1.seg.rating",
        "out/rater2.seg.rating",
    ]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "rater1.seg.rating",
        "rater2.seg.rating",
    ]
    assert (tmp_path / "names").read_text() == "ann\trater1\nben\trater2\n"
    assert "both rated A, segment 1; raters cannot be merged" in human(*words, "--merge").err
    assert human(*words, "--anonymize").err.startswith("parbleu: out/rater1.seg.rating exists: --overwrite ")
    assert human(*words, "--anonymize", "--overwrite").status == 0
    files = (
        "out/rater1.seg.rating",
        "out/rater2.seg.rating",
        "--into",
        "back.jsonl",
        "--rater-names",
        "names",
    )
    assert human("convert", "evalset-to-standalone", *files, *common).status == 0
    assert sorted((tmp_path / "back.jsonl").read_text().splitlines(keepends=True)) == sorted(lines)
    [*others, last] = [json.loads(line) for line in (tmp_path / "one.jsonl").read_text().splitlines()]
    last = {**last, "source": "Another text."}
    (tmp_path / "one.jsonl").write_text("".join(json.dumps(row) + "\n" for row in [*others, last]))
    assert "but that of the set is" in human(*words, "--overwrite").err
    lenient = human(*words, "--overwrite", "--lenient")
    assert lenient.status == 0
    assert "1 translation judged with other texts than those of the set: B, segment 1;" in lenient.err
    (tmp_path / "names").write_text("ann\n")
    assert (
        "names:1: a line is OLD, TAB, NEW"
        in human("convert", "evalset-to-standalone", *files, *common, "--overwrite").err
    )


def test_verify_scores(human, tmp_path):
    human("evalset", "mqm.tsv", "-t", "mine", "-l", "en-de", "--data", "sets", "--references", "B")
    words = ("convert", "verify-scores", "-t", "mine", "-l", "en-de", "--data", "sets", "-f", "json")
    assert printed_tables(human(*words).out)["notes"] == ["All of the evaluation set is right."]
    (tmp_path / "x-src.sys.score").write_text("B\t1\n")
    found = printed_tables(human(*words, "x-src.sys.score", "--repair", "full", "-o", "-").out)
    assert [list(row.values()) for row in found["rows"]] == [["x-src.sys.score", "system", 2, "A"]]
    assert (tmp_path / "full").read_text() == "B\t1.0\nA\t0\n"
    assert human(*words, "x-src.sys.score", "y-B.sys.score", "--repair", "full").status == 1


def test_several_language_pairs(human, tmp_path):
    row = "ann,A,0,TGT,eng,{},{},d,False,[],0,0\n"
    (tmp_path / "esa.csv").write_text(row.format("jpn", 90) + row.format("zho", 40))
    found = human("scores", "esa.csv")
    assert (found.status, found.err) == (
        1, "parbleu: choose one of several language pairs (-l, language_pair=): eng-jpn or eng-zho\n"
    )  # fmt: skip
    assert "40.0000" in human("scores", "esa.csv", "-l", "en-zh").out
    assert human("show", "esa.csv", "-l", "eng-zho").out.endswith("(no rows)\n")
    assert human("scores", "esa.csv", "-l", "eng-deu").err == (
        "parbleu: there is no eng-deu here, but eng-jpn, eng-zho\n"
    )


def test_help(human):
    for command in ("scores", "agreement", "show", "evalset", "codalab"):
        assert human(command, "--help").out.startswith(f"usage: parbleu human {command} ")
    for command in ("score-mqm", "verify-scores", "ratings"):
        assert human("convert", command, "--help").out.startswith(f"usage: parbleu human convert {command} ")
    assert "standalone-to-evalset  standalone ratings" in human("convert", "--help").out
    assert human().status == 2


def test_converters_replace_files_only_if_told_to(human, tmp_path):
    words = ("convert", "ratings", "mqm.tsv", "--to", "standalone", "--into", "mqm.jsonl")
    assert human(*words).status == 0
    written = (tmp_path / "mqm.jsonl").read_text()
    (tmp_path / "mqm.jsonl").write_text("mine")
    assert human(*words).err == "parbleu: mqm.jsonl exists: --overwrite replaces it\n"
    assert (tmp_path / "mqm.jsonl").read_text() == "mine"
    assert human(*words, "-q").err == "mqm.jsonl exists: --overwrite replaces it\n"
    assert human(*words, "--overwrite").status == 0
    assert (tmp_path / "mqm.jsonl").read_text() == written


def test_tables_whose_columns_have_other_names(human, tmp_path):
    (tmp_path / "z.tsv").write_text("model\tid\tz\nA\t1\t60\nB\t1\t80\n")
    assert "--columns system=COLUMN" in human("scores", "z.tsv").err
    columns = ("--columns", "system=model", "segment=id", "score=z")
    found = human("scores", "z.tsv", *columns, "-f", "csv")
    assert (found.status, found.err) == (0, "")
    assert [line.split(",")[0] for line in found.out.splitlines()[1:]] == ["B", "A"]
    assert "write NAME=COLUMN" in human("scores", "z.tsv", "--columns", "model").err
    assert "tables have the columns" in human("scores", "z.tsv", "--columns", "model=system").err
    assert "applies to the format table" in human("scores", "z.tsv", *columns, "--from", "esa").err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "human scores r.csv --level segment --planned 400",
            "--planned changes nothing with --level segment",
        ),
        ("human scores r.csv --level segment -n 50", "--n-samples changes nothing with --level segment"),
        ("human scores r.csv --per-words --level segment", "--level changes nothing beside --per-words"),
        ("human scores r.csv -n 0 --alpha 0.1", "--alpha changes nothing without tests (-n 0)"),
        ("human scores r.csv --spending pocock", "spending (--spending) goes with planned (--planned)"),
        ("wmt rank r.csv --ceiling --rule wmt24-micro", "--rule changes nothing beside --ceiling"),
        ("wmt rank r.csv --ceiling -n 10", "--n-samples changes nothing beside --ceiling"),
        (
            "wmt rank r.csv --show-raters --filter-raters",
            "--filter-raters changes nothing beside --show-raters",
        ),
        (
            "analyze examples r.csv -i r.csv r.csv --names a b --by documents --only-document x",
            "--only-document",
        ),
    ],
)
def test_options_that_change_nothing(run, tmp_path, words, told):
    rows = [f"{system},{segment},{9 * segment},anna\n" for system in "AB" for segment in (1, 2, 3)]
    (tmp_path / "r.csv").write_text("".join(["system,segment,score,rater\n", *rows]))
    refused = run(*words.split(), cwd=tmp_path)
    assert (refused.status > 0, refused.out, refused.err.count("\n")) == (True, "", 1)
    assert told in refused.err
    for allowed in ("--level segment -n 0", "-n 0 --seed 3", "--per-words"):
        found = run("human", "scores", "r.csv", *allowed.split(), cwd=tmp_path)
        assert "changes nothing" not in found.err
