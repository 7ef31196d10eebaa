"""Makes the tables of an explanation: the answers in a row, and effect sizes with corrected p-values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.comparison.result_tables import p_column
from parbleu.metrics.human_agreement import CHANCE, LIMITS
from parbleu.tables import Column, Table
from parbleu.tables.table import attribute_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.comparison.explanation import Explanation, PairVerdict

DECIMALS = 2
REGION = "region of practical equivalence"
"""The fact that tells the region."""


def answer_table(explanation: Explanation) -> Table:
    """Returns a row for each metric and pair: is it real, would people see it, could we, is the set clean."""
    number: dict[str, Any] = {"kind": float, "decimals": DECIMALS}
    columns = [
        Column("metric"),
        Column("first"),
        Column("second"),
        Column("difference", signed=True, low="low", high="high", **number),
        Column("low", "from", signed=True, group="real? (95 %)", **number),
        Column("high", "to", signed=True, group="real? (95 %)", **number),
        p_column("p_holm", "p (Holm)", "real? (95 %)"),
        Column("agreement", "agree %", float, "visible?", decimals=0),
        Column("agreement_low", "from", float, "visible?", decimals=0),
        Column("agreement_high", "to", float, "visible?", decimals=0),
        Column("detectable", "least", group="detectable?", **number),
        Column("seen", "seen", str, "clean?", align="right"),
    ]
    seen = "unknown" if explanation.seen is None else f"{100 * explanation.seen:.1f} %"
    rows = attribute_rows(columns, explanation.pairs, seen=lambda _: seen)
    marks = {
        (row, "p_holm"): {"significant"}
        for row, pair in enumerate(explanation.pairs)
        if pair.p_holm < explanation.alpha
    }
    title = "What the differences mean"
    return Table("answers", columns, rows, title, _notes(explanation), _facts(explanation), marks)


def verdict_table(verdicts: Sequence[PairVerdict], family: str, alpha: float) -> Table:
    """Returns a row for each pair of systems: which is better by all metrics together.

    Args:
        verdicts: one for each pair.
        family: how many tests are corrected together, in words.
        alpha: the level of significance.
    """
    columns = [
        Column("first"),
        Column("second"),
        Column("better"),
        p_column("p_value", "p (joint)"),
        Column("for_first", "metrics for the first"),
        Column("for_second", "metrics for the second"),
        Column("effective_metrics", "effective metrics", float, decimals=1, fixed_decimals=True),
    ]
    rows = attribute_rows(
        columns,
        verdicts,
        better=lambda each: each.better or ("metrics disagree" if each.disagree else "no evidence"),
        for_first=lambda each: ", ".join(each.for_first),
        for_second=lambda each: ", ".join(each.for_second),
    )
    notes = [
        (
            f"p (joint): of the largest statistic of {family} on the same "
            "samples, which counts what correlated metrics share once. A metric is named if its own joint p "
            f"is below {alpha:g}; effective metrics: as many independent ones are worth as much."
        )
    ]
    marks = {(row, "p_value"): {"significant"} for row, each in enumerate(verdicts) if each.p_value < alpha}
    facts = {"family": family, "alpha": alpha}
    return Table("verdicts", columns, rows, "All metrics together", notes, facts, marks)


def _notes(explanation: Explanation) -> list[str]:
    found = [
        f"real?: the interval is of the difference; p is calibrated and corrected for {explanation.family}.",
        "detectable?: the smallest true difference that this test finds on this set with a power of 80 %.",
    ]
    if any(pair.agreement is not None for pair in explanation.pairs):
        found += [
            (
                "visible?: percent of pairs of systems with such a difference of which people prefer the "
                f"better one, and of both ends of the interval; {CHANCE:.0f} is chance. "
                f"{LIMITS[0]} {LIMITS[1]}"
            )
        ]
    found += sorted({pair.agreement_note for pair in explanation.pairs} - {""})
    if explanation.seen is None:
        found.append("clean?: unknown without the training data; parbleu exposure measures it.")
    else:
        found.append("clean?: percent of the segments that are exactly or nearly in the training data.")
    if explanation.too_few:
        found.append("Too few samples for so many tests: no corrected p can be significant.")
    return found


def _facts(explanation: Explanation) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "family": explanation.family,
        "alpha": explanation.alpha,
        "interval samples": explanation.n_samples,
        "seed": explanation.seed,
    }
    if explanation.region is not None:
        facts[REGION] = explanation.region
    return facts


def effect_table(explanation: Explanation) -> Table:
    """Returns a row for each metric and pair: p-values by all corrections, and effect sizes of segments."""
    number: dict[str, Any] = {"kind": float, "decimals": 2, "group": "effect", "fixed_decimals": True}
    columns = [
        Column("metric"),
        Column("first"),
        Column("second"),
        p_column("p_value"),
        p_column("p_holm", "Holm", "p corrected"),
        p_column("p_bh", "BH", "p corrected"),
        p_column("p_by", "BY", "p corrected"),
        p_column("p_joint", "joint", "p corrected"),
        Column("d_z", "d (paired)", signed=True, **number),
        Column("d_av", "d (scores)", signed=True, **number),
        Column("superiority", "P(second better)", **number),
        Column("first_wins", "first", int, "segments won"),
        Column("ties", "ties", int, "segments won"),
        Column("second_wins", "second", int, "segments won"),
        Column("identical", "identical", int),
    ]
    notes = [
        (
            "BH, BY: by Benjamini and Hochberg, and Benjamini and Yekutieli; joint: by the largest statistic "
            "on the bootstrap samples (step-down max T). Effects are of segment scores, "
            "positive where the second is better: d (paired) is the mean difference over its standard "
            "deviation, d (scores) over that of the scores."
        )
    ]
    if explanation.region is not None:
        number |= {"decimals": 3, "group": f"Bayesian, region {explanation.region:g}"}
        columns += [
            Column("p_first", "first better", **number),
            Column("p_equivalent", "equivalent", **number),
            Column("p_second", "second better", **number),
        ]
        notes.append(
            "Bayesian: signed-rank test of pairs of segments, or of units if these were drawn; not about the "
            "corpus score."
        )
    rows = attribute_rows(columns, explanation.pairs)
    return Table("effects", columns, rows, "Effect sizes", notes, _facts(explanation))
