"""Tests the core's SentencePiece tokenizer against the library: trained, hostile and damaged models."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from sentencepiece import SentencePieceProcessor

from parbleu import _core
from piece_models import (
    BYTES,
    CONTROL,
    NORMAL,
    SPECIAL,
    UNUSED,
    USER_DEFINED,
    Piece,
    rules_of,
    trained,
    written,
)

from .hostile import Hostile, ordinary

LETTERS = "abcde▁"
CHARACTERS = "aab bc  cdeéèe\u0301 ▁▁日本語 テスト\u3000\xa0\t\n.,ﬁ½Ⅳ\u200b한국어\u1100\u1161\0\x01😀𝒳\u2028"
SENTENCES = [
    "The quick brown fox jumps over the lazy dog, again and again.",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
    "敏捷的棕色狐狸跳过懒狗。",
    "速い茶色のキツネは怠け者の犬を飛び越える。",
    "Съешь ещё этих мягких французских булок, да выпей чаю.",
]
NORMALIZATIONS = ("nmt_nfkc", "identity", "nmt_nfkc_cf")


def training() -> list[str]:
    rng = random.Random(5)
    words = [word for sentence in SENTENCES for word in sentence.split()]
    return [*SENTENCES, *(" ".join(rng.choices(words, k=9)) for _ in range(300))]


@pytest.fixture(scope="module")
def models() -> dict[str, bytes]:
    """Trained models, by their normalization."""
    return {
        name: trained(training(), vocab_size=300, normalization_rule_name=name) for name in NORMALIZATIONS
    }


def text(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.3:
        return "".join(rng.choices(CHARACTERS, k=rng.randrange(30)))
    if kind < 0.7:
        return " ".join("".join(rng.choices(LETTERS, k=rng.randrange(7))) for _ in range(rng.randrange(12)))
    sentence = rng.choice(SENTENCES)
    place = rng.randrange(len(sentence))
    return (sentence[:place] + rng.choice(CHARACTERS) + sentence[place:]) * rng.choice([1, 1, 1, 9])


def check(file: bytes, texts: list[str]) -> None:
    """Pieces, the text of pieces, and the counts of BLEU from their numbers."""
    library, native = SentencePieceProcessor(model_proto=file), _core.PieceModel("model", file)
    numbered, by_text = (_core.Bleu(how, False, 4, "exp", 0.0, False) for how in (native, "none"))
    lines = [" ".join(library.encode(line, out_type=str)) for line in texts]
    assert [_core.tokenize(line, native) for line in texts] == lines
    assert [native.decode(line.split()) for line in lines] == [library.decode(line.split()) for line in lines]
    # BLEU strips a line before its tokenizer sees it.
    kept = [(line, pieces) for line, pieces in zip(texts, lines, strict=True) if line == line.rstrip()]
    for (line, pieces), (other, others) in zip(kept, [*kept[1:], *kept[:1]], strict=True):
        assert numbered.sentence(line, [other]) == by_text.sentence(pieces, [others]), (line, other)


@pytest.mark.parametrize("name", NORMALIZATIONS)
def test_trained_models(models: dict[str, bytes], name: str) -> None:
    rng, source = random.Random(name), Hostile(name)
    hostile = list(filter(ordinary, (source.line() for _ in range(200))))
    check(models[name], [text(rng) for _ in range(300)] + hostile)


def random_model(rng: random.Random, rules: list[bytes]) -> bytes:
    """A model of few letters, whose scores have many ties, or sums that rounding decides."""
    letters = LETTERS + rng.choice(["", " é日本"])
    step, start = rng.choice([1.0, 0.5, 0.1, 1e-3, 1e-7]), rng.choice([0, -5, -300, 3, 1e-30])
    symbols = rng.choice([0, 1, 4])
    pieces: dict[str, Piece] = {}
    for _ in range(rng.randrange(3, 60)):
        piece = "".join(rng.choices(letters, k=rng.choice([1, 1, 2, 2, 3, 4, 6])))
        if rng.random() < 0.6:
            piece = piece[:1] + piece[1:].replace("▁", "")
        kind = rng.choices([NORMAL, USER_DEFINED, UNUSED], [20, symbols, 1])[0]
        pieces[piece] = (piece, start - step * rng.randrange(20) * rng.choice([1, 1, 1 / 3]), kind)
    bytes_too = rng.random() < 0.3
    return written(
        [*SPECIAL, ("z", start, NORMAL), *pieces.values(), *(BYTES if bytes_too else [])],
        byte_fallback=bytes_too,
        suffix=rng.random() < 0.2,
        dummy=rng.random() < 0.8,
        remove=rng.random() < 0.7,
        escape=rng.random() < 0.85,
        rules=rng.choice(rules),
    )


@pytest.mark.parametrize("seed", range(4))
def test_random_models(models: dict[str, bytes], seed: int) -> None:
    rng = random.Random(seed)
    rules = [b"", rules_of(models["nmt_nfkc"]), rules_of(models["nmt_nfkc_cf"])]
    for _ in range(20):
        check(random_model(rng, rules), [text(rng) for _ in range(60)])


def test_marks_behind_a_letter_that_a_rule_composes(models: dict[str, bytes]) -> None:
    """Decomposed Vietnamese and Yoruba, full-width letters with accents, Arabic ligatures with vowels."""
    letters = "Vi\u1ec7t\u1ecdk\u0301Caf\xe9\u0644\u0627\u064e▁"
    pieces: list[Piece] = [*SPECIAL, *((letter, -1.0, NORMAL) for letter in letters)]
    file = written(pieces, rules=rules_of(models["nmt_nfkc"]))
    composed = {
        "Vie\u0323\u0302t": "Vi\u1ec7t",
        "o\u0323ko\u0323\u0301": "\u1ecdk\u1ecd\u0301",
        "\uff23\uff41\uff46\uff45\u0301": "Caf\xe9",
        "\ufefb\u064e": "\u0644\u0627\u064e",
    }
    check(file, [*composed])
    native = _core.PieceModel("model", file)
    assert [_core.tokenize(text, native) for text in composed] == [
        " ".join(f"▁{text}") for text in composed.values()
    ]


def test_words_of_which_rounding_decides() -> None:
    """Two ways to cut a word differ by less than the rounding of a sum of many words before it."""
    pieces: list[Piece] = [*SPECIAL, ("▁", -0.5, NORMAL), ("▁x", -7.3, NORMAL)]
    pieces += [("a", -3.1, NORMAL), ("b", -2.2, NORMAL), ("ab", -5.300001, NORMAL), ("ba", -5.299999, NORMAL)]
    rng = random.Random(1)
    words = ["x" * rng.randrange(2) + "".join(rng.choices("ab", k=rng.randrange(1, 7))) for _ in range(50)]
    check(written(pieces), [" ".join(rng.choices(words, k=rng.randrange(1, 900))) for _ in range(60)])


def test_sums_beyond_the_largest() -> None:
    """The library adds from 0 again below -100,000, and above 100,000, where such a step may lead, too."""
    pieces: list[Piece] = [("▁", -900.3, NORMAL), ("a", -999.1, NORMAL), ("b", -1000.2, NORMAL)]
    pieces += [("ab", -1999.3, NORMAL), ("ba", -1999.30005, NORMAL), ("aba", -2998.4, NORMAL)]
    rng = random.Random(2)
    lines = [" ".join("".join(rng.choices("ab", k=rng.randrange(40))) for _ in range(20)) for _ in range(40)]
    for sign in (1, -1):
        check(written([*SPECIAL, *((text, score * sign, kind) for text, score, kind in pieces)]), lines)
    far: list[Piece] = [(piece, -100_000.0, NORMAL) for piece in "abc"]
    far += [("▁", -99_998.8, NORMAL), ("▁c", -199_998.2, NORMAL), ("ca", -200_000.0, NORMAL)]
    check(written([*SPECIAL, *far, ("▁cbb", -99_992.0, NORMAL)]), ["cbbcbcabc"])


GOOD: list[Piece] = [*SPECIAL, ("a", -1.0, NORMAL)]


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"<html>",
        written(GOOD)[:-1],
        written(GOOD[1:]),
        written(SPECIAL),
        written([*GOOD, ("a", -2.0, NORMAL)]),
        written([*GOOD, ("", -2.0, NORMAL)]),
        written([*GOOD, ("<s>", 0.0, CONTROL)]),
        written([*GOOD, ("<unk2>", 0.0, 2)]),
        written([*GOOD, ("x", float("nan"), NORMAL)]),
        written([*GOOD, BYTES[0]]),
        written([*GOOD, *BYTES[1:]], byte_fallback=True),
        written(GOOD, rules=b"\0\4\0\0"),
        written(GOOD, rules=b"\0\4\0\0" + b"\xff\xff\xff\x7f" * 256 + b"a\0"),
    ],
)
def test_damaged_models(file: bytes) -> None:
    with pytest.raises(ValueError, match=r"[a-z]") as caught:
        _core.PieceModel("model", file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "file",
    [written(GOOD, model_type=2), written([*GOOD, (b"\xff", -1.0, NORMAL)])],
)
def test_models_for_the_library(file: bytes) -> None:
    with pytest.raises(NotImplementedError):
        _core.PieceModel("model", file)


def damage(rng: random.Random) -> Callable[[bytes], bytes]:
    def change(file: bytes) -> bytes:
        changed = bytearray(file)
        for _ in range(rng.choice([1, 1, 2, 8])):
            place = rng.randrange(len(changed))
            changed[place] = rng.choice([rng.randrange(256), changed[place] ^ 1 << rng.randrange(8)])
        cut = rng.randrange(len(changed)) if rng.random() < 0.1 else len(changed)
        return bytes(changed[:cut])

    return change


def test_damaged_bytes(models: dict[str, bytes]) -> None:
    """Whatever a file holds, it is refused or works."""
    rng = random.Random(3)
    change = damage(rng)
    loaded = 0
    for _ in range(300):
        try:
            native = _core.PieceModel("model", change(models[rng.choice(NORMALIZATIONS)]))
        except (ValueError, NotImplementedError):
            continue
        loaded += 1
        bleu = _core.Bleu(native, False, 4, "exp", 0.0, False)
        for line in [text(rng) for _ in range(10)]:
            _core.tokenize(line, native)
            bleu.sentence(line, [line])
    assert loaded > 20
