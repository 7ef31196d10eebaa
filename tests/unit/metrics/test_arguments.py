"""Tests options and arguments: accepted values, and errors for all others."""

import inspect
import logging

import numpy as np
import pytest

import parbleu
from parbleu import BLEU, CHRF, TER
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    MissingReferencesError,
    NoReferenceError,
    OptionError,
    ParbleuError,
    UnknownNameError,
)
from parbleu.metrics import METRICS

ALL = pytest.mark.parametrize("metric", [BLEU(effective_order=True), CHRF(), TER()], ids=lambda m: m.name)

ITERATOR = iter(["a"])

# What stands behind the original's messages.
LIST = "pass a list of the segment's references"
ORDER = "which has no order of segments; pass a list of strings, a column or a path"
MISSING = '(counted from 0) is missing; a system that gave nothing gave ""'
STREAM = "reference stream 0"
INT = "(counted from 0) is an int, not a string: 1"
LAYOUT = "references is K streams (one per reference translation) of N segments each (one per hypothesis)"


def test_constructors():
    assert str(inspect.signature(BLEU)).startswith(
        "(lowercase: 'bool' = False, force: 'bool' = False, tokenize: 'str | None' = None, "
        "smooth_method: 'str' = 'exp', smooth_value: 'float | None' = None, max_ngram_order: 'int' = 4, "
        "effective_order: 'bool' = False, trg_lang: 'str' = '', references: 'ReferencesLike | None' = None, "
        "*, normalize: 'str | Sequence[str] | None' = None)"
    )
    assert inspect.getfullargspec(CHRF).args == [
        "self", "char_order", "word_order", "beta", "lowercase", "whitespace", "eps_smoothing", "references",
    ]  # fmt: skip
    assert inspect.getfullargspec(CHRF).defaults == (6, 0, 2, False, False, False, None)
    assert inspect.getfullargspec(TER).args == [
        "self", "normalized", "no_punct", "asian_support", "case_sensitive", "references",
    ]  # fmt: skip
    assert inspect.getfullargspec(BLEU.compute_bleu).args == [
        "correct", "total", "sys_len", "ref_len", "smooth_method", "smooth_value", "effective_order",
        "max_ngram_order",
    ]  # fmt: skip


def test_constructors_and_parameters_agree():
    for metric in METRICS.values():
        arguments = list(inspect.signature(metric).parameters.values())
        names = [p.name for p in metric.PARAMETERS]
        assert [a.name for a in arguments] == [*names, "references", "normalize"]
        assert [a.default for a in arguments[:-2]] == [p.default for p in metric.PARAMETERS]
        assert all(getattr(metric(), p.name) == p.default for p in metric.PARAMETERS)
        assert all(p.help and p.kind in (bool, int, float, str) for p in metric.PARAMETERS)


def test_constants():
    assert BLEU.SMOOTH_DEFAULTS == {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    assert list(BLEU.SMOOTH_DEFAULTS) == ["none", "floor", "add-k", "exp"]
    native = ["none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab"]
    pieces = ["spm", "flores101", "flores200", "spBLEU-1K"]
    assert list(BLEU.TOKENIZERS) == [*native, *pieces]
    words = ["icu", "th-pythainlp", "km-khmercut", "my-burmesenlp"]
    assert list(parbleu.text.TOKENIZERS) == [*native, *pieces, *words]
    assert BLEU.TOKENIZER_DEFAULT == "13a"
    assert (CHRF.CHAR_ORDER, CHRF.WORD_ORDER, CHRF.BETA) == (6, 0, 2)
    assert list(METRICS) == ["BLEU", "CHRF", "TER", "SubER", "WER", "CER"]
    assert METRICS["BLEU"] is parbleu.BLEU is parbleu.metrics.BLEU
    assert CHRF(word_order=2).order == 8


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BLEU(smooth_method="expp"), "unknown smooth_method of BLEU 'expp': did you mean 'exp'"),
        (lambda: BLEU(tokenize="foo"), "unknown tokenize of BLEU 'foo': choose from none, zh"),
        (lambda: BLEU(tokenize=1), "tokenize is a string, not 1"),
        (lambda: BLEU(lowercase="no"), "lowercase is True or False, not 'no'"),
        (lambda: BLEU(smooth_value="0.1"), "smooth_value is a number, not '0.1'"),
        (lambda: BLEU(smooth_value=float("nan")), "smooth_value is a number, not nan"),
        (lambda: BLEU(max_ngram_order=2.5), "max_ngram_order is a whole number, not 2.5"),
        (lambda: BLEU(max_ngram_order=-1), "max_ngram_order is at least 0 and at most 1000, not -1"),
        (lambda: CHRF(char_order=None), "char_order is a whole number, not None"),
        (lambda: CHRF(char_order=1001), "at most"),
        (lambda: CHRF(beta=float("inf")), "beta is a number, not inf"),
        (lambda: CHRF(beta="2"), "beta is a number, not '2'"),
        (lambda: BLEU.compute_bleu([1], [1], 1, 1, "best", max_ngram_order=1), "unknown smooth_method"),
        (
            lambda: TER().corpus_score(["a"], [["a"]], threads=0),
            "threads must be a whole number from 1, not 0",
        ),
    ],
)
def test_options_that_are_wrong(make, message):
    with pytest.raises(OptionError, match=message):
        make()


