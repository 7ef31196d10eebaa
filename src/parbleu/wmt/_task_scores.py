"""Scores the tasks of metrics besides spans: error-free translations, critical ones, and gain to edit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import by_name
from parbleu._base.log import warn
from parbleu._base.numbers import parse_decimal
from parbleu._base.wording import counted
from parbleu.errors import InputShapeError, RatingError
from parbleu.human._judgement import Error, Judgement, Unit, unit_in_words
from parbleu.human.formats._wmt_evaluation import EvaluationTable
from parbleu.metrics._ter import TER
from parbleu.stats.resampling import Resampling
from parbleu.stats.summed_groups import group_numbers
from parbleu.tables import Result, column, record, rows, shown
from parbleu.text._languages import same_pairs
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, tsv_rows
from parbleu.wmt._resampled_items import (
    Compared,
    Floats,
    ItemDifference,
    bootstrap_of,
    compared,
    draw_note,
    known,
)

Key = tuple[str, str, Unit]
"""A translation: language pair, system, and (document, segment)."""

ERROR_FREE_SCORE = 85.0
CRITICAL_SCORE = 10.0
CUT_STEP = 5
ERROR_COSTS: Mapping[str, float] = MappingProxyType({"minor": 1.0, "major": 5.0, "critical": 5.0})
"""Severity -> its cost where spans become a score."""


def key_of(judgement: Judgement) -> Key:
    """Returns the translation that a judgement is of."""
    return judgement.language_pair, judgement.system or "", judgement.unit


def with_pairs_of(judgements: Iterable[Judgement], pairs: Iterable[str]) -> list[Judgement]:
    """Returns judgements whose language pairs are spelled as those of others, where one means the same."""
    listed, known_pairs = list(judgements), set(pairs)
    spelled: dict[str, tuple[str, str]] = {}
    for pair in {judgement.language_pair for judgement in listed} - known_pairs:
        same = same_pairs(pair, known_pairs)
        if len(same) == 1:
            source, _, target = same[0].partition("-")
            spelled[pair] = source, target
    if not spelled:
        return listed
    own = ((judgement, spelled.get(judgement.language_pair)) for judgement in listed)
    return [
        judgement if named is None else replace(judgement, src_lang=named[0], tgt_lang=named[1])
        for judgement, named in own
    ]


def score_of_errors(
    errors: Iterable[Error], *, costs: Mapping[str, float] = ERROR_COSTS, worst: float = 25.0
) -> float:
    """Returns a score of a translation from its marked errors, from 0 to 100: the second task from the first.

    The WMT defines none; this is the cost of MQM, of which 25 is the worst: 100 - 100 * cost / worst.

    Args:
        errors: that are marked; an omission is one.
        costs: severity in lower case -> its cost; others cost nothing.
        worst: the cost from which the score is 0.
    """
    cost = sum(
        costs.get((error.severity or "").lower(), 0.0) for error in errors if not error.is_source_error
    )
    return 100.0 * (1 - min(cost, worst) / worst)


def labels_of_scores(
    scores: Mapping[Key, float], threshold: float = ERROR_FREE_SCORE, *, only_above: bool = False
) -> dict[Key, bool]:
    """Returns whether translations are predicted to be free of errors: the third task from the second.

    Args:
        scores: translation -> score; higher is better.
        threshold: from which a translation is free of errors.
        only_above: whether the threshold itself is too low.
    """
    return {key: score > threshold if only_above else score >= threshold for key, score in scores.items()}


def error_free_labels(
    judgements: Iterable[Judgement], threshold: float = ERROR_FREE_SCORE, *, omissions_count: bool = True
) -> dict[Key, bool]:
    """Returns whether translations are free of errors: a mean score from the threshold on, and no error.

    Args:
        judgements: with scores, marked errors or both, of any number of raters.
        threshold: of the mean score.
        omissions_count: whether an omission, an error without a place in the translation, is one.

    Raises:
        RatingError: a translation has no score.
    """
    listed = list(judgements)
    marked = set()
    for judgement in listed:
        errors = judgement.rating.errors if judgement.rating else ()
        if any(omissions_count or not error.is_missing for error in errors if not error.is_source_error):
            marked.add(key_of(judgement))
    return {key: key not in marked and score >= threshold for key, score in mean_scores(listed).items()}


def _check_once(whose: str, judgements: Iterable[Judgement]) -> None:
    """Raises a RatingError if a translation has two scores of the same rater."""
    seen = set()
    for judgement in judgements:
        key = key_of(judgement), judgement.rater
        if key in seen:
            line = f", line {judgement.line}" if judgement.line else ""
            raise RatingError(
                f"{whose}{line}: {judgement.system}, {judgement.where} has two scores: leave one"
            )
        seen.add(key)


def mean_scores(judgements: Iterable[Judgement]) -> dict[Key, float]:
    """Returns the mean score of each translation.

    Raises:
        RatingError: a translation has no score, or there is none at all.
    """
    scores: dict[Key, list[float]] = {}
    marked = set()
    for judgement in judgements:
        of_key = scores.setdefault(key_of(judgement), [])
        if judgement.score is not None:
            of_key.append(judgement.score)
        elif judgement.rating and judgement.rating.errors:
            marked.add(key_of(judgement))
    if not scores:
        raise RatingError("there is no score of a translation: give files with scores")
    for key, values in scores.items():
        if not values:
            pair, system, unit = key
            has = "has marked errors, but no score" if key in marked else "has no score"
            of_pair = f"{pair}: " if pair.strip("-") else ""
            raise RatingError(
                f"{of_pair}{system}, {unit_in_words(unit)} {has}: labels come from scores, from 0 to 100 as "
                "those of ESA and DA; give files where every translation has one"
            )
    return {key: sum(values) / len(values) for key, values in scores.items()}


@record
class ErrorFreeScore:
    """How well translations without errors are predicted.

    Attributes:
        predictor: whose predictions.
        language_pair: the pair; None for all translations together.
        mcc: Matthews' correlation coefficient; None if gold or prediction are of one kind only, where the
            official figure is 0.
        low: the lower end of its 95 % interval.
        high: its upper end.
        tp: free of errors, and predicted so.
        fp: with errors, but predicted to be free.
        fn: free of errors, but not predicted so.
        tn: with errors, and predicted so.
    """

    column_order = "predictor language_pair mcc low high precision recall f1 tp fp fn tn"
    predictor: str
    language_pair: str | None = column(convert=str, missing="all")
    mcc: float | None = column("MCC", decimals=4, better="higher", low="low", high="high")
    low: float | None = column(people=False, decimals=4)
    high: float | None = column(people=False, decimals=4)
    tp: int
    fp: int
    fn: int
    tn: int

    @property
    @shown(decimals=4, better="higher")
    def precision(self) -> float | None:
        """The share of what is predicted to be free of errors that is; None if nothing is, officially 0."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    @shown(decimals=4, better="higher")
    def recall(self) -> float | None:
        """The share of what is free of errors that is predicted; None if nothing is, officially 0."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None

    @property
    @shown("F1", decimals=4, better="higher")
    def f1(self) -> float | None:
        """2 tp / (2 tp + fp + fn); None if there is nothing, officially 0."""
        total = self.tp + self.fp + self.fn
        return 2 * self.tp / (self.tp + total) if total else None


@record
class ErrorFreeScores(Result):
    """How well predictors find translations without errors.

    Attributes:
        scores: a row for each predictor and language pair, and for all pairs together.
        differences: the tests of predictors, by MCC, averaged over language pairs in which it is defined.
        notes: what is to be known.
        version: of the rule.
    """

    scores: tuple[ErrorFreeScore, ...] = rows(
        "error_free", ErrorFreeScore, facts="version", notes=lambda made: made.notes
    )
    differences: tuple[ItemDifference, ...] = rows("error_free_differences", ItemDifference, if_any=True)
    notes: tuple[str, ...]
    version: str = "wmt26 task 3 (as reported)"


def _mcc(counts: Floats) -> Floats:
    """Returns Matthews' coefficient of tp, fp, fn and tn, (..., 4); NaN if it is undefined."""
    tp, fp, fn, tn = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        # In this order the products are squares if all is right, or all wrong: 1 and -1 come out exactly.
        root = np.sqrt(((tp + fp) * (tn + fn)) * ((tp + fn) * (tn + fp)))
        return np.asarray((tp * tn - fp * fn) / root)


