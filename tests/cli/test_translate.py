"""Tests `parbleu translate`: its files and messages, the input that it refuses, and how it ends."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys

import pytest

from toy_sets import XML
from waiting import FOREVER, PATIENCE, wait_for_end, wait_until

SOURCE = "ein Haus\n\nder Hund\n"
UPPER = ("--engine", "command", "--command", "tr a-z A-Z")


@pytest.fixture
def translate(run, tmp_path):
    """Runs `parbleu translate` in a folder with a source."""
    (tmp_path / "src").write_text(SOURCE)
    return lambda *words, **more: run("translate", *words, cwd=tmp_path, **more)


def test_into_a_file(translate, tmp_path):
    assert translate("src", "-o", "hyp", *UPPER, "-l", "de-en") == (0, "", "")
    assert (tmp_path / "hyp").read_text() == SOURCE.upper()
    record = json.loads((tmp_path / "hyp.json").read_text())
    assert record["engine"] == "command"
    assert (record["source_language"], record["target_language"]) == ("de", "en")
    assert (record["source"]["name"], record["output"]["name"]) == ("src", "hyp")
    done = translate("src", "-o", "hyp", *UPPER)
    assert done == (1, "", "parbleu: hyp exists already: choose another name, or --overwrite replaces it\n")
    done = translate("src", "-o", "hyp", *UPPER, "-l", "de-en", "--resume")  # a job that was queued again
    assert done == (0, "", "parbleu: hyp is finished: nothing is left to do\n")
    assert translate("src", "-o", "hyp", *UPPER, "--overwrite").status == 0


def test_into_a_pipe(translate, run, tmp_path):
    made = translate("-", *UPPER, stdin=b"ein Haus\r\n\n\r \nder\x0bHund", env={"LC_ALL": "C"})
    assert made == (0, "EIN HAUS\n\n\nDER HUND\n", "")  # CR alone ends no line; `wc -l` counts the same
    assert translate("-", "-o", "-", *UPPER, stdin=b"a") == (0, "A\n", "")
    assert translate("-", *UPPER, stdin=b"") == (0, "", "")
    made = translate("-", *UPPER, stdin=b"\xef\xbb\xbfein\tHaus\nder Hund")  # TAB would make it two systems
    assert made.out == "EIN HAUS\nDER HUND\n"
    (tmp_path / "ref").write_text(made.out)
    assert run("score", "ref", "-m", "chrf", "-b", stdin=made.out.encode(), cwd=tmp_path).out == "100.0\n"
    (tmp_path / "src.gz").write_bytes(gzip.compress("Ä\n".encode("latin-1")))
    assert translate("src.gz", *UPPER, "-e", "latin-1", "--record", "made").out == "Ä\n"
    assert json.loads((tmp_path / "made").read_text())["output"]["name"] is None


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.csv"])
def test_a_table_without_a_column_of_sources(translate, tmp_path, name):
    (tmp_path / name).write_text('{"src": "one", "id": 1}\n' if name == "rows.jsonl" else "src,id\none,1\n")
    done = translate(name, *UPPER)
    assert (done.status, done.out) == (1, "")
    assert "name the column of the source: --src COLUMN" in done.err


def test_from_a_pipe_with_a_name(start_translate, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with start_translate("pipe", *UPPER) as process:
        (tmp_path / "pipe").write_text(SOURCE)
        assert process.communicate(timeout=PATIENCE) == (SOURCE.upper(), "")


def test_a_test_set(translate, toys, tmp_path):
    done = translate("-t", "toy/xml", "-l", "en-de", "--origlang", "cs", *UPPER, "-o", "hyp", env=toys.env)
    assert done.status == 0
    assert (tmp_path / "hyp").read_text() == "FOUR FIVE\n"
    source = json.loads((tmp_path / "hyp.json").read_text())["source"]
    assert {**source, "sha256": None} == {
        "test_set": "toy/xml",
        "language_pair": "en-de",
        "origlang": "cs",
        "sha256": None,
    }


def test_a_file_in_xml(translate, tmp_path):
    (tmp_path / "toy.XML.gz").write_bytes(gzip.compress(XML.encode()))
    assert translate("toy.XML.gz", *UPPER).out == "ONE & TWO\nTHREE\nFOUR FIVE\n"


def test_languages_go_where_they_are_wanted(translate):
    words = ("--engine", "command", "--command", 'sed "s/.*/$SOURCE_LANGUAGE $TARGET_LANGUAGE/"')
    assert translate("-", *words, "-l", "de-en", "--target-language", "fr", stdin=b"a\n").out == "de fr\n"


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ("", 2, "name one file to translate, - for standard input, or a test set (-t): parbleu translate"),
        ("src src", 2, "name one file to translate"),
        ("src -t wmt24", 2, "name one file to translate"),
        ("-t wmt24", 2, "a test set (-t) needs a language pair (-l), such as -l en-de"),
        ("src --origlang de", 2, "--origlang and --subset choose segments of a test set (-t)"),
        ("src --resume", 2, "--resume needs the output in a file: add -o FILE"),
        (
            "src --nbest 3",
            2,
            "--nbest N needs --nbest-file FILE, and --nbest-file needs --nbest N: give both",
        ),
        ("src -l deen", 2, "'deen' is not a language pair: give source and target"),
        ("src -o hyp --resume --overwrite", 2, "argument --overwrite: not allowed with argument --resume"),
        ("src --device tpu", 2, "invalid choice: 'tpu'"),
        ("-t wmt99 -l en-de", 1, "unknown test set 'wmt99'"),
        ("src --engine comand", 2, "argument --engine: invalid choice: 'comand'"),
        ("src --engine command", 1, "the engine command needs a command, such as --command 'tr a-z A-Z'"),
        ("src --engine command --command cat --beam 4", 1, "command has no use for beam: leave that out"),
        (
            "src --engine command --command cat --timeout 0",
            1,
            "timeout is a number of seconds above 0",
        ),
        ("src --engine command --command cat --batch-tokens 0", 1, "batch_tokens is a number from 1, not 0"),
        ("no --engine command --command cat", 1, "cannot read no: No such file or directory"),
        ("src -o no/hyp --engine command --command cat", 1, "cannot write no/hyp: there is no directory no"),
        ("src -o src --overwrite --engine command --command cat", 1, "--output would overwrite src"),
        (
            "src -o hyp --engine command --command false",
            1,
            "command 'false' failed (exit status 1); run it",
        ),
        ("src -e latin-99 --engine command --command cat", 1, "latin-99"),
    ],
)
def test_refusals(translate, tmp_path, words, status, message):
    done = translate(*words.split())
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["src"]


def test_a_bar_on_terminals(translate, tmp_path, monkeypatch):
    monkeypatch.setattr("parbleu._base.progress.DELAY", -1)
    monkeypatch.setattr("parbleu._base.log.shows_progress", lambda: True)
    fails = "test ! -e once || exit 3; touch once; cat"
    done = translate("src", "-o", "hyp", "--engine", "command", "--command", fails, "--window", "2")
    assert re.search(r"\rTranslating: .* [02]/3 \[.* segments/s\]\r", done.err)
    *_, kept, problem = [line for line in re.split("[\r\n]", done.err) if line.strip()]
    assert kept.startswith("parbleu: 2 lines are done and kept: ")
    assert problem.startswith("parbleu: the command ")


def test_help(translate):
    short = translate("--help")
    assert (short.status, short.err) == (0, "")
    assert "\nexamples:\n" in short.out
    done = translate("--help-all")
    assert (done.status, done.err) == (0, "")
    for text in ("\nengine and model:\n", "\nexamples:\n", "--nbest-file FILE"):
        assert text in done.out
    assert "(default: ctranslate2) (ctranslate2, " in " ".join(done.out.split())


@pytest.mark.long
@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
def test_signals(start_translate, tmp_path, how, status):
    (tmp_path / "src").write_text(SOURCE * 20)
    # The program hangs when it is run for the second time.
    hangs = f"{{ echo $$ > shell; exec sleep {FOREVER}; }}; touch once; tr a-z A-Z"
    hangs = f"test ! -e once || test -e go || {hangs}"
    words = ("src", "-o", "hyp", "--engine", "command", "--window", "20", "--command", hangs)
    process = start_translate(*words)
    shell = tmp_path / "shell"
    wait_until(lambda: shell.exists() and shell.read_text(), process)
    process.send_signal(how)
    told = "20 lines are done and kept: the same command with --resume goes on"
    assert process.communicate(timeout=PATIENCE) == ("", f"parbleu: {told}\n")
    assert process.returncode == status
    wait_for_end(int(shell.read_text()))
    (tmp_path / "go").touch()
    with start_translate(*words) as process:
        assert (
            "hyp belongs to a run that did not end: 20 lines are done; --resume con" in process.stderr.read()
        )
    with start_translate(*words, "--resume") as process:
        assert process.stderr.read() == ""
    assert (tmp_path / "hyp").read_text() == SOURCE.upper() * 20


def test_a_full_disk(tmp_path):
    """The system refuses to write more than two kilobytes, older shells four; what is whole is kept."""
    (tmp_path / "src").write_text(SOURCE * 400)
    words = f"{sys.executable} -m parbleu translate src -o hyp --engine command --command cat --window 30"
    done = subprocess.run(
        ["sh", "-c", f"ulimit -f 4; {words}"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    kept, problem = done.stderr.splitlines()
    assert "lines are done and kept: the same command with --resume goes on" in kept
    assert problem.startswith("parbleu: cannot write hyp: File too large")
    assert not (tmp_path / "hyp").exists()
    done = subprocess.run(
        f"{words} --resume".split(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert (tmp_path / "hyp").read_text() == SOURCE * 400


def test_nobody_reads(start_translate, tmp_path):
    (tmp_path / "src").write_text(SOURCE * 20_000)
    with start_translate("src", *UPPER) as process:
        assert process.stdout.readline() == "EIN HAUS\n"
        process.stdout.close()
        assert process.wait() == 141
        assert process.stderr.read() == ""
