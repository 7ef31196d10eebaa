"""Tests formats that are read line by line: plain text, TSV, and WMT's invalid SGML."""

import pytest

from parbleu.errors import FormatError, UndecodableLineError, UnreadableFileError
from parbleu.testsets.formats import FORMATS
from parbleu.testsets.formats import _raw_text as raw_text
from parbleu.testsets.formats._base import Annotation, PairFormat

SOURCE = """\ufeff<seg id="0">before all documents</seg>
<srcset setid="news">
<doc docid="a.1" genre="news" origlang="de">
<seg id="1"> one \u00a0 &amp;\u3000two </seg>
<seg id="2">no end
</doc>
<doc sysid="x" docid="b.2">
<seg id="1">a</seg> and <b>b</b></seg> after
 <seg id="2">not at the beginning</seg>
"""
REFERENCE = '<doc docid="other" origlang="zz">\n' + "".join(f'<seg id="1">r{at}</seg>\n' for at in range(4))


# --- lines


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 18])
def test_lines_in_blocks_of_every_size(raw, monkeypatch, size):
    monkeypatch.setattr(raw_text, "_BLOCK", size)
    text = "one\n\n\u00fcber\u2028\x85zwei\r\nthree\rfour\n" + "long " * 9 + "\nlast"
    (path,) = raw.paths(text)
    pieces = list(raw_text.blocks(path))
    assert [line for _, lines in pieces for line in lines] == text.split("\n")
    expected = 1
    for number, lines in pieces:
        assert number == expected
        expected += len(lines)


def test_no_line_follows_the_last_line_end(raw):
    assert [list(raw_text.blocks(path)) for path in raw.paths("", "\n", "a\n", "a")] == [
        [],
        [(1, [""])],
        [(1, ["a"])],
        [(1, ["a"])],
    ]


@pytest.mark.parametrize("size", [5, 1 << 18])
def test_a_byte_that_is_not_utf_8_is_located(raw, monkeypatch, size):
    monkeypatch.setattr(raw_text, "_BLOCK", size)
    (path,) = raw.paths("ä\nb\n".encode() + b"cd\xe4e\nf")
    with pytest.raises(UndecodableLineError, match=r"0\.txt:3: byte 0xe4 at column 3 is not valid utf-8"):
        list(raw_text.blocks(path))


def test_a_line_without_end_does_not_fill_the_memory(raw, monkeypatch):
    monkeypatch.setattr(raw_text, "_LONGEST", 1 << 20)
    with pytest.raises(FormatError, match=r"0\.txt:2: a line of more than 1,048,576 bytes"):
        raw.convert("plain", raw.paths("a\n" + "b" * (1 << 21)))


def test_damaged_compressed_data_is_reported(raw, tmp_path):
    (path,) = raw.paths("a\n" * 5000, suffix="txt.gz")
    whole = (tmp_path / "0.txt.gz").read_bytes()
    for damaged in (whole[:-9], whole[:20] + b"\xff" * 9 + whole[29:], b"\0" + whole[1:]):
        (tmp_path / "0.txt.gz").write_bytes(damaged)
        with pytest.raises(UnreadableFileError, match=r"cannot read .*0\.txt\.gz: "):
            list(raw_text.blocks(path))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(UnreadableFileError, match=r"nowhere\.txt: No such file"):
        list(raw_text.blocks(str(tmp_path / "nowhere.txt")))


# --- plain text and TSV


@pytest.mark.parametrize("suffix", ["txt", "txt.gz"])
def test_plain_text(raw, suffix):
    paths = raw.paths("  a  b \t\nc\r\n\nd", "1\n2\n3\n4\n", suffix=suffix)
    assert raw.convert("plain", paths) == {"src": ["  a  b", "c", "", "d"], "ref": ["1", "2", "3", "4"]}
    assert raw.annotations("plain", paths) == [Annotation(None, None, None)] * 4


def test_several_references_are_numbered(raw):
    paths = raw.paths("a\n", "b\n", "c\n")
    assert raw.convert("plain", paths) == {"src": ["a"], "ref:0": ["b"], "ref:1": ["c"]}
    assert raw.convert("plain", paths[:1]) == {"src": ["a"]}


