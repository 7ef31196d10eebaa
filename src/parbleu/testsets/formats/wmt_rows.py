"""Aligns the segments of one WMT document, and chooses those that are scored."""

from __future__ import annotations

from parbleu.errors import FormatError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.formats.xml_documents import SegmentGroup, XmlDocument

    Texts = dict[int, bytes | None]
    """The number of a segment -> its line, or None if it has no text at all."""


class DocumentRows:
    """A document's segments in the order of their numbers.

    A segment of the source counts if any reference has a text for it. Other texts without it get an empty
    line, so that all fields stay side by side.

    Attributes:
        document: the document.
        count: how many segments count.
        sources: the groups that hold the source.
        references: translator -> the groups that hold the reference.
        systems: system -> the groups that hold its translation.
    """

    def __init__(self, path: str, document: XmlDocument) -> None:
        self.document = document
        self.sources: list[SegmentGroup] = []
        self.references: dict[str, list[SegmentGroup]] = {}
        self.systems: dict[str, list[SegmentGroup]] = {}
        self._path = path
        for group in document.groups:
            if group.name == "src":
                self.sources.append(group)
            elif group.name == "ref":
                self.references.setdefault(group.attributes.get("translator", ""), []).append(group)
            else:
                self.systems.setdefault(self._system(group), []).append(group)
        self._kept = self._count_segments()
        self.count: int = self.sources[0].keys.count(b"\0") if self._kept is None else len(self._kept)

    def _system(self, group: SegmentGroup) -> str:
        name = group.attributes.get("system")
        if name is None:
            raise FormatError(self._path, group.line, "<hyp> without the attribute system")
        return name

    def _count_segments(self) -> list[int] | None:
        """The numbers of the segments that count; None if those are all of the source, and in order."""
        if len(self.sources) == 1:
            (source,) = self.sources
            numbers = self._numbers(source)
            complete = any(
                len(groups) == 1 and groups[0].keys == source.keys and not groups[0].empty
                for groups in self.references.values()
            )
            if complete and numbers == sorted(set(numbers)):
                return None
        given = [self._texts(groups) for groups in self.references.values()]
        numbered = self._texts(self.sources)
        return [
            number for number in sorted(numbered) if any(texts.get(number) is not None for texts in given)
        ]

    def lines(self, groups: list[SegmentGroup]) -> bytes:
        """Returns the lines of a text in these groups, one for each segment that counts."""
        if self._kept is None and len(groups) == 1 and groups[0].keys == self.sources[0].keys:
            return groups[0].lines
        texts = self._texts(groups)
        numbers = self._numbers(self.sources[0]) if self._kept is None else self._kept
        return b"".join((texts.get(number) or b"") + b"\n" for number in numbers)

    def repeated(self, attribute: str) -> bytes:
        """Returns an attribute of the document, once for each segment; empty lines if it has none."""
        return self.about(attribute) * self.count

    def about(self, attribute: str) -> bytes:
        """Returns an attribute of the document as a line; an empty one if it has none."""
        value = " ".join(self.document.attributes.get(attribute, "").split())
        return (value + "\n").encode()

    def _texts(self, groups: list[SegmentGroup]) -> Texts:
        """The segments of groups; of several with the same number the last one."""
        texts: Texts = {}
        for group in groups:
            lines: list[bytes | None] = [*group.lines.split(b"\n")[:-1]]
            for empty in group.empty:
                lines[empty] = None
            texts.update(zip(self._numbers(group), lines, strict=True))
        return texts

    def _numbers(self, group: SegmentGroup) -> list[int]:
        last = ""
        try:
            return [int(last := key) for key in group.keys.decode().split("\0")[:-1]]
        except ValueError:
            problem = f"a <seg> of this <{group.name}> has the id {last!r}, which is not a number"
            raise FormatError(self._path, group.line, problem) from None
