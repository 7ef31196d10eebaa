"""Provides test sets with several systems' translations, and mixes more systems from their segments."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.texts import ORACLES, ROOT, Texts, lines


@dataclass(frozen=True)
class SystemTexts:
    """References and what the systems made of it.

    Attributes:
        name: where it is from.
        refs: one line for each segment.
        systems: name -> as many lines.
    """

    name: str
    refs: list[str]
    systems: dict[str, list[str]]

    def first(self, count: int) -> SystemTexts:
        """Returns the first segments, at most `count`."""
        systems = {name: hyps[:count] for name, hyps in self.systems.items()}
        return SystemTexts(self.name, self.refs[:count], systems)

    def with_systems(self, count: int) -> SystemTexts:
        """Returns it with exactly `count` systems: the real ones as far as they go, then mixtures of them.

        A mixture takes each segment from one of the real systems, and prefers some of them, so that mixtures
        differ in quality.
        """
        systems = dict(islice(self.systems.items(), count))
        for place in range(len(systems), count):
            random = Random(place)
            weights = [random.random() ** 2 for _ in self.systems]
            systems[f"mixed-{place:02}"] = [
                random.choices(segment, weights)[0] for segment in zip(*self.systems.values(), strict=True)
            ]
        return SystemTexts(self.name, self.refs, systems)


def system_texts(texts: Texts) -> SystemTexts:
    """Returns the given files, of which there is one system, or WMT23 English-Czech, or an example."""
    if texts.given:
        hyps = texts.given.hyps
        shorter = [line.rpartition(" ")[0] for line in hyps]
        return SystemTexts(texts.given.name, texts.given.refs, {"given": hyps, "without-last-words": shorter})
    folder = ORACLES / "data" / "wmt23" / "en-cs"
    if folder.is_dir():
        return read("WMT23 en-cs", folder / "refA.cs", sorted((folder / "systems").iterdir()))
    folder = ROOT / "examples" / "en-de"
    return read("examples (en-de)", folder / "ref.A.txt", sorted(folder.glob("system.*.txt")))


def read(name: str, ref: Path, systems: list[Path]) -> SystemTexts:
    return SystemTexts(name, lines(ref), {path.stem: lines(path) for path in systems})
