"""Tests that archives yield the wanted files, and that hostile archives write nothing else."""

import gzip
import io
import os
import struct
import tarfile
import tracemalloc
import zipfile
import zlib

import pytest

from parbleu.errors import ArchiveError
from parbleu.fetch import _archives as archives
from parbleu.fetch._archives import unpack
from parbleu.fetch._environment import is_archive

TEXT = b"".join(b"line %d\n" % number for number in range(2_000))


def tar_of(path, *members, mode=None):
    """Writes a tar archive of (name, contents) or ready headers."""
    with tarfile.open(path, mode or ("w" if str(path).endswith(".tar") else "w:gz")) as tar:
        for member in members:
            header, content = member if isinstance(member, tuple) else (member, b"")
            if isinstance(header, str):
                header = tarfile.TarInfo(header)
                header.size = len(content)
            tar.addfile(header, io.BytesIO(content))


def zip_of(path, *members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            if file.namelist().count(name if isinstance(name, str) else name.filename):
                with pytest.warns(UserWarning, match="Duplicate name"):
                    file.writestr(name, content)
            else:
                file.writestr(name, content)


def make(path, *members):
    (zip_of if str(path).endswith(".zip") else tar_of)(path, *members)


def header(name, kind, target=""):
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, target
    return made


def zip_link(name):
    made = zipfile.ZipInfo(name)
    made.external_attr = 0o120777 << 16
    return made


@pytest.fixture(params=["tar.gz", "tgz", "tar", "zip"])
def path(request, tmp_path):
    return tmp_path / f"a.{request.param}"


@pytest.fixture
def out(tmp_path):
    """Where to unpack. Whatever happens, nothing appears elsewhere, nor any temporary file."""
    out = tmp_path / "out"
    yield out
    assert {each for each in os.listdir(tmp_path) if not is_archive(each)} <= {"out"}
    assert [each for each in out.rglob(".*") if each.is_file()] == []


def files(out):
    return {str(each.relative_to(out)): each.read_bytes() for each in out.rglob("*") if each.is_file()}


def test_everything(path, out):
    make(path, ("d/a", TEXT), ("./d/e/b", b""), ("c", b"x"))
    unpack(str(path), str(out))
    assert files(out) == {"d/a": TEXT, "d/e/b": b"", "c": b"x"}


def test_what_is_wanted(path, out):
    make(path, ("d/a", TEXT), ("./d/b", b"b"), ("../c", b"x"), ("/d", b"x"))
    unpack(str(path), str(out), ["./d/a", "d/b"])
    assert files(out) == {"d/a": TEXT, "d/b": b"b"}
    (out / "d" / "a").write_bytes(b"damaged")
    unpack(path, out, ["d/a"])
    assert files(out)["d/a"] == TEXT


def test_what_is_not_there(path, out):
    make(path, ("d/a", TEXT))
    with pytest.raises(ArchiveError, match=r"a\.\w+.* does not hold 'd/x', 'd/y'"):
        unpack(path, out, ["d/y", "d/a", "d/x"])


@pytest.mark.parametrize("name", ["../b", "d/../../b", "/tmp/b", "//b", "..", "d/.."])
def test_names_that_lead_out(path, out, name):
    make(path, ("a", TEXT), (name, b"x"))
    with pytest.raises(ArchiveError, match=r"would write outside of its directory, to '.*\.*b?'"):
        unpack(path, out)
    with pytest.raises(ArchiveError):
        unpack(path, out, [name])


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE]
)
def test_no_links_nor_devices(tmp_path, out, kind, caplog):
    path = tmp_path / "a.tar.gz"
    tar_of(path, header("a", kind, "/etc/passwd"), ("b", b"x"))
    unpack(path, out)
    assert files(out) == {"b": b"x"}
    assert "a.tar.gz: 'a' is a" in caplog.text
    with pytest.raises(ArchiveError, match=r"'a' is a .*, not a file that can be unpacked"):
        unpack(path, out, ["a"])


def test_a_link_cannot_be_written_through(tmp_path, out):
    path = tmp_path / "a.tar.gz"
    tar_of(path, header("d", tarfile.SYMTYPE, ".."), ("d/a", b"x"))
    unpack(path, out, ["d/a"])
    assert files(out) == {"d/a": b"x"}


def test_links_in_zips(tmp_path, out):
    zip_of(tmp_path / "a.zip", (zip_link("a"), "/etc/passwd"), ("b", b"x"))
    unpack(tmp_path / "a.zip", out)
    assert files(out) == {"b": b"x"}
    with pytest.raises(ArchiveError, match="'a' is a symbolic link"):
        unpack(tmp_path / "a.zip", out, ["a"])


def test_a_name_twice(path, out):
    make(path, ("a", TEXT), ("./a", TEXT))
    unpack(path, out)
    make(path, ("a", TEXT), ("a", TEXT[:-1] + b" "))
    with pytest.raises(ArchiveError, match="holds 'a' twice, with different contents"):
        unpack(path, out)


def test_a_bomb(path, out, monkeypatch):
    monkeypatch.setattr(archives, "HARMLESS", 1 << 20)
    make(path, ("a", b"x"), ("b", bytes(20 << 20)), ("c", b"x"))
    if path.suffix == ".tar":
        unpack(path, out)  # it is as large as what comes out
        return
    with pytest.raises(ArchiveError, match="unpacks to more than 200 times its size"):
        unpack(path, out)
    assert files(out) == {"a": b"x"}


