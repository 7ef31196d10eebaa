"""Segment scores from elsewhere, and metrics that users define."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parbleu
from extras import extra
from parbleu._core import Segments
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    MissingReferencesError,
    OptionError,
    UnknownMetricError,
)
from parbleu.metrics._changed_text_engines import TokenizedBleu
from parbleu.metrics._score import Score

RNG = np.random.default_rng(5)
COMET = {name: RNG.uniform(0, 1, 30).round(4).tolist() for name in ("base", "better", "copy")}


class Words:
    """Nothing but the two methods: how many of the first reference's words there are."""

    def statistics(self, hypotheses: list[str], references: list[list[str]]) -> list[list[int]]:
        pairs = zip(hypotheses, references[0], strict=True)
        return [[len(set(hyp.split()) & set(ref.split())), len(ref.split())] for hyp, ref in pairs]

    def score(self, row: Any) -> float:
        return 100 * row[0] / row[1]


class Slow(parbleu.BLEU):
    """BLEU with a formula of its own, which the native engine does not know."""

    def _score(self, row: Any) -> Any:
        return super()._score([int(number) for number in row])


class Shouting(parbleu.BLEU):
    """BLEU with statistics of its own."""

    def _statistics(self, hypotheses: Any, references: Any) -> Any:
        return super()._statistics([text.upper() for text in hypotheses], references)


class Errors(Words):
    name = "errors"
    higher_is_better = False

    def score(self, row: Any) -> Score:
        return Score("miss", 100 - super().score(row))


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_table_is_a_metric(systems: Any, references: Any, package: str) -> None:
    table = extra(package).DataFrame
    expected = parbleu.compare(systems, references, {"COMET": COMET})
    assert parbleu.compare(systems, references, {"COMET": table(COMET)}) == expected
    assert parbleu.compare(systems, references, [{"COMET": table(COMET)}]) == expected
    assert parbleu.compare(metrics=parbleu.SegmentScores("COMET", table(COMET))) == expected


