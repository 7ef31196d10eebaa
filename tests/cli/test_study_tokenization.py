"""`parbleu study tokenization`: what it prints, writes and refuses."""

import csv

import pytest

from extras import extra
from parbleu._base.extras import install_command
from printed_json import printed_tables
from toy_sets import SYSTEM, lines


@pytest.fixture
def study(run, corpus):
    """Runs `parbleu study tokenization` in the folder of a small corpus with a second system, `short`."""
    (corpus / "short").write_text("The dog.\nIt wasn't.\nThe man had just bitten\n")
    return lambda *words, **more: run("study", "tokenization", *words, cwd=corpus, **more)


def test_text(study):
    found = study("a", "b", "-i", "hyp", "short", "--tokenize", "13a", "char", "--n-samples", "50")
    assert (found.status, found.err) == (0, "")
    assert found.out == TRANSCRIPT
    alone = study("a", "-i", "hyp", "--tokenize", "char", "--vary", "tokenizer")
    assert alone.out.startswith("1 tokenizer: scores\n")


TRANSCRIPT = """\
2 tokenizers: scores
           ─── hyp ───  ── short ──
tokenizer  score  rank  score  rank
───────────────────────────────────
13a        48.53     1  20.40     2
char       72.61     1  43.90     2

13a signature: nrefs:2|bs:50|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0+parbleu.0.1.0
char signature: nrefs:2|bs:50|seed:12345|case:mixed|eff:no|tok:char|smooth:exp|version:2.6.0+parbleu.0.1.0

Numbers of tokens
tokenizer  system  hyp tokens  ref tokens  hyp ref ratio  ref hyp ratio  brevity penalty  changed texts
───────────────────────────────────────────────────────────────────────────────────────────────────────
13a        hyp             17          18          0.944          1.059            0.943              0
13a        short           11          17          0.647          1.545            0.580              0
char       hyp             58          57          1.018          0.983            1.000              0
char       short           35          52          0.673          1.486            0.615              0

A hyp ref ratio below 1 means that the hypotheses have fewer tokens than the references.
Changed texts, of all systems and references, are those that the tokens do not spell.

Lowest and highest score, tokenizer
system  lowest  with  highest  with  difference
───────────────────────────────────────────────
hyp      48.53  13a     72.61  char       24.08
short    20.40  13a     43.90  char       23.50

Differences of two systems, tokenizer
               ────── 13a ───────  ────── char ──────
system  minus  difference       p  difference       p  changes
──────────────────────────────────────────────────────────────
short   hyp        -28.13  0.5423      -28.71  0.3671  nothing

3 metrics: scores
        ─── hyp ───  ── short ──
metric  score  rank  score  rank
────────────────────────────────
BLEU    48.53     1  20.40     2
chrF2   59.73     1  37.72     2
TER     40.00     1  66.67     2

BLEU signature: nrefs:2|bs:50|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0+parbleu.0.1.0
chrF2 signature: nrefs:2|bs:50|seed:12345|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0+parbleu.0.1.0
TER signature: nrefs:2|bs:50|seed:12345|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0+parbleu.0.1.0

Differences of two systems, metric
               ────── BLEU ──────  ───── chrF2 ──────  ────── TER ───────
system  minus  difference       p  difference       p  difference       p  changes
──────────────────────────────────────────────────────────────────────────────────
short   hyp        -28.13  0.5423      -22.00  0.4664      +26.67  0.4507  nothing

Paired bootstrap test of all pairs of systems in each setting.
p: calibrated, and corrected for 1 pair in each setting (Holm); * p ≤ 0.05.

Effects on scores, ranks and significance
what varies  settings  largest spread  of   lowest tau  pairs changed  pairs
────────────────────────────────────────────────────────────────────────────
tokenizer           2           24.08  hyp        1.00              0      1
metric              3               –  –          1.00              0      1

n_segments: 3
n_references: 2
test: bootstrap
n_samples: 50
seed: 12345
alpha: 0.05
"""  # noqa: E501


