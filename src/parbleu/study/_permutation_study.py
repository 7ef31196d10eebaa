"""Defines `permutations`, which counts the reorderings of outputs that do not lower BLEU."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from sys import intern
from typing import TYPE_CHECKING

from parbleu._base.known_names import by_name
from parbleu._base.numbers import plain_mean
from parbleu._base.wording import counted
from parbleu._inputs.systems import named_systems
from parbleu.errors import NoReferenceError, OptionError
from parbleu.metrics._bleu import BLEU, MAX_NGRAM_ORDER
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.metrics._metric_by_name import metric_by_name, metric_class
from parbleu.stats.resampling import check_sampling, chosen_seed
from parbleu.study._permutation_counts import KINDS, Segment, cut_segment, product, total
from parbleu.tables import Column, Result, Table
from parbleu.tables._figures import new_figure
from parbleu.text._tokenized_lines import tokenized
from parbleu.text._tokenizers import get_tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from parbleu._core import Segments
    from parbleu.metrics._base import Metric
    from parbleu.study._permutation_counts import Count
    from parbleu.tables._table import Cell
    from parbleu.typing import ReferencesLike, SystemsLike

_KIND = "safe"  # of `parbleu.study._permutation_counts.KINDS`
_MOST_SEGMENTS = 15
_COUNT = "log10 of reorderings"
CORPUS_NOTES = (
    "Segments are reordered independently of one another, so a corpus has the product of their numbers.",
    "The sum hardly exceeds its largest terms: it describes one or two segments, and not the system.",
)
SAMPLE_NOTE = "Metrics score the tokens of both sides, so that nothing but their order differs."


@dataclass(frozen=True)
class SampledOrders:
    """The scores of random reorderings of a system's output by several metrics.

    Attributes:
        n_samples: how many reorderings of the whole corpus were drawn.
        equal: reordered segments of which every count of BLEU stayed as it was.
        higher: those of which some count rose and none fell: an order may make new matches.
        lower: those of which some count fell; there are none.
        original: metric -> the score before.
        scores: metric -> the score of each reordering of the corpus.
    """

    n_samples: int
    equal: int
    higher: int
    lower: int
    original: Mapping[str, float]
    scores: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True)
class EqualCorpus:
    """A system's output in other orders that has exactly the same BLEU.

    Attributes:
        texts: the segments: those that stayed are as they were given, the others in tokens.
        moved: the indices of the others, ascending.
    """

    texts: tuple[str, ...]
    moved: tuple[int, ...]


@dataclass(frozen=True)
class SystemPermutations:
    """A system's output in blocks; BLEU does not drop when blocks are reordered.

    Attributes:
        system: its name.
        tokenize: the tokenizer's name.
        lowercase: whether case is ignored; tokens and segments are in lower case then.
        max_order: the longest n-grams that BLEU counts.
        hypotheses: the output as given, N segments.
        references: the references as given, K streams.
        hypothesis_tokens: the tokens of each hypothesis, with blanks between them.
        reference_tokens: the same of K streams of references; None where a segment lacks one.
        segments: each hypothesis in blocks.
        sample: scores of random reorderings, if any were drawn.
        equal_corpus: the output in other orders of the same BLEU, if it was asked for.
    """

    system: str
    tokenize: str
    lowercase: bool
    max_order: int
    hypotheses: Segments
    references: tuple[Segments, ...]
    hypothesis_tokens: tuple[str, ...]
    reference_tokens: tuple[tuple[str | None, ...], ...]
    segments: tuple[Segment, ...]
    sample: SampledOrders | None = None
    equal_corpus: EqualCorpus | None = None
    _counts: dict[str, list[Count]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def tokens(self) -> int:
        """How many tokens the output has."""
        return sum(segment.tokens for segment in self.segments)

    def counts(self, kind: str) -> list[Count]:
        """Returns the number of reorderings of each segment.

        Args:
            kind: one of `parbleu.study._permutation_counts.KINDS`.

        Raises:
            UnknownNameError: it is none of them.
        """
        if kind not in self._counts:
            self._counts[kind] = [segment.count(kind) for segment in self.segments]
        return self._counts[kind]

    def count(self, kind: str) -> Count:
        """Returns the number of reorderings of the corpus: the product of the segments' numbers."""
        return product(self.counts(kind))

    def sum(self, kind: str) -> Count:
        """Returns the sum of the segments' numbers, which hardly exceeds the largest of them."""
        return total(self.counts(kind))

    def most_permutable(self, kind: str = "safe") -> list[int]:
        """Returns the indices of all segments, those with most reorderings first."""
        counts = [count.log10 for count in self.counts(kind)]
        return sorted(range(len(counts)), key=lambda index: -counts[index])


