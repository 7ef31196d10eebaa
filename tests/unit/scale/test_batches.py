"""Tests `parbleu.scale`: any partitioning gives the same numbers, or an error that names the row."""

import pickle
import random
import sys
import tracemalloc
from itertools import pairwise
from math import isnan
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parbleu
from extras import extra
from parbleu.errors import FormatError, InputShapeError, InputTypeError, NoSegmentsError, OptionError
from parbleu.nbest import NbestList, decode
from parbleu.scale import _batch_scores, decode_batches, finish, reduce_batches, score_batches, scores_of_sums
from parbleu.scale._batch_scores import metric_of
from parbleu.scale._partitions import Actor, Decoding, Work, row_groups

pa = extra("pyarrow")

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "tree", "house", "größer", "我们", ",", "."]
METRICS = ["bleu", "chrf++", "ter"]


def corpus(count, seed=1):
    draw = random.Random(seed)
    rows = []
    for place in range(count):
        tokens = draw.choices(WORDS, k=draw.randint(0, 14))
        row = {"id": place, "domain": draw.choice(["news", "chat", None]), "ref": " ".join(tokens)}
        for system, share in (("a", 0.2), ("b", 0.3)):
            row[system] = " ".join(draw.choice(WORDS) if draw.random() < share else token for token in tokens)
        rows.append(row)
    return rows


ROWS = corpus(83)
TABLE = pa.Table.from_pylist(ROWS)


def shards(table, cuts, order):
    """Splits a table at the cuts, which may be equal, and reorders the parts."""
    bounds = [0, *sorted(cuts), table.num_rows]
    parts = [table.slice(a, b - a) for a, b in pairwise(bounds)]
    random.Random(order).shuffle(parts)
    return [
        batch
        for part in parts
        for batch in (part.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], part.schema)])
    ]


CUTS = st.lists(st.integers(0, len(ROWS)), max_size=12)


def counted(batches, metric, **options):
    return list(score_batches(batches, metric, emit="statistics", threads=1, **options))


KEYS = {
    "text": (pa.string(), ["x", "y", "größer", "", None]),
    "dictionary": (pa.dictionary(pa.int32(), pa.string()), ["x", "y", None]),
    "number": (pa.float64(), [0.5, -1.0, None]),
}


