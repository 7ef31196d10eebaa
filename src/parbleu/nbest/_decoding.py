"""Chooses translations by minimum Bayes risk: of each segment the one with the best expected utility."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from os import PathLike
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import install_command
from parbleu._base.known_names import check_name
from parbleu._base.progress import Rescaled, no_progress
from parbleu._base.wording import counted
from parbleu._io.atomic import replacing
from parbleu.errors import InputShapeError, MissingDependencyError, OptionError
from parbleu.nbest._nbest_files import WEIGHTS, NbestList, nbest_lists, read_references
from parbleu.nbest._utility import Utility
from parbleu.tables import Column, Result, Table
from parbleu.tables._figures import new_figure
from parbleu.text._segments import as_segments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from os import PathLike

    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from parbleu._base.progress import ProgressBar
    from parbleu._core import Segments
    from parbleu.typing import MetricOrName, SegmentsLike

    MatrixWriter = Callable[[Sequence[tuple[NbestList, NbestList]], list[NDArray[np.float64]]], None]

DECIMALS = 2

MOST_PAIRS = 1 << 18
"""How many pairs of texts are scored at once; the candidates of one segment always are."""
MOST_CHARACTERS = 1 << 22
MOST_LISTS = 1 << 12


@dataclass(frozen=True)
class Decision:
    """What was chosen for one segment.

    Attributes:
        candidates: of the segment.
        chosen: the number of the chosen candidate, from 0.
        utilities: the expected utility of each candidate.
    """

    candidates: NbestList
    chosen: int
    utilities: tuple[float, ...]

    @property
    def segment(self) -> str:
        """The name of the segment."""
        return self.candidates.segment

    @property
    def text(self) -> str:
        """The chosen candidate."""
        return self.candidates.candidates[self.chosen]

    @property
    def utility(self) -> float:
        """The expected utility of the chosen candidate."""
        return self.utilities[self.chosen]

    def ranked(self, higher_is_better: bool = True) -> list[int]:
        """Returns the numbers of the candidates, the best first; equally good ones in their order."""
        sign = -1 if higher_is_better else 1
        return sorted(range(len(self.utilities)), key=lambda index: sign * self.utilities[index])


@dataclass(frozen=True)
class Decisions(Result):
    """What was chosen for each segment of a test set.

    Attributes:
        decisions: one for each segment.
        utility: the name of the metric.
        higher_is_better: False for error rates.
        weights: how references weighed.
        aggregate: whether they were aggregated.
    """

    decisions: tuple[Decision, ...]
    utility: str
    higher_is_better: bool
    weights: str
    aggregate: bool

    def __len__(self) -> int:
        return len(self.decisions)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.decisions)

    @property
    def texts(self) -> list[str]:
        """The chosen translation of each segment."""
        return [decision.text for decision in self.decisions]

    def tables(self) -> tuple[Table, ...]:
        """Returns a table of the chosen candidates, and one of all candidates."""
        better = "higher" if self.higher_is_better else "lower"
        utility = Column(
            "expected_utility", f"expected {self.utility}", float, decimals=DECIMALS, better=better
        )
        facts = {
            "utility": self.utility,
            "weights": self.weights,
            "aggregate": self.aggregate,
            "segments": len(self.decisions),
        }
        chosen = Table(
            "chosen",
            [Column("segment"), Column("candidate", kind=int), utility, Column("text")],
            [
                (decision.segment, decision.chosen + 1, decision.utility, decision.text)
                for decision in self.decisions
            ],
            title="Chosen by minimum Bayes risk",
            notes=["Candidates are numbered from 1, in the order of their list."],
            facts=facts,
        )
        candidates = Table(
            "candidates",
            [
                Column("segment"),
                Column("candidate", kind=int),
                Column("rank", kind=int),
                utility,
                Column("text"),
            ],
            [row for decision in self.decisions for row in candidate_rows(decision, self.higher_is_better)],
            title="Expected utilities of all candidates",
            facts=facts,
        )
        return chosen, candidates

    def plot(self, table: str | None = None) -> Figure:  # noqa: ARG002 - as all results
        """Returns a figure of Matplotlib: how the expected utilities of chosen and of all candidates spread.

        Args:
            table: is not used; both of the tables are drawn.

        Raises:
            MissingDependencyError: Matplotlib is not installed.
        """
        every = [utility for decision in self.decisions for utility in decision.utilities]
        chosen = [decision.utility for decision in self.decisions]
        with new_figure((6, 3.5)) as figure:
            axes = figure.subplots()
            axes.hist([every, chosen], bins=30, density=True, label=["all candidates", "chosen"])
            axes.set(xlabel=f"expected {self.utility}", ylabel="density")
            axes.legend()
        return figure


def candidate_rows(decision: Decision, higher_is_better: bool) -> Iterator[tuple[str, int, int, float, str]]:
    """Yields segment, number from 1, rank, expected utility and text of each candidate of a segment."""
    rank = {index: number for number, index in enumerate(decision.ranked(higher_is_better), 1)}
    for index, (utility, text) in enumerate(
        zip(decision.utilities, decision.candidates.candidates, strict=True)
    ):
        yield decision.segment, index + 1, rank[index], utility, text


def decode(
    lists: Any,
    utility: MetricOrName | Utility = "chrf",
    *,
    references: Any = None,
    source: SegmentsLike | None = None,
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
        lists: the candidates: the path of a file, or for each segment an `NbestList` or a list
            of strings.
        utility: a metric, its class or its name: "chrf", "bleu", "ter", "chrf++", or any other metric; or the
            name of a scorer, such as "comet:Unbabel/wmt22-comet-da".
        references: pseudo-references of the same segments, in any of these forms.
        source: the source of each segment, for scorers that need it.
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
    chosen = utility if isinstance(utility, Utility) else Utility(utility, aggregate=aggregate)
    decisions = decode_each(
        lists, chosen, references=references, source=source, weights=weights, threads=threads
    )
    return Decisions(tuple(decisions), chosen.name, chosen.higher_is_better, weights, chosen.aggregate)


def decode_each(
    lists: Any,
    utility: MetricOrName | Utility = "chrf",
    *,
    references: Any = None,
    source: SegmentsLike | None = None,
    weights: str = "uniform",
    aggregate: bool = False,
    threads: int | None = None,
    matrices: MatrixWriter | None = None,
    progress: ProgressBar = no_progress,
) -> Iterator[Decision]:
    """Yields the decision of each segment, in memory that does not grow with their number.

    Errors of a segment are raised when it is its turn.

    Args:
        lists: the candidates: the path of a file, or for each segment an `NbestList` or a list of strings.
        utility: a metric, its class or its name.
        references: pseudo-references of the same segments, in any of these forms; None for the candidates.
        source: the source of each segment, for scorers that need it.
        weights: "uniform", or "probability" for weights by the softmax of the scores of the references.
        aggregate: whether candidates are compared with the mean n-gram counts of all references.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.
        matrices: called with some segments, each a pair of candidates and references, and their matrices of
            utilities; `matrix_file` makes such a function.
        progress: `parbleu._base.progress.progress_bar` to show how many pairs of texts a scorer has scored.

    Raises:
        InputShapeError: a segment has no candidates, references are of other segments, or have no scores
            for weights.
        OptionError: the metric cannot be a utility, or aggregates nothing; or matrices are asked for, and
            references are aggregated.
        UnknownNameError: there is no metric, or kind of weights, of that name.
        FormatError: a file is not of its format.
    """
    check_name("kind of weights", weights, WEIGHTS)
    chosen = utility if isinstance(utility, Utility) else Utility(utility, aggregate=aggregate)
    if chosen.aggregate and matrices is not None:
        raise OptionError("aggregated references have no matrix of utilities: leave out one of the two")
    if isinstance(references, (str, PathLike)):
        references = read_references(references)
    others = None if references is None else nbest_lists(references, "references")
    candidates = nbest_lists(lists)
    if source is not None:
        candidates = _with_source(candidates, as_segments(source, "the source"))
    pieces = _batches(_paired(candidates, others), chosen.aggregate)
    return _decisions(pieces, chosen, weights, threads, matrices, progress)


def _with_source(lists: Iterable[NbestList], source: Segments) -> Iterator[NbestList]:
    """Yields lists with their source segments.

    Raises:
        InputShapeError: there are not as many segments as lists.
    """
    number = 0
    for number, item in enumerate(lists, 1):
        if number > len(source):
            break
        yield replace(item, source=source[number - 1])
    if number != len(source):
        lists_there = "more" if number > len(source) else str(number)
        raise InputShapeError(
            f"the source has {counted(len(source))}, and there are {lists_there} n-best lists: give the "
            "source of each list"
        )


def _paired(
    lists: Iterable[NbestList], references: Iterable[NbestList] | None
) -> Iterator[tuple[NbestList, NbestList]]:
    """Yields each list with that of its references, which is itself if there are no other references."""
    if references is None:
        for item in lists:
            yield item, item
        return
    for number, (item, reference) in enumerate(zip_longest(lists, references), 1):
        if item is None or reference is None:
            short = "candidates" if item is None else "references"
            where = (item or reference).where
            raise InputShapeError(
                f"{where}: segment {number} has no {short}: give as many lists of references as of "
                "candidates; plain lines are one reference a segment, or N (--reference-candidates N)"
            )
        count_from_0_and_1 = {item.segment, reference.segment} == {str(number - 1), str(number)}
        if item.segment != reference.segment and not count_from_0_and_1:
            raise InputShapeError(
                f"{reference.where}: these are references of segment {reference.segment!r}, and the "
                f"candidates are those of {item.segment!r}: bring both into one order"
            )
        yield item, reference


def _decisions(
    pieces: Iterator[list[tuple[NbestList, NbestList]]],
    utility: Utility,
    weights: str,
    threads: int | None,
    matrices: MatrixWriter | None,
    progress: ProgressBar,
) -> Iterator[Decision]:
    best = max if utility.higher_is_better else min
    try:
        for piece in pieces:
            n_pairs = sum(len(item.candidates) * len(reference.candidates) for item, reference in piece)
            in_pairs = Rescaled(progress, n_pairs)
            expected = utility.expected(piece, weights, threads, matrices, in_pairs).tolist()
            begin = 0
            for item, _ in piece:
                end = begin + len(item.candidates)
                utilities = expected[begin:end]
                yield Decision(item, utilities.index(best(utilities)), tuple(utilities))
                begin = end
    finally:
        utility.close()


def _batches(
    pairs: Iterator[tuple[NbestList, NbestList]], aggregate: bool
) -> Iterator[list[tuple[NbestList, NbestList]]]:
    """Yields segments in batches of about `MOST_PAIRS` pairs of texts and `MOST_CHARACTERS` characters."""
    batch: list[tuple[NbestList, NbestList]] = []
    size = characters = 0
    for item, reference in pairs:
        batch.append((item, reference))
        size += 0 if aggregate else len(item.candidates) * len(reference.candidates)
        characters += sum(map(len, item.candidates))
        if reference is not item:
            characters += sum(map(len, reference.candidates))
        if size >= MOST_PAIRS or characters >= MOST_CHARACTERS or len(batch) >= MOST_LISTS:
            yield batch
            batch, size, characters = [], 0, 0
    if batch:
        yield batch


@contextmanager
def matrix_file(path: str | PathLike[str]) -> Iterator[MatrixWriter]:
    """Returns a context in which an Arrow file (Feather, version 2) of utilities is written.

    Its value is a function for the argument `matrices` of `decode_each`. The file has a row for each
    candidate:
    `segment` (string), `candidate` (int32, from 1) and `utilities` (a list of float64, one for each reference
    of the segment). It appears whole at the end of the block, or not at all if that raises.

    Args:
        path: the file.

    Raises:
        MissingDependencyError: pyarrow is not installed.
        UnwritableFileError: the file cannot be written.
    """
    try:
        import pyarrow
        from pyarrow import ipc
    except ImportError:
        raise MissingDependencyError(
            f"pyarrow writes matrices of utilities: {install_command('tables')}"
        ) from None
    arrow: Any = pyarrow
    utilities = arrow.list_(arrow.float64())
    schema = arrow.schema(
        [("segment", arrow.string()), ("candidate", arrow.int32()), ("utilities", utilities)]
    )
    with replacing(path) as file, ipc.new_file(file, schema) as writer:

        def write(pairs: Sequence[tuple[NbestList, NbestList]], matrices: list[NDArray[np.float64]]) -> None:
            owns = [nbest_list for nbest_list, _ in pairs]
            columns: list[list[Any]] = [
                [nbest_list.segment for nbest_list in owns for _ in nbest_list.candidates],
                [number for nbest_list in owns for number in range(1, len(nbest_list.candidates) + 1)],
                [row for matrix in matrices for row in matrix],
            ]
            arrays = [arrow.array(*column) for column in zip(columns, schema.types, strict=True)]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))

        yield write
