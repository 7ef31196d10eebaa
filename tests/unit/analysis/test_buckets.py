"""Tests cutoffs and quantiles, words of several references, and n-grams by hand."""

from random import Random

import numpy as np
import pytest

import parbleu
from parbleu import Resampling
from parbleu.analysis import NgramRanking, compared_texts, ngrams, segments, words
from parbleu.analysis._cutoffs import between, cutoff_names, quantile_cutoffs
from parbleu.errors import OptionError, UnknownNameError
from parbleu.stats.rank_clusters import holm


def test_cutoffs():
    assert cutoff_names((-1, 0, 5)) == ("<-1", "-1", "[0,5)", ">=5")
    assert cutoff_names((10.0, 11.0)) == ("<10.0", "[10.0,11.0)", ">=11.0")
    assert between([0, 1, 4.5, np.nan], (1, 4)).tolist() == [0, 1, 2, -1]


def test_quantiles():
    assert quantile_cutoffs(range(8), 4) == (2, 4, 6)
    assert quantile_cutoffs([1, 1, 1, 2.5], 4) == (2.5,)
    assert quantile_cutoffs([3, 1, 2], 2**62) == (2, 3)
    with pytest.raises(OptionError, match="equal"):
        quantile_cutoffs([3, 3], 2)


def test_words_match_up_to_their_greatest_count_in_one_reference():
    texts = compared_texts({"x": ["a a b"]}, [["a c"], ["a a b b"]], tokenize="none")
    found = words(texts, "case", resampling=Resampling("none"))
    match, closest, reference, output = found.counts[0, 0].tolist()
    assert (match, closest, reference, output) == (3, 1, 2, 3)
    assert found["precision"].values[0, 0] == 1
    assert found["recall"].values[0, 0] == 0.5


def test_frequencies_are_means_over_references():
    texts = compared_texts({"x": ["a b"]}, [["a b"], ["a"]], tokenize="none")
    found = words(texts, "frequency", resampling=Resampling("none"))
    assert found.buckets[:2] == ("<1", "1")  # "b" occurs half a time
    assert found.counts[0, :2, 0].tolist() == [1, 1]
    assert found.segments("1", words="matched") == (0,)


def test_segments_behind_buckets():
    systems = {"x": ["a b c d", "a"], "y": ["a", "a b c d"]}
    texts = compared_texts(systems, [["a b", "a b"]], tokenize="none")
    found = segments(texts, "length_difference", (), cutoffs=(0,), resampling=Resampling("none"))
    assert found.segments(">=0", "x") == (0,)
    assert found.segments(">=0", "y") == (1,)
    with pytest.raises(OptionError, match="name one"):
        found.segments(">=0")
    with pytest.raises(UnknownNameError, match="bucket"):
        found.segments("x", "x")


@pytest.mark.parametrize(("count", "shown", "others"), [(20, 20, 0), (21, 21, 0), (22, 20, 2)])
def test_rare_labels_are_together_and_counted(count, shown, others):
    lines = [f"a b c {number}" for number in range(count)]
    labels = {"topic": tuple(f"t{number}" for number in range(count))}
    texts = compared_texts({"x": lines}, [lines], labels=labels)
    found = segments(texts, "topic", resampling=Resampling("none"))
    assert len(found.buckets) == shown + bool(others)
    assert found.n_others == others
    notes = " ".join(found.tables()[0].notes)
    assert ("other: the 2 labels with the fewest segments" in notes) == bool(others)


def test_ngrams_that_are_over_and_under():
    texts = compared_texts({"x": ["a a b"], "y": ["c"]}, [["a b"]], tokenize="none")
    over = ngrams(texts, kind="over", ranking=NgramRanking(collapse=False))
    assert {row.text for row in over.more_of_first} == {"a", "a a", "a a b"}
    under = ngrams(texts, kind="under", ranking=NgramRanking(collapse=False))
    assert {row.text for row in under.more_of_second} == {"a", "b", "a b"}
    assert [row.text for row in ngrams(texts, kind="over").more_of_first] == ["a a b"]


def test_buckets_of_short_segments_have_scores():
    reference = ["Ja", "Nein danke", "Bis morgen", "der Hund bellt nachts im Garten und Hof"]
    output = ["Ja", "Nein danke", "Bis bald", "der Hund bellt nachts im Garten"]
    texts = compared_texts({"a": output, "b": reference}, [reference])
    found = segments(texts, cutoffs=[4], resampling=Resampling(n_samples=20))
    figure = found["BLEU"]
    assert figure.values[0, 0] > 30
    assert figure.values[1, 0] == pytest.approx(100)
    assert "eff:yes" in found.facts["BLEU signature"]
    assert figure.low is not None
    assert figure.p_values is not None
    assert not np.isnan(figure.low[0, 0])
    assert np.isnan([figure.low[0, 1], figure.high[0, 1], figure.p_values[0, 1]]).all()  # of one segment
    [table, *_] = found.tables()
    assert any("as a corpus, not the mean" in note for note in table.notes)


def test_buckets_of_one_segment_are_not_tested():
    texts = compared_texts({"a": ["a b", "c d e"], "b": ["a b", "c d"]}, [["a b", "c d e"]])
    *_, pairs = segments(texts, cutoffs=[3], resampling=Resampling(n_samples=20)).tables()
    assert pairs.column("p_holm") == [None, None]
    assert pairs.notes[-1] == "Nothing is tested: a test takes two segments or more."


def test_groups_by_a_label_are_tested_as_scores_are():
    """One question has one p-value: of a label's segments, and after the correction for all of them."""
    random = Random(3)
    reference = [" ".join(random.choices("abcdefgh", k=9)) for _ in range(60)]
    worse = {"a": 0.2, "b": 0.35, "c": 0.25}
    systems = {
        name: [
            " ".join("x" if random.random() < share else word for word in line.split()) for line in reference
        ]
        for name, share in worse.items()
    }
    topics = ["one", "two", "two"] * 20
    found = segments(
        compared_texts(systems, [reference], labels={"topic": topics}), "topic", ["bleu", "chrf"]
    )
    p_values = []
    for bucket, topic in enumerate(found.buckets):
        texts = {
            name: [line for line, of_line in zip(lines, topics, strict=True) if of_line == topic]
            for name, lines in {**systems, "": reference}.items()
        }
        expected = parbleu.compare(
            {name: texts[name] for name in systems}, [texts[""]], ["bleu", "chrf"], test="bootstrap"
        )
        for metric in expected.metrics:
            figure = found[metric.name]
            assert figure.low is not None
            assert figure.p_values is not None
            assert found.facts[f"{metric.name} signature"] == metric.signature
            assert figure.values[:, bucket].tolist() == [row.score for row in metric.scores]
            assert figure.low[:, bucket].tolist() == [row.low for row in metric.scores]
            assert figure.p_values[:, bucket].tolist() == [pair.p_value for pair in metric.pairs]
            p_values += [pair.p_value for pair in metric.pairs]
    corrected = [figure.p_holm for figure in found.figures if figure.p_holm is not None]
    assert sorted(np.concatenate(corrected).ravel().tolist()) == sorted(holm(p_values))
    assert "corrected for the 8 tests" in found.tables()[-1].notes[-1]
