r"""Reads what WMT25 and WMT26 publish as JSON lines, a line for each document: references, and translations.

    {"doc_id": "en-de_DE_#_news_#_a", "src_text": "A.\n\nB.", "refs": {"refA": {"ref": "A.\n\nB."}}}
    {"doc_id": "en-de_DE_#_news_#_a", "hypothesis": "A.\n\nB."}

Documents are joined by "doc_id", in the order of the references' files; those of test suites are left out. A
segment is what stands between empty lines. A document of WMT26, whose name begins with `WMT26_###_`, is cut
behind each `</p>`, in the domain software behind each string of JSON that is a value; speech is one segment.
Translations may also stand as "tgt_text", a text or an object of systems and their texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parbleu._base.log import warn
from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu._inputs.corpus import DOCUMENT, DOMAIN, Corpus, CorpusReader, Origin
from parbleu._inputs.line_files import LineFiles, system_names
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._io.json_text import parse_json
from parbleu._io.lines import uncompressed_name
from parbleu.errors import InputShapeError, NoSegmentsError, OptionError, ParbleuError
from parbleu.text._languages import same_pairs
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, json_lines

_SEPARATOR = "_#_"
_SPLIT = "\n\n"
"""What stands between paragraphs."""
WMT26 = "WMT26_###_"
"""How the names of documents of WMT26 begin."""
_SEPARATOR_26 = "_###_"
_PARAGRAPH = re.compile("</p>", re.IGNORECASE)
_QUOTES = '"„“”«»'
_OFFICIAL = "general"
"""The collection of the documents that are not of a test suite."""


class WmtDocuments(CorpusReader):
    """The paragraphs of documents, from files of references and of systems' translations.

    A document whose texts have different numbers of paragraphs is one segment, which a warning says.

    Args:
        named: the files, and the language pair, if they have several.
    """

    def __init__(self, named: NamedCorpus) -> None:
        super().__init__(named.check_text)
        self._named = named
        self._systems: dict[str, _Translations] = {}
        files = named.systems or ()
        names = system_names(len(files), files, named.names)
        for name, path in zip(names, files, strict=True):
            translations = _translations(path)
            self._systems.update(translations if "" not in translations else {name: translations[""]})

    @classmethod
    def of(cls, named: NamedCorpus) -> CorpusReader:
        """Returns the reader of files that a user names: of lines, if they are not WMT25's documents."""
        named = _with_documents_of_set(named)
        files = [*named.references, *(named.systems or ())]
        wanted = named.refuse_tables and named.test_set is None and named.num_refs == 1
        if not wanted or not named.references or not named.systems or not all(map(_has_documents, files)):
            return LineFiles.of(named)
        if named.source is not None:
            raise OptionError(f"{named.references[0]} holds the source: leave out --source")
        return cls(named)

    def names(self) -> list[str]:
        """Returns the names of the systems: of files, or as a file has them."""
        return list(self._systems)

    def documents(self) -> Sequence[str | None] | None:
        """Returns the document of each segment, which are those of a document one after the other."""
        return self.whole().labels[DOCUMENT]

    def language_pair(self) -> str | None:
        """Returns the language pair of the documents."""
        return self.whole().language_pair

    def _parts(self) -> Iterator[Corpus]:
        """Yields all paragraphs.

        Raises:
            FormatError: a line is wrong, or has the document of another one.
            InputShapeError: a system lacks documents.
            OptionError: the documents are of several language pairs, and none is chosen.
        """
        documents, pair = self._chosen()
        self._check_systems(documents)
        sides = list(dict.fromkeys(name for document in documents for name in document.references))
        self.n_references = len(sides)
        columns = _Columns(self.names(), sides)
        unequal = [
            columns.add(document, [texts.of[document.name] for texts in self._systems.values()])
            for document in documents
        ]
        if merged := [problem for problem in unequal if problem]:
            warn(
                f"{counted(len(merged), 'document')} of {len(documents)} with different numbers of "
                f"paragraphs, read as one segment each; the first: {merged[0]}"
            )
        names = self.names()
        yield Corpus(
            {name: Segments(columns.systems[name]) for name in names},
            tuple([Segments(columns.references[name]) for name in sides]),
            Segments(columns.source) if None not in columns.source else None,
            {DOCUMENT: tuple(columns.documents), DOMAIN: tuple(columns.domains)},
            self._scores(columns.documents),
            pair,
            tuple(sides) if len(sides) > 1 else (),
            Origin(tuple(names), tuple(sides)),
        )

    def _scores(self, documents: Sequence[str | None]) -> dict[str, SegmentScores]:
        files = {name: texts.path for name, texts in self._systems.items()}
        if len(set(files.values())) < len(files):
            files = {name: name for name in files}
        return self._named.scores(files, documents)

    def _chosen(self) -> tuple[list[_Document], str | None]:
        """Returns the documents of the language pair that have a reference, and the pair."""
        documents = read_documents(self._named.references)
        pairs = list(dict.fromkeys(document.pair for document in documents.values() if document.pair))
        pair = self._named.language_pair
        if pair is not None and pairs:
            wanted = same_pairs(pair, pairs)
            if not wanted:
                raise OptionError(f"there are no documents of {pair}; there are {', '.join(pairs)}")
        elif len(pairs) > 1:
            raise OptionError(
                f"the documents are of several language pairs, {', '.join(pairs)}: choose one by -l PAIR"
            )
        else:
            wanted = pairs
        kept = [document for document in documents.values() if not pairs or document.pair in wanted]
        suites = sum(document.is_of_suite for document in kept)
        if 0 < suites < len(kept):
            warn(f"left out {counted(suites, 'document')} of test suites")
            kept = [document for document in kept if not document.is_of_suite]
        whole = [document for document in kept if document.references]
        if not whole:
            raise NoSegmentsError("no document has a reference: there is no segment to score")
        if without := len(kept) - len(whole):
            warn(f"left out {counted(without, 'document')} without a reference")
        return whole, pair or (pairs[0] if pairs else None)

    def _check_systems(self, documents: Sequence[_Document]) -> None:
        """Refuses systems that lack documents."""
        for name, texts in self._systems.items():
            lacking = [document.name for document in documents if document.name not in texts.of]
            if lacking:
                raise InputShapeError(
                    f"{texts.path}: system {name!r} lacks {counted(len(lacking), 'document')} of "
                    f"{len(documents)}, such as {lacking[0]}: add them, or leave them out of the references"
                )


