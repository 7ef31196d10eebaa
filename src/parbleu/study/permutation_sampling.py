"""Reorderings, drawn and scored: BLEU does not fall, and other metrics do."""

from __future__ import annotations

from random import Random

from parbleu.errors import OptionError
from parbleu.metrics import METRICS
from parbleu.metrics.bleu import BLEU
from parbleu.metrics.chrf import CHRF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from parbleu.metrics.base import Metric
    from parbleu.study.permutation_study import Permutations
    from parbleu.study.segment_blocks import Segment

SEED = 12345

_TRIES = 20


class Sample:
    """What metrics say of some random reorderings of a corpus.

    Attributes:
        seed: of the random numbers.
        equal: reordered segments of which every count of BLEU stayed as it was.
        higher: those of which some count rose and none fell: an order may make new matches.
        lower: those of which some count fell; there are none.
        original: metric -> the score before.
        scores: metric -> the score of each reordering of the corpus.
    """

    __slots__ = ("equal", "higher", "lower", "original", "scores", "seed")

    def __init__(self, seed: int, original: dict[str, float]) -> None:
        self.seed = seed
        self.equal = self.higher = self.lower = 0
        self.original = original
        self.scores: dict[str, list[float]] = {name: [] for name in original}


def sample(study: Permutations, number: int, seed: int = SEED) -> Sample:
    """Draws reorderings of the whole corpus and scores them with every metric.

    Tokens are scored, on both sides: so the order is all that changes.

    Args:
        study: the corpus in blocks.
        number: how many reorderings.
        seed: of the random numbers.

    Raises:
        OptionError: the number is not at least 1.
    """
    if not isinstance(number, int) or number < 1:
        raise OptionError(f"a sample is of at least one reordering, not {number!r}")
    generator = Random(seed)
    bleu = BLEU(
        references=study.reference_tokens, tokenize="none", force=True, max_ngram_order=study.max_order
    )
    metrics = [bleu, *_others(study.reference_tokens)]
    before = [metric.corpus_score(study.hypothesis_tokens) for metric in metrics]
    found = Sample(seed, {score.name: score.score for score in before})
    counts = _counts(bleu, study.hypothesis_tokens)
    for _ in range(number):
        texts = [shuffled(segment, generator) for segment in study.segments]
        change = _counts(bleu, texts) - counts
        lower = (change < 0).any(axis=1)
        higher = (change > 0).any(axis=1) & ~lower
        found.lower += int(lower.sum())
        found.higher += int(higher.sum())
        found.equal += int((~lower & ~higher).sum())
        for metric in metrics:
            score = metric.corpus_score(texts)
            found.scores[score.name].append(score.score)
    return found


def shuffled(segment: Segment, generator: Random) -> str:
    """Returns the tokens of a segment with its blocks in random order, every order being equally likely."""
    # Of Python's generator only `random` draws the same numbers in all versions.
    blocks = sorted(segment.blocks, key=lambda _: generator.random())
    return " ".join(token for block in blocks for token in block)


def equal_corpus(study: Permutations, seed: int = SEED) -> tuple[list[str], list[int]]:
    """Makes a corpus in other orders that has exactly the same BLEU.

    Each reordered segment is scored as any user would score it, with the study's tokenizer and references,
    and taken only if every statistic of BLEU is what it was; else another order is tried, some twenty times.

    Args:
        study: the corpus in blocks.
        seed: of the random numbers.

    Returns:
        the segments, of which those that stayed are as they were given, the others in tokens; and the indices
        of the others.
    """
    generator = Random(seed)
    bleu = BLEU(study.lowercase, True, study.tokenize, max_ngram_order=study.max_order)
    table = bleu.statistics(study.hypotheses, study.references)
    texts = [str(study.hypotheses[index]) for index in range(len(study.segments))]
    waiting = [index for index, segment in enumerate(study.segments) if len(set(segment.blocks)) > 1]
    moved: list[int] = []
    for _ in range(_TRIES):
        if not waiting:
            break
        tries = [shuffled(study.segments[index], generator) for index in waiting]
        references = [[stream[index] for index in waiting] for stream in study.references]
        same = (bleu.statistics(tries, references) == table[waiting]).all(axis=1)
        left = []
        for index, text, kept in zip(waiting, tries, same, strict=True):
            if kept and text != " ".join(study.hypothesis_tokens[index].split()):
                texts[index] = text
                moved.append(index)
            else:
                left.append(index)
        waiting = left
    return texts, sorted(moved)


def _others(references: Any) -> list[Metric[Any]]:
    """Returns every metric but BLEU; and chrF with words, which sees some order."""
    made = [METRICS[name](references=references) for name in METRICS if name != "BLEU"]
    return [*made, CHRF(references=references, word_order=2)]


def _counts(bleu: BLEU, texts: list[str]) -> NDArray[Any]:
    """Returns BLEU's n-gram matches of each segment, shape (N, orders)."""
    return bleu.statistics(texts)[:, 2 : 2 + bleu.max_ngram_order]
