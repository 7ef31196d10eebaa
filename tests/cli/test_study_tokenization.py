"""`parbleu study tokenization`: what it prints, writes and refuses."""

import csv
import json

import pytest

from toy_sets import SYSTEM, lines


@pytest.fixture
def study(run, corpus):
    """Runs `parbleu study tokenization` in the folder of a small corpus with a second system, `short`."""
    (corpus / "short").write_text("The dog.\nIt wasn't.\nThe man had just bitten\n")
    return lambda *words, **more: run("study", "tokenization", *words, cwd=corpus, **more)


def test_text(study):
    found = study("a", "b", "-i", "hyp", "short", "--tokenize", "13a", "char", "--paired-bs-n", "50")
    assert (found.status, found.err) == (0, "")
    assert found.out == TRANSCRIPT
    alone = study("a", "-i", "hyp", "--tokenize", "char", "--vary", "tokenizer")
    assert "\n1 tokenizer: score\n" in alone.out


TRANSCRIPT = """\
2 systems, 3 segments, 2 references

2 tokenizers: score (rank)
╒═════════════╤═══════════╤═══════════╕
│ Tokenizer   │       hyp │     short │
╞═════════════╪═══════════╪═══════════╡
│ 13a         │ 48.53 (1) │ 20.40 (2) │
├─────────────┼───────────┼───────────┤
│ char        │ 72.61 (1) │ 43.90 (2) │
╘═════════════╧═══════════╧═══════════╛

Tokens of hypotheses / of references = hyp_ref_ratio (brevity penalty); texts that the tokens do not spell
╒═════════════╤═════════════════════════╤═════════════════════════╤═══════════╕
│ Tokenizer   │                     hyp │                   short │   Changed │
╞═════════════╪═════════════════════════╪═════════════════════════╪═══════════╡
│ 13a         │ 17 / 18 = 0.944 (0.943) │ 11 / 17 = 0.647 (0.580) │         0 │
├─────────────┼─────────────────────────┼─────────────────────────┼───────────┤
│ char        │ 58 / 57 = 1.018 (1.000) │ 35 / 52 = 0.673 (0.615) │         0 │
╘═════════════╧═════════════════════════╧═════════════════════════╧═══════════╛

Spread
╒══════════╤══════════╤════════╤═══════════╤════════╤══════════════╕
│ System   │   Lowest │ with   │   Highest │ with   │   Difference │
╞══════════╪══════════╪════════╪═══════════╪════════╪══════════════╡
│ hyp      │    48.53 │ 13a    │     72.61 │ char   │        24.08 │
├──────────┼──────────┼────────┼───────────┼────────┼──────────────┤
│ short    │    20.40 │ 13a    │     43.90 │ char   │        23.50 │
╘══════════╧══════════╧════════╧═══════════╧════════╧══════════════╛

Difference of two systems (p, * below 0.05)
╒════════════════╤════════════════╤════════════════╤═══════════╕
│ Systems        │            13a │           char │ Changes   │
╞════════════════╪════════════════╪════════════════╪═══════════╡
│ short less hyp │ -28.13 (0.373) │ -28.71 (0.157) │ nothing   │
╘════════════════╧════════════════╧════════════════╧═══════════╛

3 metrics: score (rank)
╒══════════╤═══════════╤═══════════╕
│ Metric   │       hyp │     short │
╞══════════╪═══════════╪═══════════╡
│ BLEU     │ 48.53 (1) │ 20.40 (2) │
├──────────┼───────────┼───────────┤
│ chrF2    │ 59.73 (1) │ 37.72 (2) │
├──────────┼───────────┼───────────┤
│ TER      │ 40.00 (1) │ 66.67 (2) │
╘══════════╧═══════════╧═══════════╛

Difference of two systems (p, * below 0.05)
╒════════════════╤════════════════╤════════════════╤════════════════╤═══════════╕
│ Systems        │           BLEU │          chrF2 │            TER │ Changes   │
╞════════════════╪════════════════╪════════════════╪════════════════╪═══════════╡
│ short less hyp │ -28.13 (0.373) │ -22.00 (0.275) │ +26.67 (0.255) │ nothing   │
╘════════════════╧════════════════╧════════════════╧════════════════╧═══════════╛

What scores, ranks and significance owe to it
╒═══════════════╤════════════╤══════════════════╤══════╤══════════════╤═════════════════╕
│ What varies   │   Settings │   Largest spread │ of   │   Lowest tau │   Pairs changed │
╞═══════════════╪════════════╪══════════════════╪══════╪══════════════╪═════════════════╡
│ tokenizer     │          2 │            24.08 │ hyp  │         1.00 │          0 of 1 │
├───────────────┼────────────┼──────────────────┼──────┼──────────────┼─────────────────┤
│ metric        │          3 │               -- │ --   │         1.00 │          0 of 1 │
╘═══════════════╧════════════╧══════════════════╧══════╧══════════════╧═════════════════╛

p: paired bootstrap, 50 samples, seed 12345; calibrated, and corrected for the number of pairs (Holm).
Signatures:
  tokenizer 13a: nrefs:2|bs:50|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0+parbleu.0.1.0
  tokenizer char: nrefs:2|bs:50|seed:12345|case:mixed|eff:no|tok:char|smooth:exp|version:2.6.0+parbleu.0.1.0
  chrF2: nrefs:2|bs:50|seed:12345|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0+parbleu.0.1.0
  TER: nrefs:2|bs:50|seed:12345|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0+parbleu.0.1.0
"""


