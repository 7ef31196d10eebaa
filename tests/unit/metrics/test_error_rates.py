"""Tests WER, CER and SubER by hand."""

import pytest

from parbleu import from_signature, gate
from parbleu.errors import OptionError, SignatureError
from parbleu.metrics import CER, WER, SubER
from parbleu.metrics._metric_by_name import metric_by_name, read_subtitles


def shown(*subtitles):
    """Subtitles as SubRip has them, from (begin, end, text) in seconds."""
    return "\n\n".join(f"00:00:{a:02},000 --> 00:00:{b:02},500\n{text}" for a, b, text in subtitles)


def edits(hypothesis, reference, **options):
    score = SubER(**options).corpus_score([hypothesis], [[reference]])
    return score.num_edits, score.ref_length


def test_words_and_characters():
    score = WER().corpus_score(["The ship waits, it", "No."], [["the ship awaits it", "no"]])
    assert (score.num_edits, score.ref_length, score.score) == (1, 5, 20)
    assert WER(case_sensitive=True, punctuation=True).corpus_score(["A, b"], [["a b"]]).num_edits == 1
    score = CER().corpus_score(["a-b c"], [["ab  c"]])
    assert (score.num_edits, score.ref_length) == (1, 5)
    assert [WER().corpus_score([left], [[right]]).score for left, right in (("", ""), ("a", ""))] == [0, 100]


def test_punctuation_as_words():
    score = WER(case_sensitive=True, punctuation_words=True).corpus_score(
        ["hallo Welt!", "die datei"], [["Hallo Welt.", "die Datei."]]
    )
    assert (score.name, score.num_edits, score.ref_length) == ("WER-cased", 4, 6)
    assert "|case:mixed|punct:words|tok:none|" in f"|{score.signature}"
    assert WER(punctuation_words=True).corpus_score(["hallo!"], [["Hallo."]]).score == 50
    score = CER(case_sensitive=True, punctuation=True).corpus_score(["hallo!"], [["Hallo."]])
    assert (score.name, score.num_edits, score.ref_length) == ("CER-cased", 2, 6)


def test_the_closest_reference_counts():
    row = WER().statistics(["a b c"], [["a b x y"], ["a c"], [None]])[0]
    assert row.tolist() == [2, 4]


def test_what_is_shown_together_is_compared():
    assert edits(shown((1, 2, "a b")), shown((1, 2, "a b"))) == (0, 3)
    assert edits(shown((1, 2, "a b")), shown((4, 5, "a b"))) == (6, 3)
    assert edits(shown((1, 2, "a\nb")), shown((1, 2, "a b"))) == (1, 3)
    assert edits(shown((1, 2, "a"), (4, 5, "b")), shown((1, 5, "a b"))) == (1, 3)
    assert edits(shown((1, 2, "c d a b")), shown((1, 2, "a b c d"))) == (1, 5)
    assert edits("no times", shown((1, 2, "no times"))) == (0, 3)


def test_signs_of_subtitles():
    assert edits(shown((1, 2, "<i>Don't</I>!")), shown((1, 2, "dont"))) == (0, 2)
    assert edits(shown((1, 2, "- a")), shown((1, 2, "a"))) == (1, 2)
    assert edits(shown((1, 2, "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}a")), shown((1, 2, "a"))) == (
        1,
        2,
    )
    assert edits(shown((1, 2, "A!")), shown((1, 2, "a")), cased=True) == (2, 2)


def test_forms_of_times():
    assert edits("7\n0:00:01.5 --> 00:00:02,000 X1:0\na\n\nnot shown", "00:01.000 --> 00:01.600\na") == (0, 2)


def test_signatures():
    made = *map(metric_by_name, ("suber-cased", "wer-cased", "cer-cased")), WER(punctuation_words=True)
    for metric in (*made, SubER(trg_lang="zh"), WER(punctuation=True), CER(case_sensitive=True)):
        score = metric.corpus_score(["a"], [["a"]])
        twin = from_signature(f"{score.name}|{score.signature}")
        assert twin.corpus_score(["a"], [["a"]]).signature == score.signature
        assert (twin.score_name, repr(twin)) == (score.name, repr(metric))
    with pytest.raises(SignatureError, match="tok:13a"):
        from_signature("WER|case:lc|punct:no|tok:13a")


def test_names_of_metrics():
    assert read_subtitles(["SubER", "suber-cased"])
    assert not read_subtitles(["bleu", "comet:x"])
    with pytest.raises(OptionError, match="suber compares lines and times of subtitles, and bleu only text"):
        read_subtitles(["bleu", "suber"])


def test_time_lines_are_not_normalized():
    with pytest.raises(OptionError, match="SubER compares more than text"):
        SubER(normalize="spaces")
    with pytest.raises(SignatureError, match="SubER compares more than text"):
        from_signature("SubER|nrefs:1|case:lc|tok:none|norm:dashes|version:parbleu.0.1.0")
    texts = [
        shown((n, n + 1, f"ship {n} \u2013 and" + f" for {n * 7 % 11} us" * (n % 3))) for n in range(1, 41)
    ]
    plain = [text.replace("\u2013", "-") for text in texts]
    assert "dashes" in gate(texts, plain, [texts], "BLEU").normalizations
    judged = gate(texts, plain, [texts], "SubER")
    assert (judged.outcome, judged.normalizations) == ("worse", ())


@pytest.mark.parametrize(
    ("references", "outputs", "rate"),
    [
        (["去", "不用"], ["来", "不用"], 1 / 2),
        (["yes", "A", "no"], ["A", "no", "no"], 2 / 3),
        (["ja", "", "ne"], ["ja", "ne", ""], 1),
    ],
)
def test_blank_segments_and_single_letters_count(references, outputs, rate):
    # jiwer 4.0.0 leaves them out as a program; its functions have these rates.
    metric = WER(case_sensitive=True, punctuation=True)
    assert metric.corpus_score(outputs, [references]).score == pytest.approx(100 * rate)
