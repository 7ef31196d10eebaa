"""Makes a report of systems' output: scores, tests, segment scores and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parbleu._base.wording import counted
from parbleu._comparison.compare_systems import assemble
from parbleu._comparison.comparison_result import Comparison, MetricComparison
from parbleu._comparison.metric_inputs import named_metrics
from parbleu._comparison.resampled_scores import ExplanationOptions, explanation_options, score_and_resample
from parbleu._inputs.corpus import LANGUAGE_PAIR
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._metric_values import segment_values
from parbleu.human._average_scores import UNNAMED_RATER, HumanScores, human_scores
from parbleu.human._judgement import Judgement
from parbleu.human._raters import rater_profiles
from parbleu.human._scoring_scheme import Scheme, get_scheme, guess_scheme
from parbleu.report._analysis_sections import analysis_sections, language_table, span_section
from parbleu.report._html_report import Report
from parbleu.report._placed_judgements import placed_judgements
from parbleu.report._provenance import paper_section
from parbleu.report._report_contents import Cell, PageOptions, Section, SegmentColumn
from parbleu.report._segment_choice import chosen_segments
from parbleu.report._verdict import headline, verdict
from parbleu.stats.resampling import Resampling
from parbleu.tables import Table
from parbleu.typing import MetricsLike


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
        metrics: as for `parbleu.compare`; the scores of `texts` are added.
        judgements: ratings of the segments, see `parbleu.human.read_ratings`.
        scheme: how they are scored, see `parbleu.human.human_scores`.
        sections: further tables, shown after the scores.
        resampling: the test of all pairs, its level, and the seed of all that is drawn; a single system has
            no test. The usual test is the paired bootstrap.
        baseline: a system's name; the first system by default.
        explain: whether the page explains the differences, as `parbleu.compare` does; or what the explanation
            takes into account.
        page: what the page shows besides.

    Raises:
        ParbleuError: as `parbleu.compare` and `parbleu.human.human_scores`.
    """
    chosen = [*(named_metrics(metrics) if metrics or not texts.scores else ()), *texts.scores.items()]
    measured = [{name: metric} if name is not None else metric for name, metric in chosen]
    page = page or PageOptions()
    asked = (resampling or Resampling()).with_test("bootstrap")
    tested = asked.test is not None and len(texts.systems) > 1
    asked = asked.changed(test=asked.test if tested else None, intervals=not tested, all_pairs=tested)
    kept = texts.counted if baseline in (None, next(iter(texts.systems))) else None  # by place of system
    resampled = score_and_resample(
        texts.systems,
        texts.references,
        measured,
        asked,
        baseline=baseline,
        explanation=explanation_options(explain) if tested else None,
        kept=kept,
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
        headline=headline(
            comparison, resampled, {name: by_people[name] for name in texts.systems if name in by_people}
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
    [found] = segment_values(texts, [metric], threads=threads)
    scores = {
        name: [None if score != score else score for score in row.tolist()]
        for name, row in zip(texts.systems, found.values, strict=True)
    }
    return SegmentColumn(compared.name, compared.higher_is_better, compared.decimals, scores)


def _score_sections(
    comparison: Comparison, languages: tuple[Table, Mapping[Cell, Sequence[int]]] | None
) -> list[Section]:
    first, *pairs = comparison.tables(comparison.metrics[0].name)  # in the order of the chart
    table, behind = languages or (None, {})
    shown = (first,) if table is None else (first, table)
    found = [Section("scores", "Scores", shown, behind=behind, group="scores")]
    if pairs:
        found.append(Section("pairs", "Pairs of systems", tuple(pairs), group="pairs"))
    if len(comparison.systems) > 1:
        found.append(Section("distributions", "Segment scores of two systems", (), group="pairs"))
    return found


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
    found = [Section("ratings", "Ratings", tables, behind=behind, group="people")]
    if any(each.rating is not None for each in judgements):
        found.append(span_section(judgements, scheme, texts))
    return found
