"""`parbleu study`: what it prints, writes and refuses."""

import json

import pytest

import parbleu

UNNAMED = "name the references, and the output after -i (parbleu study permutations --help)"


@pytest.fixture
def permutations(run, corpus):
    """Runs `parbleu study permutations` in the folder of a small corpus."""
    return lambda *words, **more: run("study", "permutations", *words, cwd=corpus, **more)


def test_text(permutations):
    found = permutations("a", "b", "-i", "hyp", "--top", "1", "--sample", "4", "--seed", "2")
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith(
        "Reorderings that cannot lower BLEU: 3 segments, 17 tokens (13a), 2 references\n\n╒═"
    )
    assert "line 2: " not in found.out
    assert "one or two segments and not of the system.\n\nline 3: 7 tokens, " in found.out
    assert "\n  The man had | just | bitten | him | .\n" in found.out
    assert "4 random reorderings (seed 2), scored as tokens: of 12 segments\n" in found.out
    assert ", 0 lowered one.\n" in found.out
    assert "│ chrF2++  │" in found.out


def test_json(permutations):
    found = json.loads(permutations("a", "-i", "hyp", "--sample", "2", "-f", "json").out)
    assert (found["tokenize"], found["references"], found["segments"]) == ("13a", 1, 3)
    assert [line["line"] for line in found["lines"]] == [1, 2, 3]
    assert found["lines"][0]["blocks"] == ["The dog bit the man ."]
    assert found["lines"][0]["safe"] == {"log10": 0.0, "exact": "1"}
    total = 1
    for line in found["lines"]:
        total *= int(line["safe"]["exact"])
    assert found["product"]["safe"]["exact"] == str(total)
    assert found["largest"]["safe"]["line"] == 3
    assert found["sample"]["lower"] == 0
    assert len(found["sample"]["scores"]["TER"]["reordered"]) == 2
    assert found["written"] is None


def test_markdown(permutations):
    found = permutations("a", "-i", "-", "-f", "markdown", "--sample", "1", stdin=b"a b\r\nc|d\nThe man.\n")
    assert (found.status, found.err) == (0, "")
    tables = [line for line in found.out.split("\n") if line.startswith("|")]
    assert tables[0] == "| Count | Product | log10 a segment | log10 a token | Sum | Largest term |"
    assert any(line.endswith(" c \\| \\| \\| d |") for line in tables)
    assert "| BLEU |" in found.out


def test_a_corpus_of_equal_bleu(permutations, run, corpus):
    found = permutations("a", "b", "-i", "hyp", "--write-sample", "other", "--plot", "picture.svg")
    assert (found.status, found.err) == (0, "")
    assert found.out.endswith("other: 2 of 3 segments in another order, with the same BLEU.\n")
    scores = [
        run("score", "a", "b", "-i", name, "-b", "-w", "12", cwd=corpus).out for name in ("hyp", "other")
    ]
    assert scores[0] == scores[1] != ""
    assert (corpus / "other").read_text() != (corpus / "hyp").read_text()
    assert "<svg" in (corpus / "picture.svg").read_text()
    found = permutations("a", "-i", "hyp", "-f", "json", "--write-sample", "other")
    written = json.loads(found.out)["written"]
    assert written["file"] == "other"
    lines = [(corpus / name).read_text().splitlines() for name in ("hyp", "other")]
    changed = [
        number
        for number, (old, new) in enumerate(zip(*lines, strict=True), 1)
        if parbleu.tokenize(new) != parbleu.tokenize(old)
    ]
    assert written["reordered"] == changed


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["a"], 2, UNNAMED),
        (["-i", "hyp"], 2, UNNAMED),
        (["-", "-i", "hyp"], 2, "references are files; standard input can be the output: -i -"),
        (["a", "-i", "hyp", "--sample", "0"], 2, "--sample needs a number from 1"),
        (["a", "-i", "hyp", "--top=-1"], 2, "--top needs a number from 0"),
        (["a", "-i", "hyp", "--plot", "x.gif"], 1, "x.gif: a picture's name ends in .svg, .png, .pdf"),
        (["none", "-i", "hyp"], 1, "cannot read none: No such file or directory"),
    ],
)
def test_what_it_refuses(permutations, corpus, words, status, message):
    found = permutations(*words)
    assert (found.status, found.out) == (status, "")
    assert found.err == f"parbleu: {message}\n"
    assert len(list(corpus.iterdir())) == 3


def test_segments_in_which_nothing_moves_are_not_shown(permutations):
    found = permutations("a", "-i", "-", "--top", "9", stdin=b"The dog bit the man.\n\nfirst a\n")
    assert "line 3: 2 tokens, 0 matching bigrams; paper 2, safe 2, distinct 2\n  first | a\n" in found.out
    assert "line 1: " not in found.out


def test_files_of_different_length(permutations, corpus):
    (corpus / "short").write_text("x\n")
    found = permutations("short", "-i", "hyp")
    assert found.status == 1
    assert "there are 3 hypotheses" in found.err
    assert found.err.count("\n") == 1


def test_help(run):
    found = run("study")
    assert (found.status, "permutations how many reorderings" in found.err) == (2, True)
    assert "--write-sample FILE" in run("study", "permutations", "--help").out
