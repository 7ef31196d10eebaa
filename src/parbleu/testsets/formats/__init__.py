"""Registers the formats of test sets. To add one: a file with a `PairFormat`, and a line in `FORMATS`."""

from __future__ import annotations

from parbleu._base.registry import Registry

FORMATS = Registry(
    "test set format",
    {
        "csv": "parbleu.testsets.formats._row_files:Csv",
        "fake_sgml": "parbleu.testsets.formats._fake_sgml:FakeSgml",
        "iwslt_xml": "parbleu.testsets.formats._fake_sgml:FakeSgml",
        "json": "parbleu.testsets.formats._row_files:JsonArray",
        "jsonl": "parbleu.testsets.formats._jsonl:JsonLines",
        "parquet": "parbleu.testsets.formats._row_files:Parquet",
        "plain": "parbleu.testsets.formats._plain_text:Plain",
        "tsv": "parbleu.testsets.formats._plain_text:Tsv",
        "wmt_addition": "parbleu.testsets.formats._fake_sgml:WmtAddition",
        "wmt_xml": "parbleu.testsets.formats._wmt_xml:WmtXml",
    },
    group="parbleu.testsets.formats",
)
