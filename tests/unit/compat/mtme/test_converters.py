"""The converters of MT Metrics Eval: flags and refusals. Recordings hold the files that they write."""

from importlib import import_module

import pytest

from parbleu._cli.main import main

ROWS = (
    "A\td\t1\t1\tann\ts\tx<v>y</v>z\tStyle/Awkward\tMinor\n"
    "A\td\t1\t1\tben\ts\txyz\tNo-error\tNo-error\n"
    "B\td\t1\t1\tann\ts\t<v>ab</v>\tAccuracy/Omission\tMajor\n"
    "B\td\t1\t1\tben\t<v>s</v>\tab\tAccuracy/Omission\tMajor\n"
)
EXPECTED = "A\td\t1\t-0.5\tann=1.0\tben=0\nB\td\t1\t-5.0\tann=5.0\tben=5.0\n"
SET = ("--test_set", "mine", "--language_pair", "en-de", "--data_dir", "sets")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    (tmp_path / "mqm.tsv").write_text(header + ROWS)
    return tmp_path


@pytest.fixture
def convert(place, capfd):
    """Runs a converter; returns its exit status, output and messages."""

    def run(name, *words):
        module = import_module(f"parbleu.compat.mt_metrics_eval.converters.{name}")
        with pytest.raises(SystemExit) as end:
            module.main([name, *words])
        return (end.value.code, *capfd.readouterr())

    return run


def test_score_mqm(convert, place):
    assert convert("score_mqm", "-input=mqm.tsv") == (0, EXPECTED, "")
    assert convert("score_mqm", "--input", "mqm.tsv", "--output=out", "--noforce_contiguous") == (0, "", "")
    assert (place / "out").read_text() == EXPECTED


@pytest.mark.parametrize(
    ("name", "words", "problem"),
    [
        ("score_mqm", ["--inputs", "x"], "did you mean --input?"),
        ("score_mqm", ["mqm.tsv"], "nothing is expected beside flags"),
        ("score_mqm", ["--input", "none.tsv"], "cannot read none.tsv"),
        ("standalone_ratings_to_evalset", [], "the flag --ratings_file is required"),
        ("verify_scores_file", ["--test_set", "none", "--language_pair", "x-y"], "there is no"),
    ],
)
def test_what_is_refused(convert, name, words, problem):
    status, out, err = convert(name, *words)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert problem in err


def test_help(convert):
    status, out, _ = convert("score_mqm", "--help")
    assert status == 0
    assert out.startswith("usage: python -m mt_metrics_eval.converters.score_mqm [FLAGS]")


def test_standalone_ratings_of_several_files(convert, place, capfd):
    ours = ("-t", "mine", "-l", "en-de", "--data", "sets")
    assert main(["human", "evalset", "mqm.tsv", *ours, "--references", "B"]) == 0
    assert main(["human", "convert", "ratings", "mqm.tsv", "--to", "standalone", "--into", "all.jsonl"]) == 0
    capfd.readouterr()
    lines = (place / "all.jsonl").read_text().splitlines(keepends=True)
    for name, rater in (("one", "ann"), ("two", "ben")):
        (place / f"{name}.jsonl").write_text("".join(line for line in lines if f'"{rater}"' in line))
    files = ("--ratings_file", "one.jsonl", "--ratings_file=two.jsonl", "--output_dir", "out")
    more = ("--anonymize_raters", "--rater_key_file", "key", "--echo_ratings_file", "echo")
    assert convert("standalone_ratings_to_evalset", *files, *SET, *more) == (0, "", "")
    assert sorted(path.name for path in (place / "out").iterdir()) == [
        "rater1.seg.rating",
        "rater2.seg.rating",
    ]
    assert (place / "key").read_text() == "ann\trater1\nben\trater2\n"
    assert sorted((place / "echo").read_text().splitlines(keepends=True)) == sorted(lines)
    ratings = "out/rater1.seg.rating,out/rater2.seg.rating"
    back = ("--evalset_ratings_files", ratings, "--ratings_file", "back.jsonl", "--rater_key_file", "key")
    assert convert("evalset_ratings_to_standalone", *back, *SET) == (0, "", "")
    assert sorted((place / "back.jsonl").read_text().splitlines(keepends=True)) == sorted(lines)
