"""Test sets: which there are, where they come from, and their text."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.catalogue import find as find
    from parbleu.testsets.catalogue import names as names
    from parbleu.testsets.entry import Entry as Entry
    from parbleu.testsets.entry import Pair as Pair
    from parbleu.testsets.entry import Source as Source
    from parbleu.testsets.formats import FORMATS as FORMATS
    from parbleu.testsets.marked.document import Document as Document
    from parbleu.testsets.marked.reading import read_documents as read_documents
    from parbleu.testsets.marked.reading import read_segments as read_segments
    from parbleu.testsets.testset import TestSet as TestSet
    from parbleu.testsets.testset import load as load

_NAMES = {
    "Document": "parbleu.testsets.marked.document:Document",
    "Entry": "parbleu.testsets.entry:Entry",
    "FORMATS": "parbleu.testsets.formats:FORMATS",
    "Pair": "parbleu.testsets.entry:Pair",
    "Source": "parbleu.testsets.entry:Source",
    "TestSet": "parbleu.testsets.testset:TestSet",
    "find": "parbleu.testsets.catalogue:find",
    "load": "parbleu.testsets.testset:load",
    "names": "parbleu.testsets.catalogue:names",
    "read_documents": "parbleu.testsets.marked.reading:read_documents",
    "read_segments": "parbleu.testsets.marked.reading:read_segments",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
