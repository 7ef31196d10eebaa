"""Estimates how often people agree with a difference of two systems' scores, by published curves.

T. Kocmi, V. Zouhar, C. Federmann and M. Post, "Navigating the Metrics Maze: Reconciling Score Magnitudes and
Accuracies" (ACL 2024), fitted for each of 17 metrics a curve to 6,530 pairs of systems that people compared:
of the pairs whose scores differ by D, people prefer the better-scored system in a / (1 + exp(-b D)) percent.
`agreement_curves.json` holds a (the ceiling), b (the slope), in how many percent of all pairs the metric is
right (accuracy), and by what scores from 0 to 1 are multiplied before a difference is looked up (times).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from numbers import Real
from typing import Any

from parbleu._io.json_text import parse_json
from parbleu.errors import OptionError, UnknownNameError
from parbleu.tables._result import Result
from parbleu.tables._table import Column, Table

AGREEMENTS = (60.0, 70.0, 75.0, 80.0, 85.0, 90.0, 95.0)
CHANCE = 50.0
DEFAULT_TOKENIZERS = ("13a", "zh", "ja-mecab", "ko-mecab")
LIMITS = (
    (
        "Fitted on pairs of systems of different groups with one reference: not for ablations, scores of "
        "segments, or averages over languages. It is no p-value."
    ),
    "T. Kocmi et al., Navigating the Metrics Maze, ACL 2024.",
)


@dataclass(frozen=True)
class AgreementCurve:
    """How often people agree with a metric, by the difference of two systems' scores.

    Attributes:
        metric: its name in the publication.
        ceiling: percent of people's agreement with huge differences.
        slope: how fast it is reached.
        accuracy: percent of all pairs of systems that the metric orders as people do.
        times: what scores from 0 to 1 are multiplied by; 1 for metrics whose scores are larger.
        lower_is_better: whether low scores are good ones.
        aliases: other names of the metric, in lower case.
    """

    metric: str
    ceiling: float
    slope: float
    accuracy: float
    times: int
    lower_is_better: bool
    aliases: tuple[str, ...]

    def agreement(self, difference: float) -> float:
        """Returns the percentage of pairs with this difference of scores, 0 or more, of which people agree.

        Below 50 it is no better than chance; there is no difference for which the curve gives less than half
        of its ceiling.
        """
        return self.ceiling / (1 + math.exp(-min(self.slope * abs(difference), 700.0)))

    def difference(self, agreement: float) -> float | None:
        """Returns the difference of scores for an agreement in percent; None at the ceiling and above.

        Raises:
            OptionError: it is not from 50 to 100.
        """
        if not CHANCE <= agreement <= 100:
            raise OptionError(f"an agreement is a percentage from 50 to 100, not {agreement:g}")
        if agreement >= self.ceiling:
            return None
        return -math.log(self.ceiling / agreement - 1) / self.slope

    @property
    def notes(self) -> tuple[str, ...]:
        """Returns what limits the curve's meaning."""
        least, chance = self.agreement(0), self.difference(CHANCE)
        notes = [
            (
                f"{self.metric}: the curve starts at {least:.0f} %, so that differences below {chance:.2g} "
                f"are no better than chance, and ends at {self.ceiling:.1f} %. Over all pairs of systems, "
                f"the metric is right in {self.accuracy} %."
            )
        ]
        if self.times != 1:
            notes.append(f"{self.metric}: differences are those of scores times {self.times}.")
        if self.lower_is_better:
            notes.append(
                f"{self.metric}: the publication does not state the scale; scores from 0 to 25, of which "
                "lower ones are better, fit the size of its numbers."
            )
        return (*notes, *LIMITS)


