"""Reads, line by line, the invalid SGML of WMT until 2020, with plain text beside it, and the "XML" of IWSLT.

Only lines that begin with `<seg ` hold segments. Entities stay as they are: `&amp;` is part of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.testsets.formats._base import Annotation, PairFormat, encode, reference_fields
from parbleu.testsets.formats._plain_text import Plain, copy_lines
from parbleu.testsets.formats._raw_text import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.testsets.formats._base import Write

_ATTRIBUTES = ("docid", "genre", "origlang")


class FakeSgml(PairFormat):
    """A file for the source and one for each reference.

    The fields "docid", "genre" and "origlang" repeat, for each segment, the latest value that a line
    beginning with `<doc ` of the source gave to that attribute; they are empty before the first one. The
    option "metadata": false leaves them out. What IWSLT calls XML has the same tags; talks have a "docid" and
    a "genre", and no "origlang".
    """

    known_options: tuple[str, ...] | None = ("metadata",)

    def is_sgml(self, path: str) -> bool:  # noqa: ARG002 - for those that are not all
        """Returns whether a file is SGML, and not plain text."""
        return True

    def fields(self) -> list[str]:
        """Returns "src", a name for each reference, and the document attributes of an SGML source."""
        documented = self.is_sgml(self.paths[0]) and self.entry.options.get("metadata", True)
        return ["src", *reference_fields(len(self.paths) - 1), *(_ATTRIBUTES if documented else ())]

    def convert(self, write: Write) -> None:
        """Writes the files one after the other."""
        names = self.fields()
        if self.is_sgml(self.paths[0]):
            copy_source(self.paths[0], names[len(self.paths) :], write)
        else:
            copy_lines(self.paths[0], "src", write)
        for field, path in zip(names[1:], self.paths[1:], strict=False):
            (copy_segments if self.is_sgml(path) else copy_lines)(path, field, write)

    def annotations(self) -> Iterator[Annotation]:
        """Yields the original language and the name of each segment's document.

        Unlike in the fields, an attribute that a document lacks is None, whatever the document before had.
        """
        now = Annotation(None, None, None)
        for lines in _tagged_lines(self.paths[0]):
            for line in lines:
                if line.startswith("<seg "):
                    yield now
                else:
                    now = Annotation(attribute(line, "origlang"), attribute(line, "docid"), None)


class WmtAddition(FakeSgml):
    """A file whose name ends in `.sgm` or `.sgm.gz` is SGML; others, added later, are plain text."""

    def is_sgml(self, path: str) -> bool:
        """Returns whether a file is SGML, by its name."""
        return path.endswith((".sgm", ".sgm.gz"))

    def annotations(self) -> Iterator[Annotation]:
        """Yields the origin of each segment from an SGML source."""
        if self.is_sgml(self.paths[0]):
            return super().annotations()
        return Plain(self.entry, self.language_pair, self.paths).annotations()


def _tagged_lines(path: str) -> Iterator[list[str]]:
    """Yields, in pieces, the lines of a file that begin with `<seg ` or `<doc `.

    A byte order mark is not part of the first line: it would hide a segment there.
    """
    for number, lines in blocks(path):
        if number == 1:
            lines[0] = lines[0].removeprefix("\ufeff")
        yield [line for line in lines if line.startswith(("<seg ", "<doc "))]


def copy_segments(path: str, field: str, write: Write) -> None:
    """Writes the segments of a file as a field."""
    for lines in _tagged_lines(path):
        write(field, encode([segment(line) for line in lines if line.startswith("<seg ")]))


def copy_source(path: str, attributes: Sequence[str], write: Write) -> None:
    """Writes the segments of a file as "src", and for each the latest values of these attributes."""
    latest = dict.fromkeys(attributes, "")
    for lines in _tagged_lines(path):
        columns: dict[str, list[str]] = {name: [] for name in ("src", *attributes)}
        for line in lines:
            if line.startswith("<seg "):
                columns["src"].append(segment(line))
                for name, value in latest.items():
                    columns[name].append(value)
            else:
                values = {name: attribute(line, name) for name in attributes}
                latest.update((name, value) for name, value in values.items() if value is not None)
        for name, cells in columns.items():
            write(name, encode(cells))


def segment(line: str) -> str:
    """Returns the text of a line that begins with `<seg `: trimmed, with single blanks for white space.

    The text extends to the last `</seg>` of the line, and what follows that belongs to it, too. A line
    without one is taken whole.
    """
    rest = line.partition(">")[2]
    body, end, tail = rest.rpartition("</seg>")
    return " ".join((body + tail if end else line).split())


def attribute(line: str, name: str) -> str | None:
    """Returns the first value of an attribute in a line, or None."""
    _, start, rest = line.partition(f'{name}="')
    value, end, _ = rest.partition('"')
    return value if start and end else None