@settings(max_examples=20)
@given(
    cuts=CUTS,
    names=st.permutations([*KEYS]).flatmap(lambda names: st.sampled_from([names, names[:2], names[:1]])),
    pending=st.sampled_from([0, 5, 1000]),
    seed=st.integers(0, 9),
)
def test_sums_of_groups_are_those_that_rows_add_up_to(cuts, names, pending, seed):
    draw = random.Random(seed)
    table = pa.Table.from_batches(counted(TABLE, "bleu", hypothesis=["a", "b"]))
    for name in names:
        kind, values = KEYS[name]
        table = table.append_column(name, pa.array(draw.choices(values, k=len(ROWS)), kind))
    wanted = {}
    for row in table.to_pylist():
        sums = wanted.setdefault(tuple(row[name] for name in names), [0, [0] * 10, [0] * 10])
        sums[0] += 1
        for place, system in enumerate("ab", 1):
            sums[place] = [
                one + other for one, other in zip(sums[place], row[f"statistics:{system}"], strict=True)
            ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parbleu.scale._batch_sums.MOST_PENDING", pending)
        found = reduce_batches(shards(table, cuts, 2), names).to_pylist()
    assert len(found) == len(wanted)
    for row in found:
        numbers = [row["n_segments"], row["statistics:a"], row["statistics:b"]]
        assert numbers == wanted[tuple(row[name] for name in names)]


@pytest.mark.parametrize("metric", METRICS)
def test_scores_are_those_of_segments_and_columns_are_kept(metric):
    scored = pa.Table.from_batches(score_batches(TABLE, metric, hypothesis="a", emit="both"))
    assert scored.select(TABLE.column_names).equals(TABLE)
    scorer = metric_of(metric)
    streams = TABLE["a"], [TABLE["ref"]]
    assert scored["score"].to_pylist() == scorer.for_sentences().segment_scores(*streams).tolist()
    assert scored["statistics"].to_pylist() == scorer.statistics(*streams).tolist()
    assert str(scored["statistics"].type).startswith("fixed_size_list<item: ")
    assert scored["statistics"].type.value_type == (pa.float64() if metric == "ter" else pa.int64())
    alone = pa.Table.from_batches(score_batches(TABLE, metric, hypothesis="a"))
    assert alone.equals(scored.select([*TABLE.column_names, "score"]))


@pytest.mark.long
@given(cuts=CUTS, order=st.integers(0, 9), metric=st.sampled_from(METRICS))
@settings(max_examples=40, deadline=None)
def test_any_partitioning_gives_the_score_of_one_process(cuts, order, metric):
    batches = counted(shards(TABLE, cuts, order), metric, hypothesis="a")
    whole = metric_of(metric).corpus_score(TABLE["a"], [TABLE["ref"]])
    assert scores_of_sums(batches).to_dict() == whole.to_dict()
    groups = scores_of_sums([reduce_batches(batch, "domain") for batch in batches], "domain")
    for domain, score in groups.items():
        rows = [row for row in ROWS if row["domain"] == domain]
        alone = metric_of(metric).corpus_score([row["a"] for row in rows], [[row["ref"] for row in rows]])
        assert score.to_dict() == alone.to_dict()
    assert set(groups) == {"news", "chat", None}


@given(cuts=CUTS, order=st.integers(0, 9), metric=st.sampled_from(METRICS))
@settings(max_examples=15, deadline=None)
def test_any_partitioning_gives_the_p_values_of_one_process(cuts, order, metric):
    resampling = parbleu.Resampling("bootstrap", 40, seed=7, threads=1)
    wanted = parbleu.score_table(
        ROWS, parbleu.TableColumns(["a", "b"], "ref"), [metric], by="domain", resampling=resampling
    )
    batches = counted(shards(TABLE, cuts, order), metric, hypothesis=["a", "b"])
    assert finish(batches, by="domain", segment_id="id", resampling=resampling) == wanted


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_systems_in_rows_are_tested_as_those_in_columns(test):
    long = [
        {"id": row["id"], "ref": row["ref"], "system": system, "mt": row[system]}
        for row in ROWS
        for system in ("b", "a")
    ]
    random.Random(2).shuffle(long)
    resampling = parbleu.Resampling(test, 60, seed=3, intervals=True)
    columns = parbleu.TableColumns(["a", "b"], "ref")
    # Counts have no texts that could be warned of.
    wanted = parbleu.score_table(ROWS, columns, parbleu.BLEU(force=True), resampling=resampling)
    batches = counted(shards(pa.Table.from_pylist(long), [20, 20, 90], 1), "bleu")
    assert finish(batches, system="system", segment_id="id", resampling=resampling) == wanted


def test_no_string_of_python_is_made():
    lines = ["word " * 400] * 2000  # 4 MB in each column
    table = pa.table({"mt": lines, "ref": lines, "more": [[line] for line in lines]})
    next(score_batches(table.slice(0, 1), "chrf"))
    for references in ("ref", ["ref", "more"]):
        tracemalloc.start()
        for emit in ("both", "scores"):
            list(score_batches(table, "chrf", references=references, emit=emit))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 1_500_000


def test_lists_of_references_are_streams():
    table = pa.table(
        {
            "mt": ["a b c", "d e f", "g"],
            "refs": [["a b", "a b c d"], [None, "d e"], ["g"]],
        }
    )
    for columns in (
        table,
        pa.table({"mt": table["mt"], "refs": table["refs"].cast(pa.large_list(pa.large_string()))}),
    ):
        found = scores_of_sums(counted(columns.slice(1), "chrf", references="refs"))
        wanted = parbleu.CHRF().corpus_score(["d e f", "g"], [[None, "g"], ["d e", None]])
        assert found.to_dict() == wanted.to_dict()
        assert "nrefs:var" in str(scores_of_sums(counted(columns, "bleu", references="refs")).signature)


@pytest.mark.parametrize(
    ("column", "cells", "problem"),
    [
        ("mt", ["x", None, "y"], "row 2 (id=b), column 'mt': the text is missing"),
        ("ref", ["x", "y", None], "row 3 (id=c), column ref: there is no reference"),
        ("mt", [1, 2, 3], "row 1 (id=a), column 'mt': a text is expected, not int '1'"),
    ],
)
def test_a_wrong_cell_is_an_error_that_names_its_row(column, cells, problem):
    columns = {"id": ["a", "b", "c"], "mt": ["x"] * 3, "ref": ["x"] * 3, column: cells}
    with pytest.raises(FormatError) as error:
        counted(pa.table(columns), "bleu")
    assert problem in str(error.value)
    good = pa.table({**columns, column: ["x"] * 3})
    with pytest.raises(FormatError, match=r"row [456] \(id="):
        counted([good, pa.table(columns)], "bleu")


@pytest.mark.parametrize("column", ["mt", "ref", "id"])
def test_a_text_that_is_no_utf8_is_an_error_that_names_its_row(column):
    good = pa.array(["x", "y", "z"])
    data = pa.py_buffer(bytes(good.buffers()[2]).replace(b"y", b"\xff"))
    columns = {"id": good, "mt": good, "ref": good}
    table = pa.table({**columns, column: pa.StringArray.from_buffers(3, good.buffers()[1], data)})
    hypothesis, label = ("id", "mt") if column == "id" else ("mt", "id")
    problem = rf"row 2 \({label}=y\), column '{column}': this is not valid UTF-8"
    with pytest.raises(FormatError, match=problem):
        counted(table, "bleu", hypothesis=hypothesis)


def test_a_group_that_is_no_utf8_is_an_error():
    statistics = counted(pa.table({"id": ["y"], "mt": ["x"], "ref": ["x"]}), "bleu")
    name = pa.StringArray.from_buffers(1, pa.array(["y"]).buffers()[1], pa.py_buffer(b"\xff"))
    for batch in statistics:
        with pytest.raises(FormatError, match="the groups: row 1, column 'id': this is not valid UTF-8"):
            scores_of_sums([batch.set_column(0, "id", name)], by="id")


@pytest.mark.parametrize("emit", ["scores", "statistics", "both"])
def test_a_text_that_is_too_long_is_an_error_that_names_its_row(emit):
    columns = {"id": ["a", "b"], "mt": ["x", "x " * (2**20 + 1)], "ref": ["x"] * 2}
    problem = r"row 2 \(id=b\), the text is too long: .* 1048577 words.*split it"
    with pytest.raises(FormatError, match=problem):
        list(score_batches(pa.table(columns), "ter", emit=emit))
    with pytest.raises(FormatError, match=problem):
        Work("ter").summed(pa.table(columns))


def test_what_cannot_be_added_is_refused():
    bleu = counted(TABLE, "bleu", hypothesis="a")
    for other in (
        counted(TABLE, "chrf", hypothesis="a"),
        counted(TABLE, parbleu.BLEU(lowercase=True), hypothesis="a"),
        counted(TABLE, "bleu", hypothesis="b"),
    ):
        for function in (reduce_batches, finish):
            with pytest.raises(OptionError, match="cannot be added"):
                function(bleu + other)
    with pytest.raises(InputTypeError, match="tell of no statistics"):
        reduce_batches(TABLE)
    with pytest.raises(InputTypeError, match="count with emit='statistics'"):
        reduce_batches(score_batches(TABLE, "bleu", hypothesis="a"))
    with pytest.raises(InputTypeError, match="there is no column 'x'"):
        reduce_batches(bleu, "x")
    with pytest.raises(InputTypeError, match="'statistics' are no groups, but fixed_size_list"):
        reduce_batches(bleu, "statistics")
    with pytest.raises(InputTypeError, match="sums of groups"):
        finish(reduce_batches(bleu))
    rows = [{**row, "system": "a", "mt": row["a"]} for row in ROWS]
    twice = counted(pa.Table.from_pylist([*rows, rows[3]]), "bleu")
    with pytest.raises(InputShapeError, match="the segment '3' of system 'a' occurs twice: a task has"):
        finish(twice, system="system", segment_id="id")
    with pytest.raises(OptionError, match=r"a test compares the same segments of systems.*segment_id="):
        finish(twice, system="system", resampling=parbleu.Resampling("bootstrap"))
    with pytest.raises(OptionError, match="emit is one of"):
        next(score_batches(TABLE, "bleu", emit="all"))
    with pytest.raises(OptionError, match="a column 'score' already"):
        list(score_batches(score_batches(TABLE, "bleu", hypothesis="a"), "chrf", hypothesis="a"))
    with pytest.raises(FormatError, match="there is no column 'mt'"):
        list(score_batches(TABLE, "bleu"))
    with pytest.raises(InputTypeError, match="record batches of Arrow are expected"):
        list(score_batches("file", "bleu"))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("references", ["ref", ["ref", "b"]], ids=str)
def test_what_engines_sum_is_the_sum_of_rows(metric, references):
    first = TABLE.set_column(
        TABLE.schema.names.index("b"), "b", pa.array([None, *TABLE["b"].to_pylist()[1:]])
    )
    for columns in ({"hypothesis": "a"}, {"hypothesis": ["a", "ref"]}):
        batches = counted(first, metric, references=references, **columns)
        work = Work(metric, columns["hypothesis"], references)
        assert work.summed(first) == reduce_batches(batches)
        parts = [work.summed(part) for part in (first.slice(0, 0), first.slice(0, 1), first.slice(1))]
        assert work.resummed(*parts) == reduce_batches(batches)


def test_empty_partitions_add_nothing():
    empty = TABLE.slice(0, 0).combine_chunks()
    batch = pa.RecordBatch.from_pylist([], empty.schema)
    nothing = counted(batch, "ter", hypothesis="a")
    assert reduce_batches(nothing).num_rows == 0
    with pytest.raises(NoSegmentsError, match="all batches are empty"):
        scores_of_sums(nothing)
    with pytest.raises(NoSegmentsError, match="all batches are empty"):
        finish(nothing)
    with pytest.raises(NoSegmentsError, match="no batch"):
        reduce_batches([])


def test_a_metric_may_read_sources():
    class Copied(parbleu.Metric):
        def _statistics(self, hypotheses, references, sources):
            return [[len({*h} & {*s}), len({*s})] for h, s in zip(hypotheses, sources, strict=True)]

        def _score(self, row):
            return 100 * row[0] / max(row[1], 1)

    batches = list(score_batches(TABLE, Copied(), hypothesis="a", source="b", emit="both"))
    rows = Copied()._statistics([row["a"] for row in ROWS], None, [row["b"] for row in ROWS])
    assert batches[0]["score"].to_pylist() == [Copied().score(row).score for row in rows]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    assert scores_of_sums(batches, metric=Copied()).score == Copied().score(sums).score
    with pytest.raises(OptionError, match="references only: leave out source="):
        next(score_batches(TABLE, "bleu", hypothesis="a", source="b"))
    table = TABLE.append_column("x", pa.array([None] * len(ROWS), pa.string()))
    with pytest.raises(FormatError, match=r"row 1 .*column 'x': the text is missing"):
        next(score_batches(table, Copied(), hypothesis="a", source="x"))


@given(cuts=CUTS, order=st.integers(0, 9), aggregate=st.booleans())
@settings(max_examples=10, deadline=None)
def test_any_partitioning_chooses_the_same_candidates(cuts, order, aggregate):
    rows = [
        {"id": row["id"], "candidates": [row["a"], row["b"], row["ref"]], "p": [-1.0, -2.0, -0.5]}
        for row in ROWS
    ]
    lists = [NbestList(str(row["id"]), tuple(row["candidates"]), tuple(row["p"])) for row in rows]
    for weights, kind in ((None, "uniform"), ("p", "probability")):
        wanted = decode(lists, "chrf", weights=kind, aggregate=aggregate)
        batches = shards(pa.Table.from_pylist(rows), cuts, order)
        options = {"weights": weights, "aggregate": aggregate, "threads": 1}
        found = pa.Table.from_batches(decode_batches(batches, "chrf", **options)).sort_by("id")
        assert found["translation"].to_pylist() == wanted.texts
        assert found["chosen"].to_pylist() == [each.chosen + 1 for each in wanted]
        assert found["expected_utility"].to_pylist() == [each.utility for each in wanted]


def test_candidates_are_chosen_by_other_references():
    table = pa.table({"candidates": [["a b", "c d"], ["e", "f"]], "refs": [["c d e"], ["f", "e f"]]})
    found = pa.Table.from_batches(decode_batches(table, "chrf", references="refs"))
    assert found["chosen"].to_pylist() == [2, 2]
    empty = pa.RecordBatch.from_pylist([], table.schema)
    assert next(decode_batches(empty, "chrf")).schema.names[2:] == [
        "chosen",
        "translation",
        "expected_utility",
    ]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ([["x"], []], r"row 2 \(id=b\), column 'candidates': segment 2 has no candidates"),
        ([["x"], None], r"row 2 \(id=b\), column 'candidates': segment 2 has no candidates"),
        ([["x", None], ["y"]], r"row 1 \(id=a\), column 'candidates': .*candidate 2 is None"),
        (["x", "y"], r"row 1 \(id=a\), column 'candidates': lists of text are expected, not 'x'"),
    ],
)
def test_wrong_candidates_are_errors_that_name_the_row(cells, problem):
    with pytest.raises(FormatError, match=problem):
        list(decode_batches(pa.table({"id": ["a", "b"], "candidates": cells})))


