"""Tests numbered lines of text files: their ends, the blocks in which they are read, and encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu.text._table_files import numbered_rows
from parbleu.text._table_files.numbered_rows import Lines


class Blocks:
    """An open file that returns given blocks."""

    def __init__(self, blocks):
        self._blocks = iter(blocks)

    def read(self, size):
        return next(self._blocks, b"")

    def close(self):
        pass


@given(st.lists(st.sampled_from([b"a", b"b\n", b"c\r", b"\n", b"\r\n", b"d\re"]), max_size=10))
def test_lines_do_not_depend_on_blocks(blocks):
    lines = Lines("name", file=Blocks(blocks))
    assert list(lines) == b"".join(blocks).decode().splitlines(keepends=True)
    assert lines.number == len(b"".join(blocks).splitlines())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_a_line_longer_than_many_blocks(tmp_path, monkeypatch, encoding):
    monkeypatch.setattr(numbered_rows, "_BLOCK", 7)
    text = "ä" * 500 + "\r\n" + "b" * 500
    (tmp_path / "text").write_bytes(text.encode(encoding))
    assert list(Lines(str(tmp_path / "text"), encoding=encoding)) == ["ä" * 500 + "\r\n", "b" * 500]
