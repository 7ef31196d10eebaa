"""Finds the works to cite for metrics, tests and signatures; `citations.bib` has their BibTeX entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parbleu.errors import OptionError, UnknownNameError
from parbleu.metrics._score import unquote
from parbleu.tables import Column, Result, Table
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


PARBLEU = "parbleu"
_SAMPLES = {"bs": INTERVALS, "ar": TESTS["randomization"]}


@dataclass(frozen=True)
class CitedWorks(Result):
    """Works to cite.

    Attributes:
        entries: key -> BibTeX entry, each once, in the order of the signatures; parbleu's comes first.
    """

    entries: dict[str, str]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each work."""
        return (Table("works", [Column("key"), Column("bibtex", "BibTeX")], list(self.entries.items())),)


def cited_works(signatures: str | Sequence[str] = ()) -> CitedWorks:
    """Returns the works to cite for scores: parbleu, metrics, tokenizers, tests, test sets, signatures.

    Args:
        signatures: those of the scores, as they are printed, not abbreviated; of BLEU, chrF or TER.

    Raises:
        OptionError: a text is no signature of such a metric.
    """
    keys = [PARBLEU]
    entries = bibtex_entries()
    for signature in [signatures] if isinstance(signatures, str) else signatures:
        of_metric = metric_citations(signature)
        if not of_metric:
            raise OptionError(
                f"{signature!r} is no signature of BLEU, chrF or TER such as "
                "'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0'; `parbleu score` prints them, "
                "and with --short abbreviations, which do not serve here"
            )
        options = dict(pair.partition(":")[::2] for pair in signature.split("|"))
        keys += [*of_metric, *_of_tokenizer(options.get("tok", "")), SIGNATURES]
        keys += [work for option, work in _SAMPLES.items() if option in options]
        of_sets = _of_test_sets(unquote(options.get("test", "")))
        entries = {**of_sets, **entries}
        keys += of_sets
    return CitedWorks({key: entries[key] for key in dict.fromkeys(keys)})


def _of_tokenizer(signed: str) -> tuple[str, ...]:
    """Returns the keys of the works that a tokenizer stands on; its signature may end in versions."""
    for name, works in TOKENIZERS.items():
        if signed == name or signed.startswith(f"{name}-"):
            return works
    return ()


def _of_test_sets(signed: str) -> dict[str, str]:
    """Returns key -> entry of the works that the catalogue knows for the test sets of a signature."""
    from parbleu.testsets import citations

    entries: dict[str, str] = {}
    for name in filter(None, signed.split(",")):
        try:
            texts = citations(name).texts.values()
        except UnknownNameError:  # a set of somebody else
            continue
        for text in texts:
            entries |= split_entries(text or "")
    return entries