def score_error_free(
    gold: Mapping[Key, bool],
    predictions: Mapping[str, Mapping[Key, bool]],
    *,
    documents: Mapping[Key, Hashable] | None = None,
    resampling: Resampling | None = None,
) -> ErrorFreeScores:
    """Scores predictions of which translations are free of errors.

    Args:
        gold: translation -> whether it is free of errors.
        predictions: predictor -> translation -> whether it is predicted to be.
        documents: translation -> its document, where that is not in the key.
        resampling: bootstrap samples of segments, or documents, with all their translations; 1000 by default.
            `Resampling("none")` for no tests.

    Raises:
        RatingError: a predictor has not predicted every translation.
    """
    how = bootstrap_of("score_error_free", resampling)
    tables, clusters = {}, _clusters(gold, documents, how)
    pairs = _by_pair(gold)
    for name, predicted in predictions.items():
        _check_all(name, gold, predicted)
        for pair, keys in pairs.items():
            truth = np.array([gold[key] for key in keys], dtype=bool)
            guess = np.array([predicted[key] for key in keys], dtype=bool)
            kinds = truth & guess, ~truth & guess, truth & ~guess, ~truth & ~guess
            tables[name, pair] = np.stack(kinds, axis=1).astype(np.float64)
    results = compared("mcc", tables, clusters, _mcc, how)
    scores = []
    for name in predictions:
        sums = [(pair, tables[name, pair].sum(axis=0)) for pair in pairs]
        scores += [_error_free_row(name, pair, counts, results) for pair, counts in sums]
        if len(pairs) > 1:
            total = np.sum([counts for _, counts in sums], axis=0)
            scores.append(_error_free_row(name, None, total, None))
    one_kind = [pair for pair, keys in pairs.items() if len({gold[key] for key in keys}) == 1]
    notes = _left_out(gold, predictions)
    if one_kind:
        notes.append(f"All translations of {', '.join(one_kind)} are of one kind: MCC is undefined.")
    notes += draw_note(how, sum(len(set(names)) for names in clusters.values()))
    return ErrorFreeScores(tuple(scores), results.differences, tuple(notes))


