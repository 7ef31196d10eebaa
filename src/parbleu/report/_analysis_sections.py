"""Makes sections of a page from analyses: their tables, and the segments behind the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np

from parbleu._comparison.comparison_result import Comparison
from parbleu._inputs.corpus import LANGUAGE_PAIR
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._classified_errors import CLASSES, HYPOTHESIS_CLASSES, ErrorClasses, error_classes
from parbleu.analysis._counted_spans import NO_ERROR, span_counts
from parbleu.analysis._data_checks import check_data
from parbleu.analysis._ngram_differences import ngrams_of_pairs
from parbleu.analysis._segment_buckets import segments
from parbleu.analysis._word_accuracy import words
from parbleu.human._judgement import Judgement
from parbleu.human._scoring_scheme import Scheme
from parbleu.report._report_contents import Cell, Section
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Table
from parbleu.typing import MetricsLike

MOST_LABELS = 40
"""Segments are put into buckets by each label, such as domain or language, with no more values than these."""
FOLDED_BUCKETS = ("length_ratio", "score")
"""The further ways to put segments into buckets, which differ between systems."""
LANGUAGES = "languages"
"""The table of scores by language pair."""
WORDS = ("frequency", "length", "kind")
"""The ways to sort words that a page shows."""
N_NGRAMS = 15
"""How many n-grams a page lists for each of two systems."""
MOST_COMPARED = 500_000
"""The n-grams of all pairs of systems are compared where pairs times segments are no more than this; or else
those of the best systems by the first metric, of which there are at least `LEAST_SYSTEMS`."""
LEAST_SYSTEMS = 5


def analysis_sections(
    texts: ComparedTexts, metrics: MetricsLike, comparison: Comparison, resampling: Resampling
) -> list[Section]:
    """Returns a section for each kind of analysis.

    Args:
        texts: what is compared.
        metrics: what segments in buckets are scored with.
        comparison: the systems in the order of the page, with their scores.
        resampling: the seed, the level and the number of threads.
    """
    classes = error_classes(texts, resampling=resampling)
    sections = [
        _segment_section(texts, metrics, resampling),
        _word_section(texts, resampling),
        _class_section(classes),
        _data_section(texts),
    ]
    if len(texts.systems) > 1:
        sections.insert(2, _ngram_section(texts, comparison, resampling.alpha))
    return sections


def language_table(
    texts: ComparedTexts, metrics: MetricsLike, threads: int | None
) -> tuple[Table, dict[Cell, Sequence[int]]] | None:
    """Returns the scores of systems on each language pair and their means, and the segments behind them.

    None where the texts have no two labels "language_pair".
    """
    names = sorted({name for name in texts.labels.get(LANGUAGE_PAIR, ()) if name is not None})
    if len(names) < 2:
        return None
    none = Resampling("none", threads=threads)
    by_language = segments(texts, LANGUAGE_PAIR, metrics, label_set=names, resampling=none)
    columns = [Column("system")]
    for figure in by_language.figures:
        better = "higher" if figure.higher_is_better else "lower"
        columns += [
            Column(
                f"{figure.name}_{title}", title, float, figure.name, decimals=figure.decimals, better=better
            )
            for title in (*by_language.buckets, "mean")
        ]
    tables = [figure.values for figure in by_language.figures]
    values = np.hstack([np.column_stack([table, table.mean(axis=1)]) for table in tables])
    rows = [[system, *scores] for system, scores in zip(by_language.systems, values.tolist(), strict=True)]
    notes = ["mean: of the language pairs, whatever their numbers of segments."]
    behind: dict[Cell, Sequence[int]] = {
        (LANGUAGES, row, f"{figure.name}_{title}"): by_language.segments(title)
        for row in range(len(rows))
        for figure in by_language.figures
        for title in by_language.buckets
    }
    marks = {
        (row, f"{figure.name}_{title}"): {"best"}
        for figure in by_language.figures
        for bucket, title in enumerate(by_language.buckets)
        for row in figure.best(bucket)
    }
    return Table(LANGUAGES, columns, rows, "Scores by language pair", notes, marks=marks), behind


def _segment_section(texts: ComparedTexts, metrics: MetricsLike, resampling: Resampling) -> Section:
    tables: list[Table] = []
    behind: dict[Cell, Sequence[int]] = {}
    counts = {name: len(set(values) - {None}) for name, values in texts.labels.items()}
    most = min(MOST_LABELS, len(texts) - 1)  # buckets of single segments, such as units, tell nothing
    labels = [name for name, count in counts.items() if 1 < count <= most]
    folded: list[str] = []
    of_metric: dict[str, str] = {}
    for by in ("length", *labels, *FOLDED_BUCKETS):
        result = segments(texts, by, metrics, resampling=resampling)
        names = [f"segments_{by}_{figure.name}" for figure in result.figures]
        of_metric |= zip(names, [figure.name for figure in result.figures], strict=True)
        if by in FOLDED_BUCKETS:  # each system has segments of its own in a bucket
            names.append(f"segments_{by}")
            folded += names
        for name, table in zip(names, result.tables(), strict=False):
            tables.append(table.changed(name=name))
            for row in range(len(result.buckets)):
                if by in FOLDED_BUCKETS:
                    own = {system: result.segments(row, system) for system in result.systems}
                    behind |= {(name, row, system): numbers for system, numbers in own.items()}
                    behind[name, row, ""] = sorted(set().union(*own.values()))
                else:
                    behind[name, row, ""] = result.segments(row)
    about = "Scores of the segments of each bucket. Behind a number: its segments."
    return Section(
        "buckets", "Buckets of segments", tuple(tables), about, behind, frozenset(folded), of_metric=of_metric
    )


def _word_section(texts: ComparedTexts, resampling: Resampling) -> Section:
    tables: list[Table] = []
    behind: dict[Cell, Sequence[int]] = {}
    for by in WORDS:
        result = words(texts, by, resampling=resampling)
        name = f"words_{by}"
        tables.append(result.tables()[0].changed(name=name))
        for row in range(len(result.buckets)):
            behind[name, row, ""] = result.segments(row)
            for system in result.systems:
                behind[name, row, system] = result.segments(row, system, "missed")
    about = (
        "How well systems get the words of the references. Behind the number of a system: its segments with "
        "missed words; behind others: all segments with such words."
    )
    return Section("words", "Words", tuple(tables), about, behind)


def _ngram_section(texts: ComparedTexts, comparison: Comparison, alpha: float) -> Section:
    """Returns the n-grams in which two systems differ, for each pair of all systems or of the best ones."""
    count = len(comparison.systems)
    while count > LEAST_SYSTEMS and comb(count, 2) * len(texts) > MOST_COMPARED:
        count -= 1
    chosen = sorted(comparison.order(comparison.metrics[0].name)[:count])
    pairs = list(combinations(chosen, 2))
    places = [texts.place(system) for system in comparison.systems]
    tables: dict[tuple[int, int], list[Table]] = {pair: [] for pair in pairs}
    behind: dict[tuple[int, int], dict[Cell, Sequence[int]]] = {pair: {} for pair in pairs}
    for kind in ("match", "over"):
        named = [(places[first], places[second]) for first, second in pairs]
        results = ngrams_of_pairs(texts, named, kind=kind, rank_by="log_odds", top=N_NGRAMS, alpha=alpha)
        for pair, result in zip(pairs, results, strict=True):
            lists = (("first", result.more_of_first), ("second", result.more_of_second))
            for (side, listed), table in zip(lists, result.tables(), strict=False):
                name = "_".join(map(str, (kind, side, *pair)))
                tables[pair].append(table.changed(name=name))
                for row, ngram in enumerate(listed):
                    both = {part: result.segments(ngram, part) for part in ("first", "second")}
                    counts = {(name, row, f"{part}_count"): segments for part, segments in both.items()}
                    behind[pair] |= {**counts, (name, row, "ngram"): both[side]}
                    behind[pair][name, row, ""] = (*both["first"], *both["second"])
    about = "Of the chosen pair of systems. Behind an n-gram or number: the segments in which it occurs so."
    sections = {
        pair: Section("ngrams", "N-grams", tuple(tables[pair]), about, behind[pair]) for pair in pairs
    }
    return replace(sections[pairs[0]], pairs=sections)


def _class_section(result: ErrorClasses) -> Section:
    tables = result.tables()[:2]
    sides = (("reference", CLASSES), ("hypothesis", HYPOTHESIS_CLASSES))
    names = [f"classes_{side}" for side, _ in sides]
    behind: dict[Cell, Sequence[int]] = {}
    for name, (side, classes) in zip(names, sides, strict=True):
        for row, error_class in enumerate((*classes, classes)):  # the last row sums the others
            for system in result.texts.systems:
                kinds = (error_class,) if isinstance(error_class, str) else error_class
                with_kinds = (result.segments_with(system, kind, side) for kind in kinds)
                behind[name, row, system] = sorted(set().union(*with_kinds))
            segments = (behind[name, row, system] for system in result.texts.systems)
            behind[name, row, ""] = sorted(set().union(*segments))
    about = "Words in which hypotheses differ from their closest references. Behind a number: its segments."
    renamed = tuple(table.changed(name=name) for table, name in zip(tables, names, strict=True))
    return Section("classes", "Classes of errors", renamed, about, behind)


def _data_section(texts: ComparedTexts) -> Section:
    result = check_data(texts)
    behind: dict[Cell, Sequence[int]] = {
        ("checks", row, stream): numbers
        for row, by_stream in enumerate(result.found.values())
        for stream, numbers in by_stream.items()
        if numbers
    }
    about = "Output that looks broken. Behind a number: its segments."
    return Section("data", "Data", (result.tables()[0],), about, behind, group="data")


def span_section(judgements: Sequence[Judgement], scheme: Scheme, texts: ComparedTexts) -> Section:
    """Returns the counts of the errors that raters marked."""
    by_kind = span_counts(judgements, ("system", "severity", "category"), scheme)
    behind: dict[Cell, list[int]] = {}
    rows = {count.key: row for row, count in enumerate(by_kind.counts)}
    for judgement in judgements:
        if judgement.system not in texts.systems or judgement.rating is None or judgement.segment is None:
            continue
        kinds = [(error.severity or "", error.category or "") for error in judgement.rating.errors]
        for kind in kinds or [(NO_ERROR, NO_ERROR)]:
            key = (judgement.system or "", *kind)
            if key in rows:
                behind.setdefault(("error_spans", rows[key], ""), []).append(judgement.segment)
    about = "Errors that raters marked. Behind a number: the segments with such errors."
    return Section("spans", "Marked errors", by_kind.tables(), about, behind, group="people")
