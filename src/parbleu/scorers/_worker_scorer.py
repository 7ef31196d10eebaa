"""Defines the scorers that a file of JSON describes and another interpreter runs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parbleu._io.json_text import parse_json
from parbleu.errors import FormatError
from parbleu.scorers._scorer import OPTIONAL, REQUIRED, UNUSED, ItemScore, Scorer, ScorerFacts, ScorerItem
from parbleu.scorers._segment_cache import segment_cache
from parbleu.scorers._worker_process import WorkerProcess, WorkerTeam

KEYS: dict[str, Any] = {
    "about": str,
    "file": str,
    "python": str,
    "source": str,
    "reference": str,
    "higher_is_better": bool,
    "range": list,
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
}
"""Key of a description -> type of its value. `about`, `file` and `version` have to be there."""
NEEDED = ("about", "file", "version")
_VERSIONS = (
    "import importlib.metadata as m, json, sys\n"
    "def v(n):\n"
    "    try: return m.version(n)\n"
    "    except m.PackageNotFoundError: return 'none'\n"
    "print(json.dumps({n: v(n) for n in sys.argv[1:]}))"
)


class WorkerScorer(Scorer):
    """A scorer whose file runs in a process, with the interpreter and packages of an environment of its own.

    Args:
        path: the description, a file of JSON; the name of the scorer is its own.
        model: for the scorer's `load`, with the options; "" for that of the description.
        options: `workers`, `batch` and `timeout` in place of the description's, and the scorer's own.

    Raises:
        FormatError: the description is none.
    """

    def __init__(self, path: str, model: str = "", **options: Any) -> None:
        self.path = Path(path)
        self.kind = self.path.stem
        self.description = read_description(path)
        own = {**self.description.get("options", {}), **({"model": model} if model else {})}
        running = {"workers": 1, "batch": 64, "timeout": 600.0}
        running.update({key: self.description[key] for key in running if key in self.description})
        self.OPTIONS = {**running, **own}  # type: ignore[misc]
        super().__init__(str(own.get("model", "")), **options)
        description = self.description
        low, high = description.get("range") or (float("-inf"), float("inf"))
        languages = description.get("languages")
        self.facts = ScorerFacts(
            description["about"],
            source=description.get("source", UNUSED),
            reference=description.get("reference", REQUIRED),
            higher_is_better=description.get("higher_is_better", True),
            range=(float(low), float(high)),
            languages=None if languages is None else tuple(languages),
            licence=description.get("licence", ""),
            warning=description.get("warning", ""),
        )
        self._team: WorkerTeam | None = None

    @property
    def _python(self) -> str:
        return self._beside(self.description["python"]) if "python" in self.description else sys.executable

    def _beside(self, name: str) -> str:
        """Returns a path that may be relative to the description's folder."""
        file = self.path.parent / Path(name).expanduser()
        return str(file) if file.exists() or "/" in name else name

    def _own_options(self) -> dict[str, Any]:
        return {
            key: value for key, value in self.options.items() if key not in ("workers", "batch", "timeout")
        }

    def identity(self) -> dict[str, str]:
        """Returns the scorer's version, the checksum of its file, and the versions of its packages."""
        file = self._beside(self.description["file"])
        found = {"scorer": self.kind, "scorer_version": self.description["version"]}
        if self.model:
            found["model"] = self.model
            beside = self._beside(self.model)
            if Path(beside).is_file():
                found["model"] = f"{Path(beside).name}@{segment_cache().checksum(beside)[:12]}"
        if options := {key: value for key, value in self._own_options().items() if key != "model"}:
            found["options"] = json.dumps(options, sort_keys=True)
        found["file"] = segment_cache().checksum(file)[:12]
        return {**found, **self._versions()}

    def _versions(self) -> dict[str, str]:
        packages = self.description.get("packages", ())
        if not packages:
            return {}
        run = subprocess.run(
            [self._python, "-c", _VERSIONS, *packages], capture_output=True, text=True, check=True
        )
        versions: dict[str, str] = parse_json(run.stdout)
        return versions

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
            running = self.options
            file, environment = (
                self._beside(self.description["file"]),
                self.description.get("environment", {}),
            )
            processes = [
                WorkerProcess(
                    self.name,
                    self._python,
                    file,
                    self._own_options(),
                    environment,
                    float(running["timeout"]),
                )
                for _ in range(max(1, int(running["workers"])))
            ]
            self._team = WorkerTeam(processes, int(running["batch"]))
        return self._team.score(items)

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
        found = parse_json(Path(path).read_bytes())
    except (OSError, ValueError) as problem:
        raise FormatError(path, 0, f"this is no description of a scorer: {problem}") from None
    if not isinstance(found, dict):
        raise FormatError(path, 0, "a description of a scorer is a JSON object")
    for key, value in found.items():
        if key not in KEYS:
            raise FormatError(path, 0, f"a description has no key {key!r}; it has {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise FormatError(path, 0, f"{key} is {value!r}, of another type than it should be")
        if key in ("source", "reference") and value not in (UNUSED, OPTIONAL, REQUIRED):
            raise FormatError(path, 0, f"{key} is required, optional or unused, not {value!r}")
    for key in NEEDED:
        if key not in found:
            raise FormatError(path, 0, f"a description says {', '.join(NEEDED)}; {key} is missing")
    return found
