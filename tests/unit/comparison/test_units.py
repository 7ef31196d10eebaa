"""Tests intervals and tests that draw whole documents."""

from dataclasses import replace

import numpy as np
import pytest

import parbleu
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.resampling import Mean, bootstrap_scores
from parbleu.stats.summed_groups import sum_groups

LEVEL, TRIALS = 0.05, 300


def scores_of_documents(generator, n_documents=30, size=5):
    """Two systems without a difference, whose segments share what is special of their document."""
    documents = np.repeat(np.arange(n_documents), size)
    first = generator.normal(size=n_documents * size)
    return documents, {"a": first, "b": first + generator.normal(size=n_documents)[documents]}


def rejects(with_units):
    generator = np.random.default_rng(7)
    found = 0
    for _ in range(TRIALS):
        documents, scores = scores_of_documents(generator)
        units = [f"d{each}" for each in documents] if with_units else None
        result = parbleu.compare(
            metrics={"m": scores}, test="randomization", n_samples=199, units=units, seed=1
        )
        found += result.metrics[0].pairs[0].p_value <= LEVEL
    return found / TRIALS


def test_only_documents_keep_the_level():
    assert abs(rejects(True) - LEVEL) <= 3 * (LEVEL * (1 - LEVEL) / TRIALS) ** 0.5
    assert rejects(False) > 0.2


def test_scores_are_the_same_and_intervals_wider():
    documents, scores = scores_of_documents(np.random.default_rng(8))
    units = [str(each) for each in documents]
    plain = parbleu.compare(metrics={"m": scores}, test="bootstrap", n_samples=500)
    grouped = parbleu.compare(metrics={"m": scores}, test="bootstrap", n_samples=500, units=units)
    assert (grouped.n_segments, grouped.n_units) == (150, 30)
    assert grouped.widening > 1.2
    for one, other in zip(plain.metrics[0].scores, grouped.metrics[0].scores, strict=True):
        assert one.score == pytest.approx(other.score)
    assert grouped["m"]["b"].ci > plain["m"]["b"].ci
    assert "unit:document" in grouped["m"].signature
    assert "30 units" in str(grouped)


def test_how_much_wider_the_intervals_are():
    documents, scores = scores_of_documents(np.random.default_rng(8))
    units = [str(each) for each in documents]
    compared = [
        parbleu.compare(metrics={"m": scores}, test="bootstrap", n_samples=500, units=each)
        for each in (None, units)
    ]
    tables = [np.stack([each, np.ones(len(each))], axis=1) for each in scores.values()]
    spreads = [
        bootstrap_scores([(Mean(), rows)], 500)[0].std(axis=1)
        for rows in (tables, [sum_groups(table, units) for table in tables])
    ]
    assert compared[1].widening == pytest.approx((spreads[1] / spreads[0]).mean(), rel=1e-12)
    assert compared[0].widening is None


def test_documents_of_groups_of_a_table():
    """The same as of the rows of each group by themselves, whatever the order of the systems' rows."""
    rows = [
        {"sys": system, "id": str(place), "doc": str(place // 3), "part": "xy"[place % 2], "ref": "a b c d e"}
        | {"mt": " ".join("abcde"[: 1 + (place * shift) % 5])}
        for system, shift in (("one", 1), ("two", 3))
        for place in range(30)
    ]
    columns = parbleu.TableColumns("mt", "ref", system="sys", segment_id="id", document="doc")
    resampling = parbleu.Resampling("bootstrap", 50, unit="document")
    found = parbleu.score_table(
        [*rows[:30], *rows[:29:-1]], columns, "chrf", by="part", resampling=resampling
    )
    for part in "xy":
        own = [row for row in rows if row["part"] == part]
        texts = {name: [row["mt"] for row in own if row["sys"] == name] for name in ("one", "two")}
        alone = parbleu.compare(
            texts,
            [["a b c d e"] * 15],
            "chrf",
            resampling=resampling,
            units=[row["doc"] for row in own if row["sys"] == "one"],
        )
        assert found[part].n_units == alone.n_units == 10
        assert found[part]["chrF2"].pairs == alone["chrF2"].pairs
    with pytest.raises(OptionError, match="--document-column"):
        parbleu.score_table(rows, replace(columns, document=None), resampling=resampling)


def test_units_of_one_segment_change_nothing():
    texts = {"a": ["a b c d e", "f g h i", "k l m"], "b": ["a b c d f", "f g h k", "k l n"]}
    reference = [["a b c d e", "f g h i", "k l m"]]
    plain = parbleu.compare(texts, reference, test="bootstrap", n_samples=50)
    alone = parbleu.compare(texts, reference, test="bootstrap", n_samples=50, units=[None, "x", "y"])
    assert plain["BLEU"].pairs == alone["BLEU"].pairs
    assert alone.widening == 1


def test_sums():
    table = np.array([[1, 2], [3, 4], [5, 6]])
    assert sum_groups(table, "xyx").tolist() == [[6, 8], [3, 4]]
    assert sum_groups(table, "xxx", fewest=1).tolist() == [[9, 12]]
    for groups in ("xy", "xxx"):
        with pytest.raises(InputShapeError):
            sum_groups(table, groups)


def test_numbers_as_labels_are_apart_from_segments_without_one():
    scores = {"a": [1.0, 2.0, 4.0, 3.0], "b": [2.0, 4.0, 3.0, 1.0]}
    assert parbleu.compare(metrics={"m": scores}, intervals=True, units=[1, None, 1, 2]).n_units == 3
