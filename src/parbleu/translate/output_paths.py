"""The files that a run makes: which they are, and whether they may be made."""

from __future__ import annotations

import os

from parbleu.errors import OptionError, UnfinishedFileError
from parbleu.io.atomic import check_place, is_device
from parbleu.translate.growing_file import SUFFIX as GROWING
from parbleu.translate.journal import SUFFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Path = str | os.PathLike[str]


class Targets:
    """The files of a run. Symbolic links are followed.

    Args:
        output: of the hypotheses. None, a device or a pipe is a stream: it is written to as it is.
        nbest: of the n best translations; None for none.
        record: of the record; None for `output` and ".json", or for none if that is a stream.
        source: what is translated, if it is a file.

    Attributes:
        output: as given.
        record: as given, or made of `output`.
        paths: of those that are files their kinds, as in `RENDERERS`, and "record" -> where they are.

    Raises:
        OptionError: two of them are the same file, or needed for another until that is finished, or one is
            called as if it were compressed, or the n best would have to be resumed where they cannot be.
        UnwritableFileError: one is a directory, or in none.
    """

    def __init__(
        self, output: Path | None, nbest: Path | None, record: Path | None, source: Path | None = None
    ) -> None:
        self.output = None if output is None else os.fspath(output)
        named = {"nbest": nbest, "record": record}
        if self.output is not None and not is_device(self.output):
            named = {"text": self.output, **named, "record": record or f"{self.output}.json"}
        self._named = {kind: os.fspath(path) for kind, path in named.items() if path is not None}
        self.record = self._named.get("record")
        self.paths = {
            kind: os.path.realpath(path) for kind, path in self._named.items() if not is_device(path)
        }
        files = list(self.paths.values())
        if source is not None:
            files.append(os.path.realpath(source))
        until_then = [path + GROWING for path in self.paths.values()]
        if self.journal is not None:
            until_then.append(self.journal)
        if len({*files, *until_then}) < len(files) + len(until_then):
            raise OptionError(
                "source, output, n-best file and record are different files, and none has the name of one "
                f"that is not finished ({GROWING}, {SUFFIX}): give each its own name"
            )
        if self.journal is not None and self._named.keys() - self.paths.keys() - {"record"}:
            raise OptionError(f"{nbest} is no file, so the run could not be resumed: give the n best a file")
        for path in self._named.values():
            check_place(path)
            if path.endswith(".gz"):
                raise OptionError(f"{path}: what is written is not compressed; leave out .gz")

    @property
    def journal(self) -> str | None:
        """The file by which the run is known until it ends; None for a stream."""
        return self.paths["text"] + SUFFIX if "text" in self.paths else None

    def check(self, overwrite: bool) -> None:
        """Checks what can be told before there is an engine.

        Raises:
            UnfinishedFileError: one of the files is there, and is not to be replaced, or continued.
        """
        if not overwrite and (self.journal is None or not os.path.exists(self.journal)):
            self.check_free(self._named)

    def are_there(self) -> bool:
        """Whether a run has ended that made all of them, as far as names tell."""
        if self.journal is None or os.path.exists(self.journal):
            return False
        return "record" in self.paths and all(map(os.path.exists, self.paths.values()))

    def check_free(self, kinds: Iterable[str]) -> None:
        """Checks that nothing has their names.

        Raises:
            UnfinishedFileError: something has.
        """
        for path in map(self._named.__getitem__, kinds):
            if os.path.exists(path) and not is_device(path):
                raise UnfinishedFileError(
                    f"{path} is there already: choose another name, or --overwrite replaces it"
                )
