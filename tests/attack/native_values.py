"""Makes the random arguments with which `native_calls.py` calls the native module."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Callable, Iterator
from typing import Any

from parbleu import _core

EXTREMES = [-(2**63) - 1, -(2**63), -1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64]
TEXTS = [
    "",
    " ",
    "a",
    "the cat sat on the mat .",
    "x" * 5000,
    "один два",
    "日本語 です",
    "\ud800",
    "a\x00b",
    "😀 " * 70,
]
NAMES = [
    "sacrebleu",
    "nltk",
    "sacrebleu-r",
    "none",
    "floor",
    "add-k",
    "exp",
    "13a",
    "zh",
    "intl",
    "char",
    "kendall",
    "b",
    "c",
    "23",
    "acc23",
    "pearson",
    "spearman",
    "kendall-variants",
    "kendall-like",
    "portable",
    "avx2",
    "nosuch",
]
LONG_LOOPS = {"trials", "count", "samples", "size", "segments"}
"""Parameters where a large number that still fits into memory only takes time."""


class Values:
    """Random arguments for functions of the native module, of right and wrong types."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.made: list[Any] = []

    def small(self) -> int:
        return self.chance.choice([0, 1, 2, 3, 4, 8, 9, 63, 64, 65, 100])

    def integer(self, name: str = "") -> int:
        if self.chance.random() < 0.8:
            return self.small()
        if name == "start":  # of draws, which are made one after the other: a large number only takes time
            return self.chance.choice([-1, 2**64])
        return self.chance.choice(
            EXTREMES if name in LONG_LOOPS else [*EXTREMES, 1000, 2**31, 2**32 - 1, 2**32]
        )

    def real(self) -> float:
        return self.chance.choice(
            [0.0, 0.5, 1.0, 2.0, -1.0, 1e308, 1e-300, float("nan"), float("inf"), -float("inf")]
        )

    def text(self) -> str:
        return self.chance.choice(TEXTS + NAMES)

    def texts(self) -> list[str | None]:
        return [self.chance.choice([*TEXTS, None]) for _ in range(self.chance.choice([0, 1, 2, 2, 3, 40]))]

    def numbers(self) -> Any:
        size = self.chance.choice([0, 1, 2, 2, 3, 4, 6, 64, 65, 624])
        kind = self.chance.choice("dddqqBfI")
        if kind in "df":
            return array(
                kind, [self.real() if self.chance.random() < 0.3 else self.small() for _ in range(size)]
            )
        return array(kind, sorted(self.small() for _ in range(size)))

    def table(self) -> Any:
        rows, columns = self.chance.choice([0, 1, 2, 3, 8]), self.chance.choice([0, 1, 2, 3, 10])
        kind: Any = self.chance.choice("dqqf")
        flat = array(kind, [self.small() for _ in range(rows * columns)])
        if rows * columns == 0:
            return memoryview(flat)
        if kind == "q" and self.chance.random() < 0.1:
            flat = array("q", [2**63 - 1] * (rows * columns))
        return memoryview(flat).cast("B").cast(kind, [rows, columns])

    def tokens(self) -> list[Any]:
        word: Callable[[], Any] = self.small if self.chance.random() < 0.5 else self.text
        return [[word() for _ in range(self.small() % 9)] for _ in range(self.chance.choice([0, 1, 2, 3]))]

    def anything(self, depth: int = 0) -> Any:
        kinds: list[Callable[[], Any]] = [
            self.integer,
            self.real,
            self.text,
            self.texts,
            self.numbers,
            self.table,
            self.tokens,
            lambda: None,
            lambda: True,
            lambda: b"a <b/>\n\xff",
            lambda: self.function,
            object,
            dict,
            set,
        ]
        if self.made:
            kinds += [lambda: self.chance.choice(self.made)] * 8
        if depth < 3:
            kinds += [
                lambda: self.several(depth),
                lambda: tuple(self.several(depth)),
                lambda: iter(self.several(depth)),
            ]
            kinds += [lambda: self.generator()]
        return self.chance.choice(kinds)()

    def function(self, *_: Any) -> int:
        return self.small()

    def several(self, depth: int) -> list[Any]:
        return [self.anything(depth + 1) for _ in range(self.chance.choice([0, 1, 2, 2, 3]))]

    def generator(self) -> Iterator[Any]:
        """References that nobody else holds."""
        for _ in range(self.chance.choice([1, 2, 3])):
            yield _core.Segments(self.texts()) if self.chance.random() < 0.7 else self.anything(2)

    def argument(self, name: str, kind: str) -> Any:
        """Mostly what the signature says."""
        if self.chance.random() < 0.15:
            value = self.anything()
            skips_draws = name == "start" and isinstance(value, int) and 2**31 <= value < 2**64
            return 2**64 if skips_draws else value
        if name == "rule":
            return (self.small(), self.small(), self.real(), self.real())
        if name == "metrics":
            return [(self.one_of("Bleu", "Chrf", "Mean", "IdBleu"), [self.table() for _ in range(2)])]
        for native in re.findall(r"\b[A-Z]\w+", kind):
            if hasattr(_core, native):
                found = self.one_of(native)
                return (
                    [found, self.one_of(native)]
                    if kind.startswith(("Sequence", "Iterable", "list"))
                    else found
                )
        if name in ("references", "streams"):
            return [self.one_of("Segments") for _ in range(self.chance.choice([0, 1, 2]))]
        by_kind: list[tuple[str, Callable[[], Any]]] = [
            ("bool", lambda: self.chance.random() < 0.5),
            ("int", lambda: self.integer(name)),
            ("float", self.real),
            ("str", self.text),
            ("Buffer", lambda: self.chance.choice([self.numbers, self.table])()),
        ]
        for word, make in by_kind:
            if kind.startswith(word):
                return make()
        return self.chance.choice([self.texts, self.tokens, self.anything])()

    def one_of(self, *classes: str) -> Any:
        """An object of one of the classes, if there is one by now."""
        fitting = [thing for thing in self.made if type(thing).__name__ in classes]
        return self.chance.choice(fitting) if fitting else self.anything()
