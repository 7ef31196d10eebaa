"""Defines `Corpus`, what is scored, and `CorpusReader`, which reads it in parts or whole."""

from __future__ import annotations

import sys

from parbleu._base import log
from parbleu._base.record import Record
from parbleu._core import LineSampler, Segments, first_look
from parbleu._io.lines import shortest_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from typing_extensions import Self

    from parbleu._inputs.segment_scores import SegmentScores
    from parbleu.metrics import Metric

DOCUMENT = "document"
DOMAIN = "domain"
ORIGINAL_LANGUAGE = "original_language"
LANGUAGE_PAIR = "language_pair"

LEAVE_OUT = "--force leaves this out"
"""How messages say that nothing has to be changed."""

UNEQUAL = "System and reference streams have different lengths."


class Origin(Record):
    """What messages call the texts of a corpus: files, fields of lines, or columns of a table.

    Attributes:
        systems: a name for each system.
        references: a name for each stream of references.
    """

    systems: tuple[str, ...] = ()
    references: tuple[str, ...] = ()

    @classmethod
    def of_files(cls, systems: Collection[str], references: Collection[str]) -> Origin:
        """Returns the shortest names that tell files apart."""
        names = shortest_names([*systems, *references])
        return cls(tuple(names[: len(systems)]), tuple(names[len(systems) :]))


class Corpus(Record):
    """Systems' output beside references and whatever else is known of the segments; or a part of it.

    Attributes:
        systems: name -> N hypotheses.
        references: K streams of N segments; None where a segment lacks that reference.
        source: N segments, or None.
        labels: name -> N labels of segments, such as "document", "domain", "original_language"; None where a
            segment has no such label.
        scores: name -> given segment scores of all the systems.
        language_pair: that of all segments, such as "en-de"; None if it is not known, or there are several.
        reference_names: what tables call the references; () for their places.
        origin: what messages call the texts.
    """

    systems: Mapping[str, Segments]
    references: tuple[Segments, ...]
    source: Segments | None = None
    labels: Mapping[str, tuple[str | None, ...]] = {}
    scores: Mapping[str, SegmentScores] = {}
    language_pair: str | None = None
    reference_names: tuple[str, ...] = ()
    origin: Origin = Origin()

    def __len__(self) -> int:
        """Returns N, the number of segments."""
        return len(self.references[0] if self.references else next(iter(self.systems.values())))

    def place(self, system: str) -> int:
        """Returns the place of a system among all.

        Raises:
            UnknownNameError: there is no such system.
        """
        from parbleu._base.known_names import check_name

        names = list(self.systems)
        check_name("system", system, names)
        return names.index(system)

    def label(self, name: str) -> tuple[str | None, ...]:
        """Returns the label of each segment under a name such as "domain".

        Raises:
            UnknownNameError: the segments have no labels of that name.
        """
        if name not in self.labels:
            from parbleu.errors import UnknownNameError

            advice = f"--labels {name}=FILE (labels=) adds one to each segment"
            raise UnknownNameError("label of segments", name, list(self.labels), advice)
        return self.labels[name]

    def part(self, places: Sequence[int]) -> Self:
        """Returns some of the segments, in the given order.

        Raises:
            NoSegmentsError: there is none.
        """
        chosen = list(places)
        if not chosen:
            from parbleu.errors import NoSegmentsError

            raise NoSegmentsError("no segment is left to compare: choose other segments")

        def of(stream: Segments) -> Segments:
            return Segments([stream[segment] for segment in chosen])

        return self.changed(
            systems={name: of(stream) for name, stream in self.systems.items()},
            references=tuple(map(of, self.references)),
            source=None if self.source is None else of(self.source),
            labels={
                name: tuple([labels[segment] for segment in chosen]) for name, labels in self.labels.items()
            },
            scores={name: scores.part(chosen) for name, scores in self.scores.items()},
        )


