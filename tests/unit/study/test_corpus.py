"""Blocks of hypotheses, their numbers of orders, and what metrics say of other orders."""

from itertools import permutations as all_orders
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parbleu
from parbleu import study
from parbleu.errors import (
    InputShapeError,
    MissingDependencyError,
    NoReferenceError,
    OptionError,
    UnknownNameError,
)
from parbleu.study.permutation_sampling import shuffled
from parbleu.study.segment_blocks import Segment

WORDS = st.lists(st.sampled_from("abc"), max_size=7)
REFERENCES = st.lists(st.lists(st.sampled_from("abc"), max_size=8), min_size=1, max_size=2)
HYPOTHESES = ["the cat sat on the mat .", "a b c", "so it is", ""]
STREAMS = [["the cat is on the mat .", "c b a", "so it is", ""], ["a cat sat .", None, "is it", "x"]]


def matches(tokens, references):
    """BLEU's matches of one segment."""
    bleu = parbleu.BLEU(tokenize="none", force=True)
    return bleu.statistics([" ".join(tokens)], [[" ".join(reference)] for reference in references])[0][2:6]


def cut(hypothesis, *references):
    return Segment(hypothesis.split(), [reference.split() for reference in references])


def test_blocks():
    segment = cut("je pense que oui je pense .", "moi je pense que non .")
    assert segment.blocks == [("je", "pense", "que"), ("oui",), ("je", "pense"), (".",)]
    assert (segment.tokens, segment.matches) == (7, 2)
    assert str(segment) == "je pense que | oui | je pense | ."
    assert [segment.count(kind).exact for kind in ("paper", "safe", "distinct")] == [120, 24, 24]


def test_the_published_example():
    """Eight tokens and two matches make six blocks: of n - 1 bigrams, b mismatches, (b + 1)! orders."""
    segment = cut("Je pense qu'il s'agit de la démocratie .", "de la", "démocratie .")
    assert (segment.tokens, segment.matches, len(segment.blocks)) == (8, 2, 6)
    mismatches = 8 - 1 - segment.matches
    assert segment.count("paper").exact == segment.count("safe").exact == factorial(mismatches + 1) == 720


def test_neighbours_in_any_reference_stay_together():
    segment = cut("a b c", "a b", "b c")
    assert segment.blocks == [("a", "b", "c")]
    assert segment.matches == 2


def test_no_tokens():
    segment = Segment([], [["a"]])
    assert (segment.blocks, str(segment)) == ([], "")
    assert [segment.count(kind).exact for kind in ("paper", "safe", "distinct")] == [1, 1, 1]


@given(WORDS, REFERENCES)
@settings(max_examples=60, deadline=None)
def test_no_order_of_the_blocks_lowers_a_match(tokens, references):
    segment = Segment(tokens, references)
    orders = set(all_orders(segment.blocks)) if len(segment.blocks) < 6 else {tuple(segment.blocks[::-1])}
    texts = [" ".join(token for block in order for token in block) for order in orders]
    bleu = parbleu.BLEU(tokenize="none", force=True)
    table = bleu.statistics(texts, [[" ".join(reference)] * len(texts) for reference in references])
    assert (table[:, 2:6] >= matches(tokens, references)).all()
    if len(segment.blocks) < 6:
        assert segment.count("distinct").exact == len(orders)
        assert len(set(texts)) <= len(orders)
    assert segment.matches == matches(tokens, references)[1]
    assert segment.count("distinct").exact <= segment.count("safe").exact <= segment.count("paper").exact


def test_cuts_by_clipped_counts_are_only_an_estimate():
    """Of three `a b` one is clipped away, and with it a cut is counted inside a block."""
    segment = cut("a b a b a b", "a b a b")
    assert segment.blocks == [tuple("ababab")]
    assert (segment.count("paper").exact, segment.count("safe").exact) == (6, 1)


def test_all_orders_are_equally_likely():
    segment = cut("a b c", "x")
    generator = Random(1)
    drawn = [shuffled(segment, generator) for _ in range(1200)]
    assert len(set(drawn)) == 6
    assert all(150 < drawn.count(text) < 250 for text in set(drawn))


def test_a_corpus():
    found = study.permutations(HYPOTHESES, STREAMS, tokenize="none")
    assert [count.exact for count in found.counts("safe")] == [2, 6, 1, 1]
    assert (found.count("safe").exact, found.sum("safe").exact) == (12, 10)
    assert (found.tokens, found.most_permutable()[:2]) == (13, [1, 0])
    assert repr(found) == "<Permutations of 4 segments: 12>"


