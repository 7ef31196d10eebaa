"""Tests that the first look at texts leaves nothing out: where it suffices, a closer look says the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from parbleu import BLEU, CHRF, TER
from parbleu._core import LineSampler, Segments, first_look
from parbleu.metrics._corpus_warnings import corpus_warnings
from parbleu.text._corpus_sample import CorpusSample
from parbleu.text._languages import expectation
from slow_text_checks import SlowSample

FOLDER = Path(__file__).parents[2] / "examples" / "en-de"
SOURCE, REFERENCE, *OUTPUTS = (
    (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for name in ("src.txt", "ref.A.txt", "system.careful.txt", "system.literal.txt", "ref.B.txt")
)

Change = Callable[[str, str, str], str]
"""Of a line, its source and its reference."""


def decomposed(line: str) -> str:
    return unicodedata.normalize("NFD", line)


CHANGES: Sequence[Change] = (
    lambda line, source, reference: source,
    lambda line, source, reference: reference,
    lambda line, source, reference: "",
    lambda line, source, reference: line[: len(line) // 2 - 1],
    lambda line, source, reference: f"{line} {line}",
    lambda line, source, reference: f"{line}{' und so weiter' * 12}",
    lambda line, source, reference: f"Translation: {line}",
    lambda line, source, reference: f"{line} [1]",
    lambda line, source, reference: line.upper(),
    lambda line, source, reference: line.lower(),
    lambda line, source, reference: re.sub(r"([.,!?])", r" \1", line),
    lambda line, source, reference: re.sub(r"(\w{5})(?=\w)", r"\1@@ ", line),
    lambda line, source, reference: " ".join(line),
    lambda line, source, reference: line.replace(" ", ""),
    lambda line, source, reference: line.replace(" ", "  "),
    lambda line, source, reference: line.replace(" ", "\u00a0"),
    lambda line, source, reference: " ".join(line.split()[::-1]),
    lambda line, source, reference: line[::-1],
    lambda line, source, reference: line.encode().decode("latin-1"),
    lambda line, source, reference: line.encode("ascii", "ignore").decode(),
    lambda line, source, reference: line.encode("ascii", "replace").decode(),
    lambda line, source, reference: decomposed(line),
    lambda line, source, reference: "".join(c for c in decomposed(line) if not unicodedata.combining(c)),
    lambda line, source, reference: line.replace('"', "“").replace("'", "’"),
    lambda line, source, reference: line.replace("-", "–"),
    lambda line, source, reference: line.replace(".", "。").replace(",", "，"),
    lambda line, source, reference: line.replace(" ", " \u200b", 1),
    lambda line, source, reference: line.replace('"', "&quot;").replace("&", "&amp;"),
    lambda line, source, reference: f"<think>Hm.</think> {line}",
    lambda line, source, reference: re.sub(r"[^\w\s]", "", line),
    lambda line, source, reference: line.replace("ä", "ae").replace("ü", "ue").replace("ö", "oe"),
    lambda line, source, reference: f"**{line}**",
    lambda line, source, reference: f"0 ||| {line}",
    lambda line, source, reference: f"{line}</s>",
    lambda line, source, reference: f"{line}|{reference}",
    lambda line, source, reference: str([line]),
    lambda line, source, reference: line.encode("ascii", "backslashreplace").decode(),
    lambda line, source, reference: quote(line),
    lambda line, source, reference: re.sub(r"(\w)(?= |$)", r"\1/NN", line),
    lambda line, source, reference: line.replace("e", "\ufffd", 1),
    lambda line, source, reference: "Dieselbe Zeile steht da.",
)


def of_close_language(line: str, random: Random) -> str:
    """Returns a line of a source that has every other word of a translation."""
    return " ".join(word if random.random() < 0.5 else f"{word[:1]}å{word[1:]}" for word in line.split())


def changed_output(random: Random, output: Sequence[str], *others: Sequence[str]) -> Sequence[str]:
    """Returns an output of which lines are changed, or shifted; the others are source and reference."""
    for change in random.choices(CHANGES, k=random.choice([0, 1, 1, 2])):
        share = random.choice([0.05, 0.15, 0.3, 0.6, 1])
        output = [
            change(*lines) if random.random() < share else lines[0]
            for lines in zip(output, *others, strict=True)
        ]
    if random.random() < 0.2:
        at = random.choice([0, len(output) // 2])
        lacking, added = [*output[at + 1 :], "So endet es."], ["So beginnt es.", *output[at:-1]]
        output = [*output[:at], *random.choice([lacking, added])]
    return output


@pytest.mark.parametrize("seed", range(6))
def test_the_first_look_says_what_a_closer_one_does(seed: int) -> None:
    random = Random(seed)
    n_sufficient = n_odd = 0
    for _ in range(100):
        count = random.choice([4, 8, len(REFERENCE)])
        times = random.choice([1, 10])
        reference = REFERENCE[:count] * times
        source = [of_close_language(line, random) for line in reference]
        if random.random() < 0.5:
            source = SOURCE[:count] * times
        outputs = [
            changed_output(random, random.choice(OUTPUTS)[:count] * times, source, reference)
            for _ in range(random.choice([1, 1, 1, 2, 4]))
        ]
        if random.random() < 0.1:
            reference = [line.replace("e", "e@@ ") for line in reference]
        sampler = LineSampler(random.choice([320, 144, 72]))  # of commands, and of calls from Python
        sampler.add(list(map(Segments, outputs)), [Segments(reference)], [Segments(source)], 0)
        metrics = random.choice([[], [BLEU()], [CHRF()], [BLEU(), TER()]])
        code = random.choice(["", "", "de", "de-AT", "en", "fr", "kr", "se", "lt", "zh", "ja", "sr-Cyrl"])
        names = [f"hyp{number}" for number in range(len(outputs))]
        warnings = list(corpus_warnings(SlowSample(sampler), names, ["ref"], metrics, target=code))
        assert list(corpus_warnings(CorpusSample(sampler), names, ["ref"], metrics, target=code)) == warnings
        lines = first_look(sampler, metrics, names, ["ref"], False, True, code, *expectation(code))
        if lines is not None:
            n_sufficient += 1
            n_odd += any("written differently" not in line for line in lines)
            assert lines == warnings
    assert n_sufficient > 25
    assert n_odd > 10


def test_chinese_is_expected_where_the_references_are_chinese() -> None:
    """Whose script tells the language, if nothing else does."""
    references = [
        "我们今天去了港口，看到了起重机。",
        "船在码头等待。",
        "绳索在雨中系好。",
        "最后一艘船中午离开。",
    ]
    sampler = LineSampler(320)
    sampler.add([Segments(OUTPUTS[0][:4])], [Segments(references)], [], 0)
    lines = first_look(sampler, [CHRF()], ["hyp"], ["ref"], False, True, "", *expectation(""))
    warnings = list(corpus_warnings(CorpusSample(sampler), ["hyp"], ["ref"], [CHRF()], target=""))
    assert "in Latin letters, not in Chinese characters" in warnings[0]
    assert lines in (None, warnings)
