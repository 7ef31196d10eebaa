"""Expands what an entry of the catalogue says by rules: pairs of languages, files of each, downloads.

A listed pair costs a hundred bytes and a millisecond of every start; the 41,412 pairs of 204 languages would
take megabytes. So a set names a file for each language and which languages make pairs, and a pair is made
when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parbleu._base.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

ALL = "all"
"""The rule that every language makes a pair with every other one."""

OTHERS = "*"
"""The key of the files of languages or pairs that are not listed, and the words of downloads that are not."""

ID = "id"
"""The field of the names of segments, by which the texts of two languages are joined."""

LABELS = ("docid", "origlang", "domain")
"""The fields that say where a segment comes from."""


class Source(Record):
    """Something to download.

    Attributes:
        url: where it is.
        md5: its MD5 checksum in hexadecimal, or None.
        archive: the name of the downloaded file in the cache.
        holds: where the files that come out of it begin, such as "en-fr/"; "" if not said.
        sha256: its SHA-256 checksum, or None.
        size: its size in bytes, or None where unknown.
    """

    url: str
    md5: str | None
    archive: str
    holds: str = ""
    sha256: str | None = None
    size: int | None = None

    @property
    def recipe(self) -> list[str | None]:
        """The facts that determine the content of the download."""
        return [self.url, self.md5, self.sha256]


class PairEntry(Record):
    """The files of one language pair.

    Attributes:
        files: names below the set's raw directory: the source, then the references, or the one file that
            holds all. A leading "2:" chooses a column of a TSV file, counted from 0.
        references: the translators whose references are the pair's standard ones, "" for one without a name;
            None where the format leaves no choice.
        names: the names of the references that are files, "" for one without a name; None for usual ones.
        labels: "docid", "origlang" or "domain" -> where a label for each line is, as `labels` of a test set.
        is_turned: whether the files hold the other direction: their source is the reference.
        sides: both languages, if the pair is made of a text for each language.
    """

    files: tuple[str, ...]
    references: tuple[str, ...] | None = None
    names: tuple[str, ...] | None = None
    labels: Mapping[str, Any] = {}
    is_turned: bool = False
    sides: tuple[str, str] | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The names in `files`, without their column numbers, and those of the files of labels."""
        labels = [split_labels(file)[1] for label in self.labels.values() if (file := label_file(label))]
        return (*[split_column(file)[1] for file in self.files], *labels)


def label_file(label: str | Mapping[str, str]) -> str | None:
    """Returns the column and file of a label, "url:meta.tsv"; None for one that is the same on all lines."""
    file = label if isinstance(label, str) else label["file"]
    return None if file.startswith("=") else file


def split_column(file: str) -> tuple[int | None, str]:
    """Splits "2:file.tsv" into the column and the file's name; a name without column has None."""
    head, colon, rest = file.partition(":")
    if colon and head.isdecimal() and ":" not in rest:
        return int(head), rest
    return None, file


def split_labels(file: str) -> tuple[str | None, str]:
    """Splits "url:meta.tsv" into the name or number of the column and the file's name."""
    head, colon, rest = file.partition(":")
    return (head, rest) if colon else (None, file)


def filled(value: Any, words: Mapping[str, str]) -> Any:
    """Returns a value in which each "{word}" of a text is replaced."""
    if isinstance(value, str):
        for word, text in words.items() if "{" in value else ():
            value = value.replace(f"{{{word}}}", text)
        return value
    if isinstance(value, dict):
        return {key: filled(item, words) for key, item in value.items()}
    return [filled(item, words) for item in value] if isinstance(value, list) else value


