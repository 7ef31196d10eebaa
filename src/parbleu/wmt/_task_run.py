"""Runs a shared task from a file of settings: rankings, tables, an evaluation set and a page for each pair.

Every step is done once: a record beside the outputs holds checksums of what each step read and wrote, so that
another run does what changed, and one that was interrupted goes on.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from parbleu._base.extras import installed_version
from parbleu._base.log import warn
from parbleu._io.atomic import make_directory
from parbleu.errors import RatingError
from parbleu.evalset import load_evalset
from parbleu.meta import run_protocol
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table, record, render, rows
from parbleu.wmt._model_compression import CompressedModels
from parbleu.wmt._pair_work import PairWork
from parbleu.wmt._rankings import RANKING_RULES, average_places, rating_ceiling
from parbleu.wmt._span_scores import SPAN_MEASURES
from parbleu.wmt._task_scores import CriticalityScores, EditGains, ErrorFreeScores
from parbleu.wmt._task_settings import TaskPair, TaskSettings, read_task
from parbleu.wmt._task_steps import EVALSETS, TABLE_FORMATS, Files, TaskStep, TaskSteps
from parbleu.wmt._terminology import TERMINOLOGY_RULES

_LABEL_VERSIONS = {"error-free": ErrorFreeScores.version, "criticality": CriticalityScores.version}


def _task_facts(run: TaskRun) -> dict[str, Any]:
    computed = sum(step.computed for step in run.steps)
    return {"output": str(run.output), "computed": computed, "unchanged": len(run.steps) - computed}


@record
class TaskRun(Result):
    """What a run of a shared task did.

    Attributes:
        output: the folder with everything, and the record.
        steps: the steps, in their order.
    """

    output: Path
    steps: tuple[TaskStep, ...] = rows("steps", TaskStep, facts=_task_facts)


def run_task(
    path: str | os.PathLike[str],
    *,
    output: str | os.PathLike[str] | None = None,
    again: bool = False,
    command: Sequence[str] = (),
) -> TaskRun:
    """Runs a shared task: what is missing in its folder of outputs, or changed since it was written.

    For each language pair it writes a ranking by each rule, as published and as it should be, means by
    domain, an evaluation set that `parbleu meta` and MT Metrics Eval open, and a page. If the settings say
    so, it writes AutoRank, scores of predicted spans and labels, the use of terms, the gain of post-edits,
    compressed models, and a meta-evaluation of all pairs.
    Files appear whole or not at all, and the record after each step, so that an interrupted run is continued
    by another.

    Args:
        path: the settings, a file of TOML.
        output: the folder to write, in place of that of the settings.
        again: whether everything is computed, also what did not change.
        command: the words of the command, for the record.

    Raises:
        FormatError: the settings, or a file of ratings, are wrong; the message says where.
        UnknownNameError: there is no such rule, measure or protocol.
        RatingError: a file has no ratings of the pair, or they do not fit the references.
        InputShapeError: there are no automatic scores of the pair, or a system lacks some.
        UnreadableFileError, UnwritableFileError: a file cannot be read, or written.
        MissingDependencyError: Jinja2 is not installed, which pages need, or statsmodels, which a mixed model
            needs.
    """
    settings = read_task(path)
    if output is not None:
        settings = replace(settings, output=Path(output))
    make_directory(settings.output)
    steps = TaskSteps(settings, Path(os.fspath(path)), _versions(settings), again, command)
    works = [PairWork(settings, pair) for pair in settings.pairs]
    for work in works:
        _run_pair(steps, work)
    _run_whole(steps, settings, [work for work in works if work.pair.ratings])
    steps.finish()
    return TaskRun(settings.output, tuple(steps.done))


def _versions(settings: TaskSettings) -> dict[str, str]:
    """Returns rule, measure or package -> its version."""
    versions: dict[str, str] = {}
    for pair in settings.pairs:
        if pair.ratings:
            versions |= {rule: RANKING_RULES[rule].version for rule in settings.rules}
        if pair.spans:
            versions |= {f"spans.{name}": SPAN_MEASURES[name] for name in pair.spans.measures}
        versions |= (
            {f"labels.{task}": _LABEL_VERSIONS[task] for task in pair.labels.tasks} if pair.labels else {}
        )
        if pair.terminology:
            versions[pair.terminology.rule] = TERMINOLOGY_RULES[pair.terminology.rule]
        if pair.edits:
            versions["edits"] = EditGains.version
        if pair.compression:
            versions["compression"] = CompressedModels.version
    return versions | ({"statsmodels": installed_version("statsmodels")} if settings.mixed_model else {})


def _run_pair(steps: TaskSteps, work: PairWork) -> None:
    """Does the steps of a language pair."""
    pair, name = work.pair, work.name
    if pair.ratings:
        _run_ratings(steps, work)
    if pair.scores:
        used = {"constrained": pair.constrained, "tuned": steps.relative(pair.tuned)}
        _do_tables(steps, name, "autorank", pair.scores, work.autorank, used)
    for table, files in pair.table_files.items():
        given = {table: steps.relative(getattr(pair, table))}
        for step, make in work.steps_of(table).items():
            _do_tables(steps, name, step, files, make, given)
    if pair.ratings:
        used = {"metrics": work.settings.metrics, "rules": work.settings.rules, **_model_used(work.settings)}
        steps.do(name, "page", pair.files, lambda: {f"{name}/page.html": work.write_page}, used)


def _run_ratings(steps: TaskSteps, work: PairWork) -> None:
    """Does the steps of a language pair that read ratings, but the page."""
    settings, pair, name = work.settings, work.pair, work.name
    _do_tables(steps, name, "raters", pair.files, lambda: work.filter)
    model = _model_used(settings)
    for rule in settings.rules:
        _do_tables(steps, name, f"ranking.{rule}", pair.files, partial(work.ranking, rule), model)
    _do_tables(steps, name, "domains", pair.files, work.domains)
    if not pair.references:
        warn(f"{name}: there is no evaluation set, which needs references; the page shows no segments")
        return
    files, used = pair.files, {}
    if settings.meta is not None:
        files = [*files, *pair.scores, *pair.metric_scores.values()]
        used = _metrics_used(steps, settings, pair)
    files_made = {f"{EVALSETS}/{settings.name}/{name}": work.write_evalset}
    steps.do(name, "evaluation set", files, lambda: files_made, used)


def _run_whole(steps: TaskSteps, settings: TaskSettings, works: Sequence[PairWork]) -> None:
    """Does the steps of all language pairs that have ratings."""
    if not works:
        return
    files = [file for work in works for file in work.pair.files]
    model = _model_used(settings)
    if len(works) > 1:
        for rule in settings.rules:
            _do_tables(steps, "", f"overview.{rule}", files, partial(_overview, works, rule))
    steps.do(
        "",
        "moved lines",
        files,
        lambda: _tables("moved-lines", _moved_lines(works, settings.rules)),
        {"rules": settings.rules, **model},
    )
    if settings.meta is not None:
        judged = [work for work in works if work.pair.references]
        files = [path for work in judged for path in work.pair.every_file]
        used = {work.name: _metrics_used(steps, settings, work.pair) for work in judged}
        steps.do("", "meta-evaluation", files, lambda: _meta_files(settings, judged), used)


def _model_used(settings: TaskSettings) -> dict[str, Any]:
    """Returns what steps depend on that a mixed model is part of."""
    return {"mixed_model": installed_version("statsmodels")} if settings.mixed_model else {}


def _metrics_used(steps: TaskSteps, settings: TaskSettings, pair: TaskPair) -> dict[str, Any]:
    """Returns what the scores of metrics depend on in an evaluation set."""
    scores = steps.relative([pair.scores, pair.metric_scores])
    return {"meta": settings.meta, "metrics": settings.metrics, "given": scores}


def _meta_files(settings: TaskSettings, works: Sequence[PairWork]) -> Files:
    """Returns the ranking of metrics by human scores, and the second rating as the ceiling of each pair."""
    assert settings.meta is not None
    ranked = run_protocol(
        settings.meta,
        settings.name,
        [work.name for work in works],
        load=partial(load_evalset, path=str(settings.output / EVALSETS)),
        primary=False,
        resampling=Resampling(seed=settings.seed),
    )
    files = dict(_tables("meta-evaluation", ranked))
    for work in works:
        with suppress(RatingError):  # there are no two ratings
            files |= _tables(f"{work.name}/ceiling", rating_ceiling(work.table))
    return files


def _do_tables(
    steps: TaskSteps, pair: str, step: str, inputs: Sequence[Path], make: Callable[[], Any], *used: Any
) -> None:
    """Does a step whose files are the tables of a result; the arguments are those of `TaskSteps.do`."""
    name = f"{pair}/{step}" if pair else step
    steps.do(pair, step, inputs, lambda: _tables(name, make()), *used)


def _tables(name: str, result: Any) -> Files:
    """Returns file -> the tables of a result, in all formats."""
    return {
        f"{name}.{suffix}": render(result, form, whole_page=True) for form, suffix in TABLE_FORMATS.items()
    }


def _moved_lines(works: Sequence[PairWork], rules: Sequence[str]) -> Table:
    """Returns how many lines each rule draws, how many the sound test, and how many differ."""
    columns = [Column("language_pair"), Column("rule"), Column("systems", kind=int)]
    columns += [
        Column("lines", "lines as published", int),
        Column("sound_lines", "lines as they should be", int),
    ]
    columns += [Column("moved", "lines that move", int), Column("below", "below")]
    has_model = any(work.settings.mixed_model for work in works)
    if has_model:
        columns += [
            Column("model_lines", "lines of the mixed model", int),
            Column("model_moved", "lines that move by it", int),
        ]
    cells = []
    for work in works:
        for rule in rules:
            ranking = work.ranking(rule)
            places = ranking.places
            moved = [place.system for place in places if place.moves]
            drawn = sum(bool(place.line) for place in places), sum(bool(place.sound_line) for place in places)
            row: list[Any] = [work.name, rule, len(places), *drawn, len(moved), ", ".join(moved)]
            if has_model:
                of_model = ranking.model_places
                row += [
                    sum(bool(place.line) for place in of_model),
                    sum(bool(place.moves) for place in of_model),
                ]
            cells.append(row)
    return Table("moved_lines", columns, cells)


def _overview(works: Sequence[PairWork], rule: str) -> Table:
    """Returns the systems by their mean place over language pairs."""
    rankings = [work.ranking(rule) for work in works]
    places = average_places(rankings)
    counts = Counter(place.system for ranking in rankings for place in ranking.places)
    columns = [
        Column("system"),
        Column("place", "mean share of better systems", float, decimals=3, better="lower"),
        Column("language_pairs", kind=int),
    ]
    rows = [[system, average, counts[system]] for system, average in places.items()]
    return Table("overview", columns, rows)
