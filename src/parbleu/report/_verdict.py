"""Says in sentences who leads and by how much, whether that holds, and whether people would notice it."""

from __future__ import annotations

from parbleu._base.significance import is_significant
from parbleu._base.wording import counted
from parbleu._comparison.comparison_result import Comparison, MetricComparison, PairTest
from parbleu._comparison.explanation import detectable
from parbleu._comparison.metric_inputs import Measure
from parbleu._comparison.resampled_scores import ResampledScores
from parbleu.metrics._human_agreement import CHANCE, curve_of_scores

MOST_NAMED = 3


def verdict(comparison: Comparison, scores: ResampledScores) -> tuple[str, ...]:
    """Returns for each metric who leads, by how much, whether that holds, and whether people would notice.

    What is significant and what could have been detected are those of the tables of scores and explanations.

    Args:
        comparison: the scores and tests.
        scores: what they were made of.
    """
    return tuple(
        " ".join(_sentences(comparison, metric, measure, scores))
        for metric, measure in zip(comparison.metrics, scores.measures, strict=True)
    )


def _sentences(
    comparison: Comparison, metric: MetricComparison, measure: Measure, scores: ResampledScores
) -> list[str]:
    best, *others = comparison.order(metric.name)
    leader = metric.scores[best]
    score = f"{leader.score:.{metric.decimals}f}"
    if not others:
        return [
            f"{metric.name}: {leader.system} scores {score} on {counted(comparison.n_segments, 'segment')}."
        ]
    next_best = metric.scores[others[0]]
    if leader.score == next_best.score:
        return [f"{metric.name}: several systems have the best score, {score}."]
    gap = abs(leader.score - next_best.score)
    lead = f"{metric.name}: {leader.system} leads {next_best.system} by {gap:.{metric.decimals}f}"
    sentences = [f"{lead} ({score} against {next_best.score:.{metric.decimals}f})."]
    if comparison.test:
        [smallest] = detectable(measure, [(best, others[0])], scores.resampling, comparison.n_tests)
        sentences += _significance(comparison, metric, smallest)
    return [*sentences, _visible(metric, measure, gap)]


def _significance(comparison: Comparison, metric: MetricComparison, smallest: float | None) -> list[str]:
    """Returns whether the gap holds, and which true one would have been found."""
    if why := comparison.why_never_significant():
        return [f"Whether the gap holds is not known. {why}"]
    best, *others = (metric.scores[place].system for place in comparison.order(metric.name))
    tests = {other: metric.pair(best, other) for other in others}
    unclear = [other for other in others if not is_significant(tests[other].p_holm, comparison.alpha)]
    nearest = tests[others[0]]
    shown = _p_value(comparison, nearest)
    if not unclear:
        also = " and to all other systems" if len(others) > 1 else ""
        sentences = [f"The gap to it{also} is significant ({shown})."]
    elif others[0] in unclear:
        rest = unclear[1:]
        named = ", ".join(rest[:MOST_NAMED]) + (" and others" if len(rest) > MOST_NAMED else "")
        sentences = [f"The gap is not significant ({shown}){', nor is that to ' + named if rest else ''}."]
    else:
        named = ", ".join(unclear[:MOST_NAMED]) + (" and others" if len(unclear) > MOST_NAMED else "")
        sentences = [f"The gap is significant ({shown}), but not that to {named}."]
    if smallest is not None:
        size = f"{smallest:.{metric.decimals}f}"
        sentences.append(f"A true gap of {size} would be found in about 80 % of test sets like this one.")
    return sentences


def _p_value(comparison: Comparison, test: PairTest) -> str:
    corrected = "" if comparison.n_tests < 2 else f", corrected for {counted(comparison.n_tests, 'test')}"
    return f"p = {test.p_holm:.4f}{corrected}"


def _visible(metric: MetricComparison, measure: Measure, gap: float) -> str:
    """Returns in how many percent of pairs with such a gap people agree with its direction."""
    curve, why = curve_of_scores(metric.name, measure.signature.info)
    if curve is None:
        return f"Whether people would notice it is not known ({why})."
    largest = max(abs(score.score) for score in metric.scores)
    times = curve.times if curve.times != 1 and largest <= 2 else 1  # of scores from 0 to 1
    share = f"{curve.agreement(times * gap):.0f} % of pairs, where {CHANCE:.0f} % is chance"
    return f"People prefer the better-scored of two systems with such a gap in {share}."
