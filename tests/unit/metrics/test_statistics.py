"""Statistics of pieces are those of the whole corpus, however they are kept, merged and stored."""

import json
import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extras import extra
from parbleu import BLEU, CHRF, TER, _core, scale
from parbleu.errors import (
    FormatError,
    InputShapeError,
    InputTypeError,
    NoReferenceError,
    OptionError,
    SegmentTooLongError,
)
from parbleu.metrics._base import Metric
from parbleu.metrics._statistics import Statistics
from parbleu.metrics._statistics_table import StatisticsLabel, load_statistics, save_statistics

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


METRICS = [BLEU(), CHRF(word_order=2), TER()]
ROWS = st.lists(st.tuples(TEXT, TEXT, TEXT, st.none() | TEXT), min_size=1, max_size=9)


def pieces_of(rows, cuts, count):
    """Returns pieces: the systems' output and the references; without cuts one piece."""
    edges = [0, *sorted(cut for cut in cuts if cut < len(rows)), len(rows)]
    pieces = []
    for start, end in pairwise(edges):
        *systems, one, other = [list(column) for column in zip(*rows[start:end], strict=True)]
        references = [systems[0] if count == 1 else one, other]
        pieces.append((dict(zip("ab", systems[:count], strict=False)), references))
    return pieces


def added(metrics, pieces, keeps_rows, group=()):
    statistics = Statistics(metrics, keeps_rows=keeps_rows, threads=1)
    for systems, references in pieces:
        statistics.add(systems, references, group)
    return statistics


@pytest.mark.parametrize("metric", METRICS)
@given(rows=ROWS, cuts=st.sets(st.integers(1, 8)), count=st.integers(1, 2))
def test_rows_of_pieces(metric, rows, cuts, count):
    growing = added([metric], pieces_of(rows, cuts, count), True)
    [(systems, references)] = pieces_of(rows, (), count)
    expected = list(metric.tables(systems.values(), references))
    assert growing.n_references() == metric.num_refs
    for name, wanted in zip(systems, expected, strict=True):
        table = growing.table(metric, name)
        assert growing.n_segments(name) == len(rows)
        assert (table.shape, np.asarray(table).dtype) == (wanted.shape, np.asarray(wanted).dtype)
        assert bytes(table) == bytes(wanted)


@given(
    pieces=st.lists(
        st.lists(st.tuples(st.sampled_from([0, -3, 2**15 - 1, 2**15, 0.5]), st.just(1)), min_size=1),
        min_size=2,
        max_size=4,
    )
)
def test_narrow_rows_are_the_same(pieces):
    class Given(Metric):
        """Returns the rows that are its texts."""

        def _statistics(self, hypotheses, references):
            return [json.loads(hypothesis) for hypothesis in hypotheses]

        def _score(self, row):
            return sum(row)

    metric = Given()
    wide, narrow = (
        Statistics([metric], keeps_rows=True, narrow=narrow, threads=1) for narrow in (False, True)
    )
    for piece in pieces:
        texts = [json.dumps(row) for row in piece]
        for statistics in (wide, narrow):
            statistics.add({"": texts}, [texts])
    tables = [statistics.table(metric) for statistics in (wide, narrow)]
    assert tables[0].tolist() == tables[1].tolist()
    assert wide.sum(metric) == narrow.sum(metric)
    numbers = [number for piece in pieces for row in piece for number in row]
    kinds = {type(number) for number in numbers}
    assert tables[1].format == ("d" if float in kinds else "q" if max(numbers) >= 2**15 else "h")
    merged = Statistics([metric], keeps_rows=True)
    merged.merge(narrow)
    assert bytes(merged.table(metric)) == bytes(tables[0])
    scorers = [metric.scorer_of([table]) for table in tables]
    samples = [
        scores.tolist()
        for scorer, table in zip(scorers, tables, strict=True)
        for [(scores, _)] in _core.bootstrap([(scorer, [table])], 20, 1, 0, 1)
    ]
    assert samples[0] == samples[1]
    of_rows = [_core.row_scores(*each).tolist() for each in zip(scorers, tables, strict=True)]
    assert of_rows[0] == of_rows[1]


@given(rows=ROWS, cuts=st.sets(st.integers(1, 8)), order=st.randoms(use_true_random=False))
@pytest.mark.parametrize("keeps_rows", [False, True])
def test_any_way_gives_the_same_numbers(keeps_rows, rows, cuts, order):
    """Merging in any order, through pickles or not, in groups: all sums are those of one pass."""
    metrics = [BLEU(), CHRF()]
    whole = added(metrics, pieces_of(rows, (), 2), False, ("x",))
    parts = [added(metrics, [piece], keeps_rows, ("x",)) for piece in pieces_of(rows, cuts, 2)]
    order.shuffle(parts)
    merged = Statistics(metrics, keeps_rows=keeps_rows)
    for part in parts:
        merged += pickle.loads(pickle.dumps(part)) if order.random() < 0.5 else part
    copied = pickle.loads(pickle.dumps(merged))
    assert merged.groups() == copied.groups() == [("x",)]
    for mine, its in zip(metrics, copied.metrics, strict=True):
        for name in "ab":
            expected = whole.sum(mine, name, ("x",))
            assert merged.sum(mine, name, ("x",)) == copied.sum(its, name, ("x",)) == expected
            assert np.asarray(merged.table(mine, name, ("x",))).sum(axis=0).tolist() == list(expected)
            assert merged.n_segments(name, ("x",)) == len(rows)
    assert merged.counts(("x",))[-1:] == whole.counts(("x",))[-1:] or -1 in whole.counts(("x",))
    assert parts[0].systems(("x",)) == ["a", "b"]
    assert merged.result(metrics[0], "a", ("x",)).score == whole.result(metrics[0], "a", ("x",)).score