def test_an_unknown_name_is_a_key_error_too():
    with pytest.raises(KeyError):
        METRICS["ROUGE"]
    assert METRICS.get("ROUGE") is None
    assert "ROUGE" not in METRICS
    with pytest.raises(UnknownNameError, match=r"unknown metric 'chrff': .*choose from BLEU, CHRF, TER"):
        METRICS["chrff"]
    assert METRICS["chrf"] is CHRF
    with pytest.raises(UnknownNameError, match=r"unknown metric 'chrff': .*choose from .*chrf, .*chrf\+\+"):
        parbleu.compare({"a": ["x"]}, [["x"]], ["chrff"])


def test_threads_from_the_environment(monkeypatch):
    from parbleu._base.threads import thread_count

    monkeypatch.setenv("PARBLEU_THREADS", "3")
    assert thread_count() == 3
    assert thread_count(2) == 2
    monkeypatch.setenv("PARBLEU_THREADS", "many")
    with pytest.raises(OptionError, match="PARBLEU_THREADS must be a whole number from 1, not 'many'"):
        BLEU().corpus_score(["a"], [["a"]])
    monkeypatch.delenv("PARBLEU_THREADS")
    assert thread_count() >= 1


def test_numbers_of_other_libraries_are_numbers():
    metric = CHRF(np.int64(4), np.int32(1), np.float64(2.5))
    assert str(metric.corpus_score(["ab"], [["ab"]])) == "chrF2.5+ = 100.00"
    assert BLEU(smooth_method="floor", smooth_value=np.float32(0.5)).smooth_value == 0.5


def test_languages_have_tokenizers():
    assert BLEU(trg_lang="zh").tokenizer_signature == "zh"
    assert BLEU(trg_lang="ja").tokenizer_name == "ja-mecab"
    assert BLEU(trg_lang="ko").tokenizer_name == "ko-mecab"
    assert BLEU(trg_lang="zh-Hans").tokenizer_name == "zh"
    assert BLEU(trg_lang="jpn_Jpan").tokenizer_name == "ja-mecab"
    assert BLEU(trg_lang="kor_Hang").tokenizer_name == "ko-mecab"
    assert BLEU(trg_lang="zh_Latn").tokenizer_name == "13a"


