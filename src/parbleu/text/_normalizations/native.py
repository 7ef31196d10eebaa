"""Normalizations that the core applies."""

from __future__ import annotations

from parbleu._core import normalized_text, words_of_native_normalization
from parbleu.text._normalizations.base import Normalization


def __getattr__(name: str) -> Normalization:
    words = words_of_native_normalization(name)
    if words is None:
        raise AttributeError(name)
    return Normalization(lambda text: normalized_text(text, name), *words)