@pytest.mark.long
def test_every_signature_is_that_of_score(study, run, corpus):
    """What `parbleu score` makes of a row's signature is the row's score, to the last digit."""
    words = ("a", "b", "-i", "hyp", "short")
    tables = printed_tables(study(*words, "--vary", "all", "-f", "json", "--test", "randomization").out)
    checked = 0
    for varies in ("tokenizer", "case", "smoothing", "variant", "metric"):
        for row in tables[f"{varies}_scores"]["rows"]:
            if "variant:" in row["signature"]:
                continue
            metric = row["setting"] if varies == "metric" else "BLEU"
            scored = printed_tables(
                run(
                    "score", *words, "-f", "json", "--signature", f"{metric}|{row['signature']}", cwd=corpus
                ).out
            )
            assert [system[metric] for system in scored["rows"]] == [row["hyp_score"], row["short_score"]]
            checked += 1
    assert checked == 5 + 2 + 4 + 1 + 3


def test_json(study):
    tables = printed_tables(
        study("a", "-i", "hyp", "short", "-f", "json", "--seed", "3", "--test", "bootstrap").out
    )
    assert tables["summary"]["facts"] == {
        "n_segments": 3,
        "n_references": 1,
        "test": "bootstrap",
        "n_samples": 1000,
        "seed": 3,
        "alpha": 0.05,
    }
    first = tables["tokenizer_scores"]["rows"][0]
    assert (first["setting"], first["hyp_rank"]) == ("13a", 1)
    assert first["hyp_score"] == pytest.approx(45.0675, abs=0.0001)
    assert tables["tokenizer_lengths"]["rows"][0] == {
        "setting": "13a",
        "system": "hyp",
        "hyp_tokens": 17,
        "ref_tokens": 17,
        "hyp_ref_ratio": 1.0,
        "ref_hyp_ratio": 1.0,
        "brevity_penalty": 1.0,
        "changed_texts": 0,
    }
    assert tables["tokenizer_lengths"]["rows"][1]["ref_hyp_ratio"] == 17 / 11
    (pair,) = tables["tokenizer_pairs"]["rows"]
    assert pair["13a_difference"] == first["short_score"] - first["hyp_score"]
    assert 0 < pair["13a_p_holm"] <= 1
    assert [row["system"] for row in tables["tokenizer_spread"]["rows"]] == ["hyp", "short"]
    assert [row["setting"] for row in tables["metric_scores"]["rows"]] == ["BLEU", "chrF2", "TER"]


def test_csv(study):
    words = ("a", "-i", "-", "--test", "none", "-m", "chrf++", "chrf++", "-f")
    text = b"a\tb\nThe man.\tc\nx\ty\n"
    rows = list(csv.DictReader(study(*words, "csv", stdin=text).out.splitlines()))
    assert rows == list(csv.DictReader(study(*words, "tsv", stdin=text).out.splitlines(), delimiter="\t"))
    tables = [row["table"] for row in rows]
    assert tables[:5] == ["tokenizer_scores"] * 5
    assert tables.count("tokenizer_lengths") == 5 * 2
    assert tables.count("tokenizer_chrF2++_scores") == 5
    assert [row["setting"] for row in rows if row["table"] == "metric_scores"] == ["BLEU", "chrF2++"]
    assert rows[0]["System 1_rank"] == "1"
    assert rows[0]["signature"].startswith("nrefs:1|case:mixed|")
    assert rows[5]["hyp_tokens"] == "5"


def test_bleu_may_be_named(study):
    words = ("a", "-i", "hyp", "-f", "csv", "-m")
    assert study(*words, "bleu", "ter") == study(*words, "ter")
    alone = list(csv.DictReader(study(*words, "bleu").out.splitlines()))
    assert [row["varies"] for row in alone if row["table"] == "summary"] == ["tokenizer"]
    refused = study(*words, "bleu", "--vary", "metric")
    assert (refused.status, refused.err) == (
        2,
        "parbleu: BLEU is always computed: name other metrics, such as -m chrf ter\n",
    )


