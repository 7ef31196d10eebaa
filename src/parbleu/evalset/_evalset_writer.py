"""Writes evaluation sets in the layout of MT Metrics Eval, and reads tables of human scores for them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from itertools import groupby
from os import PathLike, fspath
from os.path import dirname, isfile, join
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy

from parbleu._base.wording import counted
from parbleu._io.atomic import keep_access, make_directory, replacing, write_lines
from parbleu._io.lines import HEAD, other_than_text
from parbleu.errors import EvalSetError, FormatError
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._file_layout import TEXT_KINDS, SetFiles, check_reference_name, info_path
from parbleu.evalset._levels import WORDS, Documents, check_level, derived
from parbleu.evalset._score_files import write_scores
from parbleu.evalset._score_matrix import Scores
from parbleu.evalset._standard_info import Info
from parbleu.evalset._text_files import FIELDS, NO_TRANSLATION, check_length, read_text
from parbleu.human._average_scores import human_scores
from parbleu.human._judgement import Judgement
from parbleu.human.formats._mt_metrics_eval import SUFFIX, collection_lines
from parbleu.human.formats._mt_metrics_eval import Collection as Ratings
from parbleu.human.formats._score_table import ScoreTable
from parbleu.typing import ScoresLike

Text = str | PathLike[str] | Sequence[str | None]
Grouping = str | PathLike[str] | Sequence[tuple[str, str]] | None
GivenHumanScores = ScoresLike | Callable[[Documents], ScoresLike]

HUMAN_LEVELS = ("segment", "domain", "system")
"""The levels that human scores are written for, as in the WMT metrics tasks since 2022."""


@dataclass(frozen=True)
class SetTexts:
    """The texts of an evaluation set in one language pair.

    Attributes:
        source: a file of one segment a line, or JSON lines; or the segments.
        references: name of a reference -> a file, or the segments. A reference that is to be scored like a
            system is an output, too.
        outputs: system -> a file, or the segments.
        documents: a file of lines `DOMAIN DOCUMENT`, or (domain, document) for each segment; None for one
            document of all segments.
    """

    source: Text
    references: Mapping[str, Text]
    outputs: Mapping[str, Text]
    documents: Grouping = None


def write_evalset(
    directory: str | PathLike[str],
    name: str,
    language_pair: str,
    texts: SetTexts,
    *,
    human: Mapping[str, GivenHumanScores] | None = None,
    ratings: Mapping[str, Ratings] | None = None,
    metrics: Iterable[str | PathLike[str]] = (),
    info: Info | None = None,
    levels: Iterable[str] = HUMAN_LEVELS,
    overwrite: bool = False,
) -> EvalSet:
    """Writes one language pair of a test set. It appears whole or not at all.

    Args:
        directory: the data directory; the test set gets a directory of its own there.
        name: the name of the test set.
        language_pair: the language pair, such as "en-de".
        texts: source, references, outputs and documents.
        human: name, such as "mqm" -> segment scores: system -> a score for each segment, higher is better,
            None where there is no judgement; or a function that returns them for the set's `Documents`,
            such as one that calls `parbleu.evalset.read_human_table`.
        ratings: name, such as "mqm.rater1" -> marked errors of all segments.
        metrics: files or directories of metric scores, named `BASE-REFS.LEVEL.score`.
        info: the standard choices. By default the first reference by name, and the first human scores by
            name.
        levels: the levels that human scores are written for, those above segments as means.
        overwrite: whether an existing language pair is replaced; other pairs stay in any case.

    Returns:
        The set, loaded from the written files, after all of them were read and checked.

    Raises:
        EvalSetError: the pair exists, and `overwrite` is False; or the parts do not fit together.
        UnwritableFileError: a file cannot be written.
        ParbleuError: a file cannot be read, or a line of it is wrong.
    """
    for word, what in ((name, "test set"), (language_pair, "language pair")):
        _check_name(word, what)
    if not all(language_pair.partition("-")):
        raise EvalSetError(f"a language pair is called SOURCE-TARGET, such as en-de, not {language_pair!r}")
    home = os.fspath(directory)
    target = join(home, name)
    if not overwrite and any(
        isfile(join(target, "sources", f"{language_pair}.{kind}")) for kind in TEXT_KINDS
    ):
        raise EvalSetError(
            f"{target} has {language_pair} already; --overwrite (overwrite=True in Python) replaces it"
        )

    make_directory(home)
    with TemporaryDirectory(prefix=f".{name}-{language_pair}-", dir=home) as scratch:
        writer = _Writer(scratch, name, language_pair)
        writer.write(texts, human or {}, info, levels)
        writer.ratings(ratings or {})
        staged = EvalSet(name, language_pair, scratch)
        added = {word for path in metrics for word in staged.add_metrics_from(path)}
        for metric in sorted(added):
            save_metric(staged, metric, scratch)
        EvalSet(name, language_pair, scratch, lenient=False).read_all()
        _move(join(scratch, name), target, language_pair)
    return EvalSet(name, language_pair, home)


def save_metric(evalset: EvalSet, metric: str, directory: str | PathLike[str]) -> list[str]:
    """Writes the scores of a metric at all of its levels, and their signature if they have one.

    Args:
        evalset: the evaluation set that has the scores.
        metric: the full name of the metric.
        directory: the data directory to write to; it may be another one than the set's own.

    Returns:
        The paths of the files of scores.

    Raises:
        EvalSetError: the name has a slash, which that of a file cannot have.
        UnwritableFileError: a file cannot be written.
    """
    if "/" in metric:
        raise EvalSetError(f"the scores of a metric called {metric!r} cannot be files: names have no slash")
    folder = join(os.fspath(directory), evalset.name, "metric-scores", evalset.language_pair)
    paths = []
    for level in evalset.levels:
        if evalset.has_scores(level, metric):
            path = join(folder, f"{metric}.{WORDS[level]}.score")
            domains = evalset.domain_names if level == "domain" else None
            write_scores(_made(path), evalset.scores(level, metric), domains)
            paths.append(path)
    signed = join(folder, f"{metric}.signature")
    if signature := evalset.signature(metric):
        write_lines(_made(signed), [signature])
    elif isfile(signed):
        os.remove(signed)
    return paths


class _Writer:
    """Writes all files but those of metrics below a data directory."""

    def __init__(self, directory: str, name: str, language_pair: str) -> None:
        self._directory = directory
        self._root = join(directory, name)
        self._name = name
        self._language_pair = language_pair

    def write(
        self, texts: SetTexts, human: Mapping[str, GivenHumanScores], info: Info | None, levels: Iterable[str]
    ) -> None:
        segments = segments_of(texts.source, "source")
        if len(segments) == 0:
            source = texts.source
            origin = os.fspath(source) if isinstance(source, (str, os.PathLike)) else "the source"
            raise EvalSetError(f"{origin}: there is no segment; a line is a segment")
        self._text(join("sources", self._language_pair), segments, "source")
        for name, text in texts.references.items():
            _check_name(name, "reference")
            check_reference_name(name)
            path = join("references", f"{self._language_pair}.{name}")
            self._text(path, segments_of(text, "reference", len(segments), name), "reference")
        for name, text in texts.outputs.items():
            _check_name(name, "system")
            path = join("system-outputs", self._language_pair, name)
            self._text(path, segments_of(text, "output", len(segments), name), "output")
        self._documents(texts.documents, len(segments))
        for name, scores in human.items():
            _check_name(name, "kind of human scores")
            self._human(name, scores, levels)
        self._info(info or _default_info(texts.references, human, levels))

    def ratings(self, collections: Mapping[str, Ratings]) -> None:
        """Writes files of ratings."""
        for name, collection in collections.items():
            _check_name(name, "collection of ratings")
            path = join("human-scores", f"{self._language_pair}.{name}{SUFFIX}")
            self._write(path, collection_lines(collection))

    def _text(self, path: str, segments: Sequence[str | None], kind: str) -> None:
        """Writes a text, as JSON lines only if plain lines cannot hold it, or do not look like text."""
        plain = [NO_TRANSLATION if segment is None else segment for segment in segments]
        needs_json = any(segment is not None and _needs_json(segment) for segment in segments)
        # So many lines have at least so many bytes.
        if needs_json or other_than_text(path, "\n".join([*plain[:HEAD], ""]).encode()):
            field = FIELDS[kind]
            lines = [json.dumps({field: segment}) for segment in segments]
            self._write(f"{path}.jsonl", lines)
        else:
            self._write(f"{path}.txt", plain)

    def _documents(self, documents: Grouping, segments: int) -> None:
        if documents is None:
            documents = [("all", "all")] * segments
        if isinstance(documents, (str, os.PathLike)):
            read = Documents(os.fspath(documents))
            check_length(read.path, len(read), segments)
            documents = list(zip(read.domains_per_seg, read.docs_per_seg, strict=True))
        for domain, doc in documents:
            _check_name(domain, "domain")
            _check_name(doc, "document")
        parts = Counter(doc for doc, _ in groupby(doc for _, doc in documents))
        if split := next((doc for doc, count in parts.items() if count > 1), None):
            raise EvalSetError(
                f"other segments stand between those of the document {split!r}: order segments by document"
            )
        self._write(
            join("documents", f"{self._language_pair}.docs"),
            [f"{domain}\t{doc}" for domain, doc in documents],
        )

    def _human(self, name: str, given: GivenHumanScores, levels: Iterable[str]) -> None:
        documents = Documents(join(self._root, "documents", f"{self._language_pair}.docs"))
        scores = Scores.of(given(documents) if callable(given) else given, f"the scores {name}")
        if scores.n_items != len(documents):
            raise EvalSetError(
                f"the scores {name} are {scores.n_items} for each system, "
                f"but there are {len(documents)} segments: give one for each"
            )
        for level in levels:
            is_finest = check_level(level) == "segment"
            table = scores if is_finest else derived(scores, level, documents)
            path = join(self._root, "human-scores", f"{self._language_pair}.{name}.{WORDS[level]}.score")
            write_scores(_made(path), table, tuple(documents.domains) if level == "domain" else None)

    def _info(self, info: Info) -> None:
        path = info_path(self._directory, self._name, self._language_pair)
        with replacing(_made(path)) as file:
            file.write(json.dumps(info.to_dict(), indent=1, ensure_ascii=False).encode() + b"\n")

    def _write(self, path: str, lines: Iterable[str]) -> None:
        write_lines(_made(join(self._root, path)), lines)


def _made(path: str) -> str:
    """Makes the directory of a file of a set; returns the file's name."""
    make_directory(dirname(path))
    return path


