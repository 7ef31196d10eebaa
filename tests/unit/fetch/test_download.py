"""Tests successful downloads and the messages of failed ones."""

import hashlib
import os
import stat

import pytest

from parbleu.errors import CacheError, ChecksumError, DownloadError, OfflineError
from parbleu.fetch import _checksums as checksums
from parbleu.fetch._checksums import Wanted
from parbleu.fetch._download import fetch, take

CONTENT = os.urandom(300_000)
digests = checksums.Hashes.digests


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
    take(str(internet.directory / "a.bin"), path, Wanted(md5))
    assert fetch(internet.url("a.bin"), path, md5=md5) == path


def test_a_copy_in_the_cache_saves_the_download(internet, md5, tmp_path, monkeypatch):
    copies = [str(tmp_path / name) for name in ("missing", "wrong", "right")]
    (tmp_path / "wrong").write_bytes(CONTENT[::-1])
    (tmp_path / "right").write_bytes(CONTENT)
    path = tmp_path / "new" / "b.bin"
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    fetch(internet.url("a.bin"), str(path), md5=md5, copies=copies)
    assert path.samefile(copies[2])
    (tmp_path / "right").unlink()
    assert fetch(internet.url("a.bin"), str(path), md5=md5) == str(path)
    assert [name for name in os.listdir(path.parent) if name.endswith((".part", ".lock"))] == []
    monkeypatch.delenv("PARBLEU_OFFLINE")
    fetch(internet.url("a.bin"), str(tmp_path / "c.bin"), copies=[str(path)])
    assert internet.count("a.bin") == 1


def test_a_copy_where_files_have_one_name(internet, md5, tmp_path, monkeypatch):
    def no_links(*names):
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    (tmp_path / "right").write_bytes(CONTENT)
    (tmp_path / "b.bin").write_bytes(b"wrong")
    fetch(internet.url("a.bin"), str(tmp_path / "b.bin"), md5=md5, copies=[str(tmp_path / "right")])
    assert (tmp_path / "b.bin").read_bytes() == CONTENT
    assert (tmp_path / "b.bin.wrong").read_bytes() == b"wrong"
    assert internet.requests == []


@pytest.mark.parametrize("there", [False, True])
def test_a_link_at_the_name_of_a_file_is_replaced(internet, md5, tmp_path, there):
    """Somebody else may have put it there, to have a file of ours overwritten."""
    (tmp_path / "home").mkdir()
    if there:
        (tmp_path / "home" / "b").write_bytes(b"ours")
    path = tmp_path / "cache" / "b.bin"
    path.parent.mkdir()
    path.symlink_to(tmp_path / "home" / "b")
    fetch(internet.url("a.bin"), str(path), md5=md5)
    assert not path.is_symlink()
    assert path.read_bytes() == CONTENT
    assert os.listdir(tmp_path / "home") == (["b"] if there else [])
    assert not there or (tmp_path / "home" / "b").read_bytes() == b"ours"


def test_a_right_file_behind_a_link_is_used(internet, md5, tmp_path):
    """Nothing is written beside it."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "b").write_bytes(CONTENT)
    os.utime(tmp_path / "disk" / "b", (1_000_000_000, 1_000_000_000))
    (tmp_path / "b.bin").symlink_to(tmp_path / "disk" / "b")
    fetch(internet.url("a.bin"), str(tmp_path / "b.bin"), md5=md5)
    assert internet.requests == []
    assert os.listdir(tmp_path / "disk") == ["b"]


def test_no_linked_folder_of_the_cache_is_written_to(internet, md5, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    (tmp_path / "home").mkdir()
    (tmp_path / "cache" / "set").mkdir(parents=True)
    (tmp_path / "cache" / "set" / "raw").symlink_to(tmp_path / "home")
    for path in ("set/raw/b", "set/raw/more/b"):
        with pytest.raises(CacheError, match=r"/cache/set/raw is a link, and inside of the cache none is"):
            fetch(internet.url("a.bin"), str(tmp_path / "cache" / path), md5=md5)
    assert os.listdir(tmp_path / "home") == []


def test_the_cache_itself_may_be_a_link(internet, md5, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    (tmp_path / "disk").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "disk")
    fetch(internet.url("a.bin"), str(tmp_path / "cache" / "set" / "b"), md5=md5)
    assert (tmp_path / "disk" / "set" / "b").read_bytes() == CONTENT


def test_a_cache_is_made_for_its_owner_alone(internet, md5, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "more" / "cache"))
    fetch(internet.url("a.bin"), str(tmp_path / "more" / "cache" / "set" / "b"), md5=md5)
    assert stat.S_IMODE((tmp_path / "more" / "cache").stat().st_mode) == 0o700


def test_a_shared_cache_stays_shared(internet, md5, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o2775)
    before = os.umask(0o002)
    try:
        fetch(internet.url("a.bin"), str(tmp_path / "cache" / "set" / "b"), md5=md5)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o2775
    assert stat.S_IMODE((tmp_path / "cache" / "set").stat().st_mode) & 0o775 == 0o775


def test_verified_once(internet, md5, tmp_path, monkeypatch):
    """A file of somebody else's is digested once, and again only after it changed."""
    path = tmp_path / "b.bin"
    path.write_bytes(CONTENT)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    digested = []
    digests = checksums.read_digests
    monkeypatch.setattr(checksums, "read_digests", lambda *words: digested.append(words) or digests(*words))
    for _ in range(3):
        checksums._known.clear()  # as another process
        assert fetch(internet.url("a.bin"), str(path), md5=md5) == str(path)
        assert len(digested) == 1
    path.write_bytes(CONTENT)
    fetch(internet.url("a.bin"), str(path), md5=md5)
    assert len(digested) == 2
    with path.open("r+b") as file:
        file.write(b"damaged, and as long as before")
    fetch(internet.url("a.bin"), str(path), md5=md5)
    assert path.read_bytes() == CONTENT
    assert internet.count("a.bin") == 1


