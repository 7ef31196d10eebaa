"""Scores metric submissions to WMT23: their agreement with gold scores, as on the task's site.

A line of segment scores is METRIC, LP, TESTSET, DOMAIN, DOC, REF, SYSTEM, SEGMENT, SCORE between TABs, the
segment counted from 1; one of system scores lacks DOC and SEGMENT.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import listdir
from os.path import isfile, join

from parbleu._base.numbers import parse_decimal, plain_mean
from parbleu._base.wording import counted
from parbleu.errors import FormatError, RatingError
from parbleu.tables import Column, Result, Table
from parbleu.text._table_files.numbered_rows import Lines

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

LEVELS = ("seg", "sys")


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
            expected = counted(len(names), "field")
            return f"a line has {expected} between TABs, {listed}; this one has {len(fields)}"
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
        expected = {key for key in gold.scores if key[0] in official}
        lacking, others = expected - self.scores.keys(), self.scores.keys() - expected
        for verb, keys in (("lacks", lacking), ("must not have", others)):
            if keys:
                more = f", and {len(keys) - 1} more" if len(keys) > 1 else ""
                raise FormatError(self.path, 0, f"the file {verb} a score of {' '.join(min(keys))}{more}")


def read_metadata(path: str) -> dict[str, str]:
    """Reads the submitter's file of lines KEY VALUE or KEY: VALUE.

    Returns:
        key -> value; `primary` is "Y" or "N".

    Raises:
        FormatError: there is no `team`, or `primary` is neither yes nor no.
    """
    metadata: dict[str, str] = {}
    for line in Lines(path):
        key, _, value = line.strip().partition(" ")
        if key:
            metadata[key.removesuffix(":")] = value.strip()
    primary = {"y": "Y", "yes": "Y", "n": "N", "no": "N"}.get(metadata.get("primary", "").lower())
    if not metadata.get("team") or primary is None:
        raise FormatError(
            path, 0, "this must have the lines `team: NAME` and `primary: yes` or `primary: no`"
        )
    return metadata | {"primary": primary}


def system_means(scores: Mapping[Key, float]) -> dict[Key, float]:
    """Returns the scores of systems in all domains together, from those of segments."""
    groups: dict[Key, list[float]] = {}
    for (pair, _, _, reference, system, _), score in scores.items():
        groups.setdefault((pair, ALL, reference, system), []).append(score)
    return {key: plain_mean(values) for key, values in groups.items()}


@dataclass(frozen=True)
class SubmissionScores(Result):
    """The agreement of a submission's scores with gold scores.

    Attributes:
        metadata: what the submission says about itself.
        metric: the name of the metric.
        without_reference: whether the metric uses no reference.
        pearson: language pair -> Pearson's correlation of the scores of systems.
        kendall: language pair -> Kendall's correlation of the scores of segments.
    """

    metadata: Mapping[str, str]
    metric: str
    without_reference: bool
    pearson: Mapping[str, float]
    kendall: Mapping[str, float]

    @property
    def lines(self) -> list[str]:
        """The lines of `scores.txt` in the site's format."""
        metadata = dict(self.metadata) | {
            "metric_name": self.metric,
            "ref_less": "Y" if self.without_reference else "N",
        }
        lines = [f"{key}: {value}" for key, value in metadata.items()]
        for name, values in (("pearson", self.pearson), ("kendalltau", self.kendall)):
            lines += [f"{pair.replace('-', '')}_{name}: {value:f}" for pair, value in values.items()]
        return lines

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each language pair."""
        columns = (
            Column("language_pair"),
            Column("system_pearson", kind=float, better="higher"),
            Column("segment_kendall", kind=float, better="higher"),
        )
        facts = {"metric": self.metric, "without_reference": self.without_reference}
        rows = [(pair, value, self.kendall[pair]) for pair, value in self.pearson.items()]
        return (Table("submission_scores", columns, rows, facts=facts | dict(self.metadata)),)


def score_submission(directory: str, say: Callable[[str], None]) -> SubmissionScores:
    """Checks and scores a submission.

    Args:
        directory: has `ref` with the gold scores, and `res` with the submission: at most one `*.seg.score`
            and one `*.sys.score`, and perhaps `metadata.txt`.
        say: is called with lines about the progress.

    Raises:
        FormatError: a file is wrong, or lacks scores.
        RatingError: there is no file, or are too many; a primary submission lacks a language pair.
        UnreadableFileError: a file cannot be read.
    """
    folder = join(directory, "res")
    paths = {level: _only(folder, f".{level}.score") for level in LEVELS}
    metadata = _metadata(join(folder, "metadata.txt"), say)
    submissions: dict[str, Submission] = {}
    for level, path in paths.items():
        if path is not None:
            submissions[level] = _checked(path, level, say)
            if submissions[level].metric != next(iter(submissions.values())).metric:
                raise RatingError(f"the files in {folder} are of different metrics; submit one")
    if not submissions:
        raise RatingError(f"there is neither a *.seg.score nor a *.sys.score in {folder}")
    first = next(iter(submissions.values()))
    gold = {level: _gold(directory, level, first, submissions.get(level), metadata) for level in LEVELS}
    systems = submissions["sys"].scores if "sys" in submissions else None
    if systems is None:
        say("No system-level scores supplied - averaging segment-level scores")
        systems = system_means(submissions["seg"].scores)
    elif "seg" not in submissions:
        say("No segment-level scores supplied")
    say("Computing system-level Pearson correlations with pseudo gold scores")
    pearson = _correlations("pearson", gold["sys"].scores, systems, only_all=True)
    segments: Mapping[Key, float] = {}
    if "seg" in submissions:
        say("Computing seg-level Kendall correlations with pseudo gold scores")
        segments = submissions["seg"].scores
    kendall = _correlations("kendall", gold["seg"].scores, segments, only_all=False)
    return SubmissionScores(metadata, first.metric, first.without_reference, pearson, kendall)


def _gold(
    directory: str, level: str, first: Submission, submitted: Submission | None, metadata: Mapping[str, str]
) -> Submission:
    """Returns the gold scores of a level, after a check that the submission is complete."""
    kind = ".reffree" if first.without_reference else ""
    gold = Submission(join(directory, "ref", f"goldlabels{kind}.{level}.score"), level)
    if submitted is not None:
        submitted.check(gold)
        lacking = [pair for pair in OFFICIAL if pair not in submitted.official]
        if metadata.get("primary") == "Y" and lacking:
            raise RatingError(
                f"{submitted.path}: primary submissions cover all language pairs; "
                f"{', '.join(lacking)} is missing"
            )
    return gold


def _metadata(path: str, say: Callable[[str], None]) -> dict[str, str]:
    if not isfile(path):
        say("metadata.txt not found")
        return {}
    metadata = read_metadata(path)
    say(f"Read metadata from metadata.txt - {'' if metadata['primary'] == 'Y' else 'non-'}primary submission")
    return metadata


def _only(directory: str, suffix: str) -> str | None:
    try:
        names = sorted(name for name in listdir(directory) if name.endswith(suffix))
    except OSError as problem:
        raise RatingError(f"cannot list {directory}: {problem.strerror}") from None
    if len(names) > 1:
        raise RatingError(f"there are several files *{suffix} in {directory}; leave one")
    return join(directory, names[0]) if names else None


def _checked(path: str, level: str, say: Callable[[str], None]) -> Submission:
    say(f"Reading and checking {path.rpartition('/')[2]}:")
    submission = Submission(path, level)
    say(f"- Metric is {submission.metric}, ref-{'free' if submission.without_reference else 'based'}")
    say(f"- Read scores for official languages: {','.join(submission.official) or None}")
    say(f"- Read scores for other languages: {','.join(sorted(submission.others)) or None}")
    return submission


def _correlations(
    correlation: str, gold: Mapping[Key, float], scores: Mapping[Key, float], *, only_all: bool
) -> dict[str, float]:
    """Returns language pair -> correlation, 0 where there are no scores."""
    from parbleu.stats.correlation import correlate

    values = {}
    for pair in OFFICIAL:
        keys = [key for key in gold if key[0] == pair and key in scores and (not only_all or key[1] == ALL)]
        values[pair] = 0.0
        if keys:
            expected, submitted = ([table[key] for key in keys] for table in (gold, scores))
            values[pair] = correlate(correlation, expected, submitted, undefined="zero").value
    return values
