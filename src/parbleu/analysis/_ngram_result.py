"""Defines `NgramDifferences`, the result of comparing the n-grams of two systems, and its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu.analysis._ngram_counts import SystemNgrams
from parbleu.errors import UnknownNameError
from parbleu.tables import Column, Result, Table, column, p_field, record, shown, table_of

SIDES = ("first", "second")
KINDS = ("match", "over", "under")
VERBS = {"match": "gets right", "over": "over-produces", "under": "under-produces"}


@record
class NgramDifference:
    """How often two systems have an n-gram.

    Attributes:
        tokens: the n-gram.
        first, second: how often each has it; the mean where the second is the rest.
        ratio: (first + smoothing) / (first + second + 2 smoothing).
        log_odds: the z-score of the log-odds ratio with an informative prior.
        first_segments, second_segments: on how many segments either has it more often.
        first_excess, second_excess: by how much, all these segments together.
        p_value: of the sign test on these segments.
        p_corrected: the same, corrected for all n-grams that could be significant; NaN for others.
        number: which of the n-grams of its order it is.
    """

    column_order = (
        "ngram order first_count second_count ratio log_odds first_segments second_segments "
        "p_value p_corrected"
    )
    tokens: tuple[str, ...] = column("n-gram", name="ngram", convert=" ".join)
    first: float = column(name="first_count")
    second: float = column(name="second_count")
    ratio: float = column(decimals=3, fixed_decimals=True)
    log_odds: float = column("log-odds z", decimals=2, fixed_decimals=True, signed=True)
    first_segments: int = column(people=False)
    second_segments: int = column(people=False)
    first_excess: float
    second_excess: float
    p_value: float = p_field()
    p_corrected: float = p_field("p (BH)")
    number: int = field(default=-1, repr=False, compare=False)

    @property
    @shown("n")
    def order(self) -> int:
        """How many tokens it has."""
        return len(self.tokens)

    @property
    def text(self) -> str:
        """The n-gram with blanks between its tokens."""
        return " ".join(self.tokens)


@dataclass(frozen=True, eq=False)
class OrderDifferences:
    """The n-grams of one order that either of two systems has; arrays have an entry for each.

    Attributes:
        order: how many tokens they have.
        numbers: their numbers.
        first, second, ratio, log_odds, first_segments, second_segments, first_excess, second_excess: see
            `NgramDifference`; so are `p_value` and `p_corrected`, which is NaN where there is none.
        spelled: function from numbers to tokens.
        occurrences: of the first system, and of each of the others.
    """

    order: int
    numbers: NDArray[np.int64]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    ratio: NDArray[np.float64]
    log_odds: NDArray[np.float64]
    first_segments: NDArray[np.int64]
    second_segments: NDArray[np.int64]
    first_excess: NDArray[np.float64]
    second_excess: NDArray[np.float64]
    p_value: NDArray[np.float64]
    p_corrected: NDArray[np.float64]
    spelled: Callable[[NDArray[Any]], list[tuple[str, ...]]]
    occurrences: tuple[SystemNgrams, ...]

    def rows(self, places: NDArray[np.integer]) -> list[NgramDifference]:
        """Returns some of the n-grams."""
        columns = [getattr(self, column.name) for column in fields(NgramDifference)[1:-1]] + [self.numbers]
        cells: Any = zip(*(column[places].tolist() for column in columns), strict=True)
        return [
            NgramDifference(tokens, *row)
            for tokens, row in zip(self.spelled(self.numbers[places]), cells, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class NgramDifferences(Result):
    """The result of `parbleu.analysis.ngrams`.

    Attributes:
        first: the name of one system.
        second: the other's, or "the rest".
        kind: "match", "over" or "under".
        rank_by: what the lists are sorted by.
        orders: the n-grams that either has, for each order.
        totals: system -> occurrences that match, are over, and under, of all orders.
        top: how many n-grams a list has.
        collapse: whether n-grams within longer ones of the same counts are left out.
        alpha: the level of significance.
        facts: what holds for all numbers.
    """

    first: str
    second: str
    kind: str
    rank_by: str
    orders: tuple[OrderDifferences, ...]
    totals: Mapping[str, tuple[int, int, int]]
    top: int
    collapse: bool
    alpha: float
    facts: Mapping[str, Any]

    @cached_property
    def more_of_first(self) -> tuple[NgramDifference, ...]:
        """The n-grams that the first system has more often, sorted, the `top` first ones."""
        return self._listed(1)

    @cached_property
    def more_of_second(self) -> tuple[NgramDifference, ...]:
        """The n-grams that the second system has more often."""
        return self._listed(-1)

    def segments(self, ngram: str | Sequence[str] | NgramDifference, side: str = "first") -> tuple[int, ...]:
        """Returns the segments in which an n-gram occurs, counted from 0, one as often as it occurs there.

        Args:
            ngram: one of `more_of_first` or `more_of_second`; or its tokens, or these with blanks between.
            side: "first" or "second".

        Raises:
            UnknownNameError: neither system has such an n-gram, or there is no such side.
        """
        check_name("side", side, SIDES)
        number: int | None
        if isinstance(ngram, NgramDifference):
            tokens, number = ngram.tokens, ngram.number
        else:
            tokens = tuple(ngram.split()) if isinstance(ngram, str) else tuple(ngram)
            number = self._numbers.get(tokens)
        if number is None:
            raise UnknownNameError("n-gram", " ".join(tokens), [])
        first, *others = next(order.occurrences for order in self.orders if order.order == len(tokens))
        wanted = [first] if side == "first" else others
        segments = np.concatenate([ngrams.segments[ngrams.grams == number] for ngrams in wanted])
        return tuple(np.sort(segments).tolist())

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], int]:
        return {
            tokens: number
            for order in self.orders
            for tokens, number in zip(order.spelled(order.numbers), order.numbers.tolist(), strict=True)
        }

    def __len__(self) -> int:
        """Returns how many n-grams either system has."""
        return sum(len(order.numbers) for order in self.orders)

    def __bool__(self) -> bool:
        """Returns True: a result without n-grams is a result, too."""
        return True

    def _listed(self, sign: int) -> tuple[NgramDifference, ...]:
        """Returns a list, sorted by score, larger difference, longer, code points."""

        def column(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(order, name) for order in self.orders])

        difference = sign * (column("first") - column("second"))
        excess = column("first_excess" if sign > 0 else "second_excess")
        score = {
            "ratio": -sign * column("ratio"),
            "log_odds": -sign * column("log_odds"),
            "p_value": column("p_value"),
            "difference": -difference,
        }[self.rank_by]
        second = -excess if self.rank_by == "difference" else -difference
        lengths = np.concatenate([np.full(len(order.numbers), order.order) for order in self.orders])
        places = np.flatnonzero((excess > 0) if self.rank_by == "difference" else (difference > 0))
        keys = np.stack([score, second, -lengths])[:, places]
        places, keys = (array[..., np.lexsort(keys[::-1])] for array in (places, keys))
        starts = np.concatenate([[len(order.numbers) for order in self.orders[:-1]], []]).cumsum()
        kept: list[NgramDifference] = []
        within: dict[tuple[float, float], set[tuple[str, ...]]] = {}  # n-grams within listed ones, by counts
        ends = [*(np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(axis=0)) + 1).tolist(), len(places)]
        begin = 0
        for end in ends:  # of entries that only their code points tell apart
            group = places[begin:end]
            begin = end
            if not len(group):
                break
            which = int(np.searchsorted(starts, group[0], side="right"))
            offset = int(starts[which - 1]) if which else 0
            for row in sorted(self.orders[which].rows(group - offset), key=lambda row: row.tokens):
                inner = within.setdefault((row.first, row.second), set())
                if self.collapse and row.tokens in inner:
                    continue
                inner.update(_within(row.tokens))
                kept.append(row)
            if len(kept) >= self.top:
                break
        return tuple(kept[: self.top])

    def tables(self) -> tuple[Table, ...]:
        """Returns the n-grams of which the first, and the second, system has more, and the totals."""
        return (
            self._list_table("first", self.first, self.second, self.more_of_first),
            self._list_table("second", self.second, self.first, self.more_of_second),
            self._totals(),
        )

    def _list_table(self, name: str, more: str, less: str, rows: Sequence[NgramDifference]) -> Table:
        decimals = {"decimals": _decimals(rows)}
        changed = {
            "first_count": {"title": self.first, **decimals},
            "second_count": {"title": self.second, **decimals},
        }
        tested = sum(int(np.count_nonzero(~np.isnan(order.p_corrected))) for order in self.orders)
        notes = [
            "p: sign test on the segments in which the counts differ.",
            f"p (BH): corrected for the {tested} n-grams that could be significant; * < {self.alpha:g}.",
        ]
        title = f"N-grams that {more} {VERBS[self.kind]} more often than {less}"
        return table_of(
            name,
            NgramDifference,
            rows,
            changed=changed,
            significant={"p_corrected": self.alpha},
            title=title,
            notes=notes,
            facts=self.facts,
        )

    def _totals(self) -> Table:
        columns = [Column("system"), *(Column(kind, kind=int) for kind in KINDS)]
        rows = [[system, *counts] for system, counts in self.totals.items()]
        return Table("totals", columns, rows, "Occurrences of n-grams")


def _decimals(rows: Sequence[NgramDifference]) -> int:
    whole = all(row.first.is_integer() and row.second.is_integer() for row in rows)
    return 0 if whole else 2


def _within(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yields the shorter n-grams that an n-gram contains."""
    for size in range(1, len(tokens)):
        yield from (tokens[at : at + size] for at in range(len(tokens) - size + 1))
