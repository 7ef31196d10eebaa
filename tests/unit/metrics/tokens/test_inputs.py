"""Tests the containers of token sequences, and the errors for all others."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest

import parbleu
from extras import extra
from parbleu.errors import InputShapeError, InputTypeError, NoReferenceError
from parbleu.metrics import tokens

pd, pl, pa = extra("pandas"), extra("polars"), extra("pyarrow")

HYPS = [[5, 6, 7, 8, 9], [1, 2, 3, 4], [], [-1, 2**40, 1, 1]]
REFS = [[5, 6, 7, 8, 8], [1, 2, 3, 4, 5], [3], [-1, 2**40, 1]]
SCORE = tokens.corpus_bleu(HYPS, [REFS])


class Odd:
    """What it says of itself is no UTF-8."""

    def __repr__(self) -> str:
        return "é\ud800"


def strings(lists: list[list[int]]) -> list[list[str]]:
    return [[f"{'long' * (token % 3)}{token}" for token in line] for line in lists]


CONTAINERS = {
    "tuples": lambda lists: tuple(map(tuple, lists)),
    "iterator": lambda lists: iter(map(iter, lists)),
    "numpy": lambda lists: [np.array(line, dtype=np.int64) for line in lists],
    "strided": lambda lists: [np.array(line, dtype=np.int64).repeat(2)[::2] for line in lists],
    "backwards": lambda lists: [np.array(line[::-1], dtype=np.int64)[::-1] for line in lists],
    "big-endian": lambda lists: [np.array(line, dtype=">i8") for line in lists],
    "numpy scalars": lambda lists: [[np.int64(token) for token in line] for line in lists],
    "array": lambda lists: [array("q", line) for line in lists],
    "objects": lambda lists: np.array([*lists, None], dtype=object)[:-1],
    "pandas": pd.Series,
    "polars": lambda lists: pl.Series(lists, dtype=pl.List(pl.Int64)),
    "arrow": lambda lists: pa.array(lists, pa.list_(pa.int64())),
    "large arrow": lambda lists: pa.array(lists, pa.large_list(pa.int64())),
    "sliced arrow": lambda lists: pa.array([[1, 2], None, *lists, [3]], pa.list_(pa.int64()))[2:-1],
    "chunked arrow": lambda lists: pa.chunked_array([lists[:1], lists[1:]], pa.list_(pa.int64())),
    "strings": strings,
    "numpy strings": lambda lists: [np.array(line, dtype="U20") for line in strings(lists)],
    "arrow strings": lambda lists: pa.array(strings(lists), pa.list_(pa.string())),
    "arrow dictionary": lambda lists: pa.array(
        strings(lists), pa.list_(pa.dictionary(pa.int8(), pa.string()))
    ),
    "polars strings": lambda lists: pl.Series(strings(lists), dtype=pl.List(pl.String)),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_containers(name: str) -> None:
    make = CONTAINERS[name]
    assert str(tokens.corpus_bleu(make(HYPS), [make(REFS)])) == str(SCORE)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.uint64])
def test_integers_of_every_width(dtype: Any) -> None:
    info = np.iinfo(dtype)
    largest = min(info.max, 2**63 - 1)
    wide = [[largest, 1, info.min, 3, 5]]
    narrow = np.array(wide, dtype=dtype)
    assert tokens.corpus_bleu(narrow, [wide]).score == pytest.approx(100)
    assert tokens.corpus_bleu(pa.array(narrow.tolist(), pa.list_(pa.from_numpy_dtype(dtype))), [wide]).bp == 1


def test_a_matrix_has_a_segment_in_each_row() -> None:
    ids = np.arange(10).reshape(2, 5)
    assert tokens.corpus_bleu(ids, [ids]).sys_len == 10
    assert tokens.corpus_bleu(ids, [ids.T.copy().T]).score == pytest.approx(100)
    fixed = pa.FixedSizeListArray.from_arrays(pa.array(range(12)), 4)[1:]
    assert tokens.corpus_bleu(fixed, [[[4, 5, 6, 7], [8, 9, 10, 11]]]).score == pytest.approx(100)


def test_references_by_stream_and_by_segment() -> None:
    hyps = [[1, 2, 3, 4], [5, 6, 7, 8]]
    streams = [[[1, 2, 3, 9], [5, 6, 7]], [None, [5, 6, 7, 8]]]
    segments = [[[1, 2, 3, 9]], [[5, 6, 7], [5, 6, 7, 8]]]
    score = tokens.corpus_bleu(hyps, streams)
    assert str(score.signature).startswith("nrefs:var|variant:sacrebleu|")
    for given in (segments, pa.array(segments), pl.Series(segments), [iter(lists) for lists in segments]):
        by_segment = tokens.corpus_bleu(hyps, given, layout="segments")
        assert str(by_segment) == str(score)
        assert by_segment.signature == score.signature
    column = pa.array([[1, 2, 3, 9], None])
    assert str(tokens.corpus_bleu(hyps, [column, [[0], [5, 6, 7]]]).signature).startswith("nrefs:var|")
    table = tokens.TokenBLEU(max_ngram_order=2).statistics(hyps, segments, layout="segments")
    assert table.tolist() == [[4, 4, 3, 2, 4, 3], [4, 4, 4, 3, 4, 3]]


@pytest.mark.parametrize(
    ("hyps", "refs", "message"),
    [
        (["1 2 3"], [[[1]]], r"hypotheses, segment 0 .* is '1 2 3', not a list of tokens; split it"),
        ("1 2 3", [[[1]]], "hypotheses is '1 2 3'"),
        ([[1], None], [[[1], [1]]], "hypotheses, segment 1 .* is missing"),
        ([[1], [1, 2.5]], [[[1], [1]]], r"hypotheses, segment 1 .*: token 1 is 2\.5; tokens are whole"),
        ([[True]], [[[1]]], "token 0 is True"),
        ([[1]], [[[1, None]]], "reference stream 0, segment 0 .*: token 1 is None"),
        ([[1], [2]], [[[1], [2]], [[1], {2}]], r"reference stream 1, segment 1 .* is \{2\}"),
        ([[1]], [[["a"]]], "reference stream 0, segment 0 .*: token 0 is a number where .* strings"),
        ([[2**63]], [[[1]]], "token 0 is 9223372036854775808, larger than"),
        ([[-(2**63)]], [[[1]]], "token 0 is .*smaller than any id"),
        ([np.array([2**63], dtype=np.uint64)], [[[1]]], "token 0 is larger than"),
        ([np.array([1.5])], [[[1]]], r"token 0 is 1\.5"),
        (np.ones((1, 2), dtype=bool), [[[1]]], "token 0 is True"),
        (np.ones((1, 2, 2), dtype=int), [[[1]]], r"token 0 is \[1, 1\]"),
        ([[1]], [[1]], "reference stream 0, segment 0 .* is 1, not a list"),
        ([[1]], 7, "references is 7; references is K streams"),
        (pa.array([1, 2]), [[[1], [1]]], "hypotheses: its Arrow type 'l' is no list"),
        (pa.array([[1.5]]), [[[1]]], "Arrow type 'g'"),
        (pa.array([[1, None]]), [[[1]]], "token 1 is null"),
        (pa.array([[[1]]]), [[[1]]], r"its tokens have the Arrow type '\+l'"),
        (pa.array([[2**63]], pa.list_(pa.uint64())), [[[1]]], "token 0 is larger than"),
        (pa.array([[True]]), [[[1]]], "Arrow type 'b'"),
        (pa.array([[None]]), [[[1]]], "Arrow type 'n'"),
        (pa.array([[1]], pa.list_(pa.dictionary(pa.int8(), pa.int64()))), [[[1]]], "Arrow type 'l'"),
        (pa.array([["a", None]]), [[["a"]]], "token 1 is null"),
        (pa.array([[1], None]), [[[1], [1]]], "hypotheses, segment 1 .* is missing"),
        (["é" * 59], [[[1]]], f"is '{'é' * 56}..., not a list of tokens"),
        ([["a", Odd()]], [[["a"]]], r"token 1 is é\\ud800;"),
    ],
)
def test_what_is_no_corpus_is_named(hyps: Any, refs: Any, message: str) -> None:
    with pytest.raises(InputTypeError, match=message):
        tokens.corpus_bleu(hyps, refs)


@pytest.mark.parametrize(
    ("refs", "message"),
    [
        ([[[1]], [["a"]]], r"references, segment 1, reference 0 .*: token 0 is a number where"),
        ([[[1], 5], [[1]]], "references, segment 0, reference 1 .* is 5, not a list"),
        ([[[1]], "ab"], "references, segment 1 .* is 'ab'; pass a list of its references"),
    ],
)
def test_references_of_segments_are_named(refs: Any, message: str) -> None:
    with pytest.raises(InputTypeError, match=message):
        tokens.corpus_bleu([[1], [2]], refs, layout="segments")


@pytest.mark.parametrize(
    ("hyps", "refs", "layout", "message"),
    [
        ([], [[]], "streams", "no hypotheses"),
        ([[1]], [], "streams", "no reference stream"),
        ([[1], [2]], [[[1]]], "streams", 'stream 0 has 1 segment but .* 2 .*layout="segments"'),
        ([[1], [2]], [[[1]]], "segments", 'references has 1 segment but .*layout="streams"'),
    ],
)
def test_shapes(hyps: Any, refs: Any, layout: str, message: str) -> None:
    with pytest.raises(InputShapeError, match=message):
        tokens.corpus_bleu(hyps, refs, layout=layout)


def test_every_segment_has_a_reference() -> None:
    for refs, layout in (([[[1], None]], "streams"), ([[[1]], []], "segments"), ([[[1]], None], "segments")):
        with pytest.raises(NoReferenceError, match="segment 1"):
            tokens.corpus_bleu([[1], [2]], refs, layout=layout)


def test_a_list_that_changes_while_it_is_read() -> None:
    class Shrinking:
        def __index__(self) -> int:
            del line[1:]
            return 7

    line: list[Any] = [Shrinking(), *range(1000)]
    assert tokens.corpus_bleu([line], [[[7]]]).sys_len == 1


def test_errors_of_others_come_through() -> None:
    class Broken:
        def __index__(self) -> int:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        tokens.corpus_bleu([[Broken()]], [[[7]]])


def test_threads_change_nothing() -> None:
    draw = np.random.default_rng(1)
    hyps = [draw.integers(0, 9, size) for size in draw.integers(0, 60, 3000)]
    refs = [draw.integers(0, 9, size) for size in draw.integers(1, 60, 3000)]
    one = tokens.corpus_bleu(hyps, [refs], threads=1)
    for variant in tokens.VARIANTS:
        scores = [
            tokens.corpus_bleu(hyps, [refs], variant=variant, threads=threads).score for threads in (1, 3)
        ]
        assert scores[0] == scores[1]
    assert str(tokens.corpus_bleu(hyps, [refs], threads=4)) == str(one)
    segments = tokens.TokenBLEU().segment_scores(hyps, [refs], threads=3)
    assert segments.shape == (3000,)
    assert segments[17] == tokens.sentence_bleu(hyps[17], [refs[17]]).score


def test_text_with_the_tokenizer_none_gives_the_same() -> None:
    lines = ["The cat sat on the mat .", "Ein Äffchen lief vorbei !", "x"]
    near = ["The cat sat on a mat .", "Ein Äffchen lief vorüber !", "x y"]
    split = [[line.split() for line in side] for side in (lines, near)]
    expected = parbleu.BLEU(tokenize="none").corpus_score(lines, [near])
    assert str(tokens.corpus_bleu(split[0], [split[1]])) == str(expected)


def test_a_sequence_longer_than_any_block_of_memory() -> None:
    long = list(range(300_000))
    score = tokens.corpus_bleu([[1], long, [2]], [[[1], [*long, 5], [2]]], max_ngram_order=2)
    assert (score.counts, score.totals) == ([300_002, 299_999], [300_002, 299_999])
    assert (score.sys_len, score.ref_len) == (300_002, 300_003)


def test_the_token_0_is_one_like_others() -> None:
    """Kernels fill what follows a reference of any length with zeros."""
    bleu = tokens.TokenBLEU()
    for length in range(1, 140):
        reference = list(range(1, length + 1))
        hypotheses = [[0, *reference[1:]], [0]]
        rows = bleu.statistics(hypotheses, [[reference, reference]])
        assert rows[:, 2].tolist() == [length - 1, 0], length
        assert bleu.statistics([[0]], [[[*reference, 0]]])[0, 2] == 1
