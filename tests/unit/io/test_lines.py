"""Tests how files that are not lines of text are recognized."""

import bz2
import gzip
import json
import lzma
import sys
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu._io import lines
from parbleu._io.lines import (
    distinct_parts,
    is_compressed,
    open_binary,
    read_block,
    read_file,
    shortest_names,
    what_it_is,
    whole_lines,
)
from parbleu.errors import MissingDependencyError, UnreadableFileError

ROWS = [{"src": "Guten Tag", "mt": "Good day", "ref": "Hello"}] * 3


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (
            "".join(json.dumps(row) + "\n" for row in ROWS).encode(),
            "JSON lines: name its columns by --hyp and --ref",
        ),
        (json.dumps(ROWS[0]).encode(), "JSON lines"),
        (b"a\tb\tc\n" * 3, "a table of 3 columns"),
        (b"PAR1\x15\x04", "Parquet: name its columns by --hyp and --ref"),
        (b"ARROW1\0\0", "Arrow"),
        (b"PK\x03\x04\x14", "zip"),
        (gzip.compress(b"text\n", mtime=0), "gzip -dc hyp"),
        (bz2.compress(b"text\n"), "bzip2 -dc hyp"),
        (lzma.compress(b"text\n"), "xz -dc hyp"),
        (b"\x28\xb5\x2f\xfd\x24", "zstd -dc hyp"),
        ("text\n".encode("utf-16"), "iconv -f utf-16"),
    ],
)
def test_what_is_not_text(block: bytes, words: str) -> None:
    assert words in what_it_is("hyp", block)


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"text",
        b"text\n" * 100_000,
        b"a\tb\n",  # one line alone
        b"a\tb\nno field\n",
        b'{"a": 1}\n{no JSON}\n',
        b"{} is a pair of braces\n",
        b"{}\n{}\n",
        b"BZh is a word\n",
        b"PARIS1 is a word\n",
    ],
)
def test_text(block: bytes) -> None:
    assert what_it_is("hyp", block) == ""


def test_standard_input_where_it_is_not_read(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        UnreadableFileError, match="cannot read -: it is not standard input here; name a file"
    ):
        open_binary("-")


def test_addresses_are_told():
    with pytest.raises(UnreadableFileError, match=r"^cannot read s3://a/b: it is an address; download it"):
        open_binary("s3://a/b")


def test_a_line_that_is_cut_is_not_looked_at() -> None:
    line = json.dumps({"mt": "x" * 30_000}).encode() + b"\n"
    assert "JSON lines" in what_it_is("hyp", line * 9)


def test_utf_16_that_is_wanted() -> None:
    assert what_it_is("hyp", "text\n".encode("utf-16"), "utf-16") == ""


@pytest.mark.parametrize("name", ["text", "text.gz", "text.txt"])
@pytest.mark.parametrize("program", ["gzip", "bzip2", "xz", "zstd", ""])
def test_compressed_files_are_known_by_their_content(tmp_path, name: str, program: str) -> None:
    compress = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress, "": bytes}.get(program)
    if compress is None:
        compress = pytest.importorskip("backports.zstd").compress
    for text in (b"a line\nanother\n", b""):
        path = tmp_path / name
        path.write_bytes(compress(text))
        assert is_compressed(str(path)) is bool(program)
        with open_binary(path) as file:
            assert file.read() == text


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz", "zst", "GZ"])
@pytest.mark.parametrize(
    "data",
    [gzip.compress(b"text", mtime=0)[1:], b"text\0", "é\n".encode("latin-1"), b"a" * 65_000 + b"\xff\n"],
    ids=["cut in front", "NUL", "Latin-1", "late byte"],
)
def test_what_is_named_as_if_compressed_is_compressed_or_text(tmp_path, suffix: str, data: bytes) -> None:
    path = tmp_path / f"hyp.{suffix}"
    path.write_bytes(data)
    with pytest.raises(
        UnreadableFileError, match=rf"cannot read .*hyp\.{suffix}: .*neither compressed nor UTF-8"
    ):
        open_binary(path)
    path.rename(tmp_path / "hyp")
    with open_binary(tmp_path / "hyp") as file:
        assert file.read() == data


def test_a_character_where_the_head_ends(tmp_path) -> None:
    text = ("a" * 65_535 + "é\n").encode()
    (tmp_path / "hyp.gz").write_bytes(text)
    with open_binary(tmp_path / "hyp.gz") as file:
        assert file.read() == text


@pytest.mark.parametrize("text", [b"BZh9 is a word\n", b"BZ", b"\x28", b"(text)\n"])
def test_text_that_begins_like_a_compressed_file(tmp_path, text: bytes) -> None:
    (tmp_path / "text").write_bytes(text)
    with open_binary(tmp_path / "text") as file:
        assert file.read() == text


