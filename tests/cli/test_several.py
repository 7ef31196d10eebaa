"""Tests `parbleu score` on several systems and with resampling, beyond the recorded runs."""

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

import parbleu
from extras import extra
from parbleu._base.significance import ONE_SEGMENT
from parbleu.tables import render
from printed_json import check_result, printed_tables
from terminals import run_on_terminal

COMMAND = Path(sys.executable).parent / "parbleu"
TABBED = b"The dog bit the man.\tA dog.\nIt was.\tIt was not unexpected.\nX\tY\n"


@pytest.fixture
def systems(corpus):
    """Three systems more, of the same length."""
    for name, line in {"s1": "The dog bit the man.", "s2": "It was not unexpected.", "s3": "Mañana"}.items():
        (corpus / name).write_text(f"{line}\n" * 3, encoding="utf-8")
    return corpus


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_numbers_are_the_library_s(run, systems):
    words = ["score", "a", "b", "-i", "hyp", "s1", "s2", "-m", "ter", "bleu", "chrf", "-cw", "2", "-par"]
    result = run(*words, "-parn", "77", "-f", "json", cwd=systems)
    compared = parbleu.compare(
        {name: lines(systems / name) for name in ("hyp", "s1", "s2")},
        [lines(systems / name) for name in ("a", "b")],
        ["ter", "bleu", "chrf++"],
        test="randomization",
        n_samples=77,
    )
    assert result.out == compared.to_json()
    rows = printed_tables(result.out)["rows"]
    assert [row["system"] for row in rows] == ["hyp", "s1", "s2"]
    for row in rows:
        for metric in compared.metrics:
            found = metric[row["system"]]
            assert (row[metric.name], row[f"{metric.name}_p_value"]) == (found.score, found.p_value)


@pytest.mark.parametrize(("name", "flag"), [("bootstrap", "-pbs"), ("randomization", "-par")])
def test_the_name_of_a_test_means_the_flag(run, systems, name, flag):
    words = ["score", "a", "-i", "hyp", "s1", "-n", "50"]
    printed = run(*words, "--test", name, "-f", "json", cwd=systems)
    assert printed.out == run(*words, flag, "-f", "json", cwd=systems).out
    (systems / "saved.json").write_text(printed.out)
    assert run(*words[:-2], "--verify", "saved.json", "--test", name, cwd=systems).status == 0
    both = run(*words, "--test", name, flag, cwd=systems)
    assert (both.status, both.out) == (2, "")
    assert "not allowed with argument" in both.err


def test_interval_is_the_library_s(run, systems):
    out = run("score", "a", "-i", "hyp", "-ci", "-cin", "30", "-f", "json", cwd=systems).out
    expected = parbleu.BLEU().corpus_score(
        lines(systems / "hyp"), [lines(systems / "a")], intervals=True, n_samples=30
    )
    [row] = printed_tables(out)["rows"]
    assert (row["score"], (row["mean"], row["ci"])) == (expected.score, expected.interval)
    assert "|bs:30|" in row["signature"]


@pytest.mark.parametrize("words", [[], ["--threads", "3"], ["-j", "3"], ["-j", "0"]])
def test_threads_change_nothing(run, systems, words):
    command = ["score", "a", "-i", "hyp", "s1", "s2", "-m", "bleu", "ter", "-pbs", "-pbsn", "50", "-q"]
    assert run(*command, *words, cwd=systems) == run(*command, "-j", "1", cwd=systems)


def test_standard_input_in_pieces(run, systems, monkeypatch):
    words = ["score", "tabs", "-nr", "2", "-f", "text", "-m", "bleu", "chrf"]
    (systems / "tabs").write_bytes(b"a\tb\nIt was.\tx\nX\tY\n")
    whole = run(*words, cwd=systems, stdin=TABBED)
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 7)
    assert run(*words, cwd=systems, stdin=TABBED) == whole
    assert "\nSystem 2 " in whole.out
    assert run(*words, "-i", "-", cwd=systems, stdin=TABBED) == whole


def test_standard_input_among_files(run, systems):
    piped = run("score", "a", "-i", "s1", "-", cwd=systems, stdin=(systems / "hyp").read_bytes())
    named = run("score", "a", "-i", "s1", "hyp", cwd=systems)
    assert piped.out.replace('"-"', '"hyp"') == named.out


def test_lengths_of_standard_input_in_pieces(run, systems, monkeypatch):
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 7)
    result = run("score", "a", cwd=systems, stdin=TABBED + b"1\t2\n")
    assert result.status == 1
    assert "different lengths. Lines: 3 in a, 4 in standard input; output of other segments" in result.err
    assert run("score", "a", cwd=systems, stdin=TABBED + b"1\n").status == 17


