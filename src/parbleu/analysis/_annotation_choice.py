"""Chooses the segments that people should judge, and says what the choice gives up."""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu._base.wording import counted
from parbleu._inputs.corpus import DOCUMENT, DOMAIN
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._metric_values import segment_values
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._chrf import CHRF
from parbleu.stats._subset_agreement import (
    RANDOM,
    SubsetAgreement,
    best_first,
    consistency,
    difficulty,
    expected_agreement,
    mean_rank,
    rank_correlation,
    scaled_product,
    variance,
    word_diversity,
)
from parbleu.stats.resampling import Resampling
from parbleu.tables import Result, column, record, rows

VARIANCE, CONSISTENCY, DIVERSITY, DIFFICULTY = "variance", "consistency", "diversity", "difficulty"
WORD_DIVERSITY = "word-diversity"
METHODS = (VARIANCE, CONSISTENCY, DIVERSITY, WORD_DIVERSITY, DIFFICULTY, RANDOM)
COMBINATIONS = {"+": mean_rank, "*": scaled_product}
"""What joins the names of methods, and how their utilities are combined."""
BIASED = (
    "The segments chosen by a method are a biased sample: averages, differences and p-values of them are not "
    "those of the test set. Report the order of systems from them, and averages from the random ones."
)


@record
class ChosenSegment:
    """A segment to judge.

    Attributes:
        segment: its number, from 1.
        chosen_by: the method; "random" if it was drawn.
        utility: by the method.
        probability: how likely it was to be chosen: 1 for a choice by a method other than "random".
        document: its document, if that is known.
        domain: its domain, if that is known.
    """

    segment: int
    chosen_by: str
    utility: float = column(decimals=3)
    probability: float = column(decimals=3)
    document: str | None
    domain: str | None


@record
class Forgone:
    """How the chosen segments differ from all.

    Attributes:
        what: what of them, such as "mean chrF".
        all: the number of all segments.
        chosen: that of the chosen ones.
    """

    what: str = column("")
    all: float = column("all segments", decimals=2)
    chosen: float = column(decimals=2)


def _simulation_notes(choice: AnnotationChoice) -> list[str]:
    note = (
        f"tau: Kendall's tau-b of the systems' averages of {choice.gold} over as many segments as were "
        "chosen, all by the method, with those over all rated ones; expected: the mean and the 95 % "
        f"interval over {counted(choice.n_samples, 'random pool')} of segments to choose from."
    )
    return [note]


@record
class AnnotationChoice(Result):
    """Segments for people to judge.

    Attributes:
        method: how they were chosen: one of `METHODS`, or several that are combined.
        metric: the metric whose scores the method is about.
        seed: of all random choices.
        n_segments: how many segments there were to choose from.
        segments: the chosen ones in the order of the test set.
        forgone: how these differ from the test set.
        n_samples: draws of the simulation; 0 if there was none.
        gold: the human scores of the simulation, or "".
        agreements: of the simulation: of each method, random choice as the last.
    """

    method: str
    metric: str
    seed: int
    n_segments: int
    segments: tuple[ChosenSegment, ...] = rows(
        "segments", ChosenSegment, facts="method metric seed n_segments"
    )
    forgone: tuple[Forgone, ...] = rows(
        "forgone", Forgone, notes=lambda choice: [] if choice.method == RANDOM else [BIASED]
    )
    n_samples: int = 0
    gold: str = ""
    agreements: tuple[SubsetAgreement, ...] = rows(
        "simulation",
        SubsetAgreement,
        notes=_simulation_notes,
        facts="gold n_samples seed",
        if_any=True,
        default=(),
    )


N_SAMPLES = 200
"""How many draws a simulation makes unless more are asked for."""


