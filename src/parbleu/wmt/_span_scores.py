"""Scores error spans that systems predict by those that people marked: character F1, and matching of spans.

All measures are a table of four columns with a row for each translation: what is right and what there is, of
the prediction and of the gold spans. Precision and recall are ratios of their sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu._base.wording import counted
from parbleu.errors import OptionError, RatingError
from parbleu.human._judgement import Error, Judgement, unit_in_words
from parbleu.stats.resampling import Resampling
from parbleu.tables import Result, column, record, rows, shown
from parbleu.wmt._resampled_items import Floats, ItemDifference, bootstrap_of, compared, draw_note
from parbleu.wmt._task_scores import Key, key_of, with_pairs_of

Integers = NDArray[np.int64]

SPAN_MEASURES: Mapping[str, str] = MappingProxyType(
    {
        "f1": "characters, wmt25-task2 (August 2025)",
        "em": "spans with equal ends, arXiv:2603.19921",
        "mp": "spans that overlap, arXiv:2603.19921",
        "mc": "characters of matched spans, arXiv:2603.19921",
        "mpp": "spans by the share that overlaps, arXiv:2603.19921",
    }
)
"""Measure of spans -> what it counts, and the version of its rule."""

AVERAGES = ("micro", "macro")
_SEVERITIES = {"minor": 0, "major": 1, "critical": 2}
_WITH_SPANS = (
    "give a table with the columns start_indices, end_indices and error_types, or JSON lines with task1_pred"
)
_SWAPPED = (
    "The official script of WMT25 writes the mean precision as avg_rec and the mean recall as avg_prec; "
    "here, each has its own name."
)


@record
class SpanScore:
    """How well one predictor's spans are those of the gold, in one language pair or on average.

    Attributes:
        predictor: whose spans.
        language_pair: the pair; None for the mean over pairs.
        measure: one of `SPAN_MEASURES`.
        ratios: precision, recall and F1.
        low: the lower end of the 95 % interval of `f1`.
        high: its upper end.
        items: how many translations.
    """

    column_order = "predictor language_pair measure precision recall f1 low high items"
    predictor: str
    language_pair: str | None = column(convert=str, missing="mean")
    measure: str
    ratios: tuple[float, float, float] = column(is_column=False)
    low: float | None = column(people=False, decimals=4)
    high: float | None = column(people=False, decimals=4)
    items: int

    @property
    @shown(decimals=4, better="higher")
    def precision(self) -> float:
        """The share of what is predicted that is right; 1 if nothing is predicted."""
        return self.ratios[0]

    @property
    @shown(decimals=4, better="higher")
    def recall(self) -> float:
        """The share of the gold that is predicted; 1 if there is none."""
        return self.ratios[1]

    @property
    @shown("F1", decimals=4, better="higher", low="low", high="high")
    def f1(self) -> float:
        """The harmonic mean of both; of "macro", the mean of that of each translation."""
        return self.ratios[2]


@record
class SpanScores(Result):
    """Scores of predicted spans, and tests of predictors.

    Attributes:
        scores: a row for each predictor, measure and language pair, with the mean over pairs last.
        differences: the tests of each two predictors, by the mean of `f1` over pairs.
        average: "micro" or "macro".
        penalty: what is taken off a pair of spans with different severities.
        fix_edge: whether precision is 0 where nothing is predicted although there are gold spans.
        rules: measure -> the version of its rule.
        notes: what is to be known about the spans.
    """

    scores: tuple[SpanScore, ...] = rows(
        "span_scores", SpanScore, notes=lambda made: made.notes, facts=lambda made: made.facts()
    )
    differences: tuple[ItemDifference, ...] = rows("span_differences", ItemDifference, if_any=True)
    average: str
    penalty: float
    fix_edge: bool
    rules: Mapping[str, str]
    notes: tuple[str, ...]

    def facts(self) -> dict[str, object]:
        """Returns what holds for all rows."""
        settings = {"average": self.average, "penalty": self.penalty, "fix_edge": self.fix_edge}
        return settings | {f"rule of {name}": rule for name, rule in self.rules.items()}


@dataclass(frozen=True)
class SpanArrays:
    """Spans of many translations, sorted by translation.

    Attributes:
        item: the number of the translation.
        start: the first character.
        end: the character after the last.
        severity: 0 for minor spans, 1 for major and 2 for critical ones.
    """

    item: Integers
    start: Integers
    end: Integers
    severity: Integers

    @classmethod
    def of(cls, spans: Iterable[tuple[int, int, int, int]]) -> SpanArrays:
        """Makes the arrays of (translation, start, end, severity), in any order."""
        table = np.array(list(spans), dtype=np.int64).reshape(-1, 4)
        return cls(*np.ascontiguousarray(table[np.argsort(table[:, 0], kind="stable")].T))

    def __len__(self) -> int:
        return len(self.item)


def item_spans(
    errors: Iterable[Error], text: str | None, item: int = 0, left_out: Counter[str] | None = None
) -> list[tuple[int, int, int, int]]:
    """Returns the spans that count, as (item, start, end, severity).

    Errors of the source, omissions, empty spans, and severities other than minor, major and critical do not
    count. Spans end where the text does.

    Args:
        errors: those of a translation.
        text: the translation; None if it is not known.
        item: its number.
        left_out: counts the errors that do not count, by what they are.
    """
    spans = []
    for error in errors:
        severity = _SEVERITIES.get((error.severity or "").lower())
        start, end = error.start, error.end
        if text is not None:
            start, end, _ = slice(start, end).indices(len(text))
        if severity is not None and start < end and not error.is_missing and not error.is_source_error:
            spans.append((item, start, end, severity))
        elif left_out is not None:
            left_out[_kind_left_out(error, severity)] += 1
    return spans


def _kind_left_out(error: Error, severity: int | None) -> str:
    if error.is_missing:
        return "omissions"
    if error.is_source_error:
        return "errors of the source"
    if severity is None:
        return f"of severity {error.severity!r:.40}" if error.severity else "without a severity"
    return "empty"


def _left_out_notes(whose: str, left_out: Counter[str]) -> list[str]:
    """Returns a note about the errors that do not count; none if all do."""
    if not left_out:
        return []
    kinds = ", ".join(f"{kind} ({count})" for kind, count in left_out.most_common())
    return [f"{whose}: {counted(sum(left_out.values()), 'marked error')} left out: {kinds}."]


def character_counts(gold: SpanArrays, predicted: SpanArrays, n_items: int) -> Floats:
    """Counts characters that both mark; those of another severity count half.

    Counts change only at the ends of spans, so these are swept in order.

    Returns:
        float64 (n_items, 4): shared and predicted characters, shared and gold characters.
    """
    events, changes = [], []
    for side, spans in ((0, gold), (2, predicted)):
        for at, change in ((spans.start, 1), (spans.end, -1)):
            kind = np.zeros((len(spans), 4), dtype=np.int64)
            kind[np.arange(len(spans)), side + (spans.severity > 0)] = change
            events.append(np.stack([spans.item, at]))
            changes.append(kind)
    item, at = np.concatenate(events, axis=1)
    order = np.argsort((item << 32) + at)
    item, at = item[order], at[order]
    minor, major, guessed_minor, guessed_major = np.cumsum(np.concatenate(changes)[order], axis=0).T
    width = np.diff(at, append=0)
    width[np.flatnonzero(np.diff(item, append=-1))] = 0
    same = np.minimum(minor, guessed_minor) + np.minimum(major, guessed_major)
    more = np.maximum(minor - guessed_minor, 0) + np.maximum(major - guessed_major, 0)
    fewer = np.maximum(guessed_minor - minor, 0) + np.maximum(guessed_major - major, 0)
    counts = same + 0.5 * np.minimum(more, fewer), guessed_minor + guessed_major, minor + major
    shared, guessed, marked = (np.bincount(item, width * count, n_items) for count in counts)
    return np.stack([shared, guessed, shared, marked], axis=1)


def matched_counts(
    gold: SpanArrays,
    predicted: SpanArrays,
    n_items: int,
    measure: str,
    penalty: float,
    critical_is_major: bool = True,
) -> Floats:
    """Matches predicted and gold spans of each translation one to one, with the largest sum of weights.

    Returns:
        float64 (n_items, 4): what is right and what there is of the predicted spans, and of the gold ones.
    """
    sizes = predicted.end - predicted.start, gold.end - gold.start
    guess, mark = _pairs_of_items(predicted, gold, n_items)
    overlap = np.minimum(predicted.end[guess], gold.end[mark]) - np.maximum(
        predicted.start[guess], gold.start[mark]
    )
    near = overlap > 0
    guess, mark, overlap = guess[near], mark[near], overlap[near]
    size, gold_size = sizes[0][guess], sizes[1][mark]
    equal = (predicted.start[guess] == gold.start[mark]) & (predicted.end[guess] == gold.end[mark])
    base = {
        "em": equal.astype(np.float64),
        "mp": np.ones(len(overlap)),
        "mc": overlap.astype(np.float64),
        "mpp": 2 * overlap / (size + gold_size),
    }[measure]
    severities = predicted.severity[guess], gold.severity[mark]
    if critical_is_major:
        severities = np.minimum(severities[0], 1), np.minimum(severities[1], 1)
    share = np.where(severities[0] == severities[1], 1.0, 1.0 - penalty)
    chosen = best_matching(guess, mark, base * share, predicted.item[guess])
    right = (share * overlap if measure == "mc" else share)[chosen]
    of_guess = right * (overlap / size)[chosen] if measure == "mpp" else right
    of_gold = right * (overlap / gold_size)[chosen] if measure == "mpp" else right
    item = predicted.item[guess][chosen]
    weights = sizes if measure == "mc" else (None, None)
    return np.stack(
        [
            np.bincount(item, of_guess, n_items),
            np.bincount(predicted.item, weights[0], n_items),
            np.bincount(item, of_gold, n_items),
            np.bincount(gold.item, weights[1], n_items),
        ],
        axis=1,
    )


def _pairs_of_items(one: SpanArrays, other: SpanArrays, n_items: int) -> tuple[Integers, Integers]:
    """Returns the numbers of the spans of each pair within a translation."""
    counts = np.bincount(other.item, minlength=n_items)
    starts = np.cumsum(counts) - counts
    repeats = counts[one.item]
    first = np.repeat(np.arange(len(one)), repeats)
    offset = np.arange(len(first)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    return first, starts[one.item[first]] + offset


def best_matching(left: Integers, right: Integers, weight: Floats, group: Integers) -> Integers:
    """Chooses edges, no two of which share an end, with the largest sum of weights.

    Edges that share no end with others are chosen at once, and so is the heaviest of those that share one end
    only among themselves; the rest is solved group by group.

    Args:
        left: the left end of each edge.
        right: its right end.
        weight: its weight; edges of weight 0 are not chosen.
        group: what edges that share ends, directly or not, have in common.

    Returns:
        The numbers of the chosen edges.
    """
    edges = np.flatnonzero(weight > 0)
    chosen = []
    for end, far in ((left, right), (right, left)):
        degrees = np.bincount(far[edges])
        is_branched = degrees[far[edges]] > 1
        branched = np.zeros(int(end.max(initial=0)) + 1, dtype=bool)
        branched[end[edges][is_branched]] = True
        stars = edges[~branched[end[edges]]]
        order = stars[np.lexsort((-weight[stars], end[stars]))]
        chosen.append(order[np.flatnonzero(np.diff(end[order], prepend=-1))])
        edges = edges[branched[end[edges]]]
    edges = edges[np.argsort(group[edges], kind="stable")]
    for part in np.split(edges, np.flatnonzero(np.diff(group[edges])) + 1) if len(edges) else ():
        ends = left[part].tolist(), right[part].tolist()
        numbers = [{end: index for index, end in enumerate(dict.fromkeys(side))} for side in ends]
        matrix = [[0.0] * len(numbers[1]) for _ in numbers[0]]
        places: dict[tuple[int, int], int] = {}
        for edge, one, other, value in zip(part.tolist(), *ends, weight[part].tolist(), strict=True):
            cell = numbers[0][one], numbers[1][other]
            matrix[cell[0]][cell[1]] = value
            places[cell] = edge
        chosen.append(
            np.array([places[cell] for cell in _assigned(matrix) if cell in places], dtype=np.int64)
        )
    return np.concatenate(chosen)


def _assigned(weights: list[list[float]]) -> list[tuple[int, int]]:
    """Returns the assignment of rows to columns with the largest sum, by shortest augmenting paths."""
    if len(weights) > len(weights[0]):
        return [
            (row, index) for index, row in _assigned([list(cells) for cells in zip(*weights, strict=True)])
        ]
    n_columns = len(weights[0])
    of_row, of_column = [0.0] * (len(weights) + 1), [0.0] * (n_columns + 1)
    row_of = [0] * (n_columns + 1)  # rows and columns count from 1; 0 is none
    for start in range(1, len(weights) + 1):
        row_of[0], now = start, 0
        least = [float("inf")] * (n_columns + 1)
        before = [0] * (n_columns + 1)
        used = [False] * (n_columns + 1)
        while row_of[now]:
            used[now] = True
            row, step, following = row_of[now], float("inf"), 0
            for index in range(1, n_columns + 1):
                if used[index]:
                    continue
                cost = -weights[row - 1][index - 1] - of_row[row] - of_column[index]
                if cost < least[index]:
                    least[index], before[index] = cost, now
                if least[index] < step:
                    step, following = least[index], index
            for index in range(n_columns + 1):
                if used[index]:
                    of_row[row_of[index]] += step
                    of_column[index] -= step
                else:
                    least[index] -= step
            now = following
        while now:
            row_of[now], now = row_of[before[now]], before[now]
    return [(row_of[index] - 1, index - 1) for index in range(1, n_columns + 1) if row_of[index]]


def ratios(counts: Floats, fix_edge: bool = False) -> Floats:
    """Returns precision, recall and F1, (..., 3), of counts (..., 4).

    An empty denominator makes a ratio 1; with `fix_edge`, precision is 0 if there is gold.
    """
    right, guessed, covered, marked = np.moveaxis(counts, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = np.where(guessed > 0, right / guessed, 1.0)
        recall = np.where(marked > 0, covered / marked, 1.0)
        if fix_edge:
            precision = np.where((guessed == 0) & (marked > 0), 0.0, precision)
        total = precision + recall
        f1 = np.where(total > 0, 2 * precision * recall / total, 0.0)
    return np.stack([precision, recall, f1], axis=-1)


@dataclass(frozen=True)
class _Gold:
    """The translations that are judged, and their spans.

    Attributes:
        numbers: key -> number of the translation.
        texts: the text of each.
        spans: their spans.
        clusters: what is drawn together with each translation.
    """

    numbers: Mapping[Key, int]
    texts: Sequence[str | None]
    spans: SpanArrays
    clusters: Sequence[tuple[str, object]]
    left_out: Counter[str]

    @classmethod
    def of(cls, judgements: Iterable[Judgement], unit: str) -> _Gold:
        numbers: dict[Key, int] = {}
        texts, spans, clusters = [], [], []
        left_out: Counter[str] = Counter()
        for judgement in judgements:
            if judgement.rating is None:
                continue
            key = key_of(judgement)
            if key in numbers:
                raise _repeated("gold spans", judgement)
            number = numbers[key] = len(numbers)
            texts.append(judgement.hypothesis)
            spans += item_spans(judgement.rating.errors, judgement.hypothesis, number, left_out)
            clusters.append((key[0], (judgement.document or key[2][0]) if unit == "document" else key[2]))
        if not numbers:
            raise RatingError(f"nobody marked spans in the gold: {_WITH_SPANS}")
        return cls(numbers, texts, SpanArrays.of(spans), clusters, left_out)


def _repeated(whose: str, judgement: Judgement) -> RatingError:
    line = f", line {judgement.line}" if judgement.line else ""
    return RatingError(
        f"{whose}{line}: {judgement.system}, {judgement.where} occurs twice; give each translation once, "
        "such as the judgements of one rater"
    )


def score_spans(
    gold: Iterable[Judgement],
    predictions: Mapping[str, Iterable[Judgement]],
    *,
    measures: Sequence[str] = ("f1",),
    average: str = "micro",
    penalty: float = 0.0,
    fix_edge: bool = False,
    critical_is_major: bool = True,
    resampling: Resampling | None = None,
) -> SpanScores:
    """Scores predicted error spans by gold ones, in each language pair and on average over pairs.

    Translations are matched by language pair, system and segment, not by their order.

    Args:
        gold: each translation once, with its marked errors.
        predictions: predictor -> what it predicts for the same translations.
        measures: some of `SPAN_MEASURES`.
        average: "micro" for ratios of sums over translations, "macro" for the mean over translations.
        penalty: what is taken off a matched pair of spans with different severities, from 0 to 1; of "f1" it
            is always 0.5.
        fix_edge: whether precision is 0, not 1, where nothing is predicted although there are gold spans.
        critical_is_major: whether critical spans match major ones without penalty; in "f1" they always do.
        resampling: bootstrap samples of segments, or documents, with all their translations, within each
            language pair; 1000 by default. `Resampling("none")` for no tests.

    Raises:
        RatingError: a translation occurs twice, one of a pair that a predictor took part in is missing, a
            predictor took part in none, or nobody marked errors in the gold or a prediction.
        OptionError: the penalty is out of range, or the resampling has another test.
        UnknownNameError: there is no such measure or average.
    """
    for measure in measures:
        check_name("measure of spans", measure, SPAN_MEASURES)
    check_name("average", average, AVERAGES)
    if not 0 <= penalty <= 1:
        raise OptionError(f"penalty is from 0 to 1, not {penalty}")
    how = bootstrap_of("score_spans", resampling)
    judged = _Gold.of(gold, "segment" if how is None else how.unit)
    pair_items: dict[str, list[int]] = {}
    for key, number in judged.numbers.items():
        pair_items.setdefault(key[0], []).append(number)
    notes = [_SWAPPED] if "f1" in measures and len(pair_items) > 1 else []
    notes += _left_out_notes("gold spans", judged.left_out)
    spans, taken = {}, {}
    for name, judgements in predictions.items():
        own = with_pairs_of(judgements, pair_items)
        spans[name], seen = _predicted(name, own, judged, notes)
        if not seen:
            has = ", ".join(sorted({judgement.language_pair for judgement in own})) or "nothing"
            raise RatingError(
                f"{name} has no prediction for a translation of the gold, which is of "
                f"{', '.join(pair_items)}: it is of {has}"
            )
        taken[name] = _pairs_taken(name, seen, judged, pair_items)
    common = [pair for pair in pair_items if all(pair in pairs for pairs in taken.values())]
    for name, pairs in taken.items():
        if missing := [pair for pair in pair_items if pair not in pairs]:
            notes.append(f"{name} has no predictions for {', '.join(missing)}, which no mean of it contains.")
    scores: list[SpanScore] = []
    differences: list[ItemDifference] = []
    for measure in measures:
        of_name = {name: _counts(judged, spans[name], measure, penalty, critical_is_major) for name in spans}
        made, tests = _scored(measure, of_name, taken, pair_items, judged, average, fix_edge, how)
        scores += made
        differences += tests
    n_drawn = len({cluster for cluster in judged.clusters if cluster[0] in common})
    return SpanScores(
        tuple(scores),
        tuple(differences),
        average,
        penalty,
        fix_edge,
        {name: SPAN_MEASURES[name] for name in measures},
        (*notes, *draw_note(how, n_drawn)),
    )


def _predicted(
    name: str, judgements: Iterable[Judgement], judged: _Gold, notes: list[str]
) -> tuple[SpanArrays, set[int]]:
    """Returns the predicted spans, and the numbers of the translations that have a prediction."""
    spans, seen, unknown, n_unmarked = [], set(), 0, 0
    left_out: Counter[str] = Counter()
    for judgement in judgements:
        if judgement.rating is None:
            n_unmarked += 1
            continue
        number = judged.numbers.get(key_of(judgement))
        if number is None:
            unknown += 1
            continue
        if number in seen:
            raise _repeated(name, judgement)
        seen.add(number)
        spans += item_spans(judgement.rating.errors, judged.texts[number], number, left_out)
    notes += _left_out_notes(name, left_out)
    if n_unmarked and not (seen or unknown):
        raise RatingError(f"{name} has no predicted spans: {_WITH_SPANS}")
    if unknown:
        notes.append(
            f"{name} has {counted(unknown, 'prediction')} that no gold spans are of; they are left out."
        )
    return SpanArrays.of(spans), seen


def _pairs_taken(
    name: str, seen: set[int], judged: _Gold, pair_items: Mapping[str, Sequence[int]]
) -> list[str]:
    """Returns the language pairs that a predictor took part in."""
    pairs = []
    for pair, items in pair_items.items():
        missing = [number for number in items if number not in seen]
        if len(missing) == len(items):
            continue
        if missing:
            _, system, unit = list(judged.numbers)[missing[0]]
            raise RatingError(
                f"{name} lacks {len(missing)} of {len(items)} translations of {pair}, the first of them "
                f"{system}, {unit_in_words(unit)}: predict every translation; one without errors has an "
                "empty list"
            )
        pairs.append(pair)
    return pairs


def _counts(
    judged: _Gold, spans: SpanArrays, measure: str, penalty: float, critical_is_major: bool
) -> Floats:
    if measure == "f1":
        return character_counts(judged.spans, spans, len(judged.numbers))
    return matched_counts(judged.spans, spans, len(judged.numbers), measure, penalty, critical_is_major)


def _averaged(sums: Floats, average: str, fix_edge: bool) -> Floats:
    """Returns precision, recall and F1 of sums over translations, (..., 4)."""
    if average == "micro":
        return ratios(sums, fix_edge)
    with np.errstate(invalid="ignore"):
        return np.asarray(sums[..., :3] / sums[..., 3:])


def _scored(
    measure: str,
    counts: Mapping[str, Floats],
    taken: Mapping[str, Sequence[str]],
    pair_items: Mapping[str, Sequence[int]],
    judged: _Gold,
    average: str,
    fix_edge: bool,
    how: Resampling | None,
) -> tuple[list[SpanScore], tuple[ItemDifference, ...]]:
    """Returns the scores of all predictors by one measure, and the tests of predictors."""
    tables: dict[tuple[str, str], Floats] = {}
    for name, pairs in taken.items():
        for pair in pairs:
            table = counts[name][pair_items[pair]]
            if average == "macro":
                table = np.column_stack([ratios(table, fix_edge), np.ones(len(table))])
            tables[name, pair] = table
    clusters = {pair: [judged.clusters[number] for number in items] for pair, items in pair_items.items()}
    results = compared(
        measure, tables, clusters, lambda sums: _averaged(sums, average, fix_edge)[..., 2], how
    )
    scores = []
    for name, pairs in taken.items():
        values = [_averaged(tables[name, pair].sum(axis=0), average, fix_edge) for pair in pairs]
        numbers = [len(pair_items[pair]) for pair in pairs]
        labelled: list[tuple[str | None, Floats, int]] = list(zip(pairs, values, numbers, strict=True))
        if len(pairs) > 1:
            labelled.append((None, np.mean(values, axis=0), sum(numbers)))
        for label, value, n_items in labelled:
            precision, recall, f1 = value.tolist()
            low, high = results.interval(name, label)
            scores.append(SpanScore(name, label, measure, (precision, recall, f1), low, high, n_items))
    return scores, results.differences
