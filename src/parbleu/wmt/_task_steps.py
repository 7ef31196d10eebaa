"""Does the steps of a run once: what each read and wrote is in a record, by which another run goes on."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any

from parbleu import __version__
from parbleu._base.log import detail, warn
from parbleu._base.wording import counted
from parbleu._io.atomic import make_directory, replacing
from parbleu._io.json_text import parse_json
from parbleu._io.lines import unreadable
from parbleu.errors import FormatError, OptionError, ParbleuError, UnknownNameError
from parbleu.fetch._checksums import digest
from parbleu.stats.resampling import seed_number
from parbleu.tables import column, record
from parbleu.wmt._task_settings import TaskPair, TaskSettings

RECORD = "record.json"
EVALSETS = "evalsets"
"""The folder of evaluation sets among the outputs."""
TABLE_FORMATS = {"json": "json", "latex": "tex", "typst": "typ", "html": "html"}
"""Formats that tables are written in -> how their files end."""

Files = Mapping[str, "str | Callable[[Path], None]"]
"""A file or folder in that of outputs -> its text, or a function that writes it."""

_SCHEMA = 1
_MOST_NAMES = 10
"""How many results of an earlier run are named in a warning."""


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
    computed: bool = column(
        "status", name="status", kind=str, convert=lambda done: "computed" if done else "unchanged"
    )
    files: tuple[str, ...] = column(kind=int, convert=len)


class TaskSteps:
    """The steps of a run, and their record.

    Args:
        settings: of the task.
        task: the file that they come from.
        rules: rule, measure or package -> its version.
        again: whether every step is done, also those of which nothing changed.
        command: the words of the command, for the record.

    Raises:
        OptionError: the record would overwrite a file that is read.
    """

    def __init__(
        self,
        settings: TaskSettings,
        task: Path,
        rules: Mapping[str, str],
        again: bool,
        command: Sequence[str],
    ) -> None:
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
            "rules": dict(rules),
            "inputs": {},
            "steps": {},
        }
        self.done: list[TaskStep] = []

    def do(
        self,
        language_pair: str,
        step: str,
        inputs: Iterable[Path],
        make: Callable[[], Files],
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Does a step, unless another run did it with the same inputs and settings.

        Args:
            language_pair: the language pair; "" for all.
            step: the name of the step.
            inputs: the files that it reads.
            make: returns file in the folder of outputs -> its text, or a function that writes it.
            parameters: what it depends on besides.
        """
        name = f"{language_pair}/{step}" if language_pair else step
        of_pair = f"{language_pair}: " if language_pair else ""
        with _named_place(f"{self._task}: {of_pair}step {step}"):
            self._do(name, TaskStep(language_pair, step, False, ()), inputs, make, parameters or {})

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
