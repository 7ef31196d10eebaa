"""Tests that translations get the paragraphs of their source, and lose nothing."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parbleu.errors import InputShapeError, UnknownNameError
from parbleu.metrics import CHRF
from parbleu.wmt import ALIGNMENT_RULES, align_paragraphs
from parbleu.wmt._paragraph_alignment import _most_similar, _with_line_ends

BLOCKS = st.lists(
    st.sampled_from(["", "One. Two!", "Three here.", "Vier? Ja, vier. Fünf.", "你好。我们去。", "six"]),
    min_size=1,
    max_size=6,
)
SIX = [
    f"Block {name} is about ships. It has {name} masts."
    for name in ("one", "two", "three", "four", "five", "six")
]


@pytest.mark.parametrize("rule", ALIGNMENT_RULES)
@settings(max_examples=40)
@given(references=BLOCKS, blocks=BLOCKS)
def test_nothing_is_lost(rule, references, blocks):
    if not any(references):
        return
    made = align_paragraphs(references, blocks, rule)
    if not made.failed:
        assert len(made.texts) == len(references)
    joined = "".join("".join(made.texts).split())
    assert joined == "".join("".join(blocks).split())
    assert {paragraph.how for paragraph in made.paragraphs} <= {
        "kept",
        "merged",
        "split",
        "empty",
        "merged and split",
    }


@settings(max_examples=40)
@given(
    lengths=st.lists(st.integers(1, 9), min_size=1, max_size=4),
    others=st.lists(st.integers(1, 9), min_size=4, max_size=8),
)
def test_merges_differ_least_in_length(lengths, others):
    """The slow twin tries all merges, in the order of their places."""
    source, blocks = ["a" * length for length in lengths], ["b" * length for length in others]
    total, whole = sum(lengths), sum(others)
    ways = []
    for places in combinations(range(len(blocks) - 1), len(blocks) - len(source)):
        merged = blocks[:1]
        for place, block in enumerate(blocks[1:]):
            if place in places:
                merged[-1] += f"\n{block}"
            else:
                merged.append(block)
        cost = sum(
            abs(len(one) * whole - len(other) * total) for one, other in zip(source, merged, strict=True)
        )
        ways.append((cost, merged))
    assert align_paragraphs(source, blocks, "wmt26-first").texts == min(ways, key=lambda way: way[0])[1]


@settings(max_examples=15)
@given(data=st.data())
def test_the_sum_of_chrf_is_the_greatest(data):
    words = st.sampled_from(["ships", "masts", "a harbour", "two", "rain"])
    references = data.draw(st.lists(words, min_size=2, max_size=3))
    units = data.draw(st.lists(words, min_size=3, max_size=5))
    text = _with_line_ends(units)
    spans, margins = _most_similar(references, units, len(units), text)
    metric = CHRF()

    def score(one, other):
        return metric.sentence_score(one, [other]).score if one else 0.0

    totals = {}
    for inner in combinations(sorted([*range(len(units) + 1)] * 2), len(references) - 1):
        ends = (0, *inner, len(units))
        cut = tuple(pairwise(ends))
        totals[cut] = sum(
            score(text(*span), reference) for span, reference in zip(cut, references, strict=True)
        )
    best = max(totals.values())
    assert totals[tuple(spans)] == pytest.approx(best, abs=1e-6)
    for number, (span, margin) in enumerate(zip(spans, margins, strict=True)):
        others = [total for cut, total in totals.items() if cut[number] != span]
        assert margin == pytest.approx(best - max(others), abs=1e-6)


def test_rules_by_chrf_find_blocks_that_lengths_do_not():
    blocks = [SIX[0], f"{SIX[1]} {SIX[2]}", SIX[3], *SIX[4].split(". ", 1), SIX[5]]
    blocks[3] += "."
    made = align_paragraphs(SIX, blocks)
    assert [paragraph.how for paragraph in made.paragraphs] == [
        "kept",
        "split",
        "split",
        "kept",
        "merged",
        "kept",
    ]
    assert [text.replace("\n", " ") for text in made.texts] == SIX
    assert min(paragraph.margin for paragraph in made.paragraphs) > 1
    assert align_paragraphs(SIX, blocks, "wmt26-final").texts != SIX
    final = align_paragraphs(SIX, [SIX[0] + " " + SIX[1], *SIX[2:]], "wmt26-final")
    assert len(final.texts) == 6
    without = align_paragraphs(SIX, [*SIX[:2], *SIX[3:]], "wmt26-final")
    assert [paragraph.how for paragraph in without.paragraphs] == [
        "kept",
        "kept",
        "empty",
        "kept",
        "kept",
        "kept",
    ]
    assert [table.name for table in made.tables()] == ["paragraphs"]


def test_a_rule_that_fails_keeps_all():
    made = align_paragraphs(["a", "b", "c"], ["one block"], "wmt26-first")
    assert made.failed
    assert made.texts == ["one block", "", ""]


def test_what_cannot_be_aligned():
    with pytest.raises(InputShapeError, match="at least one block"):
        align_paragraphs([], ["a"])
    with pytest.raises(InputShapeError, match="are empty"):
        align_paragraphs(["", ""], ["a"])
    with pytest.raises(UnknownNameError, match="chrf"):
        align_paragraphs(["a"], ["a"], "gale")
