"""Defines `permutations`, which counts the reorderings of outputs that do not lower BLEU."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from sys import intern
from typing import TYPE_CHECKING

from parbleu._inputs.systems import named_systems
from parbleu.errors import NoReferenceError, OptionError
from parbleu.metrics._bleu import BLEU, MAX_NGRAM_ORDER
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.metrics._metric_by_name import metric_by_name, metric_class
from parbleu.stats._seed import chosen_seed
from parbleu.stats.resampling import check_sampling
from parbleu.study._permutation_result import EqualCorpus, Permutations, SampledOrders, SystemPermutations
from parbleu.study._segment_blocks import Segment, cut_segment
from parbleu.text._tokenized_lines import tokenized
from parbleu.text._tokenizers import get_tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from parbleu.metrics._base import Metric
    from parbleu.typing import ReferencesLike, SystemsLike

USUAL = ("chrf", "ter", "chrf++")
"""The metrics that score reorderings, besides BLEU."""

_OWNER = "permutations"
_TRIES = 20


def permutations(
    systems: SystemsLike,
    references: ReferencesLike,
    *,
    tokenize: str = "13a",
    lowercase: bool = False,
    max_order: int = MAX_NGRAM_ORDER,
    n_samples: int = 0,
    equal_corpus: bool = False,
    seed: int | str | None = None,
    top: int | None = 5,
    metrics: Iterable[str] = USUAL,
) -> Permutations:
    """Splits systems' outputs into blocks that can be reordered without lowering BLEU, and counts the orders.

    Args:
        systems: name -> N hypotheses, as `parbleu.compare` takes them; one or several.
        references: K streams of N segments. Neighbours in any of them are not cut apart.
        tokenize: a name from `parbleu.text.TOKENIZERS`.
        lowercase: whether to ignore case.
        max_order: the longest n-grams that BLEU counts. With 1, only words count, and each is a block; from
            2 on, blocks are the same: where no bigram matches, nothing longer does.
        n_samples: how many random reorderings of each system to draw, and to score with every metric.
        equal_corpus: whether to look for an order of each system's output that has the same BLEU.
        seed: a whole number from 0, or "none" for a new one; every system is reordered by the same random
            numbers.
        top: how many segments of each system the tables show; None for all.
        metrics: names of the metrics that score random reorderings, besides BLEU.

    Raises:
        InputTypeError: something is no text.
        InputShapeError: the streams have not the same length.
        UnknownNameError: there is no such tokenizer or metric.
        NoReferenceError: a segment has no reference.
        OptionError: an option has a value that it does not take.
    """
    options = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    others = {name: metric_class(name)[0] for name in metrics if name.lower() != "bleu"}
    lowercase = options["lowercase"].check(lowercase, _OWNER)
    _check_whole("max_order", options["max_ngram_order"].check(max_order, _OWNER), 1)
    _check_whole("n_samples", n_samples, 0)
    check_sampling(n_samples or 1)
    if top is not None:
        _check_whole("top", top, 0)
    number = chosen_seed(seed)[1] if n_samples or equal_corpus else None
    streams = named_systems(systems, None)
    sides = reference_streams(_OWNER, references)
    check_lengths(_OWNER, len(next(iter(streams.values()))), sides)
    tokenizer = get_tokenizer(tokenize)
    reference_tokens = tuple(tuple(tokenized(stream, tokenizer, lowercase).to_list()) for stream in sides)
    results = []
    for name, stream in streams.items():
        tokens = tuple(text or "" for text in tokenized(stream, tokenizer, lowercase).to_list())
        segments = _segments(tokens, reference_tokens, max_order)
        system = SystemPermutations(
            name, tokenize, lowercase, max_order, stream, sides, tokens, reference_tokens, segments
        )
        if number is not None:
            sample = _draw_sample(system, n_samples, number, others) if n_samples else None
            corpus = _draw_equal_corpus(system, number) if equal_corpus else None
            system = replace(system, sample=sample, equal_corpus=corpus)
        results.append(system)
    return Permutations(tuple(results), number, top)


def _check_whole(name: str, value: Any, least: int) -> None:
    if not isinstance(value, int) or value < least:
        raise OptionError(f"{_OWNER}: {name} is a whole number from {least}, not {value!r}")


def _segments(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None]], max_order: int
) -> tuple[Segment, ...]:
    segments = []
    for number, (text, *others) in enumerate(zip(hypotheses, *references, strict=True)):
        present = [other for other in others if other is not None]
        if not present:
            raise NoReferenceError(number)
        if max_order == 1:
            present = []  # bigrams do not count
        segments.append(cut_segment(_words(text), [_words(other) for other in present]))
    return tuple(segments)


def _words(text: str) -> list[str]:
    """Returns tokens. One object for each word, however often it occurs, saves memory and time."""
    return [*map(intern, text.split())]


def _draw_sample(
    system: SystemPermutations,
    n_samples: int,
    seed: int,
    others: Mapping[str, type[Metric[Any]]],
) -> SampledOrders:
    """Draws reorderings of the whole corpus and scores them with every metric.

    Tokens are scored, on both sides: so the order is all that changes.
    """
    generator = Random(seed)
    references: Any = system.reference_tokens
    of_tokens: dict[str, Any] = {"references": references, "tokenize": "none", "force": True}
    bleu = BLEU(**of_tokens, max_ngram_order=system.max_order)
    metrics: list[Metric[Any]] = [bleu]
    for name, kind in others.items():
        metrics.append(metric_by_name(name, **(of_tokens if kind is BLEU else {"references": references})))
    before = [metric.corpus_score(system.hypothesis_tokens) for metric in metrics]
    scores: dict[str, list[float]] = {score.name: [] for score in before}
    matches = _matches(bleu, list(system.hypothesis_tokens))
    n_higher = n_lower = 0
    for _ in range(n_samples):
        texts = [shuffled(segment, generator) for segment in system.segments]
        change = _matches(bleu, texts) - matches
        lower = (change < 0).any(axis=1)
        n_lower += int(lower.sum())
        n_higher += int(((change > 0).any(axis=1) & ~lower).sum())
        for metric in metrics:
            score = metric.corpus_score(texts)
            scores[score.name].append(score.score)
    return SampledOrders(
        n_samples=n_samples,
        equal=n_samples * len(system.segments) - n_higher - n_lower,
        higher=n_higher,
        lower=n_lower,
        original={score.name: score.score for score in before},
        scores={name: tuple(values) for name, values in scores.items()},
    )


def shuffled(segment: Segment, generator: Random) -> str:
    """Returns the tokens of a segment with its blocks in random order, every order being equally likely."""
    # Of Python's generator only `random` draws the same numbers in all versions.
    blocks = sorted(segment.blocks, key=lambda _: generator.random())
    return " ".join(token for block in blocks for token in block)


def _draw_equal_corpus(system: SystemPermutations, seed: int) -> EqualCorpus:
    """Makes a corpus in other orders that has exactly the same BLEU.

    Each reordered segment is scored as any user would score it, with the study's tokenizer and references,
    and taken only if every statistic of BLEU is unchanged; otherwise another order is tried, some twenty
    times.
    """
    generator = Random(seed)
    bleu = BLEU(system.lowercase, True, system.tokenize, max_ngram_order=system.max_order)
    table = bleu.statistics(system.hypotheses, system.references)
    texts = [str(system.hypotheses[index]) for index in range(len(system.segments))]
    waiting = [index for index, segment in enumerate(system.segments) if len(set(segment.blocks)) > 1]
    moved: list[int] = []
    for _ in range(_TRIES):
        if not waiting:
            break
        tries = [shuffled(system.segments[index], generator) for index in waiting]
        references = [[stream[index] for index in waiting] for stream in system.references]
        same = (bleu.statistics(tries, references) == table[waiting]).all(axis=1)
        left = []
        for index, text, kept in zip(waiting, tries, same, strict=True):
            if kept and text != " ".join(system.hypothesis_tokens[index].split()):
                texts[index] = text
                moved.append(index)
            else:
                left.append(index)
        waiting = left
    return EqualCorpus(tuple(texts), tuple(sorted(moved)))


def _matches(bleu: BLEU, texts: list[str]) -> NDArray[Any]:
    """Returns BLEU's n-gram matches of each segment, shape (N, orders)."""
    return bleu.statistics(texts)[:, 2 : 2 + bleu.max_ngram_order]
