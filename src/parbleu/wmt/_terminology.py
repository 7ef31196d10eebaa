"""Measures whether systems use given terms: success by the rules of 2025 and 2026, and consistency."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from parbleu._base.known_names import check_name
from parbleu._base.wording import counted
from parbleu._inputs.wmt_documents import paragraphs26
from parbleu._io.json_text import as_json
from parbleu._io.lines import StandardInput, read_json
from parbleu.errors import FormatError, InputShapeError, OptionError
from parbleu.stats.resampling import Resampling
from parbleu.tables import Result, column, record, rows
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, json_lines
from parbleu.wmt._resampled_items import Floats, ItemDifference, bootstrap_of, compared, draw_note, known

REFERENCE = "reference"
"""What rows of the references themselves are called: the oracle."""

TERMINOLOGY_RULES: Mapping[str, str] = MappingProxyType(
    {
        "wmt25-track1": "share of (segment, term) whose target is a substring, wmt25-terminology 3ac137d",
        "wmt25-track2": "mean share of a term's occurrences, wmt25-terminology 3ac137d",
        "wmt26": "share of required occurrences, matched in disjoint spans, wmt26-terminology ddb0985",
    }
)
"""Name -> what the rule counts, and its version."""
TEXT_RULES = ("wmt25-track1", "wmt25-track2")
"""Those of them that look for terms in texts, by `terminology_success`."""

CONSISTENCY_RULE = "wmt25-consistency"
EXPECTED_KINDS = ("first", "frequent")
"""Which renderings of terms can be expected, by what a system wrote."""

_PSEUDO = "pseudoref_"
_NO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
_WORD = re.compile(r"\w")
_JOINT = "|||"
"""What stands between lemmas."""

Lemmatizer = Callable[[str], Iterable[str]]
"""Text -> the lemmas of its words, in their order."""

Terms = Sequence[Mapping[str, str | Sequence[str]]]
Span = tuple[int, int]


@record
class TermSuccess:
    """How often one system used the terms of one dictionary.

    Attributes:
        system: its name; "reference" for the references themselves, which few systems can exceed.
        measure: the dictionary, or the tier of 2026.
        success: the share, from 0 to 1; None if there is nothing to find.
        low: the lower end of its 95 % interval.
        high: its upper end.
        lemma_success: the share if lemmas count, too; None without lemmas.
        hits: how many terms were used; of "wmt25-track2" the sum of shares.
        terms: how many there are.
    """

    system: str
    measure: str
    success: float | None = column(decimals=4, better="higher", low="low", high="high")
    low: float | None = column(people=False, decimals=4)
    high: float | None = column(people=False, decimals=4)
    lemma_success: float | None = column("with lemmas", decimals=4, better="higher")
    hits: float = column(decimals=1, people=False)
    terms: int


@record
class TerminologySuccess(Result):
    """How often systems used given terms.

    Attributes:
        rates: a row for each system and dictionary or tier, and for the references.
        differences: the tests of systems.
        rule: the name of the rule.
        version: what it counts, and its version.
        notes: what is to be known.
    """

    rates: tuple[TermSuccess, ...] = rows(
        "terminology", TermSuccess, facts="rule version", notes=lambda made: made.notes
    )
    differences: tuple[ItemDifference, ...] = rows("terminology_differences", ItemDifference, if_any=True)
    rule: str
    version: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class TermLemmas:
    """Lemmas of texts and terms, which a tagger of the user made.

    Attributes:
        source: the lemmas of each source line, in lower case and joined by "|||".
        systems: name -> those of its lines; `REFERENCE` for those of the references.
        terms: term, of either side -> its lemmas, joined alike.
    """

    source: Sequence[str]
    systems: Mapping[str, Sequence[str]]
    terms: Mapping[str, str]

    @classmethod
    def of(cls, texts: TermTexts, source: Lemmatizer, target: Lemmatizer) -> TermLemmas:
        """Makes the lemmas of texts and terms by functions of a library.

        Args:
            texts: what `read_terminology` returned.
            source: returns the lemmas of a text of the source, such as
                `lambda text: [word.lemma_ for word in nlp(text)]`.
            target: the same for the target.
        """

        def joined(lemmatize: Lemmatizer, text: str) -> str:
            return _JOINT.join(lemma.lower() for lemma in lemmatize(text))

        terms: dict[str, str] = {}
        for lines in texts.dictionaries.values():
            for term, value in (pair for line in lines for pair in line.items()):
                terms.update({word: joined(target, word) for word in _targets(value) if word not in terms})
                terms[term] = joined(source, term)
        sides = {**texts.systems, REFERENCE: texts.references}
        return cls(
            [joined(source, text) for text in texts.source],
            {name: [joined(target, text) for text in lines] for name, lines in sides.items()},
            terms,
        )


def terminology_success(
    source: Sequence[str],
    systems: Mapping[str, Sequence[str]],
    dictionaries: Mapping[str, Terms],
    *,
    references: Sequence[str] | None = None,
    rule: str = "wmt25-track1",
    lemmas: TermLemmas | None = None,
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling | None = None,
) -> TerminologySuccess:
    """Computes how often systems used given terms, by a rule of 2025.

    "wmt25-track1" is the share of terms of the source whose target is in the translation. "wmt25-track2"
    counts occurrences, of those terms that the reference translates as asked. Both look for substrings in
    lower case: "space" is inside "spacer".

    Args:
        source: N segments, or documents.
        systems: system -> N translations.
        dictionaries: name, such as "proper" or "random" -> for each of N segments, term -> target or targets.
            Every system is measured by every dictionary, whichever it was given.
        references: N references: a row of their own, and the filter of "wmt25-track2".
        rule: "wmt25-track1" or "wmt25-track2".
        lemmas: lemmas of both sides, by which terms of track 1 are found, too; in a column of their own.
        documents: what is drawn together; None for each segment.
        resampling: bootstrap samples of segments, or documents; 1000 by default. `Resampling("none")` for no
            tests.

    Raises:
        UnknownNameError: there is no such rule.
        InputShapeError: numbers of lines differ, or "wmt25-track2" has no references.
    """
    check_name("rule of terminology", rule, TEXT_RULES)
    if rule == "wmt25-track2" and references is None:
        raise InputShapeError("wmt25-track2 counts terms that the references translate: give references")
    texts = dict(systems) if references is None else {**systems, REFERENCE: references}
    for name, lines in (*texts.items(), *dictionaries.items()):
        if len(lines) != len(source):
            raise InputShapeError(f"{name} has {len(lines)} lines, the source {len(source)}: give as many")
    if lemmas is not None and (missing := [name for name in texts if name not in lemmas.systems]):
        raise InputShapeError(f"there are no lemmas of {', '.join(missing)}: give those of every system")
    counts: dict[str, dict[str, Floats]] = {}
    for dictionary, terms in dictionaries.items():
        by_name = counts.setdefault(dictionary, {})
        for name, lines in texts.items():
            if rule == "wmt25-track1":
                by_name[name] = _contained(source, lines, terms, name, lemmas)
            else:
                assert references is not None
                by_name[name] = _occurring(source, lines, terms, references)
    return _measured(counts, rule, documents, lemmas is not None, resampling, "terminology_success")


@dataclass(frozen=True)
class TermTexts:
    """What a file of terms of WMT25 and files of outputs hold; the arguments of `terminology_success`."""

    source: tuple[str, ...]
    references: tuple[str, ...]
    dictionaries: Mapping[str, Terms]
    systems: Mapping[str, tuple[str, ...]]


def read_terminology(path: str, outputs: Mapping[str, str], *, source: str, target: str) -> TermTexts:
    """Reads texts with terms, and translations, of WMT25: JSON lines.

    Args:
        path: lines with both texts, and dictionaries such as "proper" and "random".
        outputs: system -> file of lines with its translation.
        source: the key of the source, such as "en".
        target: the key of the translation.

    Raises:
        FormatError: a line lacks a text, its terms are not text, no line of terms has the dictionary
            "proper", or outputs have another source on a line.
    """
    lines = list(json_lines(Lines(path)))
    if not any("proper" in row.fields for row in lines):
        raise FormatError(
            path, 0, 'no line has the key "proper": these are no terms; were outputs and terms swapped?'
        )
    of_rows = (name for row in lines for name, value in row.fields.items() if isinstance(value, dict))
    names = dict.fromkeys(["proper", *of_rows])
    rows_of = {name: [_terms_of(row, name) for row in lines] for name in names}
    sources = _texts_of(lines, source)
    return TermTexts(
        sources,
        _texts_of(lines, target),
        {name: values for name, values in rows_of.items() if any(values)},
        {
            name: _texts_of(_with_source(json_lines(Lines(file)), source, sources), target)
            for name, file in outputs.items()
        },
    )


def _terms_of(row: NumberedRow, name: str) -> dict[str, str | list[str]]:
    """Returns a dictionary of a line of terms; an empty one if it has none."""
    terms = row.fields.get(name)
    if terms is None:
        return {}
    if not isinstance(terms, dict):
        raise row.wrong(f"{name} is an object of terms and their translations, not {as_json(terms)}")
    for term, value in terms.items():
        if not isinstance(value, str) and not (
            isinstance(value, list) and all(isinstance(target, str) for target in value)
        ):
            raise row.wrong(
                f"{name}: {as_json(term)} has a translation or a list of them, not {as_json(value)}"
            )
    return terms


def _with_source(rows: Iterable[NumberedRow], key: str, sources: Sequence[str]) -> Iterator[NumberedRow]:
    """Yields rows of outputs; raises FormatError at one that has another source than that of its place."""
    for index, row in enumerate(rows):
        text = row.fields.get(key)
        if text is not None and index < len(sources) and str(text).split() != sources[index].split():
            raise row.wrong(
                f"{key} is {as_json(text)}, and the terms have {as_json(sources[index])}: sort the lines"
            )
        yield row


def _texts_of(lines: Iterable[NumberedRow], key: str) -> tuple[str, ...]:
    texts = []
    for row in lines:
        text = row.fields.get(key)
        if not isinstance(text, str):
            raise row.wrong(f"a line has a text {as_json(key)}; the keys are {', '.join(row.fields)}")
        texts.append(text)
    return tuple(texts)


def _targets(value: str | Sequence[str]) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value


def _contained(
    source: Sequence[str], lines: Sequence[str], terms: Terms, name: str, lemmas: TermLemmas | None
) -> Floats:
    """Returns for each line: hits on the surface, hits with lemmas, and terms to be found."""
    counts = np.zeros((len(source), 3))
    for number, (text, line, wanted) in enumerate(zip(source, lines, terms, strict=True)):
        lower, translated = text.lower(), line.lower()
        for term, value in wanted.items():
            in_source = term.lower() in lower
            surface = any(target.lower() in translated for target in _targets(value))
            lemma = surface
            if lemmas is not None:
                in_source = in_source or lemmas.terms.get(term, term).lower() in lemmas.source[number]
                lemma = surface or any(
                    lemmas.terms.get(target, target).lower() in lemmas.systems[name][number]
                    for target in _targets(value)
                )
            if in_source:
                counts[number] += (surface, lemma, 1)
    return counts


def term_share(source: str, hypothesis: str, term: str, targets: Iterable[str]) -> float:
    """Returns the share of a term's occurrences that have a target, at most 1: track 2 of 2025.

    A target inside another is counted twice.

    Raises:
        InputShapeError: the term is not in the source.
    """
    occurrences = source.lower().count(term.lower())
    if not occurrences:
        raise InputShapeError(f"the term {as_json(term)} does not occur in the source")
    lower = hypothesis.lower()
    return min(1.0, sum(lower.count(target.lower()) for target in targets) / occurrences)


def _occurring(
    source: Sequence[str], lines: Sequence[str], terms: Terms, references: Sequence[str]
) -> Floats:
    """Returns for each document: the sum of the shares of its terms, twice, and how many terms count.

    Blank terms, as lists made by programs have them, do not count. An empty target is in every text.
    """
    counts = np.zeros((len(source), 3))
    for number, (text, line, wanted) in enumerate(zip(source, lines, terms, strict=True)):
        lower, reference = text.lower(), references[number].lower()
        for term, value in wanted.items():
            targets = _targets(value)
            if (
                term.strip()
                and term.lower() in lower
                and any(target.lower() in reference for target in targets)
            ):
                share = term_share(text, line, term, targets)
                counts[number] += (share, share, 1)
    return counts


def _measured(
    counts: Mapping[str, Mapping[str, Floats]],
    rule: str,
    documents: Sequence[Hashable] | None,
    with_lemmas: bool,
    resampling: Resampling | None,
    function: str,
) -> TerminologySuccess:
    """Returns the rates of hits, hits with lemmas, and terms of each measure and system, and tests."""
    how = bootstrap_of(function, resampling)
    rates: list[TermSuccess] = []
    differences: list[ItemDifference] = []
    n_drawn = 0
    for measure, by_name in counts.items():
        n_items = len(next(iter(by_name.values()))) if by_name else 0
        use_documents = documents is not None and how is not None and how.unit == "document"
        clusters = list(documents or ()) if use_documents else list(range(n_items))
        n_drawn = len(set(clusters))
        systems = {name: table for name, table in by_name.items() if name != REFERENCE}
        tables = {(name, measure): table for name, table in systems.items()}
        results = compared(measure, tables, {measure: clusters}, _rate, how)
        differences += results.differences
        for name, table in by_name.items():
            hits, lemma_hits, terms = table.sum(axis=0).tolist()
            low, high = results.interval(name, measure)
            rates.append(
                TermSuccess(
                    system=name,
                    measure=measure,
                    success=known(float(_rate(table.sum(axis=0)))),
                    low=low,
                    high=high,
                    lemma_success=lemma_hits / terms if with_lemmas and terms else None,
                    hits=hits,
                    terms=int(terms),
                )
            )
    has_oracle = any(REFERENCE in by_name for by_name in counts.values())
    notes = (
        ["The row of the references is what the measure gives the people who translated."]
        if has_oracle
        else []
    )
    return TerminologySuccess(
        tuple(rates), tuple(differences), rule, TERMINOLOGY_RULES[rule], (*notes, *draw_note(how, n_drawn))
    )


def _rate(sums: Floats) -> Floats:
    """Returns hits over terms of sums (..., 3); NaN without terms."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 2])


