"""Tests rankings of the WMT: what rules decide, what moves, and the raters that are left out."""

from __future__ import annotations

import numpy as np
import pytest

from parbleu import Resampling, wmt
from parbleu.errors import InputShapeError, RatingError, UnknownNameError
from parbleu.human import Judgement
from parbleu.wmt._rating_table import domain_of
from parbleu.wmt._resampled_items import bootstrap_of, sampled_sums

NONE = Resampling("none")


def table(*waves, **labels):
    return wmt.RatingTable.of_waves([f"S{number}" for number in range(len(waves[0]))], *waves, **labels)


# The first of two systems is better by 1 to 8 on each of eight segments, by both raters alike.
SMALL = [[51, 52, 53, 54, 55, 56, 57, 58], [50] * 8]


@pytest.mark.parametrize("rule", wmt.RANKING_RULES)
def test_every_rule_finds_a_clear_difference(rule):
    high = [[90 + number % 7 for number in range(60)], [50 + number % 11 for number in range(60)]]
    made = wmt.published_ranking(table(high, high), rule, resampling=Resampling(n_samples=20))
    first, second = made.places
    assert (first.system, first.rank, first.line, first.sound_line, first.moves) == (
        "S0",
        (1, 1),
        "cluster",
        "cluster",
        False,
    )
    assert (second.rank, second.line, second.segments, second.ratings) == ((2, 2), "", 60, 120)
    assert first.low <= np.mean(high[0]) <= first.high
    assert made.version in str(made)
    assert made.moved_lines == 0


def test_crossed_ratings_invent_segments():
    unclear = [[50, 61, 47, 58, 52, 55, 49, 60], [48, 57, 48, 55, 53, 51, 47, 59]]
    made = wmt.published_ranking(table(unclear, unclear), "wmt25-final", resampling=NONE)
    assert made.places[0].line == "cluster"
    assert made.places[0].sound_line == ""
    assert made.moved_lines == 1


def test_a_paired_test_without_direction():
    # The first system has the higher mean, the second is better wherever both were rated.
    one = [50.0] * 6 + [None] * 6
    other = [52.0, 53, 52, 53, 52, 53, 10, 20, 15, 25, 12, 30]
    made = wmt.published_ranking(table([one, other]), "wmt26-first", resampling=NONE)
    assert (made.places[0].system, made.places[0].line) == ("S0", "cluster")
    assert made.places[0].sound_p_next == 1


def test_systems_without_common_segments():
    ratings = table([[90.0, 91, None, None], [None, None, 40, 41]])
    made = wmt.published_ranking(ratings, "wmt24-micro", resampling=NONE)
    assert (made.places[0].line, made.places[0].sound_line, made.places[0].p_next) == ("cluster", "", None)


def test_opposite_domains_confirm_each_other():
    domains = ["a"] * 20 + ["b"] * 20
    up = [60.0 + number % 5 for number in range(40)]
    down = [up[number] + (8 if number < 20 else -8.9) + number / 40 for number in range(40)]
    made = wmt.published_ranking(table([up, down], domains=domains), "wmt24-macro", resampling=NONE)
    assert made.places[0].p_next < 1e-8
    assert made.places[0].sound_p_next > 0.05


def test_the_final_rule_has_a_seed():
    random = np.random.default_rng(1)
    ratings = table(random.integers(0, 100, (4, 30)))
    one, again = (
        wmt.published_ranking(ratings, "wmt26-final", resampling=Resampling("none", seed=3)) for _ in range(2)
    )
    assert one.beats == again.beats
    assert (one.seed, wmt.published_ranking(ratings, "wmt24-micro", resampling=NONE).seed) == (3, None)


