"""Defines what compare-mt does otherwise: tokens, labels of words, and scores."""

from __future__ import annotations

import hashlib
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import parbleu
from parbleu.analysis import ComparedTexts, compared_texts
from parbleu.text._tokenizers.base import Tokenizer

EMPTY = "\ue000"
"""Stands for compare-mt's empty token: a character that no standard gives a meaning."""


class SingleBlanks(Tokenizer):
    """Splits at single blanks, as compare-mt does: an empty line and a doubled blank are an empty token."""

    def __init__(self) -> None:
        super().__init__("single-blanks")

    def __call__(self, text: str) -> str:
        return " ".join(word or EMPTY for word in text.strip().split(" "))


def lines(path: Path, tokenize: str, count: int | None = None) -> list[str]:
    """Tokens of the first lines of a file, a blank between them."""
    text = path.read_text(encoding="utf-8").split("\n")[:count]
    return [" ".join(parbleu.tokenize(line, tokenize).split()) for line in text]


def checksum(tokens: list[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in tokens).encode()).hexdigest()


class RecordedCorpus:
    """A recording of compare-mt on real texts, and these texts."""

    def __init__(self, oracles: Path, pair: str) -> None:
        self.home = oracles / "golden" / "analysis"
        self.golden: dict[str, Any] = json.loads((self.home / f"compare-mt.{pair}.json").read_text("utf-8"))
        about = self.golden["input"]
        self.tokenize = about["tokenizer"].partition(":")[2]
        self.systems: list[str] = about["systems"]
        self.count = about["lines"]

        def read(name: str, tokenize: str) -> list[str]:
            return lines(oracles / name, tokenize, self.count)

        self.reference = read(about["reference"], self.tokenize)
        self.source = read(about["source"], "13a")
        self.outputs = {
            name: read(path, self.tokenize) for name, path in zip(self.systems, about["outputs"], strict=True)
        }
        sums = about["sha256_of_token_lines"]
        assert checksum(self.reference) == sums["ref"]
        assert checksum(self.source) == sums["src"]
        assert [*map(checksum, self.outputs.values())] == [sums[f"out{k}"] for k in range(3)]
        if pair == "de-en":
            training = lines(oracles / "data/wmt23/zh-en/refA.en", self.tokenize)
        else:
            training = lines(oracles / about["reference"], self.tokenize)[self.count :]
        self.training: dict[str, int] = {}
        for word in (word for line in training for word in line.split()):
            self.training[word] = self.training.get(word, 0) + 1

    @cache  # noqa: B019 - as long as the session
    def texts(self, lowercase: bool = False, count: int | None = None) -> ComparedTexts:
        return compared_texts(
            {name: output[:count] for name, output in self.outputs.items()},
            [self.reference[:count]],
            source=self.source[:count],
            tokenize="none",
            lowercase=lowercase,
        )


def shape(word: str) -> str:
    if any(map(str.isdigit, word)):
        return "num"
    if not any(map(str.isalnum, word)):
        return "punct"
    return "cap" if word[:1].isupper() else "low"


def shapes(line: str) -> str:
    return " ".join(map(shape, line.split()))


def multi(line: str) -> str:
    words = line.split()
    last = len(words) - 1
    return " ".join(
        "+".join([shape(word), *["begin"] * (place == 0), *["end"] * (place == last)])
        for place, word in enumerate(words)
    )


def position(line: str) -> str:
    words = line.split()
    return " ".join(
        "0" if len(words) == 1 else f"{place / (len(words) - 1):.4f}" for place in range(len(words))
    )


def word_length(line: str) -> str:
    return " ".join(str(len(word)) for word in line.split())


LABELS = {"shape": shapes, "multi": multi, "position": position, "word length": word_length}


def ngrams(words: list[str], order: int) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + order]) for at in range(len(words) - order + 1)]


def matched(hypothesis: list[Any], reference: list[Any]) -> int:
    left = {}
    for each in reference:
        left[each] = left.get(each, 0) + 1
    found = 0
    for each in hypothesis:
        if left.get(each, 0) > 0:
            left[each] -= 1
            found += 1
    return found


class OwnBleu:
    """compare-mt's "bleu": a segment shorter than n counts 1 n-gram; a zero numerator is skipped."""

    name = "bleu"

    def statistics(self, hypotheses: list[str], references: list[list[str]]) -> list[list[float]]:
        table = []
        for hypothesis, reference in zip(hypotheses, references[0], strict=True):
            hyp, ref = hypothesis.split(), reference.split()
            row: list[float] = [len(ref), len(hyp)]
            for order in range(1, 5):
                ours = ngrams(hyp, order)
                row += [matched(ours, ngrams(ref, order)), max(len(ours), 1)]
            table.append(row)
        return table

    def score(self, row: Any) -> float:
        reference, length, *counts = row
        logs = 0.0
        for match, total in zip(counts[::2], counts[1::2], strict=True):
            logs += math.log(match / total) if match else 0.0
        if length == 0:
            return 0.0
        penalty = 1.0 if length > reference else math.exp(1 - reference / length)
        return 100 * penalty * math.exp(logs / 4)


class OwnRatio:
    """compare-mt's "length" and "wer": a sum over a sum of reference lengths."""

    def __init__(self, name: str, numerator: Any, scale: float) -> None:
        self.name = name
        self._numerator = cache(numerator)
        self.scale = scale

    def statistics(self, hypotheses: list[str], references: list[list[str]]) -> list[list[float]]:
        pairs = [
            (tuple(hypothesis.split()), tuple(reference.split()))
            for hypothesis, reference in zip(hypotheses, references[0], strict=True)
        ]
        return [[self._numerator(hypothesis, reference), len(reference)] for hypothesis, reference in pairs]

    def score(self, row: Any) -> float:
        return self.scale * row[0] / row[1] if row[1] else 0.0


def edits(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    row = list(range(len(reference) + 1))
    for number, word in enumerate(hypothesis, 1):
        diagonal, row[0] = row[0], number
        for place, other in enumerate(reference, 1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (word != other)),
            )
    return row[-1]


class MeanOf:
    """A score of NLTK for segments, whose mean is the corpus score."""

    def __init__(self, name: str, score: Any) -> None:
        self.name = name
        self._score = cache(score)

    def statistics(self, hypotheses: list[str], references: list[list[str]]) -> list[list[float]]:
        return [[100 * self._score(*pair), 1.0] for pair in zip(references[0], hypotheses, strict=True)]

    def score(self, row: Any) -> float:
        return row[0] / row[1]


def sentence_bleu(reference: str, hypothesis: str) -> float:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    smoothing = SmoothingFunction().method2
    return float(sentence_bleu([reference.split()], hypothesis.split(), smoothing_function=smoothing))


def sentence_chrf(reference: str, hypothesis: str) -> float:
    from nltk.translate.chrf_score import sentence_chrf

    return float(sentence_chrf(reference.split(), hypothesis.split(), min_len=1, max_len=6, beta=2.0))


METRICS = {
    "bleu": OwnBleu(),
    "length": OwnRatio("length", lambda hypothesis, _: len(hypothesis), 1),
    "wer": OwnRatio("wer", edits, 100),
    "sentbleu": MeanOf("sentbleu", sentence_bleu),
    "chrf": MeanOf("chrf", sentence_chrf),
}
"""compare-mt's name -> the score."""
