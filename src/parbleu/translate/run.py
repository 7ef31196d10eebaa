"""A run that writes files, and survives whatever ends it: the next one goes on where it stopped.

Output grows as OUTPUT.partial, a window at a time; each is on disk before the journal tells of it. Until then
the journal keeps its batches. At the end it says so, the files get their names, and it goes away. So a kill
at any moment costs a batch at most, and files have their names only when they are whole.
"""

from __future__ import annotations

import os
from itertools import islice

from parbleu import __version__
from parbleu.errors import UnfinishedFileError
from parbleu.fetching.atomic import remove, replacing
from parbleu.log import inform
from parbleu.translate.growing import SUFFIX, Growing, give_names
from parbleu.translate.journal import LOOSE, MARK, Journal
from parbleu.translate.memory import Kept
from parbleu.translate.render import RENDERERS
from parbleu.translate.tally import Tally, make_record, now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from typing_extensions import Self

    from parbleu.translate.engine import Engine, Translation
    from parbleu.translate.targets import Path, Targets

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
        record: that of the whole run, if an earlier one was killed after its last line; None otherwise.

    Raises:
        UnfinishedFileError: files are there and nobody said what to do with them, or another process writes
            them, or what is there was made by another engine or with other settings.
        UnwritableFileError: a file cannot be written.
    """

    def __init__(self, targets: Targets, engine: Engine, *, resume: bool, overwrite: bool) -> None:
        self.tally = Tally()
        self.record: dict[str, Any] | None = None
        self._targets = targets
        self._engine = engine
        self._files: dict[str, Growing] = {}
        self._noted = (0, 0)  # how much of tally's lists is in the journal
        self._same = False  # whether the source is known to be that of what is done
        targets.check(overwrite)
        self._journal = Journal(targets)
        try:
            self._open(resume, overwrite)
        except BaseException:
            self._close()
            raise

    def _open(self, resume: bool, overwrite: bool) -> None:
        head, *steps = self._journal.entries or [{}]
        if not self._journal.tells or overwrite:  # nothing of an earlier run, or nothing that anybody wants
            self._begin(head, overwrite)
        elif not resume:
            raise UnfinishedFileError(
                f"{self._targets.output} is of a run that did not end: {self._told_done()}; {CHOICES}"
            )
        else:
            self._check_same(head)
            self._take_up(head, steps)
        self.memory = Kept(self._journal)

    def _begin(self, earlier: Mapping[str, Any], overwrite: bool) -> None:
        if not overwrite:
            self._targets.check_free()
        self._discard(earlier, overwrite)
        self._journal.clear()
        self._files = {kind: Growing(path) for kind, path in self._targets.grown.items()}
        self._journal.add({**MARK, **self._identity(), "overwrite": overwrite, "begun": now()})

    def _discard(self, earlier: Mapping[str, Any], overwrite: bool) -> None:
        """Removes what an earlier run has left.

        Raises:
            UnfinishedFileError: there is more, of which no journal tells.
        """
        ours = earlier.get("files", {})
        for kind in RENDERERS:
            if kind in ours:
                remove(ours[kind] + SUFFIX)
        for path in self._targets.grown.values():
            if not overwrite and os.path.exists(path + SUFFIX) and os.path.getsize(path + SUFFIX):
                raise UnfinishedFileError(
                    f"{path}{SUFFIX} is there, and no journal tells what it is: --overwrite removes it"
                )

    def _take_up(self, head: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> None:
        self.record = steps[-1].get("finished") if steps else None
        if self.record is not None:
            self.tally.resume(steps[:-1])
            return
        if not head["overwrite"]:
            self._targets.check_free()
        for kind, path in self._targets.grown.items():
            self._files[kind] = Growing(path, *(steps[-1]["files"][kind] if steps else ()))
        self.tally.resume(steps)
        self._noted = (len(self.tally.truncated), len(self.tally.cut))

    def _identity(self) -> dict[str, Any]:
        identity = {"parbleu": __version__, "engine": self._engine.name, **self._engine.identity()}
        return {"identity": identity, "files": {**self._targets.grown, "record": self._targets.record}}

    def _check_same(self, head: Mapping[str, Any]) -> None:
        """Checks that an earlier run was like this one.

        Raises:
            UnfinishedFileError: it was not; the message says in what.
        """
        for what, now_is in self._identity().items():
            was = head[what]
            for key in {**was, **now_is}:
                if was.get(key) != now_is.get(key):
                    raise UnfinishedFileError(
                        f"{self._targets.output}{SUFFIX} was begun with {_told(key, was)}, and now there is "
                        f"{_told(key, now_is)}: --resume needs the same, --overwrite begins anew"
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
        steps = [entry for entry in self._journal.entries if "lines" in entry]
        same = found == done and (not steps or steps[-1]["source"] == self.tally.source)
        if not same or (self.record is not None and next(segments, None) is not None):
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
        tally = self.tally
        truncated, cut = self._noted
        self._noted = (len(tally.truncated), len(tally.cut))
        self._journal.add(
            {
                "lines": tally.lines,
                "source": tally.source,
                "files": {kind: (file.size, file.checksum) for kind, file in self._files.items()},
                "empty": tally.empty,
                "truncated": tally.truncated[truncated:],
                "cut": tally.cut[cut:],
                "seconds": tally.seconds,
                "usage": tally.total_usage(self._engine),
            }
        )

    def finish(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the files their names; returns the record, which is written, too.

        Args:
            facts: what the source is, for the record.

        Raises:
            UnfinishedFileError: meanwhile somebody else has made a file of one of those names.
            UnwritableFileError: a file cannot be written, or have its name.
        """
        if self.record is None:
            head = self._journal.entries[0]
            if not head["overwrite"]:
                self._targets.check_free()
            output = {"name": self._targets.output, "sha256": self._files["text"].checksum}
            self.record = make_record(self.tally, self._engine, facts, output, head["begun"])
            self._journal.add({"finished": self.record})
        give_names(list(self._targets.grown.values()))
        write_record(self.record, str(self._targets.record))
        self._journal.remove()
        self._same = False
        return self.record

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._same and self._journal.tells:
            inform(f"{self._told_done()} and kept: the same command with --resume goes on")
        self._close()

    def _told_done(self) -> str:
        """Returns how many lines are done, of windows and of the batches of the one that is not finished."""
        steps = self._journal.entries[1:]
        if steps and "lines" not in steps[-1]:
            return "all lines are done"
        lines = (steps[-1]["lines"] if steps else 0) + sum(len(each[LOOSE]) for each in self._journal.loose)
        return f"{lines} lines are done"

    def _close(self) -> None:
        if not self._journal.tells:  # nothing is done: nothing is left
            for file in self._files.values():
                file.remove()
            self._journal.remove()
        for file in self._files.values():
            file.close()
        self._journal.close()


def write_record(record: Mapping[str, Any], path: Path) -> None:
    """Writes a record of a run as JSON.

    Raises:
        UnwritableFileError: it cannot be written.
    """
    from json import dumps

    with replacing(path) as file:
        file.write((dumps(record, indent=1, ensure_ascii=False) + "\n").encode())


def _told(key: str, settings: Mapping[str, Any]) -> str:
    value = settings.get(key)
    return f"no {key}" if value is None else f"{key} {value!r}"
