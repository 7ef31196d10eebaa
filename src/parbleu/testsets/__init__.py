"""Finds, downloads and converts test sets, and returns their text."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._cache_contents": "get import_files plan verify",
        "._catalogue": "find names",
        "._catalogue_entry": "Entry",
        ".formats": "FORMATS",
        "._listings": "citations describe list_language_pairs list_test_sets",
        "._loading": "TestSet load_test_set",
        "._markup_files": "Document read_documents read_segments",
        "._pair_files": "PairFiles",
        "._pair_rules": "PairEntry Source",
        "._set_selection": "locate",
        "._text_extraction": "TextExtraction",
    },
)