@record
class TermConsistency:
    """How consistently one system renders terms.

    Attributes:
        system: its name.
        kind: which renderings are expected, such as "frequent"; "" if nobody says.
        micro: the share of renderings that are the expected one.
        macro: the mean of that share over the expected renderings; the published figure.
        renderings: how many there are.
        expected: how many different ones are expected.
    """

    system: str
    kind: str = column("expected rendering")
    micro: float | None = column(decimals=4, better="higher")
    macro: float | None = column(decimals=4, better="higher")
    renderings: int
    expected: int


@record
class TermConsistencies(Result):
    """How consistently systems render terms.

    Attributes:
        systems: a row for each.
        version: of the rule.
    """

    systems: tuple[TermConsistency, ...] = rows("consistency", TermConsistency, facts="version")
    version: str = "wmt25-terminology 3ac137d"


def term_consistency(
    renderings: Mapping[str, Iterable[tuple[str, str]]], *, kind: str = ""
) -> TermConsistencies:
    """Computes how consistently systems render terms.

    What is expected of an occurrence is the first or the most frequent rendering of its term, or a given one.
    Terms with the same expected rendering are one.

    Args:
        renderings: system -> (rendering, expected rendering) of each occurrence of a term.
        kind: which renderings are expected.
    """
    made = []
    for name, pairs in renderings.items():
        equal: dict[str, list[bool]] = {}
        for rendering, expected in pairs:
            equal.setdefault(expected, []).append(rendering == expected)
        flat = [value for values in equal.values() for value in values]
        micro = sum(flat) / len(flat) if flat else None
        macro = sum(sum(values) / len(values) for values in equal.values()) / len(equal) if equal else None
        made.append(TermConsistency(name, kind, micro, macro, len(flat), len(equal)))
    return TermConsistencies(tuple(made))


