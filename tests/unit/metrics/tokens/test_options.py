"""Tests the options of BLEU over tokens, the details of its score, and tokenized text."""

from __future__ import annotations

import pickle
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from extras import extra
from parbleu import errors
from parbleu.metrics import tokens

HYPS, REFS = [[1, 2, 3, 4, 5]], [[[1, 2, 3, 4, 6]]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "sacrebleu_r"}, "did you mean 'sacrebleu-r'"),
        ({"smooth_method": "method1"}, "smooth_method"),
        ({"variant": "sacrebleu-r", "smooth_method": "exp"}, "sacrebleu-r has no smoothing 'exp'"),
        ({"variant": "nltk", "effective_order": True}, "nltk has no effective_order"),
        ({"variant": "nltk", "smooth_method": "add-k", "smooth_value": 2}, "adds 1"),
        ({"smooth_method": "floor", "smooth_value": -1}, "at least 0"),
        ({"smooth_method": "floor", "smooth_value": float("nan")}, "not nan"),
        ({"max_ngram_order": 0}, "at least 1"),
        ({"weights": []}, "empty"),
        ({"weights": [0, 0.0]}, "all weights are 0"),
        ({"weights": "abc"}, "weights are numbers"),
        ({"weights": [0.5, float("nan")]}, "finite"),
        ({"weights": [0.5, float("inf")], "variant": "nltk"}, "finite"),
        ({"weights": [1.5, -0.5]}, "at least 0, not -0.5"),
        ({"weights": [0.5, 0.5], "max_ngram_order": 3}, "2 weights for 3"),
        ({"layout": "rows"}, 'layout is "streams" or "segments"'),
        ({"threads": 0}, "threads"),
    ],
)
def test_what_options_take(options: dict[str, Any], message: str) -> None:
    with pytest.raises(errors.OptionError, match=message):
        tokens.corpus_bleu(HYPS, REFS, **options)


def test_statistics_are_those_of_sacrebleu() -> None:
    with pytest.raises(errors.OptionError, match="of the variant sacrebleu"):
        tokens.TokenBLEU(variant="nltk").statistics(HYPS, REFS)


def test_the_whole_score() -> None:
    score = tokens.corpus_bleu(HYPS, REFS)
    assert score.fraction == score.score / 100
    assert (score.counts, score.totals, score.sys_len, score.ref_len) == ([4, 3, 2, 1], [5, 4, 3, 2], 5, 5)
    assert score.precisions == pytest.approx([80, 75, 200 / 3, 50])
    signature = str(score.signature)
    assert signature.startswith(
        "nrefs:1|variant:sacrebleu|tok:given|n:4|eff:no|smooth:exp|version:2.6.0+parbleu"
    )
    weighted = tokens.corpus_bleu(HYPS, REFS, variant="nltk", weights=[0.75, 0.25], smooth_method="floor")
    assert "|n:2|weights:0.75,0.25|eff:no|smooth:floor[0.10]|version:3.10.4+" in str(weighted.signature)


def test_scores_can_be_kept() -> None:
    for score in (tokens.corpus_bleu(HYPS, REFS), tokens.corpus_bleu(HYPS, REFS, weights=[1, 2])):
        kept = pickle.loads(pickle.dumps(score))
        assert (str(kept), kept.fraction, kept.signature) == (str(score), score.fraction, score.signature)


def test_each_variant_has_its_own_way() -> None:
    """A corpus on which all three differ."""
    hyps, refs = [[1, 2, 3], [4, 5, 6, 7, 8]], [[[1, 2, 3], [4, 5, 6, 9, 8]]]
    fractions = {
        variant: tokens.corpus_bleu(hyps, refs, variant=variant, smooth_method="floor").fraction
        for variant in tokens.VARIANTS
    }
    assert len({round(fraction, 6) for fraction in fractions.values()}) == 3
    r = tokens.corpus_bleu(hyps, refs, variant="sacrebleu-r")
    assert r.totals == [8, 6, 4, 3]
    assert tokens.corpus_bleu(hyps, refs).totals == [8, 6, 4, 2]


@pytest.fixture
def sacrebleu_r() -> Any:
    """The face of the R package; the other tests pass without it."""
    return pytest.importorskip("parbleu.compat.sacrebleu_r")


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    library = extra("tokenizers")
    words = {word: at for at, word in enumerate(["[UNK]", "[B]", "[E]", "the", "cat", "sat", "on", "mat"])}
    made = library.Tokenizer(library.models.WordLevel(words, unk_token="[UNK]"))
    made.pre_tokenizer = library.pre_tokenizers.Whitespace()
    made.post_processor = library.processors.TemplateProcessing(
        single="[B] $A [E]", special_tokens=[("[B]", 1), ("[E]", 2)]
    )
    return made


