"""Counts n-grams in Python, for metrics with overridden hooks and for direct use."""

from __future__ import annotations

from collections import Counter


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> tuple[Counter[tuple[str, ...]], int]:
    """Counts the n-grams of words of all orders from `min_order` to `max_order`.

    Returns:
        n-gram as a tuple of words -> how often; and how many words there are.
    """
    words = line.split()
    ngrams: Counter[tuple[str, ...]] = Counter()
    for order in range(min_order, max_order + 1):
        if order > 0:
            ngrams.update(zip(*[words[at:] for at in range(order)]))  # noqa: B905 - the shortest ends it
        else:
            ngrams[()] += len(words) - order + 1
    return ngrams, len(words)


def extract_word_ngrams(tokens: list[str], n: int) -> Counter[str]:
    """Counts the n-grams of words; their words are joined by blanks."""
    return Counter([" ".join(tokens[at : at + n]) for at in range(len(tokens) - n + 1)])


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Counts the n-grams of characters; without white space, unless `include_whitespace`."""
    return _char_ngrams(line if include_whitespace else _without_whitespace(line), n)


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> list[Counter[str]]:
    """Counts the n-grams of characters, for each order from 1 to `max_order` alone."""
    text = line if include_whitespace else _without_whitespace(line)
    return [_char_ngrams(text, order) for order in range(1, max_order + 1)]


def _without_whitespace(line: str) -> str:
    return "".join(line.split())


def _char_ngrams(text: str, n: int) -> Counter[str]:
    return Counter([text[at : at + n] for at in range(len(text) - n + 1)])
