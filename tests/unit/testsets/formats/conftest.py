"""Provides the raw files of a language pair, and converts them by a format."""

import gzip

import pytest

from parbleu.testsets._catalogue_entry import Entry, PairEntry
from parbleu.testsets.formats import FORMATS


class Raw:
    """Writes raw files and converts them."""

    def __init__(self, folder):
        self.folder = folder

    def paths(self, *contents, suffix="txt"):
        """Files 0.txt, 1.txt...; ".gz" at the end of the suffix compresses them."""
        made = []
        for at, content in enumerate(contents):
            path = self.folder / f"{at}.{suffix}"
            data = content.encode() if isinstance(content, str) else content
            path.write_bytes(gzip.compress(data) if suffix.endswith(".gz") else data)
            made.append(str(path))
        return made

    def entry(self, files=("x",), name="mine", options=None, language_pair="xx-yy"):
        return Entry(name, "any", {language_pair: PairEntry(tuple(files))}, options=options or {})

    def convert(self, name, paths, entry=None, language_pair="xx-yy"):
        """The fields, in order: name -> lines."""
        format_ = FORMATS[name](entry or self.entry(paths), language_pair, paths)
        found = dict.fromkeys(format_.fields(), b"")

        def write(field, lines):
            found[field] += lines

        format_.convert(write)
        assert all(not text or text.endswith(b"\n") for text in found.values())
        return {field: text.decode().split("\n")[:-1] for field, text in found.items()}

    def annotations(self, name, paths, entry=None):
        return list(FORMATS[name](entry or self.entry(paths), "xx-yy", paths).annotations())


@pytest.fixture
def raw(tmp_path):
    return Raw(tmp_path)