def score_consistency(files: Mapping[str, str]) -> TermConsistencies:
    """Reads renderings of terms, and computes how consistent they are.

    Args:
        files: system -> table of renderings, as `read_renderings` reads them.

    Raises:
        FormatError: a table has other columns, or a line has too few.
    """
    return TermConsistencies(
        tuple(
            row
            for name, path in files.items()
            for kind, pairs in read_renderings(path).items()
            for row in term_consistency({name: pairs}, kind=kind).systems
        )
    )


def read_renderings(path: str) -> dict[str, list[tuple[str, str]]]:
    """Reads how a system renders each occurrence of a term; returns kind -> (rendering, expected rendering).

    A table of WMT25 has a column "pseudoref_KIND" for each kind of expected renderings, and before it one of
    renderings. Another has the columns "term" and "rendering", in the order of the text, from which the kinds
    "first" and "frequent" follow, and may have "predefined", what is expected of the term, if anything is.

    Raises:
        FormatError: the table has other columns, or a line has too few.
    """
    header, *cells = [line.rstrip("\r\n").split("\t") for line in Lines(path)] or [[]]
    for number, row in enumerate(cells, 2):
        if len(row) != len(header):
            columns = f"{counted(len(row), 'column')}, and {len(header)} in the header"
            raise FormatError(path, number, f"the line has {columns}")
    places = {name: index for index, name in enumerate(header)}
    kinds = rendering_kinds(path, header)

    def pairs(first: int, second: int) -> list[tuple[str, str]]:
        return [(row[first], row[second]) for row in cells]

    if {"term", "rendering"} <= places.keys():
        rendering = places["rendering"]
        occurrences = pairs(places["term"], rendering)
        made = {kind: expected_renderings(occurrences, kind) for kind in EXPECTED_KINDS}
        if "predefined" in places:
            made["predefined"] = [pair for pair in pairs(rendering, places["predefined"]) if pair[1]]
        return made
    return {kind: pairs(index - 1, index) for kind, index in kinds.items()}


