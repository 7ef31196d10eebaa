"""Tests how score files are read: white space, numbers, missing scores, line ends."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu import _core
from parbleu.errors import FormatError, InputTypeError, UnreadableFileError
from parbleu.evalset import EvalSet, SetTexts, write_evalset
from parbleu.evalset._score_files import read_scores, write_scores
from parbleu.evalset._score_matrix import Scores


def slowly(text, with_domain=False):
    """What a plain reader makes of a file."""
    rows = [line.split() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if rows[-1] == []:
        rows.pop()
    assert all(len(row) == 2 + with_domain for row in rows)
    return [(*row[:-1], math.nan if row[-1] == "None" else float(row[-1])) for row in rows]


def read(text, with_domain=False):
    systems, system_of, scores, domains, domain_of, *_ = _core.read_score_lines(
        text.encode(), with_domain, math.inf
    )
    if len(scores) and not len(system_of):
        system_of = [place for place in range(len(systems)) for _ in range(len(scores) // len(systems))]
    names = [systems[place] for place in system_of]
    if with_domain:
        return list(zip([domains[place] for place in domain_of], names, scores, strict=True))
    return list(zip(names, scores, strict=True))


def same(ours, theirs):
    return repr(ours) == repr(theirs)


def is_finite(text):
    return math.isfinite(float(text))


NUMBERS = st.one_of(
    st.floats(allow_infinity=False).map(repr),
    st.integers(-(10**25), 10**25).map(str),
    st.from_regex(r"\A[+-]?[0-9]{1,25}(\.[0-9]{0,25})?([eE][+-]?[0-9]{1,3})?\Z").filter(is_finite),
    st.sampled_from(["None", "nan", "+1", ".5", "5.", "1e-400"]),
)
SPACES = st.text(
    st.sampled_from(" \t\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2003\u2028\u3000"), min_size=1, max_size=3
)
NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"]).filter(lambda char: not char.isspace()),
    min_size=1,
    max_size=5,
)


@given(
    st.lists(st.tuples(st.sampled_from("abc") | NAMES, SPACES, NUMBERS, SPACES | st.just("")), max_size=12),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_as_python_reads_them(rows, end, closed):
    text = end.join(f"{name}{space}{number}{rest}" for name, space, number, rest in rows)
    if rows and closed:
        text += end
    assert same(read(text), slowly(text) if text else [])


MIDDLE = ["4503599627370496.5", "4503599627370497.5", "2251799813685248.25", "2251799813685248.75"]
DECIMALS = st.one_of(
    st.from_regex(r"\A-?[0-9]{0,9}\.[0-9]{1,18}\Z"),
    st.floats(-1e6, 1e6).map(repr),
    st.sampled_from([*MIDDLE, "9007199254740993", "9999999999999999999", "0.0", "-0.0", "1e5"]),
)


@given(st.lists(DECIMALS, min_size=1))
def test_numbers_far_from_the_end(numbers):
    """Lines with 64 bytes behind them are read eight bytes at a time."""
    text = "".join(f"A\t{number}\n" for number in numbers) + f"A 1{64 * ' '}\n"
    assert same(read(text), slowly(text))


@pytest.mark.parametrize("threads", [1, 3])
def test_all_files_are_read_by_any_number_of_threads(tmp_path, threads):
    write_evalset(
        tmp_path,
        "made",
        "en-de",
        SetTexts(["a", "b"], {"refA": ["a", "b"]}, {"A": ["a", "b"], "B": ["a", "b"]}),
        human={"mqm": {"A": [1.0, 2.0], "B": [3.0, None]}},
    )
    (folder := tmp_path / "made" / "metric-scores" / "en-de").mkdir(parents=True)
    for number in range(5):
        lines = [f"{system} {number}.{item}" for system in "AB" for item in range(2)]
        (folder / f"m{number}-refA.seg.score").write_text("\n".join(lines))
    evalset = EvalSet("made", "en-de", tmp_path)
    evalset.read_all(threads=threads)
    np.testing.assert_array_equal(evalset.scores("segment", "m3-refA").table, [[3.0, 3.1], [3.0, 3.1]])
    for number in (4, 2):
        (folder / f"m{number}-refA.seg.score").write_text("A 1\nA 2\nB 1\nB x\n")
    with pytest.raises(FormatError, match=r"m2-refA.seg.score:4: 'x' is no number"):
        EvalSet("made", "en-de", tmp_path).read_all(threads=threads)


def test_domains():
    text = "news A 1\ntalks\tA  2\nnews B None\n"
    assert same(read(text, True), slowly(text, True))


NO_NUMBERS = ["1_000", "٣", "１", "inf", "-inf", "INFINITY", "1e999", "-1e400", "1e1_0", "0x10"]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("A 1\nB\n", 2, "this one has 1 field"),
        ("A 1\n\nB 2\n", 2, "this one has 0 fields"),
        ("A 1 2 3 4\n", 1, "this one has 5 fields"),
        ("A 1\nA none\n", 2, "'none' is no number"),
        ("A 1\rA 0x1p3\r", 2, "'0x1p3' is no number"),
        ("A nan(1)\n", 1, r"is no number; a missing score is None$"),
        ("system score\nA 1\n", 1, "'score' is no number; .* neither names of columns nor other columns"),
        ("system\tid\tscore\nA\t1\t2\n", 1, "this one has 3 fields; .* neither names of columns"),
        (
            "A,1\nB,2\n",
            1,
            "this one has 1 field; its fields have a TAB or blanks between them, and no commas$",
        ),
        ("system,id,score\nA,1,2\n", 1, "and no commas; .* neither names of columns nor other columns"),
        ("A 1\nB 1__0\n", 2, "is no number"),
        *((f"A 1\nA {text}\n", 2, "is no number") for text in NO_NUMBERS),
        ("A 1\nA 1e308\n", 2, "1e.308 is too large for a score"),
        ("A 1\nA -1e151\n", 2, "-1e.151 is too large for a score"),
    ],
)
def test_bad_lines_are_named(tmp_path, text, line, problem):
    (path := tmp_path / "x.score").write_text(text, newline="")
    with pytest.raises(FormatError, match=problem) as caught:
        read_scores(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_a_name_that_is_no_utf8(tmp_path):
    (path := tmp_path / "x.score").write_bytes(b"A 1\nB\xff 2\n")
    with pytest.raises(FormatError, match=r"x.score:2: .*UTF-8"):
        read_scores(path)
    path.write_bytes(b"A 1\nA \xff\n")
    with pytest.raises(FormatError, match=r"x.score:2: .*UTF-8"):
        read_scores(path)


def test_no_file(tmp_path):
    with pytest.raises(UnreadableFileError):
        read_scores(tmp_path / "x.score")


def test_order_of_lines_within_a_system_counts(tmp_path):
    (path := tmp_path / "x.score").write_text("A 1\nB 10\nB 20\nA 2\nA 3\nB None\n")
    scores = read_scores(path)
    assert scores.systems == ("A", "B")
    np.testing.assert_array_equal(scores.table, [[1, 2, 3], [10, 20, np.nan]])
    assert scores.to_lists() == {"A": [1.0, 2.0, 3.0], "B": [10.0, 20.0, None]}


def test_systems_must_have_as_many_scores(tmp_path):
    (path := tmp_path / "x.score").write_text("A 1\nB 1\nB 2\nC 1\n")
    with pytest.raises(FormatError, match=r"x.score:3: B has 2 scores, but others have 1"):
        read_scores(path)


def test_an_empty_file_has_no_systems(tmp_path):
    (path := tmp_path / "x.score").write_text("")
    assert len(read_scores(path)) == 0


def test_none_is_refused_where_scores_must_be_complete(tmp_path):
    (path := tmp_path / "x.score").write_text("A 1\nA None\n")
    with pytest.raises(FormatError, match=r"x.score:2: a metric must have a score"):
        read_scores(path, complete=True)


def test_domains_have_their_columns(tmp_path):
    (path := tmp_path / "x.score").write_text("talks A 1\nnews A 2\ntalks B 3\n")
    np.testing.assert_array_equal(read_scores(path, ["news", "talks"]).table, [[2, 1], [np.nan, 3]])
    with pytest.raises(FormatError, match=r"x.score:1: there is no domain 'talks'; there are news"):
        read_scores(path, ["news"])
    path.write_text("news A 1\nnews B 1\nnews A 1\n")
    with pytest.raises(FormatError, match=r"x.score:3: this domain has a score of this system already"):
        read_scores(path, ["news"])


@pytest.mark.parametrize("score", [float("inf"), -float("inf"), 1e300])
def test_a_score_that_no_reader_takes_is_not_written(tmp_path, score):
    path = tmp_path / "m.sys.score"
    with pytest.raises(InputTypeError, match="a score of a is"):
        write_scores(str(path), Scores(["a", "b"], np.array([[score], [1.0]])))
    assert not path.exists()
