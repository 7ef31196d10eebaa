"""Tests `parbleu analyze words`, `segments` and `ngrams`: what they print and refuse."""

from pathlib import Path

import numpy as np
import pytest

import parbleu
from parbleu.analysis import WORD_BUCKETS, compared_texts, words
from parbleu.analysis._word_buckets import TypeBuckets
from printed_json import printed_tables

FOLDER = Path(__file__).parents[2] / "examples" / "en-de"
SYSTEMS = ["system.careful.txt", "system.careless.txt"]


@pytest.fixture
def analyze(run):
    """Runs `parbleu analyze` in the folder of the example."""
    return lambda *given, **more: run("analyze", *given, cwd=FOLDER, **more)


def test_words_of_a_language_without_blanks(run, tmp_path):
    lines = [f"彼女は{noun}へ{n}回行きました。" for n, noun in enumerate(["東京", "大阪"] * 12)]
    (tmp_path / "ref").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "hyp").write_text("\n".join(lines).replace("回", "度") + "\n", encoding="utf-8")
    texts = ["ref", "-i", "hyp", "hyp", "--names", "a", "b"]
    for name in ("words", "segments", "errors", "ngrams"):
        told = run("analyze", name, *texts, cwd=tmp_path).err
        assert "takes whole sentences for words; use -tok ja-mecab" in told, name
        assert "whole sentences" not in run("analyze", name, *texts, "-tok", "char", cwd=tmp_path).err, name


def test_words_in_text(analyze):
    found = analyze("words", "ref.A.txt", "-i", *SYSTEMS, "--by", "kind", "-n", "100", "--names", "a", "b")
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith(WORDS)


WORDS = """\
Words, by kind: f1
kind         reference words  segments            a ↑             b ↑
─────────────────────────────────────────────────────────────────────
number†                   19        16  1.000 ± 0.000  0.343 ± 0.274*
punctuation              100        48  0.961 ± 0.030  0.867 ± 0.045*
word                     606        48  0.855 ± 0.028  0.615 ± 0.048*

±: half the width of the 95 % interval of 100 bootstrap samples.
* differs from a: p ≤ 0.05 by the paired bootstrap.
† words of fewer than 30 segments: such figures hardly mean anything.
n_segments: 48
n_references: 1
tokenize: 13a
lowercase: no
n_samples: 100
seed: 12345

Words, by kind: counts and figures
kind         system  matched  reference words  output words  precision ↑  recall ↑   f1 ↑
─────────────────────────────────────────────────────────────────────────────────────────
number       a            19               19            19        1.000     1.000  1.000
number       b             6               19            16        0.375     0.316  0.343
"""


def test_numbers_are_the_library_s(analyze):
    given = ("words", "ref.A.txt", "ref.B.txt", "-i", *SYSTEMS, "--by", "case", "-n", "50", "-f", "csv")
    systems = {name: Path(FOLDER, name) for name in SYSTEMS}
    names = {"system.careful": systems[SYSTEMS[0]], "system.careless": systems[SYSTEMS[1]]}
    texts = compared_texts(names, [FOLDER / "ref.A.txt", FOLDER / "ref.B.txt"])
    assert analyze(*given).out == words(texts, "case", resampling=parbleu.Resampling(n_samples=50)).render(
        "csv"
    )


def test_training_counts_and_cutoffs(analyze, tmp_path):
    (tmp_path / "counts").write_text("der\t7\nDer\t2\n", encoding="utf-8")
    base = ("words", "ref.A.txt", "-i", SYSTEMS[0], "-n", "0", "-f", "json", "--cutoffs", "1", "7")
    table = printed_tables(analyze(*base, "--counts", str(tmp_path / "counts")).out)["counts"]
    assert [row["bucket"] for row in table["rows"]] == ["<1", "[1,7)", ">=7"]
    assert table["rows"][2]["ref"] == (FOLDER / "ref.A.txt").read_text("utf-8").split().count("der")
    trained = printed_tables(analyze(*base, "--training", "ref.A.txt").out)["counts"]
    plain = printed_tables(analyze(*base).out)["counts"]
    assert [row["ref"] for row in trained["rows"]] == [row["ref"] for row in plain["rows"]]


