"""Reads the texts of an evaluation set: source, references, outputs and their documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from parbleu._base.known_names import check_name
from parbleu.evalset._file_layout import SetFiles
from parbleu.evalset._levels import Documents, check_level
from parbleu.evalset._text_files import check_length, count_lines, json_lines, read_text
from parbleu.text._languages import split_pair

Text = list[str | None]

Value = TypeVar("Value")


class LazyMapping(Mapping[str, Value], Generic[Value]):
    """The contents of files by name; each file is read once, when it is asked for.

    Args:
        what: what kind of things the names belong to, for messages.
        files: name -> file, in the order of iteration.
        read: returns the content of a file.
    """

    def __init__(self, what: str, files: Mapping[str, str], read: Callable[[str], Value]) -> None:
        self._what = what
        self._files = files
        self._read = read
        self._values: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._values:
            check_name(self._what, name, self._files)
            self._values[name] = self._read(self._files[name])
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"<{self._what}: {', '.join(self._files)}>"


class EvalSetTexts:
    """The texts of one language pair of a test set; each is read and checked on first access.

    Attributes:
        name: the test set.
        language_pair: the language pair.
    """

    def __init__(self, name: str, language_pair: str, files: SetFiles) -> None:
        self.name = name
        self.language_pair = language_pair
        self._files = files

    @property
    def src_lang(self) -> str:
        """The source language."""
        return self._languages[0]

    @property
    def tgt_lang(self) -> str:
        """The target language."""
        return self._languages[1]

    @property
    def _languages(self) -> tuple[str, str]:
        return split_pair(self.language_pair) if "-" in self.language_pair else (self.language_pair, "")

    @property
    def sys_names(self) -> tuple[str, ...]:
        """The systems, with references that have outputs of the same name; sorted."""
        return tuple(self._files.outputs)

    @property
    def ref_names(self) -> tuple[str, ...]:
        """The references, sorted."""
        return tuple(self._files.references)

    @property
    def human_sys_names(self) -> frozenset[str]:
        """The systems that are references."""
        return frozenset(self._files.outputs) & frozenset(self._files.references)

    @cached_property
    def n_segments(self) -> int:
        """How many segments the source has."""
        return count_lines(self._files.source)

    @cached_property
    def src(self) -> Text:
        """The segments of the source; None where none was supplied."""
        return read_text(self._files.source, "source")

    @cached_property
    def all_refs(self) -> Mapping[str, Text]:
        """The segments of each reference."""
        return LazyMapping("reference", self._files.references, partial(self._parallel, "reference"))

    @cached_property
    def sys_outputs(self) -> Mapping[str, Text]:
        """The segments of each system's output."""
        return LazyMapping("system", self._files.outputs, partial(self._parallel, "output"))

    @cached_property
    def metadata(self) -> Mapping[str, list[Any]]:
        """JSON values that come with each system's output."""
        return LazyMapping("system with metadata", self._files.metadata, _json_values)

    def _parallel(self, kind: str, path: str) -> Text:
        segments = read_text(path, kind)
        check_length(path, len(segments), self.n_segments)
        return segments

    @cached_property
    def documents(self) -> Documents:
        """The documents and domains of segments."""
        documents = Documents(self._files.documents)
        check_length(self._files.documents, len(documents), self.n_segments)
        return documents

    @property
    def docs(self) -> dict[str, tuple[int, int]]:
        """Document -> (begin, end) of its segments, in order."""
        return self.documents.docs

    @property
    def doc_names(self) -> tuple[str, ...]:
        """The documents, in order."""
        return tuple(self.docs)

    @property
    def domains(self) -> dict[str, list[tuple[int, int]]]:
        """Domain -> runs [(begin, end), ...] of its segments, sorted by name, as scores of domains are."""
        return self.documents.domains

    @property
    def domain_names(self) -> tuple[str, ...]:
        """The domains, sorted."""
        return tuple(self.domains)

    @property
    def docs_per_seg(self) -> list[str]:
        """The document of each segment."""
        return self.documents.docs_per_seg

    @property
    def domains_per_seg(self) -> list[str]:
        """The domain of each segment."""
        return self.documents.domains_per_seg

    @property
    def domains_per_doc(self) -> list[str]:
        """The domain of each document."""
        return self.documents.domains_per_doc

    def n_items(self, level: str) -> int:
        """Returns how many scores a system has at a level."""
        if check_level(level) == "system":
            return 1
        if level == "segment":
            return self.n_segments
        return len(self.docs if level == "document" else self.domains)


def _json_values(path: str) -> list[Any]:
    return list(json_lines(path))
