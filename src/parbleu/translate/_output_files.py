"""Defines the output files of a run: paths, contents, whether they may be written, and the record."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timezone
from hashlib import sha256
from time import monotonic
from typing import Any, TypedDict

from parbleu import __version__
from parbleu._base.log import warn
from parbleu._base.wording import counted
from parbleu._io.atomic import check_place, is_device
from parbleu._io.typed_values import typed_json
from parbleu.errors import OptionError, UnfinishedFileError
from parbleu.fetch._checksums import digest
from parbleu.translate._engine import INCIDENTAL, Engine, Translation

Path = str | os.PathLike[str]

JOURNAL = ".journal"
"""What the name of an output's journal ends in."""

OUTCOME = frozenset(
    {"source", "output", "segments", "empty", "truncated", "cut", "controls", "begun", "finished", "seconds"}
    | {"segments_per_second", "usage"}
)
"""The keys of a record about the run itself; the others describe the engine."""
_CHOICES = "choose another name, or --overwrite replaces it"


class OutputFiles:
    """The files of a run. Symbolic links are followed.

    Args:
        output: the file of the hypotheses. None, a device or a pipe is a stream, which is written to
            directly.
        nbest: the file of the n best translations; None for no such file.
        record: the file of the record; None for `output` and ".json", or for no record if `output` is a
            stream.
        sources: the files of the source.

    Attributes:
        output: the file of the hypotheses, as given.
        record: the file of the record; None for no record.
        named: kind of file (a key of `RENDERERS`, or "record") -> its name, also of devices and pipes.
        paths: kind of file -> its path, without devices and pipes.

    Raises:
        OptionError: two of the files are the same, or one is needed for another until that is finished; a
            name ends like that of a compressed file; or the n best translations cannot be resumed.
        UnwritableFileError: a file is a directory, or its directory does not exist.
    """

    def __init__(
        self, output: Path | None, nbest: Path | None, record: Path | None, sources: Iterable[Path] = ()
    ) -> None:
        self.output: str | None = None if output is None else os.fspath(output)
        named = {"nbest": nbest, "record": record}
        if self.output is not None and not is_device(self.output):
            named = {"text": self.output, **named, "record": record or f"{self.output}.json"}
        self.named: dict[str, str] = {
            kind: os.fspath(path) for kind, path in named.items() if path is not None
        }
        self.record: str | None = self.named.get("record")
        self.paths: dict[str, str] = {
            kind: os.path.realpath(path) for kind, path in self.named.items() if not is_device(path)
        }
        files = [*self.paths.values(), *{os.path.realpath(source) for source in sources}]
        journals = [path + JOURNAL for path in self.paths.values()]
        if len({*files, *journals}) < len(files) + len(journals):
            raise OptionError(
                "source, output, n-best file and record are different files, and none has the name of "
                f"another's journal ({JOURNAL}): give each its own name"
            )
        if self.journal is not None and self.named.keys() - self.paths.keys() - {"record"}:
            raise OptionError(
                f"{nbest} is not a regular file, so the run could not be resumed: name a file for the n best"
            )
        for path in self.named.values():
            check_place(path)
            if path.endswith(".gz"):
                raise OptionError(f"{path}: what is written is not compressed; leave out .gz")

    @property
    def journal(self) -> str | None:
        """The journal, which identifies the run until it ends; None for a stream."""
        return self.paths["text"] + JOURNAL if "text" in self.paths else None

    def check(self, overwrite: bool) -> None:
        """Raises UnfinishedFileError if a file exists that may be neither replaced nor continued."""
        if not overwrite and (self.journal is None or not os.path.exists(self.journal)):
            check_free(self.named.values())

    def are_there(self) -> bool:
        """Returns whether the files look like those of a finished run: all exist, and there is no journal."""
        if self.journal is None or os.path.exists(self.journal):
            return False
        return "record" in self.paths and all(map(os.path.exists, self.paths.values()))


def check_free(paths: Iterable[str]) -> None:
    """Raises an `UnfinishedFileError` if there is a file of one of these names."""
    for path in paths:
        if os.path.exists(path) and not is_device(path):
            raise UnfinishedFileError(
                f"{path} exists already: choose another name, or --overwrite replaces it"
            )