def test_a_bomb_of_many_files(path, out, monkeypatch):
    monkeypatch.setattr(archives, "HARMLESS", 1 << 20)
    monkeypatch.setattr(archives, "RATIO", 20)
    make(path, *[(f"f{number}", bytes(100_000)) for number in range(40)])
    if path.suffix != ".tar":
        with pytest.raises(ArchiveError, match="unpacks to more than"):
            unpack(path, out)


def test_a_sparse_bomb(tmp_path, out):
    """A tar file may claim holes of any size."""
    path = tmp_path / "a.tar"
    sparse = header("a", tarfile.REGTYPE)
    sparse.pax_headers = {"GNU.sparse.map": "0,0", "GNU.sparse.size": str(1 << 50)}
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(sparse)
    with pytest.raises(ArchiveError, match="'a' is a special file"):
        unpack(path, out, ["a"])


def test_a_zip_that_lies_about_its_size(tmp_path, out):
    path = tmp_path / "a.zip"
    zip_of(path, ("a", TEXT))
    data = path.read_bytes()
    size = struct.pack("<I", len(TEXT))
    for claimed in (10, len(TEXT) + 10, 1 << 31):
        path.write_bytes(data.replace(size, struct.pack("<I", claimed)))
        with pytest.raises(ArchiveError, match="'a'"):
            unpack(path, out)


def test_encrypted(tmp_path, out):
    path = tmp_path / "a.zip"
    zip_of(path, ("a", TEXT))
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match=r"a\.zip: 'a' is encrypted, not a file that can be unpacked"):
        unpack(path, out, ["a"])


def test_an_unknown_compression(tmp_path, out):
    path = tmp_path / "a.zip"
    zip_of(path, ("a", TEXT))
    data = bytearray(path.read_bytes())
    data[8] = data[data.index(b"PK\1\2") + 10] = 99
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match=r"a\.zip is damaged at 'a'"):
        unpack(path, out)


@pytest.mark.parametrize("keep", [0, 1, 10, 100, 300, -1, -10])
def test_truncated(path, out, keep):
    make(path, ("a", os.urandom(2_000)), ("b", os.urandom(100)))
    path.write_bytes(path.read_bytes()[:keep])
    if path.suffix == ".tar" and keep < 0:
        return  # it ends in thousands of zeros
    with pytest.raises(ArchiveError, match=str(path)):
        unpack(path, out)


def test_every_truncation_of_a_tar(tmp_path, out):
    """Without its end it is damaged; at the end of a member only what is missing shows it."""
    path = tmp_path / "a.tar"
    tar_of(path, ("a", b"x" * 700), ("b", b"y" * 100))
    data = path.read_bytes()
    for keep in range(0, 2_560, 100):
        path.write_bytes(data[:keep])
        with pytest.raises(ArchiveError, match=str(path)):
            unpack(path, out, ["a", "b"])


@pytest.mark.parametrize("seed", range(40))
def test_damaged_anywhere(path, out, seed):
    """A flipped byte is noticed or does no harm to what comes out."""
    import random

    chance = random.Random(seed)
    content = {"a": chance.randbytes(2_000), "d/b": TEXT}
    make(path, *content.items())
    data = bytearray(path.read_bytes())
    position = chance.randrange(len(data))
    data[position] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    try:
        unpack(path, out, content)
    except ArchiveError:
        return
    if path.suffix != ".tar":  # it has no checksums of contents
        assert files(out) == content


def test_the_checksum_of_compressed_data(tmp_path, out):
    path = tmp_path / "a.tgz"
    tar_of(path, ("a", TEXT))
    data = bytearray(path.read_bytes())
    data[-6] ^= 1
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match=r"a\.tgz .*CRC"):
        unpack(path, out)


def test_a_member_with_a_damaged_header_is_not_the_end(tmp_path, out):
    path = tmp_path / "a.tar"
    tar_of(path, ("a", b"x"), ("b", b"y"))
    data = bytearray(path.read_bytes())
    data[1024 + 150] ^= 1  # in the checksum of the second header
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    with pytest.raises(ArchiveError, match="damaged"):
        unpack(path, out)


@pytest.mark.parametrize("content", [b"", b"<html>", b"PK\3\4", b"\x1f\x8b", zlib.compress(TEXT)])
def test_no_archive(path, out, content):
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match=str(path)):
        unpack(path, out)


def test_missing_and_unknown(tmp_path, out):
    with pytest.raises(ArchiveError, match=r"a\.zip cannot be read: No such file"):
        unpack(tmp_path / "a.zip", out)
    with pytest.raises(
        ArchiveError, match=r"a\.rar is not an archive: its name must end in one of \.tar\.gz"
    ):
        unpack(tmp_path / "a.rar", out)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_header_that_fills_the_memory(tmp_path, out, kind):
    """Such a member is read as a whole before the one that it is about; packed it is small."""
    header = tarfile.TarInfo("x")
    header.type, header.size = kind, 60 << 20
    path = tmp_path / "a.tar.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(header.tobuf(tarfile.GNU_FORMAT))
        for _ in range(60):
            file.write(bytes(1 << 20))
        file.write(tarfile.TarInfo("y").tobuf() + bytes(1024))
    tracemalloc.start()
    with pytest.raises(ArchiveError, match=r"is damaged: a header of 62,914,560 bytes"):
        unpack(str(path), str(out))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