@dataclass(slots=True)
class _Document:
    """One line of a file of references."""

    name: str
    source: str | None
    references: dict[str, str]
    pair: str | None
    domain: str | None
    is_of_suite: bool


@dataclass(slots=True)
class _Translations:
    """The translations of one system: document -> text."""

    path: str
    of: dict[str, str] = field(default_factory=dict)


class _Columns:
    """The paragraphs of all documents, one after the other."""

    def __init__(self, systems: Sequence[str], references: Sequence[str]) -> None:
        self.systems: dict[str, list[str]] = {name: [] for name in systems}
        self.references: dict[str, list[str | None]] = {name: [] for name in references}
        self.source: list[str | None] = []
        self.documents: list[str | None] = []
        self.domains: list[str | None] = []

    def add(self, document: _Document, texts: Sequence[str]) -> str:
        """Adds a document; returns which of its texts have different numbers of paragraphs, or ""."""
        whole = document.name
        named = {system: paragraphs(whole, text) for system, text in zip(self.systems, texts, strict=True)}
        sides = {name: paragraphs(whole, text) for name, text in document.references.items()}
        source = None if document.source is None else paragraphs(whole, document.source)
        counts = {**({} if source is None else {"the source": len(source)})}
        counts |= {name: len(parts) for name, parts in [*sides.items(), *named.items()]}
        other = next((name for name, count in counts.items() if count != next(iter(counts.values()))), None)
        if other is not None:
            source, sides, named = _whole({"": source})[""], _whole(sides), _whole(named)
        n_parts = len(next(iter(sides.values())))
        for name, column in self.systems.items():
            column += named[name]
        for name, side in self.references.items():
            side += sides.get(name) or [None] * n_parts
        self.source += source or [None] * n_parts
        self.documents += [document.name] * n_parts
        self.domains += [document.domain] * n_parts
        if other is None:
            return ""
        first = next(iter(counts))
        return f"{document.name}, of which {first} has {counts[first]} and {other} {counts[other]}"