def test_names_in_json_and_latex(run, systems):
    (systems / 'é_%"').write_bytes((systems / "hyp").read_bytes())
    words = ["score", "a", "-i", 'é_%"', "s1"]
    [row, _] = printed_tables(run(*words, "-f", "json", cwd=systems).out)["rows"]
    assert row["system"] == 'é_%"'
    assert r"é\_\%" in run(*words, "-f", "latex", cwd=systems).out


def test_no_system_has_no_table(run, systems):
    result = run("score", "a", "-i", "-f", "text", cwd=systems)
    assert (result.status, result.out) == (1, "")
    assert result.err.endswith("-i/--input names no system to score\n")


def test_messages_end_with_quiet(run, systems):
    words = ["score", "a", "-i", "hyp", "hyp", "s1", "-pbs", "-pbsn", "9", "-j", "2", "-v"]
    loud = run(*words, cwd=systems)
    assert "Ignoring 'hyp'" in loud.err
    assert "Launching 2 parallel workers." in loud.err
    assert run(*words, "-q", cwd=systems) == (0, loud.out, "")


def test_a_real_terminal(systems):
    """The best score is bold, unless a variable forbids it."""

    def seen(env):
        shown = run_on_terminal([COMMAND, "score", "a", "-i", "hyp", "s1"], cwd=systems, env=env)
        assert shown.status == 0
        return shown.out

    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    colored = seen(env)
    assert "hyp       \x1b[1m" in colored
    plain = colored.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert seen({**env, "NO_COLOR": "1"}) == seen({**env, "TERM": "dumb"}) == plain


FORMATS = ["text", "markdown", "latex", "typst", "html", "csv", "tsv", "json"]


def shown(comparison, name, **options):
    """Returns what the command prints: the tables for a paper in LaTeX and Typst, otherwise all tables."""
    return render(comparison, name, whole_page=True, **options)


def compared(systems, names=("hyp", "s1", "s2"), **options):
    streams = {name: lines(systems / name) for name in names}
    return parbleu.compare(streams, [lines(systems / "a")], ["bleu", "chrf"], **options)


@pytest.mark.parametrize("name", FORMATS)
def test_tables_are_the_library_s(run, systems, name):
    words = ["score", "a", "-m", "bleu", "chrf", "-f", name, "-i"]
    several = run(*words, "hyp", "s1", "s2", cwd=systems)
    if name != "json":  # that of scores without a test has an object for each
        assert several.out == shown(compared(systems), name, decimals=1, fact_columns=True)
    tested = run(*words, "hyp", "s1", "s2", "-pbs", "-pbsn", "20", cwd=systems)
    assert tested.out == shown(
        compared(systems, test="bootstrap", n_samples=20), name, decimals=1, fact_columns=True
    )
    named = run(*words, "hyp", "-ci", "-cin", "20", "--names", "hyp", cwd=systems)
    alone = compared(systems, ["hyp"], intervals=True, n_samples=20)
    if name != "json":
        assert named.out == shown(alone, name, decimals=1, fact_columns=True)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "json"])
def test_scores_of_one_system_are_the_library_s(run, systems, name):
    score = parbleu.BLEU().corpus_score(
        lines(systems / "hyp"), [lines(systems / "a")], intervals=True, n_samples=20
    )
    single = run("score", "a", "-f", name, "-i", "hyp", "-ci", "-cin", "20", cwd=systems)
    assert single.out == render(score, name, decimals=1, whole_page=True)


@pytest.mark.parametrize("name", FORMATS)
def test_all_pairs_are_the_library_s(run, systems, name):
    words = ["score", "a", "-m", "bleu", "chrf", "-f", name, "-w", "3", "-par", "-parn", "199", "--all-pairs"]
    expected = compared(systems, test="randomization", n_samples=199, all_pairs=True)
    result = run(*words, "-i", "hyp", "s1", "s2", cwd=systems)
    assert (result.out, result.err) == (shown(expected, name, decimals=3, fact_columns=True), "")
    assert "Testing all 3 pairs of systems" in run(*words, "-v", "-i", "hyp", "s1", "s2", cwd=systems).err


def test_all_pairs_draw_bootstrap_samples_unless_told(run, systems):
    words = ["score", "a", "-i", "hyp", "s1", "--all-pairs", "-pbsn", "199"]
    assert run(*words, cwd=systems) == run(*words, "-pbs", cwd=systems)
    assert '"test": "bootstrap", "n_samples": 199' in run(*words, cwd=systems).out


