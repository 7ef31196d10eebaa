"""Tests `parbleu score` beyond the recorded runs of sacrebleu."""

import io
import json
import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parbleu
from parbleu._base import log
from parbleu._cli.shell.console import Program
from parbleu.metrics._score import as_json
from printed_json import printed_tables


def test_score_equals_the_library(run, corpus):
    from parbleu.metrics import BLEU

    result = run("score", "a", "b", "-i", "hyp", "-b", "-w", "12", cwd=corpus)
    lines = [(corpus / name).read_text().splitlines() for name in ("hyp", "a", "b")]
    assert result.out == f"{BLEU().corpus_score(lines[0], lines[1:]).score:.12f}\n"
    assert (result.status, result.err) == (0, "")


def test_inputs_of_repeated_options_add_up(run, corpus, sacrebleu):
    """In `parbleu score`; sacreBLEU scores the last ones alone."""
    (corpus / "b").write_bytes((corpus / "a").read_bytes())
    once = run("score", "a", "-i", "hyp", "b", "-f", "csv", cwd=corpus)
    twice = run("score", "a", "-i", "hyp", "-i", "b", "-f", "csv", cwd=corpus)
    assert (once.status, "hyp" in once.out) == (0, True)
    assert twice == once
    last = run("a", "-i", "hyp", "-i", "b", "-b", command=sacrebleu, cwd=corpus)
    assert last.out.strip() == "100.0"


@pytest.mark.parametrize("flags", [("-r", "-r"), ("--ref", "--references"), ("--references", "-r")])
@pytest.mark.parametrize("mistake", [(), ("--no-such-option",)])
def test_references_of_repeated_options_add_up(run, corpus, flags, mistake):
    """Whether argparse, which explains mistakes, reads the words or not."""
    (corpus / "c").write_bytes((corpus / "hyp").read_bytes())
    for words in (["score", "-i", "hyp", "-f", "csv"], ["gate", "hyp", "c"]):
        once = run(*words, "-r", "a", "b", *mistake, cwd=corpus)
        assert "nrefs:2" in once.out or mistake
        assert run(*words, flags[0], "a", flags[1], "b", *mistake, cwd=corpus) == once


def test_columns_of_repeated_options_add_up(run, corpus):
    rows = zip(*((corpus / name).read_text().splitlines() for name in ("hyp", "a", "b")), strict=True)
    table = "".join(json.dumps(dict(zip(("hyp", "a", "b"), row, strict=True))) + "\n" for row in rows)
    (corpus / "table.jsonl").write_text(table)
    words = ("score", "table.jsonl", "-f", "csv", "-q")
    once = run(*words, "--hyp", "hyp", "a", "--ref", "b", "a", cwd=corpus)
    assert "nrefs:2" in once.out
    assert run(*words, "--hyp", "hyp", "--ref", "b", "--hyp", "a", "--ref", "a", cwd=corpus) == once


def test_pieces_do_not_matter(run, corpus, monkeypatch):
    words = ["score", "a", "b", "-i", "hyp", "-m", "bleu", "chrf", "ter", "-w", "9"]
    whole = run(*words, cwd=corpus)
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 7)
    assert run(*words, cwd=corpus) == whole
    assert run(*words, "--threads", "1", cwd=corpus) == whole
    assert len(json.loads(whole.out)) == 3


def test_sentence_pieces_do_not_matter(run, corpus, monkeypatch):
    words = ["score", "a", "b", "-i", "hyp", "-sl"]
    whole = run(*words, cwd=corpus)
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 7)
    assert run(*words, cwd=corpus) == whole
    assert len(whole.out.splitlines()) == 3