def _whole(sides: Mapping[str, Any]) -> dict[str, Any]:
    """Returns each text as one segment."""
    return {name: parts and [" ".join(filter(None, parts))] for name, parts in sides.items()}


def document_segments(name: str, text: str) -> list[str]:
    """Returns the segments of a document of WMT.

    Args:
        name: of the document, which says the year and the domain.
        text: its source, or a translation.

    Returns:
        The parts of the text. Those of WMT26 are the whole text if they are joined; others stand between
        two line ends.
    """
    if not name.startswith(WMT26):
        return text.split(_SPLIT)
    domain = document_domain(name)
    if domain == "speech":
        return [text]
    if domain != "software":
        return _cut_at(text, [match.end() for match in _PARAGRAPH.finditer(text)])
    try:
        bare = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
        parse_json(bare, repeated_keys=True)
        parts = _cut_at(text, _ends_of_values(text))
    except ValueError:  # as where a system translated the quotation marks
        parts = _cut_at(text, _ends_of_quoted_lines(text))
    if len(parts) > 1 and not set(parts[-1]).intersection(_QUOTES):  # brackets, and the end of the fence
        parts[-2:] = ["".join(parts[-2:])]
    return parts


def document_domain(name: str) -> str | None:
    """Returns the domain in the name of a document; None if it names none."""
    parts = name.split(_SEPARATOR_26 if name.startswith(WMT26) else _SEPARATOR)
    return parts[1] if len(parts) > 2 else None


def document_pair(name: str) -> str:
    """Returns the language pair in the name of a document; "" if it names none."""
    if name.startswith(WMT26):
        return "-".join(name.split(_SEPARATOR_26)[2:4])
    pair, separator, _ = name.partition(_SEPARATOR)
    return pair if separator else ""


def _ends_of_values(text: str) -> list[int]:
    """Returns where strings of JSON end that are no keys, with the comma behind each."""
    ends = []
    at = text.find('"')
    while at >= 0:
        at += 1
        while text[at] != '"':
            at += 2 if text[at] == "\\" else 1
        end = at + 1
        while text[end : end + 1].isspace():
            end += 1
        if text[end : end + 1] != ":":
            ends.append(end + 1 if text[end : end + 1] == "," else at + 1)
        at = text.find('"', end)
    return ends


def _ends_of_quoted_lines(text: str) -> list[int]:
    """Returns where lines end whose last character but a comma is a quotation mark."""
    ends, end = [], 0
    for line in text.splitlines(keepends=True):
        end += len(line)
        if line.rstrip().removesuffix(",").rstrip()[-1:] in (*_QUOTES,):
            ends.append(end)
    return ends


def _cut_at(text: str, ends: list[int]) -> list[str]:
    """Returns the parts of a text, which end at these places, and behind the line ends that follow.

    What is blank belongs to the part before.
    """
    moved = []
    for end in ends:
        while text[end : end + 1] == "\n":
            end += 1
        moved.append(end)
    if not moved or not text[moved[-1] :].strip():
        moved = [*moved[:-1], len(text)]
    else:
        moved.append(len(text))
    return [text[begin:end] for begin, end in zip([0, *moved], moved, strict=False)]


def paragraphs(name: str, text: str) -> list[str]:
    """Returns the segments of a document, with single blanks inside."""
    return [" ".join(part.split()) for part in document_segments(name, text)]


