"""Tests differences of n-grams against recorded numbers of compare-mt and MT-ComparEval."""

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from compare_mt import EMPTY, LABELS, RecordedCorpus, SingleBlanks
from conftest import find_oracles
from parbleu.analysis import Labels, NgramRanking, compared_texts, ngrams

pytestmark = pytest.mark.usefixtures("oracles")

KINDS = ("match", "over", "under")


@pytest.fixture(scope="module", params=["de-en", "en-ja"])
def corpus(request):
    return RecordedCorpus(find_oracles(), request.param)


def options_of(corpus, recorded):
    profile = recorded["profile"]
    labels = None
    if recorded["labels"]:
        label = LABELS[recorded["labels"]]
        labels = Labels(
            [list(map(label, corpus.reference))],
            {name: list(map(label, output)) for name, output in corpus.outputs.items()},
        )
    return {
        "kind": profile.get("compare_type", "match"),
        "orders": (int(profile.get("min_ngram_length", 1)), int(profile.get("max_ngram_length", 4))),
        "labels": labels,
        "ranking": NgramRanking(smoothing=float(profile.get("alpha", 1)), collapse=False),
    }


def every(result):
    """All n-grams that either system has."""
    return [row for each in result.orders for row in each.rows(np.arange(len(each.numbers)))]


def as_tuple(row):
    return row.ratio, row.text, int(row.first), int(row.second)


def test_ngrams(corpus, comparison):
    for recorded in corpus.golden["ngrams"]:
        texts = corpus.texts(recorded["profile"].get("case_insensitive") == "True")
        options = options_of(corpus, recorded)
        first_pair = tuple(corpus.systems[:2])
        for pair in recorded["pairs"]:
            names = pair["left"], pair["right"]
            wanted = max(
                len(pair[side]["full"]) + (pair[side]["boundary"] or {"size": 0})["size"]
                for side in ("left_better", "right_better")
            )
            ranking = replace(options["ranking"], top=wanted)
            result = ngrams(texts, *names, **{**options, "ranking": ranking})
            where = f"{recorded['profile']} {names}"
            for name, totals in result.totals.items():
                theirs = [recorded["totals"][name][kind] for kind in KINDS]
                comparison.check(f"{where} totals", list(totals), theirs)
            if names == first_pair:  # later ones have n-grams of other systems, too
                comparison.check(f"{where} n-grams", len(result), pair["features"])
            for side, sign in (("left_better", 1), ("right_better", -1)):
                listed = result.more_of_first if sign > 0 else result.more_of_second
                rows = sorted(map(as_tuple, listed), key=lambda row: (-sign * row[0], row[1]))
                theirs = [
                    (row["score"], row["ngram"], row["left"], row["right"]) for row in pair[side]["full"]
                ]
                comparison.check(f"{where} {side}", rows[: len(theirs)], theirs)
                boundary = pair[side]["boundary"]
                if boundary and boundary["score"] != 0.5:
                    group = sorted(row[1] for row in rows if row[0] == boundary["score"])
                    checksum = hashlib.sha256("\n".join(group).encode()).hexdigest()
                    comparison.check(f"{where} {side} boundary", checksum, boundary["sha256_of_sorted"])
    comparison.finish(at_least=120)


def test_counts_are_those_of_the_kind_that_is_listed(corpus):
    """compare-mt prints the counts of matches beside n-grams that are over or under."""
    recorded = next(each for each in corpus.golden["ngrams"] if each["profile"].get("compare_type") == "over")
    row = recorded["pairs"][0]["left_better"]["full"][0]
    result = ngrams(corpus.texts(), kind="over", ranking=NgramRanking(collapse=False))
    ours = next(each for each in result.more_of_first if each.text == row["ngram"])
    assert (ours.first, ours.second) == (row["left"], row["right"])
    assert (row["left"], row["right"]) != (row["printed_left"], row["printed_right"])


def test_no_ngrams_of_other_systems(corpus):
    """compare-mt's later pairs have n-grams that neither system has, with the score 0.5."""
    recorded = corpus.golden["ngrams"][0]["pairs"][-1]
    result = ngrams(corpus.texts(), recorded["left"], recorded["right"], ranking=NgramRanking(collapse=False))
    assert len(result) < recorded["features"]
    assert all(row.first + row.second > 0 for row in every(result))


def test_edges(read_golden):
    edge = read_golden("analysis/compare-mt.edge")
    given = edge["texts"]
    systems = {"s0": given["s0"], "s1": given["s1"]}
    texts = compared_texts(systems, [given["ref"]], tokenize=SingleBlanks())
    for kind in KINDS:
        result = ngrams(texts, kind=kind, orders=(1, 3), ranking=NgramRanking(collapse=False))
        for place, recorded in enumerate(edge["ngrams_max3"][kind]):
            counts = {
                row.text.replace(EMPTY, ""): int(row.first if place == 0 else row.second)
                for row in every(result)
            }
            assert {text: count for text, count in counts.items() if count} == recorded


def compareval_runs():
    oracles = find_oracles()
    recorded = json.loads((oracles / "golden/analysis/mt-compareval.json").read_text("utf-8"))
    for run in recorded["runs"]:
        if "texts" in run:
            texts = run["texts"]
            yield (
                run,
                compared_texts(
                    dict(zip("01", texts["systems"], strict=True)), [texts["ref"]], tokenize="none"
                ),
            )
            continue
        folder, about = run["input"].split(": ", 1)
        count = int(about.split("first ")[1].split()[0])
        names = [part.split(" = ")[1] for part in about.split("; ")[1].split(", ")]
        target = folder.rpartition("-")[2]

        def read(name, folder=folder, count=count):
            return (oracles / folder / name).read_text("utf-8").split("\n")[:count]

        systems = {str(place): read(f"systems/{name}.{target}") for place, name in enumerate(names)}
        normalizer = "intl" if "normalizer intl" in about else "13a"
        yield run, compared_texts(systems, [read(f"refA.{target}")], tokenize=normalizer)


def test_improving_and_worsening_ngrams(comparison):
    for run, texts in compareval_runs():
        for name, kind in (("improving", "match"), ("worsening", "over")):
            for task, (first, second) in enumerate((("0", "1"), ("1", "0"))):
                for order, recorded in run[name][task].items():
                    result = ngrams(
                        texts,
                        first,
                        second,
                        kind=kind,
                        orders=(int(order),) * 2,
                        ranking=NgramRanking(by="difference", top=10**6, collapse=False),
                    )
                    ours = {
                        row.text: (int(row.first), int(row.second), int(row.first_excess))
                        for row in result.more_of_first
                    }
                    where = f"{run['input'][:60]} {name} {task} {order}"
                    for ngram, every, other, excess, segments in recorded:
                        comparison.check(f"{where} {ngram}", ours.get(str(ngram)), (every, other, excess))
                        behind = result.segments(str(ngram))
                        comparison.check(
                            f"{where} segments", {each - 1 for each in segments} <= set(behind), True
                        )
                    keys = [(-every + other, -excess) for _, every, other, excess, _ in recorded]
                    listed = [(-one + other, -excess) for one, other, excess in ours.values()]
                    comparison.check(f"{where} order", listed[: len(keys)], keys)
    comparison.finish(at_least=1000)