def _error_free_row(name: str, pair: str | None, counts: Floats, results: Compared | None) -> ErrorFreeScore:
    bounds = results.interval(name, pair) if results is not None else (None, None)
    return ErrorFreeScore(name, pair, known(float(_mcc(counts))), *bounds, *map(int, counts.tolist()))


def _by_pair(keys: Iterable[Key]) -> dict[str, list[Key]]:
    pairs: dict[str, list[Key]] = {}
    for key in keys:
        pairs.setdefault(key[0], []).append(key)
    return pairs


def _clusters(
    keys: Iterable[Key], documents: Mapping[Key, Hashable] | None, how: Resampling | None
) -> dict[str, list[Hashable]]:
    """Returns what is drawn together with each translation of each language pair."""
    by_document = how is not None and how.unit == "document"
    clusters: dict[str, list[Hashable]] = {}
    for key in keys:
        cluster: Hashable = key[2]
        if by_document:
            cluster = documents[key] if documents is not None else key[2][0]
        clusters.setdefault(key[0], []).append(cluster)
    return clusters


def _check_all(name: str, gold: Iterable[Key], predicted: Mapping[Key, object]) -> None:
    missing = [key for key in gold if key not in predicted]
    if missing:
        pair, system, unit = missing[0]
        raise RatingError(
            f"{name} lacks {counted(len(missing), 'translation')}, the first of them {pair}, {system}, "
            f"{unit_in_words(unit)}: predict all"
        )


def _left_out(gold: Mapping[Key, object], predictions: Mapping[str, Mapping[Key, object]]) -> list[str]:
    """Returns a note for each predictor that has predictions for translations that nobody judged."""
    beyond = {name: sum(key not in gold for key in predicted) for name, predicted in predictions.items()}
    return [
        f"{name} has {counted(number, 'prediction')} for translations that nobody judged; left out."
        for name, number in beyond.items()
        if number
    ]


@record
class CriticalityScore:
    """How well a metric finds critical translations, those that people score below 10.

    Attributes:
        metric: its name.
        language_pair: the pair; None for the mean over pairs.
        official: the best F1 over cuts after every fifth translation, in the better direction.
        best: the best F1 over all cuts between different scores.
        cross_validated: F1 where half of the segments choose the cut for the other half.
        low: the lower end of the 95 % interval of F1 at the best cut.
        high: its upper end.
        critical: how many translations are critical.
        translations: how many there are.
    """

    metric: str
    language_pair: str | None = column(convert=str, missing="mean")
    official: float = column("F1, official", decimals=4, better="higher")
    best: float = column("F1, all cuts", decimals=4, better="higher", low="low", high="high")
    cross_validated: float = column("F1, cross-validated", decimals=4, better="higher")
    low: float | None = column(people=False, decimals=4)
    high: float | None = column(people=False, decimals=4)
    critical: int
    translations: int


