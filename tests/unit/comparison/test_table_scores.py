"""Tests `parbleu.score_table`: groups, systems in rows, keys, segment scores, data frames."""

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import parbleu
from extras import extra
from parbleu import Resampling, TableColumns
from parbleu._base.numbers import plain_mean
from parbleu.errors import FormatError, InputShapeError, InputTypeError, OptionError, UnknownNameError

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "tree", "house", ",", "."]
CHINESE = ["我们", "今天", "去", "北京", "看", "朋友", "。", "他", "很", "好"]
DRAW = random.Random(3)
SYSTEMS = ("A", "B", "C")


def _row(place: int) -> dict[str, Any]:
    pair = ("en-de", "en-zh", "en-cs")[place % 3]
    words, blank = (CHINESE, "") if pair == "en-zh" else (WORDS, " ")
    tokens = DRAW.choices(words, k=12)
    row = {
        "id": f"s{place // 2}",
        "doc": f"d{place % 2}",
        "lp": pair,
        "domain": "news" if place % 5 else "chat",
        "ref": blank.join(tokens),
    }
    for place, system in enumerate(SYSTEMS):
        row[system] = blank.join(
            DRAW.choice(words) if DRAW.random() < 0.3 + place / 20 else each for each in tokens
        )
        row[f"{system}_comet"] = round(DRAW.random(), 4)
    return row


WIDE = [_row(place) for place in range(210)]
LONG = [
    {
        **{name: row[name] for name in ("id", "doc", "lp", "domain", "ref")},
        "system": system,
        "mt": row[system],
        "comet": row[f"{system}_comet"],
    }
    for system in SYSTEMS
    for row in WIDE
]
COLUMNS = TableColumns(SYSTEMS, "ref")
ROWS = TableColumns("mt", "ref", system="system")
KEYED = replace(ROWS, segment_id="id", document="doc")
RESAMPLING = Resampling("bootstrap", 100, all_pairs=True)
TESTED = {"resampling": RESAMPLING}