def test_labels_and_alignments(analyze, tmp_path):
    for name in ("ref.A.txt", SYSTEMS[0], "src.txt"):
        lines = (FOLDER / name).read_text("utf-8").splitlines()
        labels = [" ".join("LONG" if len(word) > 5 else "SHORT" for word in line.split()) for line in lines]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in labels), encoding="utf-8")
    (tmp_path / "align").write_text("0-0\n" * len(lines), encoding="utf-8")
    base = ("words", "ref.A.txt", "-i", SYSTEMS[0], "-tok", "none", "-n", "0", "-f", "json")
    labels = ("--ref-labels", str(tmp_path / "ref.A.txt"), "--hyp-labels", str(tmp_path / SYSTEMS[0]))
    table = printed_tables(analyze(*base, *labels).out)["counts"]
    assert {row["bucket"] for row in table["rows"]} == {"LONG", "SHORT", "other"}
    aligned = ("--source", "src.txt", "--alignments", str(tmp_path / "align"))
    of_source = (*aligned, "--source-labels", str(tmp_path / "src.txt"))
    table = printed_tables(analyze(*base, *of_source).out)["counts"]
    assert sum(row["aligned"] for row in table["rows"]) == len(lines)
    (tmp_path / "align").write_text("0-99\n" * len(lines), encoding="utf-8")
    found = analyze(*base, *aligned)
    assert found.status == 1
    assert "alignments, line 1: 0-99 names a word that is not there" in found.err


def test_segments(analyze, tmp_path):
    count = len((FOLDER / "src.txt").read_text("utf-8").splitlines())
    (tmp_path / "topics").write_text("x\n" * 10 + "y\n" * (count - 10), encoding="utf-8")
    given = (
        "segments",
        "ref.A.txt",
        "-i",
        *SYSTEMS,
        "--labels",
        f"topic={tmp_path / 'topics'}",
        "-f",
        "json",
    )
    tables = printed_tables(analyze(*given, "--by", "topic", "-n", "50", "-m", "bleu", "ter").out)
    assert [row["segments"] for row in tables["BLEU"]["rows"]] == [count - 10, 10]
    first = [(FOLDER / name).read_text("utf-8").splitlines()[:10] for name in ("ref.A.txt", SYSTEMS[0])]
    score = parbleu.corpus_bleu(first[1], [first[0]]).score
    assert tables["BLEU"]["rows"][1]["system.careful"] == score
    assert sum(tables["wins"]["rows"][1][key] for key in ("first_wins", "ties", "second_wins")) == 10


def test_a_choice_of_segments(analyze):
    base = ("segments", "ref.A.txt", "-i", *SYSTEMS, "--source", "src.txt", "-n", "0", "-f", "json")
    half = printed_tables(analyze(*base, "--length-range", "0", "50", "--first-of-source").out)
    assert sum(row["segments"] for row in half["BLEU"]["rows"]) == 24


def test_ngrams(analyze):
    given = ("ngrams", "ref.A.txt", "-i", *SYSTEMS, "--top", "3", "-f", "json")
    tables = printed_tables(analyze(*given).out)
    assert tables["first"]["rows"][0]["ngram"] == "nicht"
    assert len(tables["second"]["rows"]) == 3
    rest = analyze(*given, "--rest", "--systems", "system.careless", "--unit", "characters")
    assert (rest.status, rest.err) == (0, "")


class FirstLetters(TypeBuckets):
    """Words that begin with "d", and others."""

    title = "first letter"

    def names(self, texts):
        return "d", "other"

    def of_words(self, words):
        return np.array([int(word[0] != "d") for word in words])


def test_a_registered_way_to_sort_words(analyze, monkeypatch):
    monkeypatch.setattr(WORD_BUCKETS, "_registered", {})
    WORD_BUCKETS.register("letters", FirstLetters)
    found = analyze("words", "ref.A.txt", "-i", *SYSTEMS, "--by", "letters", "-n", "0")
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith("Words, by first letter: f1")


@pytest.mark.parametrize(
    ("given", "status", "message"),
    [
        (("words", "--by", "copied"), 1, "needs the source"),
        (("words", "--by", "case", "--cutoffs", "1"), 2, "words by case have none"),
        (("words", "--by", "label"), 2, "--by label and --ref-labels, --hyp-labels go together"),
        (("words", "--cutoffs", "3", "2"), 1, "each larger than the one before"),
        (("words", "--ref-labels", "ref.A.txt"), 2, "a file for each of 1 reference and 2 systems"),
        (("words", "--training", "x", "--counts", "y"), 2, "not both"),
        (("words", "--counts", "ref.A.txt"), 1, "ref.A.txt:1: a line is a word, a TAB and its count"),
        (("segments", "--by", "domain"), 1, "unknown way to sort segments 'domain'"),
        (("segments", "--quantiles", "1"), 1, "at least 2 quantiles"),
        (("segments", "--length-range", "50"), 2, "--length-range takes two percentages"),
        (("ngrams", "--systems", "a", "b", "c"), 2, "--systems takes two names"),
        (("ngrams", "--systems", *["system.careful"] * 2), 1, "not 'system.careful' and itself"),
        (("ngrams", "--systems", "system.careful", "x"), 1, "unknown system 'x'"),
        (("ngrams", "--min-order", "3", "--max-order", "2"), 1, "orders are two numbers from 1"),
    ],
)
def test_refusals(analyze, given, status, message):
    found = analyze(given[0], "ref.A.txt", "-i", *SYSTEMS, *given[1:])
    assert found.status == status
    assert message in found.err
    assert found.out == ""