@record
class CriticalityScores(Result):
    """How well metrics find critical translations.

    Attributes:
        scores: a row for each metric and language pair, and the mean over pairs.
        differences: the tests of metrics, by the F1 at the best cut, averaged over pairs.
        notes: what is to be known.
        version: of the rule.
    """

    scores: tuple[CriticalityScore, ...] = rows(
        "criticality", CriticalityScore, facts="version", notes=lambda made: made.notes
    )
    differences: tuple[ItemDifference, ...] = rows("criticality_differences", ItemDifference, if_any=True)
    notes: tuple[str, ...]
    version: str = "wmt25 task 1, criticality (d1f6ab9)"


def score_criticality(
    human: Mapping[Key, float],
    metrics: Mapping[str, Mapping[Key, float]],
    *,
    threshold: float = CRITICAL_SCORE,
    documents: Mapping[Key, Hashable] | None = None,
    resampling: Resampling | None = None,
) -> CriticalityScores:
    """Scores how well metrics find critical translations.

    The official figure chooses the best cut on the data that it is computed on, at every fifth translation
    in the order of the file among equal scores; `best` looks at all cuts and is independent of the order.

    Args:
        human: translation -> mean human score.
        metrics: metric -> translation -> score, in either direction.
        threshold: a translation is critical if its score is lower.
        documents: translation -> its document, where that is not in the key.
        resampling: bootstrap samples of segments, or documents, with cuts that stay where they are; 1000 by
            default. `Resampling("none")` for no tests.

    Raises:
        RatingError: a metric lacks a translation.
    """
    how = bootstrap_of("score_criticality", resampling)
    pairs, clusters = _by_pair(human), _clusters(human, documents, how)
    tables, facts = {}, {}
    for name, scores in metrics.items():
        _check_all(name, human, scores)
        for pair, keys in pairs.items():
            critical = np.array([human[key] < threshold for key in keys])
            values = np.array([scores[key] for key in keys], dtype=np.float64)
            best, chosen = _best_cut(values, critical)
            tables[name, pair] = np.stack([critical & chosen, critical, chosen], axis=1).astype(np.float64)
            segments = group_numbers([key[2] for key in keys])
            crossed = _cross_validated(values, critical, segments % 2 == 1)
            facts[name, pair] = (official_criticality(values, critical), best, crossed)
    results = compared("f1", tables, clusters, _f1_of, how)
    rows_made = []
    for name in metrics:
        for pair, keys in pairs.items():
            n_critical = sum(human[key] < threshold for key in keys)
            low, high = results.interval(name, pair)
            rows_made.append(
                CriticalityScore(name, pair, *facts[name, pair], low, high, n_critical, len(keys))
            )
        if len(pairs) > 1:
            official, best, crossed = np.mean([facts[name, pair] for pair in pairs], axis=0).tolist()
            low, high = results.interval(name, None)
            n_critical = sum(score < threshold for score in human.values())
            rows_made.append(
                CriticalityScore(name, None, official, best, crossed, low, high, n_critical, len(human))
            )
    notes = ["Cuts are chosen on the same translations, but for cross-validated ones."]
    notes += _left_out(human, metrics)
    notes += draw_note(how, sum(len(set(names)) for names in clusters.values()))
    return CriticalityScores(tuple(rows_made), results.differences, tuple(notes))


def _f1_of(sums: Floats) -> Floats:
    """Returns F1 of right, critical and predicted translations, (..., 3); 0 if there are none."""
    total = sums[..., 1] + sums[..., 2]
    return np.asarray(2 * sums[..., 0] / np.where(total > 0, total, 1))


def official_criticality(values: Floats, critical: NDArray[np.bool_]) -> float:
    """Returns the best F1 over cuts after 1, 6, 11, ... translations, of either direction of the scores.

    Equal scores stay in their order; no cut is after all translations.
    """
    cuts = np.arange(1, len(values), CUT_STEP)
    best = 0.0
    for ordered in (np.argsort(values, kind="stable"), np.argsort(-values, kind="stable")):
        right = np.cumsum(critical[ordered])[cuts - 1]
        f1 = 2 * right / (cuts + max(1, critical.sum()))
        best = max(best, float(f1.max(initial=0.0)))
    return best