def segments_of(text: Text, kind: str, expected: int | None = None, name: str = "") -> Sequence[str | None]:
    """Returns the segments of a source, a reference or an output.

    Raises:
        EvalSetError: there are not as many as expected.
        ParbleuError: the file cannot be read, or a line of it is wrong.
    """
    if isinstance(text, (str, os.PathLike)):
        path = os.fspath(text)
        segments = read_text(path, kind)
        check_length(path, len(segments), len(segments) if expected is None else expected)
        return segments
    if expected is not None and len(text) != expected:
        raise EvalSetError(f"the {kind} {name} has {counted(len(text))}, but the source has {expected}")
    return text


def _needs_json(segment: str) -> bool:
    try:
        segment.encode()
    except UnicodeEncodeError:  # half a character
        return True
    return "\n" in segment or "\r" in segment or segment != segment.rstrip() or segment == NO_TRANSLATION


def _check_name(name: str, what: str) -> None:
    if not name or name.startswith(".") or "/" in name or any(char.isspace() for char in name):
        raise EvalSetError(f"a {what} cannot be called {name!r}: names have no white space, and no slash")


def _default_info(references: Iterable[str], human: Iterable[str], levels: Iterable[str]) -> Info:
    reference = next(iter(sorted(references)), None)
    if reference is None:
        raise EvalSetError("an evaluation set needs a reference")
    gold = next(iter(sorted(human)), None)
    return Info(reference, {} if gold is None else dict.fromkeys(levels, gold))


