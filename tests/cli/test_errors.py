"""Tests bad input: one line on standard error with the next step, the exit status, no output."""

import json
import re

import pytest

from parbleu.errors import UndecodableLineError

SCORE = "score"


def one_line(result, status, text):
    assert result.status == status
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert text in result.err
    assert result.err.startswith("parbleu")


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        (["a", "-i", "none"], 1, "parbleu: cannot read none: No such file or directory"),
        (["none", "-i", "hyp"], 1, "parbleu: cannot read none: No such file or directory"),
        (["a", "-i", "."], 1, "parbleu: cannot read .: Is a directory"),
        (["a", "-i", "hyp", "-e", "klingon"], 1, "parbleu: unknown encoding: klingon"),
        (["a", "-i", "hyp", "-w", "-1"], 1, "--width"),
        (
            ["a", "-i", "hyp", "-w", "1075"],
            1,
            "(--width) is a number from 0, at most 1074, not 1075",
        ),
        (["a", "-i", "hyp", "-w", "9" * 30, "-sl"], 1, "--width"),
        (["a", "-i", "hyp", "-ci", "-cin", "9" * 15], 1, "at most 100,000,000"),
        (["a", "-i", "hyp", "-c", "3"], 2, "unrecognized arguments: -c"),
        (["a", "-i", "hyp", "-b", "wmt24"], 2, "wmt24 (a test set is named by -t wmt24)"),
        (
            ["a", "-i", "hyp", "--by", "domain", "--labels", "domain=d"],
            2,
            "(scores by label: parbleu analyze segments --labels domain=d --by domain)",
        ),
        (["a", "-i", "hyp", "--threads", "0"], 1, "threads must be a whole number from 1, not 0"),
        (["a", "-i", "hyp", "-m", "meteor"], 2, "argument --metrics/-m: invalid choice: 'meteor'"),
        (["a", "-i", "hyp", "-m", "bleurt"], 2, "; learned metrics: comet:MODEL, "),
        (["a", "-i", "hyp", "-m", "comets"], 2, "; learned metrics: comet:MODEL, "),
        (["a", "-i", "hyp", "-m", "wmt22-comet-da"], 2, "; learned metrics: comet:MODEL, "),
        (["a", "-i", "hyp", "-m", "Unbabel/XCOMET-XL"], 2, "; learned metrics: comet:MODEL, "),
        (["a", "-i", "hyp", "-m", "sacrebleu"], 2, "; did you mean 'bleu'?"),
        (["a", "-i", "hyp", "-m", "meteor"], 2, "; also chrf+, chrf++"),
        (["a", "-i", "hyp", "-m", "chrf+++"], 2, "; did you mean 'chrf++'?"),
        (
            ["a", "-i", "hyp", "-m", "bert-score:roberta-large"],
            1,
            "parbleu: the scorer bert-score is not installed: parbleu scorer install bert-score",
        ),
        (["a", "-i", "hyp", "-tok", "13b"], 2, "argument --tokenize/-tok: invalid choice: '13b'"),
        (["a", "-i", "hyp", "-tok", "ja"], 2, "'my-burmesenlp'); did you mean 'ja-mecab'?"),
        (["a", "-i", "hyp", "-tok", "mecab"], 2, "; did you mean 'ja-mecab'?"),
        (["a", "-i", "hyp", "-cc", "six"], 2, "argument --chrf-char-order/-cc: invalid int value: 'six'"),
        (["a", "-i", "hyp", "--zebra", "1"], 2, "unrecognized arguments: --zebra 1"),
        (["a", "-i", "hyp", "--scoreonly"], 2, "(did you mean --score-only?)"),
        (["a", "-i", "hyp", "-metrics", "bleu"], 2, "arguments: -metrics bleu (did you mean --metrics?)"),
        (["-ref", "a", "-hyp", "hyp"], 2, "unrecognized arguments: -ref -hyp hyp (did you mean --ref?)"),
        (["a", "-i", "hyp", "--pbs"], 2, "(did you mean -pbs?)"),
        (["a", "-i", "hyp", "--ci"], 2, "could match --citation, --cite (did you mean -ci?)"),
        (["a", "-i", "hyp", "--json"], 2, "(did you mean -f json?)"),
        (["a", "-i", "hyp", "--trg-lang", "de"], 2, "(did you mean --language-pair?)"),
        (
            ["a", "-i", "hyp", "-l", "zhh"],
            1,
            "'zhh' is not a language pair: give source and target, such as en-zhh",
        ),
        (["a", "-i", "hyp", "-l", "en_zh"], 1, "give source and target, such as en-zh"),
        (["a", "-i", "hyp", "hyp2"], 1, "cannot read hyp2"),
        (["a", "-i", "hyp", "b", "-sl"], 1, "Only one system can be evaluated in sentence-level mode."),
        (["a", "-i", "-sl"], 1, "-i/--input names no system to evaluate"),
        (["a", "-i", "-pbs"], 1, "a test compares systems: name two or more, -i HYP HYP"),
        (["a", "-i", "hyp", "-pbs", "-ci"], 1, "for an interval of one, ask for --intervals without a test"),
        (["a", "-i", "hyp", "-sl", "-par"], 1, "Statistical tests are unavailable in sentence-level mode."),
        (["a", "-i", "hyp", "b", "-ci", "-par"], 1, "by --paired-bs, which gives both"),
        (["a", "-i", "hyp", "-sl", "--names", "x"], 1, "--sentence-level prints no names of systems"),
        (["a", "-i", "hyp", "-sl", "--scores", "X=x.csv"], 1, "tables or plots: leave out --scores"),
        (["a", "-i", "hyp", "--all-pairs"], 1, "a test compares systems: name two or more, -i HYP HYP"),
        (["a", "-i", "hyp", "b", "--names", "x"], 1, "--names has 1 name for 2 files"),
        (["a", "-i", "a", "b", "a", "--names", "x", "y", "-pbs"], 1, "--names has 2 names for 3 files"),
        (["a", "--names", "x", "y"], 1, "--names has 2 names; standard input holds 1 system"),
        (["a", "-i", "a", "b", "b", "--names", "x", "y", "y"], 1, "--names: 'y' names two systems"),
        (["a", "-i", "hyp", "b", "--names", "x", " "], 1, "--names: ' ' cannot be the name of a system"),
        (["a", "-i", "hyp", "b", "--names", "x", "y\tz"], 1, "--names: 'y\\tz' holds a TAB or a line end"),
        (["a", "-i", "hyp", "b", "--names", "x", "y\n"], 1, "--names: 'y\\n' holds a TAB or a line end"),
        (
            ["-i", "hyp", "b", "--names", "x", "y", "a"],
            1,
            "--names takes every word that follows it, 'a' too",
        ),
        (
            ["-i", "hyp", "--signature", "BLEU|c:lc", "a"],
            1,
            "--signature takes every word that follows it",
        ),
        (["-", "-", "-i", "hyp"], 1, "standard input cannot be two references"),
        (["-", "-nr", "2"], 1, "standard input is the system's output: it cannot be a reference, too"),
        (["a", "-i", "hyp", "b", "--names", "x", "x"], 1, "--names: 'x' names two systems"),
        (["a", "-i", "hyp", "b", "--names", "x", ""], 2, "--names is empty, as a variable that is not set"),
        (["a", "-i", "hyp", "-"], 1, "standard input is empty: there is no segment to score"),
        (["a"], 1, "no segment to score; a line is a segment; -i names files of output"),
        (["-", "-i", "hyp"], 1, "different lengths. Lines: 0 in standard input, 3 in hyp"),
        (["a", "-i", "hyp", "hyp", "--all-pairs"], 1, "hyp is named 2 times, and a test compares different"),
        (["a", "-i", "hyp", "hyp", "-pbs"], 1, "name another file, or tell them apart by --names"),
        (["a", "-i", "hyp", "-par", "-pbs"], 2, "--paired-bs/-pbs: not allowed with argument"),
        (["a", "-i", "hyp", "-m", "chrf", "-cc", "-1"], 1, "char_order"),
    ],
)
def test_command_line(run, corpus, words, status, text):
    one_line(run(SCORE, *words, cwd=corpus), status, text)


