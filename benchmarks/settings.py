"""Defines the settings of a benchmark run."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.texts import Texts


@dataclass(frozen=True)
class Settings:
    """How much to measure, and on what."""

    texts: Texts
    quick: bool

    @property
    def rounds(self) -> int:
        """How often each row is timed."""
        return 3 if self.quick else 5

    def size(self, full: int, quick: int) -> int:
        """Returns the one that was asked for."""
        return quick if self.quick else full
