"""Tells which metrics are relatives: a system that optimizes one gains on the others, too."""

from __future__ import annotations

FAMILIES: dict[str, tuple[str, ...]] = {
    "COMET": (
        "comet",
        "xcomet",
        "cometkiwi",
        "wmt20-comet",
        "wmt21-comet",
        "wmt22-comet",
        "wmt23-comet",
        "kiwi",
    ),
    "MetricX": ("metricx",),
    "BLEURT": ("bleurt",),
    "judged by language models": ("gemba", "llm", "gpt", "gemini", "claude"),
    "BERTScore": ("bertscore", "yisi"),
    "strings": ("bleu", "spbleu", "sacrebleu", "chrf", "ter", "meteor", "rouge", "nist"),
}
"""Family -> how the names of its metrics begin, in lower case."""


def metric_family(name: str) -> str:
    """Returns the family of a metric, by how its name begins; its own name if there is none.

    Args:
        name: of the metric, such as BLEU, or Unbabel/wmt22-comet-da, whose organization does not count.
    """
    word = name.lower().rpartition("/")[2]
    for family, beginnings in FAMILIES.items():
        if word.startswith(beginnings):
            return family
    return name.lower()