class CorpusReader:
    """What reads a corpus, in consecutive parts or whole. It is a context manager.

    A subclass defines `names` and `_parts`. Of every part a sample of the text is taken, to warn of it.

    Args:
        check_text: whether to look at the text, to warn of what makes scores meaningless.

    Attributes:
        n_references: the number of reference streams, which may grow as a table is read.
        samples: for each value of `key_of` a sample of the text, and what messages call it.
        n_expected: about how many segments there are; 0 if that is not known before they are read.
        everything: after `whole`, all segments that were read, also those that filters exclude; None for
            the same as `whole` returned.
    """

    n_references = 1
    n_expected = 0
    everything: Corpus | None = None

    def __init__(self, check_text: bool = True) -> None:
        self._check_text = check_text
        self.samples: dict[Any, tuple[LineSampler, Origin]] = {}
        self._whole: Corpus | None = None

    @classmethod
    def of(cls, named: Any) -> CorpusReader:
        """Returns the reader of what a user names, a `NamedCorpus`; constructors that take more define it."""
        return cls(named)

    def names(self) -> list[str]:
        """Returns the names of the systems, which may be known only when the first part has been read."""
        raise NotImplementedError

    def parts(self) -> Iterator[Corpus]:
        """Yields consecutive segments, none of them empty, with all systems that they have.

        Raises:
            ParbleuError: the texts cannot be read, or do not fit together.
        """
        if self._whole is not None:
            yield self._whole
            return
        for part in self._parts():
            yield self._seen(part)

    def _parts(self) -> Iterator[Corpus]:
        raise NotImplementedError

    def whole(self) -> Corpus:
        """Returns all segments.

        Raises:
            ParbleuError: the texts cannot be read, or do not fit together.
        """
        if self._whole is None:
            self._whole = joined_parts(list(self.parts()))
        return self._whole

    def _seen(self, part: Corpus) -> Corpus:
        """Returns a part of which a sample is taken."""
        if self._check_text:
            key = self.key_of(part)
            if key not in self.samples:
                self.samples[key] = LineSampler(), part.origin
            sample, origin = self.samples[key]
            sources = () if part.source is None else (part.source,)
            n_lacking = max(0, sample.n_references - len(part.references))
            lacking = (missing(part),) * n_lacking if n_lacking else ()
            sample.add(part.systems.values(), (*part.references, *lacking), sources, self.n_expected)
            self.samples[key] = sample, origin if lacking else part.origin
        return part

    def key_of(self, part: Corpus) -> Any:  # noqa: ARG002 - for those that yield systems one by one
        """Returns what is the same for all parts with the same systems."""
        return None

    def documents(self) -> Sequence[str | None] | None:
        """Returns the document of each segment, where the texts say it and scores are joined by it."""
        return None

    def language_pair(self) -> str | None:
        """Returns the language pair that the texts themselves tell; None if they do not."""
        return None

    def subsets(self) -> list[tuple[str, list[bool]]]:
        """Returns the name of each subset, and for each segment of `everything` whether it belongs to it."""
        return []

    def warn_of_text(self, metrics: Sequence[Metric[Any]], announced: bool = False, target: str = "") -> None:
        """Warns of systems and references that do not fit each other, or the metrics, if there are any.

        Args:
            metrics: the scores that are computed.
            announced: whether to try the normalizations of other distributions, too.
            target: the code of the target language, if it is known and metrics do not say it.
        """
        if announced:
            from parbleu.metrics._corpus_warnings import announced_normalizations

            announced = bool(announced_normalizations())
        module = sys.modules.get("parbleu.text._normalizations")  # which loads to register another one
        has_others = announced or (module is not None and module.NORMALIZATIONS.registered())
        for sample, origin in self.samples.values():
            language: Sequence[str] = ()
            codes = [code for metric in metrics if (code := getattr(metric, "trg_lang", ""))]
            if codes or target:
                from parbleu.text._languages import expectation

                code = [*codes, target][0]
                language = (code, *expectation(code))
            names = origin.systems, origin.references
            lines: Iterable[str] | None = None
            if not has_others:
                lines = first_look(sample, metrics, [*names[0]], [*names[1]], log.in_shell, True, *language)
            if lines is None:
                from parbleu.metrics._corpus_warnings import corpus_warnings
                from parbleu.text._corpus_sample import CorpusSample

                context: dict[str, Any] = {"announced": announced, "target": target}
                lines = corpus_warnings(CorpusSample(sample), *names, metrics, **context)
            for line in lines:
                log.warn_of_texts(line, LEAVE_OUT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes what is open."""


def joined_parts(parts: Sequence[Corpus]) -> Corpus:
    """Returns the segments of all parts, of which later ones may have more references than earlier ones.

    Segments of parts with fewer references than others lack them.
    """
    from parbleu._inputs.segment_scores import joined_scores

    first = parts[0]
    if len(parts) == 1:
        return first
    count = max(len(part.references) for part in parts)
    sides = [
        joined([part.references[index] if index < len(part.references) else missing(part) for part in parts])
        for index in range(count)
    ]
    return first.changed(
        systems={name: joined([part.systems[name] for part in parts]) for name in first.systems},
        references=tuple(sides),
        source=None if first.source is None else joined([part.source for part in parts if part.source]),
        labels={
            name: tuple([label for part in parts for label in part.labels[name]]) for name in first.labels
        },
        scores={name: joined_scores([part.scores[name] for part in parts]) for name in first.scores},
        origin=parts[-1].origin,
    )


def missing(part: Corpus) -> Segments:
    """Returns a stream of references that all segments of a part lack."""
    return Segments([None] * len(part))


def joined(streams: Sequence[Segments]) -> Segments:
    """Returns the segments of all parts of a stream."""
    if len(streams) == 1:
        return streams[0]
    return Segments([text for stream in streams for text in stream.to_list()])