def test_every_signature_is_that_of_score(study, run, corpus):
    """What `parbleu score` makes of a row's signature is the row's score, to the last digit."""
    content = json.loads(study("a", "b", "-i", "hyp", "short", "--vary", "all", "-f", "json", "-par").out)
    assert [section["varies"] for section in content["sections"]] == [
        "tokenizer",
        "case",
        "smoothing",
        "variant",
        "metric",
    ]
    checked = 0
    for section in content["sections"]:
        for row in section["rows"]:
            if "variant:" in row["signature"]:
                continue
            metric = row["name"] if section["varies"] == "metric" else "BLEU"
            words = ("score", "a", "b", "-i", "hyp", "short", "--signature", f"{metric}|{row['signature']}")
            scored = json.loads(run(*words, cwd=corpus).out)
            found = {system["system"]: system["score"] for system in row["systems"]}
            assert {
                system["system"].removeprefix("Baseline: "): system[metric]["score"] for system in scored
            } == found
            checked += 1
    assert checked == 5 + 2 + 4 + 1 + 3


def test_json(study):
    content = json.loads(study("a", "-i", "hyp", "short", "-f", "json", "--seed", "3", "-pbs").out)
    assert (content["systems"], content["segments"], content["references"]) == (["hyp", "short"], 3, 1)
    assert (content["test"], content["n_samples"], content["seed"]) == ("bootstrap", 1000, "3")
    tokenizer, metric = content["sections"]
    assert tokenizer["rows"][0]["systems"][0] == {
        "system": "hyp",
        "score": pytest.approx(45.0675, abs=0.0001),
        "rank": 1,
        "hyp_tokens": 17,
        "ref_tokens": 17,
        "hyp_ref_ratio": 1.0,
        "ref_hyp_ratio": 1.0,
        "brevity_penalty": 1.0,
    }
    assert tokenizer["rows"][0]["systems"][1]["ref_hyp_ratio"] == 17 / 11
    assert set(tokenizer["rows"][0]["pairs"][0]) >= {"p_value", "p_calibrated", "p_holm", "difference"}
    assert [spread["system"] for spread in tokenizer["spread"]] == ["hyp", "short"]
    assert set(tokenizer["changes"][0]) == {"first", "second", "order", "significance", "contradiction"}
    assert [row["name"] for row in metric["rows"]] == ["BLEU", "chrF2", "TER"]
    assert metric["rows"][1]["systems"][0]["hyp_tokens"] is None


def test_csv(study):
    words = ("a", "-i", "-", "--no-test", "-m", "chrf++", "chrf++", "-f")
    text = b"a\tb\nThe man.\tc\nx\ty\n"
    rows = list(csv.DictReader(study(*words, "csv", stdin=text).out.splitlines()))
    assert rows == list(csv.DictReader(study(*words, "tsv", stdin=text).out.splitlines(), delimiter="\t"))
    assert len(rows) == (5 + 5 + 2) * 2
    assert [row["metric"] for row in rows[::2]] == ["BLEU"] * 5 + ["chrF2++"] * 5 + ["BLEU", "chrF2++"]
    assert rows[0]["system"] == "System 1"
    assert rows[-1]["setting"] == "chrF2++"
    assert (rows[0]["hyp_tokens"], rows[-1]["hyp_tokens"]) == ("5", "")
    assert rows[0]["signature"].startswith("nrefs:1|case:mixed|")