@pytest.mark.parametrize(
    ("make", "messages"),
    [
        (
            lambda: BLEU(trg_lang="zh", tokenize="char"),
            ["Consider using the 'zh' or 'spm' tokenizer for Chinese."],
        ),
        (
            lambda: BLEU(trg_lang="ja", tokenize="zh"),
            ["Consider using the 'ja-mecab' or 'spm' tokenizer for Japanese."],
        ),
        (
            lambda: BLEU(trg_lang="ko", tokenize="13a"),
            ["Consider using the 'ko-mecab' or 'spm' tokenizer for Korean."],
        ),
        (lambda: BLEU(trg_lang="zh", tokenize="zh"), []),
        (
            lambda: BLEU(trg_lang="zho_Hant", tokenize="char"),
            ["Consider using the 'zh' or 'spm' tokenizer for Chinese."],
        ),
        (
            lambda: BLEU().sentence_score("a", ["a"]),
            ["It is recommended to enable `effective_order` for sentence-level BLEU."],
        ),
        (lambda: BLEU(effective_order=True).sentence_score("a", ["a"]), []),
    ],
)
def test_warnings(make, messages, caplog):
    with caplog.at_level(logging.WARNING, logger="parbleu"):
        make()
    assert [record.message for record in caplog.records] == messages
    assert {record.name for record in caplog.records} <= {"parbleu"}


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (
            {"trg_lang": "tha_Thai"},
            "tha_Thai has no blanks|tokenizer 13a|th-pythainlp, icu, flores200 or char",
        ),
        ({"trg_lang": "km"}, "km has no blanks between words|use the tokenizer km-khmercut, icu, flores200"),
        ({"trg_lang": "lo", "tokenize": "intl"}, "tokenizer intl|use the tokenizer icu, flores200 or char"),
        (
            {"trg_lang": "bod_Tibt"},
            "bod_Tibt has no blanks between words|use the tokenizer flores200 or char",
        ),
        ({"trg_lang": "th", "tokenize": "char"}, ""),
        (
            {"trg_lang": "th", "tokenize": "zh"},
            "tokenizer zh finds the words of another language than th|th-pythainlp, icu, flores200 or char",
        ),
        ({"trg_lang": "th", "tokenize": "none"}, ""),
        ({"trg_lang": "jp"}, "'jp' is no known code|(JP is a region: did you mean ja?)|the tokenizer is 13a"),
        ({"trg_lang": "TW"}, "'TW' is read as a language|not as the region of zh_TW|the tokenizer is 13a"),
        ({"trg_lang": "kz"}, "'kz' is no known code|(KZ is a region: did you mean kk?)|the tokenizer is 13a"),
        ({"trg_lang": "bv"}, "'bv' is no known code of a language, so the tokenizer is 13a"),
        ({"trg_lang": "Hant"}, "(Hant is a script: join it to its language by _, as in zh_Hant), so the"),
        ({"trg_lang": "xx"}, "'xx' is no known code of a language, so the tokenizer is 13a"),
        ({"trg_lang": "jp", "tokenize": "ja-mecab"}, ""),
        ({"trg_lang": "deu_Latn"}, ""),
        ({"trg_lang": "th_Latn"}, ""),
    ],
)
def test_languages_whose_words_13a_does_not_find_are_named_once(options, parts, caplog, monkeypatch):
    monkeypatch.setattr("parbleu._base.log._sent", set())
    for _ in range(2):
        BLEU(**options)
    messages = [record.message for record in caplog.records]
    assert len(messages) == bool(parts)
    assert all(part in messages[0] for part in parts.split("|") if part)


@pytest.mark.parametrize(
    ("line", "count", "force", "warned"),
    [
        ("x .", 99, False, False),
        ("x .", 100, False, True),
        ("x .", 100, True, False),
        ("x .  ", 100, False, False),
        (".", 100, False, False),
        ("x.", 100, False, False),
    ],
)
def test_tokenized_periods(line, count, force, warned, caplog):
    lines = [line] * count
    with caplog.at_level(logging.WARNING, logger="parbleu"):
        BLEU(force=force).corpus_score(lines, [lines])
    assert len(caplog.records) == warned
    assert not warned or caplog.records[0].message.startswith("100 % of the output's segments end in a token")
    caplog.clear()
    accumulator = BLEU(force=force).accumulator()
    with caplog.at_level(logging.WARNING, logger="parbleu"):
        for start in range(0, count, 30):
            accumulator.add(lines[start : start + 30], [lines[start : start + 30]])
    assert len(caplog.records) == warned


def test_one_warning_of_tokenized_output(caplog):
    text = [f"the {number}. house, which is old, has a red roof" for number in range(150)]
    output, references = [f"{line} ." for line in text], [f"{line}." for line in text]
    calls = (
        lambda: BLEU().corpus_score(output, [references]),
        lambda: BLEU(references=[references]).corpus_score(output),
        lambda: parbleu.compare({"a": output, "b": references[::-1]}, [references], ["bleu", "ter"]),
        lambda: parbleu.gate(output, references[::-1], [references], ["bleu"]),
        lambda: parbleu.score_table({"a": output, "r": references}, parbleu.TableColumns("a", "r")),
    )
    for call in calls:
        caplog.clear()
        call()
        [message] = [message for message in caplog.messages if "tokenized" in message]
        assert "look tokenized" in message
        assert message.endswith("(BLEU's force=True leaves this out)")
    caplog.clear()
    BLEU().corpus_score(output, [output])
    assert "end in a tokenized period" in caplog.text
    assert "--force" not in caplog.text


