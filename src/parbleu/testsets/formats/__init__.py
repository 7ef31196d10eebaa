"""Registers the formats of test sets. To add one: a file with a `PairFormat`, and a line in `FORMATS`."""

from __future__ import annotations

from parbleu._base.registry import Registry

FORMATS = Registry(
    "test set format",
    {
        "fake_sgml": "parbleu.testsets.formats._fake_sgml:FakeSgml",
        "iwslt_xml": "parbleu.testsets.formats._fake_sgml:FakeSgml",
        "jsonl": "parbleu.testsets.formats._jsonl:JsonLines",
        "plain": "parbleu.testsets.formats._plain_text:Plain",
        "tsv": "parbleu.testsets.formats._plain_text:Tsv",
        "wmt_addition": "parbleu.testsets.formats._fake_sgml:WmtAddition",
        "wmt_xml": "parbleu.testsets.formats._wmt_xml:WmtXml",
    },
    group="parbleu.testsets.formats",
)
