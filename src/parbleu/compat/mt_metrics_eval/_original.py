"""Gives functions in our words the names, arguments and defaults of MT Metrics Eval.

`arguments.txt` lists these: a line for each function, `module.name: argument argument=default ...`. `WORDS`
says what an argument is called here, and how its value is converted.

    AssignRanks = original("data.AssignRanks")(significance_ranks)      # sig_matrix, pval -> p_values, alpha
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from functools import cache, partial, wraps
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any, TypeVar

from parbleu.meta._task_names import OUR_WORDS, our_value
from parbleu.stats.permutation_tests import EarlyStopping

Returned = TypeVar("Returned")

ROOM = "parbleu.compat.mt_metrics_eval"


def stopping(params: Any) -> EarlyStopping | None:
    """Returns `stats.PermutationSigDiffParams` as parbleu has them."""
    return params and EarlyStopping(params.block_size, params.early_min, params.early_max)


def baselines(info: Any) -> set[str]:
    """Returns the baselines that `meta_info.MetaInfo` names."""
    return (info and info.baseline_metrics) or set()


WORDS: dict[str, str] = OUR_WORDS | {
    "attrs": "attributes",
    "average_by": "average_by",
    "baselines_metainfo": "baselines",
    "basename": "base",
    "column_headers": "headers",
    "domain": "domain",
    "extern_metrics": "added",
    "gold_name": "gold",
    "include_human": "human",
    "include_outliers": "outliers",
    "initial_column": "first",
    "initial_column_header": "first_header",
    "lps": "language_pairs",
    "m1": "first",
    "m2": "second",
    "main_refs": "references",
    "parallel_file": "",  # changes nothing: threads work in parallel
    "params": "stopping",
    "primary_metrics": "primary",
    "psd": "stopping",
    "replace": "overwrite",
    "sig_matrix": "p_values",
    "total_wt": "total",
    "which_metrics": "which",
}
"""Argument of the original -> what it is called here; "" for those that are left out."""

CONVERTERS: dict[str, Callable[[Any], Any]] = {
    "average_by": partial(our_value, "average_by"),
    "avg_by": partial(our_value, "average_by"),
    "baselines_metainfo": baselines,
    "level": partial(our_value, "level"),
    "params": stopping,
    "psd": stopping,
    "replace_nans_with_zeros": partial(our_value, "undefined"),
}
"""Argument of the original -> what makes its value ours."""


def original(name: str, **words: str) -> Callable[[Callable[..., Returned]], Callable[..., Returned]]:
    """Returns a decorator: a function is then called as the original is, and gets its arguments in our words.

    Args:
        name: of the function, with its module, as `arguments.txt` has it.
        words: argument of the original -> what this function calls it, where it is not as in `WORDS`.
    """
    signature = signatures()[name]
    called = {word: words.get(word, WORDS.get(word, word)) for word in signature.parameters}

    def decorate(function: Callable[..., Returned]) -> Callable[..., Returned]:
        @wraps(function)
        def calling(*values: Any, **named: Any) -> Returned:
            bound = signature.bind(*values, **named)
            bound.apply_defaults()
            given = {}
            for word, value in bound.arguments.items():
                if called[word]:
                    given[called[word]] = CONVERTERS[word](value) if word in CONVERTERS else value
            return function(**given)

        module, _, calling.__qualname__ = name.partition(".")
        calling.__module__, calling.__name__ = f"{ROOM}.{module}", name.rpartition(".")[2]
        calling.__signature__ = signature  # type: ignore[attr-defined]
        return calling

    return decorate


def of_native(
    name: str, method: str, converted: Callable[[Any], Any] = lambda value: value, **words: str
) -> Any:
    """Returns a method that calls one of the object's `native`, and converts what that returns."""

    def call(self: Any, **given: Any) -> Any:
        return converted(getattr(self.native, method)(**given))

    return original(name, **words)(call)


def attribute_of_native(name: str, converted: Callable[[Any], Any]) -> Any:
    """Returns a property that has an attribute of the object's `native`, converted."""
    return property(lambda self: converted(getattr(self.native, name)))


@cache
def signatures() -> dict[str, Signature]:
    """Returns name of a function -> its signature."""
    text = (Path(__file__).parent / "arguments.txt").read_text(encoding="utf-8")
    lines = (line.partition(":") for line in text.splitlines())
    return {name: Signature([_parameter(word) for word in words.split()]) for name, _, words in lines}


def _parameter(word: str) -> Parameter:
    name, equals, default = word.partition("=")
    if name.startswith("**"):
        return Parameter(name[2:], Parameter.VAR_KEYWORD)
    value = literal_eval(default) if equals else Parameter.empty
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=value)
