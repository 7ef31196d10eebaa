"""Computes AutoRank, the ranking by automatic metrics that decides which systems people rate (WMT25)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from parbleu._base.known_names import check_name
from parbleu._base.numbers import is_plain_number
from parbleu._base.wording import counted
from parbleu._io.json_text import as_json
from parbleu.errors import FormatError, InputShapeError, OptionError
from parbleu.stats.joint_bootstrap import percentile_bounds
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table, column, record, table_of
from parbleu.text._languages import same_pairs
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, json_lines
from parbleu.wmt._resampled_items import Floats, bootstrap_of, draw_note, known, sampled_means

AUTORANK_VERSION = "wmt25 (preliminary ranking, August 2025)"
EPSILON = 1e-12
_SAMPLES_AT_ONCE = 256

AUTORANK_METRICS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "with reference": (
            "CometKiwi-XL",
            "GEMBA-ESA-CMDA",
            "GEMBA-ESA-GPT4.1",
            "MetricX-24-Hybrid-XL",
            "XCOMET-XL",
        ),
        "without reference": ("GEMBA-ESA-CMDA", "GEMBA-ESA-GPT4.1", "MetricX-24-Hybrid-XL", "XCOMET-XL"),
        "without model": ("chrF++",),
    }
)
"""Kind of language pair -> the metrics of its AutoRank; "without model" are en-bho_IN and en-mas_KE."""

_ONE_DECIMAL = ("gemba", "metricx", "chrf")

Scores = Mapping[str, Mapping[str, float | Sequence[float | None]]]


@record
class MetricScale:
    """How the scores of a metric are scaled.

    Attributes:
        metric: its name.
        median: of the systems.
        q25: the first quartile.
        q100: the highest.
        spread: the highest less the first quartile, by which scores are divided.
        skipped: how many segment scores are missing.
    """

    metric: str
    median: float = column(decimals=4)
    q25: float = column(decimals=4)
    q100: float = column(decimals=4)
    spread: float = column(decimals=4)
    skipped: int


@record
class AutoRanked:
    """A system in the ranking by metrics.

    Attributes:
        system: its name.
        autorank: from 1, the best, to the number of systems.
        low: the lower end of its 95 % interval, from bootstrap samples; None for scores of systems.
        high: its upper end.
        is_constrained: whether it is of the constrained track; None if that is not known.
        choice: how the rule chooses it for human evaluation: "constrained" or "open"; "" if it does not.
        tuned_to: metrics of this ranking that the system was tuned to, or re-ranks with: its place says
            less.
        mean_z: the mean of its scaled scores.
        scores: metric -> its score.
    """

    column_order = "system autorank low high is_constrained choice tuned_to mean_z"
    system: str
    autorank: float = column("AutoRank", decimals=1, better="lower", low="low", high="high")
    low: float | None = column(decimals=1, people=False)
    high: float | None = column(decimals=1, people=False)
    is_constrained: bool | None = column("constrained", kind=bool)
    choice: str = column("for human evaluation")
    tuned_to: tuple[str, ...] = column("tuned to")
    mean_z: float = column("mean z", decimals=4, people=False)
    scores: Mapping[str, float] = column(is_column=False)


@record
class AutoRanking(Result):
    """Systems by AutoRank, the best first.

    Attributes:
        systems: a row for each.
        scales: how each metric is scaled.
        notes: what is to be known.
        seed: of the bootstrap; None if nothing was drawn.
        version: of the rule.
    """

    systems: tuple[AutoRanked, ...]
    scales: tuple[MetricScale, ...]
    notes: tuple[str, ...]
    seed: int | None
    version: str = AUTORANK_VERSION

    @property
    def chosen(self) -> tuple[str, ...]:
        """The systems for human evaluation: the constrained ones first, then the others, the best first."""
        order = {"constrained": 0, "open": 1}
        chosen = [ranked for ranked in self.systems if ranked.choice]
        return tuple(ranked.system for ranked in sorted(chosen, key=lambda ranked: order[ranked.choice]))

    def tables(self) -> tuple[Table, ...]:
        """Returns the ranking with the score of each metric, and how metrics are scaled."""
        table = table_of("autorank", AutoRanked, self.systems)
        metrics = [scale.metric for scale in self.scales]
        columns = [
            Column(
                name, kind=float, better="higher", decimals=1 if name.lower().startswith(_ONE_DECIMAL) else 3
            )
            for name in metrics
        ]
        cells = [
            [*row, *(ranked.scores[name] for name in metrics)]
            for row, ranked in zip(table.rows, self.systems, strict=True)
        ]
        facts: dict[str, Any] = {"version": self.version, "seed": self.seed}
        ranking = Table("autorank", [*table.columns, *columns], cells, notes=self.notes, facts=facts)
        return ranking, table_of("metric_scales", MetricScale, self.scales)


@dataclass(frozen=True)
class AutomaticScores:
    """The segment scores of a language pair.

    Attributes:
        scores: metric -> system -> scores of segments, None where there is none.
        documents: the document of each segment.
    """

    scores: Mapping[str, Mapping[str, list[float | None]]]
    documents: tuple[str, ...]


def read_automatic_scores(
    paths: str | Iterable[str], language_pair: str | None = None, *, metrics: Iterable[str] | None = None
) -> AutomaticScores:
    """Reads files of automatic scores of WMT25: JSON lines, one for each document of a system.

    Documents are matched by their domains and names, not by the order of lines.

    Args:
        paths: the files, or one; a system has the name that its lines say, or else that of the file.
        language_pair: which one, however it is spelled; None if there is only one.
        metrics: only these.

    Raises:
        FormatError: a line is no such document, has metrics of different numbers of segments or other numbers
            than another system, or a document of a system stands twice.
        InputShapeError: there are other language pairs, no scores, or a system lacks a document, or a metric
            of one.
        UnknownNameError: there is no such metric.
    """
    lines: list[_ScoredDocument] = []
    for path in [paths] if isinstance(paths, str) else paths:
        of_file = [_scored_document(row) for row in json_lines(Lines(str(path)))]
        if not of_file:
            raise FormatError(str(path), 0, "there are no scores: this file is empty")
        lines += of_file
    pairs = list(dict.fromkeys(line.pair for line in lines))
    if language_pair is None and len(pairs) > 1:
        raise InputShapeError(f"there are scores of {', '.join(sorted(pairs))}: name one language pair")
    wanted = pairs if language_pair is None else same_pairs(language_pair, pairs)
    systems: dict[str, dict[tuple[str, str], _ScoredDocument]] = {}
    first: dict[tuple[str, str], _ScoredDocument] = {}
    for line in lines:
        if line.pair not in wanted:
            continue
        if systems.setdefault(line.system, {}).setdefault(line.key, line) is not line:
            raise line.row.wrong(f"the document {line.name} of {line.system} stands twice: remove one")
        other = first.setdefault(line.key, line)
        if line.n_segments != other.n_segments:
            raise line.row.wrong(
                f"{line.system} has scores of {counted(line.n_segments, 'segment')} of {line.name}, and "
                f"{other.system} of {other.n_segments}"
            )
    if not systems:
        there = f", only of {', '.join(sorted(pairs))}" if any(pairs) else ""
        raise InputShapeError(f"there are no scores of {language_pair or 'any document'}{there}")
    one = next(iter(systems))
    for system, documents in systems.items():
        if missing := documents.keys() ^ systems[one].keys():
            raise InputShapeError(
                f"{system} and {one} have other documents, such as {first[min(missing)].name}"
            )
    every = list(
        dict.fromkeys(metric for of in systems.values() for line in of.values() for metric in line.scores)
    )
    chosen = list(metrics or every)
    for metric in chosen:
        check_name("metric", metric, every)
        for system, documents in systems.items():
            if lacking := [line.name for line in documents.values() if metric not in line.scores]:
                raise InputShapeError(
                    f"{metric} has no scores of {system} in {counted(len(lacking), 'document')} of "
                    f"{len(documents)}, such as {lacking[0]}: score them or leave out the metric"
                )
    table = {
        metric: {
            system: [score for key in systems[one] for score in documents[key].scores[metric]]
            for system, documents in systems.items()
        }
        for metric in chosen
    }
    return AutomaticScores(
        table, tuple(line.name for line in systems[one].values() for _ in range(line.n_segments))
    )


@dataclass(frozen=True)
class _ScoredDocument:
    """The automatic scores of a document of a system, from one line."""

    row: NumberedRow
    pair: str
    system: str
    key: tuple[str, str]
    scores: Mapping[str, list[float | None]]
    n_segments: int

    @property
    def name(self) -> str:
        """The domain and the document."""
        return " ".join(filter(None, self.key))


def _scored_document(row: NumberedRow) -> _ScoredDocument:
    """Returns the scores of a line; raises FormatError if it has none, or they are no lists of one length."""
    scores = row.fields.get("metric_scores")
    if not isinstance(scores, dict):
        raise row.wrong('a line has document_id and metric_scores, such as {"chrF++": [51.5, null]}')
    document, pair, domain, system = texts = [
        row.fields.get(name) or "" for name in ("document_id", "language_pair", "domain", "system")
    ]
    if not document or not all(isinstance(text, str) for text in texts):
        raise row.wrong("document_id is text, and so are language_pair, domain and system, if there are any")
    n_segments = None
    for metric, of_metric in scores.items():
        if not isinstance(of_metric, list):
            raise row.wrong(f"{metric} is a list of numbers, not {as_json(of_metric)}")
        for value in of_metric:
            if value is not None and not is_plain_number(value):
                raise row.wrong(f"{metric} is a list of numbers or null, and has {value!r:.60}")
        if n_segments not in (None, len(of_metric)):
            raise row.wrong(f"{metric} has {counted(len(of_metric), 'score')}, other metrics {n_segments}")
        n_segments = len(of_metric)
    if n_segments is None:
        raise row.wrong("metric_scores has no metric")
    name = system or Path(row.path).name.partition(".jsonl")[0]
    return _ScoredDocument(row, pair, name, (domain, document), scores, n_segments)


def autorank(
    scores: Scores,
    *,
    constrained: Iterable[str] | None = None,
    n_constrained: int = 8,
    n_chosen: int = 18,
    tuned: Mapping[str, Iterable[str]] | None = None,
    refuse_zero_spread: bool = True,
    clusters: Sequence[Hashable] | None = None,
    resampling: Resampling | None = None,
) -> AutoRanking:
    """Ranks systems by the mean of scaled metric scores.

    A score is (x - median) / (highest - first quartile) over the systems. AutoRank is linear in the mean
    of them over metrics: 1 for the highest, the number of systems for the lowest.

    Args:
        scores: metric -> system -> segment scores, whose mean is that of the system and of which None is left
            out; or the score of the system. Higher is better.
        constrained: the systems of the constrained track, the best `n_constrained` of which are chosen first.
        n_constrained: how many those are.
        n_chosen: how many systems are chosen for human evaluation.
        tuned: system -> metrics that it was tuned to, or re-ranks with, such as "MetricX".
        refuse_zero_spread: whether a metric whose highest score is its first quartile is refused; the formula
            divides by 1e-12 otherwise, so that it decides alone.
        clusters: what is drawn together, such as the document of each segment; None for each segment.
        resampling: bootstrap samples of segments for intervals, 1000 by default; `Resampling("none")` for
            none. Scores of systems have none.

    Raises:
        InputShapeError: there are fewer than two systems, a metric lacks a system or has other numbers of
            segments, has no spread, or all systems are equal.
        OptionError: a name of `constrained` or `tuned` is no system, or a system is tuned to a metric that is
            neither in the ranking nor one of `AUTORANK_METRICS`.
    """
    metrics = list(scores)
    systems = list(dict.fromkeys(system for of_system in scores.values() for system in of_system))
    if len(systems) < 2:
        raise InputShapeError("AutoRank needs scores of two or more systems")
    for metric in metrics:
        if missing := [system for system in systems if system not in scores[metric]]:
            raise InputShapeError(
                f"{metric} has no scores of {', '.join(missing)}: AutoRank is undefined; score them or leave "
                "out the metric"
            )
    of_constrained = None if constrained is None else set(constrained)
    for name in [*(of_constrained or ()), *(tuned or ())]:
        if name not in systems:
            raise OptionError(f"{name} is none of the ranked systems")
    known_metrics = dict.fromkeys([*metrics, *(one for kind in AUTORANK_METRICS.values() for one in kind)])
    for system, names in (tuned or {}).items():
        for name in names:
            if not _tuned_to(list(known_metrics), [name]):
                raise OptionError(
                    f"{system} cannot be tuned to {name}, which is no metric: there are {', '.join(metrics)}"
                )
    values = np.empty((len(metrics), len(systems)))
    skipped = []
    rows: list[Floats] = []
    for index, metric in enumerate(metrics):
        tables = [_table(metric, system, scores[metric][system]) for system in systems]
        values[index] = [np.nansum(row) / np.count_nonzero(~np.isnan(row)) for row in tables]
        skipped.append(sum(int(np.isnan(row).sum()) for row in tables))
        rows += tables
    means, centre, quartile, highest = _scaled(values)
    spread = highest - quartile
    for metric, width in zip(metrics, spread.tolist(), strict=True):
        if refuse_zero_spread and width == 0:
            raise InputShapeError(
                f"{metric}: three quarters of the systems share the highest score, so that scores cannot be "
                "scaled; leave out the metric"
            )
    places = _places(means)
    if np.isnan(places).any():
        raise InputShapeError("all systems have the same mean, so they cannot be ranked")
    how = bootstrap_of("autorank", resampling)
    if {len(row) for row in rows} == {1}:
        how = None
    low, high, n_drawn = (None, None, 0) if how is None else _bounds(rows, values.shape, clusters, how)
    order = np.argsort(places, kind="stable").tolist()
    choices = _choices([systems[number] for number in order], of_constrained, n_constrained, n_chosen)
    ranked = tuple(
        AutoRanked(
            system=systems[number],
            autorank=float(places[number]),
            low=None if low is None else known(float(low[number])),
            high=None if high is None else known(float(high[number])),
            is_constrained=None if of_constrained is None else systems[number] in of_constrained,
            choice=choices.get(systems[number], ""),
            tuned_to=_tuned_to(metrics, (tuned or {}).get(systems[number], ())),
            mean_z=float(means[number]),
            scores=dict(zip(metrics, values[:, number].tolist(), strict=True)),
        )
        for number in order
    )
    scales = [
        MetricScale(metric, float(centre[index]), float(quartile[index]), float(highest[index]), width, count)
        for index, (metric, width, count) in enumerate(zip(metrics, spread.tolist(), skipped, strict=True))
    ]
    notes = (
        [f"Missing and left out: {counted(sum(skipped), 'segment score')} of metrics."]
        if any(skipped)
        else []
    )
    if any(system.tuned_to for system in ranked):
        notes.append("Tuned to: the system was tuned to a metric of this ranking, or re-ranks with it.")
    notes += draw_note(how, n_drawn)
    return AutoRanking(ranked, tuple(scales), tuple(notes), None if how is None else how.seed)


def _table(metric: str, system: str, scores: float | Sequence[float | None]) -> Floats:
    """Returns the segment scores of a system, NaN for None."""
    row = np.atleast_1d(np.asarray(scores, dtype=np.float64))
    if row.ndim != 1 or np.isnan(row).all():
        raise InputShapeError(f"{metric} has no score of {system}: score it or leave out the metric")
    return row


def _scaled(values: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Returns the mean scaled score of each system, and of each metric median, first quartile and maximum.

    Args:
        values: (..., metrics, systems).
    """
    ordered = np.sort(values, axis=-1)
    ordered[np.isnan(ordered[..., -1])] = np.nan
    quartile, centre, highest = (_quantile(ordered, share) for share in (0.25, 0.5, 1.0))
    spread = np.maximum(EPSILON, highest - quartile)
    scaled = (values - centre[..., None]) / spread[..., None]
    return scaled.mean(axis=-2), centre, quartile, highest


