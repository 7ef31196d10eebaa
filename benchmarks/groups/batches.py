"""Measures scores of record batches of Arrow against those of whole columns: what the batches cost."""

from __future__ import annotations

from functools import partial
from typing import Any

import pyarrow

import parbleu
from benchmarks.measure import Group, compare
from benchmarks.settings import Settings
from parbleu.scale import reduce_batches, score_batches, scores_of_sums

ROWS = 10_000


def of_batches(metric: Any, batches: list[Any]) -> float:
    sums = reduce_batches(score_batches(batches, metric, emit="statistics", threads=1))
    return float(scores_of_sums(sums).score)


def of_columns(metric: Any, table: Any) -> float:
    return float(metric.corpus_score(table["mt"], [table["ref"]], threads=1).score)


def measure(settings: Settings) -> Group:
    group = Group("Record batches", f"Batches of {ROWS:,} rows beside the same columns at once: CPU time.")
    pairs = settings.texts.target("en")
    count = settings.size(1_000_000, 100_000)
    copies = -(-count // len(pairs.refs))
    table = pyarrow.table({"mt": pairs.hyps * copies, "ref": pairs.refs * copies}).slice(0, count)
    batches = table.to_batches(max_chunksize=ROWS)
    for metric in (parbleu.BLEU(), parbleu.CHRF(), parbleu.TER()):
        group.rows.append(
            compare(
                f"{metric.name} of {count:,} rows",
                partial(of_batches, metric, batches),
                partial(of_columns, metric, table),
                count,
                rounds=min(settings.rounds, 5),
                peer="whole columns",
                unit="row",
                target="0.77x",
            )
        )
    return group
