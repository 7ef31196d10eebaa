"""Tests encrypted connections, and the progress of a download."""

import logging
import sys

import pytest

from misbehaving_server import Answer, serve
from parbleu._base import log, progress
from parbleu.errors import DownloadError
from parbleu.fetch._download import fetch


def test_certificates(internet, certificate, tmp_path, monkeypatch):
    internet.put("a", b"content")
    with serve(internet.directory, certificate) as encrypted:
        with pytest.raises(
            DownloadError, match=r"certificate is not trusted \(self.signed certificate\); is the clock"
        ):
            fetch(encrypted.url("a"), str(tmp_path / "a"))
        assert encrypted.requests == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        fetch(encrypted.url("a"), str(tmp_path / "a"))
        assert (tmp_path / "a").read_bytes() == b"content"


def test_no_redirection_out_of_encryption(internet, certificate, tmp_path, monkeypatch):
    internet.put("a", b"content")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with serve(internet.directory, certificate) as encrypted:
        for status in (301, 302, 303, 307, 308):
            encrypted.then("a", Answer(status=status, redirect=internet.url("a")))
            with pytest.raises(DownloadError, match=r"it redirects to http://.*, which is not encrypted"):
                fetch(encrypted.url("a"), str(tmp_path / "a"))
        assert internet.requests == []
        internet.then("a", Answer(redirect=encrypted.url("a")))
        fetch(internet.url("a"), str(tmp_path / "a"))
    assert (tmp_path / "a").read_bytes() == b"content"


def test_no_encryption_where_it_was_promised(internet, tmp_path, quick):
    with pytest.raises(DownloadError, match="the encrypted connection broke"):
        fetch(internet.url("a").replace("http:", "https:"), str(tmp_path / "a"))


class Terminal:
    def __init__(self, is_one):
        self.text, self.is_one = "", is_one

    def write(self, text):
        self.text += text

    def flush(self):
        pass

    def isatty(self):
        return self.is_one


@pytest.mark.parametrize(("terminal", "quiet"), [(True, False), (False, False), (True, True)])
def test_a_bar_for_terminals(internet, quick, tmp_path, monkeypatch, terminal, quiet):
    internet.put("a", bytes(600_000))
    internet.then("a", Answer(cut=100_000), Answer(ranges=False, pace=(60_000, 0.02)))
    monkeypatch.setattr(progress, "DELAY", 0.02)
    monkeypatch.setattr(log, "quiet", quiet)
    monkeypatch.setattr(sys, "stderr", stream := Terminal(terminal))
    fetch(internet.url("a"), str(tmp_path / "a"))
    assert ("600k" in stream.text) == (terminal and not quiet)


def test_a_line_for_each_download(internet, tmp_path, caplog):
    internet.put("a", b"content")
    caplog.set_level(logging.INFO, "parbleu")
    for _ in range(2):
        fetch(internet.url("a"), str(tmp_path / "b"))
    assert caplog.messages == [f"Downloading {internet.url('a')} to {tmp_path / 'b'}"]
    with pytest.MonkeyPatch.context() as patch:
        heard = []
        patch.setattr(log, "informed", heard.append)
        fetch(internet.url("a"), str(tmp_path / "c"))
    assert heard == [f"Downloading {internet.url('a')} to {tmp_path / 'c'}"]