@dataclass(frozen=True)
class DeltaAgreement(Result):
    """Differences of a metric's scores, and in how many percent of pairs people agree with them.

    Attributes:
        curve: of the metric.
        points: pairs of a difference and its agreement in percent; a difference is None for an agreement at
            the ceiling or above.
    """

    curve: AgreementCurve
    points: tuple[tuple[float | None, float], ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each difference."""
        rows = [
            [
                self.curve.metric,
                difference,
                agreement,
                "above the ceiling" if difference is None else "" if agreement > CHANCE else "chance",
            ]
            for difference, agreement in self.points
        ]
        columns = [
            Column("metric"),
            Column("difference", kind=float, decimals=3 if self.curve.slope > 5 else 2),
            Column("agreement", "people agree", float, unit="%", decimals=1),
            Column("remark", ""),
        ]
        facts = {"ceiling": self.curve.ceiling, "slope": self.curve.slope, "accuracy": self.curve.accuracy}
        return (Table("agreement", columns, rows, notes=self.curve.notes, facts=facts),)


@dataclass(frozen=True)
class AgreementOverview(Result):
    """The differences that every metric with a curve needs for agreements from 50 to 95 percent."""

    curves: tuple[AgreementCurve, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each metric."""
        columns = [Column("metric")]
        columns += [
            Column(f"difference_{agreement:.0f}", f"{agreement:.0f} %", float, decimals=3)
            for agreement in (CHANCE, *AGREEMENTS)
        ]
        columns += [
            Column("ceiling", kind=float, unit="%", decimals=1),
            Column("accuracy", "right of all pairs", float, unit="%", decimals=1),
        ]
        rows = [
            [
                curve.metric,
                *(curve.difference(agreement) for agreement in (CHANCE, *AGREEMENTS)),
                curve.ceiling,
                curve.accuracy,
            ]
            for curve in self.curves
        ]
        title = "Differences of scores, by how often people agree"
        return (Table("thresholds", columns, rows, title, LIMITS),)


def delta_agreement(
    metric: str, difference: float | None = None, *, agreement: float | None = None
) -> DeltaAgreement:
    """Returns how often people agree with a difference of two systems' scores, or the difference for that.

    Args:
        metric: a name of `agreement_curves`, or an alias; "bleu" and "chrf" mean sacreBLEU's defaults.
        difference: of the systems' scores; its sign does not matter.
        agreement: in percent, from 50 to 100. Without it and without a difference, the result has those of
            60, 70, 75, 80, 85, 90 and 95 percent.

    Raises:
        UnknownNameError: there is no published curve for the metric.
        OptionError: both are given, or one is out of its range.
    """
    for what, value in (("a difference", difference), ("an agreement", agreement)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, Real)):
            raise OptionError(f"{what} is a number, not {value!r}")
    curve = agreement_curve(metric)
    if difference is not None and agreement is not None:
        raise OptionError("give a difference or an agreement, not both")
    if difference is not None:
        if not math.isfinite(difference):
            raise OptionError(f"a difference is a number, not {difference}")
        return DeltaAgreement(curve, ((abs(difference), curve.agreement(difference)),))
    wanted = AGREEMENTS if agreement is None else (agreement,)
    return DeltaAgreement(curve, tuple((curve.difference(agreement), agreement) for agreement in wanted))


def agreement_overview() -> AgreementOverview:
    """Returns the published differences of all metrics that have some."""
    return AgreementOverview(tuple(agreement_curves().values()))


@cache
def agreement_curves() -> dict[str, AgreementCurve]:
    """Returns metric -> curve of all metrics that have a published one."""
    text = files("parbleu.metrics").joinpath("agreement_curves.json").read_text("utf-8")
    return {
        name: AgreementCurve(metric=name, **{**values, "aliases": tuple(values["aliases"])})
        for name, values in parse_json(text).items()
    }


def agreement_curve(metric: str) -> AgreementCurve:
    """Returns the published curve of a metric, by its name or alias in any case; none is guessed.

    Raises:
        UnknownNameError: there is none.
    """
    word = metric.lower()
    for curve in agreement_curves().values():
        if word == curve.metric or word in curve.aliases:
            return curve
    raise UnknownNameError("metric with a published curve", metric, list(agreement_curves()))


def curve_of_scores(name: str, signature: Mapping[str, Any]) -> tuple[AgreementCurve | None, str]:
    """Returns the curve that fits a computed metric, and "", or None and why there is no fitting one.

    Args:
        name: of the score, such as "BLEU" or "chrF2++", or the user's for given scores.
        signature: key -> value of its signature.
    """
    computed = signature.get("scores") != "given"
    if computed and name in ("BLEU", "spBLEU") and str(signature.get("tok")).startswith("flores"):
        name = f"spBLEU{str(signature['tok']).removeprefix('flores')}"
    try:
        curve = agreement_curve(name)
    except UnknownNameError:
        return None, f"{name}: no published table of agreement"
    if not computed:
        return curve, ""
    expected: dict[str, tuple[str, ...]] = {"case": ("mixed",), "nrefs": ("1",)}
    if curve.metric == "bleu":
        expected |= {"tok": DEFAULT_TOKENIZERS}
    elif curve.metric == "chrf":
        expected |= {"nc": ("6",), "nw": ("0",), "space": ("no",)}
    elif curve.metric.startswith("spbleu"):
        expected |= {"tok": (f"flores{curve.metric.removeprefix('spbleu')}",)}
    else:
        return None, f"{name}: no published table of agreement"
    for key, values in expected.items():
        if str(signature.get(key)) not in values:
            return None, f"{name}: outside the published calibration ({key}:{signature.get(key)})"
    return curve, ""
