"""Describes the machine that the benchmarks ran on."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PEERS = ("parbleu", "sacrebleu", "numpy", "fastchrf", "bleuscore", "nltk", "rapidfuzz", "scipy")


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for row in info.read_text(encoding="utf-8").splitlines():
            if row.startswith(("model name", "Model")):
                return row.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def installed(name: str) -> str:
    """A distribution's version, if it is there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def versions() -> str:
    """The distributions that are compared."""
    return ", ".join(f"{name} {installed(name)}" for name in PEERS)


def load() -> float:
    """Processes that wanted to run, averaged over the last minute; 0 where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def describe() -> str:
    from parbleu import _core

    levels = _core.simd_levels()
    return "\n".join(
        [
            f"- {processor()} ({platform.machine()}), {os.cpu_count()} processors, load {load():.1f}",
            f"- {platform.system()}, Python {sys.version.split()[0]}, {versions()}",
            f"- kernel in use: {levels[-1]} (this machine runs {', '.join(levels)})",
        ]
    )
