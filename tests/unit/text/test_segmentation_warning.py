"""Tests that text segmented on one side is detected, and that other text is not."""

import logging

import pytest

import parbleu
from parbleu._base import log
from parbleu.text import as_segments
from parbleu.text._corpus_sample import CorpusSample
from parbleu.text._segmentation_warning import differences

RAW = [
    "The bridge, which was closed in March, stays closed until May.",
    "Repairs will cost 2.4 million euros, nearly twice the estimate.",
    "We found rust where nobody had looked for forty years, she said.",
    "Until then, buses run through the old harbour.",
    "The council, however, has not decided yet.",
]
OTHERS = [line.replace("bridge", "crossing") for line in RAW]
CHINESE = ["我们在四十年来没有人看过的地方发现了铁锈，她说。", "在那之前，公共汽车经过旧港口。"] * 3
THAI = ["สะพานจะปิดจนถึงเดือนพฤษภาคม", "ค่าซ่อมแซมเกือบสองเท่าของที่ประเมินไว้"] * 5
THAI_WORDS = ["สะพาน จะ ปิด จน ถึง เดือน พฤษภาคม", "ค่า ซ่อมแซม เกือบ สอง เท่า ของ ที่ ประเมิน ไว้"] * 5


def pieces(line, start="", inside="", end=""):
    """Cuts every word after its third character, and marks both parts as tools do."""
    words = []
    for word in line.split():
        words += [start + word[:3] + end, inside + word[3:]] if len(word) > 3 else [start + word]
    return " ".join(words)


CUTS = {
    "subword-nmt": (lambda line: pieces(line, end="@@"), "split into subwords", "'bri@@'"),
    "SentencePiece": (lambda line: pieces(line, start="▁"), "split into subwords", "'▁The'"),
    "BERT": (lambda line: pieces(parbleu.tokenize(line), inside="##"), "split into subwords", "'##dge'"),
    "OpenNMT": (lambda line: pieces(line, end="￭"), "split into subwords", "'bri￭'"),
    "GPT-2": (lambda line: pieces(line, start="Ġ")[1:], "split into subwords", "'Ġbri'"),
    "characters": (" ".join, "split into characters", "'T h e b r i'"),
    "char": (lambda line: parbleu.tokenize(line, "char"), "split into characters", "'T h e b r i'"),
    "13a": (parbleu.tokenize, "tokenized", "'bridge ,'"),
    "intl": (lambda line: parbleu.tokenize(line, "intl"), "tokenized", "'bridge ,'"),
}


def told(systems, references, blanks=True):
    """What is said of systems and references, each a list of lines, called A B ... and X Y ..."""
    sample = CorpusSample()
    sample.add([as_segments(lines) for lines in systems], [as_segments(lines) for lines in references])
    return differences(sample, "ABC"[: len(systems)], "XYZ"[: len(references)], blanks)


@pytest.mark.parametrize("way", CUTS)
def test_what_is_cut_on_one_side(way):
    cut, name, example = CUTS[way]
    lines = [cut(line) for line in RAW]
    start = f"100 % of the segments look {name}, such as {example}, and those of "
    [line] = told([lines], [OTHERS])
    assert line.startswith(f"A: {start}X do not. ")
    assert "detokenize first, `parbleu study tokenization --one-side hyp` shows the effect" in line
    assert "\n" not in line
    assert told([OTHERS], [lines]) == [
        line.replace("A: ", "X: ").replace("of X do", "of A do").replace("-side hyp", "-side ref")
    ]
    assert told([lines], [lines]) == told([OTHERS], [RAW]) == []


def test_who_is_told_of():
    cut, split = ([parbleu.tokenize(line, name) for line in RAW] for name in ("13a", "char"))
    found = told([RAW, cut, split], [OTHERS, cut])
    assert [line.split(" %")[0] for line in found] == ["B: 100", "C: 100", "Y: 100"]
    assert "and those of X do not" in found[0]
    assert "and those of X and Y do not" in found[1]
    assert "and those of A do not" in found[2]
    assert "and those of X and 2 others do not" in told([cut], [OTHERS, RAW, RAW])[0]


def test_where_blanks_do_not_matter():
    assert told([[CUTS["13a"][0](line) for line in RAW]], [RAW], blanks=False) == []
    assert told([[" ".join(line) for line in RAW]], [RAW], blanks=False) == []
    assert len(told([[CUTS["SentencePiece"][0](line) for line in RAW]], [RAW], blanks=False)) == 1


