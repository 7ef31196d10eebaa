"""Loads the recorded results of sacreBLEU 2.6.0 and the texts that they belong to.

`shipped` beside this file is such a folder, recorded by tools/record_goldens.py.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import re
import sys
from array import array
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import parbleu

Row = dict[str, Any]
Streams = list[list[str | None]]

SHOWN = 5
"""How many differences are shown."""


def _digest_of_library() -> str:
    numbers = [number / 1000 for number in range(1, 20_001)]
    values = array("d", [*map(math.log, numbers), *(math.exp(-number) for number in numbers)])
    return hashlib.sha256(values.tobytes()).hexdigest()


RECORDED_LIBRARY = _digest_of_library() == "3dce70a1fedc5e9a2c2910cf19bf6aaec17181a2c2a92fbf71b41a6a0194cd90"
"""Whether logarithms and exponentials are those of the C library that was recorded with, glibc on x86-64.
Others round one in a thousand the other way, and BLEU's last digits with them."""

NEW_WORDS = {
    "' is not iterable": "' is not a container or iterable",
    "float division by zero": "division by zero",
}
"""What Python 3.14 says otherwise than those that were recorded with."""

OUR_VERSION = re.compile(re.escape("+parbleu." + parbleu.__version__))


def without_our_version(text: str) -> str:
    """The signature as sacreBLEU writes it: our local version identifier removed."""
    return OUR_VERSION.sub("", text)


class Recorded:
    """A folder of recorded outputs: the one that is shipped, or that of other people's texts beside it.

    Args:
        home: the folder. `inputs` in it holds the texts.
        texts: the folder of the files that `inputs/corpora.json` names.
    """

    def __init__(self, home: Path, texts: Path | None = None) -> None:
        self.home = home
        self.inputs = home / "inputs"
        self.shipped = texts is not None
        self._texts = texts or self.inputs / "corpora"
        self._inline = json.loads((self.inputs / "adversarial.json").read_text("ascii"))
        self._files = json.loads((self.inputs / "corpora.json").read_text("ascii"))
        self._corpus = cache(self._read_corpus)

    def rows(self, name: str) -> Iterator[Row]:
        """Yields the rows of `<name>.jsonl` or `<name>.jsonl.gz`."""
        path = self.home / f"{name}.jsonl"
        packed = self.home / f"{name}.jsonl.gz"
        open_file = path.open if path.exists() else partial(gzip.open, packed, "rt")
        with open_file(encoding="ascii") as file:
            for line in file:
                yield json.loads(line)

    def document(self, name: str) -> Row:
        """Returns the object in `<name>.json.gz`."""
        with gzip.open(self.home / f"{name}.json.gz", "rt", encoding="ascii") as file:
            return json.load(file)

    def count(self, shipped: int, elsewhere: int) -> int:
        """How many rows or checks a test expects of this folder."""
        return shipped if self.shipped else elsewhere

    def texts(self, row: Row) -> tuple[list[str], Streams]:
        """Hypotheses and reference streams of a row, given inline or by corpus name and line range."""
        if "input" not in row:
            return row["hyps"], row["refs"]
        where = row["input"]
        systems, references = self._corpus(where["corpus"])
        lines = slice(*where["lines"])
        hyps = systems[where["hyp"]][lines]
        refs = [references[k][lines] for k in where["refs"]]
        if where.get("drop_NUL_lines"):
            return self._keep(hyps, refs, lambda hyp, ref: "\0" not in hyp + ref)
        if where.get("drop_long_lines"):
            return self._keep(hyps, refs, lambda hyp, ref: len(hyp) + len(ref) < 1000)
        return hyps, refs

    @staticmethod
    def _keep(hyps: list[str], refs: Streams, wanted: Any) -> tuple[list[str], Streams]:
        kept = [at for at, hyp in enumerate(hyps) if wanted(hyp, refs[0][at])]
        return [hyps[at] for at in kept], [[stream[at] for at in kept] for stream in refs]

    def _read_corpus(self, name: str) -> tuple[list[list[str]], Streams]:
        if name in self._inline:
            return [self._inline[name]["hyps"]], self._inline[name]["refs"]
        files = self._files[name]
        return [self._lines(file) for file in files["hyps"]], [self._lines(file) for file in files["refs"]]

    def _lines(self, file: str) -> list[str]:
        with (self._texts / file).open(encoding="utf-8", newline="\n") as lines:
            return [line[:-1] for line in lines]


class Comparison:
    """Collects what differs, so that one failure shows the first rows and counts the rest."""

    def __init__(self) -> None:
        self.checks = 0
        self._differences: list[str] = []
        self._count = 0

    def check(self, what: str, ours: object, theirs: object) -> None:
        """Equal means equal where the C library is the recorded one, and a list is not a number."""
        self.checks += 1
        if equal(ours, theirs) and _kinds(ours) == _kinds(theirs):
            return
        self._count += 1
        if len(self._differences) < SHOWN:
            self._differences.append(
                f"{what}\n  ours   {_shorten(ours, theirs)}\n  theirs {_shorten(theirs, ours)}"
            )

    def finish(self, at_least: int) -> None:
        """Fails if anything differed, or if fewer than `at_least` checks were made."""
        shown = "\n".join(self._differences)
        assert self._count == 0, f"{self._count} of {self.checks} checks differ; the first:\n{shown}"
        assert self.checks >= at_least, f"only {self.checks} checks were made, expected at least {at_least}"


def equal(ours: object, theirs: object) -> bool:
    """Whether two results are the same, but for the rounding of another C library and words of Python's."""
    if ours == theirs:
        return True
    if isinstance(ours, float) and isinstance(theirs, float):
        return not RECORDED_LIBRARY and math.isclose(ours, theirs, rel_tol=1e-13)
    if isinstance(ours, str) and isinstance(theirs, str):
        return sys.version_info >= (3, 14) and _in_new_words(ours) == _in_new_words(theirs)
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(equal(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, (list, tuple)) and isinstance(theirs, (list, tuple)):
        return len(ours) == len(theirs) and all(map(equal, ours, theirs))
    return False


def _in_new_words(message: str) -> str:
    """A message in the words of Python 3.14."""
    for old, new in NEW_WORDS.items():
        message = message.replace(old, new)
    return message


def _kinds(value: object) -> object:
    """Whether numbers are int or float, as far as sacreBLEU fixes it: a container's are free."""
    return "number" if isinstance(value, (int, float)) else type(value)


def _shorten(value: object, other: object) -> str:
    if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
        differing = [at for at, (mine, yours) in enumerate(zip(value, other, strict=True)) if mine != yours]
        if len(value) > 12 and differing:
            return f"{len(differing)} items differ, the first at {differing[0]}: {value[differing[0]]!r}"
    return repr(value)[:600]