@pytest.mark.parametrize(
    "words",
    [
        "score a -i hyp -m chrf --force",
        "score a -i hyp -m bleu chrf -lc --chrf-word-order 2",
        "score a -i hyp -m bleu-2 -lc",
        "gate hyp b --ref a --lowercase -m bleu chrf",
        "power segments a -i hyp b -m bleu -lc",
        "study runs a -i hyp b --runs x y -lc",
    ],
)
def test_options_of_chosen_metrics_are_taken(run, corpus, words):
    assert "is an option of" not in run(*words.split(), cwd=corpus).err


@pytest.mark.parametrize(
    ("words", "flag", "metric"),
    [
        ("-m wer --max-ngram-order 2", "--max-ngram-order", "bleu"),
        ("-m chrf -lc", "--lowercase", "bleu"),
        ("--chrf-word-order 2", "--chrf-word-order", "chrf"),
        ("-m ter --wer-punctuation", "--wer-punctuation", "wer"),
    ],
)
def test_options_of_other_metrics_change_nothing(run, corpus, words, flag, metric):
    done = run("score", "a", "-i", "hyp", *words.split(), cwd=corpus)
    assert done.status == 0
    assert f"{flag} is an option of {metric}, which is not computed: it changes nothing" in done.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("-sv 0.3", "--smooth-value is of the smoothings floor and add-k, not of exp: it changes nothing"),
        ("-s none -sv 0.3", "not of none: it changes nothing"),
        ("-s floor -sv 0.3", ""),
        ("-sl --detail", "--detail is of scores of a corpus, not of --sentence-level: it changes nothing"),
    ],
)
def test_options_that_other_options_make_idle(run, corpus, words, told):
    """They are no errors, as command lines of sacreBLEU may have them."""
    done = run("score", "a", "-i", "hyp", *words.split(), cwd=corpus)
    assert done.status == 0
    assert told in done.err
    assert bool(told) == ("changes nothing" in done.err)