@pytest.mark.parametrize(
    ("lines", "references", "example"),
    [
        (
            [parbleu.tokenize(line, "zh") for line in CHINESE],
            CHINESE,
            "characters, such as '我 们 在 四 十 年'",
        ),
        (
            [line.replace("，", " ， ").replace("。", " 。") for line in CHINESE],
            CHINESE,
            "tokenized, such as",
        ),
        (THAI_WORDS, THAI, "tokenized, such as 'สะพาน จะ ปิด'"),
    ],
)
def test_languages_without_blanks(lines, references, example):
    [line] = told([lines], [references])
    assert example in line
    assert told([references], [references]) == []


@pytest.mark.parametrize(
    ("lines", "references"),
    [
        (["so happy ##blessed, see you ##soon."] * 40, ["so happy #blessed, see you #soon."] * 40),
        (
            ["## News, today.", "# Heading", "### Details, below."] * 20,
            ["News, today.", "Heading", "Details."] * 20,
        ),
        (
            ["Write to a@b.org, or @@ me.", "@@ -1,3 +1,4 @@ def x"] * 20,
            ["Write to a@b.org, or tag me.", "x"] * 20,
        ),
        (["e2 e4 o i a u y", "A B C D E F G H"] * 20, ["e2 e4, o i a u y", "A, B, C, D, E, F, G, H"] * 20),
        (["a b c d e f g h i j k l m n o"], ["a, b, c, d, e, f, g, h, i, j."]),
        (["Well . . . yes .", "No ."], ["Well... yes.", "No."]),
        (["Ġużepp u Ġanni, iva.", "Il-Ġermanja, le."] * 16, ["Anni, iva.", "Ġermanja, le."] * 16),
        (["The whole of it is English text, copied."] * 20, THAI * 2),
        (["Текст остался на русском языке, без перевода."] * 6, CHINESE),
        (["no punctuation and no case here"] * 20, RAW * 4),
        ([parbleu.tokenize(line) for line in RAW] * 4, ["no punctuation and no case here"] * 20),
        ([""] * 50, RAW * 10),
        (["a@@ b"], ["ab"]),
    ],
)
def test_what_is_no_sign_of_it(lines, references):
    assert told([lines], [references]) == told([references], [lines]) == []


def test_nothing_to_look_at():
    assert differences(CorpusSample(), [], [], True) == []
    assert told([], [RAW]) == []


def test_pieces_of_a_long_corpus():
    sample = CorpusSample()
    piece = as_segments([parbleu.tokenize(line) for line in RAW] * 100)
    for _ in range(150):
        sample.add([piece], [as_segments(OTHERS * 100)])
    assert all(512 / 2 <= len(lines) <= 512 for lines in (*sample.systems, *sample.references))
    assert len(differences(sample, "A", "X", True)) == 1


def test_programs_are_told(caplog):
    cut, lines = [parbleu.tokenize(line) for line in RAW * 2], RAW * 2
    with caplog.at_level(logging.WARNING, logger="parbleu"):
        parbleu.BLEU().corpus_score(cut, [OTHERS * 2, lines])
        parbleu.BLEU(references=[OTHERS * 2]).corpus_score(cut)
        parbleu.compare({"mine": cut, "theirs": lines}, [OTHERS * 2], ["bleu", "chrf", "ter"])
    starts = [record.message[:40] for record in caplog.records]
    assert starts == ["hypotheses: 100 % of the segments look t"] * 2 + [
        "mine: 100 % of the segments look tokeniz"
    ]
    assert caplog.records[0].message.endswith(" (BLEU's force=True leaves this out)")
    assert "those of reference stream 0 and reference stream 1 do not" in caplog.records[0].message
    assert "those of references do not" in caplog.records[1].message


def test_programs_that_do_not_care_are_not_told(caplog, monkeypatch):
    cut, lines = [parbleu.tokenize(line) for line in RAW * 2], RAW * 2
    with caplog.at_level(logging.WARNING, logger="parbleu"):
        parbleu.corpus_bleu(cut, [OTHERS * 2], force=True)
        parbleu.compare({"mine": cut, "theirs": lines}, [OTHERS * 2], [parbleu.BLEU(force=True), "ter"])
        parbleu.compare({"mine": cut, "theirs": lines}, [OTHERS * 2], ["chrf"])
        parbleu.CHRF().corpus_score(cut, [OTHERS * 2])
        parbleu.corpus_bleu(cut[:9], [lines[:9]])  # a handful
        monkeypatch.setattr(log, "listener", print)  # a command speaks of files by their names
        parbleu.BLEU().corpus_score(cut, [OTHERS * 2])
    assert caplog.records == []
