"""`parbleu data`: lists, downloads, checks and describes test sets."""

COMMANDS = {
    "list": "the test sets, or the language pairs of one",
    "show": "describe a test set",
    "cite": "the BibTeX entries of test sets",
    "plan": "what would be downloaded: URL, size, checksum, place",
    "get": "download and convert test sets",
    "import": "import downloads from another machine",
    "path": "the paths of test sets and their texts",
    "verify": "check the cache",
}