def test_bleu_may_be_named(study):
    words = ("a", "-i", "hyp", "-f", "csv", "-m")
    assert study(*words, "bleu", "ter") == study(*words, "ter")
    alone = list(csv.DictReader(study(*words, "bleu").out.splitlines()))
    assert {row["metric"] for row in alone} == {"BLEU"}
    assert {row["varies"] for row in alone} == {"tokenizer"}
    refused = study(*words, "bleu", "--vary", "metric")
    assert (refused.status, refused.err) == (
        2,
        "parbleu: BLEU is there in any case: name metrics beside it, such as -m chrf ter\n",
    )


def test_many_systems(study, corpus):
    """Of many pairs those are shown that something changes; here all systems are alike, but for the last."""
    names = [f"same{number}" for number in range(8)]
    for name in names:
        (corpus / name).write_bytes((corpus / "hyp").read_bytes())
    (corpus / "glued").write_text("Thedog bit theman.\nItwas not unexpected.\nTheman bithim first.\n")
    words = ("a", "-tok", "13a", "char", "--vary", "tokenizer", "case", "--no-test", "-i", *names, "glued")
    out = study(*words).out
    assert out.count("Difference of two systems; without the 28 of 36 pairs that nothing changes\n") == 1
    assert out.count("Difference of two systems") == 1
    assert out.count("glued less same") == 8


def test_markdown_and_latex(study):
    words = ("a", "-i", "hyp", "short", "--names", "a_1", "b", "--tokenize", "13a", "none", "--no-test")
    markdown = study(*words, "-f", "markdown").out
    assert "| Tokenizer | a\\_1 | b |\n| --- | ---: | ---: |\n| 13a | " in markdown
    assert "- tokenizer 13a: `nrefs:1|" in markdown
    latex = study(*words, "-f", "latex", "-w", "3").out
    assert "% 2 tokenizers: score (rank)\n\\begin{tabular}{lrr}\n\\toprule\n Tokenizer" in latex
    assert " & a\\_1 " in latex.replace("  ", "")
    assert "% tokenizer 13a: nrefs:1|" in latex


def test_tokenizers_of_ones_own(study, corpus):
    words = ["a", "-i", "hyp", "-tok", "13a", "--command", "cat", "--command", "tr a A", "sed p", "-f", "csv"]
    found = study(*words)
    assert found.err.startswith(
        "parbleu: the tokenizer 'sed p' was given 5 lines and wrote 10: it must write a line"
    )
    assert found.err.count("\n") == 1
    found = study(*words[:-3], "-f", "csv", "--metrics", "ter")
    assert [row["setting"] for row in csv.DictReader(found.out.splitlines())][:3] == ["13a", "cat", "tr a A"]
    abbreviated = study(*words[:-3], "-f", "csv", "--metrics=ter", "--widt", "3")  # read by argparse
    assert (abbreviated.out, abbreviated.err) == (found.out, "")
    (corpus / "x.model").write_text("no model")
    for flag, kind in (("--spm", "not a SentencePiece model"), ("--hf", "no tokenizer.json")):
        found = study("a", "-i", "hyp", flag, "x.model")
        assert (found.status, found.out) == (1, "")
        assert f"x.model is {kind}" in found.err


def test_one_side(study, corpus):
    found = study("a", "-i", "hyp", "--tokenize", "13a", "char", "--one-side", "hyp", "--plot", "x.svg")
    assert found.status == 0
    assert found.err.startswith(
        "parbleu: char, hyp only: hyp_ref_ratio, tokens of the hypotheses over those of "
    )
    assert "3.41 for hyp; are both sides cut alike?" in found.err
    assert "2 tokenizers; only the first cuts both sides, the others cut hyp: score\n" in found.out
    assert "<svg" in (corpus / "x.svg").read_text()


