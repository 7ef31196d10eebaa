"""Tests that no number depends on the container that holds the text."""

import gzip
import io

import numpy as np
import pytest

from extras import extra
from own_process import printed
from parbleu import CHRF
from parbleu.errors import InputShapeError, InputTypeError, UndecodableLineError, UnreadableFileError
from parbleu.metrics import METRICS
from parbleu.text import as_segments

pd, pl, pa = extra("pandas"), extra("polars"), extra("pyarrow")

TEXTS = [
    "plain",
    "",
    None,
    "Grüße",
    "zażółć gęślą jaźń",
    "日本語の文",
    "\U0001f600 x",
    "more than twelve bytes",
    "x" * 12,
]


def lists(segments):
    return [segments[index] for index in range(len(segments))]


CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "generator": lambda texts: (text for text in texts),
    "numpy-object": lambda texts: np.array(texts, dtype=object),
    "pandas": pd.Series,
    "pandas-object": lambda texts: pd.Series(texts, dtype=object),
    "pandas-string": lambda texts: pd.Series(texts, dtype="string"),
    "pandas-python": lambda texts: pd.Series(texts, dtype=pd.StringDtype("python")),
    "pandas-arrow": lambda texts: pd.Series(texts, dtype=pd.ArrowDtype(pa.string())),
    "pandas-category": lambda texts: pd.Series(texts, dtype="category"),
    "pandas-array": lambda texts: pd.Series(texts).array,
    "pandas-reindexed": lambda texts: pd.Series(texts, index=range(100, 100 + len(texts))),
    "polars": pl.Series,
    "polars-categorical": lambda texts: pl.Series(texts, dtype=pl.Categorical),
    "polars-sliced": lambda texts: pl.Series(["x", *texts, "y"])[1:-1],
    "polars-chunks": lambda texts: pl.concat([pl.Series(texts[:3]), pl.Series(texts[3:])], rechunk=False),
    "arrow": pa.array,
    "arrow-large": lambda texts: pa.array(texts, pa.large_string()),
    "arrow-view": lambda texts: pa.array(texts, pa.string_view()),
    "arrow-dictionary": lambda texts: pa.array(texts).dictionary_encode(),
    "arrow-sliced": lambda texts: pa.array(["x", *texts, "y"]).slice(1, len(texts)),
    "arrow-sliced-dictionary": lambda texts: (
        pa.array(["x", *texts, *texts]).dictionary_encode().slice(1, len(texts))
    ),
    "arrow-chunks": lambda texts: pa.chunked_array([texts[:4], [], texts[4:]], pa.string()),
}


@pytest.fixture(params=CONTAINERS)
def container(request):
    return CONTAINERS[request.param]


def test_same_segments(container):
    segments = as_segments(container(TEXTS))
    assert lists(segments) == TEXTS
    assert segments.missing == 1


def test_no_segments(container):
    assert lists(as_segments(container([]))) == []


def test_segments_outlive_their_container(container):
    segments = as_segments(container([f"Grüße {number}" for number in range(100)]))
    assert lists(segments)[99] == "Grüße 99"


@pytest.mark.long
@pytest.mark.parametrize("name", METRICS)
def test_same_scores(container, name, corpus):
    metric = METRICS[name]()
    expected = metric.corpus_score(corpus.hypotheses, corpus.references)
    result = metric.corpus_score(container(corpus.hypotheses), [container(s) for s in corpus.references])
    assert (str(result), result.score) == (str(expected), expected.score)


def test_a_numpy_string_array():
    assert lists(as_segments(np.array(["a", "Grüße", ""]))) == ["a", "Grüße", ""]


def test_streams_in_an_array_or_a_frame_s_columns():
    metric = METRICS["CHRF"]()
    expected = str(metric.corpus_score(["a b", "c"], [["a c", "c"], ["a", "b"]]))
    table = np.array([["a c", "c"], ["a", "b"]])
    assert str(metric.corpus_score(["a b", "c"], table)) == expected
    with pytest.raises(InputTypeError, match="table"):
        metric.corpus_score(["a b", "c"], pd.DataFrame(table.T))
    with pytest.raises(InputTypeError, match=r"pass \[references\]|single stream"):
        metric.corpus_score(["a b", "c"], pd.Series(["a c", "c"]))


def test_every_kind_of_missing():
    missing = [None, float("nan"), np.float64("nan"), np.float32("nan"), pd.NA, pd.NaT]
    assert lists(as_segments(["a", *missing])) == ["a", *[None] * len(missing)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([1], "segment 0 .* is an int"),
        (["a", b"b"], "segment 1 .* is a bytes"),
        (["a", ["b"]], "segment 1 .* is a list"),
        (np.array([[1, 2]]), "shape"),
        (np.array([1.5]), "segment 0 .* is a float"),
        (pd.Series([1, 2]), "segment 0 .* is an int"),
        (pl.Series([1, 2]), "not a column of strings"),
        (pa.array([1, 2]), "not a column of strings"),
        (pa.array([1, 2]), "it is one of int64"),
        (pl.Series([b"x"]), "it is one of Binary"),
        (pd.DataFrame({"a": ["x"]}), "a DataFrame, a table; pass one of its columns"),
        (pa.table({"a": ["x"]}), "a table; pass one of its columns"),
        (pl.DataFrame({"a": ["x"]}), "a table; pass one of its columns"),
        ("abc", "one string"),
        (b"abc", "one string"),
        ({"a", "b"}, "no order"),
        ({"a": 1}, "no order"),
        (5, "no order"),
        (None, "no order"),
    ],
)
def test_what_is_no_stream_of_text(data, message):
    with pytest.raises((InputTypeError, InputShapeError), match=message) as caught:
        as_segments(data, "hypotheses")
    assert str(caught.value).startswith("hypotheses")


def test_no_data_library_is_imported():

    code = "import sys, parbleu; parbleu.text.as_segments(['a']); print(*sys.modules)"
    assert not {"numpy", "pandas", "polars", "pyarrow"} & set(printed(code).split())


def test_a_file(tmp_path):
    data = "a \r\n b\x85\nzażółć\u2028x\n\nlast".encode()
    expected = ["a", " b", "zażółć\u2028x", "", "last"]
    (tmp_path / "x.txt").write_bytes(data)
    (tmp_path / "x.txt.gz").write_bytes(gzip.compress(data))
    assert lists(as_segments(tmp_path / "x.txt")) == expected
    assert lists(as_segments(tmp_path / "x.txt.gz")) == expected


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(UnreadableFileError, match="No such file"):
        as_segments(tmp_path / "missing")
    with pytest.raises(UnreadableFileError, match="irectory"):
        as_segments(tmp_path)
    (tmp_path / "x.gz").write_bytes(b"\x9f\x8bthis is no gzip")
    with pytest.raises(UnreadableFileError, match=r"x\.gz"):
        as_segments(tmp_path / "x.gz")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"line\n" * 1000)[:-12])
    with pytest.raises(UnreadableFileError, match=r"cut\.gz"):
        as_segments(tmp_path / "cut.gz")
    (tmp_path / "latin").write_bytes(b"good\nb\xe9d\n")
    with pytest.raises(UndecodableLineError, match=r"latin:2: byte 0xe9 at column 2"):
        as_segments(tmp_path / "latin")


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\rb\r\nc \n")))
    assert lists(as_segments("-")) == ["a", "b", "c"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a b\nc d\n")))
    assert CHRF().corpus_score(["a b", "c d"], ["-"]).score == 100
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UnreadableFileError, match="standard input is closed"):
        as_segments("-")
