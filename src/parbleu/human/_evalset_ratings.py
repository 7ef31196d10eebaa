"""Converts between judgements that hold their texts and the `.seg.rating` files of an evaluation set.

The rules, and the names that raters get, are those of MT Metrics Eval's `standalone_ratings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os.path import isfile
from typing import Protocol

from parbleu._base.wording import counted
from parbleu._io.atomic import make_directory, write_lines
from parbleu.errors import FormatError, RatingError, UnwritableFileError
from parbleu.human._judgement import Judgement
from parbleu.human._rating_files import WrittenRatings, written_file
from parbleu.human.formats._mt_metrics_eval import SUFFIX, Collection, collection_lines, read_collection
from parbleu.text._languages import read_language, split_pair
from parbleu.text._table_files.numbered_rows import Lines

RATER = "rater"
MERGED = "merged"


class RatedTexts(Protocol):
    """The texts of an evaluation set that ratings need."""

    @property
    def language_pair(self) -> str:
        """The language pair."""

    @property
    def src(self) -> Sequence[str | None]:
        """The source."""

    @property
    def sys_outputs(self) -> Mapping[str, Sequence[str | None]]:
        """System -> its translations."""

    @property
    def docs(self) -> Mapping[str, tuple[int, int]]:
        """Document -> its begin and end."""


def rename_raters(raters: Iterable[str | None], *, anonymize: bool = False) -> dict[str | None, str]:
    """Returns the names of raters in an evaluation set.

    Args:
        raters: the names of raters; None for a rater without a name.
        anonymize: whether they become rater1, rater2, ... in the order of their sorted names, unless all
            names begin with "rater" already.

    Raises:
        RatingError: a rater has the name that those without a name are to get.
    """
    names = sorted(set(raters), key=lambda rater: (rater is not None, rater or ""))
    if anonymize and not all((name or "").startswith(RATER) for name in names):
        return {name: f"{RATER}{number}" for number, name in enumerate(names, 1)}
    if None in names and RATER in names:
        raise RatingError(
            f"a rater is called {RATER!r}, as those without a name are to be called; anonymize raters"
        )
    return {name: RATER if name is None else name for name in names}


def to_collections(
    judgements: Iterable[Judgement],
    texts: RatedTexts,
    renamed: Mapping[str | None, str],
    *,
    lenient: bool = False,
) -> dict[str, Collection]:
    """Returns the ratings of each rater, in the order of an evaluation set: of all segments of all systems.

    Args:
        judgements: they say their system and segment.
        texts: the evaluation set.
        renamed: what raters are called there.
        lenient: whether source and translation may differ from those of the set.

    Raises:
        RatingError: a judgement does not fit the set, or a rater judged the same twice.
    """
    collections: dict[str, Collection] = {}
    for judgement in judgements:
        system, segment = _place_of(judgement, texts, lenient=lenient)
        rater = renamed[judgement.rater]
        if rater not in collections:
            collections[rater] = Collection.empty(sorted(texts.sys_outputs), len(texts.src))
        if collections[rater].ratings[system][segment] is not None:
            raise RatingError(f"{rater} rated {system}, segment {segment + 1}, twice: keep one of them")
        collections[rater].ratings[system][segment] = judgement.rating
        collections[rater].raters[system][segment] = rater
    return collections


def other_texts(judgements: Iterable[Judgement], texts: RatedTexts) -> list[str]:
    """Returns the translations that were judged with another source or text than an evaluation set has."""
    others = []
    for judgement in judgements:
        system, segment = _place_of(judgement, texts, lenient=True)
        known = texts.src[segment], texts.sys_outputs[system][segment]
        own_texts = judgement.source, judgement.hypothesis
        if any(one is not None and one != other for one, other in zip(own_texts, known, strict=True)):
            others.append(f"{system}, segment {segment + 1}")
    return list(dict.fromkeys(others))


def merge(collections: Iterable[Collection]) -> Collection:
    """Merges the ratings of raters who share no segment of a system.

    Raises:
        RatingError: they do.
    """
    merged = Collection()
    for collection in collections:
        for system, ratings in collection.ratings.items():
            into = merged.ratings.setdefault(system, [None] * len(ratings))
            who = merged.raters.setdefault(system, [None] * len(ratings))
            for segment, rating in enumerate(ratings):
                if rating is None:
                    continue
                rater = collection.raters[system][segment]
                if into[segment] is not None:
                    raise RatingError(
                        f"{who[segment]} and {rater} both rated {system}, segment {segment + 1}; raters "
                        "cannot be merged; write a file for each"
                    )
                into[segment], who[segment] = rating, rater
    return merged


def to_judgements(
    collection: Collection, texts: RatedTexts, names: Mapping[str, str] | None = None
) -> Iterator[Judgement]:
    """Yields the ratings of an evaluation set with texts and documents: the inverse of `to_collections`.

    `names` has what raters are called there -> their names; by default they are the same.

    Raises:
        RatingError: the set has no such system or segment.
    """
    documents = [name for name, (begin, end) in texts.docs.items() for _ in range(begin, end)]
    for system, ratings in collection.ratings.items():
        outputs = _outputs(system, texts)
        if len(ratings) != len(texts.src):
            raise RatingError(
                f"{system} has {counted(len(ratings), 'rating')}, but there are {len(texts.src)} segments: "
                "each needs one or null"
            )
        for segment, rating in enumerate(ratings):
            if rating is not None:
                rater = collection.raters[system][segment] or ""
                yield Judgement(
                    system=system,
                    segment=segment,
                    rater=(names or {}).get(rater, rater),
                    rating=rating,
                    document=documents[segment],
                    source=texts.src[segment],
                    hypothesis=outputs[segment],
                )


def with_texts(judgements: Iterable[Judgement], texts: RatedTexts) -> list[Judgement]:
    """Returns judgements with the texts of an evaluation set.

    Raises:
        RatingError: a judgement does not fit the set, or an error lies outside of its text.
    """
    completed = []
    for judgement in judgements:
        system, segment = _place_of(judgement, texts)
        hypothesis = texts.sys_outputs[system][segment]
        completed.append(judgement.with_texts(texts.src[segment], hypothesis))
        completed[-1].check()
    return completed


def read_evalset_ratings(
    paths: Iterable[str], texts: RatedTexts, rater_names: str | None = None
) -> list[Judgement]:
    """Reads ratings of an evaluation set that `write_evalset_ratings` wrote.

    Args:
        paths: files PAIR.NAME.RATER.seg.rating.
        texts: the evaluation set, whose texts and documents the judgements get.
        rater_names: the file of that name that `write_evalset_ratings` wrote, whose old names are used.

    Raises:
        RatingError: the set lacks a system or segment.
        FormatError, UnreadableFileError: a file is wrong, or cannot be read.
    """
    names = {} if rater_names is None else _read_names(rater_names)
    judgements: list[Judgement] = []
    for path in paths:
        rater = path.rpartition("/")[2].removesuffix(SUFFIX).rpartition(".")[2]
        judgements += to_judgements(read_collection(path, rater), texts, names)
    return judgements


def write_evalset_ratings(
    directory: str,
    judgements: Sequence[Judgement],
    texts: RatedTexts,
    *,
    prefix: str = "",
    anonymize: bool = False,
    merged: bool = False,
    lenient: bool = False,
    rater_names: str | None = None,
    overwrite: bool = True,
) -> WrittenRatings:
    """Writes the ratings of each rater to a file PREFIXRATER.seg.rating, as evaluation sets hold them.

    Args:
        directory: where to.
        judgements: they say their system and segment.
        texts: the evaluation set.
        prefix: what the names of files begin with, such as "en-de.mqm.".
        anonymize: see `rename_raters`.
        merged: whether one file, PREFIXmerged.seg.rating, holds the ratings of all raters.
        lenient: whether source and translation may differ from those of the set.
        rater_names: a file to write, with the old and the new name of each rater.
        overwrite: whether files of ratings that exist are replaced.

    Returns:
        The judgements as written, but without `rater_names`.

    Raises:
        RatingError: a judgement does not fit the set, or a rater judged the same twice; raters to be merged
            judged the same.
        UnwritableFileError: a file cannot be written, or it exists and `overwrite` is False.
    """
    renamed = rename_raters((judgement.rater for judgement in judgements), anonymize=anonymize)
    collections = to_collections(judgements, texts, renamed, lenient=lenient)
    if merged:
        collections = {MERGED: merge(collections.values())}
    paths = {name: f"{directory}/{prefix}{name}{SUFFIX}" for name in collections}
    if not overwrite and (there := next(filter(isfile, paths.values()), None)):
        raise UnwritableFileError(f"{there} exists: --overwrite (overwrite=True in Python) replaces it")
    files = {name: list(collection_lines(collection)) for name, collection in collections.items()}
    make_directory(directory)
    written = []
    for name, lines in files.items():  # all are made before the first is written
        write_lines(paths[name], lines)
        chosen = [judgement for judgement in judgements if merged or renamed[judgement.rater] == name]
        written.append(written_file(paths[name], chosen))
    if rater_names is not None:
        write_lines(rater_names, [f"{old}\t{new}" for old, new in renamed.items()])
    return WrittenRatings(tuple(written))


def _read_names(path: str) -> dict[str, str]:
    """Returns new -> old name of raters."""
    names: dict[str, str] = {}
    lines = Lines(path)
    for line in lines:
        old, tab, new = line.rstrip("\r\n").partition("\t")
        if not tab or new in names:
            raise FormatError(
                path, lines.number, "a line is OLD, TAB, NEW, and each NEW stands once: correct it"
            )
        names[new] = old
    return names


def _outputs(system: str | None, texts: RatedTexts) -> Sequence[str | None]:
    if system is None or system not in texts.sys_outputs:
        raise RatingError(f"there is no system {system!r}; there are {', '.join(sorted(texts.sys_outputs))}")
    return texts.sys_outputs[system]


def _place_of(judgement: Judgement, texts: RatedTexts, *, lenient: bool = False) -> tuple[str, int]:
    """Returns the system and the segment that a judgement is about, which has to fit the set."""
    outputs = _outputs(judgement.system, texts)
    segment = judgement.segment
    if segment is None:
        raise RatingError(f"a judgement of {judgement.system} lacks its segment: add its number")
    about = f"{judgement.system}, segment {segment + 1}"
    if not 0 <= segment < len(outputs):
        raise RatingError(f"{about}: there are only {len(outputs)} segments, counted from 1")
    if judgement.document is not None:
        begin, end = texts.docs.get(judgement.document, (0, 0))
        if not begin <= segment < end:
            raise RatingError(f"{about}: there is no such segment in the document {judgement.document!r}")
    for language, wanted in zip(
        (judgement.src_lang, judgement.tgt_lang), split_pair(texts.language_pair), strict=True
    ):
        if language is not None and not read_language(language).is_same(read_language(wanted)):
            raise RatingError(f"{about}: the language is {language}, but should be {wanted}")
    if not lenient:
        for what, text, known in (
            ("source", judgement.source, texts.src[segment]),
            ("translation", judgement.hypothesis, outputs[segment]),
        ):
            if text is not None and text != known:
                raise RatingError(
                    f"{about}: the {what} is {text!r}, but that of the set is {known!r}; "
                    "the check can be switched off"
                )
    return judgement.system or "", segment