def test_groups_have_metrics_of_their_own():
    statistics = Statistics()
    metrics = {("ja",): BLEU(tokenize="char"), ("de",): BLEU()}
    for group, metric in metrics.items():
        for _ in range(2):
            statistics.add({"a": ["ab c"], "b": ["ab"]}, [["ab c"]], group, [metric])
    for group, metric in metrics.items():
        expected = metric.corpus_score(["ab c"] * 2, [["ab c"] * 2])
        assert str(statistics.result(metric, "a", group)) == str(expected)
        assert statistics.n_segments("b", group) == 2
    with pytest.raises(InputShapeError, match="there are no hypotheses"):
        statistics.sum(metrics["de",], "a", ("ja",))


def test_what_does_not_merge():
    sums, rows = added([BLEU()], [({"": ["a"]}, [["a"]])], False), Statistics([BLEU()], keeps_rows=True)
    with pytest.raises(InputTypeError, match="rows"):
        sums += rows
    with pytest.raises(InputTypeError, match="not with 3"):
        sums += 3
    with pytest.raises(OptionError, match="TER"):
        sums += Statistics([TER()])
    with pytest.raises(OptionError, match="by 2 metrics"):
        sums += Statistics([BLEU(), TER()])
    assert sums.n_segments() == 1


def test_an_object_that_is_no_metric():
    class Length:
        def statistics(self, hypotheses, references):
            return [[len(text), 1] for text in hypotheses]

        def score(self, row):
            return row[0] / row[1]

    metric = Length()
    for keeps_rows in (False, True):
        statistics = added([metric], [({"": ["ab"]}, [["a"]]), ({"": ["c", ""]}, [["a", "b"]])], keeps_rows)
        assert statistics.sum(metric) == (3, 3)


@pytest.mark.parametrize("pieces", [["b", "a b"], ["a b", "b"]])
def test_whole_numbers_become_floats_where_others_are(pieces):
    metric = Halves()
    growing = added([metric], [({"": [piece]}, [["x"]]) for piece in pieces], True)
    table = growing.table(metric)
    assert sorted(table.tolist()) == [[1.0, 0.5], [1.0, 1.0]]
    assert table.format == "d"


@pytest.mark.parametrize("keeps_rows", [False, True])
def test_segments_are_counted_within_the_corpus(keeps_rows):
    growing = added([BLEU(), TER()], [({"": ["a", "b"]}, [["a", "b"]])], keeps_rows)
    before = growing.sum(growing.metrics[0])
    with pytest.raises(NoReferenceError) as problem:
        growing.add({"": ["a", "b"]}, [["a", None]])
    assert problem.value.segment == 3
    with pytest.raises(SegmentTooLongError, match="segment 3 "):
        growing.add({"": ["a", "b " * (2**20 + 1)]}, [["a", "b"]])
    assert (growing.sum(growing.metrics[0]), growing.n_segments()) == (before, 2)


def test_nothing():
    for metric in (BLEU(), Halves()):
        assert list(metric.tables([], [["a"]])) == []
        with pytest.raises(InputShapeError, match="there are no hypotheses"):
            Statistics([metric], keeps_rows=True).table(metric)


def test_rows_without_statistics():
    """chrF of no orders scores 0, also of several systems."""
    metric = CHRF(char_order=0)
    pieces = [({"one": ["a b", "c"], "other": ["a", "c d"]}, [["a", "c"]])] * 2
    statistics = pickle.loads(pickle.dumps(added([metric], pieces, True)))
    tables = [np.asarray(statistics.table(statistics.metrics[0], name)) for name in statistics.systems()]
    assert [(table.shape, table.dtype) for table in tables] == [((4, 0), np.int64)] * 2