def paragraphs26(text: str) -> list[str]:
    """Returns the paragraphs of a document of WMT26's terminology: between empty lines, or else the lines."""
    return text.split("\n\n" if "\n\n" in text else "\n")


def _with_documents_of_set(named: NamedCorpus) -> NamedCorpus:
    """Returns a corpus of documents and a test set of such with the set's file as that of the references."""
    if named.test_set is None or not named.systems or not all(map(_has_documents, named.systems)):
        return named
    from parbleu.testsets._catalogue import find
    from parbleu.testsets._pair_files import PairFiles

    entry = find(named.test_set) if "," not in named.test_set else None
    if entry is None or entry.format != "jsonl" or entry.options.get("split") != _SPLIT:
        raise OptionError(
            f"{named.systems[0]}: its lines are documents, and {named.test_set} is no set of such: "
            "give a file with a segment on each line"
        )
    if named.origlang is not None or named.subset is not None:
        raise OptionError("--origlang and --subset are for files with a segment on each line")
    files = PairFiles(entry, entry.spelled(str(named.language_pair))).raw_files().obtain()
    return named.changed(references=files, test_set=None)


def _has_documents(path: str) -> bool:
    """Returns whether the first line of a file is a document of references or translations."""
    if not uncompressed_name(path).endswith(".jsonl"):
        return False
    try:
        row = next(iter(json_lines(Lines(path))), None)
    except ParbleuError:
        return False
    keys = {"refs", "hypothesis", "tgt_text"}
    return row is not None and isinstance(row.fields.get("doc_id"), str) and bool(keys & {*row.fields})


def read_documents(paths: Iterable[str]) -> dict[str, _Document]:
    """Returns name -> document of files of references.

    Raises:
        FormatError: a line is no document, or one stands twice with other references.
    """
    documents: dict[str, _Document] = {}
    for path in paths:
        for row in json_lines(Lines(path)):
            document = _document(row)
            known = documents.setdefault(document.name, document)
            if known is not document:
                for name, text in document.references.items():
                    if known.references.setdefault(name, text) != text:
                        raise row.wrong(f"the document {document.name} occurs twice, with other references")
    return documents


def _document(row: NumberedRow) -> _Document:
    name = row.get("doc_id")
    references = row.fields.get("refs")
    if not isinstance(references, dict):
        raise row.wrong(f'"refs" is an object of references, such as {{"refA": ...}}, not {references!r:.60}')
    texts = {}
    for side, value in references.items():
        text = value.get("ref") if isinstance(value, dict) else value
        if text is not None and not isinstance(text, str):
            raise row.wrong(f"the reference {side} is text, not {text!r:.60}")
        if text:
            texts[side] = text
    domain = document_domain(name)
    languages = row.fields.get("src_lang"), row.fields.get("tgt_lang")
    pair = "-".join(map(str, languages)) if all(languages) else None
    if pair is None and domain is not None:
        pair = document_pair(name)
    source = row.fields.get("src_text")
    return _Document(
        name,
        source if isinstance(source, str) else None,
        texts,
        pair,
        row.fields.get("domain") or domain,
        row.fields.get("collection_id", _OFFICIAL) != _OFFICIAL,
    )


def _translations(path: str) -> dict[str, _Translations]:
    """Returns the translations in a file by the name of the system, which is "" if the file does not say."""
    systems: dict[str, _Translations] = {}
    for row in json_lines(Lines(path)):
        name = row.get("doc_id")
        texts = row.fields.get("hypothesis", row.fields.get("tgt_text"))
        for system, text in texts.items() if isinstance(texts, dict) else [("", texts)]:
            if not isinstance(text, str):
                whose = f" of {system}" if system else ""
                raise row.wrong(f'the translation{whose} is text ("hypothesis"), not {text!r:.60}')
            known = systems.setdefault(system, _Translations(path)).of
            if known.setdefault(name, text) is not text:
                raise row.wrong(f"the document {name} occurs twice: remove one")
    if len(systems) > 1 and "" in systems:
        raise OptionError(f"{path}: some documents name their systems, others do not")
    return systems