@pytest.mark.parametrize(
    "words",
    [
        "gate hyp b --ref a",
        "power segments a -i hyp b",
        "study runs a -i hyp b --runs x y -m chrf",
        "nbest oracle lists a -m chrf ter",
        "nbest mbr lists --utility chrf",
    ],
)
@pytest.mark.parametrize("option", ["-lc", "-tok 13a"])
def test_options_that_no_chosen_metric_takes_are_refused(run, corpus, words, option):
    flag = {"-lc": "--lowercase", "-tok 13a": "--tokenize"}[option]
    text = f"parbleu: {flag} is an option of BLEU: add -m bleu, or leave {flag} out"
    one_line(run(*words.split(), *option.split(), cwd=corpus), 2, text)


def test_lengths_are_told(run, corpus):
    (corpus / "short").write_text("one\n")
    (corpus / "long").write_text("one\n" * 70)
    result = run(SCORE, "a", "long", "-i", "short", cwd=corpus)
    one_line(
        result,
        1,
        "System and reference streams have different lengths. Lines: 3 in a, 70 in long, 1 in short; "
        "output of other segments: `parbleu align` or --resegment; documents: --join blank-lines; a line "
        "that is lost or split: look for it in the longer file\n",
    )
    (corpus / "ref.sgm").write_text("<refset>\n<doc>\n")
    one_line(
        run(SCORE, "ref.sgm", "-i", "short", cwd=corpus),
        1,
        "; `parbleu convert ref.sgm` makes text of it",
    )


def test_empty_system(run, corpus):
    (corpus / "empty").touch()
    one_line(run(SCORE, "a", "-i", "empty", cwd=corpus), 1, "empty is empty: there is no segment to score")


def test_undecodable_beyond_the_end_of_the_others(run, corpus):
    (corpus / "bad").write_bytes(b"one\n" * 4 + b"\xff\n")
    one_line(run(SCORE, "bad", "-i", "hyp", cwd=corpus), 1, "bad:5: byte 0xff at column 1 is not valid utf-8")


def test_encoding_that_is_proposed_keeps_the_quotes_of_windows(run, corpus):
    text = "„Das ist für dich“, sagte er – und ging.\n"
    (corpus / "ref").write_text(text, encoding="utf-8")
    (corpus / "hyp").write_bytes(text.encode("cp1252"))
    words = SCORE, "ref", "-i", "hyp", "-b"
    encoding = re.search(r" -e (\S+) holds", run(*words, cwd=corpus).err)[1]
    done = run(*words, "-e", encoding, "--ref-encoding", "utf-8", cwd=corpus)
    assert (done.status, done.out.strip(), done.err) == (0, "100.0", "")
    both = run(*words, "-e", encoding, cwd=corpus)
    assert (
        "ref is valid UTF-8, and is read as cp1252, since -e holds for all files: use -e cp1252 " in both.err
    )
    assert "--ref-encoding utf-8 (--force" in both.err