@pytest.mark.parametrize(
    ("words", "alias"),
    [
        (["-i", "hyp", "--intervals"], ["-i", "hyp", "-ci", "-cin"]),
        (["-i", "hyp", "s1", "-pbs"], ["-i", "hyp", "s1", "-pbs", "-pbsn"]),
        (["-i", "hyp", "s1", "--sacrebleu-p", "-par"], ["-i", "hyp", "s1", "--sacrebleu-p", "-par", "-parn"]),
    ],
)
def test_one_option_counts_what_is_drawn(run, systems, words, alias):
    counted = run("score", "a", *words, "--n-samples", "30", cwd=systems)
    assert counted == run("score", "a", *alias, "30", cwd=systems)
    assert counted != run("score", "a", *words, cwd=systems)
    refused = run("score", "a", "-i", "hyp", "-n", "30", cwd=systems)
    assert refused.err.startswith("parbleu: --n-samples needs --intervals")
    for columns in (["--sacrebleu-p"], ["--p-columns", "bh"]):
        refused = run("score", "a", "-i", "hyp", "s1", *columns, cwd=systems)
        assert refused.err == (
            "parbleu: --p-columns and --sacrebleu-p are of tests: "
            "add --paired-bs, --paired-ar or --all-pairs\n"
        )


def test_seed(run, systems):
    words = ["score", "a", "-i", "hyp", "s1", "-par", "-parn", "99", "--sacrebleu-p"]
    given = run(*words, "--seed", "7", cwd=systems)
    assert given == run(*words, cwd=systems, env={"SACREBLEU_SEED": "7"})
    assert given == run(*words, "--seed", "7", cwd=systems, env={"SACREBLEU_SEED": "8"})
    assert given != run(*words, cwd=systems)
    alone = ["score", "a", "-i", "hyp", "-ci"]
    seven = run(*alone, "--seed", "7", "-f", "json", cwd=systems)
    assert printed_tables(seven.out)["facts"]["seed"] == 7
    drawn = printed_tables(run(*alone, "--seed", "none", cwd=systems).out)
    number = str(drawn["facts"]["seed"])
    assert "|seed:none|" in drawn["rows"][0]["signature"]
    again = printed_tables(run(*alone, "--seed", number, "-f", "json", cwd=systems).out)
    assert again["rows"][0]["ci"] == drawn["rows"][0]["ci"]
    assert f"seed: {number}\n" in run(*alone, "--seed", number, "-f", "text", cwd=systems).out
    assert run(*alone, "--seed", "x", cwd=systems).err.startswith("parbleu: seed must be a whole number")


def test_systems_are_called_by_what_tells_them_apart(run, systems):
    for name in ("hyp", "s1"):
        (systems / "runs" / name).mkdir(parents=True)
        (systems / "runs" / name / "out.txt").write_bytes((systems / name).read_bytes())
    paths = ["runs/hyp/out.txt", "runs/s1/out.txt"]
    frame = extra("pandas").read_csv(
        io.StringIO(run("score", "a", "-i", *paths, "-f", "csv", cwd=systems).out)
    )
    assert list(frame["system"]) == ["hyp", "s1"]
    rows = printed_tables(run("score", "a", "-i", *paths, "-f", "json", cwd=systems).out)["rows"]
    assert [row["system"] for row in rows] == ["hyp", "s1"]


def test_output_never_overwrites_what_is_read(run, systems):
    text = (systems / "a").read_bytes()
    for words in (["a", "-i", "hyp", "-o", "./a"], ["hyp", "-i", "a", "-o", "a"]):
        result = run("score", *words, cwd=systems)
        assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
        assert "--output would overwrite a, which is read" in result.err
        assert (systems / "a").read_bytes() == text


def test_csv_tells_how_it_was_made(run, systems):
    words = ["score", "a", "-i", "hyp", "s1", "-par", "-parn", "99", "-f", "csv"]
    [row, _] = extra("pandas").read_csv(io.StringIO(run(*words, cwd=systems).out)).to_dict("records")
    assert (row["baseline"], row["test"], row["n_samples"], row["seed"]) == (
        "hyp",
        "randomization",
        99,
        12345,
    )
    assert "|ar:99|seed:12345|" in row["BLEU signature"]


@pytest.mark.parametrize(
    "words", [["hyp"], ["hyp", "s1"], ["hyp", "-sl"], ["hyp", "-b"], ["hyp", "-f", "text"]]
)
def test_output(run, systems, words):
    shown = run("score", "a", "-i", *words, cwd=systems)
    assert run("score", "a", "-i", *words, "-o", "-", cwd=systems) == shown
    assert run("score", "a", "-i", *words, "-o", "result", cwd=systems) == (0, "", "")
    assert (systems / "result").read_text() == shown.out


@pytest.mark.parametrize("words", [["-pbs", "-pbsn"], ["-par", "-parn"]])
def test_too_few_samples_for_all_pairs(run, systems, words):
    """The advice is the option of the command line, and what it advises suffices."""
    names = [f"copy{number}" for number in range(5)]
    for name in names:
        (systems / name).write_bytes((systems / "s2").read_bytes())
    command = ["score", "a", "-i", *names, "-q", "--all-pairs", *words]
    warned = run(*command, "198", cwd=systems).err
    assert warned.endswith("ask for --n-samples 199 or more\n")
    assert warned.count("\n") == 1
    assert run(*command, "198", "--n-samples", "199", cwd=systems).err == ""


