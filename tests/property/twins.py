"""Makes the same calls on sacreBLEU and on its face, and lists differences of the answers."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np

ORIGINAL = "sacrebleu"
FACE = "parbleu.compat.sacrebleu"
OUR_VERSION = re.compile(r"\+parbleu\.[^|\"]*")
# What the face says where the original silently drops, or fails without saying why.
OUR_WARNINGS = re.compile(
    r"only the first \d+ segments are scored|a string stands where|has no reference, only None|there are no "
)
# What it answers where the original fails.
THEIR_FAILURES = ("know how to coerce float",)


class Side:
    """One of the two, with its modules as attributes: `side.metrics`, `side.significance`."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __getattr__(self, name: str) -> Any:
        return import_module(f"{self.package}.{name.replace('__', '.')}")


BOTH = (Side(ORIGINAL), Side(FACE))


def plain(value: Any) -> Any:
    """What somebody's code can see of a value, whichever of the two made it."""
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, float) and value != value:
        return "nan"
    if isinstance(value, str):
        return OUR_VERSION.sub("", value)
    if isinstance(value, Counter):
        return {"counter": [(plain(key), count) for key, count in value.items()]}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if any(kind.__module__.startswith((ORIGINAL, FACE)) for kind in type(value).__mro__):
        return [
            type(value).__name__,
            plain(vars(value)),
            plain(str(value)) if hasattr(value, "format") else "",
        ]
    return value


class Records(logging.Handler):
    """Keeps the lines that are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.getMessage()}")


@contextmanager
def listening() -> Iterator[list[str]]:
    logger, records = logging.getLogger("sacrebleu"), Records()
    logger.addHandler(records)
    level, propagate = logger.level, logger.propagate
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        yield records.lines
    finally:
        logger.removeHandler(records)
        logger.setLevel(level)
        logger.propagate = propagate


def answer(call: Callable[[], Any]) -> dict[str, Any]:
    """What a call returns or raises, and what it logs."""
    with listening() as lines:
        try:
            found = {"result": plain(call())}
        except Exception as problem:
            found = {"error": type(problem).__name__, "message": str(problem)}
    return {**found, "log": [line for line in lines if not OUR_WARNINGS.search(line)]}


def compare(call: Callable[[Side], Any], what: str = "") -> dict[str, Any]:
    """Makes a call on both sides; fails if the answers differ."""
    theirs, ours = (answer(lambda side=side: call(side)) for side in BOTH)
    if any(failure in theirs.get("message", "") for failure in THEIR_FAILURES) and "result" in ours:
        return ours
    assert ours == theirs, f"{what}\n{difference(ours, theirs)}"
    return ours


def difference(ours: Any, theirs: Any, where: str = "") -> str:
    """The first place where two answers differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        pairs = [(key, ours[key], theirs[key]) for key in ours]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [(at, *items) for at, items in enumerate(zip(ours, theirs, strict=True))]
    else:
        return f"  {where}\n  ours   {str(ours)[:600]}\n  theirs {str(theirs)[:600]}"
    key, mine, yours = next(item for item in pairs if item[1] != item[2])
    return difference(mine, yours, f"{where}[{key!r}]")
