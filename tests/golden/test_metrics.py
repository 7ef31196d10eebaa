"""BLEU, chrF and TER of recorded corpora: scores, attributes, signatures, statistics, sentence scores."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

import parbleu

from .recorded import Comparison, Recorded, Row, without_our_version

ATTRIBUTES = {
    "BLEU": ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio"),
    "CHRF": ("score", "name"),
    "TER": ("score", "num_edits", "ref_length"),
}
ROWS = {
    "bleu_cases": (154, 2359),
    "chrf_cases": (60, 397),
    "ter_cases": (37, 115),
    "multiref_cases": (44, 94),
    "fullcorpora": (36, 88),
}
"""How many rows of a file are shipped, and how many are elsewhere."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Silences the advice on effective order, which is checked elsewhere and given once per sentence here."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


def check_row(row: Row, recorded: Recorded, comparison: Comparison) -> None:
    name, ident = row["metric"], row["id"]
    hyps, refs = recorded.texts(row)
    metric = getattr(parbleu, name)(**row["args"])
    score = metric.corpus_score(hyps, refs)
    ours = {attribute: getattr(score, attribute) for attribute in ATTRIBUTES[name]} | {"str": str(score)}
    comparison.check(f"{ident} {row['args']}", ours, row["corpus"])
    signature = metric.get_signature()
    comparison.check(f"{ident} signature", without_our_version(signature.format()), row["signature"])
    short = without_our_version(signature.format(short=True))
    comparison.check(f"{ident} short signature", short, row["signature_short"])
    if "stats" in row:
        comparison.check(f"{ident} statistics", metric.statistics(hyps, refs).tolist(), row["stats"])
    if "sentence_scores" in row:
        theirs = row["sentence_scores"]
        comparison.check(f"{ident} segment scores", metric.segment_scores(hyps, refs).tolist(), theirs)
        alone = [metric.sentence_score(hyp, group).score for hyp, *group in zip(hyps, *refs, strict=True)]
        comparison.check(f"{ident} sentence scores", alone, theirs)


@pytest.mark.parametrize(
    "tokenizer", ["13a", "intl", "char", "none", "zh", "ja-mecab", "ko-mecab", "flores101"]
)
def test_bleu_rows(recorded: Recorded, comparison: Comparison, spm_models: None, tokenizer: str) -> None:
    for row in recorded.rows("bleu_cases"):
        if row["args"]["tokenize"] == tokenizer:
            check_row(row, recorded, comparison)
    comparison.finish(recorded.count(60, 1000))


@pytest.mark.parametrize("file", [file for file in ROWS if not file.startswith("bleu")])
def test_rows(recorded: Recorded, comparison: Comparison, file: str) -> None:
    for row in recorded.rows(file):
        check_row(row, recorded, comparison)
    comparison.finish(3 * recorded.count(*ROWS[file]))


@pytest.mark.parametrize(("file", "expected"), ROWS.items())
def test_no_row_is_lost(recorded: Recorded, file: str, expected: tuple[int, int]) -> None:
    assert sum(1 for _ in recorded.rows(file)) == recorded.count(*expected)


def test_ter_pairs(recorded: Recorded, comparison: Comparison) -> None:
    """Token sequences made to meet TER's limits: beam, shift distance, candidate cap, length ratios."""
    metric = parbleu.TER(case_sensitive=True)
    rows = list(recorded.rows("ter_pairs"))
    table = metric.statistics([row["hyp"] for row in rows], [[row["ref"] for row in rows]]).tolist()
    for row, statistics in zip(rows, table, strict=True):
        what = f"{row['id']} ({row['tag']}) {row['hyp']!r} against {row['ref']!r}"
        comparison.check(what, statistics, [row["num_edits"], row["ref_length"]])
        score = metric.sentence_score(row["hyp"], [row["ref"]])
        theirs = [row["num_edits"], row["ref_length"], row["score"]]
        comparison.check(what, [score.num_edits, score.ref_length, score.score], theirs)
    comparison.finish(at_least=2 * recorded.count(249, 1730))