def test_columns_are_taken_as_they_are(raw):
    (path,) = raw.paths("a\t b \tc\u00a0\r\n\t\t\n")
    entry = raw.entry((f"2:{path}", f"1:{path}", f"0:{path}"))
    assert raw.convert("tsv", [path] * 3, entry) == {
        "src": ["c\u00a0\r", ""],
        "ref:0": [" b ", ""],
        "ref:1": ["a", ""],
    }


def test_without_numbers_each_file_has_its_own_column(raw):
    paths = raw.paths("a\tb\n", "c\td\n")
    assert raw.convert("tsv", paths) == {"src": ["a"], "ref": ["d"]}


def test_a_line_with_too_few_columns_is_located(raw):
    paths = raw.paths("a\tb\tc\nd\te\nf\n")
    with pytest.raises(FormatError, match=r"0\.txt:2: 2 TAB-separated columns, and none with the number 2"):
        raw.convert("tsv", paths, raw.entry([f"2:{paths[0]}"]))


# --- fake SGML


@pytest.mark.parametrize("suffix", ["sgm", "sgm.gz"])
def test_fake_sgml(raw, suffix):
    paths = raw.paths(SOURCE, REFERENCE, suffix=suffix)
    assert raw.convert("fake_sgml", paths) == {
        "src": ["before all documents", "one &amp; two", '<seg id="2">no end', "a</seg> and <b>b</b> after"],
        "ref": ["r0", "r1", "r2", "r3"],
        "docid": ["", "a.1", "a.1", "b.2"],
        "genre": ["", "news", "news", "news"],
        "origlang": ["", "de", "de", "de"],
    }


def test_an_attribute_that_a_document_lacks_is_unknown(raw):
    assert raw.annotations("fake_sgml", raw.paths(SOURCE, REFERENCE)) == [
        Annotation(None, None, None),
        Annotation("de", "a.1", None),
        Annotation("de", "a.1", None),
        Annotation(None, "b.2", None),
    ]


def test_sets_may_say_nothing_of_documents(raw):
    paths = raw.paths(SOURCE, REFERENCE, REFERENCE)
    entry = raw.entry(paths, options={"metadata": False})
    assert list(raw.convert("fake_sgml", paths, entry)) == ["src", "ref:0", "ref:1"]


# --- formats that are made of these


def test_an_added_reference_is_plain_text_unless_its_name_says_otherwise(raw):
    sgml = raw.paths(SOURCE, REFERENCE, suffix="sgm.gz")
    plain = raw.paths("x  y \n<seg id='1'>z</seg>\n", suffix="ref")
    expected = raw.convert("fake_sgml", [*sgml, sgml[1]]) | {"ref:1": ["x  y", "<seg id='1'>z</seg>"]}
    assert raw.convert("wmt_addition", [*sgml, *plain]) == expected
    assert raw.annotations("wmt_addition", [*sgml, *plain])[1] == Annotation("de", "a.1", None)


def test_a_plain_source_has_no_documents(raw):
    sgml, plain = raw.paths(SOURCE, suffix="sgm"), raw.paths("x  y \nz\n", suffix="txt")
    assert list(raw.convert("wmt_addition", plain + sgml)) == ["src", "ref"]
    assert raw.annotations("wmt_addition", plain + sgml) == [Annotation(None, None, None)] * 2


def test_iwslt(raw):
    paths = raw.paths(
        '<doc docid="1922" genre="lectures">\n<seg id="1"> I am &amp; </seg>\n' * 2, suffix="xml"
    )
    assert raw.convert("iwslt_xml", paths * 2) == {
        "src": ["I am &amp;"] * 2,
        "ref": ["I am &amp;"] * 2,
        "docid": ["1922"] * 2,
        "genre": ["lectures"] * 2,
        "origlang": [""] * 2,
    }


# --- all formats


def test_every_format_of_the_registry_is_a_format():
    assert all(issubclass(format_, PairFormat) for format_ in FORMATS.values())
