"""Tests words, segments and n-grams on hostile text: identities, slow twins, and what may change nothing."""

from __future__ import annotations

from collections import Counter
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parbleu
from parbleu.analysis import (
    Frequency,
    Labels,
    NgramRanking,
    compared_texts,
    ngrams,
    segment_values,
    segments,
    words,
)
from parbleu.metrics._input_checks import number_of_references

from .hostile import PIECES, SCRIPTS, SPACES

FEW = ["a", "A", "b", "1", "!", "İ", "ß", "\0", "\u202e", "語", "😀", "x" * 300, "a b", "a  a"]
LINES = st.lists(st.sampled_from([*FEW, *PIECES[:12], *SCRIPTS[:6], *SPACES[:8]]), max_size=9).map(" ".join)


@st.composite
def inputs(draw):
    """Two or three systems, one to three references of which some lack segments, and a source."""
    count = draw(st.integers(1, 6))
    column = st.lists(LINES, min_size=count, max_size=count)
    systems = {name: draw(column) for name in "xyz"[: draw(st.integers(2, 3))]}
    references = [draw(column)]
    for _ in range(draw(st.integers(0, 2))):
        missing = draw(st.lists(st.booleans(), min_size=count, max_size=count))
        lines = draw(column)
        references.append([None if gone else line for gone, line in zip(missing, lines, strict=True)])
    return systems, references, draw(column)


def texts_of(given_inputs, tokenize="none", lowercase=False):
    systems, references, source = given_inputs
    return compared_texts(systems, references, source=source, tokenize=tokenize, lowercase=lowercase)


def split(lines):
    return [[] if line is None else line.split() for line in lines]


@settings(max_examples=60)
@given(inputs(), st.sampled_from(["none", "13a", "char"]), st.booleans())
def test_identities_of_words(given_inputs, tokenize, lowercase):
    texts = texts_of(given_inputs, tokenize, lowercase)
    streams = texts.numbered
    for by in ("frequency", "case", "length", "position", "kind", "copied", "script"):
        result = words(texts, by, resampling=parbleu.Resampling("none"))
        match, closest, reference, output = np.moveaxis(result.rows, -1, 0)
        for place, stream in enumerate(streams.systems):
            assert (output[:, place].sum(axis=1) == stream.lengths).all()
        lengths = np.array([stream.lengths for stream in streams.references])
        chosen = [streams.closest(stream) for stream in streams.systems]
        expected = np.array([lengths[each, np.arange(len(texts))] for each in chosen]).T
        assert (reference.sum(axis=2) == expected).all()
        assert (match <= output).all()
        assert (closest <= reference).all()
        assert (closest <= match).all()
        assert all(0 <= place < len(texts) for place in result.segments(0))


@settings(max_examples=60)
@given(inputs())
def test_words_against_the_slow_twin(given_inputs):
    """Clipped counts of types, of the closest reference and of all."""
    systems, references, _ = given_inputs
    result = words(texts_of(given_inputs), Frequency((1,)), resampling=parbleu.Resampling("none"))
    for place, lines in enumerate(systems.values()):
        for segment, hypothesis in enumerate(split(lines)):
            given_references = [
                Counter(stream[segment].split()) for stream in references if stream[segment] is not None
            ]
            sizes = [reference.total() for reference in given_references]
            nearest = min(sizes, key=lambda size: (abs(size - len(hypothesis)), size))
            closest = given_references[sizes.index(nearest)]
            everything = Counter()
            for reference in given_references:
                everything |= reference
            found = Counter(hypothesis)
            expected = [
                (found & everything).total(),
                (found & closest).total(),
                closest.total(),
                len(hypothesis),
            ]
            assert result.rows[segment, place].sum(axis=0).tolist() == expected


