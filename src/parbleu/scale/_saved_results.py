"""Decides by saved results whether a candidate may replace a system: `parbleu.scale.gate_saved`.

The results are segment scores (`parbleu score -sl -f json`), statistics (`parbleu score --statistics`), or a
comparison with its texts (`comparison.save`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any, TypedDict

from parbleu._base import log
from parbleu._base.threads import thread_count
from parbleu._base.wording import counted
from parbleu._comparison.compared_input import ComparedInput
from parbleu._comparison.gate_result import MEAN_OF, Gate
from parbleu._comparison.metric_inputs import Measure, measure, measures_in, measures_of
from parbleu._comparison.regression_gate import cannot_compare, gate
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._io.lines import read_json
from parbleu._io.typed_values import typed
from parbleu.errors import FormatError, InputTypeError, OptionError, SignatureError, UnknownNameError
from parbleu.metrics._from_signature import from_signature
from parbleu.metrics._score import unquote
from parbleu.scale._shard_files import merge_shards, references_of
from parbleu.scorers._scorer_names import make_scorer
from parbleu.stats.resampling import Resampling
from parbleu.text._table_files.table_opening import arrow_kind, first_bytes

UNCOMPARED = ("version", "v", "cut")
"""Items of signatures that may differ: versions of parbleu, and how many segments of a system were cut."""
HINT = (
    "it holds no saved result with which a paired test can be made; write one with parbleu score -sl -f "
    "json, parbleu score --statistics FILE, or comparison.save(file)"
)


class _SavedSegments(TypedDict):
    """Segment scores in a file."""

    facts: dict[str, Any]
    rows: list[dict[str, Any]]


class _ScoreTables(TypedDict):
    """The tables of a file of segment scores."""

    segments: _SavedSegments


class _SavedResult(TypedDict):
    """What `parbleu score -sl -f json` writes."""

    tables: _ScoreTables


@dataclass(frozen=True)
class SavedSystem:
    """The saved result of one system.

    Attributes:
        path: the file.
        name: the system's; "" if the file does not tell.
        measures: for each metric a table of the system's statistics.
        signatures: for each metric.
        references: what tells whether two results are of the same references; None if the file does not.
    """

    path: str
    name: str
    measures: tuple[Measure, ...]
    signatures: tuple[str, ...]
    references: tuple[Any, ...] | None = None

    @property
    def n_segments(self) -> int:
        """How many segments the system has."""
        return len(self.measures[0].tables[0])

    def names(self) -> list[str]:
        """Returns the names of the scores."""
        return [measured.name for measured in self.measures]


def gate_saved(
    base: str | PathLike[str],
    candidate: str | PathLike[str] | None = None,
    *,
    systems: Sequence[str] | None = None,
    resampling: Resampling | None = None,
    **options: Any,
) -> Gate:
    """Decides whether a candidate may replace a system, from saved results.

    Args:
        base: the file of the system that is in use: what `parbleu score -sl -f json`, `parbleu score
            --statistics` or `comparison.save` has written.
        candidate: the file of the one that is to replace it, of the same kind; None if `base` holds both.
        systems: the names of the two; not needed for files of one system each, or one file of two systems.
        resampling: the test, which is the paired bootstrap if it names none; its level, that of all tests
            together; and its power.
        options: the others of `parbleu.gate`, but for `by`.

    Returns:
        A Gate. Its outcome is "cannot compare" if the scores, their signatures, the references or the numbers
        of segments differ. Versions in signatures do not count. The test of segment scores is of their mean;
        statistics and comparisons are tested as the texts are.

    Raises:
        OptionError: a file has several systems, and `systems` does not choose; or an option has a value that
            it does not take, or there are too few samples.
        UnknownNameError: a file has no such system.
        FormatError: a file holds no saved result.
        UnreadableFileError: it cannot be read.
    """
    if systems is not None and len(systems) != 2:
        raise OptionError(f"name two systems, the one in use and the candidate, not {len(systems)}")
    threads = None if resampling is None else resampling.threads
    first = read_saved(str(base), threads)
    if candidate is None:
        one, other = _two_of(first, systems)
    else:
        wanted: Sequence[str | None] = (None, None) if systems is None else systems
        one = _one_of(first, wanted[0])
        other = _one_of(read_saved(str(candidate), threads), wanted[1])
    reason = _unlike(one, other)
    if reason:
        return cannot_compare(reason)
    pairs = zip(one.measures, other.measures, strict=True)
    measures: list[Any] = [_measure(mine, [*mine.tables, *its.tables]) for mine, its in pairs]
    decision = gate(metrics=measures, resampling=resampling, **options)
    if one.name:
        return decision
    signatures = tuple(zip(one.names(), one.signatures, strict=True))
    return replace(decision, signatures=signatures)


def read_saved(path: str, threads: int | None = None) -> list[SavedSystem]:
    """Reads the systems of a saved result.

    Raises:
        FormatError: the file holds none.
        UnreadableFileError: it cannot be read.
    """
    if arrow_kind(first_bytes(path)):
        return _statistics(path)
    values = read_json(path)
    if isinstance(values, dict) and "metrics" in values and "systems" in values:
        return _comparison(path, values, threads)
    return [_segment_scores(path, values)]


def _statistics(path: str) -> list[SavedSystem]:
    """Returns the systems of a file of `parbleu score --statistics`."""
    merged = merge_shards([path])
    systems = merged.systems()
    measures = measures_in(merged, [(None, metric) for metric in merged.metrics], systems)
    return _systems(path, systems, measures, references_of(merged.note))


def _comparison(path: str, values: Mapping[str, Any], threads: int | None) -> list[SavedSystem]:
    """Returns the systems of a saved comparison, whose texts are scored again."""
    if "input" not in values:
        raise FormatError(path, 0, "this comparison has no texts; comparison.save(file) writes them")
    try:
        compared = ComparedInput.from_dict(values["input"])
    except InputTypeError as problem:
        raise FormatError(path, 0, str(problem)) from None
    _warn_again(path, values)
    corpus = compared.texts("score")
    names, streams = list(corpus.systems), list(corpus.systems.values())
    measures = list(measure(compared.metrics, names, streams, corpus.references, thread_count(threads)))
    return _systems(path, names, measures, [reference.to_list() for reference in corpus.references])


def _systems(
    path: str, names: Sequence[str], measures: Sequence[Measure], references: Sequence[Any] | None
) -> list[SavedSystem]:
    signatures = tuple(measured.signature.format() for measured in measures)
    sides = None if references is None else tuple(references)
    return [
        SavedSystem(
            path, name, tuple(_measure(own, [own.tables[system]]) for own in measures), signatures, sides
        )
        for system, name in enumerate(names)
    ]


def _segment_scores(path: str, result: Any) -> SavedSystem:
    """Returns the only system of what `parbleu score -sl -f json` wrote."""
    try:
        table = typed(_SavedResult, result)["tables"]["segments"]
        rows = [{name: row[name] for name in row if name != "segment"} for row in table["rows"]]
        scored = typed(list[dict[str, float]], rows)
    except ValueError:
        scored = []
    if not scored or not scored[0] or any(row.keys() != scored[0].keys() for row in scored):
        raise FormatError(path, 0, HINT)
    _warn_again(path, result)
    signature = str(table["facts"].get("signature", ""))
    scores = {name: [row[name] for row in scored] for name in scored[0]}
    metrics = [
        (
            None,
            SegmentScores(
                f"{MEAN_OF}{name}",
                {"system": column},
                higher_is_better=_higher_is_better(path, name, signature),
            ),
        )
        for name, column in scores.items()
    ]
    measures = tuple(measures_of(metrics, ["system"], None, lambda _: []))
    return SavedSystem(path, "", measures, (signature,) * len(measures))


def _warn_again(path: str, values: Mapping[str, Any]) -> None:
    """Gives the warnings of texts that a saved result holds."""
    try:
        warnings = typed(list[str], values.get("warnings", []))
    except ValueError:
        raise FormatError(path, 0, "its warnings are not a list of texts") from None
    log.warn_again(path, warnings)


def _higher_is_better(path: str, name: str, signature: str) -> bool:
    for item in signature.split("|"):
        if item.startswith("scorer:"):
            try:
                return make_scorer(unquote(item.removeprefix("scorer:"))).facts.higher_is_better
            except (OptionError, UnknownNameError) as problem:
                message = f"whether a higher score is better is known of scorers that are here: {problem}"
                raise FormatError(path, 0, message) from None
    try:
        return from_signature(f"{name}|{signature}").higher_is_better
    except (SignatureError, OptionError, UnknownNameError):
        raise FormatError(
            path,
            0,
            f"the signature {signature!r} of {name} does not tell whether a higher score is better; gate the "
            "texts, with --scores NAME=FILE for scores of other tools",
        ) from None


def _one_of(systems: Sequence[SavedSystem], name: str | None) -> SavedSystem:
    if name is None and len(systems) == 1:
        return systems[0]
    names = [system.name for system in systems]
    if name is None:
        raise OptionError(
            f"{systems[0].path} has {len(systems)} systems, {', '.join(names)}: choose by --systems BASE "
            "CANDIDATE (systems=)"
        )
    for system in systems:
        if system.name in (name, ""):
            return system
    raise UnknownNameError("system", name, names)


def _two_of(systems: Sequence[SavedSystem], names: Sequence[str] | None) -> tuple[SavedSystem, SavedSystem]:
    if names is not None:
        return _one_of(systems, names[0]), _one_of(systems, names[1])
    if len(systems) == 1:
        raise OptionError(f"{systems[0].path} has one system: name the file of the candidate, too")
    if len(systems) > 2:
        _one_of(systems, None)
    return systems[0], systems[1]


def _unlike(one: SavedSystem, other: SavedSystem) -> str:
    """Returns why two results cannot be compared; "" if they can."""
    names = [", ".join(saved.names()) for saved in (one, other)]
    if names[0] != names[1]:
        return f"{one.path} has {names[0]}, and {other.path} {names[1]}"
    for mine, its in zip(one.signatures, other.signatures, strict=True):
        left, right = {*mine.split("|")}, {*its.split("|")}
        if any(item.partition(":")[0] not in UNCOMPARED for item in left ^ right):
            parts = [" ".join(sorted(more)) or "nothing else" for more in (left - right, right - left)]
            return f"the signatures differ: {one.path} has {parts[0]}, and {other.path} {parts[1]}"
    if one.n_segments != other.n_segments:
        return f"{one.path} has {counted(one.n_segments)}, and {other.path} {other.n_segments}"
    if None not in (one.references, other.references) and one.references != other.references:
        return f"{one.path} and {other.path} were scored against different references"
    return ""


def _measure(like: Measure, tables: list[Any]) -> Measure:
    """Returns a measure with other tables; the scorer of some metrics depends on the numbers in these."""
    if like.metric is None:
        return Measure(like.name, like.scorer, tables, like.higher_is_better, like.decimals, like.signature)
    [measured] = measures_of([(like.name, like.metric)], [], None, lambda _: tables)
    return measured