def test_all_pairs_as_json_and_text(run, systems):
    words = [
        "score",
        "a",
        "-m",
        "bleu",
        "chrf",
        "-i",
        "hyp",
        "s1",
        "s2",
        "-pbs",
        "-pbsn",
        "99",
        "--all-pairs",
    ]
    expected = compared(systems, test="bootstrap", n_samples=99, all_pairs=True)
    assert run(*words, cwd=systems).out == expected.to_json()
    text = run(*words, "-f", "text", "-w", "2", cwd=systems).out
    short = run(*words, "-f", "text", "-sh", cwd=systems).out
    assert "Pre-computing" not in run(*words, cwd=systems).err
    for metric in expected.metrics:
        assert metric.signature in text
        assert metric.signature not in short
        assert metric.short_signature in short
        for pair in metric.pairs:
            assert re.search(rf"{re.escape(f'{pair.difference:+.2f}')}\s+{pair.p_value:.4f} ", text)


def test_names(run, systems):
    words = ["score", "a", "-f", "json", "-i", "hyp", "s1", "--names", "First One", "Zweites"]
    tested = run(*words, "-pbs", "-pbsn", "9", cwd=systems)
    for printed in (run(*words, cwd=systems), tested):
        assert [row["system"] for row in printed_tables(printed.out)["rows"]] == ["First One", "Zweites"]
    piped = ["score", "a", "--names", "First One", "Zweites", "-f", "markdown"]
    assert "| First One |" in run(*piped, cwd=systems, stdin=TABBED).out


def test_names_belong_to_the_files_as_given(run, systems):
    """Also to those that repeat the baseline, which a test leaves out without names."""
    words = ["score", "a", "-f", "json", "-i", "hyp", "s1", "hyp", "s2", "--names", "x", "y", "z", "w"]
    tested = run(*words, "-pbs", "-pbsn", "9", cwd=systems)
    assert [row["system"] for row in printed_tables(tested.out)["rows"]] == ["x", "y", "z", "w"]
    unnamed = run(*words[: words.index("--names")], "-pbs", "-pbsn", "9", cwd=systems)
    assert len(printed_tables(unnamed.out)["rows"]) == 3
    assert "Ignoring 'hyp' as it was also given as the baseline." in unnamed.err
    plain = printed_tables(run(*words, cwd=systems).out)["rows"]
    assert [one["system"] for one in plain] == ["x", "y", "z", "w"]
    assert plain[0]["BLEU"] == plain[2]["BLEU"] != plain[1]["BLEU"]


@pytest.mark.parametrize("test", [[], ["-par", "-parn", "9"]])
def test_names_make_one_file_two_systems(run, systems, test):
    words = ["score", "a", "-f", "json", "-i", "hyp", "s1", "s1", *test]
    assert "s1 is given twice: tell the systems apart by --names" in run(*words, cwd=systems).err
    named = printed_tables(run(*words, "--names", "x", "y", "z", cwd=systems).out)["rows"]
    assert [one["system"] for one in named][1:] == ["y", "z"]
    assert named[1]["BLEU"] == named[2]["BLEU"]


@pytest.mark.parametrize("hypotheses", [["hyp"], ["hyp", "s1"]])
@pytest.mark.parametrize(("nr", "file"), [("1", "a"), ("2", "tabs")])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_references_on_standard_input(run, systems, hypotheses, nr, file, end):
    (systems / "tabs").write_text("a dog\tb\nIt was.\tx\nX\tY\n")
    words = ["-nr", nr, "-i", *hypotheses]
    piped = (systems / file).read_bytes().replace(b"\n", end)
    expected = run("score", file, *words, cwd=systems)
    assert expected.status == 0
    assert run("score", "-", *words, cwd=systems, stdin=piped) == expected


def test_fields_on_standard_input_are_counted(run, systems):
    result = run("score", "-", "-nr", "2", "-i", "hyp", cwd=systems, stdin=b"a\tb\nx\nX\tY\n")
    assert result.status == 17
    assert result.err.startswith(
        "parbleu: FATAL: standard input:2: 2 references are expected, separated by TABs"
    )


@pytest.mark.parametrize("words", [["-pbs"], ["-par"], ["-ci"]])
def test_a_wrong_seed_is_refused_before_anything_is_read(run, systems, words):
    names = ["hyp"] if words == ["-ci"] else ["hyp", "missing"]
    result = run("score", "a", "-i", *names, *words, cwd=systems, env={"SACREBLEU_SEED": "seven"})
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert "SACREBLEU_SEED must be a whole number from 0 up" in result.err
    plain = run("score", "a", "-i", "hyp", cwd=systems, env={"SACREBLEU_SEED": "seven"})
    assert plain.status == 0


