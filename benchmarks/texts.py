"""Provides the texts to score: real lines, each at most once, so that caches give no advantage."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
ORACLES = Path(os.environ.get("PARBLEU_ORACLES") or ROOT.parent / "shared")


@dataclass(frozen=True)
class Pairs:
    """Hypotheses and one reference for each.

    Attributes:
        name: where they are from.
        hyps: one line each.
        refs: one line each.
    """

    name: str
    hyps: list[str]
    refs: list[str]

    def __len__(self) -> int:
        return len(self.hyps)

    def first(self, count: int, start: int = 0) -> Pairs:
        """Returns the pairs from `start`, at most `count`."""
        return Pairs(self.name, self.hyps[start : start + count], self.refs[start : start + count])

    def repeated(self, count: int) -> Pairs:
        """Returns exactly `count` pairs, again from the first after the last."""
        if count <= len(self):
            return self.first(count)
        hyps, refs = (list(islice(cycle(side), count)) for side in (self.hyps, self.refs))
        return Pairs(f"{self.name}, repeated", hyps, refs)

    @property
    def bytes_per_line(self) -> float:
        """The mean length of a hypothesis in UTF-8."""
        return sum(len(line.encode("utf-8", "surrogatepass")) for line in self.hyps) / max(1, len(self))


def lines(path: Path) -> list[str]:
    return [line.rstrip() for line in path.read_bytes().decode("utf-8").split("\n")[:-1]]


def distinct(name: str, hyps: list[str], refs: list[str]) -> Pairs:
    """The pairs of which neither side was there before."""
    seen: set[str] = set()
    kept = Pairs(name, [], [])
    for hyp, ref in zip(hyps, refs, strict=True):
        if hyp and ref and hyp not in seen and ref not in seen:
            seen |= {hyp, ref}
            kept.hyps.append(hyp)
            kept.refs.append(ref)
    return kept


class Texts:
    """Pairs by target language: of given files, of WMT23 in `$PARBLEU_ORACLES/data`, or of examples/."""

    def __init__(self, ref: Path | None = None, hyp: Path | None = None) -> None:
        self.given = distinct(hyp.name, lines(hyp), lines(ref)) if ref and hyp else None
        self._folder = ORACLES / "data" / "wmt23"
        self._pairs: dict[str, Pairs] = {}

    def target(self, language: str) -> Pairs:
        """Returns all pairs of a target language."""
        if self.given:
            return self.given
        if language not in self._pairs:
            self._pairs[language] = self._wmt(language) if self._folder.is_dir() else self._examples(language)
        return self._pairs[language]

    def outputs(self, language_pair: str) -> tuple[dict[str, list[str]], list[str]]:
        """Returns the outputs of a test set by system, and its first reference; of examples/ without WMT23.

        Raises:
            LookupError: there is no such test set.
        """
        is_wmt = self._folder.is_dir()
        folder = (self._folder if is_wmt else ROOT / "examples") / language_pair
        systems = sorted((folder / "systems").iterdir() if is_wmt else folder.glob("system.*.txt"))
        references = sorted(folder.glob("refA.*" if is_wmt else "ref.A.txt"))
        if not systems or not references:
            raise LookupError(f"no outputs of {language_pair}")
        return {path.stem: lines(path) for path in systems}, lines(references[0])

    def has(self, language: str) -> bool:
        """Whether there is text of this language, so that it need not be replaced by another."""
        folder = self._folder if self._folder.is_dir() else ROOT / "examples"
        return not self.given and any(folder.glob(f"*-{language}"))

    def _wmt(self, language: str) -> Pairs:
        """Pools the language pairs: a system against the reference, then each two of the other systems.

        So every line occurs once, as a hypothesis or as a reference, and there are four times as many pairs
        as the test sets have segments.
        """
        hyps, refs = [], []
        for folder in sorted(self._folder.glob(f"*-{language}")):
            systems = [lines(path) for path in sorted((folder / "systems").iterdir())]
            streams = [lines(folder / f"refA.{language}"), *systems]
            for ref, hyp in zip(streams[::2], streams[1::2], strict=False):
                hyps += hyp
                refs += ref
        # Shuffled, so that any part of them has the mixture of the whole: some test sets are of paragraphs.
        order = list(range(len(hyps)))
        Random(language).shuffle(order)
        return distinct(f"WMT23 {language}", [hyps[at] for at in order], [refs[at] for at in order])

    def _examples(self, language: str) -> Pairs:
        found = sorted((ROOT / "examples").glob(f"*-{language}")) or sorted((ROOT / "examples").glob("*-*"))
        hyps, refs = [], []
        for folder in found:
            for system in sorted(folder.glob("system.*.txt")):
                hyps += lines(system)
                refs += lines(folder / "ref.A.txt")
        # Two systems may translate a line alike, and all have the same reference: here lines do repeat.
        return Pairs(f"examples ({language})", hyps, refs)
