"""Tests servers that fail: what is tried again, what is resumed, and what is refused."""

import os
import random
import socket
import time
from dataclasses import replace

import pytest

from misbehaving_server import GOOD, PAGE, Answer
from parbleu.errors import CacheError, ChecksumError, DownloadError
from parbleu.fetch import _http_download as http_download
from parbleu.fetch._checksums import Wanted
from parbleu.fetch._download import fetch, take
from parbleu.fetch._http_download import is_web_page, page_title
from waiting import FOREVER, no_waiting

CONTENT = random.Random(1).randbytes(100_000)
OTHER = random.Random(2).randbytes(100_000)


@pytest.fixture
def md5(internet, quick):
    return internet.put("a.tgz", b"\x1f\x8b" + CONTENT)


@pytest.fixture
def get(internet, md5, tmp_path):
    """Fetches the file; whatever happens, there is the right file or none."""

    def getter(**facts):
        facts.setdefault("md5", md5)
        path = tmp_path / "cache" / "a.tgz"
        try:
            fetch(internet.url("a.tgz"), str(path), **facts)
            assert path.read_bytes() == b"\x1f\x8b" + CONTENT
        finally:
            names = set(os.listdir(path.parent)) if path.parent.exists() else set()
            assert names <= {"a.tgz", ".a.tgz.verified"}
        assert names >= {"a.tgz"}

    return getter


def ranges(internet):
    return [request.headers["Range"] for request in internet.requests]


TRANSIENT = [
    Answer(status=503),
    Answer(status=500),
    Answer(status=502),
    Answer(status=504),
    Answer(status=429),
    Answer(status=408),
    Answer(cut=0),
    Answer(cut=5_000),
    Answer(cut=5_000, reset=True),
    Answer(chunked=True, cut=40_000),
    Answer(garbage=b"SSH-2.0-OpenSSH\r\n"),
    Answer(garbage=b""),
    Answer(garbage=b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n"),
    Answer(garbage=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
]


@pytest.mark.parametrize("answer", TRANSIENT, ids=str)
@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
def test_what_may_pass_is_tried_again(internet, get, answer, known):
    internet.then("a.tgz", answer, answer)
    get(**({} if known else {"md5": None}))
    assert internet.count("a.tgz") == 3


@pytest.mark.parametrize(
    "answer", [Answer(cut=99_999, stall=FOREVER), Answer(wait=FOREVER)], ids=["cut", "nothing"]
)
def test_silence_is_not_waited_out(internet, get, monkeypatch, answer):
    monkeypatch.setattr(http_download, "TIMEOUT", 0.5)
    internet.then("a.tgz", answer)
    with no_waiting():
        get()
    assert internet.count("a.tgz") >= 2


@pytest.mark.parametrize("answer", [Answer(wait=FOREVER), Answer(cut=9, stall=FOREVER)], ids=["none", "few"])
def test_silent_servers_share_a_time_limit(internet, tmp_path, monkeypatch, caplog, answer):
    caplog.set_level("INFO", "parbleu")
    for module, name, seconds in (
        (http_download, "TIMEOUT", 0.3),
        (http_download, "PATIENCE", 0.8),
        (http_download, "LEAST_PATIENCE", 0.1),
        (http_download, "SILENCE", 0.05),
    ):
        monkeypatch.setattr(module, name, seconds)
    for name in "ab":
        internet.put(name, CONTENT)
        internet.always(name, answer)
    with pytest.raises(DownloadError, match=r"no answer in time.*; cannot download .*no answer in time"):
        fetch([internet.url("a"), internet.url("b")], str(tmp_path / "a"), md5="0" * 32)
    assert len(internet.requests) <= 4  # ten without the limit; a busy server may see the last ones too late
    assert answer.cut is not None or "Waiting for 127.0.0.1" in caplog.text


@pytest.mark.parametrize("answer", TRANSIENT, ids=str)
def test_but_not_for_ever(internet, get, answer):
    internet.always("a.tgz", answer)
    internet.then("a.tgz", answer)
    if answer.cut:
        internet.always("a.tgz", Answer(cut=0))
    with pytest.raises(DownloadError, match=r"a\.tgz: .* attempts\); try again later. Get it elsewhere"):
        get()
    assert internet.count("a.tgz") <= 9


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 410, 451, 501])
def test_what_stays_is_told_at_once(internet, get, status):
    internet.always("a.tgz", Answer(status=status))
    with pytest.raises(DownloadError, match=f"HTTP status {status}"):
        get()
    assert internet.count("a.tgz") == 1