def test_columns_of_decisions_are_not_replaced():
    table = pa.table({"candidates": [["x"]], "chosen": [1]})
    with pytest.raises(OptionError, match="a column 'chosen' already"):
        list(decode_batches(table))


def test_a_metric_in_python_is_scored():
    class Recall(parbleu.Metric):
        def _statistics(self, hypotheses, references):
            pairs = zip(hypotheses, references[0], strict=True)
            return [[len({*h.split()} & {*r.split()}), len({*r.split()})] for h, r in pairs]

        def _score(self, row):
            return 100 * row[0] / max(row[1], 1)

    batches = list(score_batches(TABLE, Recall(), hypothesis="a", emit="both"))
    assert batches[0]["statistics"].type.value_type == pa.float64()
    assert batches[0]["score"].to_pylist() == Recall().segment_scores(TABLE["a"], [TABLE["ref"]]).tolist()


@pytest.fixture
def letters(tmp_path, monkeypatch):
    """The name of a scorer that gives a hypothesis its number of letters, and none to an empty one."""
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", str(tmp_path / "kept.sqlite3"))
    program = tmp_path / "letters.py"
    program.write_text(
        "import sys\nfor line in sys.stdin:\n    print(len(line.split('\\t')[-1].strip()) or '')\n"
    )
    return f"command:{sys.executable} {program}:columns=source+hypothesis:version=1"