def test_sentences_in_other_formats(run, corpus):
    """Where nobody chose a format, a pipe gets sacreBLEU's lines; -f always gives a table."""
    words = ["score", "a", "b", "-i", "hyp", "-sl", "-m", "chrf"]
    lines = run(*words, "-b", "-w", "9", cwd=corpus).out.split()
    found = printed_tables(run(*words, "-f", "json", cwd=corpus).out)
    assert [f"{row['chrF2']:.9f}" for row in found["rows"]] == lines
    text = run(*words, "-f", "text", cwd=corpus).out
    assert text.startswith("segment  chrF2\n")
    assert text == run(*words, cwd=corpus, terminal=True).out.replace("\x1b[1m", "").replace("\x1b[0m", "")


def test_tokenized_text_is_told_of_once(run, tmp_path, monkeypatch):
    (tmp_path / "tok").write_text("a b .\n" * 120)
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 64)
    result = run("score", "tok", "-i", "tok", "-b", cwd=tmp_path)
    assert (result.out, result.status) == ("0.0\n", 0)
    assert result.err.count("100 % of the output's segments end in a tokenized period") == 1
    assert all(line.startswith("parbleu: ") for line in result.err.splitlines())


def test_one_warning_of_tokenized_output(run, tmp_path):
    text = [f"the {number}. house, which is old, has a red roof" for number in range(150)]
    (tmp_path / "ref").write_text("".join(f"{line}.\n" for line in text))
    (tmp_path / "tok").write_text("".join(f"{line} .\n" for line in text))
    for words in (["-b"], ["-m", "bleu", "chrf", "ter", "-ci", "-n", "10"], ["-sl"]):
        [line] = run("score", "ref", "-i", "tok", *words, cwd=tmp_path).err.splitlines()
        assert "tok: 100 % of the segments look tokenized" in line
        assert line.endswith("(--force leaves this out)")
    [line] = run("gate", "tok", "tok", "--ref", "ref", "-m", "bleu", cwd=tmp_path).err.splitlines()
    assert "look tokenized" in line


def test_format_from_the_environment(run, corpus):
    words = ["score", "a", "-i", "hyp"]
    assert run(*words, cwd=corpus, env={"SACREBLEU_FORMAT": "Text"}).out.startswith("metric  score\n")
    assert run(*words, "-f", "text", cwd=corpus, env={"SACREBLEU_FORMAT": "json"}).out.startswith("{")


@pytest.mark.parametrize("asked", [["-f", "csv"], ["-o", "scores.csv"], []])
def test_a_caption_in_the_format_of_the_environment(run, corpus, tmp_path, asked):
    words = ["score", str(corpus / "a"), "-i", str(corpus / "hyp"), "--caption", "Ours.", *asked]
    found = run(*words, cwd=tmp_path, env={"SACREBLEU_FORMAT": "latex"})
    assert found.status == 0
    printed = (tmp_path / "scores.csv").read_text("utf-8") if "-o" in asked else found.out
    assert "\\caption{Ours." in printed
    assert run(*words, "-f", "latex", cwd=tmp_path, env={"SACREBLEU_FORMAT": "csv"}).status == 2


def test_an_unknown_format_in_the_environment(run, corpus, sacrebleu):
    env = {"SACREBLEU_FORMAT": "xml"}
    for options in [], ["-b"]:
        found = run("score", "a", "-i", "hyp", *options, cwd=corpus, env=env)
        assert (found.status, found.out) == (1, "")
        assert found.err.startswith("parbleu: unknown format in SACREBLEU_FORMAT: 'xml': choose from text, ")
    words = ["a", "-i", "hyp"]
    wanted = run(*words, cwd=corpus, command=sacrebleu)
    assert run(*words, cwd=corpus, command=sacrebleu, env=env) == wanted


def test_usage_without_arguments(run):
    result = run("score")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("usage: parbleu score {REF...")
    assert result.err.endswith("parbleu score --help shows examples and the common options\n")


def test_help_of_a_command(run):
    for words in (("score",), ("data", "list")):
        assert run("help", *words) == run(*words, "--help")
    assert run("data", "help", "list") == run("data", "list", "--help")
    assert run("help", "scroe").status == 2
    assert run("help") == run("--help")