@pytest.mark.parametrize("package", ["pandas", "polars"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_table_without_a_name(systems: Any, references: Any, package: str, wrapped: bool) -> None:
    table = extra(package).DataFrame
    with pytest.raises(InputTypeError, match="needs a name: metrics="):
        parbleu.compare(systems, references, [table(COMET)] if wrapped else table(COMET))


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("when", ["test set", "sample"])
@pytest.mark.parametrize("test", ["bootstrap", "randomization", None])
def test_a_score_that_is_no_number_is_refused(bad: float, when: str, test: str | None) -> None:
    """It would make every count of samples a lie, and JSON that nobody can read."""

    class Ratio:
        name = "ratio"

        def statistics(self, hypotheses: list[str], references: Any) -> list[list[int]]:
            return [[1, int(hyp == "good")] for hyp in hypotheses]

        def score(self, row: Any) -> float:
            return row[0] / row[1] if row[1] else bad

    one = ["good", "bad"] if when == "sample" else ["bad", "bad"]
    systems = {"a": one, "b": ["bad", "good"]}
    intervals = test is None
    with pytest.raises(OptionError, match=r"ratio: the score of the statistics .* a finite number"):
        parbleu.compare(systems, [one], Ratio(), test=test, intervals=intervals)


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_a_column_is_a_metric(systems: Any, references: Any, test: str) -> None:
    found = parbleu.compare(systems, references, ["bleu", {"COMET": COMET}], test=test, n_samples=300)
    alone = parbleu.compare(metrics={"COMET": COMET}, test=test, n_samples=300)
    assert [metric.name for metric in found.metrics] == ["BLEU", "COMET"]
    assert [row.p_sacrebleu for row in found["COMET"].scores] == [
        row.p_sacrebleu for row in alone["COMET"].scores
    ]
    assert [pair.p_value for pair in found["COMET"].pairs] == [pair.p_value for pair in alone["COMET"].pairs]
    assert alone.systems == tuple(COMET)
    for name, scores in COMET.items():
        assert alone["COMET"][name].score == pytest.approx(sum(scores) / 30, rel=1e-15)
    signature = alone["COMET"].signature
    assert ("bs:300" if test == "bootstrap" else "ar:300") in signature
    assert "nrefs" not in signature
    turned = parbleu.compare(metrics={"COMET": COMET}, test=test, n_samples=300, baseline="copy")
    assert turned.systems == ("copy", "base", "better")
    assert turned["COMET"].pair("base", "copy").p_value == alone["COMET"].pair("base", "copy").p_value


def test_the_bootstrap_of_a_column_is_numpys() -> None:
    """An independent computation from the definition: samples of segments, their means, the percentiles."""
    found = parbleu.compare(metrics={"x": COMET}, test="bootstrap", n_samples=200, seed=3)["x"]
    drawn = np.random.default_rng(3).choice(30, size=(200, 30), replace=True)
    base, better = (np.array(COMET[name])[drawn].mean(axis=1) for name in ("base", "better"))
    away = np.abs(better - base)
    beyond = (away - away.mean() > abs(np.mean(COMET["better"]) - np.mean(COMET["base"]))).sum()
    assert found["better"].p_sacrebleu == (beyond + 1) / 201
    ordered = np.sort(better)
    assert found["better"].ci == pytest.approx((ordered[194] - ordered[5]) / 2)
    assert found["better"].mean == pytest.approx(ordered.mean())


def test_sums_and_counts() -> None:
    rows = {name: [[score * 3, 3] for score in scores] for name, scores in COMET.items()}
    means = parbleu.compare(metrics={"a": rows, "b": COMET})
    assert means["a"]["base"].score == pytest.approx(means["b"]["base"].score)
    partly = {"base": [[0.5, 1], [0, 0], [0.2, 1]]}
    assert parbleu.compare(metrics={"a": partly})["a"]["base"].score == 0.35


@pytest.mark.parametrize(
    "column",
    [
        tuple,
        np.array,
        lambda values: extra("pandas").Series(values),
        lambda values: extra("polars").Series(values),
        lambda values: extra("pyarrow").array(values),
        lambda values: extra("pyarrow").chunked_array([values[:7], values[7:]]),
    ],
)
def test_containers_of_scores(column: Any) -> None:
    given = parbleu.compare(metrics={"x": {name: column(scores) for name, scores in COMET.items()}})
    assert given == parbleu.compare(metrics={"x": COMET})


def test_error_rates_are_ranked_the_other_way() -> None:
    scores = {"few": [0.1] * 20, "many": [0.9] * 19 + [0.8]}
    column = parbleu.SegmentScores("WER", scores, higher_is_better=False, decimals=1)
    found = parbleu.compare(metrics=column, test="randomization", n_samples=500, all_pairs=True)["WER"]
    assert (found["few"].cluster, found["many"].cluster, found.best, found.decimals) == (1, 2, {"few"}, 1)
    up = parbleu.compare(metrics={"WER": scores}, test="randomization", n_samples=500, all_pairs=True)["WER"]
    assert (up["few"].cluster, up["many"].cluster, up.best) == (2, 1, {"many"})


@pytest.mark.parametrize(
    ("scores", "error", "message"),
    [
        ({"base": [0.5, float("nan")]}, OptionError, "system 'base': segment 1 .* no finite score"),
        ({"base": [None, 1.0]}, OptionError, "segment 0"),
        ({"base": ["good"]}, InputTypeError, "segment scores are numbers"),
        ({"base": "good"}, InputTypeError, "list or column of numbers, not 'good'"),
        ({"base": []}, InputShapeError, "not of shape"),
        ({"base": [[1, 2, 3]]}, InputShapeError, r"not of shape \(1, 3\)"),
        ({"base": [[1, -1]]}, OptionError, "counts are not negative"),
        ({"base": [[0, 0]]}, OptionError, "not all of them 0"),
        (
            {"base": [1.0], "better": [1.0, 2.0]},
            InputShapeError,
            "'better' has 2 segments but system 'base' has 1",
        ),
        ({}, OptionError, "there are no systems"),
    ],
    ids=str,
)
def test_wrong_columns_are_explained(scores: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parbleu.compare(metrics={"COMET": scores})


def test_columns_must_fit_the_systems(systems: Any, references: Any) -> None:
    with pytest.raises(OptionError, match="COMET: there are no segment scores of system 'copy'"):
        parbleu.compare(systems, references, {"COMET": {"base": [1.0], "better": [1.0]}})
    with pytest.raises(InputShapeError, match="COMET: there are scores of 2 segments; the systems have 30"):
        parbleu.compare(systems, references, {"COMET": {name: [1.0, 2.0] for name in systems}})
    with pytest.raises(MissingReferencesError, match="needs systems to score"):
        parbleu.compare(metrics=["bleu", {"COMET": COMET}])
    with pytest.raises(InputTypeError, match="segment scores are given as"):
        parbleu.SegmentScores("COMET", [1.0])  # type: ignore[arg-type]
    fewer = parbleu.compare({"base": systems["base"]}, references, {"COMET": COMET})
    assert fewer.systems == ("base",)


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_any_object_with_the_two_methods(systems: Any, references: Any, test: str) -> None:
    found = parbleu.compare(
        systems, references, [Words(), Errors()], test=test, n_samples=100, all_pairs=True
    )
    words, errors = found.metrics
    assert (words.name, errors.name) == ("Words", "miss")
    assert (words.higher_is_better, errors.higher_is_better) == (True, False)
    table = np.array(Words().statistics(systems["better"], references))
    assert words["better"].score == 100 * table[:, 0].sum() / table[:, 1].sum()
    for one, other in zip(words.scores, errors.scores, strict=True):
        assert other.score == pytest.approx(100 - one.score)
        assert (one.rank, one.cluster) == (other.rank, other.cluster)
    assert words.best == errors.best


def test_a_subclass_with_a_formula_of_its_own(systems: Any, references: Any) -> None:
    """The slow way round gives the same numbers; it resamples in double precision."""
    both = {"fast": parbleu.BLEU(), "slow": Slow()}
    found = parbleu.compare(systems, references, both, test="randomization", n_samples=60)
    assert [row.score for row in found["fast"].scores] == [row.score for row in found["slow"].scores]
    assert found["fast"].pairs == found["slow"].pairs
    assert found["slow"].signature == found["fast"].signature
    bounds = parbleu.compare(systems, references, both, test="bootstrap", n_samples=60)
    assert bounds["slow"].pairs == bounds["fast"].pairs
    assert bounds["slow"]["better"].mean == pytest.approx(bounds["fast"]["better"].mean, rel=1e-6)


def test_a_subclass_with_statistics_of_its_own(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references, Shouting(lowercase=True), test="bootstrap", n_samples=60)
    usual = parbleu.compare(systems, references, parbleu.BLEU(lowercase=True), test="bootstrap", n_samples=60)
    assert found == usual
    assert (
        parbleu.compare(systems, references, Shouting())["BLEU"]["base"].score < usual["BLEU"]["base"].score
    )


def test_a_subclass_is_the_same_in_every_method(systems: Any, references: Any) -> None:
    """What a subclass redefines holds for corpora, pieces, segments and tables, not in comparisons alone."""
    for made, capital in ((Shouting(), True), (Slow(), False)):
        texts = [text.upper() if capital else text for text in systems["better"]]
        expected = parbleu.BLEU().corpus_score(texts, references)
        assert made.corpus_score(systems["better"], references).score == expected.score
        pieces = made.accumulator()
        pieces.add(systems["better"], references)
        assert pieces.result().score == expected.score
        total = made.statistics(systems["better"], references).sum(axis=0)
        assert made.score(total).score == expected.score
        one = [stream[0] for stream in references]
        single = type(made)(effective_order=True).sentence_score(systems["better"][0], one)
        assert single.score == parbleu.BLEU(effective_order=True).sentence_score(texts[0], one).score


@pytest.mark.parametrize("name", ["statistics", "score"])
def test_public_methods_are_not_redefined(name: str) -> None:
    with pytest.raises(TypeError, match=f"Wrong: define _{name}, which the public method {name} calls"):
        type("Wrong", (parbleu.BLEU,), {name: None})


def test_wrong_statistics_are_explained(systems: Any, references: Any) -> None:
    class Short(Words):
        def statistics(self, hypotheses: Any, references: Any) -> Any:
            return [[1, 2]]

    with pytest.raises(InputShapeError, match=r"Short: `statistics` returned int64 of shape \(1, 2\)"):
        parbleu.compare(systems, references, Short())


def test_references_are_tokenized_once() -> None:
    class Counting:
        seen = 0

        def tokenize_all(self, lines: list[str]) -> list[str]:
            self.seen += len(lines)
            return lines

    tokenizer = Counting()
    native = parbleu.BLEU(tokenize="none").engine
    engine = TokenizedBleu(native, tokenizer, lowercase=False)  # type: ignore[arg-type]
    streams = [Segments(["a b c d", "e f"]) for _ in range(4)]
    tables = engine.tables(streams[1:], streams[:1], 1)
    alone = native.statistics(streams[0], streams[:1], 1).tolist()
    assert [table.tolist() for table in tables] == [alone] * 3
    assert tokenizer.seen == 2 * len(streams)


@pytest.mark.parametrize("metric", [parbleu.BLEU(), parbleu.CHRF(word_order=2), parbleu.TER()], ids=repr)
def test_tables_are_the_statistics(systems: Any, references: Any, metric: Any) -> None:
    tables = [np.asarray(table) for table in metric.tables(systems.values(), references, threads=2)]
    for table, texts in zip(tables, systems.values(), strict=True):
        expected = metric.statistics(texts, references)
        assert np.array_equal(table, expected)
        assert table.dtype == expected.dtype


def test_an_unknown_metric_says_how_scores_are_passed(systems: Any, references: Any) -> None:
    with pytest.raises(UnknownMetricError, match=r"unknown metric 'bleurt': .*\{'bleurt': \{'system': \[0.5"):
        parbleu.compare(systems, references, ["bleu", "bleurt"])


def test_given_scores_are_not_signed_as_computed() -> None:
    column = parbleu.SegmentScores("COMET", {"a": [0.5, 0.6], "b": [0.7, 0.8]})
    found = parbleu.compare(metrics=column, test="bootstrap", n_samples=19)["COMET"].signature
    assert found == f"bs:19|seed:12345|scores:given|version:parbleu.{parbleu.__version__}"
