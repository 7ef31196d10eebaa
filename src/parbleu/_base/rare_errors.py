"""Defines the errors of files, test sets, translation and others that scoring text seldom raises.

Import them from `parbleu.errors`, which loads this module when one of them is first used.
"""

from __future__ import annotations

from parbleu._base.common_errors import InputShapeError, ParbleuError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class TestSetLengthError(InputShapeError):
    """Systems' output has another number of segments than the test set that it is scored with.

    Attributes:
        folders: where the text of the test sets lies.
        lines: how many lines each file has, as text.
    """

    __test__ = False  # pytest takes it for a test otherwise

    def __init__(self, message: str, folders: list[str], lines: str) -> None:
        super().__init__(message)
        self.folders = folders
        self.lines = lines


class NoSegmentsError(InputShapeError):
    """No segment can be scored: a file is empty, or no segment of a test set is chosen.

    Attributes:
        file: the file that is empty; None if the test set has no such segment.
        test_set: the names of the test sets that are scored; None for files of references.
        filters: which segments of them were chosen, such as "origlang=en subset=news"; "" for all.
    """

    def __init__(
        self, message: str, file: str | None = None, test_set: str | None = None, filters: str = ""
    ) -> None:
        super().__init__(message)
        self.file: str | None = file
        self.test_set: str | None = test_set
        self.filters: str = filters


class TableError(ParbleuError, ValueError):
    """The parts of a table contradict one another, or a result has no such table."""


class UnknownMetricError(UnknownNameError):
    """No metric has that name; the message says how segment scores from elsewhere are passed."""

    def __init__(self, name: object, choices: list[str]) -> None:
        super().__init__("metric", name, choices)

    def __str__(self) -> str:
        column = "{" + f"{self.name!r}: {{'system': [0.5, ...]}}" + "}"
        return f"{super().__str__()}; scores that another tool computed are passed as {column}"


class UnknownTestSetError(UnknownNameError):
    """A test set that the catalogue does not have."""

    def __init__(self, name: object, choices: list[str]) -> None:
        super().__init__("test set", name, choices, of_year=True)

    def __str__(self) -> str:
        return f"unknown test set {self.name!r}: {self._hint()}see `parbleu data list` for all of them"


class UnknownLanguagePairError(UnknownNameError):
    """A language pair that a test set does not have.

    Attributes:
        test_set: the name of the set.
        meant: the pair that is named in the message as the one that may be meant; None for none.
        reason: what else is wrong with the pair, such as "it has no language 'xx'"; "" if unknown.
        total: how many pairs the set has, of which the choices may be some.
    """

    def __init__(
        self,
        test_set: str,
        name: object,
        choices: list[str],
        *,
        meant: str | None = None,
        reason: str = "",
        total: int = 0,
    ) -> None:
        self.test_set = test_set
        self.meant = meant
        self.reason = reason
        self.total = total
        super().__init__(f"language pair of the test set {test_set}:", name, choices)

    def __str__(self) -> str:
        more = f", ... ({self.total:,} pairs; parbleu data list {self.test_set})"
        text = super().__str__().removesuffix("; there is none") if self.reason else super().__str__()
        return text + (more if self.total > len(self.choices) else "")

    def _hint(self) -> str:
        return (f"{self.reason}; " if self.reason else "") + super()._hint()

    def _near(self) -> str | None:
        return self.meant


class UnknownFieldError(UnknownNameError):
    """A field, such as "ref:B", that a language pair of a test set does not have."""

    def __init__(self, test_set: str, language_pair: str, name: object, choices: list[str]) -> None:
        self.test_set = test_set
        self.language_pair = language_pair
        super().__init__(f"field of {test_set}/{language_pair}:", name, choices)


class NoAnnotationError(ParbleuError, ValueError):
    """A test set has no annotations from which the wanted segments could be chosen."""


class CatalogueError(ParbleuError, ValueError):
    """The file that describes a user's own test set is wrong; the message names the file and the key."""


class EvalSetError(ParbleuError, ValueError):
    """An evaluation set lacks something, or its files contradict one another."""


class RatingError(ParbleuError, ValueError):
    """A human judgement is malformed, or contradicts its text or another judgement."""


class SignatureError(ParbleuError, ValueError):
    """A signature cannot be read, or cannot be written yet."""


class MissingReferencesError(ParbleuError, RuntimeError):
    """No references were given, neither now nor when the metric was made."""


class NoReferenceError(ParbleuError, ValueError):
    """A segment has no reference at all: every stream has None there."""

    def __init__(self, segment: int) -> None:
        self.segment = segment
        super().__init__(segment)

    def __str__(self) -> str:
        return (
            f"segment {self.segment} (counted from 0) has no reference: "
            "every reference stream has None there; drop the segment or give it a reference"
        )


class SegmentTooLongError(InputShapeError):
    """A segment has more text than a metric can count.

    Attributes:
        segment: which, counted from 0.
        problem: what is too long, and how long it may be.
    """

    def __init__(self, segment: int, problem: str) -> None:
        self.segment = segment
        self.problem = problem
        super().__init__(segment, problem)

    def __str__(self) -> str:
        return f"segment {self.segment} (counted from 0) is too long: {self.problem}"


