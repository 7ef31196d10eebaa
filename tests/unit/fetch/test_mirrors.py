"""Tests mirrors, directories and servers: asked first, and always verified."""

import os

import pytest

from misbehaving_server import Answer
from parbleu.errors import ChecksumError, DownloadError, OfflineError
from parbleu.fetch import _environment as environment
from parbleu.fetch._download import fetch

CONTENT = os.urandom(50_000)


@pytest.fixture
def md5(internet, quick):
    return internet.put("set/a.tgz", CONTENT)


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    (directory := tmp_path / "m" / "mirror").mkdir(parents=True)
    monkeypatch.setenv("PARBLEU_MIRROR", str(directory))
    return directory


def asked(internet):
    return [request.path for request in internet.requests]


@pytest.mark.parametrize("name", ["md5", "x_a.tgz", "a.tgz"])
@pytest.mark.parametrize("offline", ["", "1"])
def test_a_directory(internet, md5, mirror, tmp_path, monkeypatch, name, offline):
    monkeypatch.setenv("PARBLEU_OFFLINE", offline)
    (mirror / (md5 if name == "md5" else name)).write_bytes(CONTENT)
    path = tmp_path / "x_a.tgz"
    fetch(internet.url("set/a.tgz"), str(path), md5=md5)
    assert path.read_bytes() == CONTENT
    assert asked(internet) == []
    assert len(os.listdir(mirror)) == 1


@pytest.mark.parametrize("name", ["md5", "x_a.tgz", "a.tgz"])
def test_a_server(internet, md5, tmp_path, monkeypatch, name):
    monkeypatch.setenv("PARBLEU_MIRROR", internet.url("mirror/"))
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    name = md5 if name == "md5" else name
    internet.put(f"mirror/{name}", CONTENT)
    fetch(internet.url("set/a.tgz"), str(tmp_path / "x_a.tgz"), md5=md5)
    assert asked(internet)[-1] == f"mirror/{name}"
    assert "set/a.tgz" not in asked(internet)


def test_several(internet, md5, mirror, tmp_path, monkeypatch):
    servers = f"{internet.url('one')}\n{internet.url('two')}"
    monkeypatch.setenv("PARBLEU_MIRROR", f"{mirror} {tmp_path}/none  {servers}")
    internet.put("two/a.tgz", CONTENT)
    fetch("http://127.0.0.1:9/a.tgz", str(tmp_path / "b"))
    assert asked(internet) == ["one/b", "one/a.tgz", "two/b", "two/a.tgz"]


def test_what_it_lacks_comes_from_its_place(internet, md5, mirror, tmp_path):
    fetch(internet.url("set/a.tgz"), str(tmp_path / "b"), md5=md5)
    assert asked(internet) == ["set/a.tgz"]


def test_another_file_of_that_name(internet, md5, mirror, tmp_path, monkeypatch):
    """Many sets come out of a `dev.tgz`, so other names are tried, and then where it is published."""
    (mirror / "b").write_bytes(b"other")
    (mirror / "a.tgz").write_bytes(CONTENT)
    fetch(internet.url("set/a.tgz"), str(tmp_path / "b"), md5=md5)
    assert asked(internet) == []
    (mirror / "a.tgz").write_bytes(b"other")
    (tmp_path / "b").unlink()
    fetch(internet.url("set/a.tgz"), str(tmp_path / "b"), md5=md5)
    assert asked(internet) == ["set/a.tgz"]
    (tmp_path / "b").unlink()
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    with pytest.raises(OfflineError, match="not the file that is wanted"):
        fetch(internet.url("set/a.tgz"), str(tmp_path / "b"), md5=md5)


def test_a_mirror_that_is_down(internet, md5, tmp_path, monkeypatch):
    monkeypatch.setenv("PARBLEU_MIRROR", internet.url("mirror"))
    internet.always("mirror/b", Answer(status=500))
    fetch(internet.url("set/a.tgz"), str(tmp_path / "b"))
    assert asked(internet) == ["mirror/b", "mirror/b", "set/a.tgz"]


def test_a_mirror_that_is_no_directory(internet, md5, tmp_path, monkeypatch):
    """A slip in its path is told where the file cannot be had."""
    monkeypatch.setenv("PARBLEU_MIRROR", str(tmp_path / "mirrr"))
    with pytest.raises(DownloadError, match=r"mirrr is not a directory: .*; cannot download .*: HTTP"):
        fetch(internet.url("gone"), str(tmp_path / "b"), md5=md5)
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    with pytest.raises(OfflineError, match=r"the mirror .*mirrr is not a directory"):
        fetch(internet.url("gone"), str(tmp_path / "b"), md5=md5)


def test_all_that_was_tried_is_told(internet, md5, mirror, tmp_path):
    (mirror / "b").write_bytes(b"other")
    with pytest.raises(
        ChecksumError, match=r"mirror/b is not the file.*; cannot download .*/gone: HTTP status 404"
    ):
        fetch([internet.url("gone"), internet.url("gone too")], str(tmp_path / "b"), md5=md5)


def test_a_file_is_no_address(internet, tmp_path, mirror):
    (tmp_path / "a").write_bytes(CONTENT)
    for url in (f"file://{tmp_path}/a", str(tmp_path / "a"), "ftp://127.0.0.1/a", "http://", ""):
        with pytest.raises(DownloadError, match="files come from http:// and https:// addresses"):
            fetch(url, str(tmp_path / "b"))


def test_names_cannot_lead_out_of_a_mirror(internet, md5, mirror, tmp_path):
    (mirror.parent / "secret").write_bytes(b"secret")
    for url in ("..%2fsecret", "x/..", "%2e%2e"):
        with pytest.raises(DownloadError, match="404"):
            fetch(internet.url(url), str(tmp_path / "b"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" /a  /b ", ["/a", "/b"]),
        ("https://x.org/m/ file:///a%20b file://localhost/c", ["https://x.org/m", "/a b", "/c"]),
        ("~/m", [os.path.expanduser("~/m")]),
    ],
)
def test_settings(text, expected, monkeypatch):
    monkeypatch.setenv("PARBLEU_MIRROR", text)
    assert environment.mirrors() == expected


def test_a_directory_with_a_blank(tmp_path, monkeypatch):
    (tmp_path / "my mirror").mkdir()
    monkeypatch.setenv("PARBLEU_MIRROR", str(tmp_path / "my mirror"))
    assert environment.mirrors() == [str(tmp_path / "my mirror")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1", True), ("yes", True), ("", False), ("0", False), (" No", False), ("OFF", False)],
)
def test_offline(value, expected, monkeypatch):
    monkeypatch.setenv("PARBLEU_OFFLINE", value)
    assert environment.offline() is expected
