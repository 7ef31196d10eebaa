"""Tables of statistics that grow piece by piece are those of the whole corpus."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu import BLEU, CHRF, TER
from parbleu.errors import InputShapeError, NoReferenceError, SegmentTooLongError
from parbleu.metrics.base import Metric
from parbleu.metrics.table_accumulator import TableAccumulator

TEXT = st.text("ab .", max_size=12)


class Halves(Metric):
    """Counts words, in halves if one of them is `a`."""

    def _statistics(self, hypotheses, references):
        rows = [[len(hypothesis.split()), 1] for hypothesis in hypotheses]
        if any("a" in hypothesis.split() for hypothesis in hypotheses):
            return [[words / 2, count / 2] for words, count in rows]
        return rows

    def _score(self, row):
        return row[0]


@pytest.mark.parametrize("metric", [BLEU(), CHRF(word_order=2), TER()])
@given(
    rows=st.lists(st.tuples(TEXT, TEXT, TEXT, st.none() | TEXT), min_size=1, max_size=9),
    cuts=st.sets(st.integers(1, 8)),
    count=st.integers(1, 2),
)
def test_pieces(metric, rows, cuts, count):
    growing = TableAccumulator(metric, metric.engine, 1)
    columns = [list(column) for column in zip(*rows, strict=True)]
    edges = [0, *sorted(cut for cut in cuts if cut < len(rows)), len(rows)]
    for start, end in pairwise(edges):
        *systems, one, other = [column[start:end] for column in columns]
        growing.add(systems[:count], [systems[0] if count == 1 else one, other])
    *systems, one, other = columns
    references = [systems[0] if count == 1 else one, other]
    expected = list(metric.tables(systems[:count], references))
    assert growing.segments == len(rows)
    assert growing.num_refs == metric.num_refs
    for found, wanted in zip(growing.tables(), expected, strict=True):
        assert (found.shape, np.asarray(found).dtype) == (wanted.shape, np.asarray(wanted).dtype)
        assert bytes(found) == bytes(wanted)


@pytest.mark.parametrize("pieces", [["b", "a b"], ["a b", "b"]])
def test_whole_numbers_become_floats_where_others_are(pieces):
    metric = Halves()
    growing = TableAccumulator(metric, metric.engine, 1)
    for piece in pieces:
        growing.add([[piece]], [["x"]])
    [table] = growing.tables()
    assert sorted(table.tolist()) == [[1.0, 0.5], [1.0, 1.0]]
    assert table.format == "d"


def test_segments_are_counted_within_the_corpus():
    growing = TableAccumulator(BLEU(), BLEU().engine, 1)
    growing.add([["a", "b"]], [["a", "b"]])
    with pytest.raises(NoReferenceError) as problem:
        growing.add([["a", "b"]], [["a", None]])
    assert problem.value.segment == 3
    growing = TableAccumulator(TER(), TER().engine, 1)
    growing.add([["a", "b"]], [["a", "b"]])
    with pytest.raises(SegmentTooLongError, match="segment 3 "):
        growing.add([["a", "b " * (2**20 + 1)]], [["a", "b"]])


def test_nothing():
    for metric in (BLEU(), Halves()):
        assert list(metric.tables([], [["a"]])) == []
    with pytest.raises(InputShapeError, match="there are no hypotheses"):
        TableAccumulator(BLEU(), BLEU().engine, 1).tables()


def test_rows_without_statistics():
    """chrF of no orders scores 0, also of several systems."""
    metric = CHRF(char_order=0)
    accumulator = TableAccumulator(metric, metric.engine, 2)
    for _ in range(2):
        accumulator.add([["a b", "c"], ["a", "c d"]], [["a", "c"]])
    tables = [np.asarray(table) for table in accumulator.tables()]
    assert [(table.shape, table.dtype) for table in tables] == [((4, 0), np.int64)] * 2
