"""Defines a table of scores, systems by items (segments, documents, domains, or one), and its checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parbleu._base.wording import counted
from parbleu.errors import EvalSetError, InputShapeError, InputTypeError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.typing import ScoresLike


class Scores(Mapping[str, "NDArray[np.float64]"]):
    """The scores of systems; a mapping from each to its float64 array (items,), NaN where it has none.

    Args:
        systems: the names of the systems, one for each row.
        table: float64 (systems, items); NaN for a missing score.
        zero_filled: systems that had no scores, and got zeros.

    Attributes:
        systems: the names of the systems.
        table: float64 (systems, items), read-only.
        zero_filled: systems that had no scores, and got zeros.
    """

    def __init__(
        self, systems: Iterable[str], table: NDArray[np.float64], zero_filled: Iterable[str] = ()
    ) -> None:
        self.systems: tuple[str, ...] = tuple(systems)
        self.table: NDArray[np.float64] = table.view()
        self.table.flags.writeable = False
        self.zero_filled: tuple[str, ...] = tuple(zero_filled)
        self._places = {system: row for row, system in enumerate(self.systems)}

    @classmethod
    def of(cls, scores: ScoresLike, what: str = "the scores") -> Scores:
        """Makes a table from scores in any form that users pass.

        Args:
            scores: `Scores`; system -> its scores, or its one score; or a table of pandas or polars with one
                column per system. None and NaN are missing scores.
            what: the name of the scores in messages.

        Raises:
            InputTypeError: `scores` has another type, or a score is not a number.
            InputShapeError: systems differ in the number of their scores.
        """
        if isinstance(scores, Scores):
            return scores
        columns: Any = scores
        names = getattr(columns, "columns", None)
        if names is None and hasattr(columns, "keys"):
            names = columns.keys()
        if names is None:
            raise InputTypeError(
                f"{what} must be given as {{'system': [0.5, ...]}}, not {type(scores).__name__}"
            )
        return cls._joined([str(name) for name in names], [columns[name] for name in names], what)

    @classmethod
    def _joined(cls, systems: list[str], columns: list[Any], what: str) -> Scores:
        import numpy

        if not systems:
            raise InputShapeError(f"{what}: there is no system; give {{system: its scores}}")
        rows = []
        for system, column in zip(systems, columns, strict=True):
            try:
                row = numpy.asarray(column, dtype=numpy.float64)
            except (TypeError, ValueError) as problem:
                raise InputTypeError(
                    f"{what} of the system {system} are not numbers or None: {problem}"
                ) from None
            rows.append(numpy.atleast_1d(row))
            if rows[-1].shape != rows[0].shape or row.ndim > 1:
                raise InputShapeError(
                    f"{what}: {system} has {len(rows[-1])} of them, but {systems[0]} has {len(rows[0])}"
                )
        return cls(systems, numpy.array(rows, dtype=numpy.float64).reshape(len(rows), -1))

    @property
    def n_items(self) -> int:
        """How many items there are."""
        items: int = self.table.shape[1]
        return items

    def rows(self, systems: Sequence[str], what: str = "these scores") -> NDArray[np.float64]:
        """Returns the scores of some systems: float64 (systems, items), contiguous.

        Args:
            systems: the names of the systems.
            what: whose scores these are, for messages.

        Raises:
            EvalSetError: a system has no scores.
        """
        if missing := [system for system in systems if system not in self._places]:
            raise EvalSetError(f"{what}: there are no scores of {', '.join(missing)}")
        rows: NDArray[np.float64] = self.table[[self._places[system] for system in systems]]
        return rows

    def to_lists(self) -> dict[str, list[float | None]]:
        """Returns system -> list of scores; None for a missing score. Zeros that fill gaps are integers."""
        lists: dict[str, list[float | None]] = {
            system: [None if score != score else score for score in row]
            for system, row in zip(self.systems, self.table.tolist(), strict=True)
        }
        return lists | {system: [0] * self.n_items for system in self.zero_filled}

    def __getitem__(self, system: str) -> NDArray[np.float64]:
        row: NDArray[np.float64] = self.table[self._places[system]]
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)

    def __contains__(self, system: object) -> bool:
        return system in self._places

    def __repr__(self) -> str:
        return f"<scores of {len(self.systems)} systems for {self.n_items} items>"


def check_size(scores: Scores, what: str, systems: Collection[str], level: str, items: int) -> None:
    """Raises EvalSetError if a system is none of the set's, or lacks a score for one of so many items.

    Messages begin with `what`.
    """
    if unknown := [system for system in scores.systems if system not in systems]:
        raise EvalSetError(
            f"{what}: there are no outputs of {', '.join(unknown)}; "
            f"the systems are {', '.join(sorted(systems))}"
        )
    if scores.systems and scores.n_items != items:
        raise EvalSetError(
            f"{what}: {scores.systems[0]} has {counted(scores.n_items, 'score')}, "
            f"but there must be {items} at the level {level}"
        )


def check_present(scores: Scores, what: str) -> None:
    """Raises EvalSetError if a score is missing, as metrics must score everything."""
    import numpy

    problem = "has no score at position {}; a metric must score everything"
    _refuse(numpy.isnan(scores.table), scores.systems, what, problem)


def check_compared(
    systems: Sequence[str], gold: NDArray[np.float64], metric: NDArray[np.float64], what: str
) -> None:
    """Raises EvalSetError if a metric lacks a score where there is a gold score, or a score is infinite.

    The scores are float64 (systems, items), NaN where there is none; messages begin with `what`.
    """
    import numpy

    check_finite(systems, metric, what)
    problem = (
        "has no score at position {}, where there is a gold score; "
        "a metric must score everything that is compared"
    )
    _refuse(numpy.isnan(metric) & ~numpy.isnan(gold), systems, what, problem)


def check_finite(systems: Sequence[str], scores: NDArray[np.float64], what: str) -> None:
    """Raises EvalSetError if a score is infinite; the scores are as for `check_compared`."""
    import numpy

    problem = "has an infinite score at position {}, which nothing can be computed with"
    _refuse(numpy.isinf(scores), systems, what, problem)


def _refuse(wrong: NDArray[np.bool_], systems: Sequence[str], what: str, problem: str) -> None:
    """Raises an error that names the first wrong score, if there is one."""
    if wrong.any():
        row, item = divmod(int(wrong.argmax()), wrong.shape[1])
        raise EvalSetError(f"{what}: {systems[row]} {problem.format(item + 1)}")


def with_all_systems(
    scores: Scores, what: str, systems: Collection[str], references: Collection[str], items: int, repair: bool
) -> Scores:
    """Returns scores of all systems but those that are the metric's own references.

    With `repair`, systems without scores get zeros, as in MT Metrics Eval. For a metric that counts errors, 0
    is the best score.

    Raises:
        EvalSetError: a system has no scores, and `repair` is False.
    """
    missing = sorted(set(systems).difference(scores.systems, references))
    if not missing:
        return scores
    if not repair:
        raise EvalSetError(f"{what}: there are no scores of {', '.join(missing)}")
    import numpy

    from parbleu._base.log import warn

    warn(f"{what}: there are no scores of {', '.join(missing)}; each gets zeros")
    zeros = numpy.zeros((len(missing), items))
    values = numpy.concatenate([scores.table.reshape(-1, items), zeros])
    return Scores([*scores.systems, *missing], values, missing)
