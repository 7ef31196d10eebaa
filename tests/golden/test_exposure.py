"""Tests the exposure of test sets against recorded numbers of tame-mt."""

import hashlib

import pytest

import parbleu
from conftest import find_oracles
from parbleu.analysis import compared_texts, exposure, exposure_scores

NAMES = {"source_exact": "exact"}
SIDES = ("source", "target", "pair")


def lines(path):
    return (find_oracles() / "data" / "wmt23" / path).read_text(encoding="utf-8").rstrip("\n").split("\n")


def inputs(run):
    """The source, references, training corpus and output of a recorded run."""
    if run["name"].startswith("en-cs"):
        source, target = lines("en-cs/source.en"), lines("en-cs/refA.cs")
        output = lines("en-cs/systems/ONLINE-B.cs")[1450:1650]
        return source[1450:1650], [target[1450:1650]], (source[:1500], target[:1500]), output
    if run["name"].startswith("he-en"):
        source, first, second = (lines(f"he-en/{name}") for name in ("source.he", "refA.en", "refB.en"))
        output = lines("he-en/systems/ONLINE-A.en")[1200:1400]
        references = [first[1200:1400], second[1200:1400]]
        return source[1200:1400], references, (source[:1200], first[:1200]), output
    source, target = ([pair[side] for pair in run["test"]] for side in (0, 1))
    return source, [target], tuple([pair[side] for pair in run["train"]] for side in (0, 1)), None


@pytest.fixture
def recorded(read_golden):
    return read_golden("practice/exposure")["runs"]


@pytest.mark.parametrize("threads", [1, 3])
def test_segments(recorded, threads):
    for run in recorded:
        source, references, train, _ = inputs(run)
        found = exposure(source, references, [train], lowercase="lowercase" in run["name"], threads=threads)
        for number, values in enumerate(run["segments"]):
            row = dict(zip(run["segment_columns"], values, strict=True))
            assert NAMES.get(row["bin"], row["bin"]) == found.bins[number]
            for side in SIDES:
                ours, theirs = found[side].similarity[number], row[f"{side}_exposure"]
                if side == "pair":  # recorded are the candidates of the best sources and targets only
                    assert ours >= theirs - 1e-12
                    for limit, expected in row["pair_exact_at_threshold"].items():
                        assert (ours >= float(limit)) == expected
                else:
                    assert ours == theirs
                    line = found[side].line[number]
                    assert (None if line < 0 else line) == row[f"{side}_nn_index"]
                assert found[side].exact[number] == row[f"{side}_exact"]


def test_summary_and_scores(recorded):
    for run in recorded:
        source, references, train, output = inputs(run)
        report = run["report"]
        found = exposure(source, references, [train], lowercase="lowercase" in run["name"])
        table, bins = found.tables()
        for row, side in zip(table.rows, SIDES, strict=True):
            cells = dict(zip([column.name for column in table.columns], row, strict=True))
            saved = report["exposure"][side]
            for name in ("mean", "median", "p05", "p25", "p75", "p95", "max") if side != "pair" else ():
                assert cells[name] == pytest.approx(saved[name], rel=1e-12)
            assert cells["exact"] == pytest.approx(100 * saved["exact_overlap"])
        counts = {NAMES.get(each["name"], each["name"]): each["count"] for each in report["bins"]}
        assert dict(zip(bins.column("bin"), bins.column("segments"), strict=True)) == counts
        if output is None:
            continue
        memory = "\n".join(found.memory).encode()
        assert hashlib.sha256(memory).hexdigest() == run["tm_hyp_sha256"]
        texts = compared_texts({"system": output}, references)
        scores = exposure_scores(
            texts, found, [parbleu.BLEU(), parbleu.CHRF(word_order=2)], resampling=parbleu.Resampling("none")
        )
        for name, key in (("BLEU", "bleu"), ("chrF2++", "chrf")):
            assert scores.whole[name].values[:, 0] == pytest.approx(
                [report["system_scores"][key], report["tm_scores"][key]], rel=1e-9
            )
            for each in report["bins"]:
                if each["count"]:
                    place = scores.buckets.buckets.index(NAMES.get(each["name"], each["name"]))
                    assert scores.buckets[name].values[:, place] == pytest.approx(
                        [each["system_scores"][key], each["tm_scores"][key]], rel=1e-9
                    )
            assert scores.gap(name, "system") == pytest.approx(report["generalization_gap"][key])
