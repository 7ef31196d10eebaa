"""Lists the recorded rows on which parbleu deliberately differs, each with its reason.

Only three kinds of row may stand here. The original crashes, or silently answers another question than was
asked: parbleu raises the error given (`RAISES`). It crashes where there is an answer, refuses an iterator, or
does not know a language by its code: parbleu answers (`EXTENDS`, and `FORMAT_WITHOUT_SIGNATURE` for printed
scores).
"""

from __future__ import annotations

from typing import NamedTuple


class Raises(NamedTuple):
    """What parbleu raises: a pattern found in its message, and why the original's answer is not kept."""

    message: str
    reason: str


class Extends(NamedTuple):
    """What parbleu returns, as text, and why the original's error or answer is not kept."""

    result: str
    reason: str


CRASH = "the original fails somewhere inside, with an error that does not name the cause"
ALONE = "a segment without any reference: the original fails somewhere inside, or counts -1 reference words"
LENGTHS = "streams of different length: the original silently scores only the first segments"
STRING = "a string where a list belongs: the original silently takes each character for a segment"
ITERATOR = "the original takes lists and tuples only; parbleu takes any iterator of strings"
LANGUAGE = "the original knows Chinese as zh alone, and silently tokenizes other codes of it by 13a"
JSON = "the original fails to print JSON without a signature"

# Calls that were recorded once for every metric: those of BLEU begin at row 0, chrF's at 51, TER's at 102.
FIRST_ROWS = {"BLEU": 0, "CHRF": 51, "TER": 102}
RAISES_EACH = {
    0: Raises("`refs` is empty", CRASH),  # sentence_score('a', [])
    2: Raises("has no reference", ALONE),  # sentence_score('a', [None])
    5: Raises("reference 1 is 1, not a string", CRASH),  # sentence_score('a', ['a', 1])
    12: Raises("there are no hypotheses", CRASH),  # corpus_score([], [[]])
    13: Raises("there are no hypotheses", CRASH),  # corpus_score([], [])
    14: Raises("0 segments", CRASH),  # corpus_score(['a'], [[]])
    15: Raises("hypotheses is one string", STRING),  # corpus_score('ab', [['a', 'b']])
    19: Raises("segment 1 .* is an int, not a string", CRASH),  # corpus_score(['a', 1], [['a', 'b']])
    20: Raises("there is no reference stream", CRASH),  # corpus_score(['a'], [])
    22: Raises("a list of strings belongs", STRING),  # corpus_score(['a'], ['a'])
    23: Raises("a list of strings belongs", STRING),  # corpus_score(['abc def', 'ghi'], ['abc def', 'ghi'])
    25: Raises("references is one string", STRING),  # corpus_score(['a'], 'a')
    27: Raises("segment 0 .* has no reference", ALONE),  # corpus_score(['a'], [[None]])
    28: Raises("looks transposed", LENGTHS),  # corpus_score(['a b'], [['a b', None]])
    29: Raises("looks transposed", LENGTHS),  # corpus_score(['a'], [['a', 'b']])
    30: Raises("1 segment but there are 2 hypotheses", LENGTHS),  # corpus_score(['a', 'b'], [['a']])
    31: Raises(
        "stream 1 has 1 segment but there are 2", LENGTHS
    ),  # corpus_score(['a', 'b'], [['a', 'b'], ['a']])
    35: Raises("2 segments", LENGTHS),  # references=[['a', 'b']], then corpus_score(['a'], None)
    39: Raises("segment 0 .* has no reference", ALONE),  # [[None, 'c d'], [None, 'x']] as references
    40: Raises("segment 1 .* has no reference", ALONE),  # [['a b', None], ['x', None]] as references
    41: Raises("segment 0 .* has no reference", ALONE),  # [[None, 'c d'], [None, 'x']], empty hypothesis
    47: Raises("`refs` should be a sequence", CRASH),  # references=[[1]] at construction
}

RAISES: dict[str, Raises] = {
    f"api_behaviour:{first + row}": answer
    for first in FIRST_ROWS.values()
    for row, answer in RAISES_EACH.items()
}
RAISES |= {
    "api_behaviour:97": Raises("char_order is a whole number, not None", CRASH),  # CHRF(None)
    "api_behaviour:153": Raises("choose from none, floor", CRASH),  # the message is printed without its value
    "api_behaviour:154": Raises("unknown tokenize .*'foo'", CRASH),  # a bare KeyError
    "bleu_compute:955": Raises("needs 4 counts and totals", CRASH),  # fewer counts than orders
    "bleu_compute:956": Raises("choose from none, floor", CRASH),  # the message is printed without its value
    "tokenizers:17061": Raises("lone surrogate", CRASH),  # ja-mecab: text that has no UTF-8
    "tokenizers:17073": Raises("lone surrogate", CRASH),  # ko-mecab: the same
    "tokenizers:17085": Raises("lone surrogate", CRASH),  # flores101: the same
}

BLEU_JSON = """{
 "name": "BLEU",
 "score": 0.0,
 "signature": "",
 "verbose_score": "100.0/0.0/0.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 1 ref_len = 1)"
}"""
EXTENDS: dict[str, Extends] = {
    "api_behaviour:16": Extends(
        "BLEU = 0.00 100.0/0.0/0.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 2 ref_len = 2)", ITERATOR
    ),
    "api_behaviour:26": Extends(
        "BLEU = 0.00 100.0/0.0/0.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 1 ref_len = 1)", ITERATOR
    ),
    "api_behaviour:45": Extends(BLEU_JSON, JSON),
    "api_behaviour:67": Extends("chrF2 = 100.00", ITERATOR),
    "api_behaviour:77": Extends("chrF2 = 100.00", ITERATOR),
    "api_behaviour:96": Extends('{\n "name": "chrF2",\n "score": 100.0,\n "signature": ""\n}', JSON),
    "api_behaviour:118": Extends("TER = 0.00", ITERATOR),
    "api_behaviour:128": Extends("TER = 0.00", ITERATOR),
    "api_behaviour:147": Extends('{\n "name": "TER",\n "score": 0.0,\n "signature": ""\n}', JSON),
    "api_behaviour:164": Extends("zh", LANGUAGE),  # BLEU(trg_lang='zh-Hans').tokenizer_signature
    "api_behaviour:181": Extends("chrF2 = 0.00", CRASH),  # no n-gram order at all, with eps_smoothing
    "bleu_compute:958": Extends(
        "BLEU = 0.00  (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)", CRASH
    ),  # no n-gram order at all
}

FORMAT_WITHOUT_SIGNATURE = frozenset(f"format:{row}" for row in range(2, 960, 12))
"""Every twelfth row of the grid of formats asks for JSON without a signature."""
