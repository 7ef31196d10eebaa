"""Parts of a test set: segments by the language they were written in, and by what their document is about.

A part is a list that says for each segment, in the order of "src", whether it belongs to it. What is known
about a segment comes from the set's raw files; for the SGML of WMT18 and WMT19 the catalogue adds where each
document is from and what it is about: "US-politics".
"""

from __future__ import annotations

from parbleu.errors import NoAnnotationError, OptionError
from parbleu.testsets.formats import FORMATS
from parbleu.testsets.raw_files import raw_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from parbleu.testsets.catalogue_entry import Entry

_COUNTRY = "country:"

# In these formats a document may say it. One that does not is then of an unknown language, and about nothing.
_WITH_ORIGLANGS = {"fake_sgml", "wmt_addition", "wmt_xml"}
_WITH_DOMAINS = {"wmt_xml"}


def selection(entry: Entry, langpair: str, origlang: str | None, subset: str | None) -> list[bool] | None:
    """Tells which segments of a language pair are wanted.

    Args:
        entry: the test set.
        langpair: one of its language pairs.
        origlang: the language that they were written in, such as "de"; "non-de" wants all others, also those
            of which it is not known.
        subset: a regular expression that is searched in the domain of a segment, such as "news", or in what
            the catalogue says about its document, such as "US-politics". A leading "country:" is dropped.

    Returns:
        whether each segment is wanted; None if nothing was asked for.

    Raises:
        NoAnnotationError: the set says nothing about that.
        OptionError: `subset` is not a regular expression.
        also the errors of `parbleu.testsets.raw_files.raw_files`.
    """
    if origlang is None and subset is None:
        return None
    known = _Known(entry, langpair)
    who = f"the test set {entry.name}/{langpair}"
    if origlang is not None and not known.says_origlang:
        raise NoAnnotationError(
            f"{who} does not say in which language a segment was written: leave out origlang"
        )
    if subset is not None and not known.says_topic:
        raise NoAnnotationError(f"{who} does not say what a segment is about: leave out subset")
    return known.part(origlang, subset)


def parts(
    entries: Sequence[Entry], langpair: str, origlang: str | None = None, subset: str | None = None
) -> list[tuple[str, list[bool]]]:
    """Returns the parts of some test sets, one after the other: every language with every topic.

    Args:
        entries: the test sets.
        langpair: a language pair that they all have.
        origlang: the only language, as in `selection`; None for each that there is.
        subset: the only topic besides all of them, as in `selection`; None for each that there is.

    Returns:
        What the part is called, such as "origlang=en domain=ALL" or "origlang=en country=US", and for each
        segment of all sets whether it belongs to it. A set that does not say what its segments are about has
        none of that topic. Empty parts are left out.

    Raises:
        OptionError: `subset` is not a regular expression.
        also the errors of `parbleu.testsets.raw_files.raw_files`.
    """
    sets = [_Known(entry, langpair) for entry in entries]
    languages = {language for known in sets for language in known.origlangs if language is not None}
    topics = {topic for known in sets for topic in known.all_topics()}
    found = []
    for language in sorted(languages) if origlang is None else [origlang]:
        for topic in [None, *(sorted(topics) if subset is None else [subset])]:
            kept = [each for known in sets for each in known.part(language, topic)]
            if any(kept):
                found.append((f"origlang={language} {_label(topic)}", kept))
    return found


def original_languages(entries: Sequence[Entry], langpair: str) -> list[str]:
    """Returns the languages that segments of some test sets were written in, sorted, as far as it is known.

    Raises:
        as `parbleu.testsets.raw_files.raw_files`.
    """
    sets = [_Known(entry, langpair) for entry in entries]
    return sorted({language for known in sets for language in known.origlangs if language is not None})


def topics(entries: Sequence[Entry], langpair: str) -> list[str]:
    """Returns what some test sets distinguish their segments by, sorted: "news", "country:US".

    Raises:
        as `parbleu.testsets.raw_files.raw_files`.
    """
    found: set[str] = set()
    for entry in entries:
        found |= _described(entry) or _Known(entry, langpair).all_topics()
    return sorted(found)


def _label(topic: str | None) -> str:
    if topic is None:
        return "domain=ALL"
    return f"country={topic.removeprefix(_COUNTRY)}" if topic.startswith(_COUNTRY) else f"domain={topic}"


class _Known:
    """What is known about the segments of a language pair.

    Attributes:
        origlangs: the language that each was written in, or None.
        topics: what it is about, or None.
        says_origlang: whether the test set may say the one.
        says_topic: whether it may say the other.
    """

    def __init__(self, entry: Entry, langpair: str) -> None:
        found = list(FORMATS[entry.format]().annotations(entry, langpair, raw_files(entry, langpair)))
        self._entry = entry
        self.origlangs = [each.origlang for each in found]
        self.topics: list[str | None] = [each.domain for each in found]
        if entry.subsets:
            self.topics = [entry.subsets.get(each.docid or "", "") for each in found]
        self.says_origlang = entry.format in _WITH_ORIGLANGS or any(map(_is_known, self.origlangs))
        self.says_topic = entry.format in _WITH_DOMAINS or any(map(_is_known, self.topics))

    def all_topics(self) -> set[str]:
        """Returns the topics that `--detail` distinguishes: countries and domains."""
        return _described(self._entry) or {topic for topic in self.topics if topic is not None}

    def part(self, origlang: str | None, subset: str | None) -> list[bool]:
        """Returns whether each segment is of that language and that topic."""
        kept = [origlang is None] * len(self.origlangs)
        if origlang is not None and self.says_origlang:
            other = origlang.removeprefix("non-")
            wanted = other == origlang
            kept = [(language == other) is wanted for language in self.origlangs]
        if subset is not None:
            search = _pattern(subset).search
            kept = [
                yes and topic is not None and search(topic) is not None
                for yes, topic in zip(kept, self.topics, strict=True)
            ]
        return kept


def _described(entry: Entry) -> set[str]:
    """Returns the topics that the catalogue gives the documents of a test set; none if it gives none."""
    tags = [tag.split("-") for tag in entry.subsets.values()]
    return {f"{_COUNTRY}{tag[0]}" for tag in tags} | {tag[1] for tag in tags if len(tag) > 1}


def _is_known(value: str | None) -> bool:
    return value is not None


def _pattern(subset: str) -> re.Pattern[str]:
    import re

    try:
        return re.compile(subset.removeprefix(_COUNTRY))
    except re.error as problem:
        raise OptionError(f"the subset {subset!r} is not a regular expression: {problem}") from None
