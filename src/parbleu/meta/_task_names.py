"""Names of tasks: all settings of a comparison of metrics as one line of `attribute=value`.

Saved results have them in the words of MT Metrics Eval, whose files they are; so have the programs that read
these. `MTME_WORDS` has its word for each of our attributes, and `MTME_VALUES` its values where they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parbleu.evalset._levels import WORDS as LEVEL_WORDS

MTME_WORDS = {
    "test_set": "test_set",
    "language_pair": "lang",
    "domain": "domain",
    "level": "level",
    "human": "human",
    "average_by": "avg_by",
    "correlation": "corr_fcn",
    "n_samples": "k",
    "gold": "gold",
    "references": "refs",
    "close_references": "close_refs",
    "outliers": "use_outliers",
    "primary": "primary",
    "alpha": "pval",
    "block_size": "block_size",
    "early_min": "early_min",
    "early_max": "early_max",
    "undefined": "replace_nans_with_zeros",
    "exchange": "perm_test",
    "correlation_options": "corr_fcn_args",
}
"""Attribute of a task -> MT Metrics Eval's word for it, in the order of its names."""

MTME_VALUES: dict[str, dict[Any, Any]] = {
    "level": dict(LEVEL_WORDS),
    "average_by": dict(LEVEL_WORDS),
    "undefined": {"drop": False, "zero": True},
    "exchange": {"pairs": "pairs", "rows": "pairs"},  # it has no rows: those are its pairs, calibrated anew
}
"""Attribute -> our value -> MT Metrics Eval's, where they differ."""

OUR_WORDS = {word: attribute for attribute, word in MTME_WORDS.items()}


def mtme_value(attribute: str, value: Any) -> Any:
    """Returns MT Metrics Eval's value of an attribute."""
    known = MTME_VALUES.get(attribute)
    return value if known is None else known.get(value, value)


def our_value(attribute: str, value: Any) -> Any:
    """Returns our value of an attribute, given MT Metrics Eval's, as it is or as a name has it."""
    for ours, theirs in MTME_VALUES.get(attribute, {}).items():
        if value in (theirs, str(theirs)):
            return ours
    return value


def our_attributes(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns attributes and values in our words, given them in those of MT Metrics Eval or in ours."""
    named = {OUR_WORDS.get(word, word): value for word, value in values.items()}
    return {attribute: our_value(attribute, value) for attribute, value in named.items()}


def mtme_attributes(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns attributes and values in the words of MT Metrics Eval, given them in ours."""
    return {
        MTME_WORDS.get(attribute, attribute): mtme_value(attribute, value)
        for attribute, value in values.items()
    }


def task_name(values: Mapping[str, object]) -> str:
    """Returns attributes and values as names of tasks have them."""
    return " ".join(f"{word}={shown_value(value)}" for word, value in values.items())


def values_in(name: str) -> dict[str, str]:
    """Returns the attributes and values in the name of a task."""
    return dict(word.split("=", 1) for word in name.split(" "))


def shown_value(value: object) -> str:
    """Returns a value as Python writes it, without blanks; elements of sets are sorted."""
    if isinstance(value, list):
        parts = [shown_value(part) if isinstance(part, (set, frozenset)) else repr(part) for part in value]
        return f"[{','.join(parts)}]"
    if isinstance(value, (set, frozenset)):
        return f"{{{','.join(sorted(map(repr, value)))}}}" if value else "set()"
    return str(value).replace(" ", "")
