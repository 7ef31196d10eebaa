"""A run that writes files, and survives whatever ends it: the next one goes on where it stopped.

Output grows as OUTPUT.partial, a window at a time; each is on disk before the journal tells of it. Until then
the journal keeps its batches. At the end it says so, the files get their names, and it goes away. So a kill
at any moment costs a batch at most, and files have their names only when they are whole.
"""

from __future__ import annotations

from itertools import islice

from parbleu.base.log import inform
from parbleu.errors import UnfinishedFileError
from parbleu.translate.growing_file import SUFFIX, Growing, check_nothing_left, discard, is_finished
from parbleu.translate.journal import LOOSE, MARK, Journal
from parbleu.translate.output_records import RENDERERS, as_json, write_record
from parbleu.translate.pending_batches import Kept
from parbleu.translate.run_record import Tally, difference, identify, make_record, now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from typing_extensions import Self

    from parbleu.translate.engine import Engine, Translation
    from parbleu.translate.output_paths import Targets

_BLOCK = 1 << 14
CHOICES = "--resume continues it, --overwrite begins anew"


class Run:
    """A run, begun anew or taken up; a context, at whose end the files are closed.

    Args:
        targets: what is written; its output is a file.
        engine: what translates.
        resume: whether to go on where an earlier run stopped, if one did.
        overwrite: whether to replace what is there, of finished runs and of others.

    Attributes:
        tally: what is done.
        memory: what is done of the window that follows.

    Raises:
        UnfinishedFileError: files are there and nobody said what to do with them, or another process writes
            them, or what is there was made by another engine or with other settings.
        UnwritableFileError: a file cannot be written.
    """

    def __init__(self, targets: Targets, engine: Engine, *, resume: bool, overwrite: bool) -> None:
        self.tally = Tally()
        self._targets = targets
        self._engine = engine
        self._files: dict[str, Growing] = {}
        self._same = False  # whether the source is known to be that of what is done
        targets.check(overwrite)
        self._journal = Journal(targets, self.tally.resume)
        try:
            self._open(resume, overwrite)
        except BaseException:
            self._close()
            raise

    def _open(self, resume: bool, overwrite: bool) -> None:
        if not self._journal.tells or overwrite:  # nothing of an earlier run, or nothing that anybody wants
            self._begin(overwrite)
        elif not resume:
            raise UnfinishedFileError(
                f"{self._targets.output} is of a run that did not end: {self._told_done()}; {CHOICES}"
            )
        else:
            self._check_same()
            self._take_up()
        self.memory = Kept(self._journal, lambda: self.tally.spent(self._engine))

    def _begin(self, overwrite: bool) -> None:
        if not overwrite:
            self._targets.check_free(self._targets.paths)
        self._discard(overwrite)
        self._journal.clear()
        self.tally = Tally()
        self._grow({})
        self._journal.add({**MARK, **self._identity(), "overwrite": overwrite, "begun": now()})

    def _discard(self, overwrite: bool) -> None:
        """Removes what an earlier run has left.

        Raises:
            UnfinishedFileError: there is more, of which no journal tells, or of a run that has not ended.
        """
        for path in self._journal.head.get("files", {}).values():
            discard(path)
        for path in self._targets.paths.values():
            if not overwrite:
                check_nothing_left(path)

    def _take_up(self) -> None:
        head, last = self._journal.head, self._journal.last
        if "finished" in last:
            for kind, (size, checksum) in last["files"].items():
                path = self._targets.paths[kind]
                if is_finished(path, checksum):
                    discard(path)
                else:
                    self._files[kind] = Growing(path, size, checksum)
            return
        if not head["overwrite"]:
            self._targets.check_free(self._targets.paths)
        self._grow(last.get("files", {}))

    def _grow(self, states: Mapping[str, tuple[int, str]]) -> None:
        for kind in RENDERERS:
            if kind in self._targets.paths:
                self._files[kind] = Growing(self._targets.paths[kind], *states.get(kind, ()))

    def _identity(self) -> dict[str, Any]:
        return {"identity": identify(self._engine), "files": self._targets.paths}

    def _check_same(self) -> None:
        """Checks that an earlier run was like this one.

        Raises:
            UnfinishedFileError: it was not; the message says in what.
        """
        for what, now_is in self._identity().items():
            other = difference(self._journal.head[what], now_is)
            if other is not None:
                raise UnfinishedFileError(
                    f"{self._targets.output}{SUFFIX} was begun with {other}: --resume needs the same, "
                    "--overwrite begins anew"
                )

    def skip(self, segments: Iterator[str]) -> Iterator[str]:
        """Reads the part of the source that is done; returns the rest of it.

        Raises:
            UnfinishedFileError: it is not what was translated.
        """
        done = self.tally.lines
        found = 0
        while found < done and (block := list(islice(segments, min(_BLOCK, done - found)))):
            self.tally.read(block)
            found += len(block)
        last = self._journal.last
        same = found == done and self.tally.source == last.get("source", self.tally.source)
        if not same or ("finished" in last and next(segments, None) is not None):
            raise UnfinishedFileError(
                f"{self._targets.output}{SUFFIX} holds translations of another source: its {done} lines are "
                "not the first of what is there now; --overwrite begins anew"
            )
        self._same = True
        return segments

    def add(self, segments: Sequence[str], made: Sequence[Translation]) -> None:
        """Writes what has been translated; it is safe afterwards.

        Raises:
            UnwritableFileError: the disk is full, for example.
        """
        for kind, file in self._files.items():
            file.add(RENDERERS[kind](made, self.tally.lines).encode())
        self.tally.add(segments, made)
        self._journal.add(self._step())

    def _step(self) -> dict[str, Any]:
        states = {kind: (file.size, file.checksum) for kind, file in self._files.items()}
        return {**self.tally.step(self._engine), "files": states}

    def finish(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the files their names; returns the record, which is written, too.

        Args:
            facts: what the source is, for the record.

        Raises:
            UnfinishedFileError: meanwhile somebody else has made a file of one of those names.
            UnwritableFileError: a file cannot be written, or have its name.
        """
        head = self._journal.head
        if "finished" not in self._journal.last:
            output = {"name": self._targets.output, "sha256": self._files["text"].checksum}
            record = make_record(self.tally, self._engine, facts, output, head["begun"])
            self._write(record)
            self._journal.add({**self._step(), "finished": record})
        if not head["overwrite"]:
            self._targets.check_free(self._files)
        for file in self._files.values():
            file.take_name()
        self._journal.remove()
        self._same = False
        return self._journal.last["finished"]  # type: ignore[no-any-return]

    def _write(self, record: Mapping[str, Any]) -> None:
        if "record" in self._targets.paths:
            self._files["record"] = Growing(self._targets.paths["record"])
            self._files["record"].add(as_json(record))
        else:
            write_record(record, str(self._targets.record))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        try:
            if self._same and self._journal.tells:
                inform(f"{self._told_done()} and kept: the same command with --resume goes on")
        finally:
            self._close()

    def _told_done(self) -> str:
        """Returns how many lines are done, of windows and of the batches of the one that is not finished."""
        last = self._journal.last
        if "finished" in last:
            return "all lines are done"
        lines = last.get("lines", 0) + sum(len(each[LOOSE]) for each in self._journal.loose)
        return f"{lines} lines are done"

    def _close(self) -> None:
        if not self._journal.tells:  # nothing is done: nothing is left
            for file in self._files.values():
                file.remove()
            self._journal.remove()
        for file in self._files.values():
            file.close()
        self._journal.close()