def test_text_that_was_read_in_a_wrong_encoding_is_told_as_such(run, corpus):
    """And in no other language, which pairs of letters suggest."""
    told = "вчера вечером мы долго гуляли по набережной и он рассказывал мне о своей новой работе"
    words = told.split()
    rows = [" ".join(words[(row * step) % len(words)] for step in range(1, 10)) for row in range(60)]
    text = "\n".join(rows) + "\n"
    for name, content in {
        "ref": text.encode(),
        "hyp": text.replace("вечером ", "").encode(),
        "hyp51": text.replace("вечером ", "").encode("cp1251"),
        "read": text.encode().decode("cp1251", "replace").encode(),
        "read2": text.replace("мне ", "").encode().decode("cp1251", "replace").encode(),
    }.items():
        (corpus / name).write_bytes(content)
    leave_out = "is valid UTF-8, and is read as cp1251: leave out -e cp1251 (--force leaves this out)"
    of_references = "ref is valid UTF-8, and is read as cp1251, since -e holds for all files: use -e cp1251"
    of_system = "hyp is valid UTF-8, and is read as cp1251: use --ref-encoding cp1251 in place of -e cp1251"
    read_again = "looks like utf-8 that was read as cp1251: read it again, as utf-8"
    for line, told in (
        ("ref -i hyp -e cp1251", [f"ref {leave_out}", f"hyp {leave_out}"]),
        ("ref -i hyp51 -e cp1251", [of_references]),
        ("hyp51 -i hyp -e cp1251", [of_system]),
        ("ref -i hyp51 -e cp1251 --ref-encoding utf-8", []),
        ("read -i hyp", [read_again]),
        ("read read2 -i hyp", [read_again]),
        ("ref -i read", [read_again]),
    ):
        found = run(SCORE, *line.split(), "-b", cwd=corpus)
        lines_of = found.err.splitlines()
        assert (found.status, len(lines_of)) == (0, len(told)), (line, found.err)
        assert all(part in row for part, row in zip(told, lines_of, strict=True)), (line, found.err)


def test_other_words_than_those_of_sacrebleu(run, corpus, sacrebleu, monkeypatch):
    """Where it says what can be done in other words than the face, which keeps its own."""
    monkeypatch.chdir(corpus)
    (corpus / "latin").write_bytes("für\n".encode("latin-1"))
    wrong = "latin:1: byte 0xfc at column 2 is not valid utf-8; convert the file or name its encoding"
    for words, status, found, in_face in (
        (
            ["a", "-i", "latin"],
            1,
            f"{UndecodableLineError(1, 1, 0xFC, 'latin')}\n",
            f"{wrong}\n",
        ),
        (
            ["a", "-nr", "2", "-i", "hyp"],
            17,
            "is how many there are",
            "FATAL: line 1: expected 2 fields, but",
        ),
        (["a"], 1, "standard input is empty", "different lengths. Lines: 3 in a, 1 in standard input"),
    ):
        one_line(run(SCORE, *words, cwd=corpus), status, found)
        result = run(*words, cwd=corpus, command=sacrebleu)
        assert (result.status, in_face in result.err, found in result.err) == (status, True, False)
    (corpus / "one").write_text("a b c d e\n")
    assert run("one", "-b", cwd=corpus, command=sacrebleu).out == "0.0\n"


@pytest.mark.parametrize("words", [[], ["-f", "text"], ["-f", "latex"], ["-ci", "-f", "text"]])
def test_texts_of_sacrebleu_have_one_number_of_decimals(run, corpus, sacrebleu, words):
    """By metric, as parbleu's tables can have them, they are refused where one text shows all scores."""
    result = run("a", "-i", "hyp", "--decimals", "BLEU=2", *words, cwd=corpus, command=sacrebleu)
    refused = words[-1:] in (["text"], ["latex"])
    assert (result.status, "give one number" in result.err) == (refused, refused)


def test_fields(run, corpus):
    (corpus / "tsv").write_text("a\tb\nc\n")
    one_line(
        run(SCORE, "tsv", "-nr", "2", "-i", "hyp", cwd=corpus), 17, "FATAL: tsv:2: 2 references are expected"
    )
    one_line(run(SCORE, "a", cwd=corpus, stdin=b"a\nb\tc\nd\n"), 17, "Line 2 has 2, line 1 has 1.")
    several = b"a\tx\nb\ty\nc\tz\n"
    one_line(run(SCORE, "a", "-i", "hyp", "-", cwd=corpus, stdin=several), 1, "holds several systems")
    one_line(run(SCORE, "a", "-sl", cwd=corpus, stdin=several), 1, "Only one system")