class FormatError(ParbleuError, ValueError):
    """A file does not follow its format.

    Attributes:
        path: the file.
        line: the line, counted from 1; 0 if the file as a whole is meant.
        problem: the description of the fault.
        fields: what the line holds, by column or key, where that is known.
    """

    def __init__(self, path: str, line: int, problem: str, fields: Mapping[str, Any] | None = None) -> None:
        self.path = path
        self.line = line
        self.problem = problem
        self.fields: Mapping[str, Any] = fields or {}
        super().__init__(path, line, problem)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.problem}" if self.line else f"{self.path}: {self.problem}"


class FieldCountError(ParbleuError, ValueError):
    """A line holds another number of TAB-separated fields than it should.

    Attributes:
        in_sacrebleu: what sacreBLEU says of it.
    """

    def __init__(self, message: str, in_sacrebleu: str = "") -> None:
        super().__init__(message, in_sacrebleu)
        self.in_sacrebleu: str = in_sacrebleu or message

    def __str__(self) -> str:
        return str(self.args[0])


class UndecodableLineError(ParbleuError, ValueError):
    """A line of a file is not valid in the file's encoding."""

    def __init__(self, line: int, column: int, byte: int, source: str = "", encoding: str = "utf-8") -> None:
        self.line = line
        self.column = column
        self.byte = byte
        self.source = source
        self.encoding = encoding
        super().__init__(line, column, byte, source, encoding)

    def fault(self) -> str:
        """Returns what is wrong, and that the encoding should be named, without how."""
        where = f"{self.source}:{self.line}" if self.source else f"line {self.line}"
        return (
            f"{where}: byte 0x{self.byte:02x} at column {self.column + 1} is not valid {self.encoding}; "
            "convert the file or name its encoding"
        )

    def __str__(self) -> str:
        from parbleu._base.encoding_guesses import guess, how_to_convert, is_utf_8

        if self.encoding.lower() not in ("utf-8", "utf8") and is_utf_8(self.source):
            return (
                f"{self.fault()} (it is valid UTF-8: -e holds for all files, so -e {self.encoding} "
                "--ref-encoding utf-8 where the references are UTF-8)"
            )
        guessed = guess(self.source)
        name = guessed or "ENCODING"
        return (
            f"{self.fault()} ({how_to_convert(guessed)}; -e {name} holds for all files, "
            "--ref-encoding for references, such as --ref-encoding utf-8 where they are UTF-8; in Python, "
            f"pass the lines of open(path, encoding={name!r}))"
        )


class MissingDependencyError(ParbleuError, RuntimeError):
    """An optional package is needed; the message says how to install it."""


class MissingModelError(ParbleuError, FileNotFoundError):
    """A model of a tokenizer or of translation is missing and cannot be downloaded, or is damaged."""


class TranslationError(ParbleuError, RuntimeError):
    """An engine fails, or its answer is not a translation of the batch.

    Attributes:
        segment: the index of the segment that it cannot translate, within what it was given, if it is one.
    """

    segment: int | None = None


class ScorerError(ParbleuError, RuntimeError):
    """A scorer fails: its program, its process or its model."""


class RejectedRequestError(TranslationError):
    """A server will never answer a request.

    Attributes:
        status: the status of HTTP.
        said: what the server said.
    """

    def __init__(self, message: str, status: int, said: str) -> None:
        super().__init__(message)
        self.status = status
        self.said = said


class UnfinishedFileError(ParbleuError, FileExistsError):
    """The output exists already, in whole or in part, or another process is writing it."""


class TokenizerError(ParbleuError, RuntimeError):
    """A user's command that tokenizes failed, or its output is not a tokenization of its input."""


class AliasError(ParbleuError, ImportError):
    """A face cannot take a package's name any more: the package itself is imported already."""


class UnwritableFileError(ParbleuError, OSError):
    """A file cannot be written: the disk is full, or the directory is missing or not writable."""


class CacheError(UnwritableFileError):
    """A file of the cache cannot be written."""


class DownloadError(ParbleuError, OSError):
    """A file cannot be downloaded."""


class NotOnServerError(DownloadError):
    """The server says that it has no such file."""


class OfflineError(DownloadError):
    """A file would have to be downloaded, and `PARBLEU_OFFLINE` forbids it."""


class ChecksumError(DownloadError):
    """A downloaded file does not have the expected checksum or content."""


class ArchiveError(ParbleuError, ValueError):
    """An archive is damaged, hostile, or lacks a file."""


class MissingMemberError(ArchiveError):
    """An archive that can be read lacks a member."""


def _show_as_public() -> None:
    """Makes tracebacks and pickles name the errors by the module from which users import them."""
    for value in list(globals().values()):
        if isinstance(value, type) and value.__module__ == __name__:
            value.__module__ = "parbleu.errors"


_show_as_public()