def _move(staged: str, target: str, language_pair: str) -> None:
    """Moves the files of a language pair to where they belong; last the source: without, there is no pair."""
    old = set(_files_of(target, language_pair))
    files = [join(folder, file) for folder, _, names in os.walk(staged) for file in names]
    for path in sorted(files, key=lambda path: f"{os.sep}sources{os.sep}" in path):
        moved = join(target, os.path.relpath(path, staged))
        make_directory(dirname(moved))
        keep_access(path, moved)
        os.replace(path, moved)
        old.discard(moved)
    for path in old:
        os.unlink(path)


def _files_of(target: str, language_pair: str) -> Iterator[str]:
    home, name = os.path.split(target)
    try:
        files = SetFiles([home], name, language_pair)
    except EvalSetError:
        return  # there is no such pair, or nothing that can be called one
    yield files.source
    yield files.documents
    for named in (files.references, files.outputs, files.ratings, files.metadata, files.signatures):
        yield from named.values()
    for scores in (files.human_scores, files.metric_scores):
        yield from scores.values()


def output_files(paths: Iterable[str]) -> dict[str, str]:
    """Returns system -> file of outputs.

    Args:
        paths: files that are named after their system, directories of them, and words SYSTEM=FILE.

    Raises:
        EvalSetError: two files are of the same system, or a directory is empty.
    """
    outputs: dict[str, str] = {}
    for word in paths:
        name, equals, value = word.partition("=")
        path = Path(value if equals else word)
        files = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
        if not files:
            raise EvalSetError(
                f"there is no file of a system's output in {path}: put one SYSTEM.txt there for each"
            )
        for file in files:
            system = name if equals else file.name.removesuffix(file.suffix)
            if system in outputs:
                raise EvalSetError(f"{file} and {outputs[system]} are both of the system {system}; name one")
            outputs[system] = str(file)
    return outputs