@pytest.mark.parametrize(("seed", "signed"), [(" 7 ", "7"), ("+7", "7"), ("007", "7"), ("NONE", "none")])
def test_tests_sign_the_seed_s_number(run, systems, seed, signed):
    words = ["score", "a", "-i", "hyp", "s1", "-par", "-parn", "9", "-f", "text"]
    assert f"|seed:{signed}|" in run(*words, cwd=systems, env={"SACREBLEU_SEED": seed}).out


def test_one_named_system_with_its_interval(run, systems):
    out = run("score", "a", "-i", "hyp", "--names", "x", "-ci", "-f", "json", cwd=systems).out
    expected = compared(systems, ["hyp"], intervals=True, n_samples=1000)["BLEU"]["hyp"]
    [row] = printed_tables(out)["rows"]
    assert (row["system"], row["BLEU"]) == ("x", expected.score)
    assert (row["BLEU_mean"], row["BLEU_ci"]) == (expected.mean, expected.ci)


@pytest.mark.parametrize(
    "suffix", [".tsv", ".csv", ".jsonl", pytest.param(".parquet", marks=pytest.mark.needs("pyarrow"))]
)
def test_segments(run, systems, suffix):
    path = systems / f"out{suffix}"
    words = ["score", "a", "b", "-i", "hyp", "s1", "-m", "ter", "bleu", "chrf", "-cw", "2"]
    before = set(systems.iterdir())
    plain = run(*words, cwd=systems)
    assert run(*words, "--segments", path.name, cwd=systems) == plain
    assert set(systems.iterdir()) == {*before, path}
    if suffix == ".jsonl":
        found = [json.loads(line) for line in lines(path)]
    elif suffix in (".tsv", ".csv"):
        head, *rows = [line.split("\t" if suffix == ".tsv" else ",") for line in lines(path)]
        found = [dict(zip(head, map(float, row), strict=True)) for row in rows]
    else:
        found = extra("pyarrow.parquet").read_table(path).to_pylist()
    sides = [lines(systems / name) for name in ("a", "b")]
    expected = [{"segment": number} for number in (1, 2, 3)]
    for name in ("hyp", "s1"):
        for metric in (parbleu.BLEU(effective_order=True), parbleu.CHRF(word_order=2), parbleu.TER()):
            for row, hypothesis, refs in zip(
                expected, lines(systems / name), zip(*sides, strict=True), strict=True
            ):
                score = metric.sentence_score(hypothesis, list(refs))
                row[f"{name}:{score.name}"] = score.score
    assert found == expected


def test_segments_of_one_system(run, systems):
    words = ["score", "a", "-i", "hyp", "-ci", "-cin", "9"]
    assert run(*words, "--segments", "out.jsonl", cwd=systems) == run(*words, cwd=systems)
    assert list(json.loads(lines(systems / "out.jsonl")[0])) == ["segment", "hyp:BLEU"]
    assert run("score", "a", "--segments", "in.jsonl", cwd=systems, stdin=TABBED).status == 0
    assert list(json.loads(lines(systems / "in.jsonl")[0])) == ["segment", "System 1:BLEU", "System 2:BLEU"]


@pytest.mark.parametrize(("reference", "hypothesis"), [("in.tsv", "hyp"), ("a", "in.tsv")])
def test_segments_never_overwrite_what_is_read(run, systems, reference, hypothesis):
    text = (systems / "a").read_bytes()
    (systems / "in.tsv").write_bytes(text)
    result = run("score", reference, "-i", hypothesis, "--segments", "./in.tsv", cwd=systems)
    assert result.status == 1
    assert "--segments would overwrite in.tsv, which is read" in result.err
    assert (systems / "in.tsv").read_bytes() == text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--segments", "out.txt"],
            "--segments writes .tsv, .csv, .jsonl, .parquet; out.txt is none of them",
        ),
        (["--segments", "no/out.tsv"], "cannot write no/out.tsv: there is no directory no"),
        (["--segments", "folder.tsv"], "cannot write folder.tsv: Is a directory"),
        (["--segments", "out.tsv", "-sl"], "--segments needs corpus scores"),
    ],
)
def test_segments_that_cannot_be_written(run, systems, words, message):
    (systems / "folder.tsv").mkdir()
    before = set(systems.iterdir())
    result = run("score", "a", "-i", "hyp", *words, cwd=systems)
    assert (result.status, result.out) == (1, "")
    assert message in result.err
    assert set(systems.iterdir()) == before


def test_a_place_that_is_not_there_is_told_before_the_work(run, systems):
    result = run("score", "a", "-i", "hyp", "s1", "-par", "--segments", "no/out.tsv", cwd=systems)
    assert result.err == "parbleu: cannot write no/out.tsv: there is no directory no\n"