def test_nobody_listens(internet, tmp_path, quick):
    with pytest.raises(DownloadError, match="Connection refused"):
        fetch("http://127.0.0.1:9/x", str(tmp_path / "x"))


def test_many_files_of_a_silent_server(internet, tmp_path, monkeypatch, caplog):
    """After one file whose server takes no connection, its others are not tried; those of others are."""
    waits = []
    monkeypatch.setattr(http_download, "_wait", waits.append)
    internet.put("b", b"content")
    with http_download.giving_up_on_servers():
        for number in range(3):
            with pytest.raises(DownloadError, match=r"Connection refused|no connection to 127.0.0.1:9"):
                fetch(f"http://127.0.0.1:9/{number}", str(tmp_path / f"{number}"))
            assert len(waits) == http_download.POLICY.attempts - 1
        internet.always("c", Answer(status=503))
        for _ in range(2):
            with pytest.raises(DownloadError, match="HTTP status 503"):
                fetch(internet.url("c"), str(tmp_path / "c"))
        fetch(internet.url("b"), str(tmp_path / "b"))
    assert len(waits) == 3 * (http_download.POLICY.attempts - 1)
    with pytest.raises(DownloadError, match="Connection refused"):
        fetch("http://127.0.0.1:9/x", str(tmp_path / "x"))


def test_an_unknown_server_is_asked_for_once(internet, tmp_path, monkeypatch, caplog):
    """Without a network, or with a wrong name, to wait and try again would only take time."""
    asked = []

    def no_address(host, *rest, **more):
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_address)
    caplog.set_level("INFO", "parbleu")
    with pytest.raises(DownloadError, match=r"name of the server is not known .*PARBLEU_MIRROR"):
        fetch("http://nowhere.invalid/x", str(tmp_path / "x"))
    assert (asked, caplog.messages) == (["nowhere.invalid"], [])


def test_no_address_at_all(internet, tmp_path):
    with pytest.raises(DownloadError, match="cannot download"):
        fetch("http://127.0.0.1:port/x", str(tmp_path / "x"))


def test_the_rest_is_asked_for(internet, get):
    internet.then("a.tgz", Answer(cut=60_000))
    get()
    assert ranges(internet) == [None, "bytes=60000-"]
    assert internet.requests[1].headers["If-Range"].startswith('"')


def test_the_rest_by_its_time(internet, get):
    no_tag = Answer(cut=60_000, headers={"ETag": 'W/"weak"'})
    internet.then("a.tgz", no_tag)
    get()
    assert ranges(internet) == [None, "bytes=60000-"]
    assert internet.requests[1].headers["If-Range"].endswith("GMT")


def test_the_rest_of_what_may_be_another_version(internet, get):
    """A checksum would tell a mixture of versions; without one nothing would."""
    internet.then("a.tgz", Answer(cut=60_000, validators=False))
    get()
    internet.then("a.tgz", Answer(cut=60_000, validators=False))
    os.unlink(internet.directory.parent / "cache" / "a.tgz")
    get(md5=None)
    assert ranges(internet) == [None, "bytes=60000-", None, None]


def test_many_small_pieces(internet, get):
    """Every attempt gains something, so the number of attempts is not held against the server."""
    internet.then("a.tgz", *[Answer(cut=8_000)] * 12)
    get()
    assert internet.count("a.tgz") == 13


@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
@pytest.mark.parametrize(
    "second",
    [Answer(ranges=False), Answer(shift=10), Answer(shift=-10), Answer(status=416), Answer(validators=False)],
    ids=str,
)
def test_answers_to_a_request_for_the_rest(internet, get, second, known):
    internet.then("a.tgz", Answer(cut=60_000), second)
    get(**({} if known else {"md5": None}))


def test_the_file_changes_meanwhile(internet, get):
    old = b"\x1f\x8b" + OTHER + b"more"
    internet.then("a.tgz", Answer(body=old, cut=60_000))
    get(md5=None)
    internet.then("a.tgz", Answer(body=old, cut=60_000, validators=False))
    os.unlink(internet.directory.parent / "cache" / "a.tgz")
    get()


