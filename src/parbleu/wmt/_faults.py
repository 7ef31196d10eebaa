"""Collects what is wrong in files of a shared task."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from parbleu._base.alike_lines import lines_of_kinds
from parbleu._base.wording import counted
from parbleu.errors import FormatError, RatingError
from parbleu.human._judgement import Judgement
from parbleu.tables import column, record
from parbleu.text._table_files.numbered_rows import OR_ENCODING

Translations = Callable[[Mapping[str, Any]], Iterable[Judgement]]

ERROR, WARNING = "error", "warning"


@record
class Fault:
    """Something wrong in a file.

    Attributes:
        file: its path.
        line: the line, from 1; None for what concerns the file, or where the file is one JSON value.
        item: the document, segment or entry.
        system: the system, or the annotator.
        severity: "error", or "warning" for what can be scored but is probably not meant.
        check: the kind of fault, such as "offsets".
        message: what is wrong.
        expected: what should be there.
    """

    file: str
    line: int | None = column(default=None)
    item: str | None = column(default=None)
    system: str | None = column(default=None)
    severity: str = column(default=ERROR)
    check: str = column(default="")
    message: str = column(default="")
    expected: str | None = column(default=None)

    def __str__(self) -> str:
        where = ":".join([self.file, *([str(self.line)] if self.line else [])])
        about = ", ".join(part for part in (self.item, self.system) if part)
        expected = f" (expected: {self.expected})" if self.expected else ""
        return (
            f"{where}: {self.severity}: {self.check}: {about + ': ' if about else ''}{self.message}{expected}"
        )


_NUMBER = re.compile(r"\d+")


def lines_of_faults(faults: Iterable[Fault]) -> Iterator[str]:
    """Yields a line for each fault; of those of a file that differ in numbers only, one for all further ones.

    Args:
        faults: file after file.
    """
    return lines_of_kinds(faults, _kind, _line_of_others)


def _kind(fault: Fault) -> tuple[str, ...]:
    texts = (fault.severity, fault.check, fault.message, fault.expected or "")
    return tuple([_NUMBER.sub("0", text) for text in texts])


def _line_of_others(faults: list[Fault]) -> str:
    first = faults[0]
    lines = [fault.line for fault in faults if fault.line]
    where = f", in lines {lines[0]} to {lines[-1]}" if lines else ""
    start = f"{first.file}: {first.severity}: {first.check}"
    return f"{start}: {len(faults)} more{where}: {first.message} (--most-faults lists them)"


class Faults:
    """The faults of one file.

    Args:
        path: the file.
        most: how many faults of one kind are kept; all are counted.
    """

    def __init__(self, path: str, most: int) -> None:
        self.path = path
        self.kept: list[Fault] = []
        self.counts: Counter[tuple[str, str]] = Counter()
        self._most = most
        self._line: int | None = None
        self._item: object = None
        self._system: object = None

    def at(self, line: int | None = None, item: object = None, system: object = None) -> Faults:
        """Returns the same faults, to which those of one place are added.

        Args:
            line: the line of the file, counted from 1; None for that of these faults, as for the others.
            item: what is wrong, such as a document or a segment.
            system: whose output it is.
        """
        placed = Faults.__new__(Faults)  # which is quicker than a copy
        placed.path, placed.kept, placed.counts, placed._most = self.path, self.kept, self.counts, self._most
        placed._line = self._line if line is None else line
        placed._item = self._item if item is None else item
        placed._system = self._system if system is None else system
        return placed

    def error(self, check: str, message: object, expected: str | None = None) -> None:
        """Adds what makes a file, or a part of it, unusable: what is wrong, and what would be right."""
        self._add(ERROR, check, message, expected)

    def warning(self, check: str, message: object, expected: str | None = None) -> None:
        """Adds what is probably not meant: what is wrong, and what would be right."""
        self._add(WARNING, check, message, expected)

    def _add(self, severity: str, check: str, message: object, expected: str | None) -> None:
        key = severity, check
        self.counts[key] += 1
        if self.counts[key] > self._most:
            return
        # A file may have other things than names there.
        item, system = (value if isinstance(value, str) else None for value in (self._item, self._system))
        self.kept.append(Fault(self.path, self._line, item, system, severity, check, str(message), expected))

    def count(self, severity: str) -> int:
        """Returns how many faults of a severity there are, those included that are not kept."""
        return sum(count for (kind, _), count in self.counts.items() if kind == severity)

    def problems(self, translations: Translations | None = None) -> list[FormatError]:
        """Returns a list for readers that collect the errors of lines: what is appended is a fault.

        `translations` returns the translations that the fields of a wrong line are about.
        """
        return _Problems(self, translations)


def segment_name(document: str, segment: int) -> str:
    """Returns what faults call a segment, counted from 0 in its document, which may be "": from 1."""
    return f"{document} {segment + 1}".strip()


class _Problems(list):  # type: ignore[type-arg]
    """Turns the errors that a reader appends into faults."""

    def __init__(self, faults: Faults, translations: Translations | None) -> None:
        super().__init__()
        self._faults = faults
        self._translations = translations

    def append(self, problem: FormatError) -> None:
        item = system = None
        about = list(self._translations(problem.fields)) if self._translations is not None else []
        if len(about) == 1:
            with suppress(RatingError):
                document, segment = about[0].unit
                item = segment_name(document, segment)
            system = about[0].system
        message = " ".join(problem.problem.replace(OR_ENCODING, "").split())
        self._faults.at(line=problem.line or None, item=item, system=system).error("line", message)


class Keys:
    """The items of a file: those that occur twice are faults, and so are those that lack or are too many.

    Args:
        faults: where faults are added.
        what: what an item is called in messages, such as "document".
        expected: the items that must occur; None if that is not known.
        pair_of: function that returns the language pair of an item. A pair of which no item occurs is one
            fault, a warning: systems need not take part in all pairs.
    """

    def __init__(
        self,
        faults: Faults,
        what: str,
        expected: Iterable[str] | None = None,
        pair_of: Callable[[str], str] | None = None,
    ) -> None:
        self._faults = faults
        self._pair_of = pair_of
        self._pairs: set[str] = set()
        self._what = what
        self._lacking = None if expected is None else dict.fromkeys(expected)
        self._lines: dict[int, int | None] = {}

    def add(self, key: str, line: int | None, system: str | None = None) -> bool:
        """Notes an item; returns whether it is one that is expected and new."""
        code = hash(key)
        if code in self._lines:
            first = self._lines[code]
            self._faults.at(line=line, item=key, system=system).error(
                "twice",
                f"the {self._what} occurs twice" + (f", first in line {first}" if first is not None else ""),
                "once: remove the other one",
            )
            return False
        self._lines[code] = line
        if self._lacking is not None:
            if key not in self._lacking:
                self._faults.at(line=line, item=key, system=system).error(
                    "unknown", f"there is no such {self._what} in the input of the task"
                )
                return False
            del self._lacking[key]
            if self._pair_of is not None:
                self._pairs.add(self._pair_of(key))
        return True

    def __len__(self) -> int:
        return len(self._lines)

    def finish(self) -> None:
        """Adds the items that never came."""
        whole: Counter[str] = Counter()
        for key in self._lacking or ():
            pair = self._pair_of(key) if self._pair_of is not None else ""
            if pair and pair not in self._pairs:
                whole[pair] += 1
                continue
            self._faults.at(item=key).error("missing", f"the {self._what} is missing", "every one, once")
        for pair, count in whole.items():
            self._faults.at(item=pair).warning(
                "missing",
                f"all {counted(count, self._what)} of this language pair are missing"
                if count > 1
                else f"the only {self._what} of this language pair is missing",
                f"every {self._what}, unless the pair is left out on purpose",
            )