def test_fields_count_before_lengths(run, corpus):
    """A file that is both too long and badly cut is badly cut, wherever that is."""
    (corpus / "tsv").write_text("a\tb\n" * 5 + "c\n")
    one_line(
        run(SCORE, "tsv", "-nr", "2", "-i", "hyp", cwd=corpus), 17, "FATAL: tsv:6: 2 references are expected"
    )


@pytest.mark.parametrize("name", ["zebra", "scor"])
def test_no_such_command(run, corpus, name):
    result = run(name, "-i", "hyp", cwd=corpus)
    one_line(result, 2, f"there is no command {name!r}")
    assert ("did you mean" in result.err) == (name != "zebra")


def test_files_where_a_command_belongs(run, tmp_path):
    (tmp_path / "ref").write_text("a\n")
    result = run("analyze", "ref", "-i", "ref", cwd=tmp_path)
    one_line(
        result, 2, "there is no command 'ref'; name one before the files (parbleu analyze --help lists them)"
    )


def test_a_file_or_an_option_in_place_of_a_command_is_scored(run, corpus):
    hypotheses = (corpus / "hyp").read_bytes()
    for words in (["a", "b"], ["a", "-m", "chrf", "-b"], ["-b", "a"]):
        wanted = run(SCORE, *words, "-i", "hyp", cwd=corpus)
        assert wanted.status == 0
        assert run(*words, "-i", "hyp", cwd=corpus) == wanted
        assert run(*words, cwd=corpus, stdin=hypotheses) == wanted
    one_line(run("--metrics", "a", cwd=corpus), 2, "parbleu score: error: argument --metrics/-m")


def test_two_files_without_i_may_be_a_reference_and_the_output(run, corpus):
    for words in (["a", "hyp"], [SCORE, "a", "hyp", "-m", "ter"]):
        one_line(run(*words, cwd=corpus, stdin=b""), 1, "standard input is empty")
        assert run(*words, cwd=corpus, stdin=b"").err.endswith("; did you mean -i hyp?\n")
    for words in (["analyze", "words"], ["analyze", "data"], ["study", "tokenization"]):
        assert run(*words, "a", "hyp", cwd=corpus, stdin=b"").err.endswith("; did you mean -i hyp?\n")


def test_two_files_without_i_and_another_text_on_standard_input(run, corpus):
    told = run(SCORE, "a", "hyp", cwd=corpus, stdin=b"one line\n")
    assert told.err.endswith("; or did you mean -i hyp?\n")
    told = run(SCORE, "a", cwd=corpus, stdin=b"one line\n")
    assert "did you mean" not in told.err


def test_metrics_are_printed_in_the_order_of_the_command_line(run, corpus):
    for names in (["ter", "chrf", "bleu"], ["chrf", "bleu"]):
        printed = json.loads(run(SCORE, "a", "-i", "hyp", "-m", *names, cwd=corpus).out)
        assert [item["name"].lower().rstrip("2") for item in printed] == names


def test_the_mean_of_samples_is_shown(run, corpus):
    words = [SCORE, "a", "-i", "hyp", "-ci", "-n", "30"]
    mean = json.loads(run(*words, cwd=corpus).out)["confidence_mean"]
    lines = run(*words, "-f", "text", cwd=corpus).out.splitlines()
    assert lines[0].split() == ["metric", "score", "mean"]
    assert lines[2].split()[-1] == str(mean)


def test_names_of_files_do_not_act_on_the_terminal(run, corpus):
    result = run(SCORE, "esc\x1b[31m\u202ered", "-i", "hyp", cwd=corpus)
    one_line(result, 1, r"cannot read esc\x1b[31m\u202ered: No such file or directory")


def test_no_command(run):
    result = run()
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("usage: parbleu COMMAND")


def test_quiet_leaves_the_name_out(run, corpus):
    assert (
        run(SCORE, "a", "-i", "none", "-q", cwd=corpus).err == "cannot read none: No such file or directory\n"
    )


def test_an_install_hint_is_one_line_too(run, corpus, tmp_path):
    pytest.importorskip("sentencepiece")
    result = run(SCORE, "a", "-i", "hyp", "-tok", "flores200", cwd=corpus, env={"SACREBLEU": str(tmp_path)})
    one_line(result, 1, f"needs its model: {tmp_path}/models/flores200sacrebleuspm is missing")
    assert "get https://" in result.err


