"""Finds, downloads and converts test sets, and returns their text."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".cache_check": "verify",
        ".cache_filling": "get import_files",
        ".catalogue": "find names",
        ".catalogue_entry": "Entry PairEntry Source",
        ".formats": "FORMATS",
        ".listings": "citations describe list_language_pairs list_test_sets",
        ".markup.marked_document": "Document",
        ".markup.markup_reader": "read_documents read_segments",
        ".markup.text_extraction": "TextExtraction",
        ".needed_downloads": "plan",
        ".pair_files": "PairFiles",
        ".set_selection": "locate",
        ".loading": "TestSet load_test_set",
    },
)
