"""Finds the works to cite for metrics and tests; `citations.bib` has their BibTeX entries."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from parbleu.tables._table import CITATION_KEY

SIGNATURES = "post-2018-call"
CORRECTION = "holm-1979-simple"
TESTS = {"bootstrap": "koehn-2004-statistical", "randomization": "riezler-maxwell-2005-pitfalls"}
_PIECES = "kudo-richardson-2018-sentencepiece"
_WORDS = "kudo-etal-2004-applying"
TOKENIZERS: dict[str, tuple[str, ...]] = {
    "ja-mecab": (_WORDS,),
    "ko-mecab": (_WORDS,),
    "flores101": (_PIECES, "goyal-etal-2022-flores"),
    "flores200": (_PIECES, "nllb-2022-language"),
    "spBLEU-1K": (_PIECES,),
}
"""The works of tokenizers, by what signatures call them, without versions."""
INTERVALS = TESTS["bootstrap"]
"""The bootstrap of test sets, which intervals come from, is of the same work as the test."""


@cache
def bibtex_entries() -> dict[str, str]:
    """Returns key -> BibTeX entry."""
    text = Path(__file__).with_name("citations.bib").read_text(encoding="utf-8")
    entries = (entry.strip() for entry in text.split("\n\n"))
    return {entry.partition("{")[2].partition(",")[0]: entry for entry in entries}


def split_entries(bibtex: str) -> dict[str, str]:
    """Returns key -> entry of a text of BibTeX entries, each of which begins a line.

    Without those whose key Typst cannot cite, as it has other characters than `CITATION_KEY`.
    """
    entries = {}
    for entry in re.split(r"^(?=[ \t]*@\w+\s*\{)", bibtex, flags=re.MULTILINE):
        if match := re.match(rf"\s*@\w+\s*\{{\s*({CITATION_KEY})\s*,", entry):
            entries[match[1]] = entry.strip()
    return entries


def metric_citations(signature: str) -> list[str]:
    """Returns the keys of the works that a metric is from, by the options that its signature names.

    Args:
        signature: as sacreBLEU writes it, not abbreviated.

    Returns:
        One key, for chrF with words two; none for scores of other tools and other metrics.
    """
    named = dict(pair.partition(":")[::2] for pair in signature.split("|"))
    if {"smooth", "tok"} <= named.keys():
        return ["papineni-etal-2002-bleu"]
    if {"nc", "nw"} <= named.keys():
        return ["popovic-2015-chrf", *(["popovic-2017-chrf"] if named["nw"] != "0" else [])]
    return ["snover-etal-2006-study"] if {"asian", "punct"} <= named.keys() else []
