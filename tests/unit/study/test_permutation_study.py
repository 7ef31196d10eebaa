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
    NoReferenceError,
    OptionError,
    UnknownNameError,
)
from parbleu.study._permutation_counts import cut_segment
from parbleu.study._permutation_study import shuffled

WORDS = st.lists(st.sampled_from("abc"), max_size=7)
REFERENCES = st.lists(st.lists(st.sampled_from("abc"), max_size=8), min_size=1, max_size=2)
HYPOTHESES = ["the cat sat on the mat .", "a b c", "so it is", ""]
STREAMS = [["the cat is on the mat .", "c b a", "so it is", ""], ["a cat sat .", None, "is it", "x"]]


def matches(tokens, references):
    """BLEU's matches of one segment."""
    bleu = parbleu.BLEU(tokenize="none", force=True)
    return bleu.statistics([" ".join(tokens)], [[" ".join(reference)] for reference in references])[0][2:6]


def permute(hypotheses, references, tokenize="none", **options):
    """The study of one system."""
    return study.permutations({"x": hypotheses}, references, tokenize=tokenize, **options)["x"]


def cut(hypothesis, *references):
    return cut_segment(hypothesis.split(), [reference.split() for reference in references])


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
    segment = cut_segment([], [["a"]])
    assert (segment.blocks, str(segment)) == ([], "")
    assert [segment.count(kind).exact for kind in ("paper", "safe", "distinct")] == [1, 1, 1]


@given(WORDS, REFERENCES)
@settings(max_examples=60)
def test_no_order_of_the_blocks_lowers_a_match(tokens, references):
    segment = cut_segment(tokens, references)
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
    found = permute(HYPOTHESES, STREAMS)
    assert [count.exact for count in found.counts("safe")] == [2, 6, 1, 1]
    assert (found.count("safe").exact, found.sum("safe").exact) == (12, 10)
    assert (found.tokens, found.most_permutable()[:2]) == (13, [1, 0])
    assert (found.sample, found.equal_corpus) == (None, None)


def test_samples():
    first, again, other = (permute(HYPOTHESES, STREAMS, n_samples=30, seed=seed).sample for seed in (1, 1, 2))
    assert first == again
    assert first.scores != other.scores
    assert list(first.scores) == ["BLEU", "chrF2", "TER", "chrF2++"]
    assert (first.n_samples, first.lower, first.equal + first.higher) == (30, 0, 4 * 30)
    assert first.higher > 0
    assert min(first.scores["BLEU"]) >= first.original["BLEU"] - 1e-9
    assert max(first.scores["TER"]) > first.original["TER"]
    assert first.original["BLEU"] == parbleu.BLEU(tokenize="none").corpus_score(HYPOTHESES, STREAMS).score


def test_seeds(monkeypatch):
    def study_of(**options):
        return study.permutations({"a": HYPOTHESES, "b": HYPOTHESES}, STREAMS, tokenize="none", **options)

    usual = study_of(n_samples=3)
    assert (usual.seed, usual["a"].sample) == (12345, usual["b"].sample)
    drawn = study_of(n_samples=3, seed="none")
    assert study_of(n_samples=3, seed=drawn.seed)["a"].sample == drawn["a"].sample
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    found, other = study_of(equal_corpus=True), study_of(equal_corpus=True, seed=7)
    assert (found.seed, found["a"].equal_corpus) == (7, other["b"].equal_corpus)
    assert study_of(seed=7).seed is None


@pytest.mark.parametrize("tokenize", ["none", "13a", "intl", "char"])
def test_a_corpus_of_equal_bleu(tokenize):
    hypotheses = ["The dog, it bit the man!", "It wasn't surprising (at 3.5 %).", "Nothing", "a a a"]
    references = [["The man, it bit!", "It was 3.5 % unexpected.", "Nothing", "a"]]
    found = permute(hypotheses, references, tokenize, equal_corpus=True, seed=3)
    texts, moved = found.equal_corpus.texts, found.equal_corpus.moved
    bleu = parbleu.BLEU(tokenize=tokenize)
    assert (bleu.statistics(texts, references) == bleu.statistics(hypotheses, references)).all()
    assert bleu.corpus_score(texts, references).score == bleu.corpus_score(hypotheses, references).score
    assert moved[:2] == (0, 1)
    for index, (new, old) in enumerate(zip(texts, hypotheses, strict=True)):
        reordered = parbleu.tokenize(old, tokenize).split() != parbleu.tokenize(new, tokenize).split()
        assert reordered == (index in moved)
        assert reordered or new == old
    again = permute(hypotheses, references, tokenize, equal_corpus=True, seed=3)
    assert again.equal_corpus == found.equal_corpus


