"""Tests that SentencePiece models are downloaded when a tokenizer first needs them."""

import hashlib
import os

import pytest

from parbleu.errors import MissingModelError
from parbleu.text._tokenizers.spm import MODELS, SpmTokenizer, model_path

pytest.importorskip("sentencepiece")


@pytest.fixture
def published(internet, model, tmp_path, monkeypatch):
    """Publishes the small model as each of the real ones; returns what sets how a model is published."""
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))

    def publish(name, urls=("model",), md5=None):
        monkeypatch.setitem(MODELS, name, (MODELS[name][0], [internet.url(url) for url in urls], md5))

    publish.md5 = internet.put("model", model)
    return publish


@pytest.mark.parametrize("name", MODELS)
def test_a_model_comes_once(published, internet, name):
    published(name)
    assert SpmTokenizer(name)("the fox") == SpmTokenizer(name)("the fox") != ""
    assert internet.count("model") == 1


def test_a_model_that_is_there_is_used_whatever_its_checksum(published, internet, model):
    published("flores200", md5="0" * 32)
    os.makedirs(os.path.dirname(model_path("flores200")))
    with open(model_path("flores200"), "wb") as file:
        file.write(model)
    SpmTokenizer("flores200")
    assert internet.requests == []


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_model_that_changed_is_told(published, internet, model, caplog, by_hand):
    published("flores101")
    path = model_path("flores101")
    if by_hand:
        os.makedirs(os.path.dirname(path))
        with open(path, "wb") as file:
            file.write(model)
    for _ in range(2):
        SpmTokenizer("flores101")
    assert caplog.messages == []
    with open(path, "ab") as file:
        file.write(b"\xc0\x0c\x01")  # an extension that nobody knows
    for _ in range(2):
        SpmTokenizer("flores101")
    known = hashlib.sha256(model).hexdigest()
    told = f"{path} is another model than at its first use: its SHA-256 was {known}; "
    assert [message.startswith(told) for message in caplog.messages] == [True, True]
    assert internet.count("model") == (not by_hand)


def test_nothing_is_written_beside_a_model_behind_a_linked_folder(published, model, tmp_path):
    published("flores101")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / MODELS["flores101"][0]).write_bytes(model)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "models").symlink_to(tmp_path / "shared")
    SpmTokenizer("flores101")
    assert os.listdir(tmp_path / "shared") == [MODELS["flores101"][0]]


def test_the_second_place(published, internet):
    published("flores200", ["moved", "model"], published.md5)
    SpmTokenizer("flores200")
    assert [request.path for request in internet.requests] == ["moved", "model"]


def test_another_model(published):
    published("flores200", md5="0" * 32)
    with pytest.raises(MissingModelError, match="not the file that is wanted: its MD5 is"):
        SpmTokenizer("flores200")
    assert not os.path.exists(model_path("flores200"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html><title>Moved</title>", r"gave a web page \('Moved'\) instead of the file"),
        (b"nothing of the kind", "it is no SentencePiece model"),
        (b"", "it is empty"),
    ],
)
def test_something_else_without_a_checksum(published, internet, content, message):
    published("flores101")
    internet.put("model", content)
    with pytest.raises(MissingModelError, match=message):
        SpmTokenizer("spm")
    assert os.listdir(os.path.dirname(model_path("flores101"))) == []
