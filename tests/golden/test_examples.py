"""Tests examples of segments against those that compare-mt lists, without its defects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compare_mt import RecordedCorpus
from extras import extra
from parbleu.analysis import compared_texts, find_examples


def score(kind: str, reference: str, hypothesis: str) -> float:
    bleu, chrf = extra("nltk.translate.bleu_score"), extra("nltk.translate.chrf_score")
    if kind == "chrf":
        return 100 * float(chrf.sentence_chrf(reference.split(), hypothesis.split(), beta=2))
    if not hypothesis:
        return 0.0
    smooth = bleu.SmoothingFunction().method2
    return 100 * float(
        bleu.sentence_bleu([reference.split(" ")], hypothesis.split(" "), smoothing_function=smooth)
    )


@pytest.mark.parametrize(("pair", "kind"), [("de-en", "sentbleu"), ("de-en", "chrf"), ("en-ja", "sentbleu")])
def test_the_same_segments_as_compare_mt(oracles: Path, pair: str, kind: str) -> None:
    corpus = RecordedCorpus(oracles, pair)
    reference, systems = corpus.reference, corpus.outputs
    scores = {
        name: [score(kind, r, h) for r, h in zip(reference, lines, strict=True)]
        for name, lines in systems.items()
    }
    texts = compared_texts(systems, [reference], scores={kind: scores}, tokenize="none")
    (recorded,) = (
        each for each in corpus.golden["sentence_examples"] if each["profile"] == {"score_type": kind}
    )
    for expected in recorded["pairs"]:
        left, right = expected["left"], expected["right"]
        found = find_examples(texts, "difference", [kind], systems=[left, right]).examples
        sides = ((left, expected["first10"]), (right, expected["last10"][::-1]))
        for better, rows in sides:
            ours = [each for each in found if each.better == better]
            unlike = [row for row in rows if systems[left][row[3]] != systems[right][row[3]]]
            check(ours, unlike, texts)


def check(ours: Any, theirs: Any, texts: Any) -> None:
    """They show segments of the same three texts once; we show each segment."""
    distinct = {}
    for each in ours:
        key = tuple(
            stream[each.segment] for stream in (*texts.references, *(texts.systems[s] for s in each.systems))
        )
        distinct.setdefault(key, each)
    values = [each.value for each in distinct.values()]
    assert values == pytest.approx([row[0] for row in theirs[: len(values)]], abs=1e-9)
    last = abs(values[-1]) + 1e-9
    sure = {each.segment for each in distinct.values() if abs(each.value) > last}
    assert sure == {row[3] for row in theirs if abs(row[0]) > last}


def test_lower_scores_of_error_rates_are_better(oracles: Path) -> None:
    """compare-mt takes the highest word error rates for the best, so its lists of `wer` are reversed."""
    corpus = RecordedCorpus(oracles, "de-en")
    reference, systems = corpus.reference, corpus.outputs
    left, right, _ = systems
    texts = compared_texts(systems, [reference], tokenize="none")
    found = find_examples(texts, "difference", ["ter"], systems=[left, right])
    rates = dict(zip(systems, found.metrics[0].values, strict=True))
    assert not found.metrics[0].higher_is_better
    for each in found.examples:
        other = right if each.better == left else left
        assert rates[each.better][each.segment] < rates[other][each.segment]