def test_a_scorer_is_a_metric_of_batches(letters):
    table = pa.table({"mt": ["abc", "", "de"], "src": ["x", "y", "z"], "g": ["p", "p", "q"]})
    columns = {"source": "src"}
    batches = list(score_batches(table, letters, emit="both", **columns))
    found = batches[0].to_pydict()
    assert found["statistics"] == [[3.0, 1.0], [0.0, 0.0], [2.0, 1.0]]
    assert found["score"][::2] == [3.0, 2.0]
    assert isnan(found["score"][1])
    assert scores_of_sums(batches, metric=letters).score == 2.5
    work = Work(letters, source="src", by="g")
    scores = work.finished([work.summed(table.slice(0, 2)), work.summed(table.slice(2))])
    assert {group: score.score for group, score in scores.items()} == {"p": 3.0, "q": 2.0}
    whole = Work(letters, source="src")
    assert str(whole.finished([whole.summed(table)])).startswith("letters = 2.5")
    step = pickle.loads(pickle.dumps(Actor(Work(letters, source="src").scored)))
    assert step(table)["score"].to_pylist()[0] == 3.0


def test_a_scorer_of_batches_is_signed_as_score_signs_it(letters, tmp_path):
    table = pa.table({"mt": ["abc", "de"], "ref": ["x", "y"], "second": ["x", "y"], "src": ["x", "y"]})
    columns = {"source": "src", "references": ["ref", "second"]}
    batches = list(score_batches(table, letters, emit="statistics", **columns))
    compared = parbleu.compare({"a": table["mt"]}, [table["ref"]], [letters], source=table["src"])
    wanted = {*compared.metrics[0].signature.split("|")} - {"cut:0"}
    program = tmp_path / "letters.py"
    program.unlink()  # what counted need not be where sums are finished
    for metric in (None, letters):
        assert wanted <= {*str(scores_of_sums(batches, metric=metric).signature).split("|")}
    assert any(item.startswith("file1:") for item in wanted)
    program.write_text("for line in open(0):\n    print(1)\n")
    others = list(score_batches(table, letters, emit="statistics", **columns))
    with pytest.raises(OptionError, match="cannot be added"):
        scores_of_sums([*batches, *others])
    reads_both = letters.replace("source+", "reference+")
    (batch,) = score_batches(table, reads_both, emit="statistics", references=["ref", "second"])
    assert "reference:1%20of%202" in str(scores_of_sums([batch]).signature)