def rendering_kinds(path: str, header: Sequence[str]) -> dict[str, int]:
    """Returns kind of expected renderings -> the place of its column in a table of WMT25.

    Raises:
        FormatError: a column stands twice, or there are neither such columns nor "term" and "rendering".
    """
    kinds = {
        name.removeprefix(_PSEUDO): index for index, name in enumerate(header) if name.startswith(_PSEUDO)
    }
    for name in ("term", "rendering", "predefined", *(f"{_PSEUDO}{kind}" for kind in kinds)):
        if header.count(name) > 1:
            raise FormatError(path, 1, f"there are {header.count(name)} columns {name}: leave one of them")
    is_of_wmt25 = kinds and not any(
        index == 0 or header[index - 1].startswith(_PSEUDO) for index in kinds.values()
    )
    if not is_of_wmt25 and not {"term", "rendering"} <= {*header}:
        raise FormatError(
            path,
            1,
            "there are no columns term and rendering, and none of WMT25's: tgt before each pseudoref_KIND",
        )
    return kinds


def expected_renderings(
    occurrences: Iterable[tuple[str, str]], kind: str = "frequent"
) -> list[tuple[str, str]]:
    """Returns each rendering of a term, and the one that is expected there.

    Args:
        occurrences: (term, rendering), in the order of the text.
        kind: "first" or "frequent"; of equally frequent ones, the first.

    Raises:
        UnknownNameError: there is no such kind.
    """
    check_name("kind of expected renderings", kind, EXPECTED_KINDS)
    pairs = list(occurrences)
    counts: dict[str, Counter[str]] = {}
    for term, rendering in pairs:
        counts.setdefault(term, Counter())[rendering] += 1
    expected = {
        term: next(iter(of_term)) if kind == "first" else max(of_term, key=of_term.__getitem__)
        for term, of_term in counts.items()
    }
    return [(rendering, expected[term]) for term, rendering in pairs]


