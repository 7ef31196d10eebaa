"""`parbleu data`: which test sets there are, what is in the cache, and how it gets there."""

COMMANDS = {
    "list": "the test sets, or the language pairs of one",
    "show": "what is known about a test set",
    "cite": "the BibTeX entries of test sets",
    "plan": "what would be downloaded: URL, size, checksum, place",
    "get": "download and convert test sets",
    "import": "take downloads that were carried in by hand",
    "path": "where the text of a test set lies",
    "verify": "check what is in the cache",
}
