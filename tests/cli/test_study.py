"""`parbleu study permutations`: what it prints, writes and refuses."""

import json
from xml.etree import ElementTree

import pytest

import parbleu
from toy_sets import SYSTEM, lines

UNNAMED = "name the references before -i, or a test set: -t SET -l PAIR"


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
    logarithm = found["product"]["safe"]["log10"]
    assert found["product"]["safe"]["log10_a_segment"] == logarithm / 3
    assert found["product"]["safe"]["log10_a_token"] == logarithm / found["tokens"]
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
    found = permutations("a", "b", "-i", "hyp", "--write-sample", "other", "--plot", "picture.png")
    assert (found.status, found.err) == (0, "")
    assert found.out.endswith("other: 2 of 3 segments in another order, with the same BLEU.\n")
    scores = [
        run("score", "a", "b", "-i", name, "-b", "-w", "12", cwd=corpus).out for name in ("hyp", "other")
    ]
    assert scores[0] == scores[1] != ""
    assert (corpus / "other").read_text() != (corpus / "hyp").read_text()
    assert (corpus / "picture.png").read_bytes().startswith(b"\x89PNG")
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
    found = permutations("a", "-i", "hyp", "b", "-f", "json", "--write-sample", "other", "another")
    assert [system["written"]["file"] for system in json.loads(found.out)["systems"]] == ["other", "another"]
    assert (corpus / "another").read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["-i", "hyp"], 2, UNNAMED),
        (["a", "-i"], 2, "-i/--input names no system to score"),
        (["-", "-i", "-"], 1, "standard input is the system's output: it cannot be a reference, too"),
        (
            ["a", "-i", "hyp", "--subset", "x"],
            2,
            "--origlang and --subset choose segments of a test set: -t SET -l PAIR",
        ),
        (["a", "-i", "hyp", "--max-order", "0"], 2, "--max-order needs a number from 1"),
        (
            ["a", "-i", "hyp", "b", "--write-sample", "x"],
            2,
            "--write-sample needs a file for each of 2 systems, not 1",
        ),
        (
            ["a", "-i", "hyp", "--write-sample", "-"],
            2,
            "--write-sample needs a file: standard output has the counts",
        ),
        (
            ["a", "-i", "hyp", "--write-sample", "x.gz"],
            2,
            "x.gz: what is written is not compressed; leave out .gz",
        ),
        (
            ["a", "-i", "hyp", "--plot", "x.svg", "--write-sample", "./x.svg"],
            2,
            "--write-sample and --plot write different files: give each its own",
        ),
        (["a", "-i", "hyp", "--sample", "0"], 2, "--sample needs a number from 1"),
        (["a", "-i", "hyp", "--top=-1"], 2, "--top needs a number from 0"),
        (["a", "-i", "hyp", "--plot", "x.gif"], 1, "x.gif: a picture's name ends in .svg, .png, .pdf"),
        (
            ["a", "-i", "hyp", "--write-sample", "./hyp"],
            1,
            "--write-sample would overwrite hyp, which is read; give it another name",
        ),
        (["a", "-i", "hyp", "--write-sample", "no/x"], 1, "cannot write no/x: there is no directory no"),
        (["none", "-i", "hyp"], 1, "cannot read none: No such file or directory"),
    ],
)
def test_what_it_refuses(permutations, corpus, words, status, message):
    found = permutations(*words)
    assert (found.status, found.out) == (status, "")
    assert found.err == f"parbleu: {message}\n"
    assert len(list(corpus.iterdir())) == 3


SEVERAL = """\
Reorderings that cannot lower BLEU: 3 segments, 2 systems (13a), 1 reference

╒══════════╤══════════╤═══════════╤═══════════════════╤═════════════════╤═══════╤════════════════╕
│ System   │ Count    │   Product │   log10 a segment │   log10 a token │   Sum │   Largest term │
╞══════════╪══════════╪═══════════╪═══════════════════╪═════════════════╪═══════╪════════════════╡
│ hyp      │ paper    │     17280 │            1.4125 │          0.2493 │   745 │         line 3 │
├──────────┼──────────┼───────────┼───────────────────┼─────────────────┼───────┼────────────────┤
│ hyp      │ safe     │     17280 │            1.4125 │          0.2493 │   745 │         line 3 │
├──────────┼──────────┼───────────┼───────────────────┼─────────────────┼───────┼────────────────┤
│ hyp      │ distinct │     17280 │            1.4125 │          0.2493 │   745 │         line 3 │
"""


def test_several_systems(permutations):
    found = permutations("a", "-i", "hyp", "b", "--top", "1", "--sample", "3")
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith(SEVERAL)
    order = [
        found.out.index(part) for part in ("misleads", "\nhyp: 17 tokens\nline 3: 7", "\nb: 19 tokens\nline ")
    ]
    assert order == sorted(order)
    assert "\n3 random reorderings (seed 12345), scored as tokens:\nhyp: of 9 segments " in found.out
    assert "\nb: of 9 segments " in found.out
    assert "│ b        │ chrF2++  │" in found.out


@pytest.mark.parametrize("name", ["hyp", "b"])
def test_each_of_several_systems_as_if_alone(permutations, name):
    words = ["a", "-i", "hyp", "b", "-f", "json", "--sample", "2"]
    alone = json.loads(permutations("a", "-i", name, *words[4:]).out)
    together = json.loads(permutations(*words).out)["systems"]
    assert alone == {one["system"]: one for one in together}[name]


