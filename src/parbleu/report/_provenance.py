"""Says what a paper must state: signatures, versions, checksums of the texts, and the command."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable

import numpy as np

from parbleu import __version__
from parbleu._comparison.comparison_result import Comparison
from parbleu._core import Segments
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.report._report_contents import Section
from parbleu.tables import Column, Table


def paper_section(comparison: Comparison, texts: ComparedTexts, command: str) -> Section:
    """Returns the tables of signatures and of the texts, with versions and the command as facts."""
    signatures = Table(
        "signatures",
        (Column("metric"), Column("signature")),
        [(metric.name, metric.signature) for metric in comparison.metrics],
        title="Signatures",
        facts={"parbleu": __version__, "Python": _python(), "NumPy": np.__version__}
        | ({"command": command} if command else {}),
    )
    columns = (Column("text"), Column("side"), Column("segments", kind=int), Column("sha256", "SHA-256"))
    inputs = Table(
        "texts",
        columns,
        [(name, side, len(stream), checksum(stream)) for name, side, stream in _streams(texts)],
        title="Texts",
        notes=["SHA-256 is that of the segments in UTF-8, each with a line feed behind it."],
    )
    every = range(len(texts))
    behind = {("texts", row, "segments"): every for row in range(len(inputs.rows))}
    return Section("paper", "For the paper", (signatures, inputs), behind=behind, group="paper")


def checksum(stream: Segments) -> str:
    """Returns the SHA-256 of segments in UTF-8, each with a line feed behind it, in hexadecimal digits."""
    found = hashlib.sha256()
    for number in range(len(stream)):
        found.update((stream[number] or "").encode("utf-8", "surrogatepass") + b"\n")
    return found.hexdigest()


def _streams(texts: ComparedTexts) -> Iterable[tuple[str, str, Segments]]:
    for name, stream in texts.systems.items():
        yield name, "system", stream
    for name, stream in zip(texts.reference_names, texts.references, strict=True):
        yield name, "reference", stream
    if texts.source is not None:
        yield "source", "source", texts.source


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))
