"""Tests that a kept model of py3langid tells the same languages as the package."""

import random
import struct
import unicodedata
from pathlib import Path

import pytest

from parbleu._core import LanguageModel, frequent_words
from parbleu.text import _identified_language, _kept_language_model
from parbleu.text._kept_language_model import _CODES, keep_model, kept_classifier

pytestmark = pytest.mark.needs("py3langid")

OTHERS = [
    "今天我们去了港口。",
    "오늘 우리는 도서관에 갔다.",
    "สวัสดีตอนเช้า",
    "आज हम पुस्तकालय गए।",
    "اليوم ذهبنا",
    "12 + 3",
    "",
]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(_identified_language, "_classifiers", [])
    return tmp_path / "parbleu" / "py3langid.model"


def texts() -> list[str]:
    """Words of several languages, also mixed, in capitals, decomposed and cut."""
    draw = random.Random(3)
    words = [word for code in _CODES.split() for word in frequent_words(code).split()] + OTHERS
    mixed = [" ".join(draw.choices(words, k=draw.randrange(1, 30))) for _ in range(100)]
    known = [frequent_words(code) for code in _CODES.split()] + OTHERS + mixed
    changes = str.upper, str.title, lambda text: unicodedata.normalize("NFD", text), lambda text: text * 9
    return [
        *known,
        *(change(text) for change in changes for text in known),
        "\ud800 und",
        "\u0130 IST \u1e9e",
    ]


def test_a_kept_model_tells_the_same_languages(cache: Path) -> None:
    import py3langid

    assert kept_classifier() is None
    keep_model(py3langid)
    classify = kept_classifier()
    assert classify is not None
    assert [classify(text) for text in texts()] == [py3langid.classify(text)[0] for text in texts()]


def test_another_version_is_not_taken_for_the_kept_one(cache: Path) -> None:
    import py3langid

    keep_model(py3langid)
    content = cache.read_bytes()
    cache.write_bytes(b"\1" + content[1:])
    assert kept_classifier() is None
    cache.write_bytes(content[:-8])  # cut off
    assert kept_classifier() is None
    keep_model(py3langid)
    assert cache.read_bytes() == content


def test_a_damaged_model_is_made_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import py3langid

    keep_model(py3langid)
    content = cache.read_bytes()
    head = struct.unpack("<5Q", content[64:104])
    states = 104 + 8 * head[1] + 4 * (head[1] + head[1] % 2)
    cache.write_bytes(content[:states] + b"\xff" * 4 * head[2] + content[states + 4 * head[2] :])  # rows
    damaged = kept_classifier()
    assert damaged is not None
    with pytest.raises(ValueError, match="no model of languages"):
        damaged("und")
    monkeypatch.setattr(_identified_language, "_classifiers", [damaged])
    assert _identified_language.is_in("Das ist ohne jeden Zweifel ein deutscher Satz.", "de")
    assert cache.read_bytes() == content


def test_models_that_the_core_does_not_read_and_places_that_are_not_writable(cache: Path) -> None:
    import py3langid

    class Other:
        """Another version of the package."""

        langid = type("langid", (), {"IDENTIFIER": object()})
        classify = staticmethod(py3langid.classify)

    class NotAsked:
        @staticmethod
        def classify(text: str) -> None:
            raise AssertionError(text)

    keep_model(Other)
    assert list(cache.parent.iterdir()) == []
    cache.parent.rmdir()
    cache.parent.write_text("a file where the folder should be")
    keep_model(NotAsked)
    assert kept_classifier() is None
    assert _kept_language_model._kept_file() == str(cache)


@pytest.mark.parametrize("file", [b"", b"x" * 40, b"PLMODEL1" + struct.pack("<4Q", 1, 1, 1, 2**40)])
def test_what_is_no_model(file: bytes) -> None:
    with pytest.raises(ValueError, match="no model of languages"):
        LanguageModel(file)