def by_word(files: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of keys that are several words, "afr amh", by each word."""
    return {word: value for words, value in files.items() for word in words.split(" ")}


def lacking(language_pair: str, languages: Iterable[str]) -> str:
    """Returns which languages of a pair a set with these lacks, as a clause; "" if it has both."""
    from parbleu.text._languages import certain_pair, same_languages

    known = list(languages)
    unknown = [repr(code) for code in certain_pair(language_pair) or () if not same_languages(code, known)]
    return f"there is no language {' or '.join(unknown)}" if unknown else ""


class LanguagePairs(Mapping[str, PairEntry]):
    """The pairs of the languages of a set, by a rule.

    Args:
        languages: code -> its text.
        rule: "all", or an object of two lists of codes, "from" and "to", or a list of such objects.

    Attributes:
        languages: as given.
        rule: the lists of codes from which and into which pairs are made.
    """

    def __init__(self, languages: Mapping[str, PairEntry], rule: Any = ALL) -> None:
        self.languages = languages
        parts = rule if isinstance(rule, list) else [rule]
        every = self._every = list(languages)
        self.rule: list[tuple[list[str], list[str]]] = [
            (every, every) if part == ALL else (part.get("from", every), part.get("to", every))
            for part in parts
        ]

    def __getitem__(self, language_pair: str) -> PairEntry:
        sides = self.split(language_pair)
        if sides is None:
            raise KeyError(language_pair)
        source, target = (self.languages[side] for side in sides)
        files = (*source.files[:1], *target.files)
        references = target.references
        return PairEntry(files, references, names=target.names, labels=source.labels, sides=sides)

    def __contains__(self, language_pair: object) -> bool:
        return isinstance(language_pair, str) and self.split(language_pair) is not None

    def __iter__(self) -> Iterator[str]:
        pairs: set[str] = set()
        for sources, targets in self.rule:
            for source in sources:
                for target in targets:
                    pair = f"{source}-{target}"
                    if source != target and pair not in pairs:
                        pairs.add(pair)
                        yield pair

    def __len__(self) -> int:
        return self.count(list(self.languages))

    def count(self, codes: Sequence[str]) -> int:
        """Returns how many pairs there are of some of the languages."""
        known = {*codes}
        rules = [[{*sources} & known, {*targets} & known] for sources, targets in self.rule]
        if len(rules) == 1:
            sources, targets = rules[0]
            return len(sources) * len(targets) - len(sources & targets)
        return len({(a, b) for sources, targets in rules for a in sources for b in targets if a != b})

    def __str__(self) -> str:
        rule = self.rule[0] if len(self.rule) == 1 else None
        kind = "all pairs" if rule and rule[0] == rule[1] == list(self.languages) else "pairs"
        return f"{len(self.languages)} languages, {kind} ({len(self):,})"

    def split(self, language_pair: str) -> tuple[str, str] | None:
        """Returns both languages of a pair of the set, whose codes may have hyphens; None for others."""
        parts = language_pair.split("-")
        for cut in range(1, len(parts)):
            source, target = "-".join(parts[:cut]), "-".join(parts[cut:])
            if source in self.languages and target in self.languages and self._allows(source, target):
                return source, target
        return None

    def same(self, language_pair: str) -> list[str]:
        """Returns the pairs that mean the same languages as one in codes of any kind."""
        from parbleu.text._languages import certain_pair, same_languages

        sides = certain_pair(language_pair)
        if sides is None:
            return []
        sources, targets = (same_languages(side, self.languages) for side in sides)
        return [f"{a}-{b}" for a in sources for b in targets if self._allows(a, b)]

    def near(self, language_pair: str) -> list[str]:
        """Returns pairs of the set that somebody may have meant who wrote one that it lacks."""
        from parbleu._base.wording import nearest
        from parbleu.text._languages import same_languages

        source, _, target = language_pair.partition("-")
        known = list(self.languages)
        begin, end = (
            same[0] if (same := same_languages(side, known)) else nearest(side, known)
            for side in (source, target)
        )
        pairs = [f"{begin}-{end}"] if begin and end and self._allows(begin, end) else []
        begins = [begin] if begin else known[:3]
        candidates = (f"{a}-{b}" for a in begins for b in known if self._allows(a, b))
        return list(dict.fromkeys([*pairs, *(pair for pair, _ in zip(candidates, range(8)))]))  # noqa: B905

    def _allows(self, source: str, target: str) -> bool:
        return source != target and any(
            self._is_in(source, first) and self._is_in(target, second) for first, second in self.rule
        )

    def _is_in(self, code: str, codes: list[str]) -> bool:
        return code in codes or (codes is self._every and code in self.languages)


class Downloads(Sequence[Source]):
    """The downloads of a set, some of them by a pattern: an address with `{}` and the words in its place.

    Of a word such as "afr-deu/afr", `{head}` and `{tail}` are the parts beside the slash.

    Args:
        patterns: objects with `url`, `archive`, `each` (the words, with blanks between) and perhaps `md5` or
            `sha256` (as many checksums).
        others: downloads that have no pattern.
    """

    def __init__(self, patterns: Sequence[Mapping[str, Any]], others: Sequence[Source]) -> None:
        self._patterns = patterns
        self._others = others
        self._sums: dict[int, dict[str, tuple[str | None, ...]]] = {}  # of each pattern's words

    def __len__(self) -> int:
        return len(self._others) + sum(len(_words(pattern)) for pattern in self._patterns)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Source]:
        yield from self._others
        for pattern in self._patterns:
            for word, sums in _sums_by_word(pattern):
                yield _made(pattern, word, *sums)

    def __getitem__(self, position: Any) -> Any:
        return list(self)[position]

    def needed(self, files: Iterable[str]) -> list[Source]:
        """Returns the downloads without a pattern, and those with one that are one of these files."""
        sources = (self._of_pattern(file) for file in dict.fromkeys(files))
        return [*self._others, *(source for source in sources if source is not None)]

    def shown(self) -> list[Source]:
        """Returns the downloads without a pattern, and for each pattern one with a `{}`."""
        return [*self._others, *(_made(pattern, "{}", None, None) for pattern in self._patterns)]

    def _of_pattern(self, file: str) -> Source | None:
        for index, pattern in enumerate(self._patterns):
            begin, _, end = pattern["archive"].partition("{}")
            if not (file.startswith(begin) and file.endswith(end)):
                continue
            word = file[len(begin) : len(file) - len(end)]
            if pattern["each"] == OTHERS:
                return _made(pattern, word, None, None)
            if index not in self._sums:
                self._sums[index] = dict(_sums_by_word(pattern))
            if word in self._sums[index]:
                return _made(pattern, word, *self._sums[index][word])
        return None


def _sums_by_word(pattern: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str | None, ...]]]:
    """Yields each word of a pattern, and the MD5 and SHA-256 of its file, as far as they are known."""
    words = _words(pattern)
    sums = [pattern[kind].split() if kind in pattern else [None] * len(words) for kind in ("md5", "sha256")]
    return zip(words, zip(*sums, strict=True), strict=True)


def _words(pattern: Mapping[str, Any]) -> list[str]:
    """Returns the words of a pattern; none of which any stand for."""
    return [] if pattern["each"] == OTHERS else list(pattern["each"].split())


def _made(pattern: Mapping[str, Any], word: str, md5: str | None, sha256: str | None) -> Source:
    head, _, tail = word.partition("/")
    url: str = pattern["url"].replace("{}", word)
    if word != "{}":
        url = url.replace("{head}", head).replace("{tail}", tail)
    return Source(url, md5, pattern["archive"].replace("{}", word), sha256=sha256)