@settings(max_examples=40)
@given(inputs(), st.integers(1, 3))
def test_ngrams_against_the_slow_twin(given_inputs, order):
    systems, references, _ = given_inputs
    texts = texts_of(given_inputs)
    for kind in ("match", "over", "under"):
        result = ngrams(texts, kind=kind, orders=(order, order), ranking=NgramRanking(collapse=False))
        found = [row for each in result.orders for row in each.rows(np.arange(len(each.numbers)))]
        for place, lines in enumerate(list(systems.values())[:2]):
            expected: Counter[tuple[str, ...]] = Counter()
            for segment, hypothesis in enumerate(split(lines)):
                given_references = [
                    stream[segment].split() for stream in references if stream[segment] is not None
                ]
                everything: Counter[tuple[str, ...]] = Counter()
                for reference in given_references:
                    everything |= grams(reference, order)
                closest = min(
                    given_references, key=lambda each: (abs(len(each) - len(hypothesis)), len(each))
                )
                ours = grams(hypothesis, order)
                expected += {
                    "match": ours & everything,
                    "over": ours - everything,
                    "under": grams(closest, order) - ours,
                }[kind]
            counts = Counter({row.tokens: int(row.first if place == 0 else row.second) for row in found})
            assert +counts == +expected
    totals = result.totals["x"]
    output = sum(max(len(line) - order + 1, 0) for line in split(systems["x"]))
    assert totals[0] + totals[1] == output


def grams(tokens, order):
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


@settings(max_examples=25)
@given(inputs(), st.integers(1, 4))
def test_blocks_change_nothing(given_inputs, size):
    """Neither how many segments nor how many occurrences of n-grams are counted at once."""
    systems, references, source = given_inputs

    def labels(lines, one, two):
        return [" ".join(one if len(word) > 1 else two for word in words) for words in split(lines)]

    several = Labels(
        [labels(references[0], "p+q", "q")],
        {name: labels(lines, "q+p", "p") for name, lines in systems.items()},
        several=True,
    )
    texts = texts_of((systems, references[:1], source))
    for each, by in ((texts_of(given_inputs), "frequency"), (texts, "position"), (texts, several)):
        whole = words(each, by, resampling=parbleu.Resampling("none")).rows
        with patch("parbleu.analysis._word_accuracy._TOGETHER", size):
            assert (words(each, by, resampling=parbleu.Resampling("none")).rows == whole).all()
    for kind in ("match", "over", "under"):
        second = "the rest" if len(systems) > 2 else None
        whole = ngrams(texts_of(given_inputs), second=second, kind=kind, orders=(1, 2))
        with patch("parbleu.analysis._ngram_differences._BLOCK", size):
            found = ngrams(texts_of(given_inputs), second=second, kind=kind, orders=(1, 2))
        assert repr(found.more_of_first) == repr(whole.more_of_first)  # NaN differs from itself
        assert repr(found.more_of_second) == repr(whole.more_of_second)


@given(inputs(), st.randoms(use_true_random=False))
def test_orders_of_segments_and_systems_change_nothing(given_inputs, random):
    systems, references, source = given_inputs
    places = list(range(len(source)))
    Random(random.random()).shuffle(places)
    turned = (
        {name: [systems[name][place] for place in places] for name in reversed(systems)},
        [[stream[place] for place in places] for stream in references],
        [source[place] for place in places],
    )
    one, other = texts_of(given_inputs), texts_of(turned)
    plain, moved = (words(each, "case", resampling=parbleu.Resampling(n_samples=30)) for each in (one, other))
    for name in ("precision", "recall", "f1"):
        for attribute in ("values", "low", "high"):
            np.testing.assert_array_equal(
                getattr(plain[name], attribute), getattr(moved[name], attribute)[::-1]
            )
    plain, moved = (
        segments(each, "length", ["chrf"], cutoffs=(3,), resampling=parbleu.Resampling(n_samples=30))
        for each in (one, other)
    )
    for attribute in ("values", "low", "high"):
        np.testing.assert_array_equal(
            getattr(plain["chrF2"], attribute), getattr(moved["chrF2"], attribute)[::-1]
        )


