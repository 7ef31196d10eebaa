"""Tests the checks of files: each finds what it names, at its line, and nothing in sound files."""

import gzip
import unicodedata

import pytest

from parbleu.analysis import check_files
from parbleu.errors import NoSegmentsError, UnknownNameError, UnreadableFileError


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Checks files of the given contents, named a, b, ..."""
    monkeypatch.chdir(tmp_path)

    def run(*contents, **options):
        names = "abcdef"[: len(contents)]
        for name, content in zip(names, contents, strict=True):
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        found = check_files(names, **options).found
        return [(each.file, each.line, each.check) for each in found]

    return run


def test_sound_files(check):
    assert check("one\ntwo\n", "Größe\n日本語\n", "a\tb\n\u202bעברית\u202c\n", parallel=True) == []


def test_empty_lines(check):
    assert check("one\n\n \u3000\t\nlast\n") == [("a", 2, "empty"), ("a", 3, "empty")]


def test_encoding(check):
    assert check(b"good\nbad \xff\ncut \xe2\x82\nno \xc0\x80\n") == [
        ("a", line, "encoding") for line in (2, 3, 4)
    ]
    assert check(b"good\n\xff\xfe \xff\n\n") == [("a", 2, "encoding"), ("a", 3, "empty")]
    assert check(b"\xef\xbb\xbfone\n") == [("a", 1, "encoding")]
    assert check("one\ntwo\n".encode("utf-16")) == [("a", 1, "encoding")]
    assert check(b"PAR1\0\0\0\xff") == [("a", 1, "encoding")]


def test_the_column_of_a_wrong_byte(tmp_path):
    (tmp_path / "a").write_bytes(b"x\nab\xe9\n")
    (found,) = check_files([tmp_path / "a"]).found
    way = "(perhaps cp1252: iconv -f cp1252 -t utf-8)"
    told = f"{tmp_path / 'a'}:2: encoding: byte 0xe9 in column 3 is not UTF-8; convert the file {way}"
    assert str(found) == told


def test_units_in_another_encoding(tmp_path):
    (tmp_path / "a.strings").write_bytes('"a" = "Größe";\n'.encode("cp1252"))
    (tmp_path / "b").write_bytes(b"one")
    found = check_files([tmp_path / "a.strings", tmp_path / "b"]).found
    assert [each.check for each in found] == ["encoding", "line_ends"]
    way = "(perhaps cp1252: iconv -f cp1252 -t utf-8)"
    assert found[0].message == f"byte 0xf6 in column 10 is not utf-8; convert the file {way}"


def test_line_ends(check):
    assert check(b"one\r\ntwo\nthree\r\n") == [("a", 1, "line_ends")]
    assert check(b"one\ntwo") == [("a", 2, "line_ends")]


def test_normal_form(check):
    line = "caf\u00e9"
    assert check(f"{line}\n{unicodedata.normalize('NFD', line)}\n") == [("a", 2, "nfc")]


def test_a_file_in_another_normal_form_is_one_finding(tmp_path):
    lines = ["cafe\u0301", "caf\u00e9", *["cafe\u0301"] * 40_000]
    (tmp_path / "a").write_text("\n".join(lines) + "\n", "utf-8")
    (found,) = check_files([tmp_path / "a"], checks=["nfc"]).found
    assert (found.line, found.message.partition(" of ")[0]) == (1, "40001")


def test_bad_characters(check):
    assert check("one\ntwo\x07\nthree \ufffd\nFranÃ§ais\n") == [
        ("a", line, "bad_characters") for line in (2, 3, 4)
    ]


def test_marks_without_their_letters(check, tmp_path):
    """Moses' tokenizers tear words so: `findings/moses_marks.sh`."""
    torn = ["हिन ् दी में", "ไม ่ ใช ่", "ọ ̀ rọ ̀ Yorùbá", "a \u00a0\u0301"]
    whole = ["हिन्दी में", "ไม่ใช่", "ọ̀rọ̀ Yorùbá", "¿Qué? – “so” … €5 ， 、 ۔ ؟ ☀\ufe0f", "ｶﾞ ๆ ッ ー"]
    assert check("\n".join(torn + whole) + "\n") == [("a", line, "bad_characters") for line in (1, 2, 3, 4)]
    (tmp_path / "b").write_text(torn[0] + "\n", encoding="utf-8")
    (found,) = check_files([tmp_path / "b"]).found
    assert "U+094D (devanagari sign virama) in column 5 stands behind a blank" in found.message


