"""What a download does when all goes well, and what it says when it does not."""

import os

import pytest

from parbleu.errors import ChecksumError, DownloadError, OfflineError
from parbleu.fetching.download import fetch, take

CONTENT = os.urandom(300_000)


@pytest.fixture
def md5(internet):
    return internet.put("a.bin", CONTENT)


def test_a_file_comes_once(internet, md5, tmp_path):
    path = tmp_path / "new" / "directories" / "b.bin"
    assert fetch(internet.url("a.bin"), str(path), md5=md5) == str(path)
    assert path.read_bytes() == CONTENT
    assert fetch(internet.url("a.bin"), str(path), md5=md5) == str(path)
    assert internet.count("a.bin") == 1
    assert sorted(each.name for each in path.parent.iterdir()) == [".b.bin.verified", "b.bin"]


def test_without_a_checksum(internet, md5, tmp_path):
    path = tmp_path / "b.bin"
    for _ in range(2):
        fetch(internet.url("a.bin"), str(path))
        assert path.read_bytes() == CONTENT
    assert internet.count("a.bin") == 1
    path.write_bytes(b"")
    fetch(internet.url("a.bin"), str(path))
    assert path.read_bytes() == CONTENT


def test_a_wrong_file_is_replaced_and_kept_aside(internet, md5, tmp_path, caplog):
    path = tmp_path / "b.bin"
    path.write_bytes(CONTENT[:-1])
    fetch(internet.url("a.bin"), str(path), md5=md5)
    assert path.read_bytes() == CONTENT
    assert (tmp_path / "b.bin.wrong").read_bytes() == CONTENT[:-1]
    assert "b.bin was not the right file: its MD5 is" in caplog.text


def test_not_there(internet, tmp_path):
    with pytest.raises(DownloadError, match=r"a\.bin: HTTP status 404 Not Found; it has moved or gone"):
        fetch(internet.url("a.bin"), str(tmp_path / "b.bin"))
    assert internet.count("a.bin") == 1
    assert os.listdir(tmp_path) == ["internet"]


def test_another_file(internet, md5, tmp_path):
    with pytest.raises(ChecksumError, match=f"its MD5 is {md5} instead of 0{{32}}"):
        fetch(internet.url("a.bin"), str(tmp_path / "b.bin"), md5="0" * 32)
    assert os.listdir(tmp_path) == ["internet"]


def test_offline(internet, md5, tmp_path, monkeypatch):
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    path = str(tmp_path / "new" / "b.bin")
    with pytest.raises(OfflineError) as caught:
        fetch(internet.url("a.bin"), path, md5=md5, size=300_000)
    for fact in (internet.url("a.bin"), path, md5, "300,000 bytes", "parbleu data import"):
        assert fact in str(caught.value)
    assert internet.requests == []
    assert os.listdir(tmp_path) == ["internet"]
    take(str(internet.directory / "a.bin"), path, md5=md5)
    assert fetch(internet.url("a.bin"), path, md5=md5) == path