def test_zstandard_that_is_not_installed(tmp_path, monkeypatch) -> None:
    (tmp_path / "hyp.zst").write_bytes(b"\x28\xb5\x2f\xfd\x24")
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    monkeypatch.setitem(sys.modules, "backports.zstd", None)
    with pytest.raises(MissingDependencyError, match=r"pip install .*zstd.* \(or decompress it: zstd -dc "):
        open_binary(tmp_path / "hyp.zst")


def test_damaged_zstandard(tmp_path) -> None:
    pytest.importorskip("backports.zstd")
    (tmp_path / "hyp").write_bytes(b"\x28\xb5\x2f\xfdtext that is not compressed")
    with open_binary(tmp_path / "hyp") as file, pytest.raises(UnreadableFileError, match="cannot read hyp"):
        read_block(file, "hyp", -1)


@given(st.lists(st.sampled_from([b"a", b"bc\n", b"\n", b"d\ne", b"\r\n", b"f\r"]), max_size=12))
def test_whole_lines_are_the_same_bytes_up_to_line_ends(blocks) -> None:
    found = list(whole_lines(blocks))
    assert b"".join(found) == b"".join(blocks)
    assert all(block.endswith(b"\n") for block in found[:-1])
    assert len(found) <= 1 + sum(b"\n" in block for block in blocks)  # a long line is put together once


def test_a_file_is_read_into_a_buffer_of_its_size(tmp_path):
    (tmp_path / "scores").write_bytes(b"a 1\n" * 250_000)
    buffer = bytearray(10)
    for _ in range(2):
        with read_file(tmp_path / "scores", buffer) as data:
            assert data == b"a 1\n" * 250_000
        assert len(buffer) == 1_000_001


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["hyp.txt"], ["hyp"]),
        (["system.careful.txt.gz"], ["system.careful"]),
        (["runs/a.txt", "runs/b.txt"], ["a", "b"]),
        (["runs/a/hyp.txt", "runs/b/hyp.txt"], ["a", "b"]),
        (["/x/a/1/hyp.txt", "/x/b/1/hyp.txt"], ["a", "b"]),
        (["a/1/hyp", "b/2/hyp"], ["a/1", "b/2"]),
        (["a.txt.gz", "b.txt.gz"], ["a", "b"]),
        (["a.txt", "b.out"], ["a.txt", "b.out"]),
        (["v1.0", "v1.1"], ["v1.0", "v1.1"]),
        (["m.v1.0.txt", "m.v1.1.txt"], ["m.v1.0", "m.v1.1"]),
        (["a.txt", "d/a.txt", "d/b.txt"], ["a", "d/a", "d/b"]),
        (["a", "./a"], ["a", "./a"]),
        ([".txt", "b.txt"], [".txt", "b.txt"]),
    ],
)
def test_distinct_parts(paths, names):
    assert distinct_parts(paths) == names


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/x/y/hyp.txt", "/x/y/ref.txt"], ["hyp.txt", "ref.txt"]),
        (["runs/a/hyp.txt", "runs/b/hyp.txt", "runs/ref.txt"], ["a/hyp.txt", "b/hyp.txt", "ref.txt"]),
        (["/x/hyp.txt", "/x/hyp.txt"], ["hyp.txt", "hyp.txt"]),
        (["hyp.txt", "./hyp.txt", "a/hyp.txt"], ["hyp.txt", "./hyp.txt", "a/hyp.txt"]),
        (["/hyp.txt", "hyp.txt"], ["/hyp.txt", "hyp.txt"]),
        (["/dev/fd/63", "/x/ref.txt"], ["/dev/fd/63", "ref.txt"]),
        (["/x/refs.txt, field 1", "/x/refs.txt, field 2"], ["refs.txt, field 1", "refs.txt, field 2"]),
        (["standard input", "-", "/"], ["standard input", "-", "/"]),
        ([], []),
    ],
)
def test_shortest_names(paths, names):
    assert shortest_names(paths) == names


def test_more_files_than_the_usual_limit(tmp_path, monkeypatch):
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    (tmp_path / "text").write_text("a\n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    with ExitStack() as opened:
        opened.callback(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        for _ in range(300):
            opened.enter_context(lines.open_binary(tmp_path / "text"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    monkeypatch.setattr(lines, "_allow_more_files", lambda: None)
    with ExitStack() as opened:
        opened.callback(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        with pytest.raises(UnreadableFileError, match=r"text: Too many open files at once: name fewer"):
            [opened.enter_context(lines.open_binary(tmp_path / "text")) for _ in range(300)]
