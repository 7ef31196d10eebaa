"""Words the answer of a page: who leads by how much, whether that holds, whether people would notice."""

from __future__ import annotations

from collections.abc import Mapping

from parbleu._base.significance import is_significant
from parbleu._base.wording import counted, listed
from parbleu._comparison.comparison_result import Comparison, MetricComparison, PairTest
from parbleu._comparison.explanation import detectable
from parbleu._comparison.metric_inputs import Measure
from parbleu._comparison.resampled_scores import ResampledScores
from parbleu.metrics._human_agreement import CHANCE, AgreementCurve, curve_of_scores

MOST_NAMED = 3


def headline(comparison: Comparison, scores: ResampledScores, rated: Mapping[str, float]) -> tuple[str, ...]:
    """Returns the answer by the first metric in one sentence, and in another what the other metrics say.

    Args:
        comparison: the scores and tests.
        scores: what they were made of.
        rated: compared system -> its score by people, of which higher ones are better.
    """
    metric, measure = comparison.metrics[0], scores.measures[0]
    best, *others = (metric.scores[index] for index in comparison.order(metric.name))
    score = f"{best.score:.{metric.decimals}f}"
    if not others:
        return (f"{best.system} scores {score} {metric.name} on {counted(comparison.n_segments)}.",)
    if best.score == others[0].score:
        equal = [score.system for score in (best, *others) if score.score == best.score]
        answer = f"{listed(equal, MOST_NAMED)} share the best score, {score} {metric.name}."
    else:
        gap = abs(best.score - others[0].score)
        people = _people(metric, measure, gap)
        shown_gap = f"{gap:.{metric.decimals}f} {metric.name}"
        why = _why_unknown(comparison)
        unclear = [] if why else _unclear(comparison, metric)
        if why:
            answer = f"{best.system} is {shown_gap} ahead of {others[0].system}; {why}{people}."
        elif others[0].system not in unclear:
            holds = f", but not that to {listed(unclear, MOST_NAMED)}" if unclear else ""
            answer = (
                f"{best.system} is best: {shown_gap} ahead of the next, {others[0].system}; "
                f"the difference holds{holds}{people}."
            )
        else:
            more = f", as may its lead over {listed(unclear[1:], MOST_NAMED)}" if unclear[1:] else ""
            answer = (
                f"No clear winner: {best.system} is {shown_gap} ahead of {others[0].system}, which may be "
                f"chance{more}{people}."
            )
    return (answer, *_other_metrics(comparison, best.system, rated))


def _why_unknown(comparison: Comparison) -> str:
    """Returns that and why no test says whether differences hold; "" if one does."""
    if not comparison.test:
        return "whether the difference holds was not tested"
    if comparison.why_never_significant():
        return "whether the difference holds is not known, as too few samples were drawn"
    return ""


def _unclear(comparison: Comparison, metric: MetricComparison) -> list[str]:
    """Returns the systems that the best one is not significantly better than."""
    best, *others = (metric.scores[index].system for index in comparison.order(metric.name))
    return [
        other for other in others if not is_significant(metric.pair(best, other).p_holm, comparison.alpha)
    ]


def _other_metrics(comparison: Comparison, best: str, rated: Mapping[str, float]) -> tuple[str, ...]:
    """Returns which system is first by the other metrics and by people, in one text; () without any."""
    firsts: dict[str, list[str]] = {}
    for metric in comparison.metrics[1:]:
        for system in metric.best:
            firsts.setdefault(system, []).append(metric.name)
    if rated:
        firsts.setdefault(max(rated, key=lambda name: rated[name]), []).append("people")
    if not firsts:
        return ()
    agreeing = firsts.pop(best, [])
    sentences = [f"{best} is also first by {listed(agreeing, MOST_NAMED)}."] if agreeing else []
    sentences += [f"First by {listed(names, MOST_NAMED)}: {system}." for system, names in firsts.items()]
    return (" ".join(sentences),)


def _people(metric: MetricComparison, measure: Measure, gap: float) -> str:
    """Returns what people would notice of a gap, as the end of a sentence; "" if that is not known."""
    curve, _ = curve_of_scores(metric.name, measure.signature.info)
    if curve is None:
        return ""
    share = round(curve.agreement(_times(curve, metric) * gap) / 10)
    chance = ", no more than by chance" if share <= CHANCE / 10 else ""
    return f"; people agree with such a difference in about {share} of 10 cases{chance}"


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
    best, *others = (metric.scores[index].system for index in comparison.order(metric.name))
    unclear = _unclear(comparison, metric)
    shown = _p_value(comparison, metric.pair(best, others[0]))
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
    agreement = curve.agreement(_times(curve, metric) * gap)
    share = f"{agreement:.0f} % of pairs, where {CHANCE:.0f} % is chance"
    return f"People prefer the better-scored of two systems with such a gap in {share}."


def _times(curve: AgreementCurve, metric: MetricComparison) -> int:
    """Returns by what differences are multiplied before the curve takes them: scores may be from 0 to 1."""
    largest = max(abs(score.score) for score in metric.scores)
    return curve.times if curve.times != 1 and largest <= 2 else 1
