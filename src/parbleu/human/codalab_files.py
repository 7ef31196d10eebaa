"""Reads metric submissions to WMT23 and the gold scores that they are compared with.

A line of segment scores is METRIC, LP, TESTSET, DOMAIN, DOC, REF, SYSTEM, SEGMENT, SCORE between TABs, the
segment counted from 1; one of system scores lacks DOC and SEGMENT.
"""

from __future__ import annotations

from collections.abc import Mapping

from parbleu.base.numbers import parse_decimal, plain_mean
from parbleu.base.wording import counted
from parbleu.errors import FormatError
from parbleu.text.table_files.numbered_rows import Lines

Key = tuple[str, ...]

OFFICIAL = {"en-de": "refA", "he-en": "refA", "zh-en": "refA"}
"""The language pairs that count, and their reference."""
TESTSET = "generaltest2023"
NO_REFERENCE = "src"
ALL = "all"
"""The domain of system scores that counts."""
_FIELDS = {
    "seg": ("metric", "lp", "testset", "domain", "doc", "ref", "system", "segment", "score"),
    "sys": ("metric", "lp", "testset", "domain", "ref", "system", "score"),
}


class Submission:
    """The scores of one file that count.

    Args:
        path: the file.
        level: "seg" or "sys".

    Attributes:
        scores: (language pair, domain[, document], reference, system[, segment]) -> score.
        metric: the name of the metric.
        without_reference: whether the metric uses no reference.
        others: other language pairs in the file.

    Raises:
        FormatError: a line is wrong, or there twice; there are several metrics; a metric is both with and
            without reference.
        UnreadableFileError: the file cannot be read.
    """

    def __init__(self, path: str, level: str) -> None:
        self.path = path
        self.level = level
        self.scores: dict[Key, float] = {}
        self.metric: str = ""
        self.without_reference: bool = False
        self.others: set[str] = set()
        lines = Lines(path)
        for line in lines:
            problem = self._add(line.rstrip("\r\n").split("\t"))
            if problem:
                raise FormatError(path, lines.number, problem)

    def _add(self, fields: list[str]) -> str | None:
        """Takes a line; returns what is wrong with it."""
        names = _FIELDS[self.level]
        if len(fields) != len(names):
            listed = ", ".join(names)
            wanted = counted(len(names), "field")
            return f"a line has {wanted} between TABs, {listed}; this one has {len(fields)}"
        row = dict(zip(names, fields, strict=True))
        try:
            score = parse_decimal(row["score"])
        except ValueError as problem:
            return f"the score {problem}"
        segment = row.get("segment", "1")
        if not (segment.isascii() and segment.isdecimal() and int(segment)):
            return f"there is no segment {row['segment']!r}; they are counted from 1"
        if self.metric and row["metric"] != self.metric:
            return f"this is the metric {row['metric']}, but before it was {self.metric}; give each a file"
        self.metric = row["metric"]
        reference = OFFICIAL.get(row["lp"])
        if reference is None:
            self.others.add(row["lp"])
        if reference is None or row["testset"] != TESTSET:
            return None
        if row["ref"] not in (reference, NO_REFERENCE) or row["ref"] == row["system"]:
            return None
        key = tuple(row[name] for name in names if name not in ("metric", "testset", "score"))
        if key in self.scores:
            return f"there is a score of {' '.join(key)} already"
        is_without = row["ref"] == NO_REFERENCE
        if self.scores and is_without != self.without_reference:
            return "a metric is either with or without reference, but here are both; give two files"
        self.scores[key], self.without_reference = score, is_without
        return None

    @property
    def official(self) -> list[str]:
        """The language pairs that count, sorted."""
        return sorted({key[0] for key in self.scores})

    def check(self, gold: Submission) -> None:
        """Checks that the submission has a score for each gold score of the language pairs, and no others."""
        official = self.official
        wanted = {key for key in gold.scores if key[0] in official}
        lacking, others = wanted - self.scores.keys(), self.scores.keys() - wanted
        for what, keys in (("lacks", lacking), ("must not have", others)):
            if keys:
                more = f", and {len(keys) - 1} more" if len(keys) > 1 else ""
                raise FormatError(self.path, 0, f"the file {what} a score of {' '.join(min(keys))}{more}")


def read_metadata(path: str) -> dict[str, str]:
    """Reads the submitter's file of lines KEY VALUE or KEY: VALUE.

    Returns:
        key -> value; `primary` is "Y" or "N".

    Raises:
        FormatError: there is no `team`, or `primary` is neither yes nor no.
    """
    found: dict[str, str] = {}
    for line in Lines(path):
        key, _, value = line.strip().partition(" ")
        if key:
            found[key.removesuffix(":")] = value.strip()
    primary = {"y": "Y", "yes": "Y", "n": "N", "no": "N"}.get(found.get("primary", "").lower())
    if not found.get("team") or primary is None:
        raise FormatError(
            path, 0, "this must have the lines `team: NAME` and `primary: yes` or `primary: no`"
        )
    return found | {"primary": primary}


def system_means(scores: Mapping[Key, float]) -> dict[Key, float]:
    """Returns the scores of systems in all domains together, from those of segments."""
    groups: dict[Key, list[float]] = {}
    for (pair, _, _, reference, system, _), score in scores.items():
        groups.setdefault((pair, ALL, reference, system), []).append(score)
    return {key: plain_mean(values) for key, values in groups.items()}
