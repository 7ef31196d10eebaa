"""Finds, downloads and converts test sets, and returns their text."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".cache_contents": "get import_files plan verify",
        ".catalogue": "find names",
        ".catalogue_entry": "Entry PairEntry Source",
        ".formats": "FORMATS",
        ".listings": "citations describe list_language_pairs list_test_sets",
        ".loading": "TestSet load_test_set",
        ".markup_files": "Document read_documents read_segments",
        ".pair_files": "PairFiles",
        ".set_selection": "locate",
        ".text_extraction": "TextExtraction",
    },
)
