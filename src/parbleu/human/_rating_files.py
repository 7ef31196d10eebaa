"""Reads and writes files of ratings in all formats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from parbleu._base.log import inform, warn
from parbleu._base.wording import counted, listed, some_names
from parbleu._io.atomic import is_device, write_lines
from parbleu._io.lines import distinct_parts, what_it_is
from parbleu.errors import FormatError, OptionError, ParbleuError, RatingError
from parbleu.human._average_scores import scores_without
from parbleu.human._judgement import UNKNOWN_PAIR, Judgement
from parbleu.human._scoring_scheme import Scheme
from parbleu.human.formats import FORMATS
from parbleu.human.formats._base import Format
from parbleu.human.formats._score_table import NAMING
from parbleu.human.formats._xcomet import RATER as XCOMET
from parbleu.tables import Result, column, record, rows
from parbleu.text._languages import same_pairs
from parbleu.text._table_files.table_opening import first_bytes

STANDARD_INPUT = "/dev/stdin"


@record
class WrittenFile:
    """A file of ratings that was written.

    Attributes:
        path: its name.
        n_judgements: how many judgements it holds.
        n_raters: of how many raters.
        n_systems: of how many systems' translations.
        n_segments: of how many segments.
    """

    path: str = column(name="file")
    n_judgements: int = column("judgements")
    n_raters: int = column("raters")
    n_systems: int = column("systems")
    n_segments: int = column("segments")


@record
class WrittenRatings(Result):
    """Files of ratings that were written.

    Attributes:
        files: the files.
    """

    files: tuple[WrittenFile, ...] = rows("files", WrittenFile)


def written_file(path: str, judgements: Collection[Judgement]) -> WrittenFile:
    """Returns the counts of the judgements that were written to a file."""
    return WrittenFile(
        path,
        len(judgements),
        len({judgement.rater for judgement in judgements}),
        len({judgement.system for judgement in judgements}),
        len({(judgement.document, judgement.segment) for judgement in judgements}),
    )


def read_ratings(
    paths: str | PathLike[str] | Sequence[str | PathLike[str]],
    format: str | Format | None = None,  # noqa: A002 - the word of users
    *,
    language_pair: str | None = None,
    lenient: bool = False,
    scheme: str | Scheme | None = None,
) -> list[Judgement]:
    """Reads the judgements of one language pair from one file or several.

    Args:
        paths: the file or files; "-" is standard input, whose format must be given.
        format: a name of `parbleu.human.formats.FORMATS`, or a `Format`; by default what the file looks like.
        language_pair: leaves out all others, such as "en-ja", which is also "eng-jpn". What does not say its
            languages stays. None if all are of the same.
        lenient: leaves out lines that are wrong, with a warning for each, and one that says what the scores
            of systems would be without the segments that these lines are about.
        scheme: how that warning computes scores: a scheme, or the name or JSON file of one.

    Raises:
        FormatError: a line is wrong; or, if lenient, all lines are.
        RatingError: there are no judgements, or none of the language pair.
        OptionError: there are several language pairs; or a file is in none of the formats.
        UnknownNameError: there is no format of that name.
        UnreadableFileError: a file cannot be read.
    """
    files = [fspath(path) for path in ([paths] if isinstance(paths, (str, PathLike)) else paths)]
    if format is None and (piped := [file for file in files if file == "-" or is_device(file)]):
        name = "standard input" if piped[0] == "-" else piped[0]
        raise OptionError(f"{name} has no file name that shows its format: name it by --from (format=)")
    problems: list[FormatError] | None = [] if lenient else None
    per_file, left_out = [], []
    for file in files:
        judgements, translations = _read(STANDARD_INPUT if file == "-" else file, format, problems)
        per_file.append(judgements)
        left_out += translations
    if len(files) > 1:
        per_file = _systems_apart(files, per_file)
    judgements = [judgement for of_file in per_file for judgement in of_file]
    numbered = numbered_in_documents([*judgements, *left_out])
    judgements, left_out = numbered[: len(judgements)], numbered[len(judgements) :]
    if problems and not judgements:
        raise problems[0]  # as usually the header, which is wrong for every line
    if not judgements:
        raise RatingError(f"there are no judgements in {', '.join(files)}: is another format meant?")
    for problem in problems or ():
        warn(f"left out: {problem}")
    if problems:
        lines, rest = counted(len(problems), "line"), counted(len(judgements), "judgement")
        warn(
            f"left out {lines} beside {rest}: scores are of what is left, and a translation "
            "whose errors were left out scores too high by their cost"
        )
    judgements = _of_pair(judgements, language_pair)
    _tell_repeated(judgements)
    if problems:
        if language_pair is not None:
            left_out = of_language_pair(left_out, language_pair)
        warn_of_scores_without(judgements, left_out, scheme)
    return judgements


def warn_of_scores_without(
    judgements: Collection[Judgement], left_out: Collection[Judgement], scheme: str | Scheme | None = None
) -> None:
    """Warns of how scores would differ without the segments of which judgements or lines were left out.

    Args:
        judgements: those that are left.
        left_out: what is known of the translations of the others.
        scheme: a scheme, or the name or JSON file of one; None for the raters' own scores.
    """
    known = [
        judgement
        for judgement in left_out
        if judgement.segment is not None or None not in (judgement.document, judgement.place)
    ]
    n_of = Counter(judgement.system for judgement in left_out)
    try:
        name, n_segments, scores = scores_without(judgements, scheme, {judgement.unit for judgement in known})
    except (RatingError, OptionError):
        return
    if not scores:  # whatever computes scores tells why
        return
    shown = [
        f"{system} {before:.4f} ({'none' if after is None else f'{after:.4f}'}"
        + (f"; {n_of[system]} left out)" if n_of[system] else ")")
        for system, (before, after) in scores.items()
    ]
    gone = [system for system in n_of if system is not None and system not in scores]
    n_unknown = len(left_out) - len(known)
    warn(
        f"scores ({name}) of what is left and, in brackets, of the {counted(n_segments, 'segment')} of which "
        f"nothing was left out: {', '.join(shown)}"
        + (f"; nothing is left of {', '.join(gone)}" if gone else "")
        + (f"; {counted(n_unknown, 'line')} did not say which segment" if n_unknown else "")
    )


def _systems_apart(files: Sequence[str], per_file: list[list[Judgement]]) -> list[list[Judgement]]:
    """Returns judgements in which systems of one name that xCOMET judged in several files have other names.

    A metric has one opinion of a translation, so that these are several systems. They are called by what
    tells their files apart, as `parbleu score` calls them.

    Raises:
        OptionError: a file is named twice.
    """
    owners: dict[str, set[int]] = {}
    for file, judgements in enumerate(per_file):
        for judgement in judgements:
            if judgement.rater == XCOMET:
                owners.setdefault(judgement.system or "", set()).add(file)
    shared = {system for system, places in owners.items() if len(places) > 1}
    if not shared:
        return per_file
    names = distinct_parts(files)
    if len(set(names)) < len(names):
        raise OptionError(f"{', '.join(files)}: xCOMET's judgements are there twice: name each file once")
    renamed = []
    for name, judgements in zip(names, per_file, strict=True):
        is_alone = len({judgement.system for judgement in judgements}) == 1
        renamed.append(
            [
                replace(judgement, system=name if is_alone else f"{name}/{judgement.system}")
                if judgement.rater == XCOMET and judgement.system in shared
                else judgement
                for judgement in judgements
            ]
        )
    inform(
        f"systems of the same name in several files of xCOMET are called by their files: {', '.join(names)}"
    )
    return renamed


def _of_pair(judgements: list[Judgement], wanted: str | None) -> list[Judgement]:
    pairs = sorted({judgement.language_pair for judgement in judgements})
    if wanted is None:
        if len(pairs) > 1:
            names = " or ".join(pairs)
            raise OptionError(f"choose one of several language pairs (-l, language_pair=): {names}")
        return judgements
    kept = of_language_pair(judgements, wanted)
    if not kept:
        raise RatingError(f"there is no {wanted} here, but {', '.join(pairs)}")
    return kept


def of_language_pair(judgements: Collection[Judgement], language_pair: str) -> list[Judgement]:
    """Returns the judgements of a language pair, however it is spelled, and those that name no pair."""
    pairs = {judgement.language_pair for judgement in judgements}
    wanted = {*same_pairs(language_pair, pairs), UNKNOWN_PAIR}
    return [judgement for judgement in judgements if judgement.language_pair in wanted]


def _tell_repeated(judgements: Iterable[Judgement]) -> None:
    """Warns of judgements by a rater who judged the same translation before, and of others without raters."""
    seen: set[tuple[Any, ...]] = set()
    repeated = []
    for judgement in judgements:
        key = judgement.system, judgement.unit, judgement.rater, judgement.language_pair
        if key in seen:
            repeated.append(judgement)
        seen.add(key)
    for is_named in (True, False):
        of_kind = [judgement for judgement in repeated if (judgement.rater is not None) is is_named]
        if not of_kind:
            continue
        first = of_kind[0]
        what = (
            f"of a rater who judged the same translation before, the first by {first.rater} "
            if is_named
            else "without a rater of a translation that was judged before, the first "
        )
        more = "" if is_named else ", or name the raters"
        warn(
            f"{counted(len(of_kind), 'judgement')} {what}({first.system}, {first.where}): the mean counts; "
            f"remove what is out of date{more}"
        )


def read_judgements(
    path: str | PathLike[str],
    format: str | Format | None = None,  # noqa: A002 - the word of users
    problems: list[FormatError] | None = None,
) -> list[Judgement]:
    """Reads a file of ratings.

    Args:
        path: the file.
        format: a name of `parbleu.human.formats.FORMATS`, or a `Format`; by default what the file looks like.
        problems: collects the errors of lines, which are then left out. None refuses the file at the first
            one.

    Raises:
        FormatError: a line is wrong; the message says which.
        OptionError: the file is in none of the formats.
        UnknownNameError: there is no format of that name.
        UnreadableFileError: the file cannot be read.
    """
    return numbered_in_documents(_read(fspath(path), format, problems)[0])


def _read(
    name: str,
    format: str | Format | None,  # noqa: A002
    problems: list[FormatError] | None,
) -> tuple[list[Judgement], list[Judgement]]:
    """Returns the judgements of a file with the numbers of segments that it has, and what was left out.

    Of that, judgements hold what is known of their translations.
    """
    reader = _format(name, format)
    n_before = len(problems or ())
    try:
        judgements = list(reader.read(name, problems))
        left_out: list[Judgement] = []
        for problem in (problems or ())[n_before:]:
            left_out += list(reader.translations(problem.fields)) or [Judgement()]
        return judgements, left_out
    except ParbleuError:
        raise
    # Of a format that does not check its lines.
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        kind = type(reader).__name__
        raise FormatError(
            name,
            0,
            f"the format {kind} cannot read this file ({problem}); name another one, or correct the file",
        ) from problem


def numbered_in_documents(judgements: Sequence[Judgement]) -> list[Judgement]:
    """Returns judgements whose segments are numbered as their file meant.

    Where the same number stands in two documents of a language pair, numbers are of the documents: the
    segment becomes the place in the document, if that is not known, from 0 or from 1.
    """
    document_of: dict[tuple[str, int], str] = {}
    for judgement in judgements:
        if judgement.segment is not None and judgement.document is not None:
            key = judgement.language_pair, judgement.segment
            if document_of.setdefault(key, judgement.document) != judgement.document:
                break
    else:
        return list(judgements)
    numbers = [judgement.segment for judgement in judgements if judgement.segment is not None]
    first = min(1, *numbers) if len(numbers) > 1 else 0
    return [
        judgement
        if judgement.segment is None or judgement.document is None
        else replace(
            judgement,
            segment=None,
            place=judgement.segment - first if judgement.place is None else judgement.place,
        )
        for judgement in judgements
    ]


def write_judgements(
    path: str | PathLike[str],
    judgements: Iterable[Judgement],
    format: str | Format,  # noqa: A002
) -> WrittenRatings:
    """Writes a file of ratings. It appears whole or not at all. Returns the counts of its judgements.

    Raises:
        UnwritableFileError: the file cannot be written.
        RatingError: the format cannot hold a judgement, or no judgement has the facts that it needs.
        UnknownNameError: there is no such format.
    """
    name = fspath(path)
    target, written = _format(name, format), list(judgements)
    if written and all(getattr(judgement, field) is None for judgement in written for field in target.needs):
        field = "scores" if target.needs == ("score",) else "marked errors"
        raise RatingError(f"there are no {field} here, which {name} would need; choose another format")
    write_lines(name, target.lines(written))
    return WrittenRatings((written_file(name, written),))


def _format(path: str, chosen: str | Format | None) -> Format:
    if isinstance(chosen, Format):
        return chosen
    if chosen is not None:
        reader: Format = FORMATS[chosen]()
        return reader
    begin = first_bytes(path)
    if not begin:
        raise FormatError(path, 0, "this file is empty")
    beginning = begin.decode("utf-8-sig", errors="replace")
    if "".join(beginning.split()) in ("[]", "{}"):
        raise FormatError(path, 0, "there are no ratings: this JSON is empty")
    names = [*FORMATS, *FORMATS.others()]
    kind, known = _names_in(beginning)
    for other, keys in _OTHERS.items():
        if kind == "JSON" and keys <= {*known}:
            raise OptionError(f"{path} is {other}, {_WITHOUT_SYSTEMS}")
    for name in [*names]:
        try:
            candidate: Format = FORMATS[name]()
            fits = candidate.recognises_beginning(path, beginning)
            set(candidate.words)
        except Exception as problem:  # whatever a package's code may raise
            if FORMATS.is_built_in(name):
                raise
            FORMATS.leave_out(name, problem)
            names.remove(name)
            continue
        if fits and (name != "table" or kind == "no text" or _TABLE.intersection(known)):
            return candidate
    if {*known} >= _OF_MTURK:
        raise OptionError(
            f"{path} has results of Mechanical Turk: name its columns by --columns system=Input.COLUMN "
            "segment=Input.COLUMN score=Answer.COLUMN rater=WorkerId; rows that were rejected count, too"
        )
    other_kind = what_it_is(path, begin, naming=NAMING)
    if other_kind and (kind not in ("JSON", "a table") or "UTF-16" in other_kind):
        raise FormatError(path, 0, f"this {other_kind}")
    like = likeness(beginning, {name: FORMATS[name] for name in names})
    raise OptionError(
        f"{path} has no known format of ratings: it is {like}; choose from "
        f"{', '.join(names)} (--from, format=), or {NAMING}"
    )


def likeness(beginning: str, formats: Mapping[str, Any]) -> str:
    """Returns what a file in no known format has, by its beginning, and the two formats most like it.

    Args:
        beginning: the first characters of the file.
        formats: name -> what has the attributes `words` and `kind` of a `Format`.
    """
    kind, known = _names_in(beginning)
    has = f" with {some_names(word[:40] for word in known[:8])}" if len(known) > 1 else ""

    def shared(name: str) -> tuple[int, bool, bool]:
        words = set(formats[name].words).intersection(known)
        return len(words), formats[name].kind == kind, name == "table"

    return f"{kind}{has}, most like {listed(sorted(formats, key=shared, reverse=True)[:2])}"


_OTHERS = {
    "an export of doccano": {"id", "text", "label", "Comments"},
    "what Prodigy's `db-out` writes": {"text", "_input_hash", "_task_hash"},
    "the state of one of Potato's annotators": {"user_id", "instance_id_to_label_to_value"},
}
"""What other annotation tools write -> the keys that it has."""
_OF_MTURK = {"HITId", "WorkerId"}
"""Columns of the results of Mechanical Turk, beside which stand those of the requester."""
_WITHOUT_SYSTEMS = (
    "which has its own names for systems, segments and severities, or none: write each translation as a line "
    'of {"system_id", "segment_id", "rater_id", "source", "hypothesis", "errors": [{"start", "end", '
    '"severity", "category"}]}, the format standalone'
)

_TABLE = {"system", "score"}
"""Columns of which a table of scores has one at least, if its columns are not named; else it is unknown."""


def _names_in(beginning: str) -> tuple[str, list[str]]:
    """Returns what a file is, in a word, and the names of columns or keys in its first bytes."""
    if "\0" in beginning:
        return "no text", []
    if beginning.lstrip()[:1] in ("{", "["):
        return "JSON", list(dict.fromkeys(re.findall(r'"(\w+)"\s?:', beginning)))
    names = [name.strip().strip('"') for name in re.split(r"[\t,;]", beginning.partition("\n")[0])]
    return ("a table" if len(names) > 1 else "text"), list(dict.fromkeys(names))