def test_a_server_that_mixes_versions(internet, get):
    """It ignores `If-Range` and sends the rest of another version: only the checksum tells."""
    old = b"\x1f\x8b" + OTHER
    internet.then("a.tgz", Answer(body=old, cut=60_000, validators=False))
    get()
    assert ranges(internet) == [None, "bytes=60000-", None]


@pytest.mark.parametrize(
    "answer", [Answer(length=False), Answer(chunked=True), Answer(validators=False)], ids=str
)
@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
def test_harmless_oddities(internet, get, answer, known):
    internet.then("a.tgz", answer)
    get(**({} if known else {"md5": None}))
    assert internet.count("a.tgz") == 1


def test_a_truncated_body_of_unknown_length(internet, get):
    internet.then("a.tgz", Answer(length=False, cut=5_000))
    get()
    internet.always("a.tgz", Answer(length=False, cut=5_000))
    os.unlink(internet.directory.parent / "cache" / "a.tgz")
    with pytest.raises(ChecksumError, match=r"instead of [0-9a-f]{32} \(5,000 bytes\)"):
        get()


def test_redirections(internet, get):
    internet.put("b.tgz", b"\x1f\x8b" + CONTENT)
    for status in (301, 302, 303, 307, 308):
        internet.then("a.tgz", Answer(status=status, redirect=internet.url("b.tgz")))
    internet.then("b.tgz", Answer(cut=10_000), Answer(cut=10_000))
    get()
    assert ranges(internet) == [None, None, *["bytes=10000-"] * 2, *["bytes=20000-"] * 2]
    for status in (301, 308):
        internet.always("a.tgz", Answer(status=status, redirect=internet.url("b.tgz")))
        os.unlink(internet.directory.parent / "cache" / "a.tgz")
        get()


@pytest.mark.parametrize(
    "url", ["HTTP://[::1/x", "http://\0/x", "http:///x", "http://x/\ud800", "file:///x", "x"]
)
def test_addresses_that_are_none(internet, tmp_path, url):
    with pytest.raises(DownloadError, match="cannot download"):
        fetch(url, str(tmp_path / "x"))
    assert internet.requests == []


def test_names_that_no_file_can_have(internet, md5, tmp_path):
    with pytest.raises(CacheError, match="Invalid argument"):
        fetch(internet.url("a.tgz"), str(tmp_path / "x\0"))
    with pytest.raises(DownloadError, match="cannot read"):
        take("x\0", str(tmp_path / "x"), Wanted())
    assert internet.requests == []


@pytest.mark.parametrize("target", ["a.tgz", "file:///etc/passwd", "ftp://127.0.0.1/x", "nowhere:x"])
def test_redirections_that_lead_nowhere(internet, get, target):
    internet.always("a.tgz", Answer(redirect=target))
    with pytest.raises(DownloadError):
        get()
    assert internet.count("a.tgz") < 30


@pytest.mark.parametrize(
    "page",
    [
        PAGE,
        Answer(body=b"\xef\xbb\xbf \n<HTML><Title>\nSign in</TITLE>"),
        Answer(body=b'<?xml version="1.0"?>\n<!-- x --><!DOCTYPE html PUBLIC "x">\n<title>Sign in</title>'),
    ],
    ids=range(3),
)
@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
def test_a_page_in_place_of_the_file(internet, get, page, known):
    internet.always("a.tgz", page)
    with pytest.raises(ChecksumError, match=r"gave a web page \('Sign in'\) instead of the file: it moved"):
        get(**({} if known else {"md5": None}))
    assert internet.count("a.tgz") == 1


@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
@pytest.mark.parametrize("body", [b"", b"BZh9", OTHER, b"<!---->" * 60 + b"x"], ids=range(4))
def test_another_file(internet, get, body, known):
    internet.then("a.tgz", Answer(body=body))
    get(**({} if known else {"md5": None}))
    internet.always("a.tgz", Answer(body=body))
    os.unlink(internet.directory.parent / "cache" / "a.tgz")
    with pytest.raises(ChecksumError, match="not the file that is wanted"):
        get(**({} if known else {"md5": None}))


def test_another_size_is_seen_before_the_body(internet, get):
    internet.always("a.tgz", Answer(pace=(1, 1)))
    with pytest.raises(ChecksumError, match="it has 100,002 bytes instead of 7"):
        get(size=7)


def test_sha256(internet, get):
    with pytest.raises(ChecksumError, match="its SHA-256 is"):
        get(md5=None, sha256="00")


