"""Finds the tokenizer of BLEU scores that are stored without a signature, by computing them again."""

from __future__ import annotations

from itertools import islice
from math import isnan
from typing import TYPE_CHECKING

from parbleu.errors import ParbleuError
from parbleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from parbleu.evalset.evaluation_set import EvalSet

CANDIDATES = ("13a", "intl", "none", "char", "zh", "ja-mecab", "ko-mecab")
"""The tokenizers that are tried: those that need no download."""

SYSTEMS = 3
"""How many systems must have the same scores."""

TOLERANCE = 0.005
"""How far a stored score may be from the computed one: stored scores have two decimals or more."""


def stored_tokenizer(evalset: EvalSet, name: str) -> str:
    """Returns the tokenizer whose corpus BLEU is stored for the first systems; "" if not just one is.

    `name` is the full name of the metric, such as "BLEU-refA".
    """
    if not evalset.has_scores("system", name):
        return ""
    try:
        stored = evalset.scores("system", name)
        references = [evalset.all_refs[ref] for ref in sorted(evalset.references_used(name))]
        systems = [name for name in stored.systems if name in evalset.sys_outputs]
        known = ((system, float(stored[system][0])) for system in systems if system not in stored.zero_filled)
        some = dict(islice(((system, score) for system, score in known if not isnan(score)), SYSTEMS))
        found = [one for one in CANDIDATES if some and _gives(evalset, one, some, references)]
    except ParbleuError:
        return ""
    return found[0] if len(found) == 1 else ""


def tokenizer_notes(evalsets: Sequence[EvalSet], metrics: Collection[str] | None = None) -> list[str]:
    """Returns notes about the tokenizer of BLEU scores that are stored without a signature.

    Only metrics of these base names are looked at; by default all.
    """
    found: dict[str, set[str]] = {}
    for evalset in evalsets:
        for name in evalset.metric_names:
            looked_at = metrics is None or evalset.base_metric(name) in metrics
            if looked_at and "bleu" in name.lower() and not evalset.signature(name):
                tokenizer = stored_tokenizer(evalset, name)
                pair = f" {evalset.language_pair}" if tokenizer and len(evalsets) > 1 else ""
                found.setdefault(tokenizer, set()).add(f"{name}{pair}")
    notes = [
        f"No signature is stored with the scores of {', '.join(sorted(names))}; BLEU with the tokenizer "
        f"{tokenizer} gives the same scores."
        for tokenizer, names in found.items()
        if tokenizer
    ]
    if unknown := ", ".join(sorted(found.get("", ()))):
        notes.append(
            f"No signature is stored with the scores of {unknown}, so their tokenizer is unknown; "
            "parbleu meta score computes scores with one."
        )
    return notes


def _gives(
    evalset: EvalSet, tokenizer: str, scores: dict[str, float], references: Sequence[Sequence[str | None]]
) -> bool:
    """Returns whether a tokenizer gives these scores of systems; False if it is not installed."""
    try:
        metric = BLEU(tokenize=tokenizer, force=True)
        for system, score in scores.items():
            output = ["" if segment is None else segment for segment in evalset.sys_outputs[system]]
            if abs(metric.corpus_score(output, references).score - score) > TOLERANCE:
                return False
    except ParbleuError:
        return False
    return True