@dataclass(frozen=True)
class Permutations(Result):
    """The numbers of reorderings of systems' outputs that do not lower BLEU.

    Attributes:
        systems: one for each system.
        seed: of all random numbers; None if nothing was drawn.
        top: how many segments of each system its tables show; None for all.
    """

    systems: tuple[SystemPermutations, ...]
    seed: int | None = None
    top: int | None = 5

    def __getitem__(self, name: str) -> SystemPermutations:
        return by_name("system", name, {system.system: system for system in self.systems})

    def plot(self, table: str | None = None) -> Figure:
        """Returns a figure: how many orders segments have, their number against length, the most permutable.

        `table` names one to draw as dots instead.

        Raises:
            TableError: there is no such table, or it has no scores, or too many rows.
            MissingDependencyError: Matplotlib is not installed.
        """
        return _figure(self) if table is None else super().plot(table)

    def tables(self) -> tuple[Table, ...]:
        """Returns counts, the most permutable segments, sampled scores, and sizes of equal corpora.

        Only counts are always there.
        """
        drawn = next(
            (counted(own.sample.n_samples, "random reordering") for own in self.systems if own.sample), ""
        )
        tables = (
            self._segment_table(),
            self._score_table(drawn),
            self._sample_table(drawn),
            self._equal_table(),
        )
        return (self._count_table(), *(table for table in tables if table.rows))

    def _count_table(self) -> Table:
        rows: list[list[Cell]] = []
        for system in self.systems:
            for kind in KINDS:
                count = system.count(kind)
                means = [
                    count.log10 / size if size else 0.0 for size in (len(system.segments), system.tokens)
                ]
                sums = _count_cells(system.sum(kind))
                cells = [system.system, system.tokens, kind, *_count_cells(count), *means, *sums]
                rows.append([*cells, system.most_permutable(kind)[0] + 1])
        columns = (
            Column("system"),
            Column("tokens", kind=int),
            Column("count"),
            *_count_columns("product"),
            Column("log10_per_segment", kind=float, decimals=4),
            Column("log10_per_token", kind=float, decimals=4),
            *_count_columns("sum"),
            Column("largest_segment", kind=int),
        )
        first = self.systems[0]
        facts = {
            "n_segments": len(first.segments),
            "n_references": len(first.references),
            "tokenize": first.tokenize,
            "lowercase": first.lowercase,
            "max_order": first.max_order,
        }
        notes = [*(f"{kind}: {about}." for kind, about in KINDS.items()), *CORPUS_NOTES]
        return Table("counts", columns, rows, "Reorderings that cannot lower BLEU", notes, facts)

    def _segment_table(self) -> Table:
        rows: list[list[Cell]] = []
        for system in self.systems:
            for index in system.most_permutable()[: self.top]:
                segment = system.segments[index]
                blocks = len(segment.blocks)
                if blocks < 2 and self.top is not None:  # nothing moves, nor in those that follow
                    break
                counts = [cell for kind in KINDS for cell in _count_cells(system.counts(kind)[index])]
                sizes = [index + 1, segment.tokens, segment.matches, blocks]
                rows.append([system.system, *sizes, *counts, str(segment)])
        sizes_columns = _whole_numbers("segment", "tokens", "matches", "blocks")
        count_columns = [column for kind in KINDS for column in _count_columns(kind)]
        columns = (Column("system"), *sizes_columns, *count_columns, Column("text"))
        title = "All segments" if self.top is None else "Segments with the most reorderings"
        return Table("segments", columns, rows, f"{title}; a bar stands at every cut")

    def _score_table(self, drawn: str) -> Table:
        rows = [
            [system.system, name, sample.original[name], min(scores), plain_mean(scores), max(scores)]
            for system in self.systems
            if (sample := system.sample) is not None
            for name, scores in sample.scores.items()
        ]
        numbers = [Column(name, kind=float, decimals=2) for name in ("original", "lowest", "mean", "highest")]
        columns = (Column("system"), Column("metric"), *numbers)
        return Table("sample_scores", columns, rows, f"Scores of {drawn}", [SAMPLE_NOTE])

    def _sample_table(self, drawn: str) -> Table:
        rows = [
            [
                permuted.system,
                sample.n_samples * len(permuted.segments),
                sample.equal,
                sample.higher,
                sample.lower,
            ]
            for permuted in self.systems
            if (sample := permuted.sample) is not None
        ]
        columns = (Column("system"), *_whole_numbers("segments", "equal", "higher", "lower"))
        title = f"Segments of {drawn} whose counts of BLEU are equal, higher or lower"
        return Table("sample_segments", columns, rows, title, facts={"seed": self.seed})

    def _equal_table(self) -> Table:
        rows = [
            [system.system, len(corpus.texts), len(corpus.moved)]
            for system in self.systems
            if (corpus := system.equal_corpus) is not None
        ]
        columns = (Column("system"), *_whole_numbers("segments", "reordered"))
        return Table("equal_corpora", columns, rows, "Corpora of equal BLEU", facts={"seed": self.seed})