@settings(max_examples=25)
@given(inputs())
def test_a_system_and_itself(given_inputs):
    systems, references, source = given_inputs
    texts = texts_of(({"x": systems["x"], "y": systems["x"]}, references, source))
    result = words(texts, "case", resampling=parbleu.Resampling(n_samples=20))
    p_values = result["f1"].p_values
    assert (p_values[~np.isnan(p_values)] == 1).all()
    assert result["f1"].best(0) == []
    differences = ngrams(texts)
    assert differences.more_of_first == differences.more_of_second == ()


@settings(max_examples=25)
@given(inputs())
def test_a_copy_of_the_reference(given_inputs):
    systems, references, source = given_inputs
    texts = texts_of(({"x": references[0], "y": systems["y"]}, references[:1], source))
    for by in ("case", "length", "script"):
        result = words(texts, by, resampling=parbleu.Resampling("none"))
        for figure in result.figures:
            values = figure.values[0]
            assert (values[~np.isnan(values)] == 1).all()
    assert ngrams(texts).totals["x"][1:] == (0, 0)


@pytest.mark.parametrize("size", [100_000])
def test_a_very_long_word(size):
    texts = compared_texts({"x": ["a" * size], "y": [""]}, [["a" * size + " b"]])
    result = words(texts, "length", resampling=parbleu.Resampling("none"))
    assert result.counts[0, -1].tolist() == [1, 1, 1, 1]
    assert np.isnan(result["precision"].values[1, -1])


def test_many_segments():
    texts = compared_texts({"x": ["a b"] * 100_000, "y": ["b"] * 100_000}, [["a c"] * 100_000])
    result = words(texts, "case", resampling=parbleu.Resampling(n_samples=2))
    assert result["recall"].values[:, 0].tolist() == [0.5, 0]
    assert ngrams(texts, orders=(1, 2)).totals == {
        "x": (100_000, 200_000, 200_000),
        "y": (0, 100_000, 300_000),
    }


def test_labels_of_the_wrong_length_name_the_line():
    texts = compared_texts({"x": ["a b", "c"]}, [["a b", "c"]])
    with pytest.raises(ValueError, match="labels of reference, line 2: there are 2 labels for 1 words"):
        words(texts, Labels([["X Y", "Z Z"]], {"x": ["X Y", "Z"]}), resampling=parbleu.Resampling("none"))
    with pytest.raises(ValueError, match="1 line for 2 segments"):
        words(texts, Labels([["X Y"]], {"x": ["X Y", "Z"]}), resampling=parbleu.Resampling("none"))


@settings(max_examples=40)
@given(inputs(), st.sampled_from(["none", "13a", "char"]), st.booleans())
def test_segment_scores_from_shared_statistics(given_inputs, tokenize, lowercase):
    texts = texts_of(given_inputs, tokenize, lowercase)
    metrics = [
        parbleu.BLEU(tokenize=tokenize, lowercase=lowercase),
        parbleu.CHRF(word_order=2),
        parbleu.TER(),
    ]
    alone = segment_values(texts, metrics)
    assert not texts.counted.metrics
    assert metrics[0].num_refs == number_of_references(texts.references)
    segments(texts, "length", metrics, resampling=parbleu.Resampling("none"))  # whose statistics are kept
    kept = len(texts.counted.metrics)
    assert kept == len(metrics)
    for metric, found in zip(metrics, segment_values(texts, metrics), strict=True):
        for own, stream in zip(found.values, texts.systems.values(), strict=True):
            expected = metric.for_sentences().segment_scores(stream, texts.references)
            assert own.tolist() == expected.tolist()
    assert len(texts.counted.metrics) == kept
    for found, expected in zip(segment_values(texts, metrics), alone, strict=True):
        assert found.values.tolist() == expected.values.tolist()


@settings(max_examples=40)
@given(inputs())
def test_order_of_draws_is_that_of_texts(given_inputs):
    systems, references, _ = given_inputs
    rows = zip(zip(*references, strict=True), zip(*systems.values(), strict=True), strict=True)
    keys = [([side or "" for side in sides], sorted(outputs)) for sides, outputs in rows]
    assert texts_of(given_inputs).draw_order.tolist() == sorted(range(len(keys)), key=keys.__getitem__)