def test_names_and_decimals(study):
    words = ("a", "-i", "hyp", "short", "--names", "a_1", "b", "--tokenize", "13a", "none", "--test", "none")
    markdown = study(*words, "-f", "markdown").out
    assert "| tokenizer | a\\_1 score | a\\_1 rank | b score | b rank |\n| :--- | ---: " in markdown
    assert "- 13a signature: `nrefs:1|" in markdown
    rows = [line for line in study(*words, "--decimals", "5").out.splitlines() if line.startswith("13a ")]
    assert rows[0].split()[1::2] == ["45.06751", "12.23914"]


@pytest.mark.parametrize("name", ["html", "latex", "typst"])
def test_other_formats(study, corpus, name):
    found = study("a", "-i", "hyp", "short", "-f", name, "-o", "result")
    assert (found.status, found.out, found.err) == (0, "", "")
    assert (corpus / "result").read_text() == study("a", "-i", "hyp", "short", "-f", name).out != ""


def settings(found):
    """The settings of the first table, printed as CSV."""
    rows = list(csv.DictReader(found.out.splitlines()))
    return [row["setting"] for row in rows if row["table"] == rows[0]["table"]]


@pytest.mark.needs("tokenizers")
def test_tokenizers_of_ones_own(study, corpus):
    words = ["a", "-i", "hyp", "-tok", "13a", "--command", "cat", "--command", "tr a A", "sed p", "-f", "csv"]
    found = study(*words)
    assert found.err.startswith(
        "parbleu: the tokenizer 'sed p' was given 5 lines and wrote 10: it must write a line"
    )
    assert found.err.count("\n") == 1
    found = study(*words[:-3], "-f", "csv", "--metrics", "ter")
    assert settings(found) == ["13a", "cat", "tr a A"]
    abbreviated = study(*words[:-3], "-f", "csv", "--metrics=ter", "--decim", "3")  # read by argparse
    assert (abbreviated.out, abbreviated.err) == (found.out, "")
    (corpus / "x.model").write_text("no model")
    for flag, kind in (("--spm", "not a SentencePiece model"), ("--hf", "not a valid tokenizer.json")):
        found = study("a", "-i", "hyp", flag, "x.model")
        assert (found.status, found.out) == (1, "")
        assert f"x.model is {kind}" in found.err


@pytest.mark.long
@pytest.mark.needs("matplotlib")
def test_one_side(study, corpus):
    found = study("a", "-i", "hyp", "--tokenize", "13a", "char", "--one-side", "hyp", "--plot", "x.svg")
    assert found.status == 0
    assert found.err.startswith(
        "parbleu: char, hyp only: hyp_ref_ratio, tokens of the hypotheses over those of "
    )
    assert "3.41 for hyp; are both sides cut alike?" in found.err
    assert found.out.startswith(
        "2 tokenizers; only the first is used for both sides, the others for hyp: scores\n"
    )
    assert found.err.removeprefix("parbleu: ") in found.out
    assert "<svg" in (corpus / "x.svg").read_text()


def test_a_number_that_no_smoothing_uses_is_refused(study):
    words = ("a", "-i", "hyp", "--tokenize", "13a", "--smooth-value", "0.3")
    for method in ([], ["--smooth-method", "none"]):
        refused = study(*words, *method)
        assert (refused.status, refused.out) == (2, "")
        assert "is of the smoothings floor and add-k, not of" in refused.err
    assert study(*words, "--smooth-method", "floor").status == 0


