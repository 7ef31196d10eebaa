"""Finds what a paper with a score cites: parbleu, and the works that the score's signature stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parbleu.comparison.citations import INTERVALS, SIGNATURES, TESTS, bibtex_entries, metric_citations
from parbleu.errors import OptionError
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
    """Returns the works to cite for scores: parbleu, the metrics, the form of signatures and the tests.

    Args:
        signatures: those of the scores, as they are printed, not abbreviated; of BLEU, chrF or TER.

    Raises:
        OptionError: a text is no signature of such a metric.
    """
    keys = [PARBLEU]
    for signature in [signatures] if isinstance(signatures, str) else signatures:
        of_metric = metric_citations(signature)
        if not of_metric:
            raise OptionError(
                f"{signature!r} is no signature of BLEU, chrF or TER such as "
                "'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0'; `parbleu score` prints them, "
                "and with --short abbreviations, which do not serve here"
            )
        options = {pair.partition(":")[0] for pair in signature.split("|")}
        keys += [*of_metric, SIGNATURES, *(work for option, work in _SAMPLES.items() if option in options)]
    entries = bibtex_entries()
    return CitedWorks({key: entries[key] for key in dict.fromkeys(keys)})