def _whole_numbers(*names: str) -> list[Column]:
    return [Column(name, kind=int) for name in names]


def _count_columns(name: str) -> tuple[Column, ...]:
    """Returns columns for a count: as people read it, and for data its logarithm and all digits.

    The digits are a string, since many readers of JSON round.
    """
    return (
        Column(name, align="right"),
        Column(f"{name}_log10", kind=float, people=False),
        Column(f"{name}_exact", people=False),
    )


def _count_cells(count: Count) -> list[Cell]:
    return [str(count), count.log10, None if count.exact is None else str(count.exact)]


def _figure(study: Permutations) -> Figure:
    """Returns a histogram of the segments' counts, counts against length, and the most permutable segments.

    Every system gets a row.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
    """
    with new_figure((15, 4.5 * len(study.systems))) as figure:
        rows = figure.subplots(len(study.systems), 3, sharex="col", squeeze=False)  # to be compared
        most = max(count.log10 for system in study.systems for count in system.counts(_KIND)) or 1
        for axes, system in zip(rows, study.systems, strict=True):
            _plot_system(axes, system, most)
    return figure


def _plot_system(axes: Any, system: SystemPermutations, most: float) -> None:
    histogram, scatter, bars = axes
    counts = [count.log10 for count in system.counts(_KIND)]
    histogram.hist(counts, bins=30, range=(0, most))
    histogram.set(xlabel=f"{_COUNT} ({_KIND})", ylabel="segments", title=system.system)
    scatter.scatter([segment.tokens for segment in system.segments], counts, s=8)
    scatter.set_ylim(-0.03 * most, 1.03 * most)
    scatter.set(xlabel=f"tokens ({system.tokenize})", ylabel=_COUNT, title="Reorderings and length")
    top = system.most_permutable(_KIND)[:_MOST_SEGMENTS][::-1]
    bars.barh([f"segment {index + 1}" for index in top], [counts[index] for index in top])
    bars.set(xlabel=_COUNT, title="The most permutable segments")


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
    system: SystemPermutations, n_samples: int, seed: int, others: Mapping[str, type[Metric[Any]]]
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
