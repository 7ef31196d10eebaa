"""Tests the helpers of sacreBLEU that programs import, on random input: same answers and errors."""

from __future__ import annotations

import contextlib
import io
import os
import string
import sys
from argparse import Namespace
from copy import copy
from random import Random
from typing import Any

import numpy as np
import pytest

from .hostile import PIECES, PUNCTUATION, SPACES, Hostile
from .twins import BOTH, Side, compare

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")


def words(random: Random, most: int) -> list[Any]:
    alphabet = random.choice(("ab", "abc", "abcdefgh", string.ascii_letters))
    return random.choices(alphabet, k=random.choice((0, 1, 2, 5, most)))


def test_edit_rates() -> None:
    random = Random(f"{SEED} rates")
    for size in [6] * 150 + [15] * 40 + [70] * 4:
        hypothesis, reference = words(random, size), words(random, size)
        kind = random.random()
        if kind < 0.1:  # words with blanks in them, and empty ones
            hypothesis, reference = (
                [word.replace("a", " x ").replace("b", "") for word in w] for w in (hypothesis, reference)
            )
        elif kind < 0.2:
            hypothesis, reference = ([ord(word) for word in w] for w in (hypothesis, reference))
        compare(
            lambda side, h=hypothesis, r=reference: side.metrics__lib_ter.translation_edit_rate(h, r),
            f"{hypothesis} {reference}",
        )


def test_beam_edit_distances() -> None:
    random = Random(f"{SEED} beam")
    for size in [4] * 60 + [20] * 20 + [90] * 3:
        reference = words(random, size)
        hypotheses = [words(random, size) for _ in range(2)]
        for _ in range(3):  # shifted ones, of the same length, as the search for shifts asks for them
            hypotheses.append(random.sample(hypotheses[-1], len(hypotheses[-1])))

        def distances(side: Side, reference: Any = reference, hypotheses: Any = hypotheses) -> Any:
            distance = side.metrics__lib_ter.BeamEditDistance(reference)
            found = [distance(hypothesis) for hypothesis in hypotheses]
            return [found, [side.metrics__lib_ter.trace_to_alignment(trace) for _, trace in found]]

        compare(distances, f"{hypotheses} {reference}")


def test_beam_of_sequences_of_very_different_length() -> None:
    for hypothesis, reference in ((1, 120), (120, 1), (5, 260), (260, 5), (0, 3), (3, 0), (0, 0)):
        one, other = list("ab" * 200)[:hypothesis], list("abc" * 200)[:reference]
        compare(
            lambda side, h=one, r=other: side.metrics__lib_ter.BeamEditDistance(r)(h),
            f"{hypothesis} {reference}",
        )


def test_traces() -> None:
    random = Random(f"{SEED} traces")
    for _ in range(50):
        trace = "".join(random.choices("sid ", k=random.randrange(8))) + random.choice(("", "", "", "x"))
        compare(lambda side, trace=trace: side.metrics__lib_ter.trace_to_alignment(trace), repr(trace))


def test_regexp_tokenizer() -> None:
    source = Hostile(f"{SEED} regexp")
    tokenizers = [side.tokenizers__tokenizer_re.TokenizerRegexp() for side in BOTH]
    assert tokenizers[0].signature() == tokenizers[1].signature() == "re"
    for _ in range(1500):
        line = "".join(
            source.random.choices((*PIECES, *PUNCTUATION, *SPACES, *"aB1234"), k=source.random.randrange(12))
        )
        assert tokenizers[0](line) == tokenizers[1](line), repr(line)


def test_chinese_characters() -> None:
    theirs, ours = (side.tokenizers__tokenizer_zh.TokenizerZh._is_chinese_char for side in BOTH)
    points = [
        *range(0x3000),
        *range(0x3000, sys.maxunicode + 1, 7),
        *range(0x4DA0, 0x4E10),
        *range(0x9F90, 0xA010),
    ]
    assert [point for point in points if ours(chr(point)) != theirs(chr(point))] == []


