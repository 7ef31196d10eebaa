"""Calls all of `parbleu._core` with random arguments of right and wrong types, in processes of its own.

    python tools/attack/native_calls.py --minutes 10
    python tools/attack/native_calls.py --calls 2000 --seed 7

A call may return or raise an exception. Findings are a process that ends by a signal, a call that takes a
minute, a SystemError, and an exception of C++ that Python does not know (`std::bad_cast`): the call is
printed, and the status is 1. With a module that was built with the address sanitizer, set
LD_PRELOAD=$(g++ -print-file-name=libasan.so) and ASAN_OPTIONS=detect_leaks=0.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from parbleu import _core

CALLS_OF_A_PROCESS = 5000
LONGEST_CALL = 60
MEMORY = 4 << 30
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
]
NAMES += [
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


class Caller:
    """Makes objects of the module and calls what they have."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.made: list[Any] = []

    def small(self) -> int:
        return self.chance.choice([0, 1, 2, 3, 4, 8, 9, 63, 64, 65, 100])

    def integer(self, name: str = "") -> int:
        if self.chance.random() < 0.8:
            return self.small()
        if name == "start":  # of draws, which are made one after the other
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
        """References that nobody else holds, and calls in the middle of a call."""
        for _ in range(self.chance.choice([1, 2, 3])):
            if self.chance.random() < 0.3 and self.made:
                self.call_method(self.chance.choice(self.made))
            yield _core.Segments(self.texts()) if self.chance.random() < 0.7 else self.anything(2)

    def argument(self, name: str, kind: str) -> Any:
        """Mostly what the signature says."""
        if self.chance.random() < 0.15:
            return self.anything()
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

    def call(self, where: str, function: Any) -> None:
        signatures = getattr(function, "__nb_signature__", None) or (("()",),)
        parameters = re.findall(
            r"(\w+): ([^=]+?)(?= = |, \w+: |, /|\) ->|\)$)", self.chance.choice(signatures)[0]
        )
        given = [self.argument(name, kind) for name, kind in parameters]
        if self.chance.random() < 0.03:
            given = self.several(0)
        os.pwrite(LOG, f"{where}{tuple(given)!r:.4000}\n".encode("utf-8", "backslashreplace").ljust(4096), 0)
        signal.alarm(LONGEST_CALL)
        try:
            result = function(*given)
        except MemoryError:
            return
        except SystemError:
            raise
        except Exception as error:
            if "std::" in str(error) or "Unknown exception" in str(error):
                raise SystemError(f"{where} lets out {error!r}") from error
            return
        finally:
            signal.alarm(0)
        if type(result).__module__.endswith("_core"):
            self.made.append(result)
            if len(self.made) > 200:
                del self.made[self.chance.randrange(len(self.made))]

    def call_method(self, thing: Any) -> None:
        kind = type(thing)
        names = [name for name in dir(kind) if not name.startswith("_")] + ["__len__", "__getitem__"]
        name = self.chance.choice(names)
        if hasattr(kind, "__nb_signature__") or hasattr(getattr(kind, name, None), "__nb_signature__"):
            function = getattr(kind, name)
            self.call(f"{kind.__name__}.{name}", lambda_with(function, thing))

    def step(self) -> None:
        public = [name for name in dir(_core) if not name.startswith("_")]
        classes = [name for name in public if isinstance(getattr(_core, name), type)]
        functions = [name for name in public if name not in classes]
        choice = self.chance.random()
        if choice < 0.3:
            name = self.chance.choice(classes)
            self.construct(name)
        elif choice < 0.65 or not self.made:
            name = self.chance.choice(functions)
            self.call(name, getattr(_core, name))
        else:
            self.call_method(self.chance.choice(self.made))

    def construct(self, name: str) -> None:
        kind = getattr(_core, name)

        def make(*given: Any) -> Any:
            return kind(*given)

        make.__nb_signature__ = getattr(kind.__init__, "__nb_signature__", (("()",),))  # type: ignore[attr-defined]
        self.call(name, make)


def lambda_with(function: Any, thing: Any) -> Any:
    """A method bound to its object, with the method's signature."""

    def bound(*given: Any) -> Any:
        return function(thing, *given)

    bound.__nb_signature__ = getattr(function, "__nb_signature__", (("()",),))  # type: ignore[attr-defined]
    return bound


def child(seed: str, calls: int) -> None:
    sys.set_int_max_str_digits(0)
    if "asan" not in os.environ.get("LD_PRELOAD", ""):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    caller = Caller(seed)
    for _ in range(calls):
        caller.step()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1, help="how long")
    parser.add_argument("--calls", type=int, help="how many calls instead")
    parser.add_argument("--seed", help="what the calls derive from; without it they are new each time")
    parser.add_argument("--log", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    options = arguments()
    if options.log is not None:
        global LOG
        LOG = options.log
        child(options.seed, options.calls)
        return 0
    seed = options.seed or secrets.token_hex(4)
    end, done, round_ = time.monotonic() + 60 * options.minutes, 0, 0
    while done < options.calls if options.calls else time.monotonic() < end:
        calls = min(CALLS_OF_A_PROCESS, options.calls - done) if options.calls else CALLS_OF_A_PROCESS
        with tempfile.TemporaryFile() as log:
            words = ["--seed", f"{seed}-{round_}", "--calls", str(calls), "--log", str(log.fileno())]
            command = [sys.executable, "-X", "faulthandler", str(Path(__file__)), *words]
            ended = subprocess.run(
                command, pass_fds=[log.fileno()], capture_output=True, text=True, check=False
            )
            if ended.returncode != 0:
                print(ended.stderr[-4000:])
                print(f"status {ended.returncode}, seed {seed}-{round_}, in the call")
                print(os.pread(log.fileno(), 4096, 0).decode("utf-8", "replace").strip())
                return 1
        done, round_ = done + calls, round_ + 1
    print(f"{done} calls, seed {seed}: nothing found")
    return 0


LOG = -1

if __name__ == "__main__":
    sys.exit(main())
