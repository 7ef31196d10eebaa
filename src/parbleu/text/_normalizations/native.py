"""Normalizations that the core applies."""

from __future__ import annotations

from parbleu._core import respelled, words_of_respelling
from parbleu.text._normalizations.base import Normalization


def __getattr__(name: str) -> Normalization:
    words = words_of_respelling(name)
    if words is None:
        raise AttributeError(name)
    return Normalization(lambda text: respelled(text, name), *words)