@dataclass(frozen=True)
class RequiredTerm:
    """An occurrence of a term that a paragraph must have.

    Attributes:
        source: the term in the source language.
        base: the base form of the target.
        inflected: the form that the reference has, if it is another.
        glossary: other targets that the glossary allows.
        lemmas: the lemmas of the base form, if texts have lemmas.
        glossary_lemmas: those of each other target.
        label: a group, such as "seen" or "unseen"; "" for none.
    """

    source: str
    base: str
    inflected: str | None = None
    glossary: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    glossary_lemmas: tuple[tuple[str, ...], ...] = ()
    label: str = ""


@dataclass(frozen=True)
class LemmatizedWord:
    """A word of a text, for a search by lemmas: where it is after normalization, and its lemma."""

    start: int
    end: int
    lemma: str


@dataclass(frozen=True)
class RequiredTexts:
    """What a test set of WMT26 with its terms, and files of outputs, hold; the arguments of `term_matches`.

    Attributes:
        required: the terms of each paragraph; none where there is no reference.
        references: the reference of each paragraph; "" where there is none.
        documents: the number of the document of each paragraph, from 1.
        systems: system -> its paragraphs.
    """

    required: tuple[tuple[RequiredTerm, ...], ...]
    references: tuple[str, ...]
    documents: tuple[int, ...]
    systems: Mapping[str, tuple[str, ...]]


def read_required_terms(path: str, outputs: Mapping[str, str]) -> RequiredTexts:
    """Reads a test set of WMT26's terminology task with its required terms, and translations.

    Terms have the label "seen" or "unseen" if the test set says which segments were given as samples.

    Args:
        path: the test set with references: documents of paragraphs of segments with terms.
        outputs: system -> file of its translations, a list of documents.

    Raises:
        FormatError: a file has another form, no paragraph has terms, or a system has other numbers of
            documents or paragraphs than the test set.
    """
    whole = JsonMember(path, "", read_json(path))
    paragraphs = [
        (number, paragraph)
        for number, document in enumerate(whole.members("documents"), 1)
        for paragraph in document.members("paragraphs")
    ]
    other_targets = glossary_targets(whole)
    segments = [paragraph.members("segments", needed=False) for _, paragraph in paragraphs]
    has_samples = any(segment.get("seen_as_sample") for several in segments for segment in several)
    references = [paragraph.text("reference", needed=False) for _, paragraph in paragraphs]
    required = tuple(
        tuple(
            required_term(term, other_targets, _LABELS[bool(segment.get("seen_as_sample"))] * has_samples)
            for segment in several
            for term in segment.members("terms", needed=False)
            if reference is not None
        )
        for several, reference in zip(segments, references, strict=True)
    )
    if not any(required):
        raise FormatError(path, 0, "no paragraph with a reference has terms: there is nothing to find")
    documents = tuple(number for number, _ in paragraphs)
    counts = list(Counter(documents).values())
    systems = {name: _output_paragraphs(file, counts) for name, file in outputs.items()}
    return RequiredTexts(required, tuple(text or "" for text in references), documents, systems)


_LABELS = ("unseen", "seen")


