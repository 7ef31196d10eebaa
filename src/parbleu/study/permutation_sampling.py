"""Random reorderings of a system's output: scores of a sample, and a corpus of equal BLEU."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from parbleu.metrics import METRICS
from parbleu.metrics.bleu import BLEU
from parbleu.metrics.chrf import CHRF
from parbleu.study.permutation_result import EqualCorpus, Sample

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from parbleu.metrics.base import Metric
    from parbleu.study.permutation_result import SystemPermutations
    from parbleu.study.segment_blocks import Segment

_TRIES = 20


def draw_sample(system: SystemPermutations, n_samples: int, seed: int) -> Sample:
    """Draws reorderings of the whole corpus and scores them with every metric.

    Tokens are scored, on both sides: so the order is all that changes.
    """
    generator = Random(seed)
    references: Any = system.reference_tokens
    bleu = BLEU(references=references, tokenize="none", force=True, max_ngram_order=system.max_order)
    others = [METRICS[name](references=references) for name in METRICS if name != "BLEU"]
    metrics: list[Metric[Any]] = [bleu, *others, CHRF(references=references, word_order=2)]
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
    return Sample(
        n_samples=n_samples,
        equal=n_samples * len(system.segments) - n_higher - n_lower,
        higher=n_higher,
        lower=n_lower,
        original={score.name: score.score for score in before},
        scores={name: tuple(found) for name, found in scores.items()},
    )


def shuffled(segment: Segment, generator: Random) -> str:
    """Returns the tokens of a segment with its blocks in random order, every order being equally likely."""
    # Of Python's generator only `random` draws the same numbers in all versions.
    blocks = sorted(segment.blocks, key=lambda _: generator.random())
    return " ".join(token for block in blocks for token in block)


def draw_equal_corpus(system: SystemPermutations, seed: int) -> EqualCorpus:
    """Makes a corpus in other orders that has exactly the same BLEU.

    Each reordered segment is scored as any user would score it, with the study's tokenizer and references,
    and taken only if every statistic of BLEU is what it was; else another order is tried, some twenty times.
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
