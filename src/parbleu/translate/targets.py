"""The files that a run makes: which they are, and whether they may be made."""

from __future__ import annotations

import os

from parbleu.errors import OptionError, UnfinishedFileError
from parbleu.fetching.atomic import check_place, is_device
from parbleu.translate.journal import SUFFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
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
        grown: the files that grow with the run: kind, as in `RENDERERS`, -> path.
        record: the file of the record.

    Raises:
        OptionError: two of them are the same file, or one is called as if it were compressed.
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
        paths = {kind: os.path.realpath(path) for kind, path in self._named.items()}
        inputs = [] if source is None else [os.path.realpath(source)]
        if len({*paths.values(), *inputs}) < len(paths) + len(inputs):
            raise OptionError(
                "source, output, n-best file and record are different files: give each its own name"
            )
        for path in self._named.values():
            check_place(path)
            if path.endswith(".gz"):
                raise OptionError(f"{path}: what is written is not compressed; leave out .gz")
        self.record = paths.pop("record", None)
        self.grown = paths

    @property
    def journal(self) -> str | None:
        """The file by which the run is known until it ends; None for a stream."""
        return self.grown["text"] + SUFFIX if "text" in self.grown else None

    def check(self, overwrite: bool) -> None:
        """Checks what can be told before there is an engine.

        Raises:
            UnfinishedFileError: one of the files is there, and is not to be replaced, or continued.
        """
        if not overwrite and (self.journal is None or not os.path.exists(self.journal)):
            self.check_free()

    def check_free(self) -> None:
        """Checks that none of them is there.

        Raises:
            UnfinishedFileError: one is.
        """
        for path in self._named.values():
            if os.path.exists(path) and not is_device(path):
                raise UnfinishedFileError(
                    f"{path} is there already: choose another name, or --overwrite replaces it"
                )