def _quantile(ordered: Floats, share: float) -> Floats:
    """Returns the linear percentile of sorted values, (..., n), bit by bit as `numpy.percentile` does."""
    rank = share * (ordered.shape[-1] - 1)
    below = int(rank)
    one, other = ordered[..., below], ordered[..., min(below + 1, ordered.shape[-1] - 1)]
    rest = rank - below
    step = other - one
    return np.asarray(one + step * rest if rest < 0.5 else other - step * (1 - rest))


def _places(means: Floats) -> Floats:
    """Returns AutoRank of mean scaled scores, (..., systems); NaN where all are equal."""
    highest, lowest = means.max(axis=-1, keepdims=True), means.min(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        return np.asarray(1 + (highest - means) / (highest - lowest) * (means.shape[-1] - 1))


def _bounds(
    rows: Sequence[Floats], shape: tuple[int, ...], clusters: Sequence[Hashable] | None, how: Resampling
) -> tuple[Floats, Floats, int]:
    """Returns the bounds of AutoRank of each system, and of how many clusters samples are drawn."""
    if len({len(row) for row in rows}) > 1:
        raise InputShapeError("metrics and systems have scores of other numbers of segments; give the same")
    means, n_drawn = sampled_means(np.stack(rows), clusters, how)
    places = np.empty((len(means), shape[-1]))
    for begin in range(0, len(means), _SAMPLES_AT_ONCE):  # whose intermediate numbers stay in the cache
        some = slice(begin, begin + _SAMPLES_AT_ONCE)
        places[some] = _places(_scaled(means[some].reshape(-1, *shape))[0])
    return *percentile_bounds(places), n_drawn


def _choices(
    names: Sequence[str], constrained: set[str] | None, n_constrained: int, n_chosen: int
) -> dict[str, str]:
    """Returns how each chosen system is chosen; names are in their order."""
    if constrained is None:
        return dict.fromkeys(names[:n_chosen], "open")
    first = [name for name in names if name in constrained][:n_constrained]
    rest = [name for name in names if name not in first][: max(0, n_chosen - len(first))]
    return dict.fromkeys(first, "constrained") | dict.fromkeys(rest, "open")


def _tuned_to(metrics: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Returns the metrics of the ranking that are of a family that is named, such as "MetricX"."""
    families = [name.lower() for name in names]
    return tuple(
        metric for metric in metrics if any(metric.lower().startswith(family) for family in families)
    )
