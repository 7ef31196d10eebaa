"""Tests evaluation sets against recorded results of MT Metrics Eval."""

import json
import math
from functools import cache

import numpy as np
import pytest

from parbleu.evalset import EvalSet, Info
from parbleu.evalset._levels import OF_WORDS, WORDS
from parbleu.evalset._standard_info import find_info, language_pairs, set_names

SETS = [
    ("wmt21.news", "en-de"),
    ("wmt21.news", "zh-en"),
    ("wmt21.tedtalks", "en-de"),
    ("wmt21.tedtalks", "zh-en"),
    ("wmt24", "en-cs"),
    ("wmt24", "en-hi"),
    ("wmt24", "en-ja"),
    ("wmt24", "en-zh"),
]


@pytest.fixture(scope="session")
def evalsets(oracles):
    """Loads a set. Where the standard reference is not public, another one stands for it, as recorded."""

    @cache
    def load(name, lp):
        info = None
        if (name, lp) == ("wmt21.news", "zh-en"):
            values = find_info(name, lp).to_dict()
            info = Info.from_dict({**values, "std_ref": "refA"})
        return EvalSet(name, lp, oracles / "data" / "evalsets", info=info, lenient=False)

    return load


@pytest.fixture(scope="session")
def recorded(read_golden):
    return lambda name: read_golden(f"mtme/{name}")


def test_what_is_standard(oracles):
    theirs = json.loads((oracles / "facts" / "mtme_meta_info.json").read_text())
    assert set_names() == list(theirs)
    for name, pairs in theirs.items():
        assert language_pairs(name) == list(pairs)
        for lp, info in pairs.items():
            gold = {OF_WORDS[word]: scores for word, scores in info["std_gold"].items()}
            assert find_info(name, lp).to_dict() == {**info, "std_gold": gold}


@pytest.mark.parametrize(("name", "lp"), SETS)
def test_what_is_in_a_set(evalsets, recorded, name, lp):
    (report,) = [row for row in recorded("load_report") if (row["set"], row["lp"]) == (name, lp)]
    evalset = evalsets(name, lp)
    evalset.read_all()
    assert evalset.n_segments == report["segs"]
    assert len(evalset.docs) == report["docs"]
    assert len(evalset.sys_names) == report["systems"]
    assert len(evalset.metric_names) == report["metrics"]
    assert sorted(WORDS[level] for level in evalset.levels) == report["levels"]
    assert set(evalset.human_rating_names) <= set(report["ratings"])  # not all files were kept
    assert bool(evalset.human_rating_names) == bool(report["ratings"])
    for word, golds in report["gold"].items():
        level = OF_WORDS[word]
        assert evalset.scorers(level)[0] == sorted(golds)
        for gold, counts in golds.items():
            scores = evalset.gold(level, gold)
            assert len(scores) == counts["systems"]
            assert int((~np.isnan(scores.table)).sum()) == counts["rated_cells"]


@pytest.mark.parametrize(("name", "lp"), SETS)
def test_documents(evalsets, recorded, name, lp):
    theirs = recorded(f"evalsets/{name}.{lp}.correlations")
    evalset = evalsets(name, lp)
    assert evalset.std_ref == theirs["std_ref"]
    assert list(evalset.sys_names) == sorted(theirs["sys_names"])
    assert {domain: [list(run) for run in runs] for domain, runs in evalset.domains.items()} == theirs[
        "domains"
    ]
    assert {doc: list(evalset.docs[doc]) for doc in theirs["docs_first3"]} == theirs["docs_first3"]


FUNCTIONS = {
    "Pearson": ("pearson", {}),
    "Pearson_pdp": ("pearson", {"pdp": True}),
    "Pearson_nan0": ("pearson", {"undefined": "zero"}),
    "Spearman": ("spearman", {}),
    "Kendall_b": ("kendall", {}),
    "Kendall_c": ("kendall", {"variant": "c"}),
    "KendallVariants_b": ("KendallVariants", {"variant": "b"}),
    "KendallVariants_c": ("KendallVariants", {"variant": "c"}),
    "KendallVariants_23": ("KendallVariants", {"variant": "23"}),
    "KendallVariants_acc23": ("KendallVariants", {"variant": "acc23"}),
    "KendallVariants_b_eps1.0": ("KendallVariants", {"variant": "b", "epsilon": 1.0}),
    "KendallVariants_23_eps1.0": ("KendallVariants", {"variant": "23", "epsilon": 1.0}),
    "KendallVariants_acc23_eps1.0": ("KendallVariants", {"variant": "acc23", "epsilon": 1.0}),
    "KendallLike@0": ("KendallLike", {"thresh": 0}),
    "KendallLike@5": ("KendallLike", {"thresh": 5}),
    "KendallLike@25": ("KendallLike", {"thresh": 25}),
}


def agree(ours, theirs):
    """Whether value, p-value and weight are the same, up to rounding that may grow in averages."""
    if theirs == "nan" or math.isnan(theirs):
        return math.isnan(ours)
    return abs(ours - theirs) <= 1e-12 * max(abs(theirs), 1e-1)


@pytest.mark.parametrize(("name", "lp"), SETS)
def test_correlations(evalsets, recorded, name, lp):
    evalset = evalsets(name, lp)
    wrong, compared = [], 0
    for row in recorded(f"evalsets/{name}.{lp}.correlations")["results"]:
        for average_by in ("none", "item", "system"):
            for recorded_name, theirs in row.get(WORDS.get(average_by, average_by), {}).items():
                if "raises" in theirs:
                    continue  # it crashed on a row of one score
                function, options = FUNCTIONS[recorded_name]
                ours = evalset.correlation(
                    row["gold"],
                    row["metric"],
                    OF_WORDS[row["level"]],
                    function,
                    average_by,
                    systems=row["sys_order"],
                    **options,
                )
                found = [ours.value, ours.p_value, ours.weight]
                compared += 1
                if not all(map(agree, found, theirs[:3])):
                    wrong.append(
                        (row["level"], row["gold"], row["metric"], average_by, recorded_name, found, theirs)
                    )
    assert compared > 300
    assert not wrong, (len(wrong), wrong[:4])
