"""Times every regular expression of the package on 64 KB of each shape that its own structure suggests.

    python tests/attack/patterns.py
    python tests/attack/patterns.py --kilobytes 256

A shape is a beginning that the pattern takes, one of its characters or two of them in turn, again and again,
and an end that it does not take. A finding is a match, or a search where the package searches, that takes
longer than a second of processor time.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))
from backtracking import parser, search_growth
from test_regular_expressions import patterns

LONGEST = 1.0
GIVEN_UP = 20
OUTSIDE = "\0"
CHARACTERS = "aZ0_ \t\n\r\u00a0\u0660é中.,;:!?-+'\"<>/=&#%$@()[]{}|\\"
MOST_LITERALS = 12


def literals(tree: Any) -> Iterator[str]:
    """Yields the characters that a parsed pattern names, those of its alternatives too."""
    for item in tree if isinstance(tree, (list, tuple, parser.SubPattern)) else ():
        if isinstance(item, tuple) and len(item) == 2 and str(item[0]) in ("LITERAL", "NOT_LITERAL"):
            yield chr(item[1])
        else:
            yield from literals(item)


def units(pattern: str) -> list[str]:
    """What is repeated: characters that the pattern names or may take, and two of them in turn."""
    named = "".join(dict.fromkeys(literals(parser.parse(pattern))))
    one = list(dict.fromkeys([*named[:MOST_LITERALS], *CHARACTERS]))
    few = list(dict.fromkeys([*named[:MOST_LITERALS], *"a0 \n<"]))
    return [*one, *(a + b for a in few for b in few if a != b), *([named] if named else [])]


def shapes(pattern: str, size: int) -> Iterator[str]:
    """Yields adversarial texts for a pattern."""
    named = "".join(literals(parser.parse(pattern)))
    for unit in units(pattern):
        text = unit * (size // len(unit))
        yield text + OUTSIDE
        for cut in {0, len(named) // 2, len(named)}:
            yield named[:cut] + text + OUTSIDE


def slowest(pattern: str | bytes, flags: int, *, searched: bool, size: int) -> tuple[float, str]:
    """Returns the longest time of a call, and the text's first characters."""
    compiled: re.Pattern[Any] = re.compile(pattern, flags)
    call = (lambda text: sum(1 for _ in compiled.finditer(text))) if searched else compiled.fullmatch
    worst, what = 0.0, ""
    for text in shapes(pattern if isinstance(pattern, str) else pattern.decode("latin-1"), size):
        given: Any = text if isinstance(pattern, str) else text.encode("latin-1", "ignore")
        begun = time.process_time()
        signal.alarm(GIVEN_UP)
        try:
            call(given)
            if not searched:
                compiled.match(given)
        except TimeoutError:
            pass
        finally:
            signal.alarm(0)
        seconds = time.process_time() - begun
        if seconds > worst:
            worst, what = seconds, text[:30]
    return worst, what


def give_up(*_: object) -> None:
    raise TimeoutError


def main() -> int:
    """Times all patterns; returns the exit status."""
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("--kilobytes", type=int, default=64, help="size of each text (default: 64)")
    size = 1024 * about.parse_args().kilobytes
    signal.signal(signal.SIGALRM, give_up)
    every = [(place, pattern, int(flags), judge) for place, pattern, flags, judge in patterns()]
    times = []
    for place, pattern, flags, judge in every:
        seconds, text = slowest(pattern, flags, searched=judge is search_growth, size=size)
        times.append((seconds, place))
        if seconds > LONGEST:
            print(f"FOUND {place}: {seconds:.1f} s for a text that begins with {text!r}: {pattern!r:.200}")
    told = ", ".join(f"{place} {seconds:.3f} s" for seconds, place in sorted(times)[:-4:-1])
    print(f"{len(every)} patterns; the slowest: {told}")
    return int(max(times)[0] > LONGEST)


if __name__ == "__main__":
    sys.exit(main())
