"""Reading and writing files of ratings, in whatever format."""

from __future__ import annotations

from parbleu.errors import OptionError, RatingError
from parbleu.human.formats import FORMATS
from parbleu.human.formats.base import Format
from parbleu.human.formats.numbered_lines import head
from parbleu.io.atomic import replacing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from parbleu.errors import FormatError
    from parbleu.human.judgement import Judgement


def read_judgements(
    path: str | PathLike[str],
    format: str | Format | None = None,  # noqa: A002 - the word of users
    problems: list[FormatError] | None = None,
) -> list[Judgement]:
    """Reads a file of ratings.

    Args:
        path: the file.
        format: a name of `parbleu.human.formats.FORMATS`, or a `Format`; by default what the file looks like.
        problems: gets what is wrong with lines, which are then left out. None refuses the file at the first
            one.

    Raises:
        FormatError: a line is wrong; the message says which.
        OptionError: the file is in none of the formats.
        UnknownNameError: there is no format of that name.
        UnreadableFileError: the file cannot be read.
    """
    name = path if isinstance(path, str) else path.__fspath__()
    return list(_format(name, format).read(name, problems))


def write_judgements(
    path: str | PathLike[str],
    judgements: Iterable[Judgement],
    format: str | Format,  # noqa: A002
) -> None:
    """Writes a file of ratings. It appears whole or not at all.

    Raises:
        UnwritableFileError: the file cannot be written.
        RatingError: the format cannot hold a judgement, or none has what it needs.
        UnknownNameError: there is no such format.
    """
    name = path if isinstance(path, str) else path.__fspath__()
    target, found = _format(name, format), list(judgements)
    if found and all(getattr(each, what) is None for each in found for what in target.needs):
        what = "scores" if target.needs == ("score",) else "marked errors"
        raise RatingError(f"there are no {what} here, which {name} would need; choose another format")
    write_lines(name, target.lines(found))


def write_lines(path: str, lines: Iterable[str]) -> None:
    """Writes lines to a file, which appears whole or not at all; or to a device or pipe of that name.

    Raises:
        UnwritableFileError: the file cannot be written.
    """
    with replacing(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def _format(path: str, chosen: str | Format | None) -> Format:
    if isinstance(chosen, Format):
        return chosen
    if chosen is not None:
        found: Format = FORMATS[chosen]()
        return found
    first = head(path)
    for name in FORMATS:
        candidate: Format = FORMATS[name]()
        if candidate.recognises(path, first):
            return candidate
    raise OptionError(f"{path} is in no format of ratings that is known; choose from {', '.join(FORMATS)}")