def shuffled(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the rows of the systems in different orders, and mixed; those of the first are in order."""
    first, *others = ([row for row in rows if row["system"] == system] for system in SYSTEMS)
    begin = [each[0] for each in (first, *others)]
    mixed = [row for each in others for row in each[1:]]
    random.Random(1).shuffle(mixed)
    return [
        *begin,
        *(row for pair in zip(first[1:], mixed, strict=False) for row in pair),
        *mixed[len(first) - 1 :],
    ]


def chosen(rows: list[dict[str, Any]], pair: str, domain: str) -> list[dict[str, Any]]:
    return [row for row in rows if (row["lp"], row["domain"]) == (pair, domain)]


def test_without_groups_it_is_a_comparison() -> None:
    rows = chosen(WIDE, "en-de", "news")
    found = parbleu.score_table(rows, COLUMNS, metrics=["bleu", "chrf", "ter"], **TESTED)
    texts = {name: [row[name] for row in rows] for name in SYSTEMS}
    wanted = parbleu.compare(texts, [[row["ref"] for row in rows]], ["bleu", "chrf", "ter"], **TESTED)
    assert found.comparison == wanted
    assert found.tables() == wanted.tables()
    assert found.macro_averages == ()


def uncorrected(comparison: parbleu.Comparison) -> Any:
    """Returns what does not depend on the tests of other groups."""
    dropped = {"p_holm", "p_value", "rank", "cluster"}
    return comparison.changed(
        warnings=(),
        metrics=[
            (
                metric.changed(scores=(), pairs=()),
                [
                    {key: value for key, value in vars(row).items() if key not in dropped}
                    for row in metric.scores
                ],
                [pair.changed(p_holm=0) for pair in metric.pairs],
            )
            for metric in comparison.metrics
        ],
        n_tests=0,
        family="",
    )


@pytest.mark.parametrize(
    "options",
    [TESTED, {"resampling": Resampling(intervals=True, n_samples=50)}, {}],
    ids=["test", "ci", "sums"],
)
def test_groups_have_the_scores_of_their_rows_alone(options: dict[str, Any]) -> None:
    metrics = ["bleu", "chrf++", "ter"]
    found = parbleu.score_table(
        WIDE, COLUMNS, language_pair="lp", by=["language_pair", "domain"], metrics=metrics, **options
    )
    assert found.by == ("language_pair", "domain")
    assert len(found.groups) == 6
    for group in found.groups:
        rows = chosen(WIDE, *group.key)
        language = group.key[0][3:]
        bleu = parbleu.BLEU(trg_lang=language)
        wanted = parbleu.compare(
            {name: [row[name] for row in rows] for name in SYSTEMS},
            [[row["ref"] for row in rows]],
            [bleu, *metrics[1:]],
            **options,
        )
        assert uncorrected(group.comparison) == uncorrected(wanted)
        assert found[group.key] == group.comparison
        assert ("tok:zh" in wanted["BLEU"].signature) is (language == "zh")
    means = {(each.system, each.metric): each.score for each in found.macro_averages}
    scores = [group.comparison["TER"]["B"].score for group in found.groups]
    assert means["B", "TER"] == plain_mean(scores)
    scores_table, averages, *pairs = found.tables()
    assert len(scores_table.rows) == 18
    assert averages.column("n_groups") == [6, 6, 6]
    assert bool(pairs) is (options == TESTED)
    with pytest.raises(OptionError, match="6 groups"):
        found.comparison  # noqa: B018
    assert ("en-de", "news") in found
    with pytest.raises(UnknownNameError, match="en-de, news"):
        found["en-de", "new"]


@pytest.mark.parametrize("options", [TESTED, {}], ids=["test", "sums"])
def test_rows_of_systems_are_joined_by_key(options: dict[str, Any]) -> None:
    more = {"by": ["lp", "domain"], "metrics": ["bleu", "ter"], **options}
    wanted = parbleu.score_table(WIDE, COLUMNS, **more, scores="comet")
    for rows in (LONG, shuffled(LONG)):
        found = parbleu.score_table(rows, KEYED, **more, scores="comet")
        by_key = {group.key: group.comparison for group in found.groups}
        for group in wanted.groups:
            of_rows = by_key[group.key]
            assert of_rows.n_segments == group.comparison.n_segments
            for metric in group.comparison.metrics:
                assert of_rows[metric.name].scores == metric.scores
                assert of_rows[metric.name].pairs == metric.pairs


def test_rows_without_keys_are_joined_only_if_they_have_the_same_references() -> None:
    rows = [row for row in LONG if row["lp"] == "en-de"]
    found = parbleu.score_table(rows, ROWS, **TESTED)
    columns = [row for row in WIDE if row["lp"] == "en-de"]
    assert found.comparison == parbleu.score_table(columns, COLUMNS, **TESTED).comparison
    with pytest.raises(InputShapeError, match=r"another reference for segment 1 .*--segment-id"):
        parbleu.score_table([rows[1], rows[0], *rows[2:]], ROWS, **TESTED)
    with pytest.raises(InputShapeError, match="'C' has 69 segments but system 'A' has 70"):
        parbleu.score_table(rows[:-1], ROWS)


def test_lists_of_references_may_be_longer_in_one_batch_than_in_another(tmp_path: Path) -> None:
    references = {"1": ["a b c d e"], "2": ["f g h i j", "f g h i k"], "3": ["x y z u v"]}
    paths = []
    for place, (system, segments) in enumerate([("A", "12"), ("A", "3"), ("B", "1"), ("B", "23")]):
        rows = [
            {"system": system, "id": key, "mt": references[key][0], "ref": references[key]}
            for key in segments
        ]
        paths.append(tmp_path / f"{place}.jsonl")
        paths[-1].write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found = parbleu.score_table(paths, replace(ROWS, segment_id="id"), metrics=["chrf"])
    assert [score.score for score in found.comparison["chrF2"].scores] == [100, 100]


@pytest.mark.parametrize(
    "cell", [3, 1.5, True, {"a": "b"}, {"language": ["de", "de"], "translation": ["b", "a"]}]
)
def test_cells_beside_lists_of_references_are_text_or_lists(tmp_path: Path, cell: Any) -> None:
    path = tmp_path / "table.jsonl"
    rows = [{"mt": "a b", "ref": ["a b", "a c"]}, {"mt": "a b", "ref": cell}]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with pytest.raises(FormatError, match=r"jsonl:2: column .ref.: references are text or a list"):
        parbleu.score_table([path], parbleu.TableColumns("mt", "ref"), metrics=["chrf"])


def test_keys_that_do_not_fit() -> None:
    def score(rows: list[dict[str, Any]]) -> parbleu.TableScores:
        return parbleu.score_table(rows, KEYED, by="lp")

    assert len(score(LONG).groups) == 3
    with pytest.raises(
        InputShapeError, match=r"en-cs: system 'C' lacks the segment 'd1 s104', which system 'A'"
    ):
        score(LONG[:-1])
    with pytest.raises(
        InputShapeError, match=r"en-de: system 'A' lacks the segment 'd0 s0', which system 'B'"
    ):
        score(LONG[1:])
    with pytest.raises(FormatError, match=r"row 631, en-de: the segment 'd0 s0' of system 'A' occurs twice"):
        score([*LONG, LONG[0]])
    with pytest.raises(FormatError, match="column 'id': the value is missing"):
        score([{**LONG[0], "id": None}])
    other = [*LONG[:-1], {**LONG[-1], "ref": "another"}]
    with pytest.raises(
        InputShapeError, match="'C' has another reference for segment 'd1 s104' than system 'A'"
    ):
        score(other)
    with pytest.raises(
        FormatError, match=r"row 2, column 'lp': the language pair en-zh follows en-de; .*--by"
    ):
        parbleu.score_table(WIDE, COLUMNS, language_pair="lp")


def test_a_language_pair_of_all_rows() -> None:
    rows = [row for row in WIDE if row["lp"] == "en-zh"]
    found = parbleu.score_table(rows, COLUMNS, language_pair="en-zh").comparison
    assert found == parbleu.score_table(rows, COLUMNS, language_pair="zh").comparison
    assert "tok:zh" in found["BLEU"].signature
    assert found == parbleu.score_table(rows, COLUMNS, language_pair="lp").comparison
    targets = [{**row, "lp": "zh"} for row in rows]
    assert found == parbleu.score_table(targets, COLUMNS, language_pair="lp").comparison
    metric = parbleu.BLEU(tokenize="char")  # which is used as it is
    assert (
        "tok:char"
        in parbleu.score_table(rows, COLUMNS, metrics=[metric], language_pair="lp")
        .comparison["BLEU"]
        .signature
    )
    with pytest.raises(OptionError, match=r"'lang' is not a language pair: .*, or a column of the table"):
        parbleu.score_table(rows, COLUMNS, language_pair="lang")
    for cell in ("", "en_zh", "en-"):
        wrong = [rows[0], {**rows[1], "lp": cell}]
        for by in ([], ["lp"]):
            with pytest.raises(FormatError, match=f"row 2, column 'lp': '{cell}' is not a language pair"):
                parbleu.score_table(wrong, COLUMNS, language_pair="lp", by=by)


def test_segment_scores() -> None:
    rows = chosen(WIDE, "en-de", "news")
    found = parbleu.score_table(rows, COLUMNS, scores=["comet:lower"], **TESTED).comparison["comet"]
    wanted = {name: [row[f"{name}_comet"] for row in rows] for name in SYSTEMS}
    given = parbleu.SegmentScores("comet", wanted, higher_is_better=False)
    assert found == parbleu.compare(metrics=[given], **TESTED)["comet"]
    with pytest.raises(OptionError, match="no column A:metricx, A_metricx or metricx_A"):
        parbleu.score_table(rows, COLUMNS, scores="metricx")
    with pytest.raises(OptionError, match="could be the scores of A by comet"):
        parbleu.score_table([{**row, "comet:A": 1.0} for row in rows], COLUMNS, scores="comet")
    for cell in ("good", float("inf"), True):
        with pytest.raises(FormatError, match="row 2, column 'B_comet': a segment's score is a"):
            parbleu.score_table([rows[0], {**rows[1], "B_comet": cell}], COLUMNS, scores="comet")


@pytest.mark.parametrize("cell", [None, "", "None", "NaN", float("nan")])
def test_missing_segment_scores_leave_the_segment_out(cell: Any, caplog: Any, capsys: Any) -> None:
    rows = chosen(WIDE, "en-de", "news")
    wide = [{**row, "B_comet": cell} if place == 1 else row for place, row in enumerate(rows)]
    known = [0, *range(2, len(rows))]
    wanted = {name: [rows[place][f"{name}_comet"] for place in known] for name in SYSTEMS}
    means = [sum(scores) / len(known) for scores in wanted.values()]
    found = parbleu.score_table(wide, COLUMNS, scores="comet").comparison["comet"]
    assert [score.score for score in found.scores] == means
    told = f"the table: 1 segment of {len(rows)} without a score by comet (B 1): left out for all systems"
    assert told in capsys.readouterr().err + caplog.text
    long = [
        {"system": name, "mt": row[name], "ref": row["ref"], "comet": row[f"{name}_comet"]}
        for name in SYSTEMS
        for row in wide
    ]
    found = parbleu.score_table(long, ROWS, scores="comet").comparison["comet"]
    assert [score.score for score in found.scores] == means
    none = [{**row, "B_comet": cell} for row in rows]
    with pytest.raises(OptionError, match="the table: no segment has scores of all systems by comet"):
        parbleu.score_table(none, COLUMNS, scores="comet")


def test_more_rows_than_a_batch_has(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {
        "language_pair": "lp",
        "by": ["language_pair", "domain"],
        "metrics": ["bleu", "ter"],
        **TESTED,
    }
    wanted = parbleu.score_table(LONG, KEYED, **options)
    for name in ("row_table", "data_frames"):
        monkeypatch.setattr(f"parbleu.text._table_files.{name}.ROWS", 7)
    columns = {name: [row[name] for row in LONG] for name in LONG[0]}
    for table in (LONG, columns):
        assert parbleu.score_table(table, KEYED, **options) == wanted


def _pandas(rows: list[dict[str, Any]]) -> Any:
    return pytest.importorskip("pandas").DataFrame(rows)


def _pandas_arrow(rows: list[dict[str, Any]]) -> Any:
    return _pandas(rows).convert_dtypes(dtype_backend="pyarrow")


def _arrow(rows: list[dict[str, Any]]) -> Any:
    return pytest.importorskip("pyarrow").Table.from_pylist(rows)


def _dataset(rows: list[dict[str, Any]]) -> Any:
    pytest.importorskip("pyarrow")
    import pyarrow.dataset as datasets

    return datasets.dataset(_arrow(rows))


def _dictionary(rows: list[dict[str, Any]]) -> Any:
    table = _arrow(rows)
    place = table.schema.names.index("lp")
    return table.set_column(place, "lp", table.column("lp").dictionary_encode())


KINDS: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "dicts": lambda rows: rows,
    "generator": lambda rows: (row for row in rows),
    "columns": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
    "pandas": _pandas,
    "pandas with Arrow": _pandas_arrow,
    "pandas with an index": lambda rows: _pandas(rows).set_index(_pandas(rows).index[::-1]),
    "polars": lambda rows: pytest.importorskip("polars").DataFrame(rows),
    "lazy polars": lambda rows: pytest.importorskip("polars").LazyFrame(rows),
    "Arrow": _arrow,
    "Arrow in chunks": lambda rows: pytest.importorskip("pyarrow").concat_tables(
        [_arrow(rows[:9]), _arrow(rows[9:])]
    ),
    "Arrow with a dictionary": _dictionary,
    "record batch": lambda rows: _arrow(rows).to_batches()[0],
    "reader": lambda rows: _arrow(rows).to_reader(50),
    "dataset": _dataset,
    "scanner": lambda rows: _dataset(rows).scanner(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_tables_of_many_libraries(kind: str) -> None:
    options: dict[str, Any] = {"language_pair": "lp", "by": ["language_pair", "domain"], "scores": "comet"}
    found = parbleu.score_table(KINDS[kind](LONG), KEYED, **options)
    assert found == parbleu.score_table(LONG, KEYED, **options)


class Terminal(io.StringIO):
    """Is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.needs("pyarrow")
def test_a_bar_shows_the_rows_that_have_been_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(_arrow(LONG), tmp_path / "long.parquet")
    monkeypatch.setattr("parbleu._base.progress.DELAY", -1)
    monkeypatch.setattr("parbleu.text._table_files.arrow_table.ROWS", 7)
    stderr = Terminal()
    monkeypatch.setattr("sys.stderr", stderr)
    parbleu.score_table(tmp_path / "long.parquet", KEYED, language_pair="lp", by="language_pair")
    assert "Reading " in stderr.getvalue()
    assert f"/{len(LONG)} [" in stderr.getvalue()


def test_a_paths_rows(tmp_path: Any) -> None:
    import json

    path = tmp_path / "o.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in WIDE))
    wanted = parbleu.score_table(WIDE, COLUMNS, by="domain")
    for table in (path, str(path), [path], [str(tmp_path / "*.jsonl")]):
        assert parbleu.score_table(table, COLUMNS, by="domain") == wanted


@pytest.mark.parametrize("columns", [("A", "ref"), "A", {"hypotheses": "A", "references": "ref"}])
def test_columns_of_another_type(columns: Any) -> None:
    with pytest.raises(InputTypeError, match=r"is no TableColumns, but .*; name its columns: TableColumns"):
        parbleu.score_table([{"A": "x", "ref": "x"}], columns)


@pytest.mark.parametrize(
    ("table", "error", "words"),
    [
        (5, InputTypeError, "a table of segments is"),
        ([], InputShapeError, "is empty"),
        ({"A": [], "ref": []}, InputShapeError, "is empty"),
        ({"A": ["x"], "ref": []}, InputShapeError, "must have the same number of rows"),
        (["row", 5], FormatError, "row 1: a dict is expected"),
        ([{"A": "x"}], FormatError, "there is no column 'ref'; it has: A"),
        ([{"A": "x", "ref": 5}], FormatError, "row 1, column 'ref': a text is expected, not int '5'"),
        ([{"A": None, "ref": "x"}], FormatError, "row 1, column 'A': the text is missing"),
        ([{"A": "x", "ref": "x"}, {"A": "x"}], FormatError, "row 2, column ref: there is no reference"),
    ],
)
def test_what_is_no_table(table: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        parbleu.score_table(table, TableColumns("A", "ref"))


def test_files_that_are_no_tables_tell_of_arguments(tmp_path: Path) -> None:
    for name, text in (("lines.txt", "some lines\nof text\n"), ("page.csv", "<html></html>")):
        (tmp_path / name).write_text(text)
        with pytest.raises(FormatError) as found:
            parbleu.score_table(tmp_path / name, TableColumns("A", "ref"))
        assert "--" not in str(found.value)
    with pytest.raises(FormatError, match=r"name its columns: TableColumns\(hypotheses, references\)"):
        parbleu.score_table(tmp_path / "lines.txt", TableColumns("A", "ref"))


def test_options_that_contradict() -> None:
    with pytest.raises(OptionError, match=r"hypotheses=.*not 3"):
        parbleu.score_table(WIDE, replace(COLUMNS, system="lp"))
    with pytest.raises(OptionError, match=r"'A' is two of the hypotheses .*hypotheses="):
        parbleu.score_table(WIDE, TableColumns(["A", "A"], "ref"))
    with pytest.raises(OptionError, match="a test compares at least two systems"):
        parbleu.score_table(WIDE, TableColumns("A", "ref"), resampling=Resampling("bootstrap"))
    with pytest.raises(UnknownNameError, match="unknown metric 'blue': did you mean 'bleu'"):
        parbleu.score_table(WIDE, COLUMNS, metrics=["blue"], language_pair="en-de")


def test_a_baseline_stands_first_in_every_group() -> None:
    found = parbleu.score_table(WIDE, COLUMNS, by="domain", baseline="C")
    assert {group.comparison.systems for group in found.groups} == {("C", "A", "B")}


def test_a_stream_is_read_once_and_not_kept() -> None:
    alive: list[int] = []

    class Text(str):
        def __init__(self, text: str) -> None:
            alive.append(1)

        def __del__(self) -> None:
            alive.pop()

    most = 0

    def rows() -> Iterator[dict[str, Any]]:
        nonlocal most
        for _ in range(200_000):
            most = max(most, len(alive))
            yield {"mt": Text("a b"), "ref": "a c"}

    found = parbleu.score_table(rows(), TableColumns("mt", "ref"), by="ref", metrics=["chrf"])
    assert found["a c"].n_segments == 200_000
    assert most <= 3 << 16


def test_macro_averages_have_intervals_and_pooled_tests() -> None:
    options: dict[str, Any] = {"columns": COLUMNS, "metrics": ["bleu", "chrf"], "by": "domain"}
    found = parbleu.score_table(WIDE, **options, resampling=RESAMPLING.changed(n_samples=400))
    assert found.family == "3 pairs x 2 metrics x 2 groups = 12 tests"
    groups = [group.comparison for group in found.groups]
    for each in found.macro_averages:
        scores = [group[each.metric][each.system].score for group in groups]
        assert each.score == pytest.approx(sum(scores) / 2)
        assert each.low is not None
        assert each.high is not None
        assert each.low < each.score < each.high
    assert [(each.metric, each.first, each.second) for each in found.differences[:3]] == [
        ("BLEU", "A", "B"),
        ("BLEU", "A", "C"),
        ("BLEU", "B", "C"),
    ]
    for pair in found.differences:
        assert pair.low < pair.difference < pair.high
        own = [group[pair.metric].pair(pair.first, pair.second) for group in groups]
        assert pair.difference == pytest.approx(sum(test.difference for test in own) / 2)
        assert pair.q is not None
        assert pair.q_p_value is not None
        assert 0 < pair.q_p_value <= 1
        assert pair.p_value <= pair.p_holm
        significant = {
            group.key[0] for group, test in zip(found.groups, own, strict=True) if test.p_holm <= 0.05
        }
        assert significant == {*pair.for_first, *pair.for_second}
    assert any(pair.first == "A" and pair.for_first and not pair.for_second for pair in found.differences)
    tables = [table.name for table in found.tables()]
    assert tables == ["scores", "macro_average", "macro_differences", "macro_verdicts", "pairs"]
    plain = parbleu.score_table(WIDE, **options)
    assert (plain.differences, plain.macro_averages[0].low, plain.family) == ((), None, "")
    with_intervals = parbleu.score_table(
        WIDE, **options, resampling=Resampling(intervals=True, n_samples=400)
    )
    assert with_intervals.macro_averages == found.macro_averages
    again = parbleu.score_table(WIDE, **options, resampling=RESAMPLING.changed(n_samples=400, threads=3))
    assert again == found


def test_equal_outputs_of_groups_are_counted() -> None:
    rows = [
        {"domain": "xy"[place % 2], "ref": "a b c d", "A": f"a b {place}", "B": f"a b {place % 4}"}
        for place in range(10)
    ]
    options: dict[str, Any] = {**TESTED, "by": "domain", "explain": True}
    found = parbleu.score_table(rows, TableColumns(["A", "B"], "ref"), **options)
    in_rows = [
        {"domain": row["domain"], "ref": row["ref"], "sys": name, "id": str(place), "mt": row[name]}
        for name, order in (("A", 1), ("B", -1))
        for place, row in list(enumerate(rows))[::order]
    ]
    columns = TableColumns("mt", "ref", system="sys", segment_id="id")
    again = parbleu.score_table(in_rows, columns, **options)
    for each in (found, again):
        explained = [each[key].explanation for key in "xy"]
        assert [pair.identical for one in explained if one for pair in one.pairs] == [2, 2]


def test_all_metrics_over_all_groups() -> None:
    options: dict[str, Any] = {"columns": COLUMNS, "metrics": ["bleu", "chrf"], "by": "domain"}
    options["resampling"] = RESAMPLING.changed(n_samples=1000)
    found = parbleu.score_table(WIDE, **options)
    for pair in found.differences:
        assert pair.p_bh <= pair.p_holm
        assert pair.p_bh <= pair.p_by
        assert pair.p_joint <= 1
    for verdict in found.verdicts:
        own = [
            pair for pair in found.differences if (pair.first, pair.second) == (verdict.first, verdict.second)
        ]
        assert verdict.p_value == min(pair.p_holm for pair in own)
        assert {*verdict.for_first, *verdict.for_second} == {
            pair.metric for pair in own if pair.p_holm <= 0.05
        }
    assert any(verdict.better == "A" for verdict in found.verdicts)
    assert "3 pairs x 2 metrics = 6 tests" in str(found)
    single = parbleu.score_table(WIDE, **{**options, "metrics": ["bleu"]})
    assert single.verdicts == ()


def test_samples_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn_again(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("parbleu._comparison.resampled_scores.bootstrap_scores", drawn_again)
    options: dict[str, Any] = {"columns": COLUMNS, "metrics": ["bleu", "chrf"], "by": "domain", **TESTED}
    found = parbleu.score_table(WIDE, **options, explain=True)
    assert found.differences
    with pytest.raises(AssertionError):
        parbleu.score_table(
            WIDE, **{**options, "resampling": RESAMPLING.changed(test="randomization")}, explain=True
        )


def test_error_rates_of_groups_point_to_the_better_system() -> None:
    options: dict[str, Any] = {"columns": COLUMNS, "metrics": ["ter"], "by": "domain"}
    found = parbleu.score_table(WIDE, **options, resampling=Resampling("randomization", 500))
    worst = next(pair for pair in found.differences if pair.second == "C")
    assert worst.difference > 0
    assert worst.for_first
    assert not worst.for_second


def test_explained_groups_are_one_family() -> None:
    options: dict[str, Any] = {"columns": COLUMNS, "metrics": ["bleu", "chrf"], **TESTED, "explain": True}
    found = parbleu.score_table(WIDE, by="domain", **options)
    alone = parbleu.score_table(chosen_domain("news"), **options).comparison.explanation
    assert alone is not None
    family = "3 pairs x 2 metrics x 2 groups = 12 tests"
    [news, chat] = [group.comparison.explanation for group in found.groups if group.comparison.explanation]
    assert news.family == chat.family == family
    for pair, other in zip(found["news"].explanation.pairs, alone.pairs, strict=True):  # type: ignore[union-attr]
        assert (pair.difference, pair.p_value) == (other.difference, other.p_value)
        assert pair.low <= other.low
        assert pair.high >= other.high
        assert pair.p_holm >= other.p_holm
        assert pair.p_joint >= other.p_joint
    answers = next(table for table in found.tables() if table.name == "answers")
    assert len(answers.rows) == 12
    assert family in str(found)


def chosen_domain(domain: str) -> list[dict[str, Any]]:
    return [row for row in WIDE if row["domain"] == domain]


def test_groups_of_views() -> None:
    """pyarrow takes no rows of a column of views."""
    pa = extra("pyarrow")
    if not hasattr(pa, "string_view"):
        pytest.skip("pyarrow 15 has no views")
    texts = ["the cat sat on the mat", "a dog ran", "it is so"]
    columns = {"mt": texts, "ref": texts[::-1], "group": ["a", "b", "a"]}
    viewed = pa.table({name: pa.array(cells, pa.string_view()) for name, cells in columns.items()})
    options: dict[str, Any] = {"columns": TableColumns("mt", "ref"), "by": "group"}
    assert str(parbleu.score_table(viewed, **options)) == str(parbleu.score_table(columns, **options))


@pytest.mark.parametrize("by", [[], ["domain"]])
def test_a_negated_score_tells_of_all_batches(by: list[str]) -> None:
    """Scores of MetricX are negated in some files; the first batch may have zeros alone."""
    pa = extra("pyarrow")
    rows = [
        {
            "ref": f"a b {place}",
            "A": "a b c",
            "B": "a b",
            "domain": "news",
            "A_metricx": 0.0,
            "B_metricx": score,
        }
        for place, score in enumerate((0.0, 0.0, -4.0, -2.0))
    ]
    batches = [pa.RecordBatch.from_pylist(part) for part in (rows[:2], rows[2:])]
    found = parbleu.score_table(
        pa.Table.from_batches(batches), TableColumns(("A", "B"), "ref"), scores="metricx", by=by
    )
    [comparison] = [group.comparison for group in found.groups] if by else [found.comparison]
    assert comparison["metricx"].higher_is_better


def test_empty_cells_are_told_without_options_of_the_shell(tmp_path: Path, caplog: Any) -> None:
    (tmp_path / "table.csv").write_text('mt,ref\na cat,a cat\n"",a dog\n')
    parbleu.score_table(tmp_path / "table.csv", parbleu.TableColumns("mt", "ref"))
    [message] = caplog.messages
    assert message.endswith("that is an empty translation; leave out rows that have none")
