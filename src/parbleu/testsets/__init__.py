"""Test sets: which there are, where they come from, and their text."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.catalogue import find as find
    from parbleu.testsets.catalogue import names as names
    from parbleu.testsets.catalogue_entry import Entry as Entry
    from parbleu.testsets.catalogue_entry import Pair as Pair
    from parbleu.testsets.catalogue_entry import Source as Source
    from parbleu.testsets.formats import FORMATS as FORMATS
    from parbleu.testsets.markup.marked_document import Document as Document
    from parbleu.testsets.markup.markup_reader import read_documents as read_documents
    from parbleu.testsets.markup.markup_reader import read_segments as read_segments
    from parbleu.testsets.test_set import TestSet as TestSet
    from parbleu.testsets.test_set import load as load

_NAMES = {
    "Document": "parbleu.testsets.markup.marked_document:Document",
    "Entry": "parbleu.testsets.catalogue_entry:Entry",
    "FORMATS": "parbleu.testsets.formats:FORMATS",
    "Pair": "parbleu.testsets.catalogue_entry:Pair",
    "Source": "parbleu.testsets.catalogue_entry:Source",
    "TestSet": "parbleu.testsets.test_set:TestSet",
    "find": "parbleu.testsets.catalogue:find",
    "load": "parbleu.testsets.test_set:load",
    "names": "parbleu.testsets.catalogue:names",
    "read_documents": "parbleu.testsets.markup.markup_reader:read_documents",
    "read_segments": "parbleu.testsets.markup.markup_reader:read_segments",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