def test_samples():
    found = study.permutations(HYPOTHESES, STREAMS, tokenize="none")
    first, again, other = (study.sample(found, 30, seed) for seed in (1, 1, 2))
    assert first.scores == again.scores != other.scores
    assert list(first.scores) == ["BLEU", "chrF2", "TER", "chrF2++"]
    assert (first.lower, first.equal + first.higher) == (0, 4 * 30)
    assert first.higher > 0
    assert min(first.scores["BLEU"]) >= first.original["BLEU"] - 1e-9
    assert max(first.scores["TER"]) > first.original["TER"]
    assert first.original["BLEU"] == parbleu.BLEU(tokenize="none").corpus_score(HYPOTHESES, STREAMS).score


@pytest.mark.parametrize("tokenize", ["none", "13a", "intl", "char"])
def test_a_corpus_of_equal_bleu(tokenize):
    hypotheses = ["The dog, it bit the man!", "It wasn't surprising (at 3.5 %).", "Nothing", "a a a"]
    references = [["The man, it bit!", "It was 3.5 % unexpected.", "Nothing", "a"]]
    found = study.permutations(hypotheses, references, tokenize)
    texts, moved = study.equal_corpus(found, seed=3)
    bleu = parbleu.BLEU(tokenize=tokenize)
    assert (bleu.statistics(texts, references) == bleu.statistics(hypotheses, references)).all()
    assert bleu.corpus_score(texts, references).score == bleu.corpus_score(hypotheses, references).score
    assert moved[:2] == [0, 1]
    for index, (new, old) in enumerate(zip(texts, hypotheses, strict=True)):
        reordered = parbleu.tokenize(old, tokenize).split() != parbleu.tokenize(new, tokenize).split()
        assert reordered == (index in moved)
        assert reordered or new == old
    assert study.equal_corpus(found, seed=3) == (texts, moved)


def test_case_and_order():
    found = study.permutations(["The CAT sat ."], [["the cat SAT"]], lowercase=True)
    assert found.segments[0].blocks == [("the", "cat", "sat"), (".",)]
    assert found.reference_tokens == [["the cat sat"]]
    found = study.permutations(HYPOTHESES, STREAMS, tokenize="none", max_order=1)
    assert [len(segment.blocks) for segment in found.segments] == [7, 3, 3, 0]
    assert study.sample(found, 5).equal == 20
    texts, moved = study.equal_corpus(found)
    assert moved == [0, 1, 2]
    assert [sorted(text.split()) for text in texts] == [sorted(text.split()) for text in HYPOTHESES]


def test_wrong_input():
    with pytest.raises(InputShapeError, match="permutations: reference stream 0 has 2 segments"):
        study.permutations(["a"] * 3, [["a", "b"]])
    with pytest.raises(NoReferenceError, match="segment 1"):
        study.permutations(["a", "b"], [["a", None]])
    with pytest.raises(OptionError, match="permutations: max_order is a whole number from 1, not 0"):
        study.permutations(["a"], [["a"]], max_order=0)
    with pytest.raises(OptionError, match="at least one reordering, not 0"):
        study.sample(study.permutations(["a"], [["a"]]), 0)
    with pytest.raises(OptionError, match="max_ngram_order"):
        study.permutations(["a"], [["a"]], max_order=1.5)
    with pytest.raises(UnknownNameError, match="unknown kind of count 'most'"):
        study.permutations(["a"], [["a"]]).count("most")
    with pytest.raises(OptionError, match="nothing to draw"):
        study.draw({}, "x.svg")


def test_pictures(tmp_path):
    found = study.permutations(HYPOTHESES, STREAMS)
    drawn = {}
    both = {"$x_$": found, "y": found}
    for name, what in (("one.svg", found), ("two.svg", found), ("both.svg", both)):
        study.draw(what, tmp_path / name)
        drawn[name] = (tmp_path / name).read_bytes()
    assert drawn["one.svg"] == drawn["two.svg"]
    assert drawn["one.svg"].startswith(b"<?xml")
    assert b"<!-- $x_$ -->" in drawn["both.svg"]  # no formula
    assert drawn["both.svg"].count(b"Reorderings and length") == 2 * drawn["one.svg"].count(
        b"Reorderings and length"
    )
    assert len(list(tmp_path.iterdir())) == 3


def test_pictures_that_cannot_be_drawn(tmp_path, monkeypatch):
    found = study.permutations(["a"], [["a"]])
    with pytest.raises(OptionError, match=r"picture.gif: a picture's name ends in .svg, .png, .pdf"):
        study.draw(found, str(tmp_path / "picture.gif"))
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'parbleu\[plots\]'"):
        study.draw(found, str(tmp_path / "picture.svg"))