def test_invisible_characters(check):
    text = "one\na\u200bb\nc\u00adc\nd\ufeff\n\u2060e\nلا\u200dن\n"
    assert check(text) == [("a", line, "invisible") for line in (2, 3, 4, 5)]


def test_the_column_of_an_invisible_character(tmp_path):
    (tmp_path / "a").write_text("\ufeffab\ufeffc\n", encoding="utf-8")
    mark, found = check_files([tmp_path / "a"]).found
    assert (mark.check, found.check) == ("encoding", "invisible")
    assert "U+FEFF (zero width no-break space) in column 4" in found.message


def test_a_file_without_lines(check):
    assert check("", "", parallel=True) == [("a", 1, "empty"), ("b", 1, "empty")]


def test_line_counts(check):
    assert check("1\n2\n3\n", "1\n2\n", "1\n2\n3\n", parallel=True) == [("b", 2, "line_counts")]
    assert check("1\n", "", parallel=True) == [("b", 1, "empty"), ("b", 1, "line_counts")]
    assert check("1\n2\n3\n", "1\n2\n") == []


def test_lines_in_training_data(check, tmp_path):
    (tmp_path / "train").write_text("other\n  A  ﬁne\tday \nA fine day\nlast", encoding="utf-8")
    (tmp_path / "more.gz").write_bytes(gzip.compress(b"\n" * 3 + b"in the archive\n"))
    found = check(
        "new\nA fine day\nlast\nin the archive\na fine day\nA fine day\n", train=["train", "more.gz"]
    )
    assert found == [("a", line, "training") for line in (2, 3, 4, 6)]
    messages = [each.message for each in check_files(["a"], train=["train", "more.gz"]).found]
    assert [message.split(" of ")[0] for message in messages] == ["line 2", "line 4", "line 4", "line 2"]


def test_long_training_data_is_read_in_blocks(check, tmp_path):
    lines = [f"{number} {'x' * 50}" for number in range(60_000)]
    (tmp_path / "train").write_text("\n".join(lines))
    assert check(f"{lines[0]}\n{lines[30_000]}\n{lines[-1]}\nnone\n", train=["train"]) == [
        ("a", line, "training") for line in (1, 2, 3)
    ]


def test_chosen_checks(check):
    text = "one\n\n caf\u0065\u0301\x07"
    assert {name for _, _, name in check(text)} == {"empty", "nfc", "bad_characters", "line_ends"}
    assert check(text, checks=["nfc", "empty"]) == [("a", 2, "empty"), ("a", 3, "nfc")]
    with pytest.raises(UnknownNameError, match="nfd"):
        check(text, checks=["nfd"])


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(NoSegmentsError):
        check_files([])
    with pytest.raises(UnreadableFileError):
        check_files([tmp_path / "none"])
    (tmp_path / "damaged.gz").write_bytes(gzip.compress(b"one\n" * 99)[:-9])
    (tmp_path / "a").write_text("one\n")
    for files, train in ((["damaged.gz"], []), (["a"], ["damaged.gz"])):
        with pytest.raises(UnreadableFileError, match="damaged"):
            check_files([tmp_path / each for each in files], train=[tmp_path / each for each in train])


def test_tables(tmp_path):
    (tmp_path / "a").write_text("one\n\n")
    result = check_files([tmp_path / "a"])
    (table,) = result.tables()
    assert table.rows == ((str(tmp_path / "a"), 2, "empty", "nothing but white space"),)
    assert (table.facts["n_files"], table.facts["n_lines"]) == (1, 2)


def test_pieces_of_files_count_as_a_whole(check, monkeypatch):
    """The findings are those of files that are read at once, and so are their lines."""
    contents = (
        b"one\r\n\ntwo \xff\r\ncafe\xcc\x81\nlong line, longer than a piece\nthree",
        b"\xef\xbb\xbf\n\n\nthree\n",
    )
    at_once = check(*contents, parallel=True, train=["b"])
    assert ("a", 1, "line_ends") in at_once
    assert ("a", 6, "training") in at_once
    for size in (1, 7, 16):
        monkeypatch.setattr("parbleu.analysis._file_checks._BLOCK", size)
        assert check(*contents, parallel=True, train=["b"]) == at_once
        assert check_files("ab").lines == {"a": 6, "b": 4}