def test_help(run):
    result = run("score", "--help-all")
    assert result.status == 0
    assert "examples:" in result.out
    for flag in ("--chrf-word-order", "-tok", "--ter-normalized", "--threads", "spBLEU-1K"):
        assert flag in result.out
    assert "score" in run("--help").out


def test_version(run):
    assert run("--version").out == f"parbleu {parbleu.__version__}\n"
    assert run("score", "-V").out == f"parbleu {parbleu.__version__}\n"


def test_another_name(run, corpus, sacrebleu):
    """The faces run the command under the name that their users typed."""

    def other(words):
        return sacrebleu(words, Program("other", "OTHER: ", "other 1"))

    assert run("--version", command=other).out == "other 1\n"
    assert run("--nonsense", command=other).err.startswith("other: error: unrecognized")
    assert run("none", "-i", "hyp", command=other, cwd=corpus).err.startswith("OTHER: cannot read none")
    assert run("none", "-i", "hyp", "-q", command=other, cwd=corpus).err.startswith("cannot read none")
    assert run("none", "-i", "hyp", command=other, cwd=corpus).err.startswith("OTHER: ")


@given(st.dictionaries(st.text(), st.one_of(st.text(), st.floats()), min_size=1))
def test_json_is_that_of_the_library(values):
    assert as_json(values) == json.dumps(values, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
def test_many_sentences(run, tmp_path, monkeypatch, metric):
    """Enough segments to be scored all at once give what they give one by one."""
    draw = random.Random(3)
    for name in ("hyp", "ref"):
        lines = (" ".join(draw.choices("abcdef", k=draw.randrange(7))) for _ in range(300))
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    words = ["score", "ref", "-i", "hyp", "-m", metric, "-sl", "-w", "9"]
    full = run(*words, cwd=tmp_path).out.splitlines()
    one_by_one = run(*words, "-b", cwd=tmp_path).out
    assert one_by_one.splitlines() == [line.partition(" = ")[2].split()[0] for line in full]
    monkeypatch.setattr("parbleu._comparison.sentence_scores.MANY", 10)
    assert run(*words, "-b", cwd=tmp_path).out == one_by_one


@pytest.mark.parametrize("words", [[], ["-sl", "-b"]])
def test_threads_reach_the_core(run, corpus, monkeypatch, words):
    asked = []
    monkeypatch.setattr("parbleu._comparison.sentence_scores.MANY", 1)
    for module in ("base", "statistics"):
        name = f"parbleu.metrics._{module}.thread_count"
        monkeypatch.setattr(name, lambda threads: asked.append(threads) or 1)
    run("score", "a", "-i", "hyp", "--threads", "7", *words, cwd=corpus)
    assert set(asked) == {7}


def test_a_dash_is_standard_input(run, corpus):
    plain = run("score", "a", "b", "-i", "hyp", "-w", "9", cwd=corpus)
    hypotheses, references = ((corpus / name).read_bytes() for name in ("hyp", "b"))
    assert run("score", "a", "b", "-i", "-", "-w", "9", cwd=corpus, stdin=hypotheses) == plain
    assert run("score", "a", "-", "-i", "hyp", "-w", "9", cwd=corpus, stdin=references) == plain
    twice = run("score", "a", "-", "-i", "-", cwd=corpus, stdin=references)
    assert (twice.status, twice.out, twice.err.count("\n")) == (1, "", 1)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("words", "delay", "bar"), [([], 0, True), (["-q"], 0, False), ([], 60, False), (["z.gz"], 0, True)]
)
def test_progress(corpus, monkeypatch, words, delay, bar):
    """A terminal sees a bar for work that lasts, which is gone in the end."""
    import gzip

    from parbleu._cli.main import main

    (corpus / "z.gz").write_bytes(gzip.compress((corpus / "a").read_bytes()))
    monkeypatch.chdir(corpus)
    monkeypatch.setattr("parbleu._base.progress.DELAY", delay)
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main(["score", "a", *words, "-i", "hyp", "-b"]) == 0
    shown = sys.stderr.getvalue()
    assert ("B/s" in shown) == bar
    assert "B/s" not in shown.rpartition("\r")[2]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "total"),
    [
        (["-ci"], "100000"),
        (["a", "-pbs"], "100000"),
        (["a", "-par"], "3000000"),
    ],
)
def test_progress_of_resampling(corpus, monkeypatch, words, total):
    """A terminal sees how much of a long resampling is done, and what is left of it."""
    from parbleu._cli.main import main

    for name in ("a", "hyp"):
        (corpus / name).write_text((corpus / name).read_text() * 100)
    monkeypatch.chdir(corpus)
    monkeypatch.setattr("parbleu._base.progress.DELAY", 0)
    for quiet in ([], ["-q"]):
        monkeypatch.setattr(sys, "stderr", Terminal())
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        assert main(["score", "a", "-i", "hyp", *words, "-n", total, "-b", *quiet]) == 0
        shown = sys.stderr.getvalue()
        assert ("resampling" in shown) == (not quiet)
        assert (f"/{total} [" in shown) == (not quiet)
        assert "resampling" not in shown.rpartition("\r")[2]


