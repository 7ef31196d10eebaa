"""Test sets: which there are, where they come from, and their text."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.cache_check import verify as verify
    from parbleu.testsets.cache_filling import get as get
    from parbleu.testsets.cache_filling import import_files as import_files
    from parbleu.testsets.catalogue import find as find
    from parbleu.testsets.catalogue import names as names
    from parbleu.testsets.catalogue_entry import Entry as Entry
    from parbleu.testsets.catalogue_entry import Pair as Pair
    from parbleu.testsets.catalogue_entry import Source as Source
    from parbleu.testsets.formats import FORMATS as FORMATS
    from parbleu.testsets.listings import citations as citations
    from parbleu.testsets.listings import describe as describe
    from parbleu.testsets.listings import list_language_pairs as list_language_pairs
    from parbleu.testsets.listings import list_test_sets as list_test_sets
    from parbleu.testsets.markup.marked_document import Document as Document
    from parbleu.testsets.markup.markup_reader import read_documents as read_documents
    from parbleu.testsets.markup.markup_reader import read_segments as read_segments
    from parbleu.testsets.markup.text_extraction import TextExtraction as TextExtraction
    from parbleu.testsets.needed_downloads import plan as plan
    from parbleu.testsets.pair_files import PairFiles as PairFiles
    from parbleu.testsets.set_selection import locate as locate
    from parbleu.testsets.test_set import TestSet as TestSet
    from parbleu.testsets.test_set import load as load

_PLACES = {
    "cache_check": ("verify",),
    "cache_filling": ("get", "import_files"),
    "catalogue": ("find", "names"),
    "catalogue_entry": ("Entry", "Pair", "Source"),
    "formats": ("FORMATS",),
    "listings": ("citations", "describe", "list_language_pairs", "list_test_sets"),
    "markup.marked_document": ("Document",),
    "markup.markup_reader": ("read_documents", "read_segments"),
    "markup.text_extraction": ("TextExtraction",),
    "needed_downloads": ("plan",),
    "pair_files": ("PairFiles",),
    "set_selection": ("locate",),
    "test_set": ("TestSet", "load"),
}
_NAMES = {
    name: f"parbleu.testsets.{module}:{name}" for module, members in _PLACES.items() for name in members
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