@dataclass(frozen=True)
class JsonMember:
    """An object in a file of JSON, and where it is."""

    path: str
    where: str
    value: Any

    def __post_init__(self) -> None:
        if not isinstance(self.value, dict):
            problem = f"{self.where or 'this'} is no object"
            raise FormatError(self.path, 0, f"{problem}: give a test set of WMT26 with its references")

    def get(self, name: str) -> Any:
        """Returns a value; None if it is not there."""
        return self.value.get(name)

    def members(self, name: str, needed: bool = True) -> list[JsonMember]:
        """Returns the objects of a list; none if it is not there and need not be."""
        values = self.get(name)
        if values is None and not needed:
            return []
        if not isinstance(values, list):
            raise self.wrong(name, values, "a list, as in a test set of WMT26 with its references and terms")
        return [
            JsonMember(self.path, f"{self.where}.{name}[{number}]".lstrip("."), value)
            for number, value in enumerate(values)
        ]

    def text(self, name: str, needed: bool = True) -> str | None:
        """Returns a text; None if it is not there and need not be."""
        value = self.get(name)
        if isinstance(value, str) or (value is None and not needed):
            return value
        raise self.wrong(name, value, "text")

    def texts(self, *names: str) -> list[str]:
        """Returns the texts of lists that may be there, together."""
        values = [value for name in names for value in self.value.get(name) or ()]
        for value in values:
            if not isinstance(value, str):
                raise self.wrong(" or ".join(names), value, "a list of texts")
        return values

    def wrong(self, name: str, value: Any, expected: str) -> FormatError:
        """Returns the error of a value; None is missing."""
        shown = "missing" if value is None else repr(value)[:60]
        return FormatError(self.path, 0, f"{self.where}.{name}".lstrip(".") + f" is {shown}: give {expected}")


def glossary_targets(whole: JsonMember) -> dict[str, list[str]]:
    """Returns term of the source -> what the glossary of a test set allows, if it has one."""
    if whole.get("glossary") is None:
        return {}
    entries = JsonMember(whole.path, "glossary", whole.get("glossary")).members("proper", needed=False)
    targets: dict[str, list[str]] = {}
    for entry in entries:
        source = entry.text("source_clean", needed=False) or entry.text("source") or ""
        targets[normalized_text(source)] = entry.texts("targets", "targets_extra")
    return targets


def required_term(term: JsonMember, other_targets: Mapping[str, Sequence[str]], label: str) -> RequiredTerm:
    """Returns a term of a segment, with its own other targets, or those of the glossary."""
    source, base = term.text("source") or "", term.text("target") or ""
    own = "glossary_targets" in term.value
    others = term.texts("glossary_targets") if own else other_targets.get(normalized_text(source), ())
    inflected = term.text("target_inflected", needed=False)
    if not any(form and form.strip() for form in (base, inflected, *others)):
        raise term.wrong("target", base, "a translation of the term")
    return RequiredTerm(source, base, inflected, tuple(others), label=label)


def _output_paragraphs(path: str, counts: Sequence[int]) -> tuple[str, ...]:
    """Returns the paragraphs of a system's documents, as many as those of the test set."""
    texts = read_json(path)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise FormatError(path, 0, "this is no list of texts, one for each document")
    if len(texts) != len(counts):
        raise FormatError(path, 0, f"there are {len(texts)} documents, and the test set has {len(counts)}")
    paragraphs: list[str] = []
    for number, (text, count) in enumerate(zip(texts, counts, strict=True), 1):
        own = paragraphs26(text)
        if len(own) != count:
            problem = f"document {number} has {len(own)} paragraphs, and {count} in the test set"
            raise FormatError(path, 0, f"{problem}: put an empty line between paragraphs")
        paragraphs += own
    return tuple(paragraphs)


def normalized_text(text: str) -> str:
    """Returns a text as terms are searched in it: lower case, single blanks, no characters without width."""
    return " ".join(text.translate(_NO_WIDTH).split()).lower()


def form_spans(text: str, form: str) -> list[Span]:
    """Returns where a form stands in a text as words of its own; both are normalized.

    It stands where no letter, digit or underscore precedes or follows.
    """
    spans: list[Span] = []
    if not form:
        return spans
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        before, after = text[start - 1 : start] if start else "", text[end : end + 1]
        if not (before and _WORD.match(before)) and not (after and _WORD.match(after)):
            spans.append((start, end))
        start = text.find(form, start + 1)
    return spans


def lemma_spans(words: Sequence[LemmatizedWord], lemmas: Sequence[str]) -> list[Span]:
    """Returns where words with given lemmas follow one another."""
    size = len(lemmas)
    if not size:
        return []
    return [
        (words[index].start, words[index + size - 1].end)
        for index in range(len(words) - size + 1)
        if all(word.lemma == lemma for word, lemma in zip(words[index : index + size], lemmas, strict=True))
    ]


def exclusive_hits(candidates: Sequence[Iterable[Span]]) -> int:
    """Returns how many occurrences can get spans of their own, no two of which overlap: the largest number.

    Args:
        candidates: for each occurrence the spans that can be given to it.
    """
    options = [frozenset(spans) for spans in candidates]
    return sum(_exclusive(part) for part in _independent([spans for spans in options if spans]))


def _overlap(one: Span, other: Span) -> bool:
    return one != other and one[0] < other[1] and other[0] < one[1]


