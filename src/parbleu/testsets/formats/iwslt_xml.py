"""What IWSLT calls XML: not well-formed either, and taken line by line as the SGML of WMT is."""

from __future__ import annotations

from parbleu.testsets.formats.fake_sgml import FakeSgml


class IwsltXml(FakeSgml):
    """The same tags under other file names. Talks have a "docid" and a "genre", and no "origlang"."""
