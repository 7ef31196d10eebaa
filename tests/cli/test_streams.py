"""Tests that lines and fields of files do not depend on the blocks in which they are read."""

import bz2
import gzip
import io
import json
import lzma
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu._io import lines as line_files
from parbleu._io.lines import LineStream, ReferenceFields, StandardInput, SystemFields, lockstep, open_binary
from parbleu.errors import (
    FieldCountError,
    OptionError,
    ParbleuError,
    UndecodableLineError,
    UnreadableFileError,
)

texts = st.text(st.sampled_from("ab.\t \r\n\r\n\n\x0b\x0c\x1c\x85\u2028\u00a0é漢😀\x00\ufeff"), max_size=60)
blocks = st.integers(1, 9)


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(line_files, "SMALL_BLOCK", 2)
    monkeypatch.setattr(line_files, "SMALL_BLOCKS", 2)
    monkeypatch.setattr(line_files, "BLOCK", 3)


class Trickle:
    """A file that gives a few bytes at a time."""

    def __init__(self, data, size):
        self.file = io.BytesIO(data)
        self.size = size

    def read(self, size):
        return self.file.read(min(size, self.size))

    def close(self):
        self.file.close()


def all_columns(stream):
    columns = []
    while count := stream.ready():
        taken = stream.take(max(1, count - 1))  # leave some, so that the rest must be kept
        columns = columns or [[] for _ in taken]
        for column, lines in zip(columns, taken, strict=True):
            column += [lines[index] for index in range(len(lines))]
    return columns


def all_lines(stream):
    [lines] = all_columns(stream) or [[]]
    return lines


def as_python_reads(data, encoding, newline):
    with io.TextIOWrapper(io.BytesIO(data), encoding=encoding, newline=newline) as file:
        return [line.rstrip() for line in file]


@given(texts, blocks)
def test_lines_of_files(text, size):
    data = text.encode()
    stream = LineStream("f", Trickle(data, size))
    assert all_lines(stream) == as_python_reads(data, "utf-8", "\n")


@given(texts, blocks)
def test_lines_of_standard_input(text, size):
    data = text.encode()
    stream = LineStream("f", Trickle(data, size), universal=True)
    assert all_lines(stream) == as_python_reads(data, "utf-8", None)


@given(
    texts,
    blocks,
    st.sampled_from(["utf-16", "utf-8-sig", "utf-32", "utf-16-le", "gb18030", "utf-7", "UTF_8"]),
)
def test_other_encodings(text, size, encoding):
    data = text.encode(encoding)
    stream = LineStream("f", Trickle(data, size), encoding)
    assert all_lines(stream) == as_python_reads(data, encoding, "\n")
    stream = LineStream("f", Trickle(data, size), encoding, universal=True)
    assert all_lines(stream) == as_python_reads(data, encoding, None)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize(
    ("encoding", "data", "line", "column", "byte"),
    [
        ("utf-8", b"one\ntwo\nth\xffee\n", 3, 2, 0xFF),
        ("utf-8", b"\xc3", 1, 0, 0xC3),
        ("ascii", b"one\ntw\xe9\n", 2, 2, 0xE9),
        ("shift_jis", "あ\nい".encode("shift_jis") + b"\xa0x\n", 2, 1, 0xA0),
        ("utf-16-le", "ab\ncd".encode("utf-16-le") + b"\x00\xdc", 2, 2, 0x00),
    ],
)
def test_where_it_is_undecodable(encoding, data, line, column, byte, size):
    stream = LineStream("name", Trickle(data, size), encoding)
    with pytest.raises(UndecodableLineError, match=rf"name:{line}: .* not valid {encoding}") as caught:
        all_lines(stream)
    assert (caught.value.line, caught.value.column, caught.value.byte) == (line, column, byte)


@pytest.mark.parametrize("name", ["nocodec", "", "hex", "zlib", "utf-8\0"])
def test_what_is_no_encoding(name):
    with pytest.raises(OptionError, match="encoding"):
        LineStream("f", io.BytesIO(), name)