def test_documents_are_drawn_whole():
    random = np.random.default_rng(2)
    offsets = np.repeat(random.normal(0, 20, 10), 5)
    ratings = table(
        np.clip(60 + offsets + random.normal(0, 2, (2, 50)), 0, 100),
        documents=[str(n // 5) for n in range(50)],
    )
    widths = []
    for unit in ("segment", "document"):
        made = wmt.published_ranking(ratings, "wmt24-micro", resampling=Resampling(n_samples=200, unit=unit))
        widths.append(made.places[0].high - made.places[0].low)
        assert unit in made.notes[-1]
    assert widths[0] < widths[1]


def judgement(system, segment, score, rater="r", document="en-de_#_news_#_d1"):
    return Judgement(system, None, rater, None, score, document, segment)


def test_a_table_of_judgements():
    made = wmt.RatingTable.of_judgements(
        [
            judgement("A", 0, 50),
            judgement("B", 0, 60),
            judgement("A", 0, 70, "q"),
            judgement("A", 1, 80),
            judgement("A", 2, None),
        ]
    )
    assert (made.systems, made.domains) == (("A", "B"), ("news", "news"))
    np.testing.assert_array_equal(made.averaged(), [[60, 80], [60, np.nan]])
    with pytest.raises(RatingError, match="no judgement has a score"):
        wmt.RatingTable.of_judgements([judgement("A", 2, None)])


@pytest.mark.parametrize(
    ("scores", "told"), [([0, 100], ""), ([-5, 0], ""), ([-5, 3], "-5"), ([101, 2], "101")]
)
def test_scores_that_are_not_from_0_to_100(scores, told, caplog):
    wmt.RatingTable.of_judgements([judgement("A", place, score) for place, score in enumerate(scores)])
    assert bool(told) == ("not from 0 to 100" in caplog.text)
    assert f"of A in en-de_#_news_#_d1, {told}:" in caplog.text or not told


def test_domains_of_documents():
    assert domain_of("en-cs_#_literary_#_x_#_3") == "literary"
    assert domain_of("WMT26_###_news_###_eng_Latn_###_isl_Latn_###_b.377358") == "news"
    assert domain_of("speech_###_doc_###_2") == "speech"
    assert domain_of("doc") == ""


def test_wrong_input():
    with pytest.raises(UnknownNameError, match="wmt25-finale"):
        wmt.published_ranking(table(SMALL), "wmt25-finale")
    with pytest.raises(RatingError, match="two or more systems"):
        wmt.published_ranking(table([[1.0, 2], [None, None]]), "wmt24-micro")
    with pytest.raises(
        InputShapeError, match="give \\(systems, segments, ratings\\) of 1 systems and 2 segments"
    ):
        wmt.RatingTable(("A",), np.zeros((1, 3, 1)), ("", ""), ("", ""))


def test_places_over_language_pairs():
    one = wmt.published_ranking(table(SMALL), "wmt24-micro", resampling=NONE)
    other = wmt.published_ranking(table(SMALL[::-1]), "wmt24-micro", resampling=NONE)
    assert wmt.average_places([one, one, other]) == pytest.approx({"S0": 1 / 6, "S1": 1 / 3})


def test_a_rater_who_turns_everything_round_is_left_out():
    judgements = [
        judgement(system, 0, score if rater != "odd" else 100 - score, rater, f"d{document}")
        for document in range(5)
        for rater in ("one", "two", "three", "four", "odd")
        for system, score in (("A", 95 + document % 2), ("B", 10 + document % 3))
    ]
    made = wmt.filter_raters(wmt.rated_lines(judgements))
    assert made.removed == ("odd",)
    assert {rater.lines for rater in made.raters} == {5}
    assert wmt.filter_raters(wmt.rated_lines(judgements[:8])).removed == ()


def test_the_second_rating_is_a_ceiling():
    random = np.random.default_rng(5)
    quality = np.linspace(50, 80, 6)[:, None] + random.normal(0, 5, (1, 40))
    first, second = (np.rint(quality + random.normal(0, 3, (6, 40))) for _ in range(2))
    second[0, :10] = np.nan
    made = wmt.rating_ceiling(table(first, second))
    assert [(row.gold, row.metric, row.level) for row in made.values] == [
        (1, 2, "system"),
        (1, 2, "segment"),
        (2, 1, "system"),
        (2, 1, "segment"),
    ]
    assert all(0.7 < row.value <= 1 for row in made.values)
    assert {row.scores for row in made.values} == {230}
    with pytest.raises(RatingError, match="two ratings"):
        wmt.rating_ceiling(table(first))


@pytest.mark.parametrize("divisor", [1, 2, 3, 4, 8])
def test_sums_of_samples_do_not_depend_on_their_digits(divisor):
    """Means of ratings are halves or quarters, which need few digits; another column makes all need many."""
    rows = np.random.default_rng(divisor).integers(0, 400, (30, 2)) / divisor
    how = bootstrap_of("test", Resampling("bootstrap", n_samples=50, seed=3))
    whole = sampled_sums(np.column_stack([rows, np.linspace(0, 1, 30) / 3]), how)
    assert (sampled_sums(rows, how) == whole[:, :2]).all()


def test_large_numbers_beside_counts():
    """A count of one row is never rounded away; what cannot be summed exactly is refused."""
    how = bootstrap_of("test", Resampling("bootstrap", n_samples=20, seed=3))
    rows = np.column_stack([[1e15, 0.5, 2], np.ones(3)])
    assert (sampled_sums(rows, how)[:, 1] == 3).all()
    for large in (1.6e15, 1e80, np.inf):
        with pytest.raises(InputShapeError, match=r"up to (1\.6e\+15|1e\+80|inf) are too large .* 3 rows"):
            sampled_sums(np.column_stack([[large, 0.5, 2], np.ones(3)]), how)