@pytest.mark.parametrize("content", [b"", b"1 2 3", b"1 2 x md5:0", b"\xff" * 1000, None])
def test_a_damaged_stamp(internet, md5, tmp_path, content):
    path = tmp_path / "b.bin"
    path.write_bytes(CONTENT)
    status = path.stat()
    if content is None:  # one that is right, but knows another checksum
        content = f"{status.st_size} {status.st_mtime_ns} {status.st_ino} sha256:00".encode()
    (tmp_path / ".b.bin.verified").write_bytes(content)
    checksums._known.clear()
    assert fetch(internet.url("a.bin"), str(path), md5=md5) == str(path)
    assert internet.requests == []


@pytest.mark.parametrize("md5", [None, "0" * 32])
def test_take_refuses_another_file(tmp_path, md5):
    (tmp_path / "a").write_bytes(CONTENT)
    with pytest.raises(ChecksumError, match="a is not the file that is wanted: it"):
        take(str(tmp_path / "a"), str(tmp_path / "b"), Wanted(md5, size=1))
    with pytest.raises(DownloadError, match=r"cannot read .*none: No such file"):
        take(str(tmp_path / "none"), str(tmp_path / "b"), Wanted(md5))
    assert os.listdir(tmp_path) == ["a"]


def test_a_file_that_changes_while_it_is_verified(internet, md5, tmp_path, monkeypatch):
    """The digests of what it was before are not taken for those of what it is now."""
    path = tmp_path / "b.bin"
    path.write_bytes(CONTENT)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    update = checksums.Hashes.update

    def meanwhile(hashes, data):
        update(hashes, data)
        path.write_bytes(CONTENT[::-1])

    with monkeypatch.context() as patch:
        patch.setattr(checksums.Hashes, "update", meanwhile)
        assert checksums.is_there(str(path), checksums.Wanted(md5=md5))
    assert not checksums.is_there(str(path), checksums.Wanted(md5=md5))
    checksums._known.clear()
    assert not checksums.is_there(str(path), checksums.Wanted(md5=md5))


def first_of_all(internet, tmp_path, **facts):
    """Fetches a file, removes it, and returns its path: a stamp is all that stays."""
    internet.put("a.bin", CONTENT)
    path = tmp_path / "b.bin"
    fetch(internet.url("a.bin"), str(path), **facts)
    path.unlink()
    checksums._known.clear()
    return path


def test_the_sha256_of_the_first_file_is_kept(internet, md5, tmp_path, monkeypatch):
    """MD5 can be forged; here a function plays MD5 that is the same for all."""
    monkeypatch.setattr(checksums.Hashes, "digests", forged := lambda hashes: {**digests(hashes), "md5": md5})
    path = first_of_all(internet, tmp_path, md5=md5)
    assert checksums.first_sha256(str(path)) == hashlib.sha256(CONTENT).hexdigest()
    internet.put("a.bin", b"another file of the same MD5")
    assert checksums.Hashes.digests is forged
    with pytest.raises(ChecksumError, match=r"is not the file that is wanted: its SHA-256 is \w+ instead of"):
        fetch(internet.url("a.bin"), str(path), md5=md5)
    assert not path.exists()
    internet.put("a.bin", CONTENT)
    fetch(internet.url("a.bin"), str(path), md5=md5)
    path.write_bytes(b"forged, on the disk")
    fetch(internet.url("a.bin"), str(path), md5=md5)
    assert path.read_bytes() == CONTENT


def test_another_file_without_a_checksum_is_told(internet, tmp_path, caplog):
    path = first_of_all(internet, tmp_path)
    fetch(internet.url("a.bin"), str(path))
    assert caplog.messages == []
    path.unlink()
    internet.put("a.bin", b"new")
    fetch(internet.url("a.bin"), str(path))
    assert path.read_bytes() == b"new"
    ours, theirs = (hashlib.sha256(each).hexdigest() for each in (CONTENT, b"new"))
    assert caplog.messages == [
        f"{path} is another file than before: its SHA-256 is {theirs} instead of {ours}"
    ]
    assert checksums.first_sha256(str(path)) == theirs


def test_files_that_were_there_before_are_learned(internet, md5, tmp_path):
    path = tmp_path / "b.bin"
    path.write_bytes(CONTENT)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    fetch(internet.url("a.bin"), str(path), md5=md5)
    assert internet.requests == []
    assert checksums.first_sha256(str(path)) == hashlib.sha256(CONTENT).hexdigest()
