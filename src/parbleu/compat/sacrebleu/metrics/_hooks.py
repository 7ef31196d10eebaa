"""Decides which classes leave sacreBLEU's hooks unchanged, so that native code may do their work.

It decides when a class is made, and again when somebody assigns to it or to a base class.
"""

from __future__ import annotations

from abc import ABCMeta
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

# What the way from texts to a table of statistics calls.
STATISTICS = (
    *("_preprocess_segment", "_cache_references", "_extract_reference_info", "_compute_segment_statistics"),
    *("_get_closest_ref_len", "_remove_punctuation", "_get_match_statistics", "_compute_f_score"),
)
# And what the whole way to a score calls besides.
SCORING = (
    "_check_sentence_score_args",
    "_check_corpus_score_args",
    "_extract_corpus_statistics",
    "_aggregate_and_compute",
    "_compute_score_from_stats",
    "compute_bleu",
)
HOOKS = frozenset(STATISTICS + SCORING)


class HookedClass(ABCMeta):
    """The class of metric classes.

    Attributes:
        _own: the hooks as the native code knows them; none for a metric that has no native code.
        _statistics_native: whether statistics may be computed natively.
        _scores_native: whether everything may.
    """

    _own: dict[str, Any]
    _statistics_native: bool
    _scores_native: bool

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **options: Any) -> None:
        super().__init__(name, bases, space, **options)
        cls._decide()

    def __setattr__(cls, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in HOOKS:
            cls._decide_again()

    def __delattr__(cls, name: str) -> None:
        super().__delattr__(name)
        if name in HOOKS:
            cls._decide_again()

    def _decide(cls) -> None:
        own = cls._own
        kept = {name for name in own if getattr(cls, name, None) is own[name]}
        cls._statistics_native = bool(own) and kept.issuperset(own.keys() & set(STATISTICS))
        cls._scores_native = bool(own) and len(kept) == len(own)

    def _decide_again(cls) -> None:
        cls._decide()
        subclasses: list[Any] = cls.__subclasses__()
        for derived in subclasses:
            derived._decide_again()


def has_native_twin(cls: Class) -> Class:
    """Marks a class whose hooks, as they are now, do what native code does."""
    cls._own = {name: getattr(cls, name) for name in HOOKS if hasattr(cls, name)}  # type: ignore[attr-defined]
    cls._decide()  # type: ignore[attr-defined]
    return cls