def test_a_scorer_of_batches_needs_its_source(letters):
    table = pa.table({"mt": ["abc"], "ref": ["x"]})
    with pytest.raises(OptionError, match="needs the source"):
        next(score_batches(table, letters))


def test_batches_without_any_score_are_summed(letters):
    table = pa.table({"mt": ["", "abc"], "src": ["x", "y"]})
    batches = list(score_batches(table.to_batches(1), letters, source="src", emit="both"))
    assert isnan(batches[0]["score"][0].as_py())
    assert scores_of_sums(batches).score == 3.0
    with pytest.raises(OptionError, match="no segment of the corpus, of a group or of a sample has a score"):
        scores_of_sums(batches[:1])


def test_a_scorer_without_references_needs_no_column_of_them(letters, tmp_path):
    table = pa.table({"mt": ["abc", "d"], "src": ["x", "y"]})
    (batch,) = score_batches(table, letters, source="src", emit="statistics")
    assert batch["n_references"].to_pylist() == [0, 0]
    extra("pyarrow.parquet").write_table(table, tmp_path / "a.parquet")
    work = Work(letters, source="src")
    (group,) = row_groups(tmp_path / "a.parquet", work.columns(), ())
    score = work.finished([work.summed_file(group)])
    assert (score.score, "nrefs:0" in str(score.signature)) == (2.0, True)
    (batch,) = score_batches(table.select(["mt"]), letters.replace("source+hypothesis", "hypothesis"))
    assert len(batch["score"]) == 2