def _independent(options: Sequence[frozenset[Span]]) -> list[list[frozenset[Span]]]:
    """Returns groups of occurrences whose spans neither are nor overlap those of other groups."""
    groups: list[tuple[set[Span], list[frozenset[Span]]]] = []
    for spans in options:
        joined, members = set(spans), [spans]
        apart = []
        for known_spans, group in groups:
            if any(one == other or _overlap(one, other) for one in spans for other in known_spans):
                joined |= known_spans
                members += group
            else:
                apart.append((known_spans, group))
        groups = [*apart, (joined, members)]
    return [group for _, group in groups]


def _exclusive(options: Sequence[frozenset[Span]]) -> int:
    """Returns the largest number for occurrences whose spans are related.

    Spans are taken or left in the order of their ends. Of all choices that serve as many occurrences of each
    kind, only that which ends first is kept: occurrences with the same spans are of one kind.
    """
    if len(options) == 1:
        return 1
    needed = Counter(options)
    kinds = list(needed)
    limits = [needed[kind] for kind in kinds]
    ends = {(0,) * len(kinds): 0}
    for start, end in sorted(frozenset().union(*kinds), key=lambda span: (span[1], -span[0])):
        owners = [number for number, kind in enumerate(kinds) if (start, end) in kind]
        for used, last in list(ends.items()):
            if last > start:
                continue
            for number in owners:
                if used[number] < limits[number]:
                    more = (*used[:number], used[number] + 1, *used[number + 1 :])
                    if ends.get(more, end + 1) > end:
                        ends[more] = end
    return max(map(sum, ends))


TIERS = (
    *("exclusive", "annotated", "annotated_lemma", "glossary", "glossary_lemma", "inflected_exact"),
    *("annotated_types", "glossary_types"),
)
"""The measures of 2026; the first is the primary one."""


def term_matches(
    systems: Mapping[str, Sequence[str]],
    required: Sequence[Sequence[RequiredTerm]],
    *,
    references: Sequence[str] | None = None,
    words: Mapping[str, Sequence[Sequence[LemmatizedWord]]] | None = None,
    by_label: bool = False,
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling | None = None,
) -> TerminologySuccess:
    """Computes how often systems used required terms, by the rule of 2026.

    "exclusive" gives each occurrence a span of its own, over all tiers; the others ask whether there is any
    span: "annotated" of the base or the inflected form, "glossary" of these or another target, "..._lemma"
    also by lemmas, "inflected_exact" of the inflected form where there is one, and "..._types" counts each
    term of a document once.

    Args:
        systems: system -> N paragraphs.
        required: for each paragraph the terms that it must have, as often as it must have them; paragraphs
            without are left out.
        references: N references, which have rows of their own.
        words: system, or "reference" -> the lemmatized words of each paragraph after `normalized_text`.
        by_label: whether "exclusive" is split by the labels of terms, too.
        documents: the document of each paragraph; None if each is its own.
        resampling: bootstrap samples of paragraphs, or documents; 1000 by default. `Resampling("none")` for
            no tests.

    Raises:
        InputShapeError: numbers of paragraphs differ.
    """
    texts = dict(systems) if references is None else {**systems, REFERENCE: references}
    for name, paragraphs in texts.items():
        if len(paragraphs) != len(required):
            raise InputShapeError(
                f"{name} has {len(paragraphs)} paragraphs, the terms are of {len(required)}: give as many"
            )
    if documents is not None and len(documents) != len(required):
        raise InputShapeError(f"there are documents of {len(documents)} paragraphs, not of {len(required)}")
    of_document = list(documents) if documents is not None else list(range(len(required)))
    labels = sorted({term.label for terms in required for term in terms} - {""}) if by_label else []
    tiers = [tier for tier in TIERS if words is not None or not tier.endswith("_lemma")]
    measures = [*tiers, *(f"exclusive, {label}" for label in labels)]
    counts: dict[str, dict[str, Floats]] = {measure: {} for measure in measures}
    searched = [[_normalized(term) for term in terms] for terms in required]
    for name, paragraphs in texts.items():
        tables = {measure: np.zeros((len(required), 3)) for measure in measures}
        types: dict[str, dict[tuple[Hashable, str], list[float]]] = {
            "annotated_types": {},
            "glossary_types": {},
        }
        for number, (paragraph, terms) in enumerate(zip(paragraphs, searched, strict=True)):
            if not terms:
                continue
            text = normalized_text(paragraph)
            own_words = words[name][number] if words is not None else ()
            cache: dict[str, list[Span]] = {}
            spans = [_tier_spans(text, term, own_words, cache) for term in terms]
            _count_paragraph(tables, number, required[number], spans, labels)
            for term, (annotated, _, glossary, _, _) in zip(terms, spans, strict=True):
                for measure, is_hit in (
                    ("annotated_types", bool(annotated)),
                    ("glossary_types", bool(annotated or glossary)),
                ):
                    hits = types[measure].setdefault((of_document[number], term.source), [number, 0.0])
                    hits[1] = max(hits[1], float(is_hit))
        for measure, of_type in types.items():
            for first, hit in of_type.values():
                tables[measure][int(first)] += (hit, hit, 1)
        for measure in measures:
            counts[measure][name] = tables[measure]
    return _measured(counts, "wmt26", documents, False, resampling, "term_matches")


