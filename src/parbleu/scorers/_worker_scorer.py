"""Defines the scorers that a file of JSON describes and another interpreter runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from parbleu._base.numbers import is_number
from parbleu._base.wording import last_line
from parbleu._io.json_text import parse_json
from parbleu.errors import FormatError, ScorerError
from parbleu.scorers._scorer import OPTIONAL, REQUIRED, UNUSED, ItemScore, Scorer, ScorerFacts, ScorerItem
from parbleu.scorers._segment_cache import segment_cache
from parbleu.scorers._worker_process import WorkerProcess, WorkerTeam

KEYS: dict[str, Any] = {
    "about": str,
    "file": str,
    "python": str,
    "source": str,
    "reference": str,
    "context": str,
    "higher_is_better": bool,
    "range": list,
    "gives": list,
    "languages": list,
    "licence": str,
    "warning": str,
    "version": str,
    "packages": list,
    "options": dict,
    "environment": dict,
    "batch": int,
    "timeout": (int, float),
    "workers": int,
    "devices": str,
    "whole": str,
}
"""Key of a description -> type of its value. `about`, `file` and `version` have to be there."""
GIVES = ("scores", "spans")
"""What `gives` may list; the second are errors that are marked."""
NEEDED = ("about", "file", "version")
RUNNING: dict[str, Any] = {"workers": 1, "devices": "", "batch": 64, "timeout": 600.0}
"""Options of how the processes run -> the value by default. Scores depend on the kind of devices only."""
_VERSIONS = (
    "import importlib.metadata as m, json, sys\n"
    "def v(n):\n"
    "    try: return m.version(n)\n"
    "    except m.PackageNotFoundError: return 'none'\n"
    "print(json.dumps([sys.version.split()[0], {n: v(n) for n in sys.argv[1:]}]))"
)


class WorkerScorer(Scorer):
    """A scorer whose file runs in a process, with the interpreter and packages of an environment of its own.

    Args:
        path: the description, a file of JSON; the name of the scorer is its own.
        model: for the scorer's `load`, with the options; "" for that of the description.
        options: `workers`, `devices`, `batch` and `timeout` in place of the description's, and the scorer's
            own.

    Raises:
        FormatError: the description is none.
    """

    def __init__(self, path: str, model: str = "", **options: Any) -> None:
        self.path = Path(path)
        self.kind = self.path.stem
        self.description = read_description(path)
        chosen = {**self.description.get("options", {}), **({"model": model} if model else {})}
        running = {key: self.description.get(key, usual) for key, usual in RUNNING.items()}
        self.OPTIONS = {**running, **chosen}  # type: ignore[misc]
        super().__init__(str(chosen.get("model", "")), **options)
        description = self.description
        low, high = description.get("range") or (float("-inf"), float("inf"))
        languages = description.get("languages")
        self.facts = ScorerFacts(
            description["about"],
            source=description.get("source", UNUSED),
            reference=description.get("reference", REQUIRED),
            context=description.get("context", UNUSED),
            higher_is_better=description.get("higher_is_better", True),
            range=(float(low), float(high)),
            languages=None if languages is None else tuple(languages),
            gives=tuple(description.get("gives", GIVES[:1])),
            licence=description.get("licence", ""),
            warning=description.get("warning", ""),
        )
        self.takes_systems = self.options.get(description.get("whole", "")) == "yes"
        self._team: WorkerTeam | None = None

    @property
    def _python(self) -> str:
        if "python" not in self.description:
            return sys.executable
        python = self._beside(self.description["python"])
        return python if Path(python).is_file() else shutil.which(python) or python

    def _beside(self, name: str) -> str:
        """Returns a path that may be relative to the description's folder."""
        file = self.path.parent / Path(name).expanduser()
        return str(file) if file.exists() or "/" in name else name

    def _own_options(self) -> dict[str, Any]:
        return {key: value for key, value in self.options.items() if key not in RUNNING}

    def _devices(self) -> list[str]:
        """Returns the devices of the processes, in turn; none if the scorer chooses its own."""
        return [name for name in map(str.strip, str(self.options["devices"]).split(",")) if name]

    def identity(self) -> dict[str, str]:
        """Returns the scorer's version, and what its file, model, environment and packages are.

        Raises:
            ScorerError: a file cannot be read, or the interpreter does not say its versions.
        """
        try:
            return self._identity()
        except OSError as problem:
            raise ScorerError(f"{self.name}: {problem.filename}: {problem.strerror}") from None

    def _identity(self) -> dict[str, str]:
        file = self._beside(self.description["file"])
        facts = {"scorer": self.kind, "scorer_version": self.description["version"]}
        if self.model:
            facts["model"] = self._model_content()
        if options := {key: value for key, value in self._own_options().items() if key != "model"}:
            facts["options"] = json.dumps(options, sort_keys=True)
        facts["file"] = segment_cache().checksum(file)[:12]
        if devices := self._devices():
            facts["device"] = "+".join(sorted({name.partition(":")[0] for name in devices}))
        if environment := self.description.get("environment"):
            facts["environment"] = _checksum(json.dumps(environment, sort_keys=True))
        version, packages = self._versions()
        facts["python"] = version
        if "python" in self.description:
            facts["python"] += f"@{_checksum(str(Path(self._python).absolute()))}"
        return {**facts, **packages}

    def _model_content(self) -> str:
        """Returns the model with the checksum of its file or folder, if it is one, wherever that is."""
        candidates = (Path(self._beside(self.model)), Path(self.model).expanduser())
        models = {path.resolve(): path for path in candidates if path.exists()}
        if not models:
            return self.model
        return "+".join(f"{path.name or real.name}@{_content(real)}" for real, path in models.items())

    def _versions(self) -> tuple[str, dict[str, str]]:
        """Returns the versions of the interpreter and of the packages that the description names."""
        packages = self.description.get("packages", ())
        if not packages and "python" not in self.description:
            return sys.version.split()[0], {}
        try:
            run = subprocess.run(
                [self._python, "-c", _VERSIONS, *packages],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env={**os.environ, **self.description.get("environment", {})},
                timeout=float(self.options["timeout"]),
                check=True,
            )
            version, versions = parse_json(run.stdout.splitlines()[-1])
        except subprocess.CalledProcessError as problem:
            reason = last_line(problem.stderr) or f"exit status {problem.returncode}"
        except (subprocess.TimeoutExpired, OSError) as problem:
            reason = getattr(problem, "strerror", None) or "it takes too long"
        except (ValueError, TypeError, IndexError):
            reason = "it writes something else"
        else:
            return str(version), dict(versions)
        raise ScorerError(f"{self.name}: {self._python} does not say its versions: {reason[:200]}")

    def check(self) -> None:
        """Raises FormatError if the file or the interpreter is missing."""
        for what in (self._beside(self.description["file"]), self._python):
            if not Path(what).is_file():
                raise FormatError(str(self.path), 0, f"there is no {what}")

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores that the processes compute.

        Raises:
            ScorerError: the scorer raised an exception, or its processes die again and again.
        """
        if self._team is None:
            devices = [{"device": name} for name in self._devices()] or [{}]
            processes = [
                WorkerProcess(
                    self.name,
                    self._python,
                    self._beside(self.description["file"]),
                    {**self._own_options(), **devices[number % len(devices)]},
                    self.description.get("environment", {}),
                    float(self.options["timeout"]),
                )
                for number in range(max(len(devices), int(self.options["workers"])))
            ]
            self._team = WorkerTeam(processes, int(self.options["batch"]))
        return (
            self._team.score_whole(items) if self.takes_systems else self._team.score(items, self.show_share)
        )

    def close(self) -> None:
        """Ends the processes."""
        if self._team is not None:
            self._team.close()
            self._team = None


def read_description(path: str) -> dict[str, Any]:
    """Returns the description of a scorer.

    Raises:
        FormatError: it is no JSON object, or a key or value is wrong or missing.
    """
    try:
        description = parse_json(Path(path).read_bytes())
    except (OSError, ValueError) as problem:
        raise FormatError(path, 0, f"this is no description of a scorer: {problem}") from None
    if not isinstance(description, dict):
        raise FormatError(path, 0, "a description of a scorer is a JSON object")
    for key, value in description.items():
        if key not in KEYS:
            raise FormatError(path, 0, f"a description has no key {key!r}; it has {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise FormatError(path, 0, f"{key} is {value!r}, of another type than it should be")
        if key in ("source", "reference", "context") and value not in (UNUSED, OPTIONAL, REQUIRED):
            raise FormatError(path, 0, f"{key} is required, optional or unused, not {value!r}")
        if wanted := _wanted(key, value):
            raise FormatError(path, 0, f"{key} is {wanted}, not {value!r}")
    for key in NEEDED:
        if key not in description:
            raise FormatError(path, 0, f"a description says {', '.join(NEEDED)}; {key} is missing")
    if "whole" in description and description["whole"] not in description.get("options", {}):
        raise FormatError(path, 0, f"whole is the name of one of the options, not {description['whole']!r}")
    return description


def _wanted(key: str, value: Any) -> str:
    """Returns what the value of a key has to hold, if it holds something else; "" if it does not."""
    if key == "range":
        return "" if len(value) == 2 and all(map(is_number, value)) else "the lowest and the highest score"
    if key == "gives":
        return "" if value in (list(GIVES), [GIVES[0]]) else f"a list of {' and '.join(GIVES)}"
    if key in ("languages", "packages"):
        return "" if all(isinstance(text, str) and text for text in value) else "a list of names"
    if key == "environment":
        names_are_fit = all(name and not {*name} & {"=", "\0"} for name in value)
        values_are_fit = all(isinstance(text, str) and "\0" not in text for text in value.values())
        return "" if names_are_fit and values_are_fit else "an object of variables and their texts"
    return ""


def _checksum(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:12]


def _content(path: Path) -> str:
    """Returns the checksum of a file, or of all files of a folder with their names in it."""
    if not path.is_dir():
        return segment_cache().checksum(path)[:12]
    files = {file.relative_to(path).as_posix(): file for file in _files_below(path)}
    return _checksum(json.dumps({name: segment_cache().checksum(files[name]) for name in sorted(files)}))


def _files_below(path: Path) -> Iterator[Path]:
    """Yields the files of a folder and of all in it, once where links lead in circles."""
    seen = set()
    for folder, folders, names in os.walk(path, followlinks=True):
        folders.sort()
        real = os.path.realpath(folder)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        for name in names:
            file = Path(folder, name)
            if file.is_file():
                yield file