def test_no_byte_order_mark():
    with pytest.raises(ParbleuError, match=r"^f:"):  # Python's wording varies with its version
        all_lines(LineStream("f", io.BytesIO(b"Hello"), "utf-16"))


def test_gzip(tmp_path):
    path = tmp_path / "f.gz"
    path.write_bytes(gzip.compress(b"one\ntwo"))
    assert all_lines(LineStream("f", open_binary(str(path)))) == ["one", "two"]


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: data[:12] + b"\xff" * 40])
def test_damaged_gzip(tmp_path, damage):
    path = tmp_path / "f.gz"
    path.write_bytes(damage(gzip.compress(b"one\ntwo\n" * 1000)))
    with pytest.raises(UnreadableFileError, match=r"f\.gz"):
        all_lines(LineStream(str(path), open_binary(str(path))))


def test_directories_and_missing_files(tmp_path):
    with pytest.raises(UnreadableFileError, match="Is a directory"):
        open_binary(str(tmp_path))
    with pytest.raises(UnreadableFileError, match="No such file"):
        open_binary(str(tmp_path / "none"))


@given(st.lists(st.tuples(texts, blocks), min_size=1, max_size=4))
def test_lockstep(files):
    together = [LineStream("f", Trickle(text.encode(), size)) for text, size in files]
    wanted = [as_python_reads(text.encode(), "utf-8", "\n") for text, _ in files]
    shortest = min(map(len, wanted))
    found = [[] for _ in files]
    for piece in lockstep(together):
        assert len({len(lines) for [lines] in piece}) == 1
        for lines, [more] in zip(found, piece, strict=True):
            lines += [more[index] for index in range(len(more))]
    assert found == [lines[:shortest] for lines in wanted]
    assert [stream.skip() for stream in together] == [len(lines) for lines in wanted]


def test_what_is_read_is_counted(small_blocks):
    counts = []
    stream = LineStream("f", io.BytesIO(b"one\ntwo\nthree"))
    stream.advance = counts.append
    assert all_lines(stream) == ["one", "two", "three"]
    assert sum(counts) == 13
    assert max(counts) == 3


def test_references_in_fields(small_blocks):
    stream = ReferenceFields("f", io.BytesIO(b"a b \tc\td\t \ne\tf\tg\n"), "utf-8", 2)
    assert all_columns(stream) == [["a b ", "e"], ["c\td", "f\tg"]]


@pytest.mark.parametrize(
    ("data", "fields", "message"),
    [
        (b"a\tb\nc\n", 2, "line 2: expected 2 fields, but found 1."),
        (b"a\tb\n", 0, "line 1: expected 0 fields, but found 2."),
        (b"a\tb\n", -3, "line 1: expected -3 fields, but found 2."),
        (b"a\t\n", 2, "line 1: expected 2 fields, but found 1."),
    ],
)
def test_wrong_number_of_references(small_blocks, data, fields, message):
    with pytest.raises(FieldCountError) as found:
        all_columns(ReferenceFields("f", io.BytesIO(data), "utf-8", fields))
    assert found.value.in_sacrebleu == message
    line = message.split()[1]
    assert str(found.value).startswith(f"f:{line} {fields} references are expected, separated by TABs")
    copy = pickle.loads(pickle.dumps(found.value))
    assert (str(copy), copy.in_sacrebleu) == (str(found.value), message)


def test_systems_in_fields(small_blocks):
    stream = SystemFields("f", io.BytesIO(b"a \tb \r\nc \td \r"), "utf-8")
    assert all_columns(stream) == [["a ", "c"], ["b", "d"]]


def test_one_system_with_trailing_tabs(small_blocks):
    assert all_columns(SystemFields("f", io.BytesIO(b"a\t\nb\t \n"), "utf-8")) == [["a", "b"]]


def test_systems_that_vary(small_blocks):
    with pytest.raises(FieldCountError, match=r"differ across lines\. Line 3 has 2, line 1 has 1"):
        all_columns(SystemFields("f", io.BytesIO(b"a\nb\nc\td\n"), "utf-8"))


