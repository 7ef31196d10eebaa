"""Compares parbleu with the installed sacreBLEU, used as a black box, on given segments."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import Any

import sacrebleu.metrics

import parbleu
from parbleu import _core

from .hostile import Hostile, Streams
from .options import DRAW, Options

VERSION = re.compile(r"version:[^|]*")


@dataclass
class Difference:
    """One disagreement: how to reproduce it, and what each side says."""

    metric: str
    options: Options
    what: str
    hyps: list[str]
    refs: Streams
    ours: object = field(repr=False)
    theirs: object = field(repr=False)

    def __str__(self) -> str:
        return (
            f"{self.what} differs\n"
            f"  options = {self.options!r}\n  hyps = {self.hyps!r}\n  refs = {self.refs!r}\n"
            f"  parbleu.{self.metric}(**options).statistics(hyps, refs)\n"
            f"  sacrebleu.{self.metric}(**options)._extract_corpus_statistics(hyps, refs)\n"
            f"  ours   {str(self.ours)[:500]}\n  theirs {str(self.theirs)[:500]}"
        )


class Pair:
    """The same metric of both tools."""

    def __init__(self, metric: str, options: Options) -> None:
        self.metric = metric
        self.options = options
        self.ours: Any = getattr(parbleu, metric)(**options)
        self.theirs: Any = getattr(sacrebleu.metrics, metric)(**options)
        self.kernels = kernels(metric, options)

    def differences(self, hyps: list[str], refs: Streams) -> list[Difference]:
        """Statistics, segment scores, the corpus score, its print and the signature: what is not equal."""
        theirs = [list(row) for row in self.theirs._extract_corpus_statistics(hyps, refs)]
        scores = [self.theirs._aggregate_and_compute([row]).score for row in theirs]
        try:
            ours = self.ours.statistics(hyps, refs).tolist()
            found = self._rows("statistics", hyps, refs, ours, theirs)
            segments = self.ours.segment_scores(hyps, refs).tolist()
            found += self._rows("segment score", hyps, refs, segments, scores)
            found += self._levels(hyps, refs, theirs)
            found += self._whole(hyps, refs, theirs)
        except Exception as error:  # whatever it is, it is to be reported with the text that causes it
            what = f"{type(error).__name__} where the original answers: the result"
            return [Difference(self.metric, self.options, what, hyps, refs, error, theirs)]
        return found

    def _levels(self, hyps: list[str], refs: Streams, theirs: list[Any]) -> list[Difference]:
        """What the other kernels count that this machine could run."""
        sides = _core.Segments(hyps), [_core.Segments(stream) for stream in refs]
        found = []
        for level, engine in self.kernels.items():
            ours = engine.statistics(*sides, 1).tolist()
            found += self._rows(f"statistics ({level})", hyps, refs, ours, theirs)
        return found

    def _rows(
        self, what: str, hyps: list[str], refs: Streams, ours: list[Any], theirs: list[Any]
    ) -> list[Difference]:
        if ours == theirs:
            return []
        return [
            Difference(
                self.metric, self.options, what, [hyps[at]], [[stream[at]] for stream in refs], mine, yours
            )
            for at, (mine, yours) in enumerate(zip(ours, theirs, strict=True))
            if mine != yours
        ]

    def _whole(self, hyps: list[str], refs: Streams, rows: list[Any]) -> list[Difference]:
        mine, yours = self.ours.corpus_score(hyps, refs), self.theirs._aggregate_and_compute(rows)
        ours = {"corpus score": mine.score, "printed score": mine.format(decimals=10)}
        theirs = {"corpus score": yours.score, "printed score": yours.format(width=10)}
        ours["signature"] = VERSION.sub("", str(self.ours.get_signature()))
        theirs["signature"] = VERSION.sub("", str(self.theirs.get_signature()))
        return [
            Difference(self.metric, self.options, what, hyps, refs, ours[what], theirs[what])
            for what in ours
            if ours[what] != theirs[what]
        ]


def kernels(metric: str, options: Options) -> dict[str, Any]:
    """The native metric once for every kernel but the best, which is the one that parbleu takes by itself."""
    others = _core.simd_levels()[:-1]
    if metric == "BLEU" and options.get("tokenize", "13a") in _core.tokenizer_names():
        arguments = (
            options.get("tokenize", "13a"),
            options.get("lowercase", False),
            options.get("max_ngram_order", 4),
        )
        return {level: _core.Bleu(*arguments, "none", 0.0, False, simd=level) for level in others}
    if metric == "CHRF":
        orders = (options.get("char_order", 6), options.get("word_order", 0), options.get("beta", 2))
        flags = [options.get(name, False) for name in ("lowercase", "whitespace", "eps_smoothing")]
        return {level: _core.Chrf(*orders, *flags, simd=level) for level in others}
    if metric == "TER":
        names = ("normalized", "no_punct", "asian_support", "case_sensitive")
        return {
            level: _core.Ter(*[options.get(name, False) for name in names], simd=level) for level in others
        }
    return {}


def batch(metric: str, seed: str, pairs: int) -> tuple[Options, list[str], Streams]:
    """The options and the corpus that a seed stands for."""
    source = Hostile(f"{metric}/{seed}", words_only=0.7 if metric == "TER" else 0.0)
    options = DRAW[metric](source.random)
    hyps, refs = source.corpus(pairs, source.random.choice((1, 1, 1, 2, 3, 4)), source.random.random() < 0.5)
    return options, hyps, refs


def check_batch(metric: str, seed: str, pairs: int) -> list[Difference]:
    """Compares both tools on a batch: the first difference, made small, or nothing."""
    options, hyps, refs = batch(metric, seed, pairs)
    logging.disable(logging.WARNING)
    try:
        pair = Pair(metric, options)
        return [smallest(pair, difference) for difference in pair.differences(hyps, refs)[:1]]
    finally:
        logging.disable(logging.NOTSET)


def smallest(pair: Pair, difference: Difference, attempts: int = 2000) -> Difference:
    """A smaller corpus with the same kind of difference: fewer segments, fewer references, shorter texts."""
    progress = True
    while progress and attempts > 0:
        progress = False
        for hyps, refs in smaller(difference.hyps, difference.refs):
            attempts -= 1
            again = next((d for d in pair.differences(hyps, refs) if d.what == difference.what), None)
            if again is not None:
                difference, progress = again, True
                break
            if attempts <= 0:
                break
    return difference


def smaller(hyps: list[str], refs: Streams) -> Any:
    """Corpora that lack a part of the given one, large parts first."""
    size = len(hyps)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(hyps), size):
            if len(hyps) > size:
                yield hyps[start : start + size], [stream[start : start + size] for stream in refs]
    if len(refs) > 1:
        for without in range(len(refs)):
            kept = [stream for at, stream in enumerate(refs) if at != without]
            if all(any(text is not None for text in segment) for segment in zip(*kept, strict=True)):
                yield hyps, kept
    for at, hyp in enumerate(hyps):
        for text in shorter(hyp):
            yield [*hyps[:at], text, *hyps[at + 1 :]], refs
    for which, stream in enumerate(refs):
        for at, ref in enumerate(stream):
            for text in shorter(ref or ""):
                changed = [*stream[:at], text, *stream[at + 1 :]]
                yield hyps, [*refs[:which], changed, *refs[which + 1 :]]


def shorter(text: str) -> Any:
    """A text with a part cut out, large parts first."""
    size = len(text)
    while size:
        for start in range(0, len(text), size):
            yield text[:start] + text[start + size :]
        size //= 2
