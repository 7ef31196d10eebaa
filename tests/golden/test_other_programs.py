"""The older programs of docs/distances.md: what they printed, against what is scored here."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parbleu import BLEU, CHRF, TER

PAGE = Path(__file__).parents[2] / "docs" / "distances.md"


@pytest.fixture(scope="module")
def programs(read_golden: Any) -> Any:
    """What each printed for the whole text."""
    return read_golden("oracles/oracles_set2")["data"]["set2"]


@pytest.fixture(scope="module")
def segments(oracles: Path) -> dict[str, Any]:
    """What each printed for the segments."""
    with gzip.open(oracles / "golden/oracles/oracles_segments_set2.json.gz", "rt") as file:
        return json.load(file)["set2"]


@pytest.fixture(scope="module")
def texts(oracles: Path) -> tuple[list[str], list[list[str]]]:
    folder = oracles / "data" / "multeval" / "set2"
    hyps, refs = [(folder / f"set2.{name}").read_text("utf-8").split("\n")[:-1] for name in ("out.0", "ref0")]
    return hyps, [refs]


def told(*numbers: str) -> None:
    """The page tells these numbers."""
    page = PAGE.read_text("utf-8")
    assert [number for number in numbers if number not in page] == []


@pytest.mark.parametrize(("tokenize", "run"), [("13a", "cased"), ("intl", "cased_intl")])
def test_mteval(programs: Any, texts: Any, tokenize: str, run: str) -> None:
    ours = BLEU(tokenize=tokenize).corpus_score(*texts).score
    for version in ("mteval-v13a.pl", "mteval-v14.pl"):
        assert round(ours, 4) == round(100 * programs["mteval"][f"{version}:{run}"]["BLEU"], 4)
    told(f"{ours:.4f}")


def test_segments_of_mteval(segments: Any, texts: Any) -> None:
    """A segment without 4-grams: a precision of 1 for them, and the fourth root all the same."""
    theirs = 100 * np.array(segments["mteval13a:cased"]["BLEU"])
    plain = BLEU().segment_scores(*texts)
    short = [at for at, ours in enumerate(plain) if abs(ours - theirs[at]) > 1e-6]
    assert len(short) == 13
    effective = BLEU(effective_order=True).segment_scores(*texts)
    differing = [at for at in short if abs(effective[at] - theirs[at]) > 1e-6]
    assert len(differing) == 5
    for at in differing:
        score = BLEU(effective_order=True).sentence_score(texts[0][at], [texts[1][0][at]])
        orders = sum(total > 0 for total in score.totals)
        precisions = np.array(score.precisions[:orders]) / 100
        assert theirs[at] == pytest.approx(100 * score.bp * np.prod(precisions) ** 0.25, rel=1e-9)
    assert {round(theirs[561], 2), round(effective[561], 2)} == {36.30, 32.34}


@pytest.mark.parametrize(
    ("tokenize", "program"), [("none", "multi-bleu.perl"), ("13a", "multi-bleu-detok.perl")]
)
def test_multi_bleu(programs: Any, texts: Any, tokenize: str, program: str) -> None:
    score = BLEU(tokenize=tokenize).corpus_score(*texts)
    assert round(score.score, 2) == programs[program]["BLEU"]
    assert score.sys_len - programs[program]["hyp_len"] == (1 if tokenize == "none" else 0)
    told(f"{score.score:.4f}", f"{programs[program]['BLEU']}")


@pytest.mark.parametrize("word_order", [0, 2])
def test_chrf(programs: Any, segments: Any, texts: Any, word_order: int) -> None:
    metric = CHRF(word_order=word_order, eps_smoothing=True)
    ours, theirs = metric.corpus_score(*texts).score, programs["chrF++.py"][f"nc6_nw{word_order}"]["totalF"]
    told(f"{ours:.5f}", f"{theirs:.5f}")
    assert 4e-5 < ours - theirs < 7e-5
    each = metric.segment_scores(*texts) - np.array(segments[f"chrF++.py:nw{word_order}"])
    (differing,) = np.flatnonzero(abs(each) > 6e-5)
    assert "\xa0" in texts[0][differing]


@pytest.mark.parametrize(
    ("run", "options", "differing"),
    [
        ("default", {}, 2),
        ("N_s", {"normalized": True, "case_sensitive": True}, 2),
        ("P", {"no_punct": True}, 3),
    ],
)
def test_tercom(
    programs: Any, segments: Any, texts: Any, run: str, options: dict[str, bool], differing: int
) -> None:
    score = TER(**options).corpus_score(*texts)
    for version in ("0.8.0", "0.10.0"):
        theirs = programs["tercom"][f"{version}:{run}"]
        told(f"{theirs['TER']:.3f} ({theirs['edits']:,.0f} edits)")
        told(f"{score.score:.3f} ({score.num_edits:,} edits)")
        rows = TER(**options).statistics(*texts)
        assert sum(map(bool, (rows != np.array(segments[f"tercom{version}:{run}"])).any(axis=1))) == differing
