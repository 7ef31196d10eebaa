"""Tests rows in JSON arrays, CSV, TSV with a header, and Parquet."""

import json

import pytest

from parbleu.errors import CatalogueError, FormatError
from parbleu.testsets._catalogue_entry import PairEntry

OPTIONS = {
    "source": "a",
    "references": "b",
    "language_pair": None,
    "docid": None,
    "domain": None,
    "origlang": None,
}


@pytest.fixture
def convert(raw):
    """Converts the text of one file."""

    def convert(form, text, is_turned=False, **options):
        paths = raw.paths(text, suffix=form)
        entry = raw.entry(paths, options={**OPTIONS, **options})
        entry = entry.changed(language_pairs={"xx-yy": PairEntry(tuple(paths), is_turned=is_turned)})
        return raw.convert(form, paths, entry)

    return convert


def test_csv(convert):
    text = 'a,b,c\r\n"one, ""two""",eins,x\r\nthree,"drei\nzeilen",y\r\n'
    assert convert("csv", text) == {"src": ['one, "two"', "three"], "ref": ["eins", "drei zeilen"]}
    assert convert("csv", text, is_turned=True)["src"] == ["eins", "drei zeilen"]
    assert convert("csv", text, domain="c", where_not={"c": "x"})["src"] == ["three"]


@pytest.mark.parametrize(("quotes", "first"), [(False, '"one'), (["xx-yz"], '"one'), (["yy-xx"], "one\tb\n")])
def test_tsv_with_and_without_quotes(convert, quotes, first):
    text = 'a\tb\n"one\tb\n' if not quotes or quotes == ["xx-yz"] else 'a\tb\n"one\tb\n"\tB\n'
    found = convert("csv", text, delimiter="\t", quotes=quotes, white_space="keep")
    assert found["src"] == [first.replace("\n", " ")]


def test_byte_order_marks_are_no_part_of_a_header(convert):
    for quotes in (False, True):
        found = convert("csv", "\ufeffa,b\none,eins\n", quotes=quotes)
        assert found == {"src": ["one"], "ref": ["eins"]}
    assert convert("json", '\ufeff[{"a": "one", "b": "eins"}]')["src"] == ["one"]


def test_columns_without_a_header(convert):
    found = convert("csv", "x,y\nv,w\n", header=False, source="1", references="0")
    assert found == {"src": ["y", "w"], "ref": ["x", "v"]}


def test_json_arrays(convert):
    rows = [{"a": "one", "b": "eins"}]
    assert convert("json", json.dumps(rows)) == {"src": ["one"], "ref": ["eins"]}
    assert convert("json", json.dumps({"data": {"test": rows}}), rows="data.test")["src"] == ["one"]
    with pytest.raises(FormatError, match="row 2: half of a surrogate pair"):
        convert("json", json.dumps([*rows, {"a": "\ud800", "b": "eins"}]))


@pytest.mark.needs("pyarrow")
def test_parquet(raw, tmp_path):
    import pyarrow
    from pyarrow import parquet

    path = str(tmp_path / "x.parquet")
    parquet.write_table(pyarrow.table({"a": ["one", "two"], "b": ["eins", "zwei"]}), path)
    entry = raw.entry([path], options=OPTIONS)
    assert raw.convert("parquet", [path], entry) == {"src": ["one", "two"], "ref": ["eins", "zwei"]}
    (tmp_path / "x.parquet").write_bytes(b"no")
    with pytest.raises(FormatError, match="no Parquet"):
        raw.convert("parquet", [path], entry)


@pytest.mark.needs("pyarrow")
def test_rows_of_parquet_are_counted_through(raw, tmp_path):
    import pyarrow
    from pyarrow import parquet

    path = str(tmp_path / "x.parquet")
    before = 1 << 16  # rows of a batch
    last = {"a": [*["one"] * before, None], "b": ["eins"] * (before + 1), "c": [*[0] * before, 1]}
    parquet.write_table(pyarrow.table(last), path)
    entry = raw.entry([path], options={**OPTIONS, "where": {"c": 1}})
    with pytest.raises(FormatError, match="no source") as raised:
        raw.convert("parquet", [path], entry)
    assert raised.value.line == before + 1


@pytest.mark.parametrize(
    ("form", "text", "options", "problem"),
    [
        ("csv", "a,b\nx\n", {}, ":2: 1 cells, and 2 in the first line"),
        ("csv", 'a,b\n"x" y,z\n', {}, "; the option 'quotes' is false if"),
        ("csv", b"a,b\n\xff,z\n", {}, ": it is not UTF-8"),
        ("json", "[", {}, ": no JSON: "),
        ("json", "{}", {}, ": no array; the option 'rows' is the path of one"),
        ("json", "[1]", {}, ": row 1 is no object, {...}"),
    ],
)
def test_files_that_are_wrong(convert, form, text, options, problem):
    with pytest.raises(FormatError) as caught:
        convert(form, text, **options)
    assert problem in str(caught.value)


def test_options_that_are_wrong(convert):
    with pytest.raises(CatalogueError, match="'delimiter' is one character"):
        convert("csv", "a,b\n", delimiter="ab")
    with pytest.raises(CatalogueError, match="the option 'quotes' is unknown; there are source, "):
        convert("json", "[]", quotes=True)