def has_checksum(path: str, checksum: str) -> bool:
    """Returns whether there is a file of this name, with just the bytes that have this SHA-256."""
    try:
        return digest(path, "sha256") == checksum
    except OSError:
        return False


def as_text(made: Sequence[Translation], lines: int) -> str:  # noqa: ARG001 - as all of them
    """Returns the translations, a line each."""
    return "".join(f"{translation.text}\n" for translation in made)


def as_nbest(made: Sequence[Translation], lines: int) -> str:
    """Returns the n best translations of each segment, the best first, as objects of JSON after `lines`."""
    rows = []
    for number, translation in enumerate(made, lines + 1):
        texts = translation.alternatives or (translation.text,)
        scores = translation.scores or (() if translation.score is None else (translation.score,))
        row = {"line": number, "translations": texts, "scores": scores}
        rows.append(json.dumps(row, ensure_ascii=False) + "\n")
    return "".join(rows)


def as_json(record: Mapping[str, Any]) -> bytes:
    """Returns the record of a run as a file."""
    return (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode(errors="replace")


RENDERERS: dict[str, Callable[[Sequence[Translation], int], str]] = {"text": as_text, "nbest": as_nbest}


class Tally:
    """Counts the translated segments of all runs that made one output.

    Attributes:
        lines: how many segments were translated.
        empty: how many of them were empty or blank.
        marked: "truncated", "cut" or "controls" -> the numbers, from 1, of the segments that are marked so.
        seconds: the time that all runs have taken, in seconds.
        usage: the resources that the engines used, as `Engine.usage` counts them.
    """

    def __init__(self) -> None:
        self.lines: int = 0
        self.empty: int = 0
        self.marked: dict[str, list[int]] = {"truncated": [], "cut": [], "controls": []}
        self.usage: dict[str, int | float] = {}
        self._source = sha256()
        self._noted = dict.fromkeys(self.marked, 0)
        self._earlier = 0.0
        self._start = monotonic()

    @property
    def source(self) -> str:
        """The SHA-256 of the source so far, in UTF-8, with a line end after each segment."""
        return self._source.hexdigest()

    @property
    def seconds(self) -> float:
        """The seconds that all runs have taken."""
        return self._earlier + monotonic() - self._start

    def read(self, segments: Iterable[str]) -> None:
        """Adds segments to the checksum of the source."""
        for segment in segments:
            self._source.update(segment.encode(errors="surrogatepass") + b"\n")

    def add(self, segments: Sequence[str], made: Sequence[Translation]) -> None:
        """Counts finished translations."""
        self.read(segments)
        for number, translation in enumerate(made, self.lines + 1):
            for name, numbers in self.marked.items():
                if getattr(translation, name):
                    numbers.append(number)
        self.empty += sum(not segment.strip() for segment in segments)
        self.lines += len(segments)

    def step(self, engine: Engine) -> dict[str, Any]:
        """Returns the state for the journal; of line numbers, only those since the last call."""
        new = {name: self.marked[name][noted:] for name, noted in self._noted.items()}
        for name, numbers in new.items():
            self._noted[name] += len(numbers)
        counts = {"lines": self.lines, "source": self.source, "empty": self.empty}
        return {**counts, **new, **self.spent(engine)}

    def spent(self, engine: Engine) -> dict[str, Any]:
        """Returns the time that all runs have taken."""
        return {"seconds": self.seconds, "usage": self.total_usage(engine)}

    def resume(self, entry: Mapping[str, Any]) -> None:
        """Continues the counts of an earlier run from its entry; `read` still counts the source."""
        self.lines = entry.get("lines", self.lines)
        self.empty = entry.get("empty", self.empty)
        self.usage = entry.get("usage", self.usage)
        self._earlier = entry.get("seconds", self._earlier)
        for name, numbers in self.marked.items():
            numbers.extend(entry.get(name, ()))
            self._noted[name] = len(numbers)

    def total_usage(self, engine: Engine) -> dict[str, int | float]:
        """Returns the usage of all runs together."""
        usage = dict(self.usage)
        for name, number in engine.usage().items():
            usage[name] = usage.get(name, 0) + number
        return usage


def make_record(
    tally: Tally, engine: Engine, facts: Mapping[str, Any], output: Mapping[str, Any], begun: str
) -> dict[str, Any]:
    """Returns the record of a run that ends now, as JSON values, with `facts` about the source.

    `begun` is when it began, in ISO 8601.
    """
    seconds = tally.seconds
    usage = tally.total_usage(engine)
    return {
        "parbleu": __version__,
        "engine": engine.name,
        **engine.describe(),
        "source": {**facts, "sha256": tally.source},
        "output": output,
        "segments": tally.lines,
        "empty": tally.empty,
        **tally.marked,
        "begun": begun,
        "finished": now(),
        "seconds": round(seconds, 3),
        "segments_per_second": round((tally.lines - tally.empty) / seconds, 3) if seconds else None,
        **({"usage": usage} if usage else {}),
    }


def identify(engine: Engine) -> dict[str, Any]:
    """Returns the settings that must be equal for a run to be resumed, as JSON values."""
    settings = {"parbleu": __version__, "engine": engine.name, **engine.identity()}
    return json.loads(json.dumps(settings))  # type: ignore[no-any-return]


def difference(was: Mapping[str, Any], now_is: Mapping[str, Any]) -> str | None:
    """Returns a setting that differs between two runs, for a message; None if all are equal."""
    for key in {**was, **now_is}:
        before, now = was.get(key), now_is.get(key)
        if isinstance(before, dict) and isinstance(now, dict):  # all of both is too long for a message
            for name in {**before, **now}:
                if before.get(name) != now.get(name):
                    return f"another {name} ({key})"
        elif before != now:
            return f"{_described(key, was)}, and now there is {_described(key, now_is)}"
    return None


def _described(key: str, settings: Mapping[str, Any]) -> str:
    value = settings.get(key)
    return f"no {key}" if value is None else f"{key} {value!r}"


def now() -> str:
    """Returns the date and time, UTC, in ISO 8601."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")


def warn_of_losses(record: Mapping[str, Any]) -> None:
    """Warns of truncated sources and translations."""
    for key, consequence in (
        ("truncated", "longer than the model takes: the rest is not translated"),
        ("cut", "translated as far as --max-length goes: the rest is missing"),
        ("controls", "translated with control characters, for which U+FFFD is written"),
    ):
        numbers = record[key]
        if numbers:
            shown = ", ".join(map(str, numbers[:5])) + (", ..." if len(numbers) > 5 else "")
            verb, line = ("is", "line") if len(numbers) == 1 else ("are", "lines")
            warn(f"{counted(len(numbers))} {verb} {consequence} ({line} {shown})")


class _Checksum(TypedDict):
    """What a record tells of a file."""

    sha256: str


class FinishedRecord(TypedDict):
    """The parts of the record of a finished run that are read again."""

    source: _Checksum
    output: _Checksum
    truncated: list[int]
    cut: list[int]
    controls: list[int]


def read_finished(files: OutputFiles) -> dict[str, Any] | None:
    """Returns the record of the finished run that made these files; None if there is no such record."""
    if not files.are_there():
        return None
    try:
        with open(files.paths["record"], "rb") as file:
            record: dict[str, Any] = typed_json(FinishedRecord, file.read())
    except (OSError, ValueError):
        return None
    return record


def check_finished(
    record: dict[str, Any], files: OutputFiles, engine: Engine, segments: Iterable[str]
) -> None:
    """Checks that a finished run had the same engine, settings and source as the run that is asked for.

    Raises:
        UnfinishedFileError: the finished run had other ones, or its output has changed.
    """
    identity = identify(engine)
    incidental = INCIDENTAL | OUTCOME | engine.describe().keys() - identity.keys()
    differing = difference({key: record[key] for key in record.keys() - incidental}, identity)
    if differing is not None:
        raise UnfinishedFileError(f"{files.output} is finished, made with {differing}: {_CHOICES}")
    tally = Tally()
    tally.read(segments)
    if tally.source != record["source"]["sha256"]:
        raise UnfinishedFileError(
            f"{files.output} is finished, and holds translations of another source: {_CHOICES}"
        )
    if not has_checksum(files.paths["text"], record["output"]["sha256"]):
        raise UnfinishedFileError(f"{files.output} is not the output of {files.record}: {_CHOICES}")
