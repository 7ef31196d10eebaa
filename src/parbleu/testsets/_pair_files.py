"""Defines `PairFiles`: the files of a language pair, from downloads to one text file per field.

Missing files are downloaded, unpacked and converted. Existing files are not read: notes say which
fields a pair has, and which sizes their files have when they are complete. For a cache that sacreBLEU filled,
the notes are taken when it is used for the first time.
"""

from __future__ import annotations

from os import listdir, stat
from os.path import basename, isfile

from parbleu.errors import (
    CacheError,
    FormatError,
    UndecodableLineError,
    UnknownFieldError,
    UnreadableFileError,
)
from parbleu.testsets._cache_folders import SetFolder, is_table, read_notes, temporary_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.testsets._catalogue_entry import Entry, PairEntry
    from parbleu.testsets._raw_files import Archive, FileFacts, RawFiles
    from parbleu.testsets._segment_labels import SegmentLabels
    from parbleu.testsets.formats._base import PairFormat

_EDITION = 1
"""Changes when the text that a format makes of the same files changes: older processed files are void."""


class PairFiles:
    """The files of a language pair of a test set.

    Args:
        entry: the test set.
        language_pair: one of its language pairs.

    Attributes:
        entry, language_pair: the arguments.
        folder: the directory of the test set.
        pair: what the catalogue says about the pair.

    Raises:
        UnknownLanguagePairError: the set has no such pair.

    The methods that download and convert missing files raise:

    - `DownloadError`, `ArchiveError`, `CacheError`: no download, or a read-only cache.
    - `FormatError`, `UnreadableFileError`, `UndecodableLineError`: a downloaded file cannot be read.
    """

    def __init__(self, entry: Entry, language_pair: str) -> None:
        self.entry = entry
        self.language_pair = language_pair
        self.pair: PairEntry = entry.pair(language_pair)
        self.folder: SetFolder = SetFolder(entry)
        self._processed_in = self.folder
        self._facts: dict[str, FileFacts] = {}  # about the processed files, as far as they are known

    def __str__(self) -> str:
        return f"{self.entry.name}/{self.language_pair}"

    # --- processed files, made where they are missing

    def fields(self) -> list[str]:
        """Returns the names of the fields, in a stable order: "src", the references, then the others."""
        self._provide()
        return list(self._facts)

    def path(self, field: str) -> str:
        """Returns the file that holds a field, such as "src", "ref:A" or "docid"; a line is a segment.

        Raises:
            UnknownFieldError: there is no such field.
        """
        self._provide([field])
        if field not in self._facts:
            raise UnknownFieldError(self.entry.name, self.language_pair, field, list(self._facts))
        return self._processed_in.processed(self.language_pair, field)

    def paths(self) -> dict[str, str]:
        """Returns all fields and their files, in order."""
        return {field: self._processed_in.processed(self.language_pair, field) for field in self.fields()}

    def lasting_paths(self) -> dict[str, str]:
        """Returns all fields and their files, in order, in paths that outlive this process.

        Raises:
            CacheError: the cache lacks the pair, and cannot be written to.
        """
        paths = self.paths()
        if self._processed_in is not self.folder:
            raise CacheError(
                f"cannot write {self.folder.path}, and the text of {self.language_pair} is not there: "
                "see who may write there, or set SACREBLEU to another directory for the cache"
            )
        return paths

    def reference_fields(self) -> list[str]:
        """Returns the names of the fields that hold the pair's standard references.

        Raises:
            UnknownFieldError: the files hold none of the standard references.
        """
        available = self.fields()
        chosen = self._named_references()
        if chosen is None:
            return [field for field in available if field.startswith("ref")]
        held = [field for field in chosen if field in available]
        if not held:
            raise UnknownFieldError(self.entry.name, self.language_pair, chosen[0], available)
        return held

    # --- the segments' labels

    def labels(self) -> SegmentLabels:
        """Returns the original language, document and topic of each segment."""
        from parbleu.testsets._segment_labels import SegmentLabels

        return SegmentLabels(self.entry, str(self), self._format(self.raw_files().obtain()).annotations())

    def selection(self, origlang: str | None, subset: str | None) -> list[bool] | None:
        """Returns whether each segment is of an original language and a subset; None if no choice is made."""
        return None if origlang is None and subset is None else self.labels().selection(origlang, subset)

    # --- what is known without a download

    def is_cached(self) -> bool:
        """Returns whether the text is in the cache, so that a score can begin at once."""
        return isfile(self.folder.processed(self.language_pair, "src"))

    def known_fields(self) -> tuple[list[str], bool]:
        """Returns the names of the fields that are known without a download, and whether these are all.

        Which references and systems an XML file holds is known only when it is there.
        """
        fields = list(self.notes().get("fields", ())) or self._fields_of_files()
        return (fields, True) if fields else (["src", *(self._named_references() or ())], False)

    def missing_archives(self) -> list[Archive]:
        """Returns the downloads that the pair needs and the cache lacks. Nothing is changed."""
        return [] if self._find(self.folder, None) else self.raw_files().missing()

    def raw_files(self) -> RawFiles:
        """Returns the raw files."""
        from parbleu.testsets._raw_files import RawFiles

        return RawFiles(self.entry, self.pair.paths)

    def named_fields(self) -> list[str]:
        """Returns the fields whose files have the names that processed files have, in the formats' order."""
        prefix = basename(self.folder.processed(self.language_pair, ""))
        try:
            names = listdir(self.folder.path)
        except OSError:
            return []
        fields = [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
        fields = [f"ref:{field[4:]}" if field.startswith("ref-") else field for field in fields]
        return sorted(fields, key=_field_order)

    def notes(self, folder: SetFolder | None = None) -> dict[str, Any]:
        """Returns the notes about the processed files in a folder, by default in the cache.

        Returns:
            "fields": field -> size in bytes, number of lines and SHA-256 of its file, in order; "own": path
            -> size and time of those raw files that a user may change. Nothing if there are no notes, if they
            are damaged, or if the files were made of something else than they would be made of now.
        """
        noted = read_notes((folder or self.folder).notes(self.language_pair), self._recipe()) or {}
        if not (is_table(noted.get("fields"), int, int, str) and is_table(noted.get("own"), int, int)):
            return {}
        own = noted["own"]
        return noted if all(own.get(path) == state for path, state in self._own_files().items()) else {}

    # --- how it is done

    def _named_references(self) -> list[str] | None:
        """Returns the fields of the standard references; None if those are all references."""
        if self.pair.references is None:
            return None
        return [f"ref:{translator}" if translator else "ref" for translator in self.pair.references]

    def _provide(self, wanted: Sequence[str] | None = None) -> None:
        """Makes the processed files of the wanted fields, or of all, unless they exist."""
        if self._facts and self._are_complete(wanted):
            return
        if not self._find(self.folder, wanted):
            temporary = temporary_folder(self.entry)
            if temporary is None or not self._find(temporary, wanted):
                self._make()

    def _find(self, folder: SetFolder, wanted: Sequence[str] | None) -> bool:
        """Returns whether notes say that the processed files in a folder are complete; takes them then."""
        facts = self.notes(folder).get("fields")
        if not facts:
            return False
        self._facts, self._processed_in = facts, folder
        return self._are_complete(wanted)

    def _are_complete(self, wanted: Sequence[str] | None) -> bool:
        for field, (size, _, _) in self._facts.items():
            if wanted is None or field in wanted:
                try:
                    if stat(self._processed_in.processed(self.language_pair, field)).st_size != size:
                        return False
                except OSError:
                    return False
        return True

    def _make(self) -> None:
        """Makes the processed files, unless those that another program made are complete."""
        from parbleu.fetch._cache_files import taking_turns

        def are_there() -> bool:
            return self._find(self.folder, None)

        with taking_turns(self.folder.notes(self.language_pair), are_there):
            if not are_there() and not (self.entry.sources and self._adopt()):
                self._convert()

    def _adopt(self) -> bool:
        """Takes over the files that another program made, if they are all there and equally long.

        They were written side by side, line by line, so one that was cut short shows.
        """
        from parbleu.testsets._raw_files import examine

        noted = read_notes(self.folder.notes(self.language_pair), None) or {}
        if not self.is_cached() or _content(noted.get("recipe")) not in (None, _content(self._recipe())):
            return False
        fields = self._fields_of_files()
        try:
            facts = {field: examine(self.folder.processed(self.language_pair, field)) for field in fields}
        except OSError:
            return False
        lengths = {lines for _, lines, _ in facts.values()}
        if len(lengths) != 1 or min(lengths) < 1:
            return False
        self._take(facts, self.folder)
        return True

    def _convert(self) -> None:
        """Converts the raw files, or else makes temporary files, if the cache cannot be written to."""
        from parbleu.testsets._cache_folders import make_temporary_folder
        from parbleu.testsets._raw_files import is_read_only, write_fields

        reader = self._format(self.raw_files().obtain())
        fields = reader.fields()

        def write(folder: SetFolder) -> None:
            paths = {field: folder.processed(self.language_pair, field) for field in fields}
            self._take(write_fields(reader, paths), folder)

        try:
            write(self.folder)
        except CacheError as problem:
            if not is_read_only(problem):
                raise
            write(make_temporary_folder(self.entry))

    def _take(self, facts: dict[str, FileFacts], folder: SetFolder) -> None:
        from parbleu.testsets._cache_folders import write_notes

        self._facts, self._processed_in = facts, folder
        noted = {"fields": facts, "own": self._own_files()}
        write_notes(folder.notes(self.language_pair), self._recipe(), noted)

    def _format(self, raw_files: Sequence[str]) -> PairFormat:
        from parbleu.testsets.formats import FORMATS

        reader: PairFormat = FORMATS[self.entry.format](self.entry, self.language_pair, raw_files)
        return reader

    def _fields_of_files(self) -> list[str]:
        """Returns the fields of the raw files, or those of the processed files; none if neither exist."""
        try:
            return self._format(self.raw_files().paths()).fields()
        except (FormatError, UndecodableLineError, UnreadableFileError):
            return self.named_fields()

    def _own_files(self) -> dict[str, list[int]]:
        """Returns size and time of the raw files that a user may change: those of a set without downloads."""
        states = {}
        for name in () if self.entry.sources else self.pair.paths:
            path = self.folder.raw_file(name)
            try:
                status = stat(path)
            except OSError:
                continue
            states[path] = [status.st_size, status.st_mtime_ns]
        return states

    def _recipe(self) -> list[Any]:
        """Returns all that the processed files follow from."""
        sources = [source.recipe for source in self.entry.sources]
        return [_EDITION, self.entry.format, list(self.pair.files), dict(self.entry.options), sources]


def _field_order(field: str) -> tuple[int, str]:
    """Sorts as the formats order their fields: systems stand between the documents and their domain."""
    if field.startswith("ref"):
        return 1, field
    known = {"src": 0, "docid": 2, "genre": 3, "origlang": 4, "domain": 6}
    return known.get(field, 5), field


def _content(recipe: Any) -> list[Any] | None:
    """Returns what determines the text of a recipe: not the address of a file whose checksum is known.

    Returns None for what is no recipe.
    """
    if not isinstance(recipe, list) or len(recipe) != 5 or not isinstance(recipe[4], list):
        return None
    return [
        *recipe[:4],
        [source[1:] if isinstance(source, list) and any(source[1:]) else source for source in recipe[4]],
    ]