def test_an_encoding_that_fails_in_two_ways(run, corpus):
    (corpus / "odd").write_bytes(b"x  \xc3\xa4 y\n")
    result = run(SCORE, "odd", "-i", "hyp", "-e", "punycode", cwd=corpus)
    # Which byte is blamed depends on the version of Python.
    one_line(result, 1, "odd:1: byte 0x")
    assert "at column 1 is not valid punycode" in result.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("score empty -i A", "0 in empty, 2 in A; empty is empty: it should have the references"),
        ("score A -i picture", "picture: this is a picture (PNG); name a file of text"),
        ("score A -i A -f tex", "did you mean 'latex'?"),
        (
            "analyze examples A -i B",
            "of two systems, not of B: name another output (-i A B, systems=), or sort",
        ),
        ("analyze examples A -i B A --systems B B", "not of B, B: name "),
        ("gate A -i A B", "unrecognized arguments: -i A B (name the files without -i)"),
        ("study select A -i A B --size 1 -n 7", "--n-samples changes nothing without --gold"),
        ("study permutations A -i B -m ter", "--metrics changes nothing without --n-samples"),
        (
            "power difference -i A",
            "unrecognized arguments: -i (parbleu power difference takes METRIC, and no f",
        ),
        ("gate A B --ref A --max-drop ter=3 -f json", "compute it: -m ter (metrics=)"),
        ("gate A B --ref A --max-drop tar=3 -f json", "unknown metric 'tar': "),
        (
            "gate A B --ref A --max-drop chrf=x",
            "'chrf=x' is no limit of scores; expected N, or METRIC=N,METRIC=N as chrf=",
        ),
        ("gate A B --ref A --by domain -f json", "--labels domain=FILE (labels=) adds one to each segment"),
        ("meta show -t wmt99 -l en-de", "there is no "),
        ("meta matrix -t wmt24 -l en-de --correlation SPA", "; did you mean 'pce'?"),
        ("meta matrix -t wmt24 -l en-de --correlation pairwise", "; did you mean 'accuracy'?"),
        ("meta matrix -t wmt24 -l en-de", "path= in Python, or PARBLEU_EVALSETS in the environment"),
    ],
)
def test_messages_name_the_next_step(run, tmp_path, words, message):
    for name, text in {"A": "a b c d\n" * 2, "B": "a b c e\n" * 2, "empty": ""}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xd8")
    done = run(*words.split(), cwd=tmp_path)
    assert message in done.out + done.err
    assert ("compute it" in done.out) == ("ter=3" in words)


def test_no_metric_is_suggested_that_is_half_as_long(run, tmp_path):
    (tmp_path / "A").write_text("a\n")
    error = run("score", "A", "-i", "A", "-m", "meteor", cwd=tmp_path).err
    assert "did you mean" not in error
    assert "--scores meteor=FILE" in error


@pytest.mark.parametrize("name", ["t.docx", "t.XLSX", "t.ods", "t.pdf", "t.parquet"])
def test_files_that_no_format_is_for(run, corpus, name):
    words = ("a", "-i", "hyp", "-o", name)
    for command, told in (("score", "results are written as .csv, .html"), ("report", "a page is HTML")):
        refused = run(command, *words, cwd=corpus)
        assert (refused.status, refused.out) == (1, "")
        assert f"--output {name}: {told}" in refused.err
        assert not (corpus / name).exists()
    assert run("score", *words, "-f", "csv", cwd=corpus).status == 0


def test_quiet_errors_of_lengths_say_what_to_do(run, corpus):
    (corpus / "short").write_text("one line\n")
    for option in ("-q", "--force"):
        refused = run("score", "a", "-i", "short", option, cwd=corpus)
        assert (refused.status, refused.out) == (1, "")
        assert "3 in a, 1 in short; output of other segments: `parbleu align`" in refused.err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("meta matrix -t x -l en-de --level sys", "; did you mean 'system'?\n"),
        ("human scores x --level seg", "; did you mean 'segment'?\n"),
        ("human scores x --weights mqm", " (did you mean --scheme?)\n"),
    ],
)
def test_words_of_other_programs(run, words, hint):
    told = run(*words.split())
    assert (told.status, told.err.count("\n")) == (2, 1)
    assert told.err.endswith(hint)