def test_a_test_set(run, toys, tmp_path):
    system = tmp_path / "system"
    system.write_text(lines(SYSTEM), encoding="utf-8")
    words = ("-t", "toy/xml", "-l", "en-de", "--origlang", "en", "-i", str(system))
    options = ("--names", "mine", "-tok", "none", "intl", "-f", "json")
    found = run("study", "tokenization", *words, *options, env=toys.env)
    assert found.status == 0
    tables = printed_tables(found.out)
    assert (tables["summary"]["facts"]["n_segments"], tables["summary"]["facts"]["n_references"]) == (2, 1)
    score = run("score", *words, "-tok", "intl", "-b", "-w", "9", env=toys.env).out
    assert f"{tables['tokenizer_scores']['rows'][1]['mine_score']:.9f}\n" == score
    found = run("study", "tokenization", "a", *words, env=toys.env)
    assert (found.status, found.out) == (2, "")
    assert found.err == "parbleu: give the references as files or as a test set (-t), not both\n"


@pytest.mark.parametrize(
    ("pair", "first"), [("en-ja", "ja-mecab"), ("en-ko", "ko-mecab"), ("en-zh", "zh"), ("en-de", "13a")]
)
def test_the_language_chooses_the_usual_tokenizer(study, pair, first):
    names = settings(study("a", "-i", "hyp", "-l", pair, "-f", "csv"))
    assert names[0] == first
    assert {"13a", "none", "intl", "char", "zh"} <= set(names)


@pytest.mark.long
def test_word_segmenters_of_a_language_are_compared_where_they_are_installed(study, monkeypatch):
    monkeypatch.setenv("PYTHAINLP_READ_ONLY", "1")
    extra("pythainlp")
    monkeypatch.setitem(__import__("sys").modules, "icu4py.breakers", None)
    monkeypatch.setattr("parbleu.text._tokenizers._made", {})
    names = settings(study("a", "-i", "hyp", "-l", "eng_Latn-tha_Thai", "-f", "csv"))
    assert names == ["13a", "th-pythainlp", "none", "zh", "intl", "char"]


def test_without_mecab(study, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ipadic", None)
    found = study("a", "-i", "hyp", "-l", "en-ja", "-f", "csv")
    assert found.err == (
        "parbleu: without ja-mecab: the tokenizer 'ja-mecab' needs the package ipadic; install it with pip "
        f"{install_command('ja').removeprefix('pip ')}\n"
    )
    assert settings(found) == ["char", "13a", "none", "zh", "intl"]
    assert study("a", "-i", "hyp", "-l", "en-ja", "-f", "csv", "-q").err == found.err.removeprefix(
        "parbleu: "
    )


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["-i", "hyp"], 2, "name the references before -i, or a test set: -t SET -l PAIR"),
        (["a", "-i", "hyp", "--decimals=-1"], 2, "--decimals is a number from 0, at most 1074, not -1"),
        (
            ["a", "-i", "hyp", "--timeout", "0", "--command", "cat"],
            1,
            "timeout is a number of seconds above 0",
        ),
        (["a", "-i", "hyp", "--subset", "x"], 2, "--origlang and --subset choose segments of a test set: "),
        (["a", "-i", "hyp", "--plot", "x.gif"], 1, "x.gif: a picture's name ends in .svg, .png, .pdf"),
        (["a", "-i", "hyp", "hyp"], 1, "hyp is two systems: give them names by --names"),
        (["a", "-i", "hyp", "--seed", "x"], 1, "seed must be a whole number from 0 up, or 'none'"),
        (["a", "-i", "hyp", "--one-side", "hyp", "--vary", "case"], 1, "one_side is of use only where"),
        (["a", "-i", "hyp", "--normalize", "nfc"], 2, "--vary normalization compares: add that"),
        (["none", "-i", "hyp"], 1, "cannot read none: No such file or directory"),
        (["a", "-i", "hyp", "short", "--test", "t"], 2, "invalid choice: 't'"),
        (["a", "-i", "hyp", "short", "--alpha", "2"], 1, "alpha is a number between 0 and 1"),
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
    assert "  --vary NAME " in shown
    assert "tokenization  how scores depend on tokenizer" in run("study").err
