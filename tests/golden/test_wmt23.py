"""Tests BLEU and chrF against the numbers that the organisers of WMT23 published.

The published `-all` columns equal the `-refA` ones, also for Hebrew, where the release has two references:
the organisers scored against refA. They tokenised Japanese by character and Chinese with `zh`.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import parbleu

from .recorded import Comparison

TOKENIZERS = {"zh": "zh", "ja": "char"}


def published(folder: Path) -> dict[tuple[str, str], dict[str, float]]:
    scores: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    with (folder / "official-automatic-scores.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            scores[row["pair"], row["system"]][row["metric"]] = float(row["score"])
    return scores


def lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8").split("\n")[:-1]


def test_published_scores_are_reproduced(oracles: Path, comparison: Comparison) -> None:
    folder = Path(oracles) / "data" / "wmt23"
    official = published(folder)
    for pair in sorted(path for path in folder.iterdir() if path.is_dir()):
        target = pair.name.split("-")[1]
        refs = [lines(pair / f"refA.{target}")]
        metrics = {"bleu": parbleu.BLEU(tokenize=TOKENIZERS.get(target, "13a")), "chrf": parbleu.CHRF()}
        for system in sorted((pair / "systems").iterdir()):
            expected = official[pair.name, system.stem]
            hyps = lines(system)
            for name, metric in metrics.items():
                score = metric.corpus_score(hyps, refs).score
                for column in (f"{name}-refA", f"{name}-all"):
                    comparison.check(f"{pair.name} {system.stem} {column}", score, expected[column])
    comparison.finish(at_least=4 * 7 * 10)
