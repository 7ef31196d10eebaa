"""The test set of a command line of `parbleu score`: its references, and which of its segments are scored."""

from __future__ import annotations

from parbleu.cli.score.input_files import UNEQUAL, told_lengths
from parbleu.cli.shell.console import CommandError
from parbleu.errors import UnknownTestSetError
from parbleu.io.line_streams import LineStream
from parbleu.io.lines import open_binary
from parbleu.testsets.catalogue import find
from parbleu.testsets.pair_files import PairFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.cli.score.score_options import Arguments
    from parbleu.testsets.catalogue_entry import Entry


def find_sets(names: str) -> list[Entry]:
    """Returns the test sets of names that are joined by commas.

    Raises:
        CommandError: one of them does not exist.
    """
    try:
        return [find(name) for name in names.split(",")]
    except UnknownTestSetError as problem:
        raise CommandError(
            f"Unknown test set {problem.name!r}", "Please run with --list to see the available test sets."
        ) from None


def check_pair(entry: Entry, langpair: str) -> None:
    """Checks that a test set has a language pair.

    Raises:
        CommandError: it has not; the message lists those it has.
    """
    if langpair not in entry.language_pairs:
        raise CommandError(
            f"No such language pair {langpair!r}",
            f"Available language pairs for {entry.name!r} are:",
            *(f" > {name}" for name in entry.language_pairs),
        )


class Chosen:
    """What `-t`, `-l`, `--origlang` and `--subset` choose.

    Args:
        arguments: the command line; it names a test set.

    Attributes:
        sets: the test sets' files of their language pair.

    Raises:
        CommandError: there is no such set or pair, or no pair is given, or files of references are.
    """

    def __init__(self, arguments: Arguments) -> None:
        entries = find_sets(str(arguments.test_set))
        if arguments.refs:
            raise CommandError(
                "I need exactly one of (a) a predefined test set (-t) or (b) a list of references"
            )
        if arguments.langpair is None:
            raise CommandError(
                "I need a language pair (-l). Use --list to see available language pairs for this test set."
            )
        for entry in entries:
            check_pair(entry, arguments.langpair)
        self.sets = [PairFiles(entry, arguments.langpair) for entry in entries]
        self._arguments = arguments
        self._segments: list[bool] | None = None

    def reference_files(self) -> list[list[str]]:
        """Returns the files of each set's references; fetches and converts what is missing.

        Raises:
            CommandError: the sets have not equally many, or one has none.
            ParbleuError: a test set cannot be had.
        """
        found = []
        for files in self.sets:
            names = files.reference_fields()
            if not names:
                raise CommandError(
                    f"the test set {files.entry.name} has no references for {files.language_pair}"
                )
            found.append([files.path(name) for name in names])
        if len({len(paths) for paths in found}) > 1:
            counts = ", ".join(
                f"{len(paths)} in {files.entry.name}" for paths, files in zip(found, self.sets, strict=True)
            )
            raise CommandError(
                f"the test sets have different numbers of references for {self._arguments.langpair} "
                f"({counts}): score them one at a time"
            )
        return found

    def references(self) -> list[LineStream]:
        """Returns the reference streams. Several sets follow one after the other.

        Raises what `reference_files` raises.
        """
        streams = []
        for number, paths in enumerate(zip(*self.reference_files(), strict=True)):
            name = paths[0] if len(paths) == 1 else f"reference {number + 1} of {self._arguments.test_set}"
            streams.append(LineStream(name, _Chain(paths)))
        return streams

    def segments(self) -> list[bool] | None:
        """Returns for each segment whether `--origlang` and `--subset` want it; None for all.

        Raises:
            ParbleuError: a test set does not tell, or cannot be had.
        """
        arguments = self._arguments
        if arguments.origlang is None and arguments.subset is None:
            return None
        self._segments = []
        for files in self.sets:
            self._segments += files.labels().selection(arguments.origlang, arguments.subset)
        return self._segments

    def check_lengths(self, counts: Sequence[int], streams: Sequence[LineStream], references: int) -> None:
        """Checks that the systems' output is as long as the test sets, and that some of it is scored.

        Args:
            counts: the number of lines of each stream.
            streams: those of the references, then those of the systems.
            references: how many are references.

        Raises:
            CommandError: with the message for the user.
        """
        if 0 in counts[references:] or (self._segments is not None and not any(self._segments)):
            raise CommandError(
                f"Test set {self._arguments.test_set!r} contains no sentence{_filters(self._arguments)}"
            )
        if len(set(counts)) > 1 or (self._segments is not None and len(self._segments) != counts[0]):
            caches = " ".join(files.folder.path for files in self.sets)
            raise CommandError(
                UNEQUAL,
                "This could be an issue with your system output or with sacreBLEU's reference database if -t "
                "is given.",
                "For the latter, try cleaning out the cache by typing:\n",
                f"  rm -r {caches}\n",
                "The test sets will be re-downloaded the next time you run sacreBLEU. "
                + told_lengths(counts, streams),
            )


def _filters(arguments: Arguments) -> str:
    """Returns " with origlang=de subset=news", or nothing without filters."""
    words = [
        f"{name}={value}"
        for name, value in (("origlang", arguments.origlang), ("subset", arguments.subset))
        if value is not None
    ]
    return " with " + " ".join(words) if words else ""


class _Chain:
    """Files that are read one after the other, as one; each is opened when its turn has come."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = list(paths[::-1])
        self._file: Any = None

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes, or all that are left for -1; none at the end."""
        blocks = []
        while self._file is not None or self._paths:
            if self._file is None:
                self._file = open_binary(self._paths.pop())
            block: bytes = self._file.read(size)
            if block and size >= 0:
                return block
            blocks.append(block)
            self.close()
        return b"".join(blocks)

    def close(self) -> None:
        """Closes the file that is open."""
        if self._file is not None:
            self._file.close()
            self._file = None
