"""Measures the vector kernels of this machine against the portable kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sacrebleu.metrics

from benchmarks.measure import Group, compare
from benchmarks.settings import Settings
from parbleu import _core

ROWS: tuple[tuple[str, Callable[[str], Any], str, dict[str, object], str], ...] = (
    ("BLEU 13a", lambda simd: _core.Bleu("13a", False, 4, "exp", 0.0, False, simd=simd), "BLEU", {}, "50x"),
    ("chrF", lambda simd: _core.Chrf(6, 0, 2, False, False, False, simd=simd), "CHRF", {}, "120x"),
    (
        "chrF++",
        lambda simd: _core.Chrf(6, 2, 2, False, False, False, simd=simd),
        "CHRF",
        {"word_order": 2},
        "90x",
    ),
)


def measure(settings: Settings) -> Group:
    group = Group("Kernels", "Statistics only, from each kernel that this machine runs.")
    pairs = settings.texts.target("en").first(settings.size(6_000, 1_500))
    for what, make, name, options, target in ROWS:
        for level in _core.simd_levels():
            metric = make(level)

            def ours(metric: Any = metric) -> list[int]:
                return metric.total(_core.Segments(pairs.hyps), [_core.Segments(pairs.refs)], 1)

            def theirs(name: str = name, options: dict[str, object] = options) -> list[int]:
                peer = getattr(sacrebleu.metrics, name)(**options)
                rows = peer._extract_corpus_statistics(pairs.hyps, [pairs.refs])
                return [sum(column) for column in zip(*rows, strict=True)]

            row = compare(
                f"{what}, {level}",
                lambda ours=ours: list(ours()),
                theirs,
                len(pairs),
                rounds=3,
                target=target if level == "portable" else "",
            )
            group.rows.append(row)
    return group
