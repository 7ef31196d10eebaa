"""Defines `check_data`, which looks for broken output: empty, copied or repeating text, wrong numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from parbleu._base.known_names import check_name
from parbleu.analysis import _broken_output as find
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._checked_stream import LIMITS, CheckedStream, Limits, TextFacts
from parbleu.errors import OptionError
from parbleu.tables import Column, Result, Table

SOURCE, REFERENCE, EITHER, LANGUAGE = "a source", "a reference", "a source or a reference", "a language"


@dataclass(frozen=True)
class Detector:
    """A way to find broken output.

    Attributes:
        name: its name.
        meaning: what it finds, for tables.
        find: yields the segments.
        needs: what texts it needs beside the output; "" for none.
        limits: the thresholds that it has, of `Limits`.
    """

    name: str
    meaning: str
    find: Callable[[CheckedStream], Iterator[int]]
    needs: str = ""
    limits: tuple[str, ...] = ()


DETECTORS: Mapping[str, Detector] = MappingProxyType(
    {
        detector.name: detector
        for detector in (
            Detector("empty", "nothing but white space", find.empty),
            Detector("identical", "equal to a reference", find.identical, REFERENCE),
            Detector("copied", "equal to the source", find.copied, SOURCE),
            Detector(
                "partly_copied", "many words of the source", find.partly_copied, SOURCE, ("copied_share",)
            ),
            Detector(
                "wrong_script", "letters of another script", find.wrong_script, REFERENCE, ("script_share",)
            ),
            Detector("wrong_language", "another language", find.wrong_language, LANGUAGE),
            Detector(
                "wrong_length", "too short or too long", find.wrong_length, EITHER, ("shortest", "longest")
            ),
            Detector(
                "oscillating",
                "a bigram over and over",
                find.oscillating,
                EITHER,
                ("bigram_count", "bigram_surplus", "oscillation_words"),
            ),
            Detector("repeating", "a 4-gram again and again", find.repeating, EITHER, ("fourgram_surplus",)),
            Detector(
                "looping",
                "parts that repeat at once",
                find.looping,
                "",
                ("compression", "loop_bytes", "loop_repeats"),
            ),
            Detector(
                "same_output",
                "the same for different sources",
                find.same_for_different_sources,
                SOURCE,
                ("same_words",),
            ),
            Detector("as_before", "the same as the line before", find.as_before, EITHER),
            Detector("shifted", "fits a neighbour's reference", find.shifted, REFERENCE, ("window",)),
            Detector("detached", "unlike every reference", find.detached, REFERENCE, ("detached_chrf",)),
            Detector("wrong_numbers", "other numbers than the source", find.wrong_numbers, SOURCE),
            Detector("missing_addresses", "a URL or mail address is missing", find.missing_addresses, SOURCE),
            Detector("missing_markup", "a tag is missing", find.missing_markup, SOURCE),
            Detector("missing_placeholders", "a placeholder is missing", find.missing_placeholders, SOURCE),
            Detector("unbalanced", "brackets or quotes without partners", find.unbalanced),
            Detector("final_mark", "other punctuation at the end", find.other_final_mark, EITHER),
            Detector("bad_characters", "control characters, U+FFFD, mojibake", find.bad_characters),
        )
    }
)


@dataclass(frozen=True)
class DataChecks(Result):
    """The segments that detectors found in the output of each system, and in the references.

    A detector that finds as many segments of a reference says little.

    Attributes:
        texts: the texts that were checked.
        limits: the thresholds.
        found: detector -> system or reference -> the segments, counted from 0; None where the detector
            needs something that is not there.
    """

    texts: ComparedTexts
    limits: Limits
    found: Mapping[str, Mapping[str, tuple[int, ...] | None]]

    def tables(self) -> tuple[Table, ...]:
        """Returns how many segments each detector found, and which. Segments are counted from 1."""
        return self._counts(), self._segments()

    def _counts(self) -> Table:
        streams = [*self.texts.systems, *self.texts.reference_names]
        columns = [Column("check"), Column("finds"), Column("limits", people=False)]
        columns += [Column(name, name, int) for name in streams]
        rows: list[list[object]] = []
        for name, by_stream in self.found.items():
            detector = DETECTORS[name]
            row: list[object] = [name, detector.meaning, self.limits.describe(detector.limits)]
            for stream in streams:
                segments = by_stream[stream]
                row.append(None if segments is None else len(segments))
            rows.append(row)
        notes = ["How many segments; a check that finds as many in a reference says little."]
        lacking = sorted({DETECTORS[name].needs for name in self.found if self._lacks(name)})
        notes += [f"Checks without numbers need {need}." for need in lacking]
        limits = ", ".join(str(row[2]) for row in rows if row[2])
        facts = {**self.texts.facts(), **({"limits": limits} if limits else {})}
        return Table("checks", columns, rows, notes=notes, facts=facts)

    def _lacks(self, name: str) -> bool:
        return all(self.found[name][system] is None for system in self.texts.systems)

    def _segments(self) -> Table:
        columns = (Column("check"), Column("text_of", "text of"), Column("segment", kind=int), Column("text"))
        streams = dict(self.texts.systems)
        streams.update(zip(self.texts.reference_names, self.texts.references, strict=True))
        rows = [
            (name, stream, segment + 1, streams[stream][segment])
            for name, by_stream in self.found.items()
            if name != "identical"
            for stream, segments in by_stream.items()
            for segment in segments or ()
        ]
        return Table("broken_segments", columns, rows)


def check_data(
    texts: ComparedTexts,
    checks: Sequence[str] | None = None,
    *,
    limits: Limits | Mapping[str, float] | None = None,
    language: str = "",
) -> DataChecks:
    """Looks for broken output of systems, and as often for the same in the references.

    Texts are compared in NFC.

    Args:
        texts: the systems and references; most checks need the source.
        checks: names of `DETECTORS`; by default all that the texts allow.
        limits: the thresholds: `Limits`, or some of them by name.
        language: the code of the target language, such as "de", for the check "wrong_language", which needs
            the package py3langid and is left out without a language.

    Raises:
        UnknownNameError: there is no such check or limit.
        OptionError: a check needs something that the texts do not have.
        MissingDependencyError: py3langid is not installed.
    """
    names = list(DETECTORS) if checks is None else list(checks)
    for name in names:
        check_name("check", name, DETECTORS)
    streams = _streams(texts, _limits(limits), language)
    segments_of_checks: dict[str, dict[str, tuple[int, ...] | None]] = {}
    for name in names:
        detector = DETECTORS[name]
        by_stream = {
            stream: tuple(sorted(set(detector.find(checked)))) if _has(checked, detector.needs) else None
            for stream, checked in streams.items()
        }
        if checks is not None and all(by_stream[system] is None for system in texts.systems):
            raise OptionError(f"the check {name} needs {detector.needs}")
        if detector.needs != LANGUAGE or language:
            segments_of_checks[name] = by_stream
    return DataChecks(texts, next(iter(streams.values())).limits, segments_of_checks)


def _limits(limits: Limits | Mapping[str, float] | None) -> Limits:
    if isinstance(limits, Limits):
        return limits
    for name in limits or ():
        check_name("limit", name, LIMITS)
    return replace(Limits(), **(limits or {}))  # type: ignore[arg-type]


def _has(stream: CheckedStream, needs: str) -> bool:
    return {
        SOURCE: stream.source is not None,
        REFERENCE: bool(stream.references),
        EITHER: stream.source is not None or bool(stream.references),
        LANGUAGE: bool(stream.language),
    }.get(needs, True)


def _streams(texts: ComparedTexts, limits: Limits, language: str) -> dict[str, CheckedStream]:
    """Returns what is checked: each system, and each reference beside the others."""
    source = None if texts.source is None else TextFacts(texts.source)
    sides = dict(zip(texts.reference_names, map(TextFacts, texts.references), strict=True))
    references = list(sides.values())
    beside = {name: (TextFacts(stream), references) for name, stream in texts.systems.items()}
    for name, side in sides.items():
        beside[name] = side, [other for other in references if other is not side]
    return {
        name: CheckedStream(output, source, others, limits, language)
        for name, (output, others) in beside.items()
    }