@pytest.mark.parametrize(("asked", "least"), [("1", 0.1), ("0", 0), ("9999999", 0.1), ("soon", 0)])
def test_the_server_says_when(internet, get, monkeypatch, asked, least):
    policy = replace(http_download.POLICY, longest_asked=0.1)
    monkeypatch.setattr(http_download, "POLICY", policy)
    internet.then("a.tgz", Answer(status=429, headers={"Retry-After": asked}))
    start = time.monotonic()
    with no_waiting():
        get()
    assert time.monotonic() - start >= least


def test_the_server_gives_a_date(internet, get):
    past = "Wed, 21 Oct 2015 07:28:00 GMT"
    internet.then("a.tgz", Answer(status=503, headers={"Retry-After": past}))
    get()


def test_a_connection_that_crawls(internet, get, monkeypatch):
    monkeypatch.setattr(http_download, "SLOWEST", (0.1, 1_000))
    internet.then("a.tgz", Answer(pace=(10, 0.02)), GOOD)
    get()
    assert internet.count("a.tgz") == 2


def test_a_large_part_is_left_for_the_next_attempt(internet, get, md5, tmp_path, monkeypatch):
    monkeypatch.setattr(http_download, "WORTH_KEEPING", 50_000)
    path = tmp_path / "cache" / "a.tgz"
    internet.then("a.tgz", Answer(cut=60_000))
    internet.always("a.tgz", Answer(status=500))
    with pytest.raises(DownloadError, match="500"):
        fetch(internet.url("a.tgz"), str(path), md5=md5)
    assert sorted(name[-5:] for name in os.listdir(path.parent)) == [".from", ".part"]
    internet.always("a.tgz", GOOD)
    get()
    assert ranges(internet)[-1] == "bytes=60000-"


def test_a_part_of_another_version_is_not_taken_up(internet, get, md5, tmp_path, monkeypatch):
    monkeypatch.setattr(http_download, "WORTH_KEEPING", 50_000)
    internet.then("a.tgz", Answer(cut=60_000, body=b"\x1f\x8b" + OTHER))
    internet.always("a.tgz", Answer(status=403))
    with pytest.raises(DownloadError, match="403"):
        fetch(internet.url("a.tgz"), str(tmp_path / "cache" / "a.tgz"))
    internet.always("a.tgz", GOOD)
    get(md5=None)


def test_a_damaged_part_is_noticed(internet, get, md5, tmp_path, monkeypatch):
    monkeypatch.setattr(http_download, "WORTH_KEEPING", 50_000)
    internet.then("a.tgz", Answer(cut=60_000))
    internet.always("a.tgz", Answer(status=403))
    with pytest.raises(DownloadError, match="403"):
        fetch(internet.url("a.tgz"), str(tmp_path / "cache" / "a.tgz"), md5=md5)
    (left,) = (tmp_path / "cache").glob(".*.part")
    left.write_bytes(OTHER[:60_000])
    internet.always("a.tgz", GOOD)
    get()


def test_too_large_for_the_disk(internet, get, monkeypatch):
    monkeypatch.setattr(os, "statvfs", lambda path: os.statvfs_result((1, 1, 0, 0, 500, 0, 0, 0, 0, 255)))
    with pytest.raises(CacheError, match=r"it takes 100,002 bytes, and 500 are free there; make room"):
        get()


def test_a_proxy(internet, get, monkeypatch):
    monkeypatch.setenv("http_proxy", internet.root)
    monkeypatch.setenv("no_proxy", "")
    get()
    assert internet.requests[0].target == internet.url("a.tgz")
    assert internet.requests[0].headers["User-Agent"].startswith("parbleu/")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"<html>", True),
        (b"<!-- a --> <!---->\n<!DOCTYPE  html>", True),
        (b'\xef\xbb\xbf<?xml version="1.0"?><head>', True),
        (b"<header>", False),
        (b"<!-- <html>", False),
        (b"<!---->" * 200 + b"x", False),
        (b"<!-- --" * 200 + b"--><title>", True),
        (b"<?xml", False),
        (b"", False),
        (b"text <html>", False),
    ],
)
def test_is_web_page(head, expected):
    assert is_web_page(head) is expected


def test_page_title():
    assert page_title(b"<html><TITLE lang=en>\n Sign in \n</title>") == "Sign in"
    assert page_title(b"<title>" + b" " * 9000) == ""
    assert page_title(b"<html>") == ""