def test_text_through_a_tokenizer(tokenizer: Any, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    hyps, refs = ["the cat sat on the mat", "a cat"], [["the cat sat on mat", None], ["the mat", "the cat"]]
    ids = [[3, 4, 5, 6, 3, 7], [0, 4]]
    assert tokens.encode([*hyps, None], path) == [*ids, None]
    assert tokens.encode(hyps, str(path), add_special_tokens=True) == [[1, *line, 2] for line in ids]
    expected = tokens.corpus_bleu(ids, [[[3, 4, 5, 6, 7], None], [[3, 7], [3, 4]]])
    assert str(tokens.corpus_bleu(hyps, refs, tokenizer=tokenizer)) == str(expected)
    by_segment = [[refs[0][0], refs[1][0]], [refs[1][1]]]
    assert str(tokens.corpus_bleu(hyps, by_segment, layout="segments", tokenizer=path)) == str(expected)
    special = tokens.corpus_bleu(hyps, refs, tokenizer=path, add_special_tokens=True)
    signed = f"|tok:tokenizer.json-{sha256(path.read_bytes()).hexdigest()[:8]}|special:yes|n:4|"
    assert signed in str(special.signature)
    assert special.sys_len == expected.sys_len + 4
    metric = tokens.TokenBLEU(tokenizer=path)
    scores = metric.segment_scores(hyps, refs)
    assert scores[0] == tokens.sentence_bleu(hyps[0], by_segment[0], tokenizer=path).score
    assert metric.statistics(hyps, refs)[1, 2] == 1


def test_what_is_no_tokenizer(tokenizer: Any, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    for path in (tmp_path / "x.json", tmp_path / "none"):
        with pytest.raises(errors.MissingModelError, match=path.name):
            tokens.encode(["a"], path)
    with pytest.raises(errors.InputTypeError, match="tokenizer is 7"):
        tokens.encode(["a"], 7)
    with pytest.raises(errors.InputTypeError, match=r"segment 1 .* is 5"):
        tokens.corpus_bleu(["a", 5], [["a", "b"]], tokenizer=tokenizer)
    with pytest.raises(errors.InputTypeError, match=r"references\[0\] is 'a'"):
        tokens.corpus_bleu(["a"], ["a"], tokenizer=tokenizer)
    with pytest.raises(errors.InputTypeError, match="texts is 'a'"):
        tokens.corpus_bleu("a", [["a"]], tokenizer=tokenizer)


@pytest.mark.parametrize(
    ("function", "args", "options"),
    [
        ("bleu_sentence_ids", ([], [1]), {}),
        ("bleu_sentence_ids", ([[1]], "1"), {}),
        ("bleu_sentence_ids", ([[1]], None), {}),
        ("bleu_sentence_ids", ([[1]], [True]), {}),
        ("bleu_sentence_ids", ([[1]], [float("nan")]), {}),
        ("bleu_sentence_ids", ([[1]], [2**31]), {}),
        ("bleu_sentence_ids", ((1, 2), [1]), {}),
        ("bleu_sentence_ids", ({1: [1]}, [1]), {}),
        ("bleu_sentence_ids", ([[1]], [1]), {"n": 1.5}),
        ("bleu_sentence_ids", ([[1]], [1]), {"n": [1, 2]}),
        ("bleu_sentence_ids", ([[1]], [1]), {"weights": [None]}),
        ("bleu_sentence_ids", ([[1]], [1]), {"weights": 1}),
        ("bleu_sentence_ids", ([[1]], [1]), {"smoothing": "standard"}),
        ("bleu_sentence_ids", ([[1]], [1]), {"smoothing": ["floor"]}),
        ("bleu_sentence_ids", ([[1]], [1]), {"epsilon": -1}),
        ("bleu_sentence_ids", ([[1]], [1]), {"k": None}),
        ("bleu_corpus_ids", ([[1, 2]], [[1, 2]]), {}),
        ("bleu_corpus_ids", ([[[1]]], [[1], [2]]), {}),
        ("bleu_corpus_ids", ([[[1]]], 5), {}),
        ("bleu_corpus", ([["a"]], "a", object()), {}),
        ("bleu_corpus", ([["a"]], ["a"], object()), {}),
        ("bleu_sentence", (["a"], 5), {}),
        ("bleu_sentence", (["a"], "a"), {}),  # its model cannot be downloaded here
    ],
)
def test_the_face_of_r_refuses(
    sacrebleu_r: Any, function: str, args: tuple[Any, ...], options: dict[str, Any]
) -> None:
    with pytest.raises(errors.ParbleuError):
        getattr(sacrebleu_r, function)(*args, **options)


def test_the_face_of_r_takes_arrays_and_whole_floats(sacrebleu_r: Any) -> None:
    import numpy as np

    ids = np.array([1.9, 2.1, 3.0, 4.5])
    assert sacrebleu_r.bleu_sentence_ids([np.array([1, 2, 3, 4])], ids, n=2.0) == 1
    assert sacrebleu_r.bleu_corpus_ids([], []) == 0


def test_the_face_of_r_takes_text(sacrebleu_r: Any, tokenizer: Any, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    hyps, by_segment = ["the cat sat on the mat", "a cat"], [["the cat sat on mat", "the mat"], ["the cat"]]
    assert sacrebleu_r.bleu_corpus(by_segment, hyps, str(path), n=2) == pytest.approx(
        tokens.corpus_bleu(
            hyps,
            by_segment,
            layout="segments",
            tokenizer=path,
            add_special_tokens=True,
            variant="sacrebleu-r",
            max_ngram_order=2,
        ).fraction
    )