def _best_cut(values: Floats, critical: NDArray[np.bool_]) -> tuple[float, NDArray[np.bool_]]:
    """Returns the best F1 over cuts between different scores, and what that cut predicts."""
    best, chosen = 0.0, np.zeros(len(values), dtype=bool)
    for sign in (1.0, -1.0):
        order = np.argsort(sign * values, kind="stable")
        last = np.flatnonzero(np.diff(values[order], append=np.inf))
        right = np.cumsum(critical[order])[last]
        f1 = 2 * right / (last + 1 + critical.sum())
        if len(f1) and f1.max() > best:
            index = int(f1.argmax())
            best = float(f1[index])
            chosen = sign * values <= sign * values[order[last[index]]]
    return best, chosen


def _cross_validated(values: Floats, critical: NDArray[np.bool_], half: NDArray[np.bool_]) -> float:
    """Returns F1 of all translations, each predicted by the best cut of the other half."""
    predicted = np.zeros(len(values), dtype=bool)
    for part in (half, ~half):
        _, chosen = _best_cut(values[~part], critical[~part])
        inside = values[~part][chosen]
        if not len(inside):
            continue
        is_low = inside.max() < values[~part][~chosen].min(initial=np.inf)
        predicted[part] = values[part] <= inside.max() if is_low else values[part] >= inside.min()
    counts = np.array([(critical & predicted).sum(), critical.sum(), predicted.sum()], dtype=np.float64)
    return float(_f1_of(counts))


OFFICIAL_SCORE = "overall_comet22"
"""The column of the scores of translations in WMT25's tables."""
CHARACTER_TER = TER(asian_support=True, normalized=True)
"""TER that counts the characters of Chinese and Japanese."""


LABEL_TASKS: Mapping[str, float] = MappingProxyType(
    {"error-free": ERROR_FREE_SCORE, "criticality": CRITICAL_SCORE}
)
"""Task -> the score from which a translation is free of errors, or below which it is critical."""


def score_labels(
    gold: Iterable[Judgement],
    predictions: Mapping[str, Iterable[Judgement]],
    task: str,
    *,
    threshold: float | None = None,
    resampling: Resampling | None = None,
) -> ErrorFreeScores | CriticalityScores:
    """Scores how well translations without errors, or critical ones, are predicted by scores.

    Args:
        gold: the judgements of people.
        predictions: predictor -> judgements with scores.
        task: "error-free" or "criticality".
        threshold: another one than that of `LABEL_TASKS`.
        resampling: bootstrap samples of segments, or documents, with all their translations; 1000 by default.
            `Resampling("none")` for no tests.

    Raises:
        UnknownNameError: there is no such task.
        RatingError: a translation has no score, or a predictor lacks one, or has two.
    """
    usual = by_name("task of labels", task, LABEL_TASKS)
    judged = list(gold)
    pairs = {judgement.language_pair for judgement in judged}
    scores = {}
    for name, of_name in predictions.items():
        predicted = with_pairs_of(of_name, pairs)
        _check_once(name, predicted)
        scores[name] = mean_scores(predicted)
    least = usual if threshold is None else threshold
    documents = {key_of(judgement): judgement.document or judgement.unit[0] for judgement in judged}
    if task == "criticality":
        return score_criticality(
            mean_scores(judged), scores, threshold=least, documents=documents, resampling=resampling
        )
    return score_error_free(
        error_free_labels(judged, least),
        {name: labels_of_scores(of_name, least) for name, of_name in scores.items()},
        documents=documents,
        resampling=resampling,
    )


@record
class EditGain:
    """What an editor's changes gain, for what they cost.

    Attributes:
        editor: whose post-edits.
        language_pair: the pair; None for the mean over pairs.
        gain: the mean change of the score.
        ter: TER of the texts before against the post-edits, in percent.
        ratio: gain / (TER / 100); None if nothing was changed, which the official file writes as -999.
        low: the lower end of the 95 % interval of the ratio.
        high: its upper end.
        segments: how many.
    """

    editor: str
    language_pair: str | None = column(convert=str, missing="mean")
    gain: float = column("gain", decimals=4, better="higher")
    ter: float | None = column("TER", decimals=2)
    ratio: float | None = column("gain to edit", decimals=4, better="higher", low="low", high="high")
    low: float | None = column(people=False, decimals=4)
    high: float | None = column(people=False, decimals=4)
    segments: int


