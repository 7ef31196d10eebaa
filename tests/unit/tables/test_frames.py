"""Tables as data frames: types that can be missing, also without rows."""

import sys

import pytest

from extras import extra
from parbleu.errors import MissingDependencyError, TableError
from parbleu.tables import Column, Result, Table

pandas, polars, pyarrow = extra("pandas"), extra("polars"), extra("pyarrow")

COLUMNS = [Column("name"), Column("n", kind=int), Column("x", kind=float), Column("ok", kind=bool)]
ROWS = [("a", 1, 0.1, True), ("\udcff日", None, None, None), (None, 2**62 + 1, 2.0, False)]


class Found(Result):
    def tables(self):
        return Table("rows", COLUMNS, ROWS), Table("none", COLUMNS, [])


NAMES = ["a", r"\udcff日", None]


@pytest.mark.parametrize("table", [None, "rows", "none"])
def test_pandas(table):
    frame = Found().to_pandas(table)
    assert list(frame.columns) == ["name", "n", "x", "ok"]
    assert [str(kind) for kind in frame.dtypes] == ["string", "Int64", "Float64", "boolean"]
    assert len(frame) == (0 if table == "none" else 3)
    if table is None:
        assert frame["n"].tolist() == [1, pandas.NA, 2**62 + 1]
        assert frame["name"].isna().tolist() == [False, False, True]
        assert frame["name"].dropna().tolist() == NAMES[:2]


@pytest.mark.parametrize("table", [None, "rows", "none"])
def test_polars(table):
    frame = Found().to_polars(table)
    assert frame.schema == {
        "name": polars.String,
        "n": polars.Int64,
        "x": polars.Float64,
        "ok": polars.Boolean,
    }
    expected = [(name, *row[1:]) for name, row in zip(NAMES, ROWS, strict=True)]
    assert frame.rows() == ([] if table == "none" else expected)


@pytest.mark.parametrize("table", [None, "rows", "none"])
def test_arrow(table):
    found = Found().to_arrow(table)
    assert found.schema.types == [pyarrow.string(), pyarrow.int64(), pyarrow.float64(), pyarrow.bool_()]
    expected = [(name, *row[1:]) for name, row in zip(NAMES, ROWS, strict=True)]
    rows = [tuple(row.values()) for row in found.to_pylist()]
    assert rows == ([] if table == "none" else expected)


@pytest.mark.parametrize("package", ["pandas", "polars", "arrow"])
def test_what_is_missing(package, monkeypatch):
    with pytest.raises(TableError, match="Found has no table 'pairs'; it has rows, none"):
        getattr(Found(), f"to_{package}")("pairs")
    monkeypatch.setitem(sys.modules, "pyarrow" if package == "arrow" else package, None)
    with pytest.raises(MissingDependencyError, match=f"pip install (py)?{package}"):
        getattr(Found(), f"to_{package}")()
