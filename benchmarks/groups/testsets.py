"""Measures test sets: from a raw XML file to text, and from the cache to standard output."""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from sacrebleu.dataset.wmt_xml import WMTXMLDataset

from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, compare, run
from benchmarks.settings import Settings
from benchmarks.texts import ORACLES, Pairs
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._catalogue_entry import Entry, PairEntry
from parbleu.testsets._pair_files import PairFiles
from parbleu.testsets.formats._wmt_xml import WmtFile

ECHO = ("wmt23", "ru-en")
"""A set of the catalogue, and a pair whose raw file is among those that we have."""


def largest_file(folder: Path, pairs: Pairs) -> Path:
    """The largest of WMT's files; one made of the pairs where there are none."""
    files = sorted((ORACLES / "data" / "xml").glob("*.xml"), key=lambda path: path.stat().st_size)
    if files:
        return files[-1]
    path = folder / "made.xml"
    segments = "".join(f'<seg id="{at}">{escape(text)}</seg>\n' for at, text in enumerate(pairs.refs[:20]))
    groups = [f'<src lang="xx">{segments}</src>', f'<ref lang="yy" translator="A">{segments}</ref>']
    groups += [f'<hyp lang="yy" system="S{at}">{segments}</hyp>' for at in range(12)]
    document = f'<doc id="d" origlang="xx">{"".join(groups)}</doc>\n'
    path.write_text(f"<dataset>{document * 100}</dataset>", encoding="utf-8")
    return path


class Conversion:
    """One raw file, converted by both tools into a folder of each."""

    def __init__(self, file: Path, folder: Path) -> None:
        self.folder = folder
        self.file = str(file)
        self.entry = Entry(
            "mine", "wmt_xml", language_pairs={"xx-yy": PairEntry((self.file,))}, home=str(folder)
        )
        self.dataset: Any = WMTXMLDataset(
            "mine", data=[], description="", langpairs={"xx-yy": [self.file]}, refs=["A"]
        )
        self.dataset._outdir = str(folder / "theirs")
        self.dataset._rawdir = str(folder / "raw")  # it makes that, if only to find nothing to download

    def ours(self) -> int:
        """From the raw file to all processed files and our notes about them, as when a set is first used."""
        shutil.rmtree(self.folder / "mine", ignore_errors=True)
        files = PairFiles(self.entry, "xx-yy").paths().values()
        return sum(Path(path).stat().st_size for path in files)

    def theirs(self) -> int:
        """From the raw file to all processed files."""
        folder = self.folder / "theirs"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self.dataset.process_to_text("xx-yy")
        return sum(path.stat().st_size for path in folder.iterdir())

    def our_lines(self) -> int:
        """Only the lines of all fields, which go nowhere."""
        sizes: list[int] = []
        write: Callable[[str, bytes], None] = lambda _, lines: sizes.append(len(lines))  # noqa: E731
        WmtFile(self.file).write(write)
        return sum(sizes)


@contextmanager
def cache(folder: Path) -> Iterator[None]:
    """Makes both tools take a folder for their cache."""
    before = os.environ.get("SACREBLEU")
    os.environ["SACREBLEU"] = str(folder)
    try:
        yield
    finally:
        del os.environ["SACREBLEU"]
        if before is not None:
            os.environ["SACREBLEU"] = before


def conversion_rows(file: Path, folder: Path, rounds: int) -> list[Row]:
    both = Conversion(file, folder)
    size = file.stat().st_size
    note = f"{file.name}, {size / 1e6:.1f} MB; bytes written"
    return [
        compare(
            "raw XML file to processed files",
            both.ours,
            both.theirs,
            1,
            rounds=rounds,
            unit="file",
            target="5x",
            note=note,
        ),
        compare(
            "the same, ours without fields and files",
            both.our_lines,
            both.theirs,
            1,
            rounds=rounds,
            unit="file",
        ),
    ]


def echo_row(folder: Path, rounds: int) -> Row | None:
    """Echo of a set whose raw files are in the cache; none if we have no raw file of it."""
    name, langpair = ECHO
    entry = catalogue.find(name)
    (raw,) = entry.pair(langpair).files
    file = ORACLES / "data" / "xml" / Path(raw).name
    if not file.is_file():
        return None
    place = folder / name / "raw" / raw
    place.parent.mkdir(parents=True)
    shutil.copy(file, place)
    with tarfile.open(folder / name / "raw" / entry.sources[0].archive, "w:gz") as archive:
        archive.add(place, raw)
    words = ["-t", name, "-l", langpair, "--echo", "src"]
    ours, theirs, outputs = [], [], set()
    for turn in range(rounds + 1):
        yours, mine = run([command("sacrebleu"), *words]), run([command("parbleu"), "score", *words])
        outputs |= {mine.output, yours.output}
        if turn > 0:  # before that the cache was filled
            ours.append(mine.seconds)
            theirs.append(yours.seconds)
    verdict = "same output" if len(outputs) == 1 else "outputs differ"
    return Row(
        f"`-t {name} -l {langpair} --echo src`", ours, theirs, unit="run", target="150 ms", note=verdict
    )


def measure(settings: Settings) -> Group:
    group = Group("Test sets", "Converting what was downloaded, and printing what is in the cache.")
    rounds = settings.size(15, 5)
    with tempfile.TemporaryDirectory() as name, cache(Path(name)):
        folder = Path(name)
        file = largest_file(folder, settings.texts.target("en"))
        group.rows += conversion_rows(file, folder, rounds)
        echo = echo_row(folder, rounds)
        group.rows += [echo] if echo else []
    return group
