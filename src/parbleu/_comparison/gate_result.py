"""Defines `Gate`, the verdict on a candidate beside the system that it is to replace."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parbleu._base.significance import is_significant
from parbleu._base.wording import counted_tests
from parbleu._comparison.comparison_result import TESTS
from parbleu._comparison.corrected_tables import with_discovery_rates
from parbleu.stats._sequential_looks import look_note
from parbleu.tables import Column, Result, Table, column, p_field, record, table_of

if TYPE_CHECKING:
    from parbleu._comparison.explanation import Explanation

BETTER = "better"
NO_LOSS = "no evidence of loss"
ALLOWED_LOSS = "allowed loss"
WORSE = "worse"
CANNOT_COMPARE = "cannot compare"

MEAN_OF = "mean of sentence "
"""What stands before the name of a score that is the mean of the scores of single segments."""

MOST_REASONS = 3
"""How many tests the row with the outcome names."""


@record
class GateTest:
    """The test of one metric, on the whole test set or on a group of its segments.

    Attributes:
        metric: the score's name.
        label: what the group is a value of, such as "domain"; "" for the whole test set.
        group: that value.
        n_segments: of the group; those that have a score, if a metric lacks some.
        base: the score of the system that is in use.
        candidate: the other's.
        difference: the candidate's score less the base's.
        higher_is_better: False for error rates.
        decimals: how many the tables print by default.
        max_drop: the loss that is allowed.
        p_value: calibrated and two-sided, the same as `parbleu.compare` computes.
        p_holm: `p_value`, corrected by Holm's method for the number of all tests of the gate: the one that
            decides; of a single test the same number.
        smallest_loss: the smallest true loss that would be blocked with the power that was asked for, at the
            most cautious step of Holm's correction; None if nothing is known about it.
        outcome: "better", "no evidence of loss", "allowed loss" (a significant one within `max_drop`), or
            "worse".
    """

    column_order = (
        "metric label group n_segments base candidate difference p_value p_holm smallest_loss "
        "outcome max_drop higher_is_better"
    )
    metric: str
    label: str
    group: str
    n_segments: int = column("segments")
    base: float
    candidate: float
    difference: float = column(signed=True)
    higher_is_better: bool = column(people=False)
    decimals: int
    max_drop: float = column(people=False)
    p_value: float = p_field()
    p_holm: float = p_field("p (Holm)")
    smallest_loss: float | None = column("detectable loss")
    outcome: str

    @property
    def place(self) -> str:
        """The metric, and the group if there is one, for messages."""
        return f"{self.metric}, {self.label} {self.group}" if self.label else self.metric

    def explain(self) -> str:
        """Returns the outcome as a sentence."""
        scores = f"{self.base:.{self.decimals}f} to {self.candidate:.{self.decimals}f}"
        start = f"{self.place}: {scores} ({self.difference:+.{self.decimals}f})"
        if self.outcome == WORSE:
            return f"{start}, a significant loss ({_shown(self.p_holm)})"
        if self.outcome == ALLOWED_LOSS:
            return (
                f"{start}, a significant loss ({_shown(self.p_holm)}), within the allowed loss of "
                f"{self.max_drop:g}"
            )
        if self.outcome == BETTER:
            return f"{start}, a significant gain ({_shown(self.p_holm)})"
        alone = "" if self.p_value == self.p_holm else f" among all tests; {_shown(self.p_value)} alone"
        start += f", not significant ({_shown(self.p_holm)}{alone})"
        if 0 < (-self.difference if self.higher_is_better else self.difference) <= self.max_drop:
            start += f", within the allowed loss of {self.max_drop:g}"
        if self.smallest_loss is None and self.difference == 0:
            same = f"the outputs are the same, or differ in what {self.metric} leaves out"
            return f"{start}; the scores are equal: {same}"
        if self.smallest_loss is None:
            return f"{start}; too few segments differ to say what would have shown"
        return f"{start}; a true loss of {self.smallest_loss:.{self.decimals}f} would have shown"


def _shown(p_value: float) -> str:
    return "p < 0.0001" if p_value < 0.0001 else f"p = {p_value:.4f}"


@dataclass(frozen=True)
class Gate(Result):
    """The result of `parbleu.gate`.

    Attributes:
        outcome: "better", "no evidence of loss", "allowed loss", "worse" or "cannot compare".
        reason: why they cannot be compared; "" if they can.
        tests: one for each metric, on the whole test set first and then on each group.
        signatures: metric -> how to repeat its numbers.
        n_segments: how many both have; 0 if they cannot be compared.
        alpha: the level of all tests together.
        power: the probability that `smallest_loss` is about.
        test: "randomization" or "bootstrap".
        n_samples: how many trials or samples each test drew.
        seed: the seed of all resampling; None if nothing was drawn.
        explanation: what the differences on the whole test set mean; None unless it was asked for.
        planned: how many segments there are to be in the end, if the gate is asked while they come in; else
            None.
        looked: how many there were at earlier looks.
        spending: the name of the spending function, "" without further looks.
        level: what corrected p-values are compared with: alpha, or less if there are several looks.
        p_columns: the columns of p-values that tables have on request: those of `parbleu.Resampling`.
        normalizations: those after which the outcome is another one, since an output and the references are
            written differently; mostly none.
        normalized_outcome: the outcome when both sides are normalized by these; "" without any.
        warnings: what of the texts makes the scores meaningless, a line each; they do not compare or print.
    """

    outcome: str
    reason: str = ""
    tests: tuple[GateTest, ...] = ()
    signatures: tuple[tuple[str, str], ...] = ()
    n_segments: int = 0
    alpha: float = 0.05
    power: float = 0.8
    test: str = ""
    n_samples: int = 0
    seed: int | None = None
    explanation: Explanation | None = None
    planned: int | None = None
    looked: tuple[int, ...] = ()
    spending: str = ""
    level: float = 0.05
    p_columns: tuple[str, ...] = ()
    normalizations: tuple[str, ...] = ()
    normalized_outcome: str = ""
    warnings: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def passed(self) -> bool:
        """Whether the candidate may replace the base: the outcome is not "worse" or "cannot compare"."""
        return self.outcome not in (WORSE, CANNOT_COMPARE)

    @property
    def is_trusted(self) -> bool:
        """Whether there is no warning of the texts, and normalized texts have the same outcome.

        `parbleu gate --fail-on-warning` exits with 2 otherwise.
        """
        return not (self.warnings or self.normalizations)

    @property
    def deciding(self) -> list[GateTest]:
        """The tests whose outcome is that of the gate, the most certain first."""
        deciding = [test for test in self.tests if test.outcome == self.outcome]
        return sorted(deciding, key=lambda test: (test.p_holm, test.p_value))

    def explain(self) -> str:
        """Returns the outcome and what it rests on, a line for each test that decides it."""
        lines = [f"{self.outcome}: {self.reason}"] if self.reason else [self.outcome]
        lines += [f"  {test.explain()}" for test in self.deciding]
        return "\n".join([*lines, f"  {self.reservation()}"] if self.normalizations else lines)

    def reservation(self) -> str:
        """Returns in a sentence which other outcome normalized texts have; "" if they have the same."""
        if not self.normalizations:
            return ""
        from parbleu.text._normalizations import get_normalization

        meaning = "; ".join(get_normalization(name).meaning for name in self.normalizations)
        return (
            f"This outcome depends on how texts are written: {meaning}. With --normalize "
            f"{' '.join(self.normalizations)} (normalize=) it is {self.normalized_outcome!r}."
        )

    def tables(self) -> tuple[Table, ...]:
        """Returns the outcome in one row, and a table of the tests."""
        why = self.reason or "; ".join(test.explain() for test in self.deciding[:MOST_REASONS])
        if len(self.deciding) > MOST_REASONS:
            why += f"; and {len(self.deciding) - MOST_REASONS} more"
        if self.normalizations:
            why += f". {self.reservation()}"
        verdict = Table("outcome", (Column("outcome"), Column("why")), [(self.outcome, why)])
        explained = () if self.explanation is None else self.explanation.tables()
        return (verdict, self._table_of_tests(), *explained) if self.tests else (verdict,)

    def _table_of_tests(self) -> Table:
        single = len(self.tests) < 2  # whose p-values are not corrected
        decimals = {"decimals": max(test.decimals for test in self.tests)}
        changed: dict[str, Any] = dict.fromkeys(
            ("base", "candidate", "difference", "smallest_loss"), decimals
        )
        sizes = {test.n_segments for test in self.tests}
        changed["n_segments"] = {"people": len(sizes) > 1}
        changed["p_value"] = {"people": single}
        changed["p_holm"] = {"people": not single}
        decides = "p_value" if single else "p_holm"
        grouped = any(test.label for test in self.tests)
        names = [name for name in GateTest.column_order.split() if grouped or name not in ("label", "group")]
        marks = {
            (row, decides): {"significant"}
            for row, test in enumerate(self.tests)
            if is_significant(test.p_holm, self.level)
        }
        facts = {
            "outcome": self.outcome,
            "n_segments": self.n_segments,
            **{f"{metric} signature": signature for metric, signature in self.signatures},
            **{name: getattr(self, name) for name in ("test", "n_samples", "seed", "alpha", "power")},
            "n_tests": len(self.tests),
        }
        if self.planned is not None:
            facts |= {name: getattr(self, name) for name in ("planned", "spending", "level")}
            facts["looked"] = " ".join(map(str, self.looked))
        notes = self._notes()
        table = table_of(
            "tests", GateTest, self.tests, names, changed=changed, notes=notes, facts=facts, marks=marks
        )
        if single:
            return table
        return with_discovery_rates(table, self.p_columns, (), self._family())

    def _family(self) -> str:
        """Returns what the tests are made up of: metrics, and the whole test set with its groups."""
        n_metrics = len({test.metric for test in self.tests})
        sizes = counted_tests(1, n_metrics, len(self.tests) // n_metrics).partition(" = ")[0]
        return f"of the gate, {sizes}"

    def _notes(self) -> list[str]:
        family = "" if len(self.tests) == 1 else " and corrected by Holm's method"
        allowed = {test.metric: test.max_drop for test in self.tests}
        drops = ", ".join(f"{metric} {drop:g}" for metric, drop in allowed.items())
        beyond = f", and larger than allowed ({drops})" if any(allowed.values()) else ""
        what = TESTS[self.test]
        level = f"{self.level:.3g}" if self.planned else f"{self.alpha:g}"
        rule = f"A candidate is worse if a loss is significant at {level}{beyond}."
        meaning = f"the smallest true loss that is blocked on such test sets {self.power:.0%} of the time"
        notes = [
            f"{what}, {self.n_samples} samples; p is calibrated{family}. {rule}",
            f"detectable loss: {meaning}.",
        ]
        if self.planned:
            notes.append(look_note(len(self.looked), self.n_segments, self.planned, self.level, self.alpha))
        return notes