def test_a_hundred_tokenized_periods_of_many_segments_are_few(caplog):
    lines = [*["x ."] * 150, *["x."] * 850]
    metric = BLEU()
    with caplog.at_level(logging.WARNING, logger="parbleu"):
        metric.corpus_score(lines, [lines])
        assert caplog.records == []
        metric.tokenized_share = 0.0
        metric.corpus_score(lines, [lines])
    assert caplog.records[0].message == "That's 100 lines that end in a tokenized period ('.')"
    assert len(caplog.records) == 3


@ALL
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a", "a"), f"The argument `refs` should be a sequence of strings. (it is 'a'; {LIST})"),
        (("a", {"a"}), f"The argument `refs` should be a sequence of strings. (it is {{'a'}}; {LIST})"),
        (("a", ITERATOR), f"The argument `refs` should be a sequence of strings. (it is {ITERATOR}; {LIST})"),
        (("a", None), f"The argument `refs` should be a sequence of strings. (it is None; {LIST})"),
        (("a", [1]), "Each element of `refs` should be a string. (the first is 1)"),
        (("a", ["a", 1]), "reference 1 is 1, not a string"),
        ((None, ["a"]), "The argument `hyp` should be a string. (it is None)"),
        ((1, ["a"]), "The argument `hyp` should be a string. (it is 1)"),
        ((b"a", ["a"]), "The argument `hyp` should be a string. (it is b'a')"),
        ((["a"], ["a"]), "The argument `hyp` should be a string. (it is ['a'])"),
    ],
)
def test_sentences_that_are_wrong(metric, arguments, message):
    with pytest.raises(InputTypeError) as caught:
        metric.sentence_score(*arguments)
    assert str(caught.value) == f"{metric.name}: {message}"


@ALL
def test_sentences_without_a_reference(metric):
    with pytest.raises(InputShapeError, match="at least one reference"):
        metric.sentence_score("a", [])
    with pytest.raises(NoReferenceError):
        metric.sentence_score("a", [None, None])
    assert str(metric.sentence_score("a", ["a", None])) == str(metric.sentence_score("a", ("a",)))
    assert str(metric.sentence_score("a", np.array(["a"]))) == str(metric.sentence_score("a", ["a"]))


@ALL
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, [["a"]]), f"`hyps` should be a sequence of strings. (hypotheses is an int, {ORDER})"),
        (({"a"}, [["a"]]), f"`hyps` should be a sequence of strings. (hypotheses is a set, {ORDER})"),
        (([None], [["a"]]), f"Each element of `hyps` should be a string. (hypotheses, segment 0 {MISSING})"),
        (([1], [["a"]]), f"Each element of `hyps` should be a string. (hypotheses, segment 0 {INT})"),
        (
            (["a", None], [["a", "b"]]),
            f"Undefined line in hypotheses stream! (hypotheses, segment 1 {MISSING})",
        ),
        ((["a", 1], [["a", "b"]]), "hypotheses, segment 1 (counted from 0) is an int, not a string: 1"),
        (
            (["a"], [[1]]),
            f"`refs` should be a sequence of sequence of strings. (reference stream 0, segment 0 {INT})",
        ),
        ((["a"], 5), f"`refs` should be a sequence of sequence of strings. (references is 5; {LAYOUT})"),
        (
            (["a"], {"a": ["a"]}),
            f"`refs` should be a sequence of sequence of strings. (references is {{'a': ['a']}}; {LAYOUT})",
        ),
        (
            (["a"], [5]),
            f"Each element of `refs` should be a sequence of strings. ({STREAM} is an int, {ORDER})",
        ),
        (
            (["a", "b"], [["a", 1]]),
            "reference stream 0, segment 1 (counted from 0) is an int, not a string: 1",
        ),
    ],
)
def test_corpora_that_are_wrong(metric, arguments, message):
    for method in (metric.corpus_score, metric.statistics, metric.segment_scores):
        with pytest.raises(InputTypeError) as caught:
            method(*arguments)
        assert str(caught.value) == f"{metric.name}: {message}"