def test_warnings_go_to_logging_elsewhere(run, corpus, caplog):
    run("score", "a", "-i", "hyp", "-l", "en-zh", "-tok", "13a", cwd=corpus)
    assert caplog.messages == []
    log.warn("something")
    assert caplog.messages == ["something"]


@pytest.fixture
def half_cut(corpus):
    """The corpus, ten times, and `tok`: `hyp` in tokens, and `wide`: two of them in columns."""
    for name in ("hyp", "a", "b"):
        (corpus / name).write_text((corpus / name).read_text() * 10)
    lines = [parbleu.tokenize(line) for line in (corpus / "hyp").read_text().splitlines()]
    (corpus / "tok").write_text("".join(f"{line}\n" for line in lines))
    (corpus / "wide").write_text("".join(f"{line}\t{line}\n" for line in lines))
    return corpus


LOOKS = "parbleu: {}: 100 % of the segments look tokenized, such as 'man .', and those of {} do not. "


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("a -i tok", [("tok", "a")]),
        ("a b -i tok -m bleu chrf ter", [("tok", "a and b")]),
        ("a tok -i hyp -ci -cin 2", [("tok", "hyp")]),
        ("a b -i hyp tok -f markdown", [("tok", "a and b")]),
        ("tok -i hyp b -pbs -pbsn 2", [("tok", "hyp and b")]),
        ("a -i tok -sl", [("tok", "a")]),
        ("wide -nr 2 -i hyp", [("wide, field 1", "hyp"), ("wide, field 2", "hyp")]),
        ("a -i tok -m chrf -cw 2", [("tok", "a")]),
        ("a -i tok -m chrf", []),
        ("a -i tok --force", []),
        ("a -i tok -q", []),
        ("tok -i tok", []),
        ("a b -i hyp", []),
    ],
)
def test_what_is_cut_on_one_side_is_told_of_once(run, half_cut, monkeypatch, words, lines):
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 300)
    found = run("score", *words.split(), cwd=half_cut)
    told = [line for line in found.err.splitlines(keepends=True) if "look" in line]
    assert found.status == 0
    assert [line.partition("do not. ")[0] + "do not. " for line in told] == [
        LOOKS.format(*names) for names in lines
    ]
    assert all(line.endswith(" shows the effect (--force leaves this out)\n") for line in told)


