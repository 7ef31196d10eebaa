"""Sets behind a login, whose token no other server sees, and downloads without a known checksum."""

import hashlib

import pytest

from misbehaving_server import Answer, serve
from parbleu.errors import ChecksumError, DownloadError
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._pair_files import PairFiles

from .conftest import asked

TERMS = "https://terms.example.org"


@pytest.fixture
def gated(mine, internet, home, monkeypatch, tmp_path):
    """A set whose server gives files to those who show a token."""
    internet.put("en.txt", b"one\n")
    internet.put("de.txt", b"eins\n")
    names = {"source": "en.txt", "reference": "de.txt"}
    mine(
        "gated",
        version="1",
        gated=TERMS,
        sources=[{"url": internet.url(name), "archive": name} for name in names.values()],
        language_pairs={"en-de": list(names.values())},
    )
    monkeypatch.setenv("HF_ENDPOINT", internet.root)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    for name in ("HF_TOKEN", "HF_TOKEN_PATH"):
        monkeypatch.delenv(name, raising=False)
    return internet


def text(field="src"):
    with open(PairFiles(catalogue.find("gated"), "en-de").path(field), encoding="utf-8") as file:
        return file.read()


def logins(server):
    return [request.headers["Authorization"] for request in server.requests]


def test_a_set_without_a_token_says_what_to_do(gated):
    with pytest.raises(DownloadError, match=f"without a login: accept the terms at {TERMS}.*HF_TOKEN"):
        text()
    assert asked(gated) == []


@pytest.mark.parametrize("status", [401, 403])
def test_a_token_that_is_refused(gated, monkeypatch, status):
    monkeypatch.setenv("HF_TOKEN", "secret")
    gated.always("en.txt", Answer(status=status))
    with pytest.raises(DownloadError, match=f"HTTP status {status}.*{TERMS}") as caught:
        text()
    assert "secret" not in str(caught.value)


def test_the_token_is_of_the_variable_or_of_a_file(gated, tmp_path):
    (tmp_path / "token").write_text("of-the-file\n")
    assert text() == "one\n"
    assert set(logins(gated)) == {"Bearer of-the-file"}


def test_the_token_stays_with_its_host(gated, monkeypatch, tmp_path):
    monkeypatch.setenv("HF_TOKEN", "secret")
    (elsewhere := tmp_path / "elsewhere").mkdir()
    with serve(elsewhere) as other:
        other.put("de.txt", b"zwei\n")
        gated.put("moved.txt", b"two\n")
        gated.always("en.txt", Answer(redirect=gated.url("moved.txt")))
        gated.always("de.txt", Answer(redirect=other.url("de.txt")))
        assert (text(), text("ref")) == ("two\n", "zwei\n")
        assert set(logins(gated)) == {"Bearer secret"}
        assert logins(other) == [None]


@pytest.mark.parametrize("token", ["secret\nsecret", "two words", "d\u00e9j\u00e0"])
def test_a_token_that_cannot_be_sent_is_never_shown(gated, monkeypatch, token):
    monkeypatch.setenv("HF_TOKEN", token)
    with pytest.raises(DownloadError, match="it is one word") as caught:
        text()
    assert not any(part in str(caught.value) for part in token.split())
    assert logins(gated) == []


def test_other_hosts_and_sets_never_see_the_token(gated, monkeypatch, mine):
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("HF_ENDPOINT", "https://other.example.org")
    with pytest.raises(DownloadError, match="without a login"):
        text()
    monkeypatch.setenv("HF_ENDPOINT", gated.root)
    sources = [{"url": gated.url(name)} for name in ("en.txt", "de.txt")]
    mine("open", sources=sources, language_pairs={"en-de": ["open.en.txt", "open.de.txt"]})
    PairFiles(catalogue.find("open"), "en-de").path("src")
    assert logins(gated) == [None, None]


def test_the_first_download_without_a_checksum_is_kept(gated, monkeypatch, caplog, home):
    caplog.set_level("INFO")
    monkeypatch.setenv("HF_TOKEN", "secret")
    text()
    sha256 = hashlib.sha256(b"one\n").hexdigest()
    assert any(
        "is taken for the right one from now on" in line and sha256 in line for line in caplog.messages
    )
    (home / "gated" / "raw" / "en.txt").unlink()
    (home / "gated" / "gated.en-de.src").unlink()
    gated.put("en.txt", b"other\n")
    with pytest.raises(ChecksumError, match=f"instead of {sha256}"):
        text()
    gated.put("en.txt", b"one\n")
    assert text() == "one\n"
