"""Chooses translations by minimum Bayes risk: of each segment the one with the best expected utility."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from parbleu.base.known_names import check_name
from parbleu.errors import InputShapeError, OptionError
from parbleu.nbest.mbr_result import Decision, Decisions
from parbleu.nbest.nbest_files import nbest_lists
from parbleu.nbest.nbest_lists import WEIGHTS, NbestList
from parbleu.nbest.utility import Utility

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.typing import MetricOrName

    MatrixWriter = Callable[[Sequence[tuple[NbestList, NbestList]], list[NDArray[np.float64]]], None]

MOST_PAIRS = 1 << 18
"""How many pairs of texts are scored at once; the candidates of one segment always are."""

MOST_CHARACTERS = 1 << 22
MOST_LISTS = 1 << 12


def decode(
    lists: Any,
    utility: MetricOrName | Utility = "chrf",
    *,
    references: Any = None,
    weights: str = "uniform",
    aggregate: bool = False,
    threads: int | None = None,
) -> Decisions:
    """Returns the candidate of each segment with the best expected utility.

    The expected utility of a candidate is the mean of its scores against each reference of its segment, which
    are the candidates themselves unless `references` are given (Kumar and Byrne, 2004; Eikema and Aziz,
    2020). A candidate counts as a reference of itself, too.
    The first of equally good candidates is chosen.

    Args:
        lists: the candidates: a path as `read_nbest` takes it, or for each segment an `NbestList` or a list
            of strings.
        utility: a metric, its class or its name: "chrf", "bleu", "ter", "chrf++", or any other metric.
        references: pseudo-references of the same segments, in any of these forms.
        weights: "uniform": all references of a segment weigh the same; "probability": each by its probability
            among those of its segment, the softmax of their scores.
        aggregate: whether a candidate is compared with the mean n-gram counts of all references, in time that
            grows with the number of candidates and not with its square (DeNero et al., 2009; Vamvas and
            Sennrich, 2024). For chrF and BLEU. The result is another number, near the expected utility.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        InputShapeError: a segment has no candidates, references are of other segments, or have no scores
            for weights.
        OptionError: the metric cannot be a utility, or aggregates nothing.
        UnknownNameError: there is no metric, or kind of weights, of that name.
        FormatError: a file is not of its format.
    """
    made = utility if isinstance(utility, Utility) else Utility(utility, aggregate=aggregate)
    decisions = decode_each(lists, made, references=references, weights=weights, threads=threads)
    return Decisions(tuple(decisions), made.name, made.higher_is_better, weights, made.aggregate)


def decode_each(
    lists: Any,
    utility: MetricOrName | Utility = "chrf",
    *,
    references: Any = None,
    weights: str = "uniform",
    aggregate: bool = False,
    threads: int | None = None,
    matrices: MatrixWriter | None = None,
) -> Iterator[Decision]:
    """Yields what `decode` returns, segment by segment, in memory that does not grow with their number.

    Other arguments and errors are those of `decode`; errors of a segment are raised when it is its turn.

    Args:
        lists: the candidates.
        utility: a metric.
        references: pseudo-references.
        weights: how references weigh.
        aggregate: whether they are aggregated.
        threads: how many to use.
        matrices: called with some segments, each a pair of candidates and references, and their matrices of
            utilities; `matrix_file` makes such a function.

    Raises:
        OptionError: matrices are asked for, and references are aggregated.
    """
    check_name("kind of weights", weights, WEIGHTS)
    made = utility if isinstance(utility, Utility) else Utility(utility, aggregate=aggregate)
    if made.aggregate and matrices is not None:
        raise OptionError("aggregated references have no matrix of utilities: leave out one of the two")
    others = None if references is None else nbest_lists(references, "references")
    pieces = _batches(_paired(nbest_lists(lists), others), made.aggregate)
    return _decisions(pieces, made, weights, threads, matrices)


def _paired(
    lists: Iterable[NbestList], references: Iterable[NbestList] | None
) -> Iterator[tuple[NbestList, NbestList]]:
    """Yields each list with that of its references, which is itself if there are no other references."""
    if references is None:
        for own in lists:
            yield own, own
        return
    for number, (own, other) in enumerate(zip_longest(lists, references), 1):
        if own is None or other is None:
            short = "candidates" if own is None else "references"
            where = (own or other).where
            raise InputShapeError(
                f"{where}: segment {number} has no {short}: give as many lists of references as of candidates"
            )
        if own.segment != other.segment:
            raise InputShapeError(
                f"{other.where}: these are references of segment {other.segment!r}, and the candidates are "
                f"those of {own.segment!r}: bring both into one order"
            )
        yield own, other


def _decisions(
    pieces: Iterator[list[tuple[NbestList, NbestList]]],
    utility: Utility,
    weights: str,
    threads: int | None,
    matrices: MatrixWriter | None,
) -> Iterator[Decision]:
    best = max if utility.higher_is_better else min
    for piece in pieces:
        expected = utility.expected(piece, weights, threads, matrices).tolist()
        begin = 0
        for own, _ in piece:
            end = begin + len(own.candidates)
            utilities = expected[begin:end]
            yield Decision(own, utilities.index(best(utilities)), tuple(utilities))
            begin = end


def _batches(
    pairs: Iterator[tuple[NbestList, NbestList]], aggregate: bool
) -> Iterator[list[tuple[NbestList, NbestList]]]:
    """Yields segments in batches of about `MOST_PAIRS` pairs of texts and `MOST_CHARACTERS` characters."""
    batch: list[tuple[NbestList, NbestList]] = []
    size = characters = 0
    for own, other in pairs:
        batch.append((own, other))
        size += 0 if aggregate else len(own.candidates) * len(other.candidates)
        characters += sum(map(len, own.candidates))
        if other is not own:
            characters += sum(map(len, other.candidates))
        if size >= MOST_PAIRS or characters >= MOST_CHARACTERS or len(batch) >= MOST_LISTS:
            yield batch
            batch, size, characters = [], 0, 0
    if batch:
        yield batch
