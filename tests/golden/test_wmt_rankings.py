"""Tests rankings of the WMT by each rule against recorded outputs of the official scripts."""

from __future__ import annotations

from typing import Any

import pytest

from parbleu import Resampling
from parbleu.wmt import PublishedRanking, RatingTable, average_places, filter_raters, published_ranking

NONE = Resampling("none")


@pytest.fixture(scope="module")
def cases(read_golden: Any) -> list[tuple[Any, RatingTable]]:
    return [
        (case, RatingTable.of_waves(case["systems"], case["h1"], case["h2"], domains=case["domains"]))
        for case in read_golden("wmt25-26/clusters")["cases"]
    ]


def names(made: PublishedRanking) -> list[str]:
    return [place.system for place in made.places]


def ranks(made: PublishedRanking) -> list[list[int]]:
    return [list(place.rank) for place in made.places]


def lines(made: PublishedRanking) -> list[bool]:
    return [bool(place.line) for place in made.places[:-1]]


def p_next(made: PublishedRanking) -> list[float | str]:
    return ["nan" if place.p_next is None else place.p_next for place in made.places[:-1]]


def expected_p(values: Any) -> Any:
    return [value if value == "nan" else pytest.approx(value, rel=1e-9, abs=1e-12) for value in values]


@pytest.mark.parametrize("kind", ["micro", "macro"])
def test_wmt24(cases: Any, kind: str) -> None:
    for case, table in cases:
        expected = case[f"wmt24_{kind}"]
        if "error" in expected:
            continue
        made = published_ranking(table, f"wmt24-{kind}", resampling=NONE)
        assert names(made) == expected["order"]
        assert [place.score for place in made.places] == pytest.approx(expected["overall"], abs=1e-9)
        assert ranks(made) == expected["rank_ranges"], case["note"]
        cluster, found = 1, []
        for place in made.places:
            found.append(cluster)
            cluster += bool(place.line)
        assert found == expected["cluster"], case["note"]
        for row, values in enumerate(expected["p"]):
            for place, value in enumerate(values):
                if value not in (None, "nan"):
                    assert made.p_values[row][place] == pytest.approx(value, rel=1e-9, abs=1e-12)


def test_wmt25_august(cases: Any) -> None:
    for case, table in cases:
        expected = case["wmt25_august"]
        made = published_ranking(table, "wmt25-august", resampling=NONE)
        assert names(made) == expected["order"]
        assert ranks(made) == expected["rank_ranges"], case["note"]
        assert lines(made) == expected["line_below_rank_rule"], case["note"]
        assert p_next(made) == expected_p(expected["p_next"])
        text = published_ranking(table, "wmt25-august-text", resampling=NONE)
        assert lines(text) == expected["line_below_neighbour_rule"], case["note"]


def test_wmt25_final(cases: Any) -> None:
    for case, table in cases:
        expected = case["wmt25_final"]
        made = published_ranking(table, "wmt25-final", resampling=NONE)
        assert names(made) == expected["order"]
        assert ranks(made) == expected["rank_ranges"], case["note"]
        assert lines(made) == expected["line_below_rank_rule"], case["note"]
        assert p_next(made) == expected_p(expected["p_next"])


MARKS = {"": "nothing", "local": "yes_local", "cluster": "yes_cluster"}


@pytest.mark.parametrize(
    ("rule", "key"), [("wmt26-first", "wmt26_first"), ("wmt26-second", "wmt26_second_wilcoxon_or_t")]
)
def test_wmt26(cases: Any, rule: str, key: str) -> None:
    for case, table in cases:
        expected = case[key]
        made = published_ranking(table, rule, resampling=NONE)
        assert names(made) == expected["order"]
        assert [MARKS[place.line] for place in made.places] == expected["cluster"], case["note"]
        if "rank_ranges_as_coded" in expected:
            assert ranks(made) == expected["rank_ranges_as_coded"], case["note"]


def test_wmt26_final_decides_as_all_seeds_do(cases: Any) -> None:
    compared = 0
    for case, table in cases:
        shares = case.get("wmt26_final_bootstrap_neighbour_frequency_of_20_seeds")
        if shares is None:
            continue
        made = published_ranking(table, "wmt26-final", resampling=NONE)
        for number, share in enumerate(shares):
            if share in (0, 1):
                assert made.beats[number][number + 1] == bool(share), (case["note"], number)
                compared += 1
    assert compared >= 100


def test_order_over_language_pairs(read_golden: Any, cases: Any) -> None:
    made = [published_ranking(table, "wmt26-first", resampling=NONE) for _, table in cases]
    expected = read_golden("wmt25-26/clusters")["wmt26_global_average_rank_order"]
    assert list(average_places(made)) == expected


def test_raters_that_are_left_out(read_golden: Any) -> None:
    for case in read_golden("wmt25-26/pearmut")["filter_cases"]:
        made = filter_raters(case["lines"])
        assert sorted(made.removed) == sorted(case["removed"])
        found = {rater.rater: rater.closeness for rater in made.raters if rater.closeness is not None}
        assert found == pytest.approx(case["probability"], abs=1e-9)
