"""Measures reports of where systems differ against compare-mt, whose figures are not drawn."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import parbleu
from benchmarks.measure import Group, Row, timed
from benchmarks.settings import Settings
from benchmarks.systems import SystemTexts, system_texts
from compare_mt import compare_mt_main, reporters
from parbleu.analysis import compared_texts, ngrams, segments, words

TARGET = "50x, dream 200x"


def tokens(lines: list[str]) -> list[list[str]]:
    return [parbleu.tokenize(line).split() for line in lines]


def our_texts(tested: SystemTexts) -> Any:
    return compared_texts(tested.systems, [tested.refs])


OURS: dict[str, Callable[[Any], Any]] = {
    "words by frequency, 1,000 samples": lambda texts: words(texts, "frequency"),
    "words by case, 1,000 samples": lambda texts: words(texts, "case"),
    "BLEU by length": lambda texts: segments(texts, "length", ["bleu"], n_samples=0),
    "segments by difference of length": lambda texts: segments(texts, "length_difference", (), n_samples=0),
    "segments by sentence BLEU": lambda texts: segments(texts, "score", ["bleu"], n_samples=0),
    "n-grams of two systems": ngrams,
}
"""What is reported -> how; ours also tests every system against the first."""


def their_report(kind: str, **options: Any) -> Callable[[Any, Any], Any]:
    function = getattr(compare_mt_main, f"generate_{kind}_report")
    return lambda ref, outs: function(ref, outs, **options)


THEIRS: dict[str, Callable[[Any, Any], Any]] = {
    "words by frequency, 1,000 samples": their_report(
        "word_accuracy", bucket_type="freq", output_bucket_details=True
    ),
    "words by case, 1,000 samples": their_report(
        "word_accuracy", bucket_type="case", output_bucket_details=True
    ),
    "BLEU by length": their_report(
        "sentence_bucketed", bucket_type="length", statistic_type="score", score_measure="bleu"
    ),
    "segments by difference of length": their_report("sentence_bucketed", bucket_type="lengthdiff"),
    "segments by sentence BLEU": their_report(
        "sentence_bucketed", bucket_type="score", score_measure="sentbleu"
    ),
    "n-grams of two systems": their_report("ngram"),
}


def measure(settings: Settings) -> Group:
    """Texts in, tables out; compare-mt gets tokens, since it cuts at blanks."""
    tested = system_texts(settings.texts).first(settings.size(2_000, 100))
    count = len(tested.systems)
    text = f"{count} systems, {len(tested.refs):,} segments, {tested.name}. compare-mt runs once."
    group = Group("Where systems differ", text)
    ref, outs = tokens(tested.refs), [tokens(lines) for lines in tested.systems.values()]
    reporters.sys_names = list(tested.systems)
    reporters.make_bar_chart = lambda *_, **__: None
    mine: dict[str, list[float]] = {name: [] for name in OURS}
    together: list[float] = []
    for _ in range(settings.rounds):
        texts = our_texts(tested)
        cut, _numbered = timed(lambda texts=texts: (texts.numbered, texts.draw_order), 1)
        for name, report in OURS.items():
            seconds, _tables = timed(lambda report=report, texts=texts: report(texts).tables(), 1)
            mine[name].append(seconds)
        together.append(cut + sum(times[-1] for times in mine.values()))
    theirs = {}
    for name, report in THEIRS.items():
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            theirs[name], _printed = timed(lambda report=report: report(ref, outs), 1)
        group.rows.append(
            Row(name, mine[name], [theirs[name]] * len(mine[name]), peer="compare-mt", unit="run")
        )
    everything = [sum(theirs.values())] * len(together)
    group.rows.append(
        Row("all of them, and cutting the texts", together, everything, "compare-mt", "run", TARGET)
    )
    return group