def test_tokenizers_by_name() -> None:
    source = Hostile(f"{SEED} tokenizers")
    lines = [source.line() for _ in range(60)] + ["", " ", "a. b"]
    for name in ("none", "zh", "13a", "intl", "char"):

        def tokenized(side: Side, name: str = name) -> Any:
            tokenizer = side.metrics__bleu._get_tokenizer(name)()
            return [tokenizer.signature(), type(tokenizer).__name__, [tokenizer(line) for line in lines]]

        compare(tokenized)
    compare(lambda side: side.metrics__bleu._get_tokenizer("nope"))
    for method in ("signature", "__call__"):
        compare(
            lambda side, method=method: getattr(side.tokenizers.BaseTokenizer, method)(
                *[None] * (1 + (method == "__call__"))
            )
        )


def test_tercom_tokenizer() -> None:
    source = Hostile(f"{SEED} tercom")
    lines = ["", *(source.line() for _ in range(60))]
    for bits in range(16):
        options = [bool(bits & 1 << at) for at in range(4)]

        def tokenized(side: Side, options: Any = options) -> Any:
            tokenizer = side.tokenizers__tokenizer_ter.TercomTokenizer(*options)
            return [tokenizer.signature(), vars(tokenizer), [tokenizer(line) for line in lines]]

        compare(tokenized)
    kind = [side.tokenizers__tokenizer_ter.TercomTokenizer for side in BOTH]
    assert kind[0].ASIAN_PUNCT == kind[1].ASIAN_PUNCT
    assert kind[0].FULL_WIDTH_PUNCT == kind[1].FULL_WIDTH_PUNCT


def test_ngrams() -> None:
    source = Hostile(f"{SEED} ngrams")
    for _ in range(100):
        check_ngrams(source.line(), source.random.choice((0, 1, 2, 4)))


def check_ngrams(line: str, order: int) -> None:
    def counted(side: Side) -> Any:
        helpers = side.metrics__helpers
        return [
            helpers.extract_all_word_ngrams(line, 1, order),
            helpers.extract_word_ngrams(line.split(), order),
            helpers.extract_char_ngrams(line, order, True),
            helpers.extract_char_ngrams(line, order),
            helpers.extract_all_char_ngrams(line, order),
            helpers.extract_all_char_ngrams(line, order, include_whitespace=True),
        ]

    compare(counted, f"{line!r} {order}")


def test_sums_and_logarithms() -> None:
    for rows in (
        [[1, 2]],
        [[1, 2], [3, 4]],
        [[1.5, 2], [3, 4]],
        [[1, 2], [3]],
        [[1], [2, 3]],
        [[]],
        [],
        [(1, 2), (3, 4)],
    ):
        compare(lambda side, rows=rows: side.utils.sum_of_lists(rows))
    compare(lambda side: side.utils.sum_of_lists(np.array([[1, 2], [3, 4]])))
    for number in (0, 0.0, 1, 2.5, -1):
        compare(lambda side, number=number: side.utils.my_log(number))


def test_impossible_counts() -> None:
    """As a program might subtract them."""
    for correct, total in (
        ([-1] * 4, [2] * 4),
        ([3, 2, 1, -1], [5, 4, 3, 2]),
        ([3, 2, 1, 1], [5, 4, 3, -2]),
        ([-1, -1, -1, -1], [-2, -2, -2, -2]),
        ([float("inf")] * 4, [2] * 4),
        ([float("nan")] * 4, [2] * 4),
    ):
        for method in ("none", "exp", "floor", "add-k"):
            given = (correct, total, 5, 6, method)
            compare(lambda side, given=given: side.metrics.BLEU.compute_bleu(*map(copy, given)), str(given))


def test_options_of_other_kinds() -> None:
    """Numbers and truth values as configurations and NumPy have them."""
    counts = [[3, 2, 1, 0], [5, 4, 3, 0], 5, 6]
    for options in (
        {"effective_order": np.True_},
        {"effective_order": 1},
        {"max_ngram_order": np.int64(2)},
        {"smooth_method": "floor", "smooth_value": np.float64(0.5)},
        {"smooth_method": "add-k", "smooth_value": np.int32(2)},
        {"max_ngram_order": 3, "smooth_method": "exp", "smooth_value": "ignored"},
    ):
        compare(lambda side, o=options: side.metrics.BLEU.compute_bleu(*map(copy, counts), **o), str(options))
        compare(
            lambda side, o=options: side.metrics.BLEU(**o).corpus_score(["a b c"], [["a b d"]]), str(options)
        )
    for options in (
        {"beta": np.int64(3)},
        {"beta": np.float64(0.5)},
        {"word_order": np.int8(2)},
        {"lowercase": "x"},
    ):

        def scores(side: Side, options: Any = options) -> Any:
            metric = side.metrics.CHRF(**options)
            rows = metric._extract_corpus_statistics(["A b c"], [["a b d"]])
            return [
                metric.corpus_score(["A b c"], [["a b d"]]),
                metric._compute_score_from_stats(np.array(rows[0])),
            ]

        compare(scores, str(options))