def test_parquet_without_pyarrow(run, systems, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    result = run("score", "a", "-i", "hyp", "--segments", "out.parquet", cwd=systems)
    assert (result.status, result.out) == (1, "")
    assert "pyarrow: pip install" in result.err


def test_a_file_is_tested_against_itself_under_two_names(run, corpus):
    words = ("a", "-i", "hyp", "hyp", "--names", "x", "y", "-pbs", "-n", "19", "-f", "text")
    result = run("score", *words, cwd=corpus)
    assert result.status == 0, result.err
    assert "Identical output to x: y." in result.out
    assert "0.0500*" not in result.out


@pytest.mark.parametrize(
    "more", [[], ["-pbs", "-n", "30"], ["-par", "-n", "99"], ["--all-pairs", "-n", "30"]]
)
def test_json_of_several_systems_is_the_same_on_every_path(run, systems, more):
    words = ["score", "a", "-i", "hyp", "s1", "-m", "bleu", "chrf", "-q", *more]
    printed = run(*words, cwd=systems).out
    assert "scores" in check_result(printed)
    assert run(*words, "-f", "json", cwd=systems).out == printed
    assert run(*words, cwd=systems, env={"SACREBLEU_FORMAT": "json"}).out == printed
    drawn = run(*words, "--seed", "none", cwd=systems).out
    assert (drawn == printed) == (not more)
    assert check_result(drawn).keys() == check_result(printed).keys()


@pytest.mark.parametrize("more", [[], ["-ci", "-n", "30"], ["-m", "chrf", "bleu", "-w", "3"], ["-m", "ter"]])
def test_json_of_several_systems_is_that_of_one_with_a_key_more(run, systems, more):
    words = ["score", "a", *more, "-f", "json", "-i"]
    found = run(*words, "s1", "hyp", cwd=systems)
    items = json.loads(found.out)
    assert {next(iter(item)) for item in items} == {"system"}
    alone = []
    for name in ("s1", "hyp"):
        result = json.loads(run(*words, name, cwd=systems).out)
        objects = result if isinstance(result, list) else [result]
        alone += [{"system": name, **item, "n_segments": 3} for item in objects]
    assert items == alone
    firsts = items[:: len(items) // 2]
    firsts.sort(key=lambda item: item["unrounded"], reverse="ter" not in more)
    ordered = json.loads(run(*words, "s1", "hyp", "--sort", items[0]["name"], cwd=systems).out)
    assert [item["system"] for item in ordered[:: len(items) // 2]] == [item["system"] for item in firsts]
    (systems / "saved.json").write_text(found.out, encoding="utf-8")
    verified = run("score", "a", "-i", "s1", "hyp", "--verify", "saved.json", cwd=systems)
    assert verified == (0, "saved.json: the same numbers\n", "")
    other = run("score", "a", "-i", "s1", "s2", "--verify", "saved.json", cwd=systems)
    assert (other.status, other.out) == (1, "")
    facts = printed_tables(run("check-paper", "saved.json", "-f", "json", cwd=systems).out)["facts"]
    assert (facts["n_scores"], facts["n_systems"]) == (len(items), 2)
    table = run(*words, "s1", "hyp", "--tables", "scores", cwd=systems)
    assert "--tables chooses tables, and this output has none" in table.err


@pytest.mark.parametrize("more", [[], ["-ci", "-n", "30"], ["-m", "chrf", "-w", "3"], ["-m", "bleu", "ter"]])
def test_json_of_one_system_is_the_same_on_every_path(run, systems, sacrebleu, more):
    """It is sacreBLEU's, and has more keys."""
    words = ["a", "-i", "hyp", *more]
    printed = run("score", *words, cwd=systems).out
    check_result(printed)
    assert run("score", *words, "-f", "json", cwd=systems).out == printed
    assert run("score", *words, cwd=systems, env={"SACREBLEU_FORMAT": "json"}).out == printed
    assert run("score", *words, "-f", "json", "-o", "file", cwd=systems).out == ""
    assert (systems / "file").read_text(encoding="utf-8") == printed
    both = [json.loads(text) for text in (printed, run(*words, cwd=systems, command=sacrebleu).out)]
    ours, theirs = (result if isinstance(result, list) else [result] for result in both)
    for item, plain in zip(ours, theirs, strict=True):
        assert plain.items() <= item.items()
        assert round(item["unrounded"], 3 if "-w" in more else 1) == item["score"]
    if more[:1] == ["-ci"]:
        drawn = json.loads(run("score", *words, "--seed", "none", cwd=systems).out)
        assert drawn.keys() == ours[0].keys()
        assert drawn["seed"] == "none"
        seed = str(drawn["drawn_with_seed"])
        again = json.loads(run("score", *words, "--seed", seed, cwd=systems).out)
        assert again["unrounded_ci"] == drawn["unrounded_ci"]
    else:  # nothing is drawn
        assert run("score", *words, "--seed", "none", cwd=systems).out == printed


def test_the_drop_in_ignores_a_smoothing_value_where_the_original_does(run, systems, sacrebleu):
    words = ["a", "-i", "hyp", "-q"]
    plain = run(*words, cwd=systems, command=sacrebleu)
    for more in (["-sv", "-1"], ["-s", "exp", "-sv", "3"]):
        assert run(*words, *more, cwd=systems, command=sacrebleu) == plain
    assert run("score", *words, "-sv", "-1", cwd=systems).status == 1


@pytest.mark.skipif(
    not Path("/dev/fd").is_dir(), reason="needs paths of open files, as shells use for <(...)"
)
def test_systems_from_pipes(run, systems, sacrebleu):
    def score(**options):
        ends = [os.pipe() for _ in range(2)]
        for (_, into), name in zip(ends, ("hyp", "b"), strict=True):
            os.write(into, (systems / name).read_bytes())
            os.close(into)
        words = ["a", "-i", *(f"/dev/fd/{out}" for out, _ in ends), "-f", "text"]
        found = run(*([] if options else ["score"]), *words, cwd=systems, **options)
        for out, _ in ends:
            os.close(out)
        return found

    found = score()
    assert "System 1, System 2: a pipe has no name; --names names the systems" in found.err
    assert "\nSystem 2 " in found.out
    face = score(command=sacrebleu)
    assert ("/dev/fd/" in face.out, "System 1" in face.out + face.err) == (True, False)


@pytest.mark.parametrize("mode", [[], ["-ci"], ["-sl"], ["-d"], ["-b"]], ids=str)
@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (["--documents", "missing"], "documents are drawn in a test of several systems"),
        (["--unit", "document"], "documents are drawn in a test of several systems"),
        (["--baseline", "foo"], "unknown system 'foo': choose from hyp"),
        (["--train", "missing"], "--train needs --explain"),
        (["--region", "1"], "region (--region) goes with explain"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_one_system_refuses_what_several_refuse(run, systems, mode, option, problem):
    one = run("score", "a", "-i", "hyp", *mode, *option, cwd=systems)
    assert (one.status != 0, one.out, one.err.count("\n")) == (True, "", 1)
    assert problem in one.err
    if mode == []:
        two = run("score", "a", "-i", "hyp", "s1", *option, cwd=systems)
        assert (two.status, two.err.removesuffix(", s1\n").rstrip("\n")) == (one.status, one.err.rstrip("\n"))


def test_documents_and_domains_of_an_evaluation_set(run, tmp_path):
    """Lines of .docs, DOMAIN TAB DOCUMENT, were labels as a whole; alike documents stay apart."""
    (tmp_path / "a").write_text("a b c d\n" * 4)
    words = ("analyze", "segments", "a", "-i", "a", "--n-samples", "0", "-f", "json", "--by")

    def labels(by, text):
        (tmp_path / "en-de.docs").write_text(text)
        found = run(*words, by, "--labels", f"{by}=en-de.docs", cwd=tmp_path)
        return {row["bucket"] for row in json.loads(found.out)["tables"]["BLEU"]["rows"]}

    text = "news\td1\nnews\td1\nsocial\td2\nsocial\td3\n"
    assert labels("document", text) == {"d1", "d2", "d3"}
    assert labels("domain", text) == {"news", "social"}
    assert labels("topic", text) == {"news\td1", "social\td2", "social\td3"}
    assert labels("document", text.replace("d2", "d1")) == {"news\td1", "social\td1", "social\td3"}
    assert labels("document", "d1\nd1\nd2\nd3\tx\n") == {"d1", "d2", "d3\tx"}


def test_a_file_of_documents_makes_groups(run, systems):
    (systems / "docs").write_text("second\nfirst\nsecond\n")
    words = ["score", "a", "-i", "hyp", "s1", "-m", "chrf", "--by", "document", "-f", "csv"]
    found = run(*words, "--documents", "docs", cwd=systems).out.splitlines()
    assert [line.split(",")[1:4] for line in found[1:5]] == [
        ["second", "hyp", "2"],
        ["second", "s1", "2"],
        ["first", "hyp", "1"],
        ["first", "s1", "1"],
    ]
    two = [lines(systems / name)[::2] for name in ("hyp", "a")]
    assert float(found[1].split(",")[4]) == parbleu.CHRF().corpus_score(two[0], [two[1]]).score
    drawn = run(*words, "--documents", "docs", "--unit", "document", "-pbs", cwd=systems)
    assert "all segments are of one group" in drawn.err
    (systems / "short").write_text("second\n")
    assert run(*words, "--documents", "short", cwd=systems).err == (
        "parbleu: short: this has 1 line; the systems have 3 segments\n"
    )
    assert "--documents FILE has that of each segment" in run(*words, cwd=systems).err


@pytest.mark.parametrize("mode", [[], ["-ci", "-n", "9"], ["-sl"], ["-b"]], ids=str)
def test_one_system_may_be_the_baseline(run, systems, mode):
    words = ["score", "a", "-i", "hyp", *mode]
    assert run(*words, "--baseline", "hyp", cwd=systems) == run(*words, cwd=systems)


@pytest.mark.parametrize("test", ["-pbs", "-par"])
def test_one_segment_is_no_sample(run, tmp_path, test):
    for name, text in {"ref": "a b c d", "hyp": "a b c d", "other": "a b c x"}.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    words = ["score", "ref", "-i", "hyp", "other", test, "-n", "99"]
    table = json.loads(run(*words, cwd=tmp_path).out)["tables"]["scores"]
    assert table["rows"][1]["BLEU_p_value"] == 1
    assert any(ONE_SEGMENT in note for note in table["notes"])
    assert "only one segment, or unit" in run(*words, "-f", "text", cwd=tmp_path).out
    for name in ("ref", "hyp", "other"):
        path = tmp_path / name
        path.write_text(2 * path.read_text(encoding="utf-8"), encoding="utf-8")
    assert ("All bootstrap samples have the same scores" in run(*words, cwd=tmp_path).out) == (test == "-pbs")


def test_one_segment_makes_no_outputs_identical(run, tmp_path):
    for name, text in {"ref": "one line", "hyp": "one lines", "other": "two line"}.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    found = run("score", "ref", "-i", "hyp", "other", "-pbs", "-n", "9", "-f", "text", cwd=tmp_path)
    assert "only one segment" in found.out
    assert "Identical output" not in found.out


def test_intervals_are_part_of_the_paired_bootstrap(run, corpus):
    words = ("score", "a", "-i", "hyp", "b", "-pbs", "-n", "50", "-f", "json")
    assert run(*words, "--confidence", cwd=corpus) == run(*words, cwd=corpus)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("-i hyp --seed 1", "--seed changes nothing without --intervals or a test: leave it out"),
        ("-i hyp s1 --no-pairs", "--no-pairs changes nothing without --all-pairs: leave it out"),
        ("-i hyp s1 -pbs --no-pairs", "--no-pairs changes nothing without --all-pairs: leave it out"),
        (
            "-i hyp s1 --decimals BLEU=1,bleu=2",
            "--decimals names one metric twice: BLEU, bleu: leave one out",
        ),
        (
            "-i hyp s1 -pbs --p-columns joint",
            "--p-columns joint is of the table that --explain adds: add it, or leave joint out",
        ),
        (
            "-i hyp s1 -pbs --p-columns bh",
            "--p-columns bh and by are of the tables that --all-pairs and --explain add: add one of them",
        ),
        ("-i hyp --by document document", "--by names document twice: name it once"),
    ],
)
def test_what_changes_nothing_or_contradicts_is_refused(run, systems, words, complaint):
    assert run("score", "a", *words.split(), cwd=systems)[1:] == ("", f"parbleu: {complaint}\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--sort wer", "unknown metric 'wer'"),
        ("--decimals wer=1", "unknown metric 'wer'"),
        ("--fail-under wer=1", "unknown metric 'wer'"),
        ("-m chrf --fail-under 1", "--fail-under with several metrics names them"),
    ],
)
def test_metrics_that_options_name_are_checked_before_any_work(run, systems, words, complaint):
    program = "command:touch worked; sed s/.*/1/:name=Mine"
    refused = run("score", "a", "-i", "hyp", "s1", "-m", "bleu", program, *words.split(), cwd=systems)
    assert (refused.status != 0, refused.out, refused.err.count("\n")) == (True, "", 1)
    assert complaint in refused.err
    assert not (systems / "worked").exists()
    done = run("score", "a", "-i", "hyp", "s1", "-m", program, "--sort", "mine", cwd=systems)
    assert (done.status, (systems / "worked").exists()) == (0, True)


def test_files_of_labels_have_different_names(run, systems):
    words = ["analyze", "segments", "a", "-i", "hyp", "--by", "x", "--labels", "x=a", "x=hyp"]
    refused = run(*words, cwd=systems)
    assert (refused.status, refused.err) == (2, "parbleu: --labels names x twice: name it once\n")


def test_a_label_makes_groups_once(run, systems):
    for words in ("gate hyp s1 --ref a --labels x=a --by x x", "edits hyp a --labels x=a --by x x"):
        refused = run(*words.split(), cwd=systems)
        assert (refused.status, refused.err) == (2, "parbleu: --by names x twice: name it once\n")
