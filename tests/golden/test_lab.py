"""Tests the studies on WMT23 against recorded results: reorderings and tokenizers of six systems."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from extras import extra
from parbleu import Resampling, study
from parbleu.study._permutation_counts import cut_segment
from parbleu.text._tokenizers.base import Tokenizer

KINDS = {
    "paper": "log10 PRODUCT over sentences, paper formula",
    "safe": "log10 product, safe blocks",
    "distinct": "log10 product, safe blocks, distinct strings",
}


@pytest.fixture(scope="module")
def golden(read_golden: Any) -> Any:
    return read_golden("lab/lab_study")


def close(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=1e-12)


@pytest.mark.parametrize("pair", ["de-en", "en-cs"])
@pytest.mark.parametrize("system", ["ONLINE-A", "GPT4-5shot", "NLLB_Greedy"])
def test_counts_are_those_recorded(
    golden: dict[str, dict[str, dict[str, float]]], oracles: Path, pair: str, system: str
) -> None:
    recorded = golden["permutations (13a tokens)"][f"{pair} {system}"]
    folder, target = oracles / "data" / "wmt23" / pair, pair[3:]
    systems = {system: folder / "systems" / f"{system}.{target}"}
    found = study.permutations(systems, [folder / f"refA.{target}"])[system]
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
    systems = {"A": folder / "systems" / "ONLINE-A.en"}
    found = study.permutations(systems, [folder / "refA.en"], n_samples=1, equal_corpus=True, seed=5)["A"]
    counts = found.counts("safe")
    assert found.sample is not None
    assert found.equal_corpus is not None
    assert found.sample.lower == 0
    assert len(found.equal_corpus.texts) == len(counts)
    assert len(found.equal_corpus.moved) > 0.8 * sum(count.log10 > 0 for count in counts)


def test_the_example(golden: dict[str, dict[str, list[str]]]) -> None:
    """Eight tokens of which two bigrams match: six blocks, 720 orders."""
    example = golden["lab example"]
    tokens = example["tokens"]
    segment = cut_segment(tokens, [[tokens[4], tokens[5]], [tokens[6], tokens[7]]])
    assert [segment.tokens, segment.matches, len(segment.blocks)] == example["n, clipped matches, blocks"]
    assert segment.count("paper").exact == segment.count("safe").exact == example["(n-b)!"]


SYSTEMS = ("ONLINE-A", "GPT4-5shot", "NLLB_Greedy")
BOTH_SIDES = {"13a": "raw, 13a", "none": "raw, none", "intl": "raw, intl", "char": "char, both, none"}
"""Tokenizer -> what the recorded study calls it."""


def streams(oracles: Path, pair: str) -> tuple[dict[str, Path], list[Path]]:
    folder, target = oracles / "data" / "wmt23" / pair, pair[3:]
    systems = {name: folder / "systems" / f"{name}.{target}" for name in SYSTEMS}
    return systems, [folder / f"refA.{target}"]


def held(section: study.StudySection, name: str, recorded: dict[str, Any], key: str) -> None:
    """Holds a row to the recorded scores and ratios."""
    row = section[name]
    ratios = row.hyp_ref_ratios
    assert ratios is not None
    for place, system in enumerate(section.systems):
        assert round(row.scores[place], 2) == recorded[system][key]["BLEU"], (name, system)
        assert round(ratios[place], 3) == recorded[system][key]["hyp/ref"], (name, system)


@pytest.mark.parametrize("pair", ["de-en", "en-cs"])
def test_tokenizers_are_those_recorded(golden: dict[str, Any], oracles: Path, pair: str) -> None:
    recorded = golden["tokenisation"][pair]
    found = study.tokenization(
        *streams(oracles, pair),
        list(BOTH_SIDES),
        metrics=["chrf"],
        resampling=Resampling(n_samples=100),
    )
    for name, key in BOTH_SIDES.items():
        held(found["tokenizer"], name, recorded, key)
    chrf = found["metric"]["chrF2"]
    assert [round(score, 2) for score in chrf.scores] == [recorded[system]["chrF2"] for system in SYSTEMS]
    assert found.warnings == ()


@pytest.mark.parametrize("pair", ["de-en", "en-cs"])
def test_the_slip_is_the_recorded_one(golden: dict[str, Any], oracles: Path, pair: str) -> None:
    """Only the hypotheses in characters, scored with 13a."""
    found = study.tokenization(
        *streams(oracles, pair),
        ["13a", "char"],
        vary="tokenizer",
        one_side="hyp",
        resampling=Resampling("none"),
    )
    held(found["tokenizer"], "char, hyp only", golden["tokenisation"][pair], "char, hyp only, 13a (lab)")
    assert found.warnings[0].startswith("char, hyp only: hyp_ref_ratio")


def test_subwords_are_near_those_recorded(golden: dict[str, Any], oracles: Path, tmp_path: Path) -> None:
    """The recorded model is not at hand, only how it was trained; and another one cuts a little otherwise."""
    systems, references = streams(oracles, "de-en")
    recorded, model = golden["tokenisation"]["de-en"], tmp_path / "unigram.model"
    with model.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(references[0].read_text(encoding="utf-8").splitlines()),
            model_writer=file,
            vocab_size=4000,
            minloglevel=2,
        )
    for side, key in ((None, "subword, both, none"), ("hyp", "subword, hyp only, 13a (lab)")):
        found = study.tokenization(
            systems,
            references,
            ["13a", study.PieceFile(model)],
            vary="tokenizer",
            one_side=side,
            resampling=Resampling("none"),
        )
        row = found["tokenizer"].rows[1]
        wanted = [recorded[system][key]["BLEU"] for system in SYSTEMS]
        assert list(row.scores) == pytest.approx(wanted, abs=0.1 if side is None else 0.03)
        ranks = [1 + sum(other > score for other in wanted) for score in wanted]
        assert side == "hyp" or list(row.ranks) == ranks


def test_order_and_significance_of_two_close_systems(oracles: Path) -> None:
    """On de-en, 13a puts GPT4-5shot ahead by 0.004 and all others ONLINE-A; no difference is significant."""
    systems, references = streams(oracles, "de-en")
    section = study.tokenization(systems, references, ["13a", "none", "intl", "char"])["tokenizer"]
    close_pair, *others = section.changes
    assert (close_pair.first, close_pair.second) == ("ONLINE-A", "GPT4-5shot")
    assert (close_pair.order, close_pair.significance) == (True, False)
    assert not any(change.order or change.significance for change in others)
    assert round(section["13a"].pairs[0].difference, 3) == 0.004
    assert [row.ranks[0] for row in section.rows] == [2, 1, 1, 1]
    assert round(section.taus[0][1] or 0, 3) == round(1 / 3, 3)


class Treebank(Tokenizer):
    """What NLTK's `word_tokenize` does within sentences, without its model that finds these."""

    def __init__(self) -> None:
        super().__init__("Treebank")
        self._cut = extra("nltk.tokenize").NLTKWordTokenizer().tokenize

    def __call__(self, text: str) -> str:
        return " ".join(self._cut(text))


@pytest.mark.parametrize("pair", ["de-en", "en-cs"])
def test_treebank_words(golden: dict[str, Any], oracles: Path, pair: str) -> None:
    systems, references = streams(oracles, pair)
    one = {"ONLINE-A": systems["ONLINE-A"]}
    row = study.tokenization(one, references, [Treebank()], vary="tokenizer")["tokenizer"].rows[0]
    recorded = golden["tokenisation"][pair]["ONLINE-A"]["lab BLEU, Treebank words"]
    assert row.hyp_ref_ratios is not None
    assert (round(row.scores[0], 2), round(1 / row.hyp_ref_ratios[0], 3)) == (
        recorded["BLEU"],
        recorded["ref/hyp"],
    )
