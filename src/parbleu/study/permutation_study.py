"""`permutations`: how many reorderings of systems' output BLEU takes to be no worse."""

from __future__ import annotations

from dataclasses import replace
from sys import intern
from typing import TYPE_CHECKING

from parbleu.comparison.systems import named_systems, texts_of
from parbleu.errors import NoReferenceError, OptionError
from parbleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER
from parbleu.metrics.input_checks import check_lengths, reference_streams
from parbleu.stats.seed import chosen_seed
from parbleu.study.permutation_result import Permutations, SystemPermutations
from parbleu.study.permutation_sampling import draw_equal_corpus, draw_sample
from parbleu.study.segment_blocks import Segment, cut_segment
from parbleu.study.tokenized_texts import tokenized
from parbleu.text.tokenizers import get_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_OWNER = "permutations"


def permutations(
    systems: Any,
    references: Any,
    *,
    tokenize: str = "13a",
    lowercase: bool = False,
    max_order: int = MAX_NGRAM_ORDER,
    n_samples: int = 0,
    equal_corpus: bool = False,
    seed: int | str | None = None,
    top: int | None = 5,
) -> Permutations:
    """Cuts systems' output into blocks whose order BLEU does not see, and counts the orders.

    Args:
        systems: name -> N hypotheses, as `parbleu.compare` takes them; one or several.
        references: K streams of N segments. Neighbours in any of them are not cut apart.
        tokenize: a name from `parbleu.TOKENIZERS`.
        lowercase: whether to ignore case.
        max_order: the longest n-grams that BLEU counts. With 1, only words count, and each is a block; from
            2 on, blocks are the same: where no bigram matches, nothing longer does.
        n_samples: how many random reorderings of each system to draw, and to score with every metric.
        equal_corpus: whether to look for an order of each system's output that has the same BLEU.
        seed: as in `parbleu.compare`; every system is reordered by the same random numbers.
        top: how many segments of each system the tables show; None for all.

    Raises:
        InputTypeError: something is no text.
        InputShapeError: the streams have not the same length.
        UnknownNameError: there is no such tokenizer.
        NoReferenceError: a segment has no reference.
        OptionError: an option has a value that it does not take.
    """
    options = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    lowercase = options["lowercase"].check(lowercase, _OWNER)
    _check_whole("max_order", options["max_ngram_order"].check(max_order, _OWNER), 1)
    _check_whole("n_samples", n_samples, 0)
    if top is not None:
        _check_whole("top", top, 0)
    number = chosen_seed(seed)[1] if n_samples or equal_corpus else None
    streams = named_systems(systems, None)
    sides = reference_streams(_OWNER, references)
    check_lengths(_OWNER, len(next(iter(streams.values()))), sides)
    tokenizer = get_tokenizer(tokenize)
    reference_tokens = tuple(tuple(texts_of(tokenized(stream, tokenizer, lowercase))) for stream in sides)
    found = []
    for name, stream in streams.items():
        tokens = tuple(text or "" for text in texts_of(tokenized(stream, tokenizer, lowercase)))
        segments = _segments(tokens, reference_tokens, max_order)
        system = SystemPermutations(
            name, tokenize, lowercase, max_order, stream, sides, tokens, reference_tokens, segments
        )
        if number is not None:
            sample = draw_sample(system, n_samples, number) if n_samples else None
            corpus = draw_equal_corpus(system, number) if equal_corpus else None
            system = replace(system, sample=sample, equal_corpus=corpus)
        found.append(system)
    return Permutations(tuple(found), number, top)


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