def read_human_table(
    path: str | PathLike[str],
    systems: Collection[str],
    documents: Documents,
    *,
    columns: Mapping[str, str] | None = None,
    negate: bool = False,
) -> Scores:
    """Reads human scores of segments.

    Several judgements of a segment are averaged: first the judgements of each rater, then the raters' means.

    Args:
        path: a file whose name ends in `.csv`, `.tsv` (or `.txt`, for the same) or `.jsonl`. CSV and TSV
            have a header; fields of TSV are taken as they are, quotes included.
        systems: the systems that may appear.
        documents: the documents of the evaluation set.
        columns: a column of `COLUMNS` -> its name in this file, such as {"system": "model"}.
        negate: whether higher is worse, as for sums of MQM's penalties; scores are then multiplied by -1.

    Returns:
        The scores of the systems that appear, sorted; NaN for segments without judgement.

    Raises:
        FormatError: a row lacks a field, or names an unknown system or segment; a score is not a number.
        EvalSetError: there is no score.
        OptionError: `columns` names an unknown column, or the file's name has another ending.
        UnreadableFileError: the file cannot be read.
    """
    name = fspath(path)
    judgements = [
        _placed(name, line, judgement, systems, documents)
        for line, judgement in ScoreTable(columns).numbered(name)
    ]
    if not judgements:
        raise EvalSetError(f"{name}: there is no score in this table")
    segments = human_scores(judgements, "da").segment_scores()
    table = numpy.full((len(segments), len(documents)), numpy.nan)
    for row, scores in enumerate(segments.values()):
        for (_, segment), score in scores.items():
            table[row, segment] = 0.0 - score if negate else score
    return Scores(segments, table)


def _placed(
    path: str, line: int, judgement: Judgement, systems: Collection[str], documents: Documents
) -> Judgement:
    """Returns a judgement that says its place in the test set.

    Raises:
        FormatError: it is about an unknown system, document or segment.
    """
    if judgement.system not in systems:
        names = ", ".join(sorted(systems))
        raise FormatError(path, line, f"there is no system {judgement.system!r}; there are {names}")
    begin, end, where = 0, len(documents), "the source"
    if judgement.segment is None:
        where = judgement.document or ""
        if where not in documents.docs:
            raise FormatError(path, line, f"there is no document {where!r}: see the file of documents")
        begin, end = documents.docs[where]
    segment = judgement.unit[1]
    if begin + segment >= end:
        wrong = f"there is no segment '{segment + 1}': those of {where} are counted from 1 to {end - begin}"
        raise FormatError(path, line, wrong)
    return changed(judgement, segment=begin + segment)
