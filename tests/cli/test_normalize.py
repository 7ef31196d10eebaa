"""Tests what is said of texts that differ in their writing alone, and `--normalize`."""

import json
import re
import sys
from pathlib import Path
from unicodedata import normalize as unicode_form
from urllib.parse import quote

import pytest

import parbleu
from parbleu.metrics._corpus_warnings import FEWEST

NOUNS = ["Hafen", "Kran", "Schlepper", "Kai", "Leuchtturm"]
REFERENCE = [f"Der {NOUNS[n % 5]} {n} liegt seit gestern früh im “Norden” der Stadt…" for n in range(40)]


def pieces(line):
    return " ".join(f"▁{word[:2]} {word[2:]}" if len(word) > 4 else f"▁{word}" for word in line.split())


def some(change, every=2):
    """Returns a function that changes every second line."""
    return lambda lines: [change(line) if n % every == 0 else line for n, line in enumerate(lines)]


def all_of(change):
    return lambda lines: [change(line) for line in lines]


WAYS = {
    "nfc": all_of(lambda line: unicode_form("NFD", line)),
    "quotes": all_of(lambda line: line.replace("“", '"').replace("”", '"')),
    "ellipsis": all_of(lambda line: line.replace("…", "...")),
    "reasoning": some(lambda line: f"<think>What is it?</think> {line}"),
    "preambles": some(lambda line: f"Here is the translation: {line}"),
    "fences": all_of(lambda line: f"```{line}```"),
    "special-tokens": all_of(lambda line: f"<s> {line}</s>"),
    "escapes": all_of(lambda line: json.dumps(line)[1:-1]),
    "percent-encoding": all_of(quote),
    "invisible": all_of(lambda line: line.replace("e", "e\u00ad")),
    "mojibake": all_of(lambda line: line.encode().decode("latin-1")),
    "case": all_of(str.upper),
    "german": all_of(lambda line: line.replace("ü", "ue")),
    "diacritics": all_of(lambda line: line.replace("ü", "u")),
    "markdown": all_of(lambda line: f"**{line}**"),
    "numbering": all_of(lambda line: f"1. {line}"),
    "citations": all_of(lambda line: f"{line} [1]"),
    "enclosing-quotes": all_of(lambda line: f'"{line}"'),
    "width": all_of(lambda line: "".join(chr(ord(c) + 0xFEE0) if "a" <= c <= "z" else c for c in line)),
}


@pytest.fixture
def write(tmp_path):
    def writer(name, lines):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return name

    write = writer
    write("ref", REFERENCE)
    return writer


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *((name, ["-b"]) for name in WAYS),
        *((name, ["-m", "chrf", "-b"]) for name in ("nfc", "reasoning", "case", "mojibake")),
        *(("nfc", more) for more in (["-m", "ter", "-b"], ["-f", "text"], ["-ci", "-n", "10"])),
    ],
)
def test_texts_that_differ_in_writing_alone(run, tmp_path, write, name, more):
    write("hyp", WAYS[name](REFERENCE))
    told = run("score", "ref", "-i", "hyp", *more, cwd=tmp_path)
    [line] = told.err.splitlines()
    assert line.startswith("parbleu: hyp and ref are written differently: ")
    assert f"--normalize {name} (--force leaves this out)" in line
    best = "0.0" if "ter" in more else "100.0"
    assert f"and {best} when both sides are normalized" in line
    normal = run("score", "ref", "-i", "hyp", *more, "--normalize", name, cwd=tmp_path)
    assert best in normal.out
    assert "written" not in normal.err
    for silent in ("-q", "--force"):
        assert run("score", "ref", "-i", "hyp", *more, silent, cwd=tmp_path).err == ""


def test_texts_that_only_a_normalization_makes_the_same(run, tmp_path, write):
    write("hyp", WAYS["percent-encoding"](REFERENCE))
    same = "are the same text once normalized: such a score says nothing"
    assert same in run("score", "ref", "-i", "hyp", "--normalize", "percent-encoding", cwd=tmp_path).err