def choose_segments(
    texts: ComparedTexts,
    size: int,
    method: str = CONSISTENCY,
    *,
    metric: Any = "chrf",
    random_share: float = 0.0,
    gold: str | None = None,
    resampling: Resampling | None = None,
) -> AnnotationChoice:
    """Chooses the segments that tell most about systems, by the scores of a metric or by the outputs.

    Args:
        texts: two systems or more, and their references.
        size: how many segments are chosen.
        method: "variance" of the systems' scores of a segment; "consistency" of their order with that of the
            systems' averages (Kendall's tau-c); "diversity" of the outputs, by chrF between each two of them
            (BLEU of sentences if `metric` is "bleu"), or "word-diversity" by the words that they share;
            "difficulty": low scores; "random". "variance+word-diversity" orders segments by the mean of their
            ranks by several methods; "variance*word-diversity" by the product of utilities scaled to 0..1.
        metric: a metric, its name, or the name of scores in `texts`.
        random_share: from 0 to 1: the part of the chosen segments that are drawn from those that the method
            leaves.
        gold: the name of human scores in `texts`, for the simulation; only segments of which all systems have
            such scores are then chosen from.
        resampling: how many draws the simulation makes, 200 by default, and the seed of all random choices.

    Raises:
        UnknownNameError: there is no such method, metric or human score.
        OptionError: there are fewer segments or systems than that takes, or a share is out of its range.
    """
    parts, combine = _parts(method)
    asked = (resampling or Resampling()).resolved_for("choose_segments")
    assert asked.seed is not None
    n_samples, number, threads = asked.n_samples or N_SAMPLES, asked.seed, asked.threads
    if not 0 <= random_share <= 1:
        raise OptionError(f"a share of random segments is from 0 to 1, not {random_share:g}")
    if len(texts.systems) < 2:
        raise OptionError("choosing segments takes the output of 2 systems or more")
    (values,) = known = segment_values(texts, [metric], threads=threads)
    if gold is not None:
        check_name("human score", gold, texts.scores)
        known += segment_values(texts, [gold])
    places = np.flatnonzero(np.all([~np.isnan(measured.values).any(axis=0) for measured in known], axis=0))
    if not 1 <= size <= len(places):
        raise OptionError(f"{counted(len(places), 'segment')} with all scores to choose {size} from")
    scores = values.goodness[:, places]
    outputs = [[str(stream[segment]) for stream in texts.systems.values()] for segment in places.tolist()]

    def utility(name: str) -> NDArray[np.float64]:
        if name == DIVERSITY:
            return diversity(outputs, "bleu" if metric == "bleu" else "chrf", threads=threads)
        if name == WORD_DIVERSITY:
            return word_diversity(outputs)
        if name == RANDOM:
            return random_utility(len(places), number)
        return FROM_SCORES[name](scores)

    combined = combine([utility(name) for name in parts])
    by_method = size if method == RANDOM else size - round(random_share * size)
    first = best_first(combined)[:by_method]
    rest = np.setdiff1d(np.arange(len(places)), first)
    drawn = np.random.default_rng(number).choice(rest, size - by_method, replace=False)
    agreements: tuple[SubsetAgreement, ...] = ()
    if gold is not None:
        utilities = {name: utility(name) for name in METHODS if name != RANDOM}
        if method != RANDOM:
            utilities[method] = combined
        human = known[1].goodness[:, places]
        agreements = expected_agreement(human, utilities, size, n_samples=n_samples, seed=number)
    probabilities = (size / len(places) if method == RANDOM else 1.0, (size - by_method) / max(1, len(rest)))
    chosen = np.sort(np.concatenate([first, drawn]))
    by_draw = set(drawn.tolist())
    labels = [texts.labels.get(name, (None,) * len(texts)) for name in (DOCUMENT, DOMAIN)]
    return AnnotationChoice(
        method,
        values.name,
        number,
        len(places),
        tuple(
            ChosenSegment(
                int(places[item]) + 1,
                RANDOM if item in by_draw else method,
                float(combined[item]),
                probabilities[item in by_draw],
                *(label[places[item]] for label in labels),
            )
            for item in chosen.tolist()
        ),
        _forgone(texts, places, chosen, values.name, values.values[:, places], scores),
        n_samples if agreements else 0,
        gold or "",
        agreements,
    )


def _parts(method: str) -> tuple[list[str], Callable[[list[NDArray[np.float64]]], NDArray[np.float64]]]:
    """Returns the methods that a name joins, and how their utilities are combined."""
    signs = [sign for sign in COMBINATIONS if sign in method]
    if len(signs) > 1:
        raise OptionError(f"a combination of methods joins them by + or by *, not by both: {method!r}")
    parts = method.split(signs[0]) if signs else [method]
    for part in parts:
        check_name("method", part, METHODS)
    return parts, COMBINATIONS[signs[0]] if signs else itemgetter(0)


FROM_SCORES: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    VARIANCE: variance,
    CONSISTENCY: consistency,
    DIFFICULTY: difficulty,
}


def random_utility(items: int, seed: int) -> NDArray[np.float64]:
    """Returns the first numbers of Python's generator `random.Random(seed)`."""
    generator = random.Random(seed)
    return np.array([generator.random() for _ in range(items)])


def diversity(
    outputs: list[list[str]], metric: str = "chrf", *, threads: int | None = None
) -> NDArray[np.float64]:
    """Returns for each item how unlike each other the outputs of the systems are.

    Args:
        outputs: of each item, the outputs of all systems.
        metric: "chrf" or "bleu" (of sentences): the negated mean score of each output against each, itself
            included.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.
    """
    scorer = CHRF() if metric == "chrf" else BLEU(effective_order=True)
    return np.array([-scorer.pairwise_scores(item, item, threads=threads).mean() for item in outputs])


def _forgone(
    texts: ComparedTexts,
    places: NDArray[np.int64],
    chosen: NDArray[np.int64],
    metric: str,
    values: NDArray[np.float64],
    goodness: NDArray[np.float64],
) -> tuple[Forgone, ...]:
    """Returns how the chosen items differ from all."""
    lengths = np.array([len(str(texts.references[0][segment] or "")) for segment in places])
    measures = [
        ("segments", len(places), len(chosen)),
        (f"mean {metric}", values.mean(), values[:, chosen].mean()),
        (
            f"{metric} of the best system less the worst",
            np.ptp(values.mean(axis=1)),
            np.ptp(values[:, chosen].mean(axis=1)),
        ),
        (f"order of systems by {metric} (tau)", 1.0, rank_correlation(goodness, chosen)),
        ("characters of a reference", lengths.mean(), lengths[chosen].mean()),
    ]
    for name in (DOCUMENT, DOMAIN):
        if name in texts.labels:
            labels = [texts.labels[name][segment] for segment in places]
            measures.append((f"{name}s", len(set(labels)), len({labels[item] for item in chosen})))
    return tuple(Forgone(what, float(whole), float(part)) for what, whole, part in measures)