@ALL
def test_errors_are_of_one_family(metric):
    for error, builtin in [
        (InputTypeError, TypeError),
        (InputShapeError, ValueError),
        (OptionError, ValueError),
        (MissingReferencesError, RuntimeError),
    ]:
        assert issubclass(error, ParbleuError)
        assert issubclass(error, builtin)
    with pytest.raises(RuntimeError, match=r"cache is empty\. .*pass references here or to the constructor"):
        metric.corpus_score(["a"], None)


def test_references_at_construction():
    with pytest.raises(InputTypeError, match="`refs` should be a sequence of sequence"):
        BLEU(references=[[1]])
    with pytest.raises(InputShapeError, match="stream 1 has 1 segment but stream 0 has 2"):
        BLEU(references=[["a", "b"], ["a"]])
    with pytest.raises(InputShapeError, match="empty"):
        BLEU(references=[[]])
    with pytest.raises(MissingReferencesError):
        BLEU(references=[]).corpus_score(["a"])


def test_transposed_references():
    with pytest.raises(InputShapeError, match=r"looks transposed: it has one list for each of 2 segments"):
        BLEU().corpus_score(["a", "b"], [["a", "x", "y"], ["b"]])
    with pytest.raises(InputShapeError, match="looks transposed: it has one list for each of 1 segment, the"):
        BLEU().corpus_score(["a"], [["a", "b"]])
    with pytest.raises(InputShapeError, match="stream 0 has 2 segments but there is 1 hypothesis"):
        BLEU(references=[["a", "b"]]).corpus_score(["a"])


def test_explicit_references_do_not_replace_the_kept_ones():
    metric = CHRF(references=[["a b", "c"], ["x", "y"]])
    assert metric.num_refs == 2
    kept = str(metric.corpus_score(["a", "c"]))
    assert str(metric.corpus_score(["a", "c"], [["a", "c"]])) == "chrF2 = 100.00"
    assert metric.num_refs == 1
    assert str(metric.corpus_score(["a", "c"])) == kept != "chrF2 = 100.00"
    assert metric.num_refs == 2


def test_score_takes_one_row():
    metric = CHRF(char_order=1)
    assert str(metric.score([2, 2, 1])) == str(metric.score(np.array([2, 2, 1]))) == "chrF2 = 50.00"
    with pytest.raises(InputShapeError, match="sum the table first"):
        metric.score(np.array([[2, 2, 1]]))
    with pytest.raises(InputShapeError, match="3 numbers, not 2"):
        metric.score([2, 2])
    with pytest.raises(InputShapeError, match="not a row"):
        metric.score(["a", "b", "c"])


def test_an_accumulator_checks_its_pieces():
    accumulator = TER().accumulator(2)
    with pytest.raises(InputShapeError, match="1 reference streams, those before had 2"):
        accumulator.add(["a"], [["a"]])
    with pytest.raises(InputShapeError, match="no hypotheses"):
        accumulator.result()


def test_pairwise_scores_want_text():
    with pytest.raises(InputShapeError, match="none missing"):
        CHRF().pairwise_scores(["a"], ["a", None])
    with pytest.raises(InputShapeError, match="at least one reference"):
        CHRF().pairwise_scores(["a"], [])
    with pytest.raises(InputTypeError, match="one string"):
        CHRF().pairwise_scores(["a"], "a")


@ALL
@pytest.mark.parametrize("samples", ["x", 2.5, 0])
def test_number_of_samples(metric, samples):
    with pytest.raises(OptionError, match="n_samples must be a whole number from 1, not"):
        metric.corpus_score(["a"], [["a"]], intervals=True, n_samples=samples)
    with pytest.raises(OptionError, match="add intervals=True"):
        metric.corpus_score(["a"], [["a"]], n_samples=5)


@ALL
@pytest.mark.parametrize("row", [None, 3, "abc", [None] * 2, [float("nan")] * 18, ["a"] * 10])
def test_rows_that_are_none(metric, row):
    with pytest.raises(InputShapeError, match="is not a row of its statistics: ") as caught:
        metric.score(row)
    assert "bad_cast" not in str(caught.value)


def test_files_are_paths_in_lists():
    for references in ("ref.txt", ["ref.txt"]):
        with pytest.raises(InputTypeError, match=r"for a file (pass )?\[pathlib\.Path\(\.\.\.\)\]"):
            BLEU().corpus_score(["a"], references)
