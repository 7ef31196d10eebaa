"""Tests the segmentation warning on real corpora: silent on intact text, and shown for segmented text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import parbleu
from parbleu._core import Segments
from parbleu.text._corpus_sample import CorpusSample
from parbleu.text._normalizations import normalized_segments
from parbleu.text._segmentation_warning import differences
from slow_text_checks import Limits

FOLDERS = {  # of systems, and of references, for each language pair
    "wmt23": ("wmt23/{pair}/systems/*", "wmt23/{pair}/ref*"),
    **{
        name: (f"evalsets/{name}/system-outputs/{{pair}}/*.txt", f"evalsets/{name}/references/{{pair}}.*")
        for name in ("wmt21.news", "wmt21.tedtalks", "wmt24")
    },
    "multeval": ("multeval/{pair}/*out*", "multeval/{pair}/*ref*"),
}
WAYS: dict[str, tuple[Callable[[str], str], str]] = {
    "13a": (parbleu.tokenize, "tokenized"),
    "characters": (" ".join, "split into characters"),
    "subword-nmt": (lambda line: " ".join(_halves(line, "", "@@ ")), "split into subwords"),
    "SentencePiece": (lambda line: " ".join(_halves(line, "▁", " ")), "split into subwords"),
}


def _halves(line: str, start: str, between: str) -> Iterator[str]:
    for word in line.split():
        middle = len(word) // 2
        yield f"{start}{word[:middle]}{between}{word[middle:]}" if len(word) > 5 else start + word


def corpora(data: Path) -> Iterator[tuple[str, list[Segments], list[Segments]]]:
    """Yields name, systems and references of each."""
    for name, (systems, references) in FOLDERS.items():
        parents = {"wmt23": "wmt23", "multeval": "multeval"}.get(name, f"evalsets/{name}/system-outputs")
        for pair in sorted(path.name for path in (data / parents).iterdir() if path.is_dir()):
            sides = [
                [parbleu.text.as_segments(path) for path in sorted(data.glob(pattern.format(pair=pair)))]
                for pattern in (systems, references)
            ]
            yield f"{name} {pair}", sides[0], sides[1]


def told(systems: list[Segments], references: list[Segments]) -> list[str]:
    sample = CorpusSample()
    sample.add(systems, references)
    names = [[str(number) for number in range(len(side))] for side in (systems, references)]
    return differences(sample, names[0], names[1], True)


def test_nothing_is_said_of_what_people_and_systems_wrote(oracles: Path) -> None:
    found = {name: told(systems, references) for name, systems, references in corpora(oracles / "data")}
    assert len(found) > 15
    assert {name: lines for name, lines in found.items() if lines} == {}


DIFFERENT = {("wmt23 en-zh", ("punctuation",)), ("wmt21.news en-de", ("quotes",))}
"""What outputs of these corpora differ in from the references but for words, by 2 to 5 points of BLEU."""


def test_what_is_written_differently_is_told_and_true_of_all_segments(oracles: Path) -> None:
    told = set()
    for corpus, systems, references in corpora(oracles / "data"):
        sample = CorpusSample()
        sample.add(systems, references)
        engine = parbleu.BLEU(tokenize={"zh": "zh", "ja": "char"}.get(corpus[-2:], "13a")).engine
        for system, difference in zip(systems, sample.written_differently(engine), strict=True):
            if difference is None:
                continue
            names = tuple(difference.names)
            told.add((corpus, names))
            sides = (system, *references)
            normalized = [normalized_segments(side, names) for side in sides]
            before, after = (
                engine.score(engine.total(output, streams, 1)) for output, *streams in (sides, normalized)
            )
            least = 1.2 if difference.after - difference.before >= Limits.jump else 0.6
            assert after - before > least, (corpus, difference)
    assert told >= DIFFERENT


def test_parts_that_are_shifted(oracles: Path) -> None:
    told = []
    for corpus, systems, references in corpora(oracles / "data"):
        if corpus.startswith("multeval"):
            continue
        lines = list(systems[0])
        tenth, middle = len(lines) * 9 // 10, len(lines) // 2
        for first, end in ((tenth, len(lines)), (middle, middle + 60)):
            moved = [*lines[:first], *lines[first + 1 : end], "the end", *lines[end:]]
            told.append(len(shifts(Segments(moved), references[0])))
    assert sum(told) >= 0.9 * len(told)
    assert max(told) == 1


def shifts(system: Segments, reference: Segments) -> list[str]:
    sample = CorpusSample()
    sample.add([system], [reference])
    return [line for line in sample.mismatches(["hyp"], ["ref"]) if "line by line" in line]


def test_only_shifted_lines_are_told(oracles: Path) -> None:
    for corpus, systems, references in corpora(oracles / "data"):
        assert [line for system in systems for line in shifts(system, references[0])] == [], corpus
        lines = list(systems[0])
        assert len(shifts(Segments([*lines[40:], *lines[:40]]), references[0])) == 0
        assert len(shifts(Segments([*lines[1:], "the end"]), references[0])) == 1, corpus


CUT = ("wmt24 en-cs", 0.62)
"""Of the only output that is told, of a third of which the end is missing: its corpus, and its length."""


def test_translations_are_like_their_references(oracles: Path) -> None:
    told = []
    for corpus, systems, references in corpora(oracles / "data"):
        sample = CorpusSample()
        sample.add(systems, references[:1])
        length = len("".join(references[0].to_list()))  # type: ignore[arg-type]
        for place, system in enumerate(systems):
            if line := sample.how_unlike(place, ["hyp"] * len(systems), ["ref"]):
                assert "less than half as long as those of ref: were they cut?" in line
                told.append((corpus, round(len("".join(system.to_list())) / length, 2)))  # type: ignore[arg-type]
    assert told == [CUT]


@pytest.mark.parametrize("size", [20, 50, 200])
def test_parts_of_translations_are_like_their_references(oracles: Path, size: int) -> None:
    told = []
    for corpus, systems, references in corpora(oracles / "data"):
        first = references[0].to_list()
        for place, system in enumerate(systems):
            lines = system.to_list()
            for begin in range(0, len(first) - size, max(size, len(first) // 12)):
                sample = CorpusSample()
                part = slice(begin, begin + size)
                sample.add([Segments(lines[part])], [Segments(first[part])])
                line = sample.how_unlike(0, ["hyp"], ["ref"])
                if line and "long as" not in line and "characters as" not in line:
                    told.append((corpus, place, begin, line))
    assert {corpus for corpus, *_ in told} <= {"wmt24 en-cs", "wmt24 en-ja", "wmt24 en-zh"}, told


@pytest.mark.parametrize("way", WAYS)
def test_what_is_cut_on_either_side_is_told(oracles: Path, way: str) -> None:
    cut, name = WAYS[way]
    seen = 0
    for corpus, systems, references in corpora(oracles / "data"):
        no_blanks = corpus.endswith(("ja", "zh"))  # only characters change such text much
        if corpus.startswith("multeval") or (no_blanks and way in ("13a", "subword-nmt")):
            continue
        sides = [
            Segments([cut(side[0][index] or "") for index in range(0, len(side[0]), 16)])
            for side in (systems, references)
        ]
        for found in (told([sides[0]], references[:1]), told(systems[:1], [sides[1]])):
            assert [line.partition(" % of the segments look ")[2].partition(",")[0] for line in found] == [
                name
            ]
        assert told([sides[0]], [sides[1]]) == [], corpus
        seen += 1
    assert seen >= 10
