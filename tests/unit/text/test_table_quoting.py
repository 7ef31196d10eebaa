"""Tests how fields of tables are quoted, and columns in special types of Arrow."""

import csv
import gc
import io
import warnings

import pytest

import parbleu
from parbleu.errors import FormatError, InputTypeError
from parbleu.text._table_files.numbered_rows import Lines, csv_rows, tsv_rows
from parbleu.text._table_files.table_opening import open_table_file

PLAIN = "mt\tref\n" + "a line\tanother line\n" * 9000  # more than the first bytes that are looked at


def cells(path, *names):
    return [batch.cells(name) for batch in open_table_file(str(path)).batches(names) for name in names]


def test_quotes_that_come_late_are_undone(tmp_path):
    path = tmp_path / "late.tsv"
    path.write_text(PLAIN + '"He said ""yes"" to it"\tfine\n')
    assert cells(path, "mt")[0][-1] == 'He said "yes" to it'


@pytest.mark.parametrize(
    "rows",
    [
        '"Hallo" sagte er\tx\nsays ""\ty\n',  # a quoted word, and an empty quotation
        '"a ""b"" c"\tx\nd "e" f\ty\n',  # the second row shows that fields with quotes are not quoted
        'a\t"begins\nb\tx\nc\tends"\n',
        '"yes"\tno\n',
    ],
)
def test_quotes_of_the_text_stay(tmp_path, rows):
    path = tmp_path / "text.tsv"
    path.write_text("mt\tref\n" + rows)
    expected = [row.split("\t") for row in rows.splitlines()]
    assert cells(path, "mt", "ref") == [list(column) for column in zip(*expected, strict=True)]


def test_a_torn_row_does_not_change_how_others_are_read(tmp_path):
    path = tmp_path / "torn.tsv"
    path.write_text('mt\tref\n"say ""x"""\ty\noops\n')
    problems = []
    [row] = tsv_rows(Lines(str(path), problems))
    assert (row.fields["mt"], len(problems)) == ('say "x"', 1)


def test_a_quoted_header_and_line_ends_in_fields(tmp_path):
    path = tmp_path / "arrow.tsv"
    path.write_text('"mt"\t"ref"\n"plain"\t"b\tc"\n')
    assert cells(path, "mt", "ref") == [["plain"], ["b\tc"]]
    path.write_text('mt\tref\n"two\nlines"\tc\n')
    assert cells(path, "mt") == [["two\nlines"]]


@pytest.mark.parametrize(("name", "mark"), [("spark.tsv", "\t"), ("spark.csv", ",")])
def test_backslashes_of_spark(tmp_path, name, mark):
    path = tmp_path / name
    rows = ['"He said \\"yes\\", then"', '"a\\\\b \\"x"', "c\\d", '"two\nlines \\"y\\""']
    path.write_text(f"mt{mark}ref\n" + "".join(f"{row}{mark}x\n" for row in rows))
    assert cells(path, "mt") == [['He said "yes", then', 'a\\b "x', "c\\d", 'two\nlines "y"']]