@pytest.mark.parametrize("never_empty", [False, True])
@pytest.mark.parametrize(("data", "lines"), [(b"", []), (b"a", ["a"]), (b"\n\n", ["", ""])])
def test_empty_standard_input_is_an_empty_line_in_sacrebleu(monkeypatch, data, lines, never_empty):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    expected = lines or [""] * never_empty
    assert all_lines(LineStream("f", StandardInput(never_empty))) == expected


def test_closed_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UnreadableFileError, match="standard input is closed"):
        StandardInput()


@pytest.mark.parametrize(("suffix", "compress"), [("bz2", bz2.compress), ("xz", lzma.compress)])
def test_other_compressed_files(run, corpus, suffix, compress):
    file = corpus / f"hyp.{suffix}"
    file.write_bytes(compress((corpus / "hyp").read_bytes()))
    wanted = run("score", "a", "-i", "hyp", "-b", cwd=corpus)
    assert run("score", "a", "-i", file.name, "-b", cwd=corpus) == wanted
    file.write_bytes(file.read_bytes()[:-9] + b"damaged!!")
    damaged = run("score", "a", "-i", file.name, "-b", cwd=corpus)
    assert damaged.status == 1
    assert damaged.err.startswith(f"parbleu: cannot read {file.name}: ")


def test_encodings_of_each_side(run, tmp_path):
    """The output may be in another encoding than the references."""
    text = "Käse und Brot schmecken gut.\nÄpfel auch, sagt er.\n"
    (tmp_path / "hyp").write_text(text, "latin-1")
    (tmp_path / "ref").write_text(text, "utf-16")
    (tmp_path / "plain").write_text(text, "utf-8")
    words = ["-b", "-w", "9", "--force"]
    expected = run("score", "plain", "-i", "plain", *words, cwd=tmp_path)
    mixed = run(
        "score", "ref", "-i", "hyp", "-e", "latin-1", "--ref-encoding", "utf-16", *words, cwd=tmp_path
    )
    assert mixed == expected
    piped = ["score", "-", "-i", "hyp", "-e", "latin-1", "--ref-encoding", "utf-8", *words]
    assert run(*piped, cwd=tmp_path, stdin=text.encode()) == expected
    assert "unknown encoding: x" in run("score", "ref", "-i", "hyp", "--ref-encoding", "x", cwd=tmp_path).err


def test_half_of_a_surrogate_pair_is_told(tmp_path):
    """As JSON of a model whose answer was cut has it, with the real streams of a process."""
    lists = [{"translations": ["a b", "c d"]}, {"translations": ["a \ud83d", "c"]}]
    (tmp_path / "lists").write_text("".join(f"{json.dumps(row)}\n" for row in lists), encoding="utf-8")
    row = {"hyp": "a", "ref": "a", "cut \ud83d": 1}
    (tmp_path / "table.jsonl").write_text(f"{json.dumps(row)}\n", encoding="utf-8")
    for words, told in (
        (["nbest", "mbr", "lists"], r"lists:2: half of a surrogate pair"),
        (["nbest", "oracle", "lists", "table.jsonl"], r"lists:2: half of a surrogate pair"),
        (["score", "table.jsonl", "--hyp", "x", "--ref", "ref"], r"it has: hyp, ref, cut \ud83d"),
    ):
        command = [sys.executable, "-m", "parbleu", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
        assert told in done.stderr


def test_a_message_does_not_hold_the_whole_of_a_wide_table(run, tmp_path):
    columns = [f"column{number}" for number in range(5000)]
    (tmp_path / "wide.csv").write_text(f"{','.join(columns)}\n{','.join('a' for _ in columns)}\n")
    found = run("score", "wide.csv", "--hyp", "mt", "--ref", "ref", cwd=tmp_path)
    assert (found.status, found.out) == (1, "")
    assert found.err.startswith("parbleu: wide.csv: there is no column 'mt'; it has: column0, column1, ")
    assert found.err.endswith(", column39 ... (5,000 in all)\n")
    (tmp_path / "long.jsonl").write_text(f"{json.dumps({'x' * 100_000: 1})}\n")
    assert len(run("score", "long.jsonl", "--hyp", "mt", "--ref", "ref", cwd=tmp_path).err) < 300