def test_percent_signs_and_addresses_are_no_percent_encoding(run, tmp_path, write):
    address = "https://example.org/a%20b?c=%C3%BC"
    lines = [f"{line} 50% of it, 100%, {address}" for line in REFERENCE]
    write("ref", lines)
    write("hyp", [line.replace("gestern", "heute").replace("50%", "50 %") for line in lines])
    write("some", [line if n % 3 else line.replace(address, "") for n, line in enumerate(lines)])
    for system in ("hyp", "some"):
        assert "percent" not in run("score", "ref", "-i", system, cwd=tmp_path).err


def test_a_full_stop_among_pieces_is_told_once(run, tmp_path, write):
    lines = [f"{line} Dort." if n % 4 == 0 else line for n, line in enumerate(REFERENCE * 12)]
    write("ref", lines)
    marked = [" ".join(f"▁{word}" for word in line.split()) for line in lines]
    write("hyp", [line.replace("▁Dort.", "▁Dort .") for line in marked])
    [line] = run("score", "ref", "-i", "hyp", cwd=tmp_path).err.splitlines()
    assert "split into subwords" in line


@pytest.mark.parametrize("mark", ["▁", "@@"])
def test_a_full_stop_among_pieces_of_both_sides_is_told_once(run, tmp_path, write, mark):
    def pieces_of(line):
        if mark == "▁":
            return " ".join(f"▁{word[:2]} {word[2:]}" for word in line.split()).replace(". ", " . ") + " ."
        return line.replace("en ", "@@ en ") + " Dor@@ t@@ ."

    lines = REFERENCE * 12
    write("ref", map(pieces_of, lines))
    write("hyp", [pieces_of(line.replace("gestern", "heute").replace("Norden", "Süden")) for line in lines])
    [line] = run("score", "ref", "-i", "hyp", "-b", cwd=tmp_path).err.splitlines()
    assert "pieces of a subword model" in line


def test_several_ways_are_one_line(run, tmp_path, write):
    write("hyp", WAYS["quotes"](WAYS["ellipsis"](WAYS["reasoning"](REFERENCE))))
    [line] = run("score", "ref", "-i", "hyp", "-b", cwd=tmp_path).err.splitlines()
    assert "--normalize reasoning ellipsis quotes" in line


def test_pieces_of_both_sides(run, tmp_path, write):
    other = [line.replace("gestern", "heute").replace("Norden", "Süden") for line in REFERENCE]
    write("ref.sp", map(pieces, REFERENCE))
    write("hyp.sp", map(pieces, other))
    write("hyp", other)
    [line] = run("score", "ref.sp", "-i", "hyp.sp", "-b", cwd=tmp_path).err.splitlines()
    assert "pieces of a subword model" in line
    plain = run("score", "ref", "-i", "hyp", "-b", cwd=tmp_path).out
    assert run("score", "ref.sp", "-i", "hyp.sp", "-b", "--normalize", "pieces", cwd=tmp_path).out == plain


def test_warnings_are_of_the_normalized_text(run, tmp_path, write):
    other = [line.replace("gestern", "heute") for line in REFERENCE]
    cut = [
        " ".join(word[:3] + "@@ " + word[3:] if len(word) > 3 else word for word in line.split())
        for line in other
    ]
    write("pieces", cut)
    write("marked", [f"\ufeff{line}" for line in other])
    for system, name, warning in (
        ("pieces", "pieces", "split into subwords"),
        ("marked", "invisible", "begins with a byte order mark"),
    ):
        assert warning in run("score", "ref", "-i", system, cwd=tmp_path).err
        assert run("score", "ref", "-i", system, "--normalize", name, cwd=tmp_path).err == ""


def test_reasoning_that_never_ends(run, tmp_path, write):
    write("hyp", [f"<think>What is {n}" if n % 4 == 0 else line for n, line in enumerate(REFERENCE)])
    for more in ([], ["--normalize", "reasoning"]):
        [line] = run("score", "ref", "-i", "hyp", "-b", *more, cwd=tmp_path).err.splitlines()
        assert "25 % of the segments of hyp are reasoning of a language model, which ends before" in line


