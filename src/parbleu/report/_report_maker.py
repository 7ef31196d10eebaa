"""Makes a report of systems' output, or of a comparison: scores, tests, segment scores and ratings."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from parbleu import __version__
from parbleu._base.significance import is_significant
from parbleu._base.wording import counted, listed
from parbleu._comparison.compare_systems import MOST_TESTED_AGAIN, assemble, changed_verdicts
from parbleu._comparison.comparison_result import Comparison, MetricComparison, PairTest
from parbleu._comparison.explanation import detectable
from parbleu._comparison.metric_inputs import Measure, named_metrics
from parbleu._comparison.resampled_scores import (
    ExplanationOptions,
    ResampledScores,
    checked_resampling,
    explanation_options,
    score_and_resample,
)
from parbleu._core import Segments, writing_suspects
from parbleu._inputs.corpus import DOCUMENT, LANGUAGE_PAIR
from parbleu.analysis._analysis_input import ComparedTexts, compared_texts
from parbleu.analysis._metric_values import segment_values
from parbleu.errors import OptionError, RatingError
from parbleu.human._average_scores import UNNAMED_RATER, HumanScores, human_scores
from parbleu.human._judgement import Judgement
from parbleu.human._raters import rater_profiles
from parbleu.human._scoring_scheme import Scheme, get_scheme, guess_scheme
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._human_agreement import CHANCE, AgreementCurve, curve_of_scores
from parbleu.report._analysis_sections import analysis_sections, language_table, span_section
from parbleu.report._html_report import Report
from parbleu.report._report_contents import Cell, PageOptions, Section, SegmentColumn
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Table
from parbleu.typing import MetricsLike, SegmentsLike


def make_report(
    texts: ComparedTexts,
    metrics: MetricsLike = ("bleu", "chrf"),
    *,
    judgements: Iterable[Judgement] = (),
    scheme: str | Scheme | None = None,
    sections: Iterable[Section] = (),
    resampling: Resampling | None = None,
    baseline: str | None = None,
    explain: bool | ExplanationOptions = False,
    page: PageOptions | None = None,
) -> Report:
    """Makes a report: scores, tests of all pairs of systems, segments side by side, and ratings.

    Args:
        texts: systems, references, source, labels and given scores: `parbleu.analysis.compared_texts`.
        metrics: metrics, their names, or `{name: metric}`; the scores of `texts` are added.
        judgements: ratings of the segments, as `parbleu.human.read_ratings` returns them.
        scheme: how they are scored, or its name; None for the one that fits them.
        sections: further tables, shown after the scores.
        resampling: the test of all pairs, its level, and the seed of all that is drawn; a single system has
            no test. The usual test is the paired bootstrap.
        baseline: a system's name; the first system by default.
        explain: whether the page explains the differences, as `parbleu.compare` does; or what the explanation
            takes into account.
        page: what the page shows besides.

    Raises:
        OptionError: an option has a value that it does not take, or there is no such scheme.
        InputShapeError: texts or scores differ in length.
        RatingError: a judgement lacks its system or segment, or there is nothing to score.
        ParbleuError: a metric refuses the texts.
    """
    chosen = [*(named_metrics(metrics) if metrics or not texts.scores else ()), *texts.scores.items()]
    measured = [{name: metric} if name is not None else metric for name, metric in chosen]
    page = page or PageOptions()
    asked = (resampling or Resampling()).with_test("bootstrap")
    tested = asked.test is not None and len(texts.systems) > 1
    asked = asked.changed(test=asked.test if tested else None, intervals=not tested, all_pairs=tested)
    resampled = score_and_resample(
        texts.systems,
        texts.references,
        measured,
        asked,
        baseline=baseline,
        explanation=explanation_options(explain) if tested else None,
        statistics=texts.counted,
    )
    asked = resampled.resampling
    comparison = assemble(resampled)
    columns = tuple(
        _segment_column(metric, compared, texts, asked.threads)
        for (_, metric), compared in zip(chosen, comparison.metrics, strict=True)
    )
    rated = placed_judgements(judgements, texts)
    rating_scheme = None
    if rated:
        rating_scheme = guess_scheme(rated) if scheme is None else get_scheme(scheme)
    scores = human_scores(rated, rating_scheme) if rating_scheme else None
    by_people = scores.system_scores() if scores else {}
    shown, selection = chosen_segments(texts, columns, page.most_texts, asked.seed)
    return Report(
        title=page.title or _title(texts, page.test_set) or "Where the systems differ",
        about=(
            counted(len(texts)),
            counted(len(texts.systems), "system"),
            counted(len(columns), "metric"),
            *((page.date,) if page.date else ()),
        ),
        headline=with_caution(
            headline(
                comparison, resampled, {name: by_people[name] for name in texts.systems if name in by_people}
            ),
            page.warnings,
        ),
        verdict=verdict(comparison, resampled),
        comparison=comparison,
        texts=texts,
        columns=columns,
        sections=(
            *_score_sections(comparison, language_table(texts, measured, asked.threads)),
            *(analysis_sections(texts, measured, comparison, asked.without_test()) if page.analyses else ()),
            *sections,
            *(_rating_sections(rated, rating_scheme, scores, texts) if rating_scheme and scores else ()),
            paper_section(comparison, texts, page.command),
        ),
        judgements=rated,
        scheme=rating_scheme,
        shown_segments=shown,
        selection=selection,
        warnings=page.warnings,
    )


def _title(texts: ComparedTexts, test_set: str) -> str:
    """Returns the test set and the language pair, as far as they are known."""
    names = sorted({name for name in texts.labels.get(LANGUAGE_PAIR, ()) if name is not None})
    if texts.language_pair or not names:
        pair = texts.language_pair or ""
    else:
        pair = names[0] if len(names) == 1 else counted(len(names), "language pair")
    return " ".join(filter(None, (test_set, pair)))


def _segment_column(
    metric: Any, compared: MetricComparison, texts: ComparedTexts, threads: int | None
) -> SegmentColumn:
    """Returns the scores of all segments, as `parbleu score --segments` writes them."""
    [measured] = segment_values(texts, [metric], threads=threads)
    scores = {
        name: [None if score != score else score for score in row.tolist()]
        for name, row in zip(texts.systems, measured.values, strict=True)
    }
    return SegmentColumn(compared.name, compared.higher_is_better, compared.decimals, scores)


def _score_sections(
    comparison: Comparison, languages: tuple[Table, Mapping[Cell, Sequence[int]]] | None
) -> list[Section]:
    first, *pairs = comparison.tables(comparison.metrics[0].name)  # in the order of the chart
    table, behind = languages or (None, {})
    shown = (first,) if table is None else (first, table)
    sections = [Section("scores", "Scores", shown, behind=behind, group="scores")]
    if pairs:
        sections.append(Section("pairs", "Pairs of systems", tuple(pairs), group="pairs"))
    if len(comparison.systems) > 1:
        sections.append(Section("distributions", "Segment scores of two systems", (), group="pairs"))
    return sections


def _rating_sections(
    judgements: tuple[Judgement, ...], scheme: Scheme, scores: HumanScores, texts: ComparedTexts
) -> list[Section]:
    tables = (scores.table("system"), *rater_profiles(judgements, scores).tables())
    behind: dict[Cell, list[int]] = {}
    for table, key in zip(tables, ("system", "rater"), strict=True):
        rows = {name: row for row, name in enumerate(table.column(key))}
        for judgement in judgements:
            if judgement.system in texts.systems and judgement.segment is not None:
                name = judgement.system if key == "system" else judgement.rater or UNNAMED_RATER
                if name in rows:
                    behind.setdefault((table.name, rows[name], ""), []).append(judgement.segment)
    sections = [Section("ratings", "Ratings", tables, behind=behind, group="people")]
    if any(judgement.rating is not None for judgement in judgements):
        sections.append(span_section(judgements, scheme, texts))
    return sections


KINDS = 4


def chosen_segments(
    texts: ComparedTexts, columns: Sequence[SegmentColumn], most_texts: int | None, seed: int | None
) -> tuple[tuple[int, ...] | None, str]:
    """Returns the segments to show, counted from 0, or None for all; and a sentence about the choice.

    By the first metric a quarter each has the worst scores, the best scores and the most different scores of
    any two systems; the rest is drawn at random.

    Args:
        texts: all segments.
        columns: their scores.
        most_texts: how many texts, systems times segments; None for all.
        seed: of the random ones.
    """
    count = None if most_texts is None else max(KINDS, most_texts // len(texts.systems))
    if count is None or count >= len(texts):
        return None, ""
    random = np.random.default_rng(0 if seed is None else seed).permutation(len(texts)).tolist()
    orders = [*(_orders(columns[0]) if columns else []), random]
    chosen: set[int] = set()
    share = count // KINDS
    for order in orders[:-1]:
        chosen.update([number for number in order if number not in chosen][:share])
    chosen.update([number for number in random if number not in chosen][: count - len(chosen)])
    sentence = (
        f"The page shows {count:,} of {len(texts):,} segments: by {columns[0].name} the worst, the best and "
        "those where systems differ most, a quarter each, and random ones; all tables are of all segments."
        if columns
        else f"The page shows {count:,} random ones of {len(texts):,} segments."
    )
    return tuple(sorted(chosen)), sentence


def _orders(column: SegmentColumn) -> list[list[int]]:
    """Returns the segments by their worst mean scores, their best ones, and their largest differences."""
    scores = np.array([list(values) for values in column.scores.values()], np.float64)
    filled = np.where(np.isnan(scores), np.nanmean(scores), scores)
    mean = filled.mean(axis=0) * (1 if column.higher_is_better else -1)
    spread = filled.max(axis=0) - filled.min(axis=0)
    return [np.argsort(key, kind="stable").tolist() for key in (mean, -mean, -spread)]


def paper_section(comparison: Comparison, texts: ComparedTexts, command: str) -> Section:
    """Returns the tables of signatures and of the texts, with versions and the command as facts."""
    signatures = Table(
        "signatures",
        (Column("metric"), Column("signature")),
        [(metric.name, metric.signature) for metric in comparison.metrics],
        title="Signatures",
        facts={"parbleu": __version__, "Python": _python(), "NumPy": np.__version__}
        | ({"command": command} if command else {}),
    )
    columns = (Column("text"), Column("side"), Column("segments", kind=int), Column("sha256", "SHA-256"))
    inputs = Table(
        "texts",
        columns,
        [(name, side, len(stream), checksum(stream)) for name, side, stream in _streams(texts)],
        title="Texts",
        notes=["SHA-256 is that of the segments in UTF-8, each with a line feed behind it."],
    )
    every = range(len(texts))
    behind = {("texts", row, "segments"): every for row in range(len(inputs.rows))}
    return Section("paper", "For the paper", (signatures, inputs), behind=behind, group="paper")


def checksum(stream: Segments) -> str:
    """Returns the SHA-256 of segments in UTF-8, each with a line feed behind it, in hexadecimal digits."""
    digest = hashlib.sha256()
    for number in range(len(stream)):
        digest.update((stream[number] or "").encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()


def _streams(texts: ComparedTexts) -> Iterable[tuple[str, str, Segments]]:
    for name, stream in texts.systems.items():
        yield name, "system", stream
    for name, stream in zip(texts.reference_names, texts.references, strict=True):
        yield name, "reference", stream
    if texts.source is not None:
        yield "source", "source", texts.source


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def placed_judgements(judgements: Iterable[Judgement], texts: ComparedTexts) -> tuple[Judgement, ...]:
    """Returns the judgements with their segments of the test set, counted from 0.

    A judgement says its document and its place there, or the segment of the test set, or both; of these the
    one counts whose translation is the one that was judged. Judgements of other systems stay as they are.

    Raises:
        RatingError: there is no such segment, another translation was judged, or none of these systems.
    """
    judgements = list(judgements)
    judged = {judgement.system or "?" for judgement in judgements}
    if judged and judged.isdisjoint(texts.systems):
        raise RatingError(
            f"the ratings are of {', '.join(sorted(judged))}, and the systems are called "
            f"{', '.join(texts.systems)}: give these the names of the ratings"
        )
    places = _places(texts)
    fitted = []
    for judgement in judgements:
        stream = texts.systems.get(judgement.system or "")
        if stream is not None:
            named = list(_named(judgement, places))
            inside = [segment for segment in named if 0 <= segment < len(texts)]
            hypothesis = judgement.hypothesis
            fitting = [
                segment for segment in inside if hypothesis is None or _same(hypothesis, stream[segment])
            ]
            if not fitting:
                raise RatingError(_misfit(judgement, inside, texts))
            fitted.append(replace(judgement, segment=fitting[0]))
        else:
            fitted.append(judgement)
    return tuple(fitted)


def _places(texts: ComparedTexts) -> dict[str, list[int]]:
    """Returns document -> its segments."""
    segments: dict[str, list[int]] = {}
    for segment, document in enumerate(texts.labels.get(DOCUMENT, ())):
        if document is not None:
            segments.setdefault(document, []).append(segment)
    return segments


def _named(judgement: Judgement, places: dict[str, list[int]]) -> Iterator[int]:
    segments = places.get(judgement.document or "", [])
    if judgement.place is not None and 0 <= judgement.place < len(segments):
        yield segments[judgement.place]
    if judgement.segment is not None:
        yield judgement.segment


def _same(one: str, other: str | None) -> bool:
    """Returns whether two texts are the same but for blanks, which formats of ratings do not keep."""
    return one.split() == (other or "").split()


def _misfit(judgement: Judgement, inside: list[int], texts: ComparedTexts) -> str:
    about = f"a judgement of {judgement.system}, {judgement.where}"
    if not inside:
        return f"{about}: the systems have {counted(len(texts))}, and this is none of them; name documents"
    stream = texts.systems[judgement.system or ""]
    return f"{about}: {judgement.hypothesis!r} was judged, but the system's output is {stream[inside[0]]!r}"


MOST_NAMED = 3
_MEANINGLESS = ("do not match line by line", "says nothing", "every word counts as wrong")


def with_caution(sentences: tuple[str, ...], warnings: Sequence[str]) -> tuple[str, ...]:
    """Returns the headline with a sentence behind the answer if a warning says that a score means nothing."""
    if not any(words in line for line in warnings for words in _MEANINGLESS):
        return sentences
    answer, *others = sentences
    return (answer, "Such a score says little until the texts are mended: see the warning below.", *others)


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


def changed_verdicts_of(report: Report, metrics: Sequence[Any], threads: int | None = None) -> str:
    """Returns in a line that other pairs differ significantly once texts are normalized; "" if none does."""
    comparison, texts = report.comparison, report.texts
    if comparison.test is None or not texts.references or len(texts) > MOST_TESTED_AGAIN:
        return ""
    asked = saved_settings(comparison)["resampling"].changed(all_pairs=True, threads=threads)
    suspects = writing_suspects([*texts.systems.values()], texts.references[0])
    tested = [*metrics, *({name: scores} for name, scores in texts.scores.items())]
    return changed_verdicts(
        comparison, checked_resampling(asked), [texts], tested, [name for names in suspects for name in names]
    )


def comparison_report(
    comparison: Comparison,
    *,
    source: SegmentsLike | None = None,
    labels: Mapping[str, Sequence[str | None]] | None = None,
    **options: Any,
) -> Report:
    """Makes the report of a comparison: its systems, metrics and test, computed again from its texts.

    Args:
        comparison: made by `parbleu.compare` of systems and references, or read with its texts.
        source: what was translated, N segments.
        labels: name -> the label of each segment.
        options: further keyword arguments of `make_report`; by default as in the comparison.

    Raises:
        OptionError: the comparison has no texts, or drew units of segments; or another option has a value
            that it does not take.
        ParbleuError: texts cannot be scored, or ratings do not fit.
    """
    settings = {**saved_settings(comparison), **options}
    return make_report(saved_texts(comparison, source, labels), saved_metrics(comparison), **settings)


def saved_texts(
    comparison: Comparison,
    source: SegmentsLike | None = None,
    labels: Mapping[str, Sequence[str | None]] | None = None,
) -> ComparedTexts:
    """Returns the texts of a comparison, cut into words as its BLEU does.

    Raises:
        OptionError: the comparison has no texts, or drew units of segments.
    """
    made_of = comparison.known_input()
    corpus = made_of.texts("show")
    if comparison.n_units is not None:
        raise OptionError(
            "this comparison drew units of segments, and a page tests segments: compare without units"
        )
    bleu = next((metric for _, metric in made_of.metrics if isinstance(metric, BLEU)), None)
    return compared_texts(
        corpus,
        source=source,
        labels=labels,
        tokenize=BLEU.TOKENIZER_DEFAULT if bleu is None else bleu.tokenizer_name,
        lowercase=bleu is not None and bleu.lowercase,
    )


def saved_metrics(comparison: Comparison) -> list[Any]:
    """Returns the metrics of a comparison, as `make_report` takes them."""
    return [metric if name is None else {name: metric} for name, metric in comparison.known_input().metrics]


def saved_settings(comparison: Comparison) -> dict[str, Any]:
    """Returns how a comparison was tested, as arguments of `make_report`."""
    explained, n_samples = comparison.explanation, comparison.n_samples or None
    asked = Resampling(
        comparison.test or "none",
        n_samples,
        seed=comparison.seed,
        alpha=comparison.alpha,
        p_columns=comparison.p_columns,
    )
    explain = explained is not None and ExplanationOptions(explained.region, explained.seen)
    return {"resampling": asked, "explain": explain}