def printed(call: Any) -> Any:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        call()
    return output.getvalue()


def a_table(side: Side, random: Random, width: int) -> tuple[dict[str, Any], dict[str, str]]:
    def result(first: bool) -> Any:
        p_value = None if first else random.choice((None, 0.0499, 0.05, 0.0501, 1.0))
        bounds = (random.random(), np.float64(random.random())) if with_intervals else (None, None)
        return side.significance.Result(random.choice((12.345, np.float64(7.5), 3)), p_value, *bounds)

    names = [random.choice(("Baseline: a", "b")), "système_2", "c&d"][: random.randint(1, 3)]
    table: dict[str, Any] = {"System": list(names)}
    with_intervals, as_text = random.random() < 0.5, random.random() < 0.2
    for metric in ("BLEU", "chrF2++"):
        table[metric] = [f"{12.345:.{width}f}" if as_text else result(at == 0) for at in range(len(names))]
    return table, {"BLEU": "nrefs:1|bs:3", "chrF2++": "nrefs:1"}


@pytest.mark.parametrize("colors", [True, False])
def test_printed_tables(colors: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for side in BOTH:
        monkeypatch.setattr(side.utils.Color, "ENABLE_COLORS", colors)
    for index in range(60):

        def show(side: Side, index: int = index) -> Any:
            random = Random(f"{SEED} table {index}")
            width = random.choice((1, 2, 4))
            table, signatures = a_table(side, random, width)
            bootstrap, randomization = random.choice(((False, False), (True, False), (False, True)))
            args = Namespace(
                format=random.choice(("text", "latex", "json")),
                width=width,
                paired_bs=bootstrap,
                paired_ar=randomization,
                paired_bs_n=1000,
                paired_ar_n=10000,
            )
            return printed(lambda: side.utils.print_results_table(table, signatures, args))

        compare(show)


def test_printed_scores_of_one_system() -> None:
    for results in (["one"], ["BLEU = 1", "chrF2++ = 2"], ["{}", "{}"], ['{\n "a": 1\n}'] * 2):
        for name in ("text", "json", "latex"):
            args = Namespace(format=name)
            compare(
                lambda side, r=results, a=args: printed(lambda: side.utils.print_single_results(list(r), a))
            )


def test_colors() -> None:
    for color in ("red", "green", "yellow", "cyan", "blue", "magenta", "white", "black", "RED", "bold", ""):
        compare(lambda side, color=color: side.utils.Color.format("x", color))


def test_options_of_a_metric() -> None:
    args = Namespace(chrf_char_order=6, chrf_x=None, bleu_a=1, chrfy=3)
    for prefix in ("chrf", "bleu", "chrf_", ""):
        for strip in (True, False):
            compare(lambda side, p=prefix, s=strip: side.utils.args_to_dict(args, p, s))
    compare(lambda side: side.utils.args_to_dict(args, "chrf"))


def test_lengths() -> None:
    def leave(side: Side, *args: Any) -> Any:
        try:
            return side.utils.sanity_check_lengths(*args)
        except SystemExit as done:
            return ["exit", done.code]

    for args in ((["a"], [["a"]]), (["a", "b"], [["a"]]), (["a"], [["a"], ["a", "b"]], "wmt17"), ([], [[]])):
        compare(lambda side, args=args: leave(side, *args))


def read(side: Side, path: str, **options: Any) -> list[str]:
    with side.utils.smart_open(path, **options) as file:
        return list(file)


@pytest.mark.parametrize("name", ["plain.txt", "packed.txt.gz"])
def test_files(name: str, tmp_path: Any) -> None:
    path = str(tmp_path / name)
    for writer in BOTH:
        with writer.utils.smart_open(path, "wt") as file:
            file.write("a\r\nb\x85c\nä\rb")
        compare(lambda side: read(side, path))
        compare(lambda side: read(side, path, encoding="ascii"))
        compare(lambda side: side.utils.get_md5sum(path))
