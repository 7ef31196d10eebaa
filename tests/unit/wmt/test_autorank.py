"""Tests AutoRank: what it refuses, intervals, choices and marks."""

from __future__ import annotations

import json

import numpy as np
import pytest

from parbleu import Resampling, wmt
from parbleu.errors import FormatError, InputShapeError, OptionError, UnknownNameError

SCORES = {
    "chrF++": {"A": [50, 60], "B": [40, 50], "C": [30, None], "D": [20, 30]},
    "MetricX-24": {"A": [-1, -2], "B": [-3, -4], "C": [-3, -3], "D": [-9, -8]},
}


def test_missing_scores_of_segments_are_left_out():
    made = wmt.autorank(SCORES, resampling=Resampling("none"))
    assert [ranked.system for ranked in made.systems] == ["A", "B", "C", "D"]
    assert [ranked.scores["chrF++"] for ranked in made.systems] == [55, 45, 30, 25]
    assert (made.systems[0].autorank, made.systems[-1].autorank, made.systems[0].low) == (1, 4, None)
    assert [scale.skipped for scale in made.scales] == [1, 0]
    assert made.notes == ("Missing and left out: 1 segment score of metrics.",)


def test_intervals_and_choices():
    random = np.random.default_rng(0)
    scores = {
        "chrF++": {f"S{number}": (random.normal(number, 3, 60)).tolist() for number in range(6)},
        "GEMBA": {f"S{number}": (random.normal(number, 3, 60)).tolist() for number in range(6)},
    }
    made = wmt.autorank(
        scores,
        constrained=["S0", "S1", "S2"],
        n_constrained=2,
        n_chosen=3,
        tuned={"S4": ["gemba"]},
        clusters=[number // 3 for number in range(60)],
        resampling=Resampling(n_samples=100, unit="document"),
    )
    assert made.chosen == ("S2", "S1", "S5")
    assert [ranked.tuned_to for ranked in made.systems if ranked.tuned_to] == [("GEMBA",)]
    assert all(ranked.low <= ranked.autorank <= ranked.high for ranked in made.systems)
    assert "bootstrap samples of 20 documents" in made.notes[-1]
    assert list(made.tables()[0].rows[0])[-1] == made.systems[0].scores["GEMBA"]
    assert "AutoRank" in str(made)
    assert made.to_latex()


def test_what_is_undefined_is_refused():
    with pytest.raises(InputShapeError, match="MetricX-24 has no scores of D"):
        wmt.autorank({**SCORES, "MetricX-24": {"A": 1, "B": 2, "C": 3}})
    with pytest.raises(InputShapeError, match="chrF has no score of B"):
        wmt.autorank({"chrF": {"A": [1], "B": [None]}})
    with pytest.raises(InputShapeError, match="three quarters of the systems share"):
        wmt.autorank({"chrF": {"A": 5, "B": 5, "C": 5, "D": 5, "E": 1}})
    with pytest.raises(InputShapeError, match="two or more systems"):
        wmt.autorank({"chrF": {"A": 5}})
    with pytest.raises(InputShapeError, match="groups of 2 segments; the statistics are of 3"):
        wmt.autorank({"chrF": {"A": [1, 2, 3], "B": [3, 1, 5]}}, clusters=["a", "b"])
    with pytest.raises(InputShapeError, match="other numbers of segments"):
        wmt.autorank({"chrF": {"A": [1, 2], "B": [3]}})
    with pytest.raises(OptionError, match="X is none of the ranked systems"):
        wmt.autorank(SCORES, constrained=["X"])


def scored(system, document="d", pair="en-de_DE", **metrics):
    names = {"system": system, "document_id": document, "language_pair": pair, "domain": "news"}
    return {**names, "metric_scores": metrics}


def read(path, *lines, **options):
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return wmt.read_automatic_scores([str(path)], **options)


def test_files_of_scores(tmp_path):
    path = tmp_path / "scores.jsonl"
    lines = [
        scored("A", "d", M=[1, None]),
        scored("A", "e", M=[3]),
        scored("A", "d", "en-cs_CZ", M=[9]),
        scored("B", "e", M=[4], N=[5]),
        scored("B", "d", M=[6, 7.5], N=[8, 9]),
    ]
    made = read(path, *lines, language_pair="en-de", metrics=["M"])
    assert made.scores == {"M": {"A": [1, None, 3], "B": [6, 7.5, 4]}}
    assert made.documents == ("news d", "news d", "news e")
    assert wmt.read_automatic_scores(str(path), "en-de", metrics=["M"]) == made
    with pytest.raises(InputShapeError, match="N has no scores of A in 2 documents of 2, such as news d"):
        read(path, *lines, language_pair="en-de")
    with pytest.raises(UnknownNameError, match="metric"):
        read(path, *lines, language_pair="en-de", metrics=["O"])
    with pytest.raises(InputShapeError, match="name one language pair"):
        read(path, *lines)
    with pytest.raises(InputShapeError, match="no scores of en-fr, only of en-cs_CZ, en-de_DE"):
        read(path, *lines, language_pair="en-fr")
    with pytest.raises(InputShapeError, match="B and A have other documents, such as news d"):
        read(path, *lines[:4], language_pair="en-de")


@pytest.mark.parametrize("n_systems", [2, 3, 4, 5, 12, 40])
def test_scales_are_percentiles(n_systems):
    scores = np.random.default_rng(n_systems).normal(70, 9, n_systems)
    ranking = wmt.autorank({"M": {f"S{place}": [score] for place, score in enumerate(scores.tolist())}})
    [scale] = ranking.scales
    assert [scale.q25, scale.median, scale.q100] == np.percentile(scores, [25, 50, 100]).tolist()


def test_an_empty_file_of_scores(tmp_path):
    (tmp_path / "a.jsonl").write_text("\n")
    with pytest.raises(FormatError, match=r"a.jsonl: there are no scores"):
        wmt.read_automatic_scores([str(tmp_path / "a.jsonl")])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (scored("A", M=[1, 2]), "news d of A stands twice"),
        (scored("B", M=[1]), "B has scores of 1 segment of news d, and A of 2"),
        (scored("B", M=[1, 2], N=[1]), "N has 1 score, other metrics 2"),
        (scored("B", M=1.5), "M is a list of numbers, not 1.5"),
        (scored("B", M=[1, "2"]), "M is a list of numbers or null, and has '2'"),
        (scored("B"), "metric_scores has no metric"),
        (scored("B", document=3, M=[1, 2]), "document_id is text"),
        ({"document_id": "d"}, "a line has document_id and metric_scores"),
    ],
)
def test_lines_that_are_no_scores(tmp_path, line, message):
    with pytest.raises(FormatError, match=rf"scores.jsonl:2: .*{message}"):
        read(tmp_path / "scores.jsonl", scored("A", M=[1, 2]), line)