def test_names_and_standard_input(permutations, corpus):
    text = "".join(f"{line}\t{line}\n" for line in (corpus / "hyp").read_text().splitlines()).encode()
    found = json.loads(permutations("a", "--names", "x", "y", "-f", "json", stdin=text).out)
    assert [one["system"] for one in found["systems"]] == ["x", "y"]
    assert found["systems"][0]["lines"] == found["systems"][1]["lines"]


def test_case(permutations, corpus):
    (corpus / "shout").write_text((corpus / "hyp").read_text().upper())
    found, other = (
        json.loads(permutations("a", "-i", name, "-lc", "-f", "json").out) for name in ("shout", "hyp")
    )
    assert {**found, "system": "hyp"} == other
    assert found["lowercase"]
    assert json.loads(permutations("a", "-i", "shout", "-f", "json").out)["product"] != found["product"]
    assert "(13a, lower case), 1 reference" in permutations("a", "-i", "hyp", "-lc").out
    written = permutations("a", "b", "-i", "shout", "-lc", "--write-sample", "other")
    assert written.out.endswith("other: 2 of 3 segments in another order, with the same BLEU.\n")


def test_order(permutations):
    found = json.loads(permutations("a", "-i", "hyp", "--max-order", "1", "-f", "json", "--sample", "2").out)
    assert [len(line["blocks"]) for line in found["lines"]] == [line["tokens"] for line in found["lines"]]
    assert found["lines"][0]["paper"]["exact"] == found["lines"][0]["safe"]["exact"] == "720"
    assert (found["sample"]["equal"], found["sample"]["higher"]) == (
        6,
        0,
    )  # of words alone, all are always there
    longer, usual = (
        json.loads(permutations("a", "-i", "hyp", *words, "-f", "json").out)
        for words in (["--max-order", "7"], [])
    )
    assert longer == {**usual, "max_order": 7}
    assert "(13a, n-grams up to 1), 1 reference" in permutations("a", "-i", "hyp", "--max-order", "1").out


def test_a_test_set(run, toys, tmp_path):
    (tmp_path / "out").write_text(lines(SYSTEM), encoding="utf-8")
    words = ["-i", str(tmp_path / "out"), "-f", "json"]
    found = run("study", "permutations", "-t", "toy", "-l", "en-de", *words, env=toys.env)
    assert found.status == 0
    content = json.loads(found.out)
    assert (content["references"], content["segments"]) == (2, 3)
    assert content["lines"][0]["blocks"] == ["eins und zwei"]
    found = run(
        "study", "permutations", "-t", "toy/xml", "-l", "en-de", "--origlang", "cs", *words, env=toys.env
    )
    assert [line["blocks"] for line in json.loads(found.out)["lines"]] == [["vier fünf"]]


@pytest.mark.parametrize(("pair", "tokenizer"), [("en-zh", "zh"), ("en-de", "13a")])
def test_the_tokenizer_of_the_language(permutations, pair, tokenizer):
    assert f"({tokenizer}), 1 reference" in permutations("a", "-i", "hyp", "-l", pair).out
    assert "(char), 1 reference" in permutations("a", "-i", "hyp", "-l", pair, "-tok", "char").out


def test_html(permutations, corpus):
    (corpus / "<b>&.txt").write_text('x < "y" & z.\n\n<script>a\n', encoding="utf-8")
    found = permutations("a", "-i", "hyp", "<b>&.txt", "-f", "html", "--sample", "2")
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>')
    tree = ElementTree.fromstring(found.out.replace('<meta charset="utf-8">', "").partition("\n")[2])
    assert [head.text for head in tree.iter("h2")] == ["hyp: 17 tokens", "<b>&.txt: 12 tokens"]
    shown = ["".join(quote.itertext()) for quote in tree.iter("blockquote")]
    assert shown[0] == "The man | had | just | bitten | him | ."
    assert 'x | < | " | y | " | & | z | .' in shown
    assert [len(list(table.iter("tr"))) for table in tree.iter("table")] == [7, 9]
    assert "blocks; paper " in found.out
    one = permutations("a", "-i", "-", "-f", "html", stdin=b"The dog bit the man.\n\n\n").out
    assert "<h2>" not in one
    assert "<blockquote" not in one  # nothing can move


def test_latex(permutations):
    found = permutations("a", "-i", "hyp", "b", "-f", "latex", "--sample", "1").out
    tables = [line for line in found.splitlines() if not line.startswith("%")]
    assert tables.count("\\bottomrule") == 2
    assert "% Reorderings that cannot lower BLEU: 3 segments, 2 systems (13a), 1 reference" in found
    assert "& safe " in found


def test_segments_in_which_nothing_moves_are_not_shown(permutations):
    found = permutations("a", "-i", "-", "--top", "9", stdin=b"The dog bit the man.\n\nfirst a\n")
    assert (
        "line 3: 2 tokens, 0 matching bigrams, 2 blocks; paper 2, safe 2, distinct 2\n  first | a\n"
        in found.out
    )
    assert "line 1: " not in found.out


def test_files_of_different_length(permutations, corpus):
    (corpus / "short").write_text("x\n")
    found = permutations("short", "-i", "hyp")
    assert (found.status, found.out) == (1, "")
    assert found.err == (
        "parbleu: System and reference streams have different lengths. Lines: 1 in short, 3 in hyp\n"
    )


def test_help(run):
    found = run("study")
    assert (found.status, "permutations how many reorderings" in found.err) == (2, True)
    assert "--write-sample FILE" in run("study", "permutations", "--help").out
