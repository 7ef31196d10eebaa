"""Calls all of `parbleu._core` with random arguments of right and wrong types, in processes of its own.

    python tests/attack/native_calls.py --minutes 10
    python tests/attack/native_calls.py --count 2000 --seed 7

A call may return or raise an exception. Findings are a process that ends by a signal, a call that takes a
minute, a SystemError, and an exception of C++ that Python does not know (`std::bad_cast`): the call is
printed, and the status is 1. `make bindings-sanitize` runs this with a module under sanitizers, where a
request for more memory than there is ends a process of calls early.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from typing import Any

from native_values import Values
from rounds import CHILD, calls_in_a_child, campaign

from parbleu import _core

CALLS_OF_A_PROCESS = 5000
LONGEST_CALL = 60
MEMORY = 4 << 30
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
TOO_LARGE = re.compile("AddressSanitizer: (allocation-size-too-big|out-of-memory)|max_allocation_size")
LOG = -1
"""A file of the process that waits for this one: the number of the call, and the call."""


class Caller(Values):
    """Calls what the module has and keeps what it makes."""

    number = 0

    def generator(self) -> Iterator[Any]:
        """The same, with calls in the middle of a call."""
        for value in super().generator():
            if self.chance.random() < 0.3 and self.made:
                self.call_method(self.chance.choice(self.made))
            yield value

    def call(self, where: str, function: Any) -> None:
        signatures = getattr(function, "__nb_signature__", None) or (("()",),)
        parameters = re.findall(
            r"(\w+): ([^=]+?)(?= = |, \w+: |, /|\) ->|\)$)", self.chance.choice(signatures)[0]
        )
        given = [self.argument(name, kind) for name, kind in parameters]
        if self.chance.random() < 0.03:
            given = self.several(0)
        os.pwrite(
            LOG,
            f"{self.number} {where}{tuple(given)!r:.4000}\n".encode("utf-8", "backslashreplace").ljust(4096),
            0,
        )
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
    if not SANITIZED:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    caller = Caller(seed)
    for number in range(calls):
        caller.number = number
        caller.step()


def is_too_large(errors: str) -> bool:
    """Whether a process ended since it asked for more memory than there is, as it does under sanitizers."""
    return SANITIZED and TOO_LARGE.search(errors) is not None


def attack(seed: str, most: int) -> int:
    return calls_in_a_child(__file__, seed, min(CALLS_OF_A_PROCESS, most), is_too_large)


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        LOG = int(sys.argv[4])
        child(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(campaign(__doc__, "calls", attack))