def test_only_the_cause_is_told(run, tmp_path, write):
    japanese = [f"彼女は「{noun}」へ{n}回行きました。" for n, noun in enumerate(["東京", "大阪"] * 12)]
    write("ref.ja", japanese)
    write("hyp.ja", [line.replace("「", "“").replace("」", "”").replace("回", "度") for line in japanese])
    [line] = run("score", "ref.ja", "-i", "hyp.ja", "-b", cwd=tmp_path).err.splitlines()
    assert "has no blanks between words" in line
    [line] = run("score", "ref.ja", "-i", "hyp.ja", "-b", "-tok", "char", cwd=tmp_path).err.splitlines()
    assert "--normalize quotes" in line


def test_text_in_another_language_than_the_pair(run, tmp_path, write):
    write("hyp", [line.replace("liegt", "steht") for line in REFERENCE])
    words = ["score", "ref", "-i", "hyp", "-b", "-m", "bleu", "chrf", "-l"]
    [line] = run(*words, "en-zh", cwd=tmp_path).err.splitlines()
    assert line.startswith("parbleu: the references are in Latin letters, not in Chinese characters, and the")
    assert "and the target language is zh: check the language pair (-l)" in line
    assert run(*words, "en-de", cwd=tmp_path).err == ""


def test_nothing_is_said_of_texts_that_differ_in_words(run, tmp_path, write):
    write("hyp", [line.replace("liegt", "steht") for line in REFERENCE])
    assert run("score", "ref", "-i", "hyp", "-b", cwd=tmp_path).err == ""
    write("few", [line.replace("“", '"') if n < 2 else line for n, line in enumerate(REFERENCE)])
    assert run("score", "ref", "-i", "few", "-b", cwd=tmp_path).err == ""


@pytest.mark.needs("py3langid")
def test_output_in_another_language(run, tmp_path, write):
    french = [f"La grue numéro {n} du port du nord est fermée depuis hier matin" for n in range(40)]
    write("hyp", [*REFERENCE[:20], *french[20:]])
    for words in (["score", "ref", "-i", "hyp", "-b"], ["gate", "hyp", "hyp", "--ref", "ref"]):
        told = run(*words, cwd=tmp_path).err
        assert "about 49 % of the segments of hyp seem to be in the language fr, and ref in de; `" in told
        assert "language fr" not in run(*words, "-q", cwd=tmp_path).err
    write(
        "source",
        [f"The crane number {n} of the northern harbour has been closed" for n in range(len(REFERENCE))],
    )
    for files in (["ref", "hyp"], ["source", "ref", "hyp"]):
        [line] = run("check", *files, "--parallel", "--checks", "writing", cwd=tmp_path).out.splitlines()
        assert line.startswith("hyp:1: writing: about 49 % of the segments of hyp seem to be in the language")
    write("hyp", french[: len(REFERENCE)])  # as a source is
    assert "language" not in run("check", "ref", "hyp", "--parallel", "--checks", "writing", cwd=tmp_path).out


def test_systems_that_differ_alike_are_in_one_line(run, tmp_path, write):
    """Of those whose scores change by less than is told of one alone, too, but in the same direction."""
    lines = [f"{line} Er rief: “Der Kran {n} bleibt zu.”" for n, line in enumerate(REFERENCE * 8)]
    straight = [line.replace("“", '"').replace("”", '"') for line in lines]
    write("long", lines)
    write("all", straight)
    write("some", [straight[n] if n % 4 == 0 else line for n, line in enumerate(lines)])
    write("none", lines[1:] + lines[:1])
    told = run("score", "long", "-i", "some", "all", "none", "-b", cwd=tmp_path).err
    [line] = [line for line in told.splitlines() if "written" in line]
    assert line.startswith("parbleu: all and long are written differently: typographic and straight quotes")
    assert re.search(r"BLEU of a sample of \d\d segments is .*; likewise some \(8\d\.\d and 100\.0\); ", line)
    write("few", straight[:40])
    write("few.ref", lines[:40])
    told = run("score", "few.ref", "-i", "few", "-b", cwd=tmp_path).err
    assert "BLEU of all 40 segments is" in told
    assert "likewise" not in told


