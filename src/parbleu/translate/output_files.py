"""Defines the output files of a run: their paths, whether they may be written, and their contents."""

from __future__ import annotations

import os
from json import dumps
from typing import TYPE_CHECKING, Any

from parbleu.errors import OptionError, UnfinishedFileError
from parbleu.fetch.checksums import digest
from parbleu.io.atomic import check_place, is_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from parbleu.translate.engine import Translation

    Path = str | os.PathLike[str]

JOURNAL = ".journal"
"""What the name of an output's journal ends in."""


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
        self,
        output: Path | None,
        nbest: Path | None,
        record: Path | None,
        sources: Iterable[Path] = (),
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
    """Whether there is a file of this name, with just the bytes that have this SHA-256."""
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
        rows.append(dumps(row, ensure_ascii=False) + "\n")
    return "".join(rows)


def as_json(record: Mapping[str, Any]) -> bytes:
    """Returns the record of a run as a file."""
    return (dumps(record, indent=1, ensure_ascii=False) + "\n").encode(errors="replace")


RENDERERS: dict[str, Callable[[Sequence[Translation], int], str]] = {"text": as_text, "nbest": as_nbest}
