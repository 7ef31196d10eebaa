"""The package `dataset` of sacreBLEU: its test sets, read when `DATASETS` is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.compat.sacrebleu.dataset.fake_sgml import FakeSGMLDataset, WMTAdditionDataset
from parbleu.compat.sacrebleu.dataset.iwslt_xml import IWSLTXMLDataset
from parbleu.compat.sacrebleu.dataset.plain_text import PlainTextDataset
from parbleu.compat.sacrebleu.dataset.tsv import TSVDataset
from parbleu.compat.sacrebleu.dataset.wmt_xml import WMTXMLDataset

if TYPE_CHECKING:
    from typing import Any

    from parbleu.compat.sacrebleu.dataset.base import Dataset

    DATASETS: dict[str, Dataset]
    SUBSETS: dict[str, dict[str, str]]
    COUNTRIES: list[str]
    DOMAINS: list[str]

__all__ = [
    "COUNTRIES",
    "DATASETS",
    "DOMAINS",
    "SUBSETS",
    "FakeSGMLDataset",
    "IWSLTXMLDataset",
    "PlainTextDataset",
    "TSVDataset",
    "WMTAdditionDataset",
    "WMTXMLDataset",
]


def __getattr__(name: str) -> Any:
    """Returns `DATASETS` (name -> Dataset), or what is known about the documents of two of them.

    `SUBSETS` is set -> document -> "COUNTRY-domain"; `COUNTRIES` and `DOMAINS` are the parts of these.
    """
    if name == "DATASETS":
        from parbleu.compat.sacrebleu.dataset._catalogue import datasets

        value: Any = datasets()
    elif name == "SUBSETS":
        value = {test_set: dict(entry.subsets) for test_set, entry in _entries().items()}
    elif name in ("COUNTRIES", "DOMAINS"):
        tags = [tag.split("-") for tag in _entries()["wmt19"].subsets.values()]
        value = sorted({tag[name == "DOMAINS"] for tag in tags})
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def _entries() -> Any:
    """Returns the entries of the sets whose documents are described."""
    from parbleu.testsets._catalogue import find

    return {name: find(name) for name in ("wmt18", "wmt19")}
