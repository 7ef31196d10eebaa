"""Runs a shared task from a file of settings: rankings, tables, an evaluation set and a page for each pair.

Every step is done once: a record beside the outputs holds checksums of what each step read and wrote, so that
another run does what changed, and one that was interrupted goes on.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import is_dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

from parbleu import __version__
from parbleu._base.extras import installed_version
from parbleu._base.log import detail, inform, warn
from parbleu._base.wording import counted
from parbleu._inputs.wmt_documents import document_domain, paragraphs, read_documents
from parbleu._io.atomic import make_directory, replacing
from parbleu._io.json_text import parse_json
from parbleu._io.lines import unreadable
from parbleu.analysis import compared_texts
from parbleu.errors import FormatError, OptionError, ParbleuError, RatingError, UnknownNameError
from parbleu.evalset import EvalSet, load_evalset, save_metric, score_metrics
from parbleu.evalset._campaign import Campaign, write_campaign
from parbleu.evalset._metric_scoring import stored_name
from parbleu.fetch._checksums import digest
from parbleu.human import Judgement, human_scores, read_judgements
from parbleu.human._judgement import UNKNOWN_PAIR, Unit
from parbleu.human._rating_files import of_language_pair
from parbleu.meta import run_protocol
from parbleu.report import PageOptions, Section, make_report
from parbleu.stats._seed import seed_number
from parbleu.stats.rank_clusters import samples_needed
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table, column, record, render, rows
from parbleu.tables._table import heat_marks
from parbleu.text._languages import same_pairs
from parbleu.text._table_files.numbered_rows import Lines
from parbleu.wmt._autorank import AutoRanking, autorank, read_automatic_scores
from parbleu.wmt._mixed_model import MixedModelRanking, rank_by_mixed_model
from parbleu.wmt._model_compression import CompressedModels, compare_model_files
from parbleu.wmt._rankings import (
    RANKING_RULES,
    PublishedRanking,
    average_places,
    filter_raters,
    published_ranking,
    rated_lines,
    rating_ceiling,
)
from parbleu.wmt._rating_table import RatingTable, domain_of
from parbleu.wmt._span_scores import SPAN_MEASURES, SpanScores, score_spans
from parbleu.wmt._task_scores import (
    CHARACTER_TER,
    CriticalityScores,
    EditGains,
    ErrorFreeScores,
    gain_to_edit,
    read_post_edits,
    score_labels,
)
from parbleu.wmt._task_settings import TaskLabels, TaskPair, TaskSettings, TaskSpans, read_task
from parbleu.wmt._terminology import TERMINOLOGY_RULES, TerminologySuccess, score_terms

RECORD = "record.json"
EVALSETS = "evalsets"
TABLE_FORMATS = {"json": "json", "latex": "tex", "typst": "typ", "html": "html"}
"""Formats that tables are written in -> how their files end."""

Files = Mapping[str, "str | Callable[[Path], None]"]
"""A file or folder in that of outputs -> its text, or a function that writes it."""

_SCHEMA = 1
_PAGE_SAMPLES = 1000
_MOST_PAGE_SAMPLES = 20_000
"""Bootstrap samples of the tests of a page: the least, and the most that are drawn for the sake of Holm."""
_MOST_NAMES = 10
"""How many results of an earlier run are named in a warning."""


_LABEL_VERSIONS = {"error-free": ErrorFreeScores.version, "criticality": CriticalityScores.version}


def _as_status(done: bool) -> str:
    return "computed" if done else "unchanged"


@record
class TaskStep:
    """A step of a run.

    Attributes:
        language_pair: of which pair; "" for all.
        step: what it makes.
        computed: whether this run did it; False if nothing changed since another one.
        files: what it wrote, in the folder of outputs.
    """

    language_pair: str
    step: str
    computed: bool = column("status", name="status", kind=str, convert=_as_status)
    files: tuple[str, ...] = column(kind=int, convert=len)


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
    steps = _Steps(settings, Path(os.fspath(path)), again, command)
    works = [_PairWork(settings, pair) for pair in settings.pairs]
    for work in works:
        _run_pair(steps, work)
    _run_whole(steps, settings, [work for work in works if work.pair.ratings])
    steps.finish()
    return TaskRun(settings.output, tuple(steps.done))


class _Steps:
    """The steps of a run, and their record."""

    def __init__(self, settings: TaskSettings, task: Path, again: bool, command: Sequence[str]) -> None:
        self._settings = settings
        self._task = task
        self._path = settings.output / RECORD
        self._sums: dict[Path, str] = {}
        read = (path for pair in settings.pairs for path in pair.every_file)
        self._inputs = {path.resolve() for path in (task, *read)}
        if self._path.resolve() in self._inputs:
            raise OptionError(
                f"{self._path} is read, and would be overwritten: name another folder of outputs"
            )
        old = _old_record(self._path)
        steps = _recorded_steps(old)
        self._old = {} if again else steps
        self._former = dict.fromkeys(file for step in steps.values() for file in step["outputs"])
        if isinstance(files := old.get("former"), list):
            self._former |= dict.fromkeys(file for file in files if isinstance(file, str))
        self._record: dict[str, Any] = {
            "schema": _SCHEMA,
            "version": __version__,
            "command": list(command),
            "settings": {"file": task.name, "sha256": self._sum(task)},
            "seed": seed_number(settings.seed),
            "rules": _versions(settings),
            "inputs": {},
            "steps": {},
        }
        self.done: list[TaskStep] = []

    def do(
        self,
        pair: str,
        step: str,
        inputs: Iterable[Path],
        make: Callable[[], Files],
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Does a step, unless another run did it with the same inputs and settings.

        Args:
            pair: the language pair; "" for all.
            step: the name of the step.
            inputs: the files that it reads.
            make: returns file in the folder of outputs -> its text, or a function that writes it.
            parameters: what it depends on besides.
        """
        name = f"{pair}/{step}" if pair else step
        of_pair = f"{pair}: " if pair else ""
        with _named_place(f"{self._task}: {of_pair}step {step}"):
            self._do(name, TaskStep(pair, step, False, ()), inputs, make, parameters or {})

    def _do(
        self,
        name: str,
        step: TaskStep,
        inputs: Iterable[Path],
        make: Callable[[], Files],
        parameters: Mapping[str, Any],
    ) -> None:
        pair = step.language_pair
        sums = {os.path.relpath(path, self._settings.output): self._sum(path) for path in inputs}
        self._record["inputs"].update(sums)
        of = self._settings
        given = [
            _SCHEMA,
            __version__,
            name,
            sums,
            of.name,
            seed_number(of.seed),
            of.n_samples,
            of.rater_filter,
        ]
        pairs = [self._inputs_of(one) for one in of.pairs if pair in ("", one.language_pair)]
        described = [*given, of.rules[0], pairs, dict(parameters)]
        key = hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()
        old = self._old.get(name, {})
        written: dict[str, str] = old.get("outputs", {}) if old.get("key") == key else {}
        is_done = bool(written) and all(
            self._sum_or_none(of.output / file) == sum_ for file, sum_ in written.items()
        )
        if not is_done:
            detail(f"{name}: computing")
            written = self._written(make())
        self._record["steps"][name] = {"key": key, "outputs": written}
        self.done.append(replace(step, computed=not is_done, files=tuple(written)))
        if not is_done:
            self._save({**self._old, **self._record["steps"]})

    def relative(self, value: Any) -> Any:
        """Returns a value of the settings with its paths relative to the folder of outputs, for a key."""
        if isinstance(value, Path):
            return os.path.relpath(value, self._settings.output)
        if isinstance(value, Mapping):
            return [[name, self.relative(one)] for name, one in value.items()]
        if isinstance(value, (list, tuple)):
            return [self.relative(one) for one in value]
        return self.relative(vars(value)) if is_dataclass(value) else value

    def _inputs_of(self, pair: TaskPair) -> list[Any]:
        """Returns what the settings say of a pair: files in their order, the format, what references are."""
        return [pair.language_pair, *map(self.relative, (pair.ratings, pair.format, pair.references))]

    def finish(self) -> None:
        """Writes the record, without steps that are no longer part of the task, and warns of their files."""
        self._save(self._record["steps"])
        if left := self._left(self._record["steps"]):
            names = list(dict.fromkeys(map(self._short_name, left)))
            more = [counted(len(names) - _MOST_NAMES, "other")] if len(names) > _MOST_NAMES else []
            warn(
                f"{self._settings.output} has results of an earlier run, which this task no longer makes: "
                f"{', '.join([*names[:_MOST_NAMES], *more])}; remove them if nobody needs them"
            )

    def _left(self, steps: Mapping[str, Any]) -> list[str]:
        """Returns the files of earlier runs that are still there, and that no step makes."""
        made = {file for step in steps.values() for file in step["outputs"]}
        output = self._settings.output
        return [file for file in self._former if file not in made and (output / file).is_file()]

    def _short_name(self, file: str) -> str:
        """Returns what stands for a file in a list: an evaluation set, or a table in all formats."""
        parts = file.split("/")
        if parts[0] == EVALSETS and len(parts) > 2 and parts[1] != self._settings.name:
            return "/".join(parts[:2])
        path = Path(file)
        return path.with_suffix(".*").as_posix() if path.suffix[1:] in TABLE_FORMATS.values() else file

    def _written(self, files: Files) -> dict[str, str]:
        sums = {}
        for file, content in files.items():
            path = self._settings.output / file
            if path.resolve() in self._inputs:
                raise OptionError(f"{path} is read, and would be overwritten: name another folder of outputs")
            make_directory(path.parent)
            if isinstance(content, str):
                with replacing(path) as output:
                    output.write(content.encode("utf-8", "backslashreplace"))
            else:
                content(path)
            for one in [path] if path.is_file() else _files_of_set(path):
                sums[one.relative_to(self._settings.output).as_posix()] = _file_sum(one)
        return sums

    def _save(self, steps: Mapping[str, Any]) -> None:
        record = {**self._record, "steps": dict(steps)}
        if left := self._left(steps):
            record["former"] = left
        text = json.dumps(record, indent=1, ensure_ascii=False)
        with replacing(self._path) as file:
            file.write(f"{text}\n".encode())

    def _sum(self, path: Path) -> str:
        if path not in self._sums:
            self._sums[path] = _file_sum(path)
        return self._sums[path]

    def _sum_or_none(self, path: Path) -> str | None:
        return _file_sum(path) if path.is_file() else None


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


