"""Makes the datasets from the entries of parbleu's catalogue."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset
from parbleu.compat.sacrebleu.dataset.fake_sgml import FakeSGMLDataset, WMTAdditionDataset
from parbleu.compat.sacrebleu.dataset.iwslt_xml import IWSLTXMLDataset
from parbleu.compat.sacrebleu.dataset.plain_text import PlainTextDataset
from parbleu.compat.sacrebleu.dataset.tsv import TSVDataset
from parbleu.compat.sacrebleu.dataset.wmt_xml import WMTXMLDataset
from parbleu.testsets._catalogue import find, names
from parbleu.testsets._catalogue_entry import Entry

CLASSES = {
    kind.FORMAT: kind
    for kind in (
        FakeSGMLDataset,
        WMTAdditionDataset,
        IWSLTXMLDataset,
        PlainTextDataset,
        TSVDataset,
        WMTXMLDataset,
    )
}

SACREBLEU = "2.6.0"
"""The version whose sets there are."""

# In which order sacreBLEU lists its sets.
ORDER = (
    *("wmt24", "wmt23", "wmt22", "wmt21/systems", "wmt21", "wmt21/B", "wmt21/AB", "wmt21/C", "wmt21/AC"),
    *("wmt21/D", "wmt21/dev", "wmt20/tworefs", "wmt20", "wmt20/dev", "wmt20/robust/set1"),
    *("wmt20/robust/set2", "wmt20/robust/set3", "wmt19", "wmt19/dev", "wmt19/google/ar", "wmt19/google/arp"),
    *("wmt19/google/wmtp", "wmt19/google/hqr", "wmt19/google/hqp", "wmt19/google/hqall", "wmt18"),
    *("wmt18/test-ts", "wmt18/dev", "wmt17", "wmt17/B", "wmt17/tworefs", "wmt17/improved", "wmt17/dev"),
    *("wmt17/ms", "wmt16", "wmt16/B", "wmt16/tworefs", "wmt16/dev", "wmt15", "wmt14", "wmt14/full", "wmt13"),
    *("wmt12", "wmt11", "wmt10", "wmt09", "wmt08", "wmt08/nc", "wmt08/europarl", "iwslt17"),
    *("iwslt17/tst2016", "iwslt17/tst2015", "iwslt17/tst2014", "iwslt17/tst2013", "iwslt17/tst2012"),
    *("iwslt17/tst2011", "iwslt17/tst2010", "iwslt17/dev2010", "mtedx/valid", "mtedx/test", "multi30k/2016"),
    *("multi30k/2017", "multi30k/2018", "mtnt2019", "mtnt1.1/test", "mtnt1.1/valid", "mtnt1.1/train"),
)


def datasets() -> dict[str, Any]:
    """Returns all test sets: sacreBLEU's in its order, then a user's own."""
    every = names(sacrebleu=SACREBLEU)
    known = [name for name in ORDER if name in every]
    return {name: dataset_of(find(name)) for name in [*known, *(name for name in every if name not in ORDER)]}


def dataset_of(entry: Entry) -> CataloguedDataset:
    """Returns an entry of the catalogue as an object of the class of its format."""
    options = dict(entry.options)
    langpairs: dict[str, Any] = {name: list(pair.files) for name, pair in entry.language_pairs.items()}
    if entry.format == WMTXMLDataset.FORMAT:
        # The references that most pairs have are the set's; the others name theirs.
        chosen = Counter(pair.references for pair in entry.language_pairs.values()).most_common(1)[0][0]
        options["refs"] = list(chosen or ())
        for name, pair in entry.language_pairs.items():
            if pair.references != chosen:
                langpairs[name] = {"path": pair.files[0], "refs": list(pair.references or ())}
    dataset = CLASSES[entry.format](
        entry.name,
        data=[source.url for source in entry.sources],
        description=entry.description,
        citation=entry.citation,
        md5=[source.md5 for source in entry.sources],
        langpairs=langpairs,
        **options,
    )
    dataset._known = entry
    return dataset