@record
class EditGains(Result):
    """Gain to edit of several editors.

    Attributes:
        gains: a row for each editor and language pair, and the mean over pairs.
        differences: the tests of editors, by the mean ratio over the pairs in which it is defined.
        signature: of TER.
        notes: what is to be known.
        version: of the rule.
    """

    gains: tuple[EditGain, ...] = rows(
        "gain_to_edit", EditGain, facts="version signature", notes=lambda made: made.notes
    )
    differences: tuple[ItemDifference, ...] = rows("gain_differences", ItemDifference, if_any=True)
    signature: str
    notes: tuple[str, ...]
    version: str = "wmt25 task 3 (d1f6ab9), all segments"


@dataclass(frozen=True)
class PostEditedTexts:
    """The post-edits of one editor in a language pair.

    Attributes:
        texts: the texts before.
        edited: the texts after.
        before: the scores of `texts`.
        after: the scores of `edited`.
        documents: what is drawn together; None for each segment.
        segments: which texts are translations of the same segment, which are drawn together; None if none
            are.
    """

    texts: tuple[str, ...]
    edited: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    documents: tuple[str, ...] | None = None
    segments: tuple[Unit, ...] | None = None


class _PostEdit(NamedTuple):
    """A row of a table of post-edits; what is not asked for is empty."""

    text: str
    edited: str
    before: float
    after: float
    document: str


def read_post_edits(
    files: Mapping[str, str],
    *,
    gold: str | None = None,
    after: str,
    before: str = OFFICIAL_SCORE,
    language_pair: str | None = None,
) -> dict[tuple[str, str], PostEditedTexts]:
    """Reads post-edits as the third task of WMT25 has them; returns the argument of `gain_to_edit`.

    Tables have a row for each translation, with its text in "hypothesis_segment". Rows are matched by
    language pair, system and segment.

    Args:
        files: editor -> table with the column "post_edit" and the scores of it.
        gold: a table with the scores of the translations; None if those of the editors have them.
        after: the column of the scores of post-edits.
        before: the column of the scores of translations.
        language_pair: only this one.

    Raises:
        FormatError: a column is missing, a score is no number, or a translation stands twice.
        RatingError: an editor lacks a translation, or there is none of the language pair.
    """
    own_before = before if gold is None else None
    edits = {name: _post_edits(path, "post_edit", own_before, after) for name, path in files.items()}
    if gold is None:
        known_rows = {key: row for rows_of in edits.values() for key, row in rows_of.items()}
    else:
        known_rows = _post_edits(gold, None, before, None)
    pairs = {pair for pair, _, _ in known_rows}
    wanted = pairs if language_pair is None else {*same_pairs(language_pair, pairs)}
    if not wanted:
        raise RatingError(
            f"there are no translations of {language_pair}: {', '.join(sorted(pairs))} are there"
            if pairs
            else f"there are no translations in {', '.join(files.values()) if gold is None else gold}"
        )
    keys = _by_pair(key for key in known_rows if key[0] in wanted)
    made = {}
    for name, rows_of in edits.items():
        asked = (key for key in rows_of if language_pair is None or key[0] in wanted)
        beyond = sum(key not in known_rows for key in asked)
        if beyond:
            warn(f"{files[name]}: {counted(beyond, 'post-edit')} of translations that {gold} lacks, left out")
        for pair, own in keys.items():
            _check_all(name, own, rows_of)
            texts = [known_rows[key] if gold is not None else rows_of[key] for key in own]
            made[name, pair] = PostEditedTexts(
                texts=tuple(row.text for row in texts),
                edited=tuple(rows_of[key].edited for key in own),
                before=tuple(row.before for row in texts),
                after=tuple(rows_of[key].after for key in own),
                documents=tuple(row.document for row in texts),
                segments=tuple(unit for _, _, unit in own),
            )
    return made


