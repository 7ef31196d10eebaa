"""Makes the input of commands at any size."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import accumulate, count, islice
from pathlib import Path
from shutil import copyfile, disk_usage, rmtree

from benchmarks.groups.evalsets import NAME, PAIR, make_set
from benchmarks.groups.process import command
from benchmarks.measure import run
from parbleu.fetch._checksums import digest
from parbleu.testsets._catalogue import find

WORDS = 20_000
DISTINCT = 20_000
DOCUMENT = 10
"""Segments of a document."""
LEAST = 2e10
"""Bytes of the disk that stay free."""


@dataclass(frozen=True)
class Size:
    """How much there is of each: candidates of an n-best list, raters of a translation."""

    segments: int
    systems: int = 2
    metrics: int = 3
    candidates: int = 8
    raters: int = 2


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
        self._texts: set[str] = set()

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

    def names(self, size: Size) -> list[str]:
        """Names of the outputs of two training runs of each system."""
        return [f"{system}.{run}" for run in (1, 2) for system in range(size.systems)]

    def runs(self, size: Size) -> list[str]:
        """The systems of these outputs."""
        return [f"s{system}" for _ in (1, 2) for system in range(size.systems)]

    def table(self, size: Size) -> str:
        """A table with the reference and the output of a system."""
        path = self.folder / f"table.{size.segments}.tsv"
        if not path.exists():
            with (
                path.open("w") as file,
                Path(self.ref(size)).open() as ref,
                Path(self.hyp(size)).open() as hyp,
            ):
                file.write("ref\thyp\n")
                file.writelines(f"{one[:-1]}\t{other}" for one, other in zip(ref, hyp, strict=True))
        return str(path)

    def thousand(self, _size: Size) -> str:
        """A system's output of a thousand lines."""
        return self.hyp(Size(1000))

    def out(self, _size: Size) -> str:
        """Where results go."""
        return str(self.folder / "out")

    def clear(self) -> None:
        """Removes results; where the disk becomes full also all files but texts."""
        is_full = disk_usage(self.folder).free < LEAST
        for path in self.folder.iterdir():
            if path.name == "out" or (is_full and path.stem not in self._texts):
                rmtree(path) if path.is_dir() else path.unlink()

    def lists(self, size: Size) -> str:
        """A file of n-best lists, one for each segment."""
        path = self.folder / f"nbest.{size.segments}.{size.candidates}"
        if not path.exists():
            with ExitStack() as stack:
                names = self.hyps(replace(size, systems=size.candidates))
                outputs = [stack.enter_context(Path(name).open()) for name in names]
                file = stack.enter_context(path.open("w"))
                for place, lines in enumerate(zip(*outputs, strict=True)):
                    file.writelines(f"{place}\t{line}" for line in lines)
        return str(path)

    def saved(self, size: Size) -> str:
        """The result of a comparison of the systems."""
        path = self.folder / f"saved.{size.segments}.{size.systems}"
        return self._scored(path, size, self.hyps(size), "-m", "bleu", "chrf", "-f", "json", "-o", str(path))

    def shards(self, size: Size) -> list[str]:
        """The statistics of two halves."""
        paths = [self.folder / f"shard{half}.{size.segments}.{size.systems}" for half in (1, 2)]
        return [
            self._scored(path, size, self.hyps(size), "--shard", f"{half}/2", "--statistics", str(path))
            for half, path in enumerate(paths, 1)
        ]

    def ratings(self, size: Size) -> str:
        """A table of MQM: all raters but one marked each translation, a row for each error."""
        path = self.folder / f"ratings.{size.segments}.{size.systems}.{size.raters}.tsv"
        if path.exists():
            return str(path)
        draw = random.Random(2)
        raters = [f"rater{number}" for number in range(size.raters + 1)]
        with path.open("w") as file, ExitStack() as stack:
            texts = [stack.enter_context(Path(name).open()) for name in (self.ref(size), *self.hyps(size))]
            file.write("system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n")
            for place, (source, *lines) in enumerate(zip(*texts, strict=True)):
                document, segment = divmod(place, DOCUMENT)
                for system, line in enumerate(lines):
                    first, _, rest = line[:-1].partition(" ")
                    for rater in draw.sample(raters, size.raters):
                        row = f"sys{system}\td{document}\t{segment + 1}\t{place + 1}\t{rater}\t{source[:-1]}"
                        errors = draw.choices(("Major", "Minor"), k=draw.randint(0, 2))
                        file.writelines(
                            f"{row}\t<v>{first}</v> {rest}\tFluency/Grammar\t{error}\n" for error in errors
                        )
                        if not errors:
                            file.write(f"{row}\t{line[:-1]}\tNo-error\tNo-error\n")
        return str(path)

    def standalone(self, size: Size) -> str:
        """The same ratings as JSON lines."""
        path = Path(self.ratings(size)).with_suffix(".jsonl")
        words = f"human convert ratings {self.ratings(size)} --to standalone --into {path}"
        return self._made(path, words)

    def rated(self, size: Size) -> str:
        """The folder of an evaluation set of the ratings."""
        path = Path(self.ratings(size)).with_suffix(".set")
        words = f"human evalset {self.ratings(size)} --references sys0 -t {NAME} -l {PAIR} --data {path}"
        return self._made(path, words)

    def collection(self, size: Size) -> str:
        """A rater's ratings in the evaluation set."""
        return f"{self.rated(size)}/{NAME}/human-scores/{PAIR}.mqm.rater0.seg.rating"

    def submission(self, size: Size) -> str:
        """The folder of a submission to WMT23, and of gold scores."""
        path = self.folder / f"submission.{size.segments}.{size.systems}"
        if path.exists():
            return str(path)
        draw = random.Random(3)
        for name in ("ref/goldlabels", "res/metric"):
            (path / name).parent.mkdir(parents=True)
            with Path(f"{path / name}.seg.score").open("w") as file:
                for system in range(size.systems):
                    file.writelines(
                        f"metric\ten-de\tgeneraltest2023\tnews\td{place // DOCUMENT}\trefA\tsys{system}"
                        f"\t{place % DOCUMENT + 1}\t{draw.gauss(0.7, 0.2)!r}\n"
                        for place in range(size.segments)
                    )
            Path(f"{path / name}.sys.score").write_text(
                "".join(
                    f"metric\ten-de\tgeneraltest2023\tall\trefA\tsys{system}\t{draw.gauss(0.7, 0.2)!r}\n"
                    for system in range(size.systems)
                )
            )
        return str(path)

    def xml(self, size: Size) -> str:
        """A file of WMT's XML."""
        systems = [f'hyp lang="de" system="sys{number}"' for number in range(size.systems)]
        openings = ('src lang="en"', 'ref lang="de" translator="A"', *systems)

        def document(texts: list[str]) -> tuple[str, str]:
            parts = (
                f"<{one}><p>\n{text}</p></{one[:3]}>\n" for one, text in zip(openings, texts, strict=True)
            )
            return '<doc origlang="en" id="d', f'">\n{"".join(parts)}</doc>\n'

        texts = [self.ref(size), self.hyp(size), *self.hyps(size)]
        return self._marked(f"{size.systems}.xml", texts, size, '<dataset id="s">', "</dataset>", document)

    def sgm(self, size: Size) -> list[str]:
        """SGML files of the source and a reference."""

        def document(texts: list[str]) -> tuple[str, str]:
            return '<doc docid="d', f'" sysid="A" genre="news" origlang="en">\n{texts[0]}</doc>\n'

        source, reference = '<srcset setid="s" srclang="en">', '<refset setid="s" srclang="en" trglang="de">'
        return [
            self._marked("src.sgm", [self.ref(size)], size, source, "</srcset>", document),
            self._marked("ref.sgm", [self.hyp(size)], size, reference, "</refset>", document),
        ]

    def test_set(self, size: Size) -> str:
        """The name of a test set in WMT's XML; variables say where it is, and where its cache."""
        folder = self.folder / f"testsets.{size.segments}"
        folder.mkdir(exist_ok=True)
        files = {PAIR: {"files": [self.xml(size)], "references": ["A"]}}
        entry = {"name": "made", "format": "wmt_xml", "language_pairs": files}
        (folder / "made.json").write_text(json.dumps(entry))
        os.environ |= {"PARBLEU_TESTSETS": str(folder), "SACREBLEU": str(self.folder / "out")}
        return "made"

    def outputs(self, size: Size) -> str:
        """The pattern of outputs of a test set with so many language pairs; variables say where that is."""
        folder = self.folder / f"pairs.{size.segments}.{size.systems}"
        folder.mkdir(exist_ok=True)
        source, *targets = islice(find("flores200").by_language.language_pairs, size.systems + 1)
        texts = dict(zip(targets, self.hyps(replace(size, systems=len(targets))), strict=True))
        entry = {"name": "many", "format": "plain", "languages": {source: self.ref(size), **texts}}
        (folder / "many.json").write_text(json.dumps(entry))
        for target in targets:
            copyfile(self.ref(size), folder / f"{source}-{target}.txt")
        os.environ |= {"PARBLEU_TESTSETS": str(folder), "SACREBLEU": str(self.folder / "out")}
        run([command("parbleu"), "data", "get", "many"])
        return f"{folder}/{{pair}}.txt"

    def cached(self, size: Size) -> str:
        """The same, in its cache."""
        made = self.test_set(size)
        run([command("parbleu"), "data", "get", made])
        return made

    def download(self, size: Size) -> str:
        """The same file as what the cache of another test set lacks."""
        self.test_set(size)
        path = self.xml(size)
        source = {"url": "https://example.org/made.xml", "md5": digest(path)}
        files = {PAIR: {"files": ["elsewhere.made.xml"], "references": ["A"]}}
        entry = {"name": "elsewhere", "format": "wmt_xml", "sources": [source], "language_pairs": files}
        Path(os.environ["PARBLEU_TESTSETS"], "elsewhere.json").write_text(json.dumps(entry))
        return path

    def set(self, size: Size) -> str:
        """The folder of an evaluation set."""
        folder = self.folder / f"set.{size.segments}.{size.systems}.{size.metrics}"
        if not folder.exists():
            make_set(folder, size.systems, size.segments, size.metrics, [self.ref(size), *self.hyps(size)])
        return str(folder)

    def parts(self, size: Size) -> list[str]:
        """The options for texts, documents and metrics of an evaluation set."""
        root = Path(self.set(size), NAME)
        outputs = [f"system-{number}={path}" for number, path in enumerate(self.hyps(size))]
        documents, scores = root / "documents" / f"{PAIR}.docs", root / "metric-scores" / PAIR
        texts = ["--source", self.ref(size), "--references", f"refA={self.ref(size)}", "--systems", *outputs]
        return [*texts, "--documents", str(documents), "--metrics", str(scores)]

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
        self._texts.add(name)
        if not path.exists():
            draw = random.Random(name)
            lines = self._distinct(min(size.segments, DISTINCT))
            block = "".join(f"{change(line, draw)}\n" for line in lines)
            with path.open("w") as file:
                for _ in range(max(1, size.segments // DISTINCT)):
                    file.write(block)
        return str(path)

    def _scored(self, path: Path, size: Size, hyps: list[str], *words: str) -> str:
        return self._made(path, " ".join(("score", self.ref(size), "-i", *hyps, *words)))

    def _made(self, path: Path, words: str) -> str:
        if not path.exists():
            run([command("parbleu"), *words.split()])
        return str(path)

    def _marked(
        self,
        name: str,
        texts: list[str],
        size: Size,
        opening: str,
        end: str,
        document: Callable[[list[str]], tuple[str, str]],
    ) -> str:
        """A file of documents, each with the segments of all texts, and what stands around its number."""
        path = Path(f"{texts[0]}.{name}")
        if path.exists():
            return str(path)
        documents = []
        with ExitStack() as stack:
            files = [islice(stack.enter_context(Path(text).open()), DISTINCT) for text in texts]
            while any(blocks := [list(islice(lines, DOCUMENT)) for lines in files]):
                marked = [
                    "".join(f'<seg id="{at}">{line.rstrip()}</seg>\n' for at, line in enumerate(block, 1))
                    for block in blocks
                ]
                documents.append(document(marked))
        numbers = count()
        with path.open("w") as file:
            file.write(f"{opening}\n")
            for _ in range(max(1, size.segments // DISTINCT)):
                file.writelines(f"{before}{next(numbers)}{after}" for before, after in documents)
            file.write(f"{end}\n")
        return str(path)