@pytest.mark.long
@given(rows=ROWS, cuts=st.sets(st.integers(1, 8)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("keeps_rows", [False, True])
def test_files(tmp_path, keeps_rows, rows, cuts):
    """What a file of Parquet holds is what was saved: groups, systems, metrics, numbers and the note."""
    extra("pyarrow")
    metrics = METRICS
    statistics = Statistics(metrics, keeps_rows=keeps_rows, threads=1)
    for number, (systems, references) in enumerate(pieces_of(rows, cuts, 2)):
        statistics.add(systems, references, (number % 2, "x") if cuts else ())
    statistics.note = {"inputs": {"ref": "abc"}, "names": ["one", "two", "three"]}
    path = str(tmp_path / "statistics.parquet")
    save_statistics(statistics, path)
    loaded = load_statistics(path)
    save_statistics(loaded, path)
    again = load_statistics(path)
    assert loaded.note == again.note
    assert {name: loaded.note[name] for name in statistics.note} == statistics.note
    for other in (loaded, again):
        assert (other.groups(), other.keeps_rows) == (statistics.groups(), keeps_rows)
        for group in statistics.groups():
            assert other.n_references(group) == statistics.n_references(group)
            assert other.systems(group) == ["a", "b"]
            for mine, its in zip(metrics, other.metrics, strict=True):
                for name in "ab":
                    assert other.n_segments(name, group) == statistics.n_segments(name, group)
                    table = other.table(its, name, group)
                    assert table.tolist() == statistics.table(mine, name, group).tolist()


def test_a_file_of_an_earlier_version(tmp_path):
    """Numbers of references were those of each row."""
    pa = extra("pyarrow")
    metric = BLEU()
    [view] = metric.tables([["a b", "c"]], [["a b", "d"], ["a", None]])
    flat = pa.array(np.asarray(view).reshape(-1))
    columns = {"BLEU():sys": pa.FixedSizeListArray.from_arrays(flat, 10), "n_references": pa.array([2, 1])}
    label = StatisticsLabel.of(metric, ())
    of_metric = {"name": "bleu", "metric": "BLEU", "options": metric.options, "signature": label.signature}
    note = {"shard": "1/1", "n_segments": 2, "systems": ["sys"], "files": [], "inputs": {}}
    note["metrics"] = [of_metric]
    table = pa.table(columns).replace_schema_metadata({b"parbleu.shard": json.dumps(note).encode()})
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "old.parquet")
    loaded = load_statistics(str(tmp_path / "old.parquet"))
    assert loaded.table(loaded.metrics[0], "sys").tolist() == np.asarray(view).tolist()
    assert (loaded.n_references(), loaded.note["names"], loaded.note["shard"]) == (-1, ["bleu"], "1/1")
    assert str(loaded.result(loaded.metrics[0], "sys")) == str(
        metric.corpus_score(["a b", "c"], [["a b", "d"], ["a", None]])
    )


@pytest.mark.parametrize(
    ("forge", "problem"),
    [
        (lambda rows: rows * -1, "-[0-9]+ is no count"),
        (lambda rows: rows + 2**61, "no text gives statistics from"),
        (lambda rows: rows[:, :8], "10 statistics by BLEU(.*), not 8"),
        (lambda rows: rows.astype(np.float64) * np.nan, "no text gives statistics from nan to nan"),
    ],
    ids=["negative", "huge", "narrow", "nan"],
)
def test_forged_counts_are_refused(tmp_path, forge, problem):
    """Negative matches of negative lengths would be a BLEU of 100."""
    pa = extra("pyarrow")
    metric = BLEU()
    [view] = metric.tables([["a b c d e", "c"]], [["a b c d e", "d"]])
    rows = forge(np.asarray(view))
    label = StatisticsLabel.of(metric, ["sys"])
    lists = pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])
    counts = pa.array([1, 1], pa.int32())
    table = pa.table({"statistics": lists, "n_references": counts})
    batch = table.replace_schema_metadata(label.added_to(table.schema).metadata)
    for read in (scale.scores_of_sums, scale.finish):
        with pytest.raises(InputTypeError, match=problem):
            read(batch)
    note = {"systems": ["sys"], "metrics": [{"name": "bleu", **label.of_metric()}]}
    table = pa.table({"BLEU():sys": lists, "n_references": counts})
    path = str(tmp_path / "forged.parquet")
    pytest.importorskip("pyarrow.parquet").write_table(
        table.replace_schema_metadata({b"parbleu.shard": json.dumps(note).encode()}), path
    )
    with pytest.raises(FormatError, match=f"forged.parquet: its statistics are damaged: .*({problem})"):
        load_statistics(path)


def test_a_column_that_is_missing_is_named(tmp_path):
    pa = extra("pyarrow")
    label = StatisticsLabel.of(BLEU(), ["sys"])
    note = {"systems": ["sys"], "metrics": [{"name": "bleu", **label.of_metric()}]}
    path = str(tmp_path / "empty.parquet")
    table = pa.table({"n_references": pa.array([1], pa.int32())})
    write = pytest.importorskip("pyarrow.parquet").write_table
    write(table.replace_schema_metadata({b"parbleu.shard": json.dumps(note).encode()}), path)
    with pytest.raises(FormatError, match=r"there is no column 'BLEU\(\):sys'"):
        load_statistics(path)
    for text in (b"\xff", b"[" * 1000, b"{}"):
        write(table.replace_schema_metadata({b"parbleu.shard": text}), path)
        with pytest.raises(FormatError, match="what it tells of its statistics is damaged"):
            load_statistics(path)