def test_a_test_set(run, toys, tmp_path):
    system = tmp_path / "system"
    system.write_text(lines(SYSTEM), encoding="utf-8")
    words = ("-t", "toy/xml", "-l", "en-de", "--origlang", "en", "-i", str(system))
    options = ("--names", "mine", "-tok", "none", "intl", "-f", "json")
    found = run("study", "tokenization", *words, *options, env=toys.env)
    assert found.status == 0
    content = json.loads(found.out)
    assert (content["systems"], content["segments"], content["references"]) == (["mine"], 2, 1)
    score = run("score", *words, "-tok", "intl", "-b", "-w", "9", env=toys.env).out
    assert f"{content['sections'][0]['rows'][1]['systems'][0]['score']:.9f}\n" == score
    found = run("study", "tokenization", "a", *words, env=toys.env)
    assert (found.status, found.out) == (1, "")
    assert "I need exactly one of (a) a predefined test set (-t)" in found.err


@pytest.mark.parametrize(
    ("pair", "first"), [("en-ja", "ja-mecab"), ("en-ko", "ko-mecab"), ("en-zh", "zh"), ("en-de", "13a")]
)
def test_the_language_chooses_the_usual_tokenizer(study, pair, first):
    content = json.loads(study("a", "-i", "hyp", "-l", pair, "-f", "json").out)
    names = [row["name"] for row in content["sections"][0]["rows"]]
    assert names[0] == first
    assert {"13a", "none", "intl", "char", "zh"} <= set(names)


def test_without_mecab(study, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "MeCab", None)
    found = study("a", "-i", "hyp", "-l", "en-ja", "-f", "json")
    assert found.err == (
        "parbleu: without ja-mecab: the tokenizer 'ja-mecab' needs the package MeCab; install it with pip "
        'install "parbleu[ja]"\n'
    )
    names = [row["name"] for row in json.loads(found.out)["sections"][0]["rows"]]
    assert names == ["char", "13a", "none", "intl", "zh"]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["-i", "hyp"], 2, "name the references before -i, or a test set: -t SET -l PAIR"),
        (["a", "-i", "hyp", "--width=-1"], 2, "--width is a number of decimals, at most 1074"),
        (["a", "-i", "hyp", "--timeout", "0"], 2, "--timeout is a number of seconds above 0"),
        (["a", "-i", "hyp", "--subset", "x"], 2, "--origlang and --subset choose segments of a test set: "),
        (["a", "-i", "hyp", "--plot", "x.gif"], 1, "x.gif: a picture's name ends in .svg, .png, .pdf"),
        (["a", "-i", "hyp", "hyp"], 1, "'hyp' already used to name a system."),
        (["a", "-i", "hyp", "--seed", "x"], 1, "seed is a whole number from 0 up, or 'none'"),
        (["a", "-i", "hyp", "--one-side", "hyp", "--vary", "case"], 1, "one_side is of use only where"),
        (["none", "-i", "hyp"], 1, "cannot read none: No such file or directory"),
        (["a", "-i", "hyp", "short", "-pbs", "-par"], 2, "not allowed with argument"),
    ],
)
def test_what_it_refuses(study, words, status, message):
    found = study(*words)
    assert (found.status, found.out) == (status, "")
    assert message in found.err


def test_text_that_is_cut_before(study, corpus):
    (corpus / "cut").write_text(
        "".join(" ".join(line) + "\n" for line in (corpus / "hyp").read_text().splitlines())
    )
    found = study("a", "-i", "cut", "-tok", "13a", "--vary", "case")
    assert found.err.startswith("parbleu: cut: ")
    assert "(--force leaves this out)\nparbleu: mixed: hyp_ref_ratio" in found.err
    for flag in ("--force", "-q"):
        assert "force" not in study("a", "-i", "cut", "-tok", "13a", "--vary", "case", flag).err


def test_quiet(study):
    found = study("a", "-i", "hyp", "--tokenize", "13a", "char", "--one-side", "hyp", "-q")
    assert found.err.startswith("char, hyp only: ")


def test_help(study, run):
    shown = study("--help").out
    assert "{REF... | -t SET -l PAIR} -i HYP..." in shown
    assert "  --one-side NAME " in shown
    assert "tokenization what scores owe to tokenizer" in run("study").err