def test_systems_of_standard_input_are_told_of(run, half_cut):
    found = run("score", "a", cwd=half_cut, stdin=(half_cut / "wide").read_bytes())
    lines = [line for line in found.err.splitlines() if "look" in line]
    names = ["standard input, field 1", "standard input, field 2"]
    assert len(lines) == len(names)
    assert all(line.startswith(LOOKS.format(name, "a")) for name, line in zip(names, lines, strict=True))


def test_the_original_says_nothing_of_it(run, half_cut, sacrebleu):
    assert run("a", "-i", "tok", cwd=half_cut, command=sacrebleu).err == ""


def test_the_original_takes_pairs_of_one_language(run, corpus, sacrebleu):
    whole = run("a", "-i", "hyp", "-b", cwd=corpus, command=sacrebleu)
    for pair in ("en-", "-de"):
        assert run("a", "-i", "hyp", "-b", f"-l={pair}", cwd=corpus, command=sacrebleu) == whole
        listed = run("--list", f"-l={pair}", command=sacrebleu)
        assert (listed.status, listed.out) == (0, f"The available test sets for {pair} are:\n")
        refused = run("score", "a", "-i", "hyp", f"-l={pair}", cwd=corpus).err
        assert f"{pair!r} is not a language pair: give source and target, such as en-de\n" in refused


def test_lists_of_a_pair_of_three_languages(run, sacrebleu):
    """The original takes the first two, and prints an empty list for a pair that no set has."""
    title, *others = run("--list", "-l", "en-de-fr", command=sacrebleu).out.splitlines()
    assert title == "The available test sets for en-de-fr are:"
    assert others == run("--list", "-l", "en-de", command=sacrebleu).out.splitlines()[1:] != []
    for pair in ("en-de-fr", "xx-yy"):
        found = run("score", "--list", "-l", pair)
        assert (found.status, found.out) == (1, "")
        assert f"no test set has the language pair {pair!r}: write source-target, such as en-de" in found.err


def test_help_has_the_common_options_first(run, sacrebleu):
    """All of them are behind --help-all, but in the command sacrebleu."""
    few, every = run("score", "-h").out, run("score", "--help-all").out
    assert run("score", "--help").out == run("help", "score").out == few
    assert "parbleu score --help-all explains all options" in few
    for flag in ("--metrics", "--tokenize", "--format", "--paired-bs"):
        assert flag in few
    for flag in ("--ter-asian-support", "--paired-jobs", "--citation"):
        assert flag not in few
        assert flag in every
        assert flag in run("--help", command=sacrebleu).out
    for name in ("chrf+", "chrf++"):
        assert f"{name} " in few or f"{name}," in few
    assert "--help-all" not in run("--help", command=sacrebleu).out


def test_the_lines_of_sacrebleu_s_users(run, sacrebleu):
    """The table of docs/from-sacrebleu.md: both lines print the same numbers."""
    root = Path(__file__).parents[2]
    page = (root / "docs" / "from-sacrebleu.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `sacrebleu (.*?)` \| `parbleu (.*?)` \|", page, re.MULTILINE)
    assert len(rows) > 5
    folder = root / "examples" / "en-de"
    for theirs, ours in rows:
        printed = []
        for line, options in ((theirs, {"command": sacrebleu}), (ours, {})):
            words, _, file = line.partition(" < ")
            stdin = (folder / file).read_bytes() if file else b""
            result = run(*words.split(), cwd=folder, stdin=stdin, **options)
            assert result.status == 0, line
            if "-b" in words.split():
                printed.append(result.out)
                continue
            found = json.loads(result.out)
            items = found if isinstance(found, list) else [found]
            printed.append(sorted((item["name"], item["score"], item["signature"]) for item in items))
        assert printed[0] == printed[1], theirs