def test_all_commands_say_it(run, tmp_path, write):
    write("hyp", WAYS["nfc"](REFERENCE))
    write("other", [line.replace("liegt", "steht") for line in REFERENCE])
    rows = zip(WAYS["nfc"](REFERENCE), REFERENCE, strict=True)
    write("table.jsonl", [json.dumps({"mt": mt, "ref": ref}) for mt, ref in rows])
    for words in (
        ["score", "ref", "-i", "hyp", "other", "-pbs", "-n", "10"],
        ["score", "table.jsonl", "--hyp", "mt", "--ref", "ref"],
        ["score", "ref", "-i", "hyp", "-sl"],
        ["gate", "hyp", "other", "--ref", "ref"],
        ["report", "ref", "-i", "hyp", "other", "-o", str(tmp_path / "page.html")],
        ["analyze", "segments", "ref", "-i", "hyp"],
    ):
        told = run(*words, cwd=tmp_path)
        assert "written differently: composition of characters (Unicode's NFC)" in told.err, words
        if words[0] == "report":
            assert "written differently: composition of" in (tmp_path / "page.html").read_text("utf-8")
        assert "written" not in run(*words, "-q", cwd=tmp_path).err


@pytest.mark.parametrize("option", ["-i {}", "-i={}"])
def test_a_page_names_files_without_folders(run, tmp_path, write, option):
    write("hyp", WAYS["nfc"](REFERENCE))
    words = option.format(tmp_path / "hyp").split()
    run("report", str(tmp_path / "ref"), *words, "-o", "page.html", cwd=tmp_path)
    [warning] = re.findall('<p class="warning">.*', (tmp_path / "page.html").read_text("utf-8"))
    assert "</strong> hyp and ref are written differently" in warning


def test_the_order_of_metrics_changes_no_word(run, tmp_path, write):
    write("hyp", WAYS["nfc"](REFERENCE))
    told = [
        run("score", "ref", "-i", "hyp", "-m", *names, cwd=tmp_path).err
        for names in (["bleu", "chrf"], ["chrf", "bleu"])
    ]
    assert "written differently" in told[0]
    assert told[0] == told[1]