def _normalized(term: RequiredTerm) -> RequiredTerm:
    """Returns a term whose forms are as `normalized_text` makes them."""
    return replace(
        term,
        base=normalized_text(term.base),
        inflected=normalized_text(term.inflected or ""),
        glossary=tuple(map(normalized_text, term.glossary)),
    )


def _tier_spans(
    text: str, term: RequiredTerm, words: Sequence[LemmatizedWord], cache: dict[str, list[Span]]
) -> tuple[list[Span], list[Span], list[Span], list[Span], list[Span]]:
    """Returns the spans of annotated forms, their lemmas, the glossary, its lemmas, and inflections."""

    def spans_of(form: str) -> list[Span]:
        if form not in cache:
            cache[form] = form_spans(text, form)
        return cache[form]

    inflected = spans_of(term.inflected or "")
    annotated = spans_of(term.base) + inflected
    glossary = [span for form in term.glossary for span in spans_of(form)]
    lemmas = lemma_spans(words, term.lemmas)
    others = [span for form in term.glossary_lemmas for span in lemma_spans(words, form)]
    return annotated, lemmas, glossary, others, inflected


def _count_paragraph(
    tables: Mapping[str, Floats],
    number: int,
    terms: Sequence[RequiredTerm],
    spans: Sequence[tuple[list[Span], ...]],
    labels: Sequence[str],
) -> None:
    """Adds the hits of a paragraph to the tables of its tiers."""
    whole = [[span for tier in tiers[:4] for span in tier] for tiers in spans]
    hits = {"exclusive": [exclusive_hits(whole), len(terms)]}
    for label in labels:
        chosen = [own for own, term in zip(whole, terms, strict=True) if term.label == label]
        hits[f"exclusive, {label}"] = [exclusive_hits(chosen), len(chosen)]
    has_inflected = [bool(term.inflected) for term in terms]
    hits["inflected_exact"] = [sum(bool(tiers[4]) for tiers in spans), sum(has_inflected)]
    for measure, kept in (
        ("annotated", (0,)),
        ("annotated_lemma", (0, 1)),
        ("glossary", (0, 2)),
        ("glossary_lemma", (0, 1, 2, 3)),
    ):
        hits[measure] = [sum(any(tiers[tier] for tier in kept) for tiers in spans), len(terms)]
    for measure, (n_hits, total) in hits.items():
        if measure in tables:
            tables[measure][number] = (n_hits, n_hits, total)


def score_terms(
    terms: str,
    outputs: Mapping[str, str],
    rule: str,
    *,
    source: str | None = None,
    target: str | None = None,
    resampling: Resampling | None = None,
) -> TerminologySuccess:
    """Reads terms and translations, and computes how often systems used the terms, by any rule.

    Args:
        terms: the file of terms, in the form of the rule's year.
        outputs: system -> file of its translations.
        rule: one of `TERMINOLOGY_RULES`.
        source: the key of the source in files of WMT25; None for WMT26.
        target: the key of the translation in them.
        resampling: bootstrap samples of segments, or documents; 1000 by default. `Resampling("none")` for no
            tests.

    Raises:
        FormatError: a file has another form.
        OptionError: a rule of WMT25 lacks keys, or the rule of WMT26 has some.
    """
    if rule == "wmt26":
        if source or target:
            raise OptionError("wmt26 has neither source nor target, keys of WMT25's files: leave them out")
    elif not (source and target):
        raise OptionError(f"{rule} needs source and target, the keys of both texts, such as en and de")
    try:
        if rule == "wmt26":
            required = read_required_terms(terms, outputs)
            return term_matches(**vars(required), by_label=True, resampling=resampling)
        read = read_terminology(terms, outputs, source=source or "", target=target or "")
    except FormatError as problem:
        likely = _rules_of(problem.path)
        if not likely or rule in likely:
            raise
        hint = f"it looks like a file for the rule {' or '.join(likely)}, not {rule}"
        end = "" if problem.problem.endswith("?") else ";"
        raise FormatError(problem.path, problem.line, f"{problem.problem}{end} {hint}") from None
    return terminology_success(**vars(read), rule=rule, resampling=resampling)


def _rules_of(path: str) -> tuple[str, ...]:
    """Returns the rules whose year has files of such a form: JSON lines (2025), or one value (2026)."""
    if path == StandardInput.name:
        return ()
    with suppress(FormatError):
        first = next(json_lines(Lines(path)), None)
        if first is not None and not {"documents", "glossary"} & first.fields.keys():
            return TEXT_RULES
    with suppress(FormatError):
        return ("wmt26",) if isinstance(read_json(path), (dict, list)) else ()
    return ()
