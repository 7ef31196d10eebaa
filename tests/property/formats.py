"""A pair's raw files as parbleu's and sacreBLEU's dataset classes convert them."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from sacrebleu.dataset.fake_sgml import FakeSGMLDataset, WMTAdditionDataset
from sacrebleu.dataset.iwslt_xml import IWSLTXMLDataset
from sacrebleu.dataset.plain_text import PlainTextDataset
from sacrebleu.dataset.tsv import TSVDataset
from sacrebleu.dataset.wmt_xml import WMTXMLDataset

from parbleu.testsets._catalogue_entry import Entry, PairEntry
from parbleu.testsets.formats import FORMATS

ORIGINALS: dict[str, Any] = {
    "fake_sgml": FakeSGMLDataset,
    "iwslt_xml": IWSLTXMLDataset,
    "plain": PlainTextDataset,
    "tsv": TSVDataset,
    "wmt_addition": WMTAdditionDataset,
    "wmt_xml": WMTXMLDataset,
}

Fields = dict[str, bytes]


class RawFiles:
    """The raw files of one language pair.

    Args:
        folder: where to put them.
        contents: name -> content; a name that ends in ".gz" compresses it. A leading "2:" chooses a column.
        test_set: the name of the test set.
    """

    def __init__(self, folder: Path, contents: dict[str, str | bytes], test_set: str = "mine") -> None:
        self.folder = folder
        self.test_set = test_set
        self.names = tuple(contents)
        (folder / "raw").mkdir(parents=True, exist_ok=True)
        self.paths = []
        for name, content in contents.items():
            path = folder / "raw" / name.rpartition(":")[2]
            data = content.encode() if isinstance(content, str) else content
            path.write_bytes(gzip.compress(data, 1) if path.suffix == ".gz" else data)
            self.paths.append(str(path))

    def entry(self, name: str) -> Entry:
        options = {"metadata": False} if self.test_set.startswith("wmt08") else {}
        return Entry(self.test_set, name, language_pairs={"xx-yy": PairEntry(self.names)}, options=options)

    def ours(self, name: str) -> Fields:
        """What we write, by field, in the order that `fields` promises."""
        format_ = FORMATS[name](self.entry(name), "xx-yy", self.paths)
        found = dict.fromkeys(format_.fields(), b"")

        def write(field: str, lines: bytes) -> None:
            assert not lines or lines.endswith(b"\n")
            found[field] += lines

        format_.convert(write)
        return found

    def theirs(self, name: str) -> Fields:
        """What sacreBLEU writes."""
        dataset = self.dataset(name)
        dataset.process_to_text("xx-yy")
        return {
            field: Path(dataset._get_txt_file_path("xx-yy", field)).read_bytes()
            for field in dataset.fieldnames("xx-yy")
        }

    def dataset(self, name: str) -> Any:
        """SacreBLEU's object for these files; nothing is left of an earlier conversion."""
        made = ORIGINALS[name](
            self.test_set, data=[], description="", langpairs={"xx-yy": list(self.names)}, refs=["A"]
        )
        made._outdir = str(self.folder / "text")
        made._rawdir = str(self.folder / "raw")
        (self.folder / "text").mkdir(exist_ok=True)
        for old in (self.folder / "text").iterdir():
            old.unlink()
        return made


def difference(ours: Fields, theirs: Fields) -> str:
    """The first field that is not the same, and how; empty if all are.

    SacreBLEU orders the references of XML differently each time.
    """
    if sorted(ours) != sorted(theirs) or _in_order(ours) != _in_order(theirs):
        return f"fields: {list(ours)} and not {list(theirs)}"
    for field, mine in ours.items():
        if mine != theirs[field]:
            return f"{field}: ours {mine!r}\ntheirs {theirs[field]!r}"
    return ""


def _in_order(fields: Fields) -> list[str]:
    return ["ref" if field.startswith("ref") else field for field in fields]