def test_statistics_of_a_scorer_are_finished(letters):
    table = pa.table({"a": ["abc", "d"], "b": ["ab", "de"], "src": ["x", "y"], "ref": ["x", "y"]})
    lower = f"{letters}:better=lower"
    batches = list(score_batches(table, lower, hypothesis=["a", "b"], source="src", emit="statistics"))
    resampling = parbleu.Resampling("bootstrap", intervals=True, seed=1)
    (group,) = finish(batches, resampling=resampling).groups
    assert [group.comparison["letters"][name].score for name in "ab"] == [2.0, 2.0]
    assert not group.comparison.metrics[0].higher_is_better
    gap = pa.table({"a": ["abc", "d"], "b": ["", "de"], "src": ["x", "y"]})
    batches_with_gap = score_batches(gap, lower, hypothesis=["a", "b"], source="src", emit="statistics")
    (group,) = finish(batches_with_gap).groups
    assert [group.comparison["letters"][name].score for name in "ab"] == [1.0, 2.0]
    for metric in (letters, "chrf"):
        with pytest.raises(OptionError, match="these are statistics of ScorerMean"):
            scores_of_sums(batches, metric=metric)
    with pytest.raises(OptionError, match="these are statistics of CHRF"):
        scores_of_sums(score_batches(table, "chrf", hypothesis="a", emit="statistics"), metric=letters)


def test_threads_wait_for_a_scorer(letters, monkeypatch):
    are_let_in = []
    scored = _batch_scores.score_items

    def score(*words, **options):
        thread = Thread(target=lambda: are_let_in.append(_batch_scores.SCORING.acquire(blocking=False)))
        thread.start()
        thread.join()
        return scored(*words, **options)

    monkeypatch.setattr(_batch_scores, "score_items", score)
    next(score_batches(pa.table({"mt": ["abc"], "src": ["x"]}), letters, source="src"))
    assert are_let_in == [False]


def test_a_scorer_chooses_candidates_of_batches(letters):
    table = pa.table({"candidates": [["abc", "a"], ["de", "defg"]], "src": ["x", "y"]})
    (batch,) = decode_batches(table, letters, source="src")
    assert batch["translation"].to_pylist() == ["abc", "defg"]
    for sources in (["x", None], [1, 2]):
        wrong = table.set_column(1, "src", pa.array(sources))
        with pytest.raises(FormatError, match=r"row [12], column 'src'"):
            next(decode_batches(wrong, letters, source="src"))
    (step,) = [Actor(Decoding(letters, {"source": "src"}).decoded)]
    assert step(table)["chosen"].to_pylist() == [1, 2]