def _post_edits(path: str, edited: str | None, before: str | None, after: str | None) -> dict[Key, _PostEdit]:
    """Returns translation -> its row in a table, with the values of columns; None for those not asked for."""
    table = EvaluationTable()
    edits: dict[Key, _PostEdit] = {}
    for row in tsv_rows(Lines(path)):
        judgement = table.judgement(row)
        key = key_of(judgement)
        if key in edits:
            raise row.wrong(f"{key[0]}, {key[1]}, {unit_in_words(key[2])} stands on an earlier line, too")
        if edited is not None and edited not in row.fields:
            row.get(edited)
        edits[key] = _PostEdit(
            text=judgement.hypothesis or "",
            edited=(row.find(edited) or "") if edited is not None else "",
            before=_number(row, before),
            after=_number(row, after),
            document=judgement.document or "",
        )
    return edits


def _number(row: NumberedRow, name: str | None) -> float:
    """Returns the number in a column; 0 for no column."""
    if name is None:
        return 0.0
    text = row.get(name)
    try:
        return parse_decimal(text)
    except ValueError as problem:
        raise row.wrong(f"{name}: {problem}") from None


def _ratio(sums: Floats) -> Floats:
    """Returns gain over edit rate of summed changes, segments, edits and words; NaN without edits."""
    change, count, edits, words = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(edits > 0, change / count * words / edits, np.nan))


def gain_to_edit(
    edits: Mapping[tuple[str, str], PostEditedTexts],
    *,
    ter: TER | None = None,
    resampling: Resampling | None = None,
) -> EditGains:
    """Computes the gain of post-edits for each edit: the mean change of a score over TER of what was changed.

    All segments count; the official script draws 100 of a pair that has more.

    Args:
        edits: (editor, language pair) -> post-edits; the editors of a pair have the same segments.
        ter: how edits are counted; by default as the official script does, where a Chinese or Japanese
            segment is one word, so that any change costs about 100. `TER(asian_support=True)` counts
            characters of these.
        resampling: bootstrap samples of segments, or documents; 1000 by default. `Resampling("none")` for no
            tests.

    Raises:
        InputShapeError: texts and scores of an editor, or editors of a pair, differ in number.
    """
    how = bootstrap_of("gain_to_edit", resampling)
    counter = ter if ter is not None else TER()
    tables: dict[tuple[str, str], Floats] = {}
    clusters: dict[str, Sequence[Hashable]] = {}
    for (editor, pair), done in edits.items():
        sizes = {len(done.texts), len(done.edited), len(done.before), len(done.after)}
        if len(sizes) > 1 or (pair in clusters and len(clusters[pair]) != len(done.texts)):
            raise InputShapeError(
                f"{editor}, {pair}: give as many texts, post-edits and scores, of all segments"
            )
        by_document = how is not None and how.unit == "document" and done.documents is not None
        segments = done.segments if done.segments is not None else range(len(done.texts))
        clusters[pair] = done.documents or () if by_document else segments
        counts = counter.statistics(list(done.texts), [list(done.edited)])
        change = np.array(done.after) - np.array(done.before)
        tables[editor, pair] = np.column_stack([change, np.ones(len(change)), counts])
    results = compared("gain to edit", tables, clusters, _ratio, how)
    gains = []
    for editor in dict.fromkeys(name for name, _ in edits):
        own = [pair for name, pair in edits if name == editor]
        for pair in own:
            change, count, n_edits, words = tables[editor, pair].sum(axis=0).tolist()
            rate = 100 * n_edits / words if words else 100.0 * (n_edits > 0)
            ratio = known(results.values[editor, pair])
            low, high = results.interval(editor, pair) if ratio is not None else (None, None)
            gains.append(EditGain(editor, pair, change / count, rate, ratio, low, high, int(count)))
        if len(own) > 1:
            mean = float(np.mean([row.gain for row in gains[-len(own) :]]))
            ratio = results.values.get((editor, None))
            low, high = results.interval(editor, None)
            n_segments = sum(row.segments for row in gains[-len(own) :])
            gains.append(EditGain(editor, None, mean, None, ratio, low, high, n_segments))
    unchanged = sorted({pair for (_, pair), value in results.values.items() if pair and value != value})
    notes = [f"An editor changed nothing in {', '.join(unchanged)}: the ratio is undefined, and in no mean."]
    notes = (notes if unchanged else []) + draw_note(how, sum(len(set(names)) for names in clusters.values()))
    return EditGains(tuple(gains), results.differences, counter.get_signature().format(), tuple(notes))
