"""Makes the input of commands at any size."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from pathlib import Path

from benchmarks.groups.evalsets import NAME, PAIR, make_set
from benchmarks.groups.process import command
from benchmarks.measure import run

WORDS = 20_000
DISTINCT = 20_000
DOCUMENT = 10
"""Segments of a document."""


@dataclass(frozen=True)
class Size:
    """How much there is of each."""

    segments: int
    systems: int = 2
    metrics: int = 3


class Files:
    """Files of random text: words as frequent as in language, and outputs of which every fifth is another.

    The methods that return paths are what stands in braces in the words of a command.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._draw = random.Random(7)
        letters = "abcdefghiklmnoprstuvw"
        self._words = ["".join(self._draw.choices(letters, k=self._draw.randint(2, 9))) for _ in range(WORDS)]
        self._weights = list(accumulate(1 / (rank + 2) for rank in range(WORDS)))
        self._lines: list[str] = []

    def arguments(self, words: str, size: Size) -> list[str]:
        """The words, with files of this size for the names in braces."""
        found: list[str] = []
        for word in words.split():
            made = getattr(self, word[1:-1])(size) if word[0] == "{" else word
            found += [made] if isinstance(made, str) else made
        return found

    def ref(self, size: Size) -> str:
        """A file of so many lines."""
        return self._written("ref", size, lambda line, _draw: line)

    def hyp(self, size: Size, number: int = 0) -> str:
        """The file of a system's output; each system differs."""

        def changed(line: str, draw: random.Random) -> str:
            found = line.split()
            for place in range(len(found)):
                if draw.random() < 0.2 + number / 2000:
                    found[place] = draw.choice(found)
            return " ".join(found)

        return self._written(f"hyp{number}", size, changed)

    def hyps(self, size: Size) -> list[str]:
        """The files of the systems."""
        return [self.hyp(size, number) for number in range(size.systems)]

    def thousand(self, _size: Size) -> str:
        """A system's output of a thousand lines."""
        return self.hyp(Size(1000))

    def out(self, _size: Size) -> str:
        """Where results go."""
        return str(self.folder / "out")

    def clear(self) -> None:
        """Removes results."""
        (self.folder / "out").unlink(missing_ok=True)

    def lists(self, size: Size) -> str:
        """A file of n-best lists of eight, one for each segment."""
        path = self.folder / f"nbest.{size.segments}"
        if not path.exists():
            outputs = [Path(name).read_text().splitlines() for name in self.hyps(replace(size, systems=8))]
            lists = enumerate(zip(*outputs, strict=True))
            path.write_text("".join(f"{place}\t{line}\n" for place, lines in lists for line in lines))
        return str(path)

    def saved(self, size: Size) -> str:
        """The result of a comparison of the systems."""
        path = self.folder / f"saved.{size.segments}.{size.systems}"
        return self._scored(path, size, self.hyps(size), "-m", "bleu", "chrf", "-f", "json", "-o", str(path))

    def shards(self, size: Size) -> list[str]:
        """The statistics of two halves."""
        paths = [self.folder / f"shard{half}.{size.segments}" for half in (1, 2)]
        return [
            self._scored(
                path,
                size,
                [self.hyp(size)],
                "--shard",
                f"{half}/2",
                "--statistics",
                str(path),
            )
            for half, path in enumerate(paths, 1)
        ]

    def ratings(self, size: Size) -> str:
        """A table of MQM: two of three raters marked each translation, a row for each error."""
        path = self.folder / f"ratings.{size.segments}.{size.systems}.tsv"
        if path.exists():
            return str(path)
        draw = random.Random(2)
        texts = [Path(name).read_text().splitlines() for name in self.hyps(size)]
        with path.open("w") as file:
            file.write("system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n")
            for place in range(size.segments):
                document, segment = divmod(place, DOCUMENT)
                for system, lines in enumerate(texts):
                    first, _, rest = lines[place].partition(" ")
                    for rater in draw.sample("xyz", 2):
                        row = f"sys{system}\td{document}\t{segment + 1}\t{place + 1}\t{rater}\tsource"
                        errors = draw.choices(("Major", "Minor"), k=draw.randint(0, 2))
                        file.writelines(
                            f"{row}\t<v>{first}</v> {rest}\tFluency/Grammar\t{error}\n" for error in errors
                        )
                        if not errors:
                            file.write(f"{row}\t{lines[place]}\tNo-error\tNo-error\n")
        return str(path)

    def xml(self, size: Size) -> str:
        """A file of WMT's XML."""

        def document(number: int, texts: list[str]) -> Iterator[str]:
            yield f'<doc origlang="en" id="d{number}">\n'
            openings = ('src lang="en"', 'ref lang="de" translator="A"', 'hyp lang="de" system="s"')
            for opening, text in zip(openings, texts, strict=True):
                yield f"<{opening}><p>\n{text}</p></{opening[:3]}>\n"
            yield "</doc>\n"

        return self._marked(
            "xml",
            [self.ref(size), self.hyp(size), self.hyp(size, 1)],
            '<dataset id="s">',
            "</dataset>",
            document,
        )

    def sgm(self, size: Size) -> list[str]:
        """SGML files of the source and a reference."""

        def document(number: int, texts: list[str]) -> Iterator[str]:
            yield f'<doc docid="d{number}" sysid="A" genre="news" origlang="en">\n{texts[0]}</doc>\n'

        return [
            self._marked(
                "src.sgm", [self.ref(size)], '<srcset setid="s" srclang="en">', "</srcset>", document
            ),
            self._marked(
                "ref.sgm",
                [self.hyp(size)],
                '<refset setid="s" srclang="en" trglang="de">',
                "</refset>",
                document,
            ),
        ]

    def test_set(self, size: Size) -> str:
        """The name of a test set in WMT's XML; variables say where it is, and where its cache."""
        folder = self.folder / f"testsets.{size.segments}"
        folder.mkdir(exist_ok=True)
        files = {PAIR: {"files": [self.xml(size)], "references": ["A"]}}
        entry = {"name": "made", "format": "wmt_xml", "language_pairs": files}
        (folder / "made.json").write_text(json.dumps(entry))
        os.environ |= {"PARBLEU_TESTSETS": str(folder), "SACREBLEU": str(folder / "cache")}
        return "made"

    def set(self, size: Size) -> str:
        """The folder of an evaluation set."""
        folder = self.folder / f"set.{size.segments}.{size.systems}.{size.metrics}"
        if not folder.exists():
            make_set(folder, size.systems, size.segments, size.metrics, [self.ref(size), *self.hyps(size)])
        return str(folder)

    def metrics(self, size: Size) -> list[str]:
        """The segment scores of two metrics of the evaluation set."""
        folder = Path(self.set(size), NAME, "metric-scores", PAIR)
        return [str(folder / f"metric{number}-refA.seg.score") for number in range(2)]

    def metric(self, size: Size) -> str:
        """The segment scores of a metric of the evaluation set."""
        return self.metrics(size)[0]

    def _distinct(self, count: int) -> list[str]:
        while len(self._lines) < count:
            length = self._draw.randint(6, 30)
            self._lines.append(
                " ".join(self._draw.choices(self._words, cum_weights=self._weights, k=length)) + "."
            )
        return self._lines[:count]

    def _written(self, name: str, size: Size, change: Callable[[str, random.Random], str]) -> str:
        """Lines that repeat only after `DISTINCT` others."""
        path = self.folder / f"{name}.{size.segments}"
        if not path.exists():
            draw = random.Random(name)
            lines = self._distinct(min(size.segments, DISTINCT))
            block = "".join(f"{change(line, draw)}\n" for line in lines)
            with path.open("w") as file:
                for _ in range(max(1, size.segments // DISTINCT)):
                    file.write(block)
        return str(path)

    def _scored(self, path: Path, size: Size, hyps: list[str], *words: str) -> str:
        if not path.exists():
            run([command("parbleu"), "score", self.ref(size), "-i", *hyps, *words])
        return str(path)

    def _marked(
        self,
        name: str,
        texts: list[str],
        opening: str,
        end: str,
        document: Callable[[int, list[str]], Iterator[str]],
    ) -> str:
        """A file of documents, each with the segments of all texts."""
        path = Path(f"{texts[0]}.{name}")
        if path.exists():
            return str(path)
        with ExitStack() as stack:
            files = [stack.enter_context(Path(text).open()) for text in texts]
            file = stack.enter_context(path.open("w"))
            file.write(f"{opening}\n")
            number = 0
            while any(blocks := [list(islice(lines, DOCUMENT)) for lines in files]):
                marked = [
                    "".join(f'<seg id="{at}">{line.rstrip()}</seg>\n' for at, line in enumerate(block, 1))
                    for block in blocks
                ]
                file.writelines(document(number, marked))
                number += 1
            file.write(f"{end}\n")
        return str(path)