def _files_of_set(path: Path) -> list[Path]:
    """Returns the files of a language pair of an evaluation set, whose name is the last part of a path."""
    every = sorted(file for file in path.parent.rglob("*") if file.is_file())
    return [file for file in every if file.name.startswith(f"{path.name}.") or file.parent.name == path.name]


def _old_record(path: Path) -> dict[str, Any]:
    """Returns the record of another run; an empty one if there is none, or it cannot be read."""
    try:
        value = parse_json(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _recorded_steps(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns step -> what a record says of it, without what is no record of a step."""
    steps = record.get("steps")
    if record.get("schema") != _SCHEMA or not isinstance(steps, dict):
        return {}
    return {
        name: step
        for name, step in steps.items()
        if isinstance(step, dict) and isinstance(step.get("outputs"), dict)
    }


def _file_sum(path: Path) -> str:
    try:
        return digest(str(path), "sha256")
    except OSError as problem:
        raise unreadable(str(path), problem) from problem


@contextmanager
def _named_place(step: str) -> Iterator[None]:
    """Adds a place to errors: the settings, the language pair and the step."""
    try:
        yield
    except FormatError as problem:  # which begins with another file
        problem.problem += f" ({step})"
        raise
    except UnknownNameError as problem:
        problem.what += f" ({step})"
        raise
    except ParbleuError as problem:
        if problem.args and str(problem) == problem.args[0]:
            problem.args = (f"{step}: {problem}", *problem.args[1:])
        raise


def _run_pair(steps: _Steps, work: _PairWork) -> None:
    """Does the steps of a language pair."""
    pair, name = work.pair, work.name
    if pair.ratings:
        _run_ratings(steps, work)
    if pair.scores:
        used = {"constrained": pair.constrained, "tuned": steps.relative(pair.tuned)}
        steps.do(name, "autorank", pair.scores, lambda: _tables(f"{name}/autorank", work.autorank()), used)
    for table, files in pair.table_files.items():
        given = {table: steps.relative(getattr(pair, table))}
        for step, make in work.steps_of(table).items():
            steps.do(name, step, files, partial(_made_tables, f"{name}/{step}", make), given)
    if pair.ratings:
        used = {"metrics": work.settings.metrics, "rules": work.settings.rules, **_model_used(work.settings)}
        steps.do(name, "page", pair.files, lambda: {f"{name}/page.html": work.write_page}, used)


def _run_ratings(steps: _Steps, work: _PairWork) -> None:
    """Does the steps of a language pair that read ratings, but the page."""
    settings, pair, name = work.settings, work.pair, work.name
    steps.do(name, "raters", pair.files, lambda: _tables(f"{name}/raters", work.filter))
    model = _model_used(settings)
    for rule in settings.rules:
        steps.do(name, f"ranking.{rule}", pair.files, partial(_ranking_files, work, rule), model)
    steps.do(name, "domains", pair.files, lambda: _tables(f"{name}/domains", work.domains()))
    if not pair.references:
        warn(f"{name}: there is no evaluation set, which needs references; the page shows no segments")
        return
    files, used = pair.files, {}
    if settings.meta is not None:
        files = [*files, *pair.scores, *pair.metric_scores.values()]
        used = _metrics_used(steps, settings, pair)
    made = {f"{EVALSETS}/{settings.name}/{name}": work.write_evalset}
    steps.do(name, "evaluation set", files, lambda: made, used)


def _run_whole(steps: _Steps, settings: TaskSettings, works: Sequence[_PairWork]) -> None:
    """Does the steps of all language pairs that have ratings."""
    if not works:
        return
    files = [file for work in works for file in work.pair.files]
    model = _model_used(settings)
    if len(works) > 1:
        for rule in settings.rules:
            steps.do("", f"overview.{rule}", files, partial(_overview_files, works, rule))
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


def _metrics_used(steps: _Steps, settings: TaskSettings, pair: TaskPair) -> dict[str, Any]:
    """Returns what the scores of metrics depend on in an evaluation set."""
    given = steps.relative([pair.scores, pair.metric_scores])
    return {"meta": settings.meta, "metrics": settings.metrics, "given": given}


def _meta_files(settings: TaskSettings, works: Sequence[_PairWork]) -> Files:
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


def _ranking_files(work: _PairWork, rule: str) -> Files:
    return _tables(f"{work.name}/ranking.{rule}", work.ranking(rule))


def _overview_files(works: Sequence[_PairWork], rule: str) -> Files:
    return _tables(f"overview.{rule}", _overview([work.ranking(rule) for work in works]))


class _PairWork:
    """The computations of a language pair; files are read when the first step needs them."""

    def __init__(self, settings: TaskSettings, pair: TaskPair) -> None:
        self.settings = settings
        self.name = pair.language_pair
        self.pair = pair
        self._rankings: dict[str, PublishedRanking] = {}

    @cached_property
    def _all_judgements(self) -> list[Judgement]:
        judgements: list[Judgement] = []
        for path in self.pair.ratings:
            of_file = read_judgements(path, self.pair.format)
            others = [pair.language_pair for pair in self.settings.pairs if path in pair.ratings]
            if len(others) > 1 and any(judgement.language_pair == UNKNOWN_PAIR for judgement in of_file):
                raise RatingError(
                    f"{path} has ratings that name no language pair, and is a file of "
                    f"{' and '.join(others)}: give each pair a file of its own"
                )
            judgements += of_file
        return [_in_one_line(judgement) for judgement in self._of_pair(judgements, "ratings")]

    def _of_pair(self, judgements: list[Judgement], what: str) -> list[Judgement]:
        """Returns the judgements of the language pair; raises RatingError if there are none."""
        chosen = of_language_pair(judgements, self.name)
        if not chosen:
            has = ", ".join(sorted({judgement.language_pair for judgement in judgements})) or "nothing"
            raise RatingError(f"there are no {what} of {self.name}, but of {has}")
        return chosen

    @cached_property
    def filter(self) -> Any:
        """The raters, and which of them the filter of WMT26 removes."""
        return filter_raters(rated_lines(self._all_judgements))

    @cached_property
    def judgements(self) -> list[Judgement]:
        """The ratings that count."""
        if not self.settings.rater_filter:
            return self._all_judgements
        removed = set(self.filter.removed)
        kept = [judgement for judgement in self._all_judgements if judgement.rater not in removed]
        if not kept:
            raise RatingError(f"{self.name}: the rater filter removes every rater; set rater_filter = false")
        if removed:
            inform(f"{self.name}: left out the ratings of {', '.join(sorted(removed))}")
        return kept

    @cached_property
    def table(self) -> RatingTable:
        """The scores of the ratings that count."""
        return RatingTable.of_judgements(self.judgements)

    def ranking(self, rule: str) -> PublishedRanking:
        """Returns the ranking by a rule."""
        if rule not in self._rankings:
            self._rankings[rule] = published_ranking(
                self.table, rule, resampling=self._resampling, mixed_model=self._mixed_model
            )
        return self._rankings[rule]

    @property
    def _resampling(self) -> Resampling:
        return Resampling(n_samples=self.settings.n_samples, seed=self.settings.seed)

    @cached_property
    def _mixed_model(self) -> MixedModelRanking | None:
        if not self.settings.mixed_model:
            return None
        try:
            return rank_by_mixed_model(self.table)
        except RatingError as problem:
            raise RatingError(f"{self.name}: {problem}; or set mixed_model = false") from None

    def domains(self) -> Table:
        """Returns the mean of each system in each domain, the systems in the order of the first rule."""
        table = self.table
        averaged = table.averaged()
        names = list(dict.fromkeys(table.domains))
        ranking = self.ranking(self.settings.rules[0])
        cells: list[list[Any]] = []
        for place in ranking.places:
            row = averaged[table.systems.index(place.system)]
            means = []
            for domain in names:
                values = [
                    value
                    for value, other in zip(row.tolist(), table.domains, strict=True)
                    if other == domain and value == value
                ]
                means.append(sum(values) / len(values) if values else None)
            cells.append([place.system, place.score, *means])
        columns = [Column("system"), Column("score", "all", float, decimals=1)]
        columns += [
            Column(f"domain_{name}" if name else "domain", name or "-", float, decimals=1) for name in names
        ]
        marks: dict[tuple[int, str], list[str]] = {}
        for number, heading in enumerate(columns[1:], 1):
            marks |= heat_marks({(row, heading.name): line[number] for row, line in enumerate(cells)})
        notes = ["Means of the ratings; in a column, the darker the better."]
        return Table("domains", columns, cells, notes=notes, marks=marks)

    @cached_property
    def _texts(self) -> tuple[list[Unit], dict[Unit, str | None], dict[str, dict[Unit, str]]]:
        """The units, their sources, and each system's translations of them."""
        sources: dict[Unit, str | None] = {}
        outputs: dict[str, dict[Unit, str]] = {}
        for judgement in self.judgements:
            unit = judgement.unit
            sources[unit] = sources.get(unit) or judgement.source
            if judgement.hypothesis is not None:
                outputs.setdefault(judgement.system or "", {})[unit] = judgement.hypothesis
        documents = {name: index for index, name in enumerate(dict.fromkeys(unit[0] for unit in sources))}
        return sorted(sources, key=lambda unit: (documents[unit[0]], unit[1])), sources, outputs

    @cached_property
    def _references(self) -> dict[str, list[str | None]]:
        """Reference -> the segment of each unit."""
        units, _, outputs = self._texts
        sides: dict[str, list[str | None]] = {}
        for name, path in self.pair.references.items():
            if path is None:
                if name not in outputs:
                    raise RatingError(f"{self.name}: nobody judged {name}: give its file")
                sides[name] = [outputs[name].get(unit) for unit in units]
                continue
            if name:
                lines = [line.rstrip("\r\n") for line in Lines(str(path))]
                if len(lines) != len(units):
                    raise RatingError(
                        f"{path} has {counted(len(lines), 'line')}, and {len(units)} segments were rated: "
                        "give a line for each, in the order of the ratings, or a test set of documents"
                    )
                sides[name] = list(lines)
                continue
            for side, of_unit in _document_references(path, self.name).items():
                sides[side] = [of_unit.get(unit) for unit in units]
        if not sides or not any(text for side in sides.values() for text in side):
            raise RatingError(f"{self.name}: the references have none of the documents that were rated")
        return sides

    def autorank(self) -> AutoRanking:
        """Returns the ranking by automatic scores."""
        read = read_automatic_scores(map(str, self.pair.scores), self.name)
        return autorank(
            read.scores,
            constrained=self.pair.constrained,
            tuned=self.pair.tuned,
            clusters=read.documents,
            resampling=self._resampling,
        )

    def steps_of(self, table: str) -> dict[str, Callable[[], Any]]:
        """Returns the steps of a table of the settings -> a function that returns what each makes."""
        if table == "labels":
            assert self.pair.labels is not None
            return {task: partial(self.labels, task) for task in self.pair.labels.tasks}
        return {table: getattr(self, table)}

    def spans(self) -> SpanScores:
        """Returns the scores of predicted spans, by those in the ratings or in files of their own."""
        given = self.pair.spans
        assert given is not None
        gold, predictions = self._predicted(given, "gold spans")
        return score_spans(gold, predictions, measures=given.measures, resampling=self._resampling)

    def labels(self, task: str) -> ErrorFreeScores | CriticalityScores:
        """Returns how well translations without errors, or critical ones, are predicted."""
        assert self.pair.labels is not None
        gold, predictions = self._predicted(self.pair.labels, "scores of people")
        return score_labels(gold, predictions, task, resampling=self._resampling)

    def _predicted(
        self, given: TaskSpans | TaskLabels, what: str
    ) -> tuple[list[Judgement], dict[str, list[Judgement]]]:
        """Returns the judgements of people, of the ratings or files of their own, and predicted ones.

        All have the language pair as the settings spell it, by which they are matched.
        """
        source, _, target = self.name.partition("-")

        def named(judgements: Iterable[Judgement]) -> list[Judgement]:
            return [replace(judgement, src_lang=source, tgt_lang=target) for judgement in judgements]

        gold = self._read(given.gold, what) if given.gold else self.judgements
        return named(gold), {
            name: named(self._read([path], f"predictions by {name}"))
            for name, path in given.predictions.items()
        }

    def _read(self, paths: Iterable[Path], what: str) -> list[Judgement]:
        """Returns what files of ratings have of the language pair."""
        return self._of_pair([judgement for path in paths for judgement in read_judgements(path)], what)

    def terminology(self) -> TerminologySuccess:
        """Returns how often systems used the terms."""
        given = self.pair.terminology
        assert given is not None
        outputs = {name: str(path) for name, path in given.outputs.items()}
        return score_terms(
            str(given.terms),
            outputs,
            given.rule,
            source=given.source,
            target=given.target,
            resampling=self._resampling,
        )

    def edits(self) -> EditGains:
        """Returns what post-edits gain."""
        given = self.pair.edits
        assert given is not None
        files = {name: str(path) for name, path in given.edits.items()}
        read = read_post_edits(
            files,
            gold=None if given.gold is None else str(given.gold),
            before=given.before,
            after=given.after,
            language_pair=self.name,
        )
        ter = CHARACTER_TER if given.characters else None
        return gain_to_edit(read, ter=ter, resampling=self._resampling)

    def compression(self) -> CompressedModels:
        """Returns compressed models beside the uncompressed one."""
        given = self.pair.compression
        assert given is not None
        outputs, scores = (
            {name: str(path) for name, path in files.items()} for files in (given.outputs, given.scores)
        )
        return compare_model_files(
            str(given.source),
            outputs,
            scores,
            baseline=given.baseline,
            sizes=given.sizes,
            seconds=given.seconds,
            warm_up=given.warm_up,
            resampling=self._resampling,
        )

    def write_evalset(self, path: Path) -> None:
        """Writes the evaluation set, whose pair is the last part of a path.

        What a run that was killed left of it goes away.
        """
        for left in path.parent.parent.glob(f".{glob.escape(f'{path.parent.name}-{path.name}')}-*"):
            rmtree(left)
        lines = [f"{domain_of(document) or 'all'}\t{document or 'all'}" for document, _ in self._texts[0]]
        with TemporaryDirectory() as folder:
            documents = Path(folder) / "documents"
            documents.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            judged = {name for name, path in self.pair.references.items() if path is None}
            campaign = Campaign(path.name, self.judgements, documents=documents)
            made = write_campaign(
                path.parent.parent,
                path.parent.name,
                campaign,
                references={
                    name: None if name in judged else side for name, side in self._references.items()
                },
                human_name="human",
                overwrite=True,
            )
        if self.settings.meta is not None:
            self._add_metrics(made, path.parent.parent)

    def _add_metrics(self, evalset: EvalSet, directory: Path) -> None:
        """Adds the scores of metrics to an evaluation set and its files, computed and given ones."""
        score_metrics(evalset, directory, map(stored_name, self.settings.metrics), overwrite=True)
        units = self._texts[0]
        for metric, by_system in self._given_scores().items():
            table = {
                system: [by_system.get(system, {}).get(unit) for unit in units]
                for system in evalset.sys_names
                if system not in evalset.ref_names
            }
            if missing := sum(score is None for scores in table.values() for score in scores):
                warn(
                    f"{self.name}: {metric} lacks {counted(missing, 'score')}, and is no part of the "
                    "meta-evaluation"
                )
                continue
            full = evalset.add_metric(metric, (), "segment", table, derive=("domain", "system"))
            save_metric(evalset, full, directory)

    def _given_scores(self) -> dict[str, dict[str, dict[Unit, float]]]:
        """Returns metric -> system -> unit -> score, of automatic scores and files of ratings."""
        scores: dict[str, dict[str, dict[Unit, float]]] = {}
        if self.pair.scores:
            read = read_automatic_scores(map(str, self.pair.scores), self.name)
            units = _units_of_documents(read.documents, self._texts[0])
            for metric, by_system in read.scores.items():
                scores[metric] = {
                    system: {
                        unit: score
                        for unit, score in zip(units, values, strict=True)
                        if unit is not None and score is not None
                    }
                    for system, values in by_system.items()
                }
        for metric, path in self.pair.metric_scores.items():
            scores[metric] = {}
            for judgement in self._read([path], f"scores by {metric}"):
                of_system = scores[metric].setdefault(judgement.system or "", {})
                if judgement.unit in of_system:
                    raise judgement.wrong(f"{metric} has two scores in {path}: leave one")
                if judgement.score is not None:
                    of_system[judgement.unit] = judgement.score
        return scores

    def write_page(self, path: Path) -> None:
        """Writes the page: with references one of segments and scores, else one of the tables."""
        rule = self.settings.rules[0]
        tables = (*self.ranking(rule).tables(), self.domains())
        if not self.pair.references:
            _write_tables(path, tables)
            return
        units, sources, every = self._texts
        references = self._references
        outputs = {system: of_unit for system, of_unit in every.items() if system not in references}
        shown = [
            index
            for index, unit in enumerate(units)
            if all(unit in of_unit for of_unit in outputs.values())
            and any(side[index] for side in references.values())
        ]
        if left_out := len(units) - len(shown):
            rest = "" if shown else "; it has tables only"
            warn(
                f"{self.name}: {counted(left_out, 'segment')} of {len(units)} not on the page, for want of a "
                f"reference or the translation of a system{rest}"
            )
        if not shown:
            _write_tables(path, tables)
            return
        scores = human_scores(self.judgements).segment_scores()
        kept = [units[index] for index in shown]
        texts = compared_texts(
            {system: [of_unit[unit] for unit in kept] for system, of_unit in outputs.items()},
            [[side[index] for index in shown] for side in references.values()],
            source=[sources[unit] or "" for unit in kept],
            labels={
                "document": [unit[0] or None for unit in kept],
                "domain": [domain_of(unit[0]) or None for unit in kept],
            },
            scores={
                "human": {
                    system: [[of_unit[unit], 1] if unit in of_unit else [0, 0] for unit in kept]
                    for system, of_unit in scores.items()
                }
            },
            reference_names=list(references),
        )
        n_tests = len(outputs) * (len(outputs) - 1) // 2 * (len(self.settings.metrics) + 1)
        needed = samples_needed(n_tests, n_drawn=len(shown))
        n_samples = max(needed, _PAGE_SAMPLES) if needed <= _MOST_PAGE_SAMPLES else _PAGE_SAMPLES
        report = make_report(
            texts,
            self.settings.metrics,
            sections=[Section("wmt", f"Ranking by the rule {rule}", tables)],
            resampling=Resampling(n_samples=n_samples, seed=self.settings.seed),
            page=PageOptions(title=f"{self.settings.name}, {self.name}", analyses=False),
        )
        report.write(path)


def _in_one_line(judgement: Judgement) -> Judgement:
    """Returns a judgement with blanks for the line ends in its texts, so that its offsets stay."""
    texts = {
        name: text.translate(_LINE_ENDS)
        for name in ("source", "hypothesis")
        if (text := getattr(judgement, name)) is not None and not text.isprintable()
    }
    return replace(judgement, **texts) if texts else judgement


_LINE_ENDS = dict.fromkeys(map(ord, "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")


def _document_references(path: Path, language_pair: str) -> dict[str, dict[Unit, str]]:
    """Returns reference -> its segments by unit, from a test set with a line for each document.

    Units have the whole name of a document, or only its domain and the last part of its name. Documents of
    other language pairs are left out; those that name none are not.

    Raises:
        FormatError: a line is no document, or one stands twice with other references.
        RatingError: all documents are of other language pairs; or two have the same domain and last part, and
            other references.
    """
    documents = read_documents([str(path)]).values()
    pairs = {document.pair for document in documents if document.pair}
    wanted = same_pairs(language_pair, pairs)
    if documents and not wanted and all(document.pair for document in documents):
        raise RatingError(
            f"{path} has documents of {', '.join(sorted(pairs))}, and none of {language_pair}: correct "
            "language_pair, or references"
        )
    by_side: dict[str, dict[Unit, str]] = {}
    whose: dict[str, str] = {}
    for document in documents:
        if document.pair and document.pair not in wanted:
            continue
        name = document.name
        short = "_###_".join([str(document_domain(name)), name.rpartition("_###_")[2]])
        for side, text in document.references.items():
            segments = by_side.setdefault(side, {})
            for index, segment in enumerate(paragraphs(name, text)):
                segments[name, index] = segment
                if segments.setdefault((short, index), segment) != segment:
                    raise RatingError(
                        f"{path}: {whose[short]} and {name} are one document to the ratings, {short}, "
                        "and have other references: leave one out"
                    )
        whose.setdefault(short, name)
    return by_side


def _units_of_documents(documents: Sequence[str], units: Iterable[Unit]) -> list[Unit | None]:
    """Returns the unit of each segment of automatic scores; None if nobody rated it.

    Args:
        documents: the domain and the last part of the name of each segment's document.
        units: those that were rated, with whole names of documents.
    """
    known = {(_short_document(document), index): (document, index) for document, index in units}
    places: Counter[str] = Counter()
    made = []
    for document in documents:
        made.append(known.get((document, places[document])))
        places[document] += 1
    return made


def _short_document(document: str) -> str:
    """Returns the domain and the last part of the name of a document, as automatic scores name it."""
    last = document.rpartition("_###_" if "_###_" in document else "_#_")[2]
    return " ".join(filter(None, (domain_of(document), last)))


def _write_tables(path: Path, tables: Sequence[Table]) -> None:
    """Writes a page of tables."""
    with replacing(path) as file:
        file.write(render(tables, "html", whole_page=True).encode())


def _tables(name: str, result: Any) -> Files:
    """Returns file -> the tables of a result, in all formats."""
    return {
        f"{name}.{suffix}": render(result, form, whole_page=True) for form, suffix in TABLE_FORMATS.items()
    }


def _made_tables(name: str, make: Callable[[], Any]) -> Files:
    return _tables(name, make())


def _moved_lines(works: Sequence[_PairWork], rules: Sequence[str]) -> Table:
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


def _overview(rankings: Sequence[PublishedRanking]) -> Table:
    """Returns the systems by their mean place over language pairs."""
    places = average_places(rankings)
    counts = Counter(place.system for ranking in rankings for place in ranking.places)
    columns = [
        Column("system"),
        Column("place", "mean share of better systems", float, decimals=3, better="lower"),
        Column("language_pairs", kind=int),
    ]
    rows = [[system, average, counts[system]] for system, average in places.items()]
    return Table("overview", columns, rows)
