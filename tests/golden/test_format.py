"""Tests how scores are printed: widths, signatures, JSON, confidence intervals."""

from __future__ import annotations

import json

import pytest

import parbleu

from .exclusions import FORMAT_WITHOUT_SIGNATURE
from .recorded import Comparison, Recorded, Row

HYPS = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
REFS = [
    ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
    ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
]
RESAMPLES = (1, 50)
ARGUMENTS = {
    "BLEU": ("lowercase", "smooth_method", "smooth_value", "max_ngram_order", "effective_order"),
    "CHRF": ("char_order", "word_order", "beta", "lowercase", "whitespace", "eps_smoothing"),
    "TER": ("normalized", "no_punct", "asian_support", "case_sensitive"),
}


@pytest.fixture(autouse=True)
def _default_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)


def score_of(row: Row) -> parbleu.metrics.Score:
    name = row["metric"]
    arguments = {argument: row["args"][argument] for argument in ARGUMENTS[name]}
    if name == "BLEU":
        arguments["tokenize"] = row["args"]["tokenizer_signature"]
    samples = row["n_bootstrap"]
    drawn = {"intervals": True, "n_samples": samples} if samples > 1 else {}
    return getattr(parbleu, name)(**arguments).corpus_score(HYPS, REFS, **drawn)


def format_options(row: Row) -> Row:
    return {"decimals" if name == "width" else name: value for name, value in row["format_args"].items()}


@pytest.mark.parametrize("n_bootstrap", RESAMPLES)
def test_printed_scores(recorded: Recorded, comparison: Comparison, n_bootstrap: int) -> None:
    for row in recorded.rows("format"):
        if row.get("n_bootstrap") == n_bootstrap and row["id"] not in FORMAT_WITHOUT_SIGNATURE:
            comparison.check(f"{row['id']} {row}", score_of(row).format(**format_options(row)), row["result"])
    comparison.finish(at_least=440)


def without_signature(text: str) -> dict[str, object]:
    """A recorded JSON object with what its signature contributed taken out."""
    result = json.loads(text)
    for item in result["signature"].split("|"):
        del result[item.split(":")[0]]
    return result | {"signature": ""}


def group_of(row: Row) -> str:
    """What two rows share if only their signatures differ."""
    arguments = row["format_args"] | {"signature": None}
    return json.dumps([row["metric"], row["args"], row["n_bootstrap"], arguments])


@pytest.mark.parametrize("n_bootstrap", RESAMPLES)
def test_json_without_a_signature(recorded: Recorded, comparison: Comparison, n_bootstrap: int) -> None:
    """Crashes in the original; ours is the object of the row with a signature, less that signature's keys."""
    rows = [row for row in recorded.rows("format") if "metric" in row]
    signed = {group_of(row): row for row in rows if "result" in row and row["format_args"]["signature"]}
    for row in rows:
        if row["id"] in FORMAT_WITHOUT_SIGNATURE and row["n_bootstrap"] == n_bootstrap:
            assert row["error"] == "ValueError"
            ours = json.loads(score_of(row).format(**format_options(row)))
            comparison.check(row["id"], ours, without_signature(signed[group_of(row)]["result"]))
    comparison.finish(at_least=40)


def test_confidence_intervals(recorded: Recorded, comparison: Comparison) -> None:
    for row in recorded.rows("format"):
        if "estimate_ci_n" in row:
            count = row["estimate_ci_n"]
            scores = [parbleu.metrics.Score("X", ((i * 7919) % count) * 1.25 + 1) for i in range(count)]
            score = parbleu.metrics.Score("X", 50.0)
            score.estimate_ci(scores)
            comparison.check(row["id"], [*score.interval, str(score)], [row["mean"], row["ci"], row["str"]])
    comparison.finish(at_least=8)


def test_an_interval_around_zero_is_not_printed(recorded: Recorded) -> None:
    row = next(row for row in recorded.rows("format") if "zero_mean_ci_hidden" in row)
    score = parbleu.metrics.Score("Z", 0.0)
    score.estimate_ci([parbleu.metrics.Score("Z", 0.0)] * 3)
    assert str(score) == row["zero_mean_ci_hidden"]
