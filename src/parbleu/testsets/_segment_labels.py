"""Selects parts of a test set by original language, document origin or topic.

A part is a list that says for each segment, in the order of "src", whether it belongs to it. The facts
about a segment come from the set's raw files; for the SGML of WMT18 and WMT19 the catalogue adds where each
document is from and its topic: "US-politics".
"""

from __future__ import annotations

from parbleu.errors import NoAnnotationError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence

    from parbleu.testsets._catalogue_entry import Entry
    from parbleu.testsets.formats._base import Annotation

_COUNTRY = "country:"

# In these formats a document may say it. One that does not is then of an unknown language, and about nothing.
_WITH_ORIGLANGS = {"fake_sgml", "wmt_addition", "wmt_xml"}
_WITH_DOMAINS = {"wmt_xml"}


class SegmentLabels:
    """The original languages and topics of the segments of a language pair.

    Args:
        entry: the test set.
        name: what messages call the pair.
        annotations: what the raw files say of each segment.

    Attributes:
        origlangs: the language that each segment was written in, or None.
    """

    def __init__(self, entry: Entry, name: str, annotations: Iterable[Annotation]) -> None:
        segments = list(annotations)
        self._name = name
        self._described = described_topics(entry)
        self.origlangs: list[str | None] = [segment.origlang for segment in segments]
        self._topics: list[str | None] = [segment.domain for segment in segments]
        if entry.subsets:
            self._topics = [entry.subsets.get(segment.docid or "", "") for segment in segments]
        self._has_origlangs = entry.format in _WITH_ORIGLANGS or bool(set(self.origlangs) - {None})
        self._has_topics = entry.format in _WITH_DOMAINS or bool(set(self._topics) - {None})

    def topics(self) -> set[str]:
        """Returns the topics of the segments: domains such as "news", and countries such as "country:US"."""
        return self._described or {topic for topic in self._topics if topic is not None}

    def selection(self, origlang: str | None, subset: str | None) -> list[bool]:
        """Returns whether each segment is wanted.

        Args:
            origlang: the language that they were written in, such as "de"; "non-de" wants all others, also
                those of which it is not known.
            subset: a regular expression that is searched in the domain of a segment, such as "news", or in
                what the catalogue says about its document, such as "US-politics". A leading "country:" is
                dropped.

        Raises:
            NoAnnotationError: the set says nothing about that.
            OptionError: `subset` is not a regular expression.
        """
        who = f"the test set {self._name}"
        if origlang is not None and not self._has_origlangs:
            raise NoAnnotationError(
                f"{who} does not say in which language a segment was written: leave out origlang"
            )
        if subset is not None and not self._has_topics:
            raise NoAnnotationError(f"{who} does not say what a segment is about: leave out subset")
        return self.part(origlang, subset)

    def part(self, origlang: str | None, subset: str | None) -> list[bool]:
        """Returns the same as `selection`; a set without annotations has all languages and no topic."""
        kept = [origlang is None] * len(self.origlangs)
        if origlang is not None and self._has_origlangs:
            other = origlang.removeprefix("non-")
            wanted = other == origlang
            kept = [(language == other) is wanted for language in self.origlangs]
        if subset is not None:
            search = _pattern(subset).search
            kept = [
                is_kept and topic is not None and search(topic) is not None
                for is_kept, topic in zip(kept, self._topics, strict=True)
            ]
        return kept


def parts(
    sets: Sequence[SegmentLabels], origlang: str | None = None, subset: str | None = None
) -> list[tuple[str, list[bool]]]:
    """Returns the parts of some test sets, one after the other: every language with every topic.

    Args:
        sets: the test sets.
        origlang: the only language, as in `SegmentLabels.selection`; None for all languages.
        subset: the only topic, as in `SegmentLabels.selection`; None for all topics.

    Returns:
        What the part is called, such as "origlang=en domain=ALL" or "origlang=en country=US", and for each
        segment of all sets whether it belongs to it. A set that does not say what its segments are about has
        none of that topic. Empty parts are left out.

    Raises:
        OptionError: `subset` is not a regular expression.
    """
    languages = {language for labels in sets for language in labels.origlangs if language is not None}
    topics = {topic for labels in sets for topic in labels.topics()}
    named_parts = []
    for language in sorted(languages) if origlang is None else [origlang]:
        for topic in [None, *(sorted(topics) if subset is None else [subset])]:
            kept = [kept for labels in sets for kept in labels.part(language, topic)]
            if any(kept):
                named_parts.append((f"origlang={language} {_title(topic)}", kept))
    return named_parts


def described_topics(entry: Entry) -> set[str]:
    """Returns the topics that the catalogue gives the documents of a test set; none if it gives none."""
    tags = [tag.split("-") for tag in entry.subsets.values()]
    return {f"{_COUNTRY}{tag[0]}" for tag in tags} | {tag[1] for tag in tags if len(tag) > 1}


def _title(topic: str | None) -> str:
    if topic is None:
        return "domain=ALL"
    return f"country={topic.removeprefix(_COUNTRY)}" if topic.startswith(_COUNTRY) else f"domain={topic}"


def _pattern(subset: str) -> re.Pattern[str]:
    import re

    try:
        return re.compile(subset.removeprefix(_COUNTRY))
    except re.error as problem:
        raise OptionError(f"the subset {subset!r} is not a regular expression: {problem}") from None
