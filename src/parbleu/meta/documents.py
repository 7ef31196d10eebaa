"""Which document and which domain each segment belongs to."""

from __future__ import annotations

from parbleu.errors import FormatError
from parbleu.meta.texts import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Documents:
    """The documents of a test set, which are runs of segments, and their domains.

    Args:
        path: the file, of lines `DOMAIN DOCUMENT`; what follows on a line is ignored.

    Attributes:
        docs: document -> (begin, end), in order.
        domains: domain -> its runs [(begin, end), ...], sorted by name.
        docs_per_seg: the document of each segment; domains_per_seg: the domain.
        domains_per_doc: the domain of each document, which is that of its first segment.

    Raises:
        FormatError: a line lacks a word; a document appears again after another one.
        UndecodableLine: a line is not UTF-8.
        UnreadableFileError: the file cannot be read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.docs_per_seg: list[str] = []
        self.domains_per_seg: list[str] = []
        self.docs: dict[str, tuple[int, int]] = {}
        self.domains_per_doc: list[str] = []
        domains: dict[str, list[tuple[int, int]]] = {}
        for number, line in enumerate(lines(path)):
            words = line.split()
            if len(words) < 2:
                raise FormatError(path, number + 1, "a line is DOMAIN DOCUMENT, but this one lacks a word")
            self._add(number, *words[:2])
            _extend(domains.setdefault(words[0], []), number)
        self.domains = dict(sorted(domains.items()))

    def _add(self, segment: int, domain: str, doc: str) -> None:
        goes_on = bool(self.docs_per_seg) and self.docs_per_seg[-1] == doc
        if doc in self.docs and not goes_on:
            raise FormatError(self.path, segment + 1, f"the document {doc} appears again after another one")
        if not goes_on:
            self.domains_per_doc.append(domain)
        self.docs[doc] = (self.docs[doc][0] if goes_on else segment, segment + 1)
        self.docs_per_seg.append(doc)
        self.domains_per_seg.append(domain)

    def __len__(self) -> int:
        return len(self.docs_per_seg)

    def places(self, level: str, domain: str) -> NDArray[np.int64]:
        """Returns which segments, documents or domains belong to a domain: int64 (items,)."""
        import numpy

        names = {"seg": self.domains_per_seg, "doc": self.domains_per_doc, "domain": list(self.domains)}[
            level
        ]
        return numpy.flatnonzero(numpy.array(names) == domain).astype(numpy.int64)

    def units(self, level: str) -> list[NDArray[np.int64]]:
        """Returns the segments of each item of a level: int64 (segments,) for each."""
        import numpy

        if level == "sys":
            return [numpy.arange(len(self))]
        if level == "domain":
            return [self.places("seg", domain) for domain in self.domains]
        if level == "doc":
            return [numpy.arange(begin, end) for begin, end in self.docs.values()]
        return [numpy.arange(segment, segment + 1) for segment in range(len(self))]


def _extend(runs: list[tuple[int, int]], segment: int) -> None:
    """Adds a segment to the runs of its domain."""
    if runs and runs[-1][1] == segment:
        runs[-1] = (runs[-1][0], segment + 1)
    else:
        runs.append((segment, segment + 1))
