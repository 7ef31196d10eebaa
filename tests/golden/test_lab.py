"""The recorded study of permutations on WMT23: counts of six systems' reorderings."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from parbleu import study
from parbleu.study.segment import Segment

KINDS = {
    "paper": "log10 PRODUCT over sentences, paper formula",
    "safe": "log10 product, safe blocks",
    "distinct": "log10 product, safe blocks, distinct strings",
}


@pytest.fixture(scope="module")
def golden(oracles: Path) -> dict[str, dict[str, dict[str, float]]]:
    recorded: dict[str, dict[str, dict[str, float]]] = json.loads(
        (oracles / "golden" / "lab" / "lab_study.json").read_text(encoding="utf-8")
    )
    return recorded


def close(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=1e-12)


@pytest.mark.parametrize("pair", ["de-en", "en-cs"])
@pytest.mark.parametrize("system", ["ONLINE-A", "GPT4-5shot", "NLLB_Greedy"])
def test_counts_are_those_recorded(
    golden: dict[str, dict[str, dict[str, float]]], oracles: Path, pair: str, system: str
) -> None:
    recorded = golden["permutations (13a tokens)"][f"{pair} {system}"]
    folder, target = oracles / "data" / "wmt23" / pair, pair[3:]
    found = study.permutations(folder / "systems" / f"{system}.{target}", [folder / f"refA.{target}"])
    for kind, key in KINDS.items():
        assert close(found.count(kind).log10, recorded[key]), key
    assert close(found.sum("paper").log10, recorded["log10 SUM over sentences (what the lab prints)"])
    largest = found.segments[found.most_permutable("paper")[0]]
    assert {
        "tokens": largest.tokens,
        "clipped matches": largest.matches,
        "log10": pytest.approx(largest.count("paper").log10, rel=1e-12),
    } == recorded["largest sentence"]
    estimates = sum(segment.tokens - segment.matches for segment in found.segments)
    blocks = sum(len(segment.blocks) for segment in found.segments)
    assert estimates - blocks == recorded["clipped-only cut sites (n-clip) - blocks"]
    assert close(blocks / found.tokens, recorded["mean blocks / tokens"])
    assert len(found.segments) == recorded["sentences"]


def test_safe_orders_never_lower_bleu(oracles: Path) -> None:
    folder = oracles / "data" / "wmt23" / "de-en"
    found = study.permutations(folder / "systems" / "ONLINE-A.en", [folder / "refA.en"])
    counts = found.counts("safe")
    assert study.sample(found, 1, seed=5).lower == 0
    texts, moved = study.equal_corpus(found, seed=5)
    assert len(texts) == len(counts)
    assert len(moved) > 0.8 * sum(count.log10 > 0 for count in counts)


def test_the_example(golden: dict[str, dict[str, list[str]]]) -> None:
    """Eight tokens of which two bigrams match: six blocks, 720 orders."""
    example = golden["lab example"]
    tokens = example["tokens"]
    segment = Segment(tokens, [[tokens[4], tokens[5]], [tokens[6], tokens[7]]])
    assert [segment.tokens, segment.matches, len(segment.blocks)] == example["n, clipped matches, blocks"]
    assert segment.count("paper").exact == segment.count("safe").exact == example["(n-b)!"]
