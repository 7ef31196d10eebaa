"""Registers the formats of test sets. To add one: a file with a `PairFormat`, and a line in `FORMATS`."""

from __future__ import annotations

from parbleu.base.registry import Registry

FORMATS = Registry(
    "test set format",
    {
        "fake_sgml": "parbleu.testsets.formats.fake_sgml:FakeSgml",
        "iwslt_xml": "parbleu.testsets.formats.fake_sgml:FakeSgml",
        "jsonl": "parbleu.testsets.formats.jsonl:JsonLines",
        "plain": "parbleu.testsets.formats.plain_text:Plain",
        "tsv": "parbleu.testsets.formats.plain_text:Tsv",
        "wmt_addition": "parbleu.testsets.formats.fake_sgml:WmtAddition",
        "wmt_xml": "parbleu.testsets.formats.wmt_xml:WmtXml",
    },
    group="parbleu.testsets.formats",
)