@pytest.mark.parametrize("name", ["pandas.tsv", "pandas.csv"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_NONE, csv.QUOTE_MINIMAL])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_backslashes_of_the_module_csv(tmp_path, name, quoting, end):
    """What to_csv(quoting=QUOTE_NONE, escapechar="\\\\") of pandas writes, and doublequote=False."""
    rows = [['say "yes"', 'sag "ja"'], ["a\tb, c", "d\\e"], ["two\nlines", ""], ['"', "last"]]
    mark = "," if name.endswith(".csv") else "\t"
    with open(tmp_path / name, "w", newline="") as file:
        writer = csv.writer(
            file, delimiter=mark, quoting=quoting, escapechar="\\", doublequote=False, lineterminator=end
        )
        writer.writerows([["mt", "ref"], *rows])
    assert cells(tmp_path / name, "mt", "ref") == [list(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize(
    "row",
    [
        'say \\"yes\\"\t„ja“',  # quotes in one column: the system may write backslashes
        'say \\"yes\\"\tsag "ja"',
        'say \\"yes\\"\tsag \\"ja\\" \\n',
    ],
)
def test_backslashes_of_the_text_stay(tmp_path, row):
    (tmp_path / "a.tsv").write_text(f"mt\tref\n{row}\n")
    assert cells(tmp_path / "a.tsv", "mt", "ref") == [[text] for text in row.split("\t")]


def read_once(text):
    return Lines("standard input", None, "utf-8", io.BytesIO(text.encode()))


def test_a_table_that_is_read_once():
    lines = read_once(PLAIN + '"He said ""yes"""\tfine\n')
    assert [row.fields["mt"] for row in tsv_rows(lines)][-1] == 'He said "yes"'
    for row in ('"He said \\"yes\\"","\\"x\\""', 'He said \\"yes\\",\\"x\\"', '"He said ""yes""",x'):
        lines = read_once(PLAIN.replace("\t", ",") + row)
        assert [row.fields["mt"] for row in csv_rows(lines, ",")][-1] == 'He said "yes"'


def test_the_copy_of_a_table_that_is_read_once_is_closed():
    """As where a row is wrong: the error that holds the reader holds itself."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for n_rows in (0, 1):
            rows = csv_rows(read_once("mt,ref\na,b\nc,d\n"), ",")
            assert [next(rows).fields["mt"] for _ in range(n_rows)] == ["a"][:n_rows]
            cycle: list[object] = [rows]
            cycle.append(cycle)
            del rows, cycle
            gc.collect()
    assert caught == []


def test_a_header_with_a_cell_more(tmp_path):
    path = tmp_path / "more.tsv"
    path.write_text("a\tb\t# a note\n1\t2\na\tb\t# a note\n3\t4\n")
    assert [row.fields for row in tsv_rows(Lines(str(path)), spare=True)] == [
        {"a": "1", "b": "2"},
        {"a": "3", "b": "4"},
    ]
    path.write_text("a\tb\tc\n1\t2\t3\n3\t4\n")
    with pytest.raises(FormatError, match=":3: this has 2 fields"):
        list(tsv_rows(Lines(str(path)), spare=True))


HYP, REF, DOMAIN = ["a b c d", "e f g h", "a b c d"], ["a b c d", "e f g x", "a b c d"], ["n", "c", "n"]


def scores(table, reference="ref"):
    columns = parbleu.TableColumns("mt", reference)
    result = parbleu.score_table(table, columns, metrics=["bleu"], by="domain")
    return [group.comparison["BLEU"]["mt"].score for group in result.groups]


@pytest.mark.needs("pyarrow")
def test_every_type_of_arrow_is_read(tmp_path):
    pa = pytest.importorskip("pyarrow")
    right = scores({"mt": HYP, "ref": REF, "domain": DOMAIN})
    views = pa.array(HYP, pa.string_view())
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3], pa.int32()), pa.array(REF))
    domains = pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3], pa.int32()), pa.array(DOMAIN))
    coded = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), views[:2])
    for mt in (views, coded):
        table = pa.table({"mt": mt, "ref": runs, "domain": domains})
        assert scores(table) == right
        assert scores(table.slice(1)) == right[::-1]
    lists = [[text, None] for text in REF]
    for kind in (pa.list_(pa.string_view()), pa.list_view(pa.string()), pa.large_list(pa.string())):
        table = pa.table({"mt": HYP, "ref": pa.array(lists, kind), "domain": DOMAIN})
        assert scores(table) == right
    tagged = pa.ExtensionArray.from_storage(pa.opaque(pa.string(), "t", "v"), pa.array(HYP))
    assert scores(pa.table({"mt": tagged, "ref": REF, "domain": DOMAIN})) == right


@pytest.mark.needs("pandas")
def test_data_frames_whose_columns_are_no_words():
    """Such as those of read_csv(header=None), and of a pivot, whose columns have levels."""
    pandas = pytest.importorskip("pandas")
    right = scores({"mt": HYP, "ref": REF, "domain": DOMAIN})
    frame = pandas.DataFrame({0: HYP, None: REF, "ref": REF, "mt": HYP, "domain": DOMAIN})
    assert scores(frame) == right
    levels = pandas.DataFrame({("mt", "A"): HYP, ("ref", ""): REF, ("domain", ""): DOMAIN})
    columns = parbleu.TableColumns("mt.A", "ref")
    groups = parbleu.score_table(levels, columns, metrics=["bleu"], by="domain").groups
    assert [group.comparison["BLEU"]["mt.A"].score for group in groups] == right
    same = pandas.DataFrame([[*pair] for pair in zip(HYP, REF, strict=True)], columns=[1, "1"])
    with pytest.raises(InputTypeError, match="two columns of the data frame have the same name"):
        scores(same)


@pytest.mark.needs("pandas", "polars", "pyarrow")
def test_nested_cells_of_data_frames():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    nested = {"mt": HYP, "refs": [{"refA": {"ref": text}} for text in REF], "domain": DOMAIN}
    right = scores({"mt": HYP, "ref": REF, "domain": DOMAIN})
    for table in (nested, pandas.DataFrame(nested), polars.DataFrame(nested)):
        assert scores(table, "refs.refA.ref") == right
    frame = pandas.DataFrame({"mt": HYP, "ref": [[text, None] for text in REF], "domain": DOMAIN})
    frame["ref"] = frame["ref"].map(lambda items: __import__("numpy").array(items, object))
    assert scores(frame) == right


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("polars.csv", 'mt\na\n\n""\nmt\n'),
        ("pandas.tsv", 'mt\na\n""\n""\nmt\n'),
        ("by_hand.tsv", "mt\na\n\n\nmt\n"),
    ],
)
def test_empty_cells_of_a_table_of_one_column(tmp_path, name, rows):
    """polars, DuckDB and pyarrow write a missing one as a blank line; and a text may be the column's name."""
    (tmp_path / name).write_text(rows)
    assert cells(tmp_path / name, "mt") == [["a", "", "", "mt"]]


@pytest.mark.parametrize(
    ("mark", "first"), [(";", "sep=;"), (",", "sep=,"), (",", '"sep=,"'), ("\t", "sep=\t")]
)
def test_the_line_that_tells_excel_the_separator(tmp_path, mark, first):
    rows = [first, f"mt{mark}ref", f"Ja.{mark}Nein.", ""]
    (tmp_path / "a.csv").write_text("\ufeff" + "\r\n".join(rows) + "\r\n", encoding="utf-8")
    assert cells(tmp_path / "a.csv", "mt", "ref") == [["Ja."], ["Nein."]]
    (tmp_path / "a.csv").write_text(f"{first}\nmt\nJa.\n\n")  # the last one is an empty cell
    assert cells(tmp_path / "a.csv", "mt") == [["Ja.", ""]]


LISTS = {
    "pandas": ("['Der Hund.', 'Ein Hund.']", "[]", '["Er hat\'s."]'),
    "numpy": ("['Der Hund.' 'Ein Hund.']", "['Ja.']", ""),
    "duckdb": ("[Der Hund., 'Ein, Hund.']", "[Ja.]", "[Nein.]"),
    "struct": ("{'de': 'Der Hund.'}", "{'de': Ja.}", ""),
}


@pytest.mark.parametrize("kind", LISTS)
def test_lists_that_csv_holds_as_text(tmp_path, kind):
    """Scores of the text would be far too low."""
    with open(tmp_path / "a.csv", "w", newline="") as file:
        csv.writer(file).writerows([["mt", "ref"], *[["", text] for text in LISTS[kind]]])
    with pytest.raises(
        FormatError, match=r"a\.csv:2: column 'ref': these are lists or dicts as text, such as"
    ):
        parbleu.score_table(tmp_path / "a.csv", parbleu.TableColumns("mt", "ref"))


def test_brackets_of_the_text_are_no_lists(tmp_path):
    rows = "mt\tref\n[Musik]\t[Music]\n[Applaus]\t[Applause]\n[Rauschen]\t[Noise]\n"
    (tmp_path / "a.tsv").write_text(rows)
    parbleu.score_table(tmp_path / "a.tsv", parbleu.TableColumns("mt", "ref"))
    (tmp_path / "a.tsv").write_text(rows + "Ja.\tYes.\n")
    parbleu.score_table(tmp_path / "a.tsv", parbleu.TableColumns("mt", "ref"))