def test_programs_are_told(caplog, monkeypatch):
    monkeypatch.setattr("parbleu.metrics._corpus_warnings.LOOKS_LEFT", [2])
    reference = REFERENCE * (FEWEST // len(REFERENCE) + 1)
    hypotheses = WAYS["nfc"](reference)
    for call in (
        lambda: parbleu.BLEU().corpus_score(hypotheses, [reference]),
        lambda: parbleu.CHRF().corpus_score(hypotheses, [reference]),
        lambda: parbleu.compare({"a": hypotheses, "b": reference[::-1]}, [reference], ["chrf"], test="none"),
    ):
        caplog.clear()
        call()
        assert "written differently: composition of characters" in caplog.text
        assert "score with normalize=['nfc']" in caplog.text
    caplog.clear()
    parbleu.BLEU().corpus_score(hypotheses, [reference])  # the third corpus of a process that was given two
    monkeypatch.setattr("parbleu.metrics._corpus_warnings.LOOKS_LEFT", [3])
    parbleu.BLEU().corpus_score(hypotheses[:9], [reference[:9]])
    parbleu.BLEU(force=True).corpus_score(hypotheses, [reference])
    parbleu.BLEU(normalize="nfc").corpus_score(hypotheses, [reference])
    assert caplog.text == ""


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter", "chrf++"])
def test_signatures(run, tmp_path, write, metric):
    write("hyp", WAYS["nfc"](WAYS["quotes"](REFERENCE)))
    words = ["score", "ref", "-i", "hyp", "-m", metric]
    plain = run(*words, "-f", "json", "-q", cwd=tmp_path)
    assert "+nfc" not in plain.out
    done = run(*words, "--normalize", "quotes", "nfc", "-f", "json", cwd=tmp_path)
    assert ("norm:no+nfc+quotes" if metric == "ter" else "|norm:nfc+quotes|") in done.out
    write("result.json", [done.out])
    again = run("score", "ref", "-i", "hyp", "--verify", "result.json", cwd=tmp_path)
    assert again.out == "result.json: the same numbers\n"
    row = json.loads(done.out)
    name = {"bleu": "BLEU", "ter": "TER", "chrf": "chrF2", "chrf++": "chrF2++"}[metric]
    signature = f"{name}|{row['signature']}"
    assert run("score", "ref", "-i", "hyp", "-b", "--signature", signature, cwd=tmp_path).status == 0
    made = parbleu.from_signature(signature)
    assert made.normalize == "nfc+quotes"
    hypotheses = (tmp_path / "hyp").read_text().splitlines()
    assert made.corpus_score(hypotheses, [REFERENCE]).score == row["unrounded"]
    refused = run("score", "ref", "-i", "hyp", "--signature", signature, "--normalize", "case", cwd=tmp_path)
    assert "--normalize contradicts the signature, which says norm:nfc+quotes" in refused.err


def test_wrong_signatures():
    with pytest.raises(parbleu.errors.SignatureError, match="unknown normalization 'nfd'"):
        parbleu.from_signature("BLEU|case:mixed|tok:13a|norm:nfd")


def test_unknown_names(run, tmp_path, write):
    write("hyp", REFERENCE)
    told = run("score", "ref", "-i", "hyp", "--normalize", "nfd", cwd=tmp_path)
    assert told.status == 2
    assert "did you mean 'nfc'" in told.err


@pytest.fixture
def registered(monkeypatch):
    """Registers normalizations of strangers for a test."""
    known = {}
    monkeypatch.setattr(parbleu.text.NORMALIZATIONS, "_registered", known)
    monkeypatch.setattr("parbleu.metrics._corpus_warnings.ANNOUNCED", [])
    return known


def test_normalizations_of_others_are_tried(caplog, registered):
    hypotheses = [line.replace("liegt", "licht") for line in REFERENCE]
    call = lambda: parbleu.compare({"hyp": hypotheses}, [REFERENCE], ["bleu"])  # noqa: E731
    call()
    assert caplog.text == ""
    registered["old-spelling"] = lambda text: text.replace("licht", "liegt")
    call()  # which has looked for announced ones before
    assert "written differently: old-spelling" in caplog.text
    caplog.clear()
    registered["old-spelling"] = lambda text: 1 / 0
    call()
    assert "'old-spelling' cannot be applied, and is left out" in caplog.text


def test_announced_normalizations_are_tried(run, tmp_path, write, registered, monkeypatch):
    write("hyp", [line.replace("liegt", "licht") for line in REFERENCE])
    registry = parbleu.text.NORMALIZATIONS
    monkeypatch.setattr(registry, "_announced", lambda: {"old-spelling": "package:function"})
    monkeypatch.setattr(registry, "_load_announced", lambda _: lambda text: text.replace("licht", "liegt"))
    monkeypatch.setattr(registry, "_loaded", {})
    words = ["analyze", "segments", "ref", "-i", "hyp"]
    assert "written differently: old-spelling" in run(*words, cwd=tmp_path).err
    assert run("score", "ref", "-i", "hyp", cwd=tmp_path).err == ""


@pytest.mark.needs("py3langid")
def test_references_in_another_language_of_the_same_script(run):
    folder = Path(__file__).parents[2] / "examples" / "en-de"
    done = run("score", "ref.A.txt", "-i", "system.careful.txt", "-l", "en-nl", cwd=folder)
    assert "the references look like de, and the target language is nl: check the language pair" in done.err


@pytest.mark.parametrize("more", [[], ["--normalize", "quotes"]])  # the first look, and the closer one
def test_frequent_words_tell_languages_without_a_package(run, tmp_path, write, monkeypatch, more):
    monkeypatch.setitem(sys.modules, "py3langid", None)
    english = "the crane of that harbour and to is for it with was"
    german = "der Kran im Hafen und die Stadt den das mit ist nicht zu auf"
    for name, text in (("ref", english), ("hyp", german), ("own", english.replace("crane", "ship"))):
        write(name, [f"{text} {n}" for n in range(80)])
    told = run("score", "ref", "-i", "hyp", *more, cwd=tmp_path).err
    assert "about 100 % of the segments of hyp seem to be in the language de, and ref in en; `" in told
    told = run("score", "ref", "-i", "own", "-l", "en-nl", *more, cwd=tmp_path).err
    assert "the references look like en, and the target language is nl: check the language pair (-l)" in told