def test_case_and_order():
    found = permute(["The CAT sat ."], [["the cat SAT"]], "13a", lowercase=True)
    assert found.segments[0].blocks == [("the", "cat", "sat"), (".",)]
    assert found.reference_tokens == (("the cat sat",),)
    found = permute(HYPOTHESES, STREAMS, max_order=1, n_samples=5, equal_corpus=True)
    assert [len(segment.blocks) for segment in found.segments] == [7, 3, 3, 0]
    assert found.sample.equal == 20
    assert found.equal_corpus.moved == (0, 1, 2)
    texts = [sorted(text.split()) for text in found.equal_corpus.texts]
    assert texts == [sorted(text.split()) for text in HYPOTHESES]


def test_tables():
    systems = {"x": HYPOTHESES, "y|z": HYPOTHESES[::-1]}
    found = study.permutations(systems, STREAMS[:1], tokenize="none", n_samples=2, equal_corpus=True, top=1)
    counts, segments, scores, sampled, equal = found.tables()
    assert counts.facts == {
        "n_segments": 4,
        "n_references": 1,
        "tokenize": "none",
        "lowercase": False,
        "max_order": 4,
    }
    assert counts.column("count") == ["paper", "safe", "distinct"] * 2
    assert counts.column("product")[:3] == [
        str(found["x"].count(kind)) for kind in ("paper", "safe", "distinct")
    ]
    assert counts.column("largest_segment")[1] == found["x"].most_permutable()[0] + 1
    assert segments.column("system") == ["x", "y|z"]
    assert segments.column("text")[0] == str(found["x"].segments[found["x"].most_permutable()[0]])
    assert scores.column("metric")[:4] == ["BLEU", "chrF2", "TER", "chrF2++"]
    assert [sum(row[2:]) for row in sampled.rows] == sampled.column("segments") == [8, 8]
    assert equal.column("reordered") == [len(system.equal_corpus.moved) for system in found.systems]
    for format in parbleu.tables.FORMATS:  # noqa: A001
        assert found.render(format)


def test_segments_in_tables():
    def shown(top):
        tables = study.permutations({"x": HYPOTHESES}, STREAMS, tokenize="none", top=top).tables()
        return [table.column("segment") for table in tables if table.name == "segments"]

    assert (shown(0), shown(1), shown(9), shown(None)) == ([], [[2]], [[2, 1]], [[2, 1, 3, 4]])


def test_wrong_input():
    with pytest.raises(InputShapeError, match="permutations: reference stream 0 has 2 segments"):
        permute(["a"] * 3, [["a", "b"]])
    with pytest.raises(NoReferenceError, match="segment 1"):
        permute(["a", "b"], [["a", None]])
    for name, value, least in (
        ("max_order", 0, 1),
        ("n_samples", -1, 0),
        ("n_samples", "2", 0),
        ("top", -1, 0),
    ):
        with pytest.raises(OptionError, match=f"permutations: {name} is a whole number from {least}, not"):
            permute(["a"], [["a"]], **{name: value})
    with pytest.raises(OptionError, match="max_ngram_order"):
        permute(["a"], [["a"]], max_order=1.5)
    with pytest.raises(OptionError, match="whole number from 0 up"):
        permute(["a"], [["a"]], n_samples=1, seed=-1)
    with pytest.raises(OptionError, match="there is no system to score"):
        study.permutations({}, [["a"]])
    with pytest.raises(UnknownNameError, match="unknown kind of count 'most'"):
        permute(["a"], [["a"]]).count("most")
    with pytest.raises(UnknownNameError, match="unknown system 'z'"):
        study.permutations({"x": ["a"]}, [["a"]])["z"]