def test_files_of_references_and_systems_by_name(run, corpus):
    plain = run("score", "a", "b", "-i", "hyp", "-m", "chrf", cwd=corpus)
    for words in (
        ["--ref", "a", "b", "--hyp", "hyp"],
        ["--ref", "a", "b", "-i", "hyp"],
        ["-r", "a", "b", "--hyp", "hyp"],
    ):
        assert run("score", *words, "-m", "chrf", cwd=corpus) == plain
    (corpus / "result.json").write_text(plain.out)
    words = ["--ref", "a", "b", "--hyp", "hyp", "--verify", "result.json"]
    assert run("score", *words, cwd=corpus).out == "result.json: the same numbers\n"
    assert run("analyze", "segments", "--ref", "a", "--hyp", "hyp", "-q", cwd=corpus).status == 0
    assert (
        "name the table before its columns" in run("score", "--ref", "none", "--hyp", "hyp", cwd=corpus).err
    )
    refused = run("score", "--ref", "a", "--hyp", "hyp", "-o", "a", cwd=corpus)
    assert refused.status != 0
    assert (corpus / "a").read_text() != ""


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("x.tex", "% "),
        ("x.typ", "#table("),
        ("x.MD", "| metric"),
        ("x.csv", "metric,"),
        ("x.tsv", "metric\t"),
        ("x.html", "<!DOCTYPE"),
        ("x.json", "{"),
        ("x.txt", "{"),
        ("tex", "{"),
    ],
)
def test_the_suffix_of_the_output_tells_the_format(run, corpus: Path, name: str, begin: str) -> None:
    result = run("score", "a", "-i", "hyp", "-o", name, cwd=corpus)
    assert (result.status, result.out) == (0, "")
    assert (corpus / name).read_text("utf-8").startswith(begin)
    assert run("score", "a", "-i", "hyp", "-o", name, "-f", "csv", cwd=corpus).status == 0
    assert (corpus / name).read_text("utf-8").startswith("metric,")
    command = ["analyze", "words", "a", "-i", "hyp", "-q"]
    assert run(*command, "-o", name, cwd=corpus).status == 0
    told = (corpus / name).read_text("utf-8")
    assert told == run(*command, "-f", FORMATS.get(name.lower()[2:], "text"), cwd=corpus).out


FORMATS = {"tex": "latex", "typ": "typst", "md": "markdown"}
FORMATS |= {name: name for name in ("csv", "tsv", "html", "json")}


def test_labels_are_names_of_systems(run, corpus: Path) -> None:
    result = run("score", "a", "-i", "hyp", "--labels", "x", cwd=corpus)
    assert result.status == 2
    assert "unrecognized arguments: --labels x (did you mean --names?)" in result.err


def test_references_by_any_name(run, tmp_path):
    (tmp_path / "ref").write_text("a cat sat on the mat\n" * 12)
    (tmp_path / "hyp").write_text("a cat sat on a mat\n" * 12)
    (tmp_path / "o.jsonl").write_text('{"mt": "a cat sat on a mat", "ref": "a cat sat on the mat"}\n' * 12)
    (tmp_path / "nbest.jsonl").write_text('{"candidates": ["a cat", "a mat"]}\n' * 12)
    wanted = run("score", "ref", "-i", "hyp", "-b", cwd=tmp_path)
    for flag in ("--ref", "-r", "--references", "--references=ref"):
        given = [flag] if "=" in flag else [flag, "ref"]
        assert run("score", *given, "--hyp", "hyp", "-b", cwd=tmp_path) == wanted
        assert run("score", "o.jsonl", *given, "--hyp", "mt", "-b", cwd=tmp_path) == wanted
        assert run("gate", "hyp", "hyp", *given, cwd=tmp_path).status == 0
        assert run("nbest", "oracle", "nbest.jsonl", *given, cwd=tmp_path).status == 0
    for command in ("score", "gate"):
        assert "--references" not in run(command, "--help-all", cwd=tmp_path).out
    refused = run("nbest", "oracle", "nbest.jsonl", cwd=tmp_path)
    assert (refused.status, refused.out) == (2, "")
    assert "--ref" in refused.err
