"""Finds what a paper with a score cites: parbleu, and the works that the score's signature stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parbleu._comparison.citations import (
    INTERVALS,
    SIGNATURES,
    TESTS,
    TOKENIZERS,
    bibtex_entries,
    metric_citations,
    split_entries,
)
from parbleu.errors import OptionError, UnknownNameError
from parbleu.metrics._signature import unquote
from parbleu.tables import Column, Result, Table

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
