"""Measures reports of where systems differ against compare-mt, whose figures are not drawn."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import parbleu
from benchmarks.measure import Group, Row
from benchmarks.settings import Settings
from benchmarks.systems import SystemTexts, system_texts
from compare_mt import compare_mt_main, reporters
from parbleu.analysis import compared_texts, find_examples, ngrams, segments, words

TARGET = "50x, dream 200x"
SCORES = "BLEU, tests of all pairs, 1,000 samples"


def once(work: Callable[[], Any]) -> float:
    """Returns the CPU seconds of one run: texts keep what the first one counts for the next."""
    start = process_time()
    work()
    return process_time() - start


def tokens(lines: list[str]) -> list[list[str]]:
    return [parbleu.tokenize(line).split() for line in lines]


def our_texts(tested: SystemTexts) -> Any:
    return compared_texts(tested.systems, [tested.refs])


def our_scores(texts: Any, seed: int) -> Any:
    return parbleu.compare(
        texts.systems, texts.references, ["bleu"], test="bootstrap", all_pairs=True, seed=seed
    )


def our_words(texts: Any, by: str, seed: int) -> Any:
    return words(texts, by, resampling=parbleu.Resampling(seed=seed))


UNTESTED = parbleu.Resampling("none")
OURS: dict[str, Callable[[Any, int], Any]] = {
    SCORES: our_scores,
    "words by frequency, 1,000 samples": lambda texts, seed: words(
        texts, "frequency", resampling=parbleu.Resampling(seed=seed)
    ),
    "words by case, 1,000 samples": lambda texts, seed: words(
        texts, "case", resampling=parbleu.Resampling(seed=seed)
    ),
    "BLEU by length": lambda texts, _: segments(texts, "length", ["bleu"], resampling=UNTESTED),
    "segments by difference of length": lambda texts, _: segments(
        texts, "length_difference", (), resampling=UNTESTED
    ),
    "segments by sentence BLEU": lambda texts, _: segments(texts, "score", ["bleu"], resampling=UNTESTED),
    "n-grams of two systems": lambda texts, _: ngrams(texts),
    "segments in which two systems differ most": lambda texts, _: find_examples(texts, metrics=["bleu"]),
}
"""What is reported -> how, from texts and a seed; ours also tests every system against the first."""


def their_report(kind: str, **options: Any) -> Callable[[Any, Any], Any]:
    function = getattr(compare_mt_main, f"generate_{kind}_report")
    return lambda ref, outs: function(ref, outs, **options)


THEIRS: dict[str, Callable[[Any, Any], Any]] = {
    SCORES: their_report("score", bootstrap=1000),
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
    "segments in which two systems differ most": compare_mt_main.generate_sentence_examples,
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
    cuts: list[float] = []
    for seed in range(settings.rounds):  # another seed each round, as draws are kept for the next call
        texts = our_texts(tested)
        cuts.append(once(lambda texts=texts: (texts.numbered, texts.draw_order)))
        for name, report in OURS.items():
            work = partial(report, texts, seed)
            mine[name].append(once(lambda work=work: work().tables()))
    theirs = {}
    for name, report in THEIRS.items():
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            theirs[name] = once(lambda report=report: report(ref, outs))
        group.rows.append(
            Row(name, mine[name], [theirs[name]] * len(mine[name]), peer="compare-mt", unit="run")
        )
    for text, left_out, target in (
        ("all of them, and cutting the texts", (), TARGET),
        ("all but tests of scores, and cutting the texts", (SCORES,), ""),
    ):
        named = [name for name in OURS if name not in left_out]
        ours = [sum(times) for times in zip(cuts, *(mine[name] for name in named), strict=True)]
        peers = [sum(theirs[name] for name in named)] * len(ours)
        group.rows.append(Row(text, ours, peers, "compare-mt", "run", target))
    return group
