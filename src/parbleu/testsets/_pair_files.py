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
from parbleu.testsets._pair_rules import ID, LABELS, PairEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from parbleu.testsets._catalogue_entry import Entry
    from parbleu.testsets._raw_files import Archive, FileFacts, RawFiles
    from parbleu.testsets._segment_labels import SegmentLabels
    from parbleu.testsets.formats._base import Annotation, PairFormat

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

    n_pairs = 1
    """The number of language pairs that the files are of."""

    def __new__(cls, entry: Entry, language_pair: str) -> PairFiles:  # noqa: ARG004, PYI034
        """Makes files of a pair that consists of a text for each language, if the set has such."""
        kind = cls if entry.rule is None or cls is not PairFiles else _PairOfTexts
        return object.__new__(kind)

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
        if chosen is None or not any(field.startswith("ref") for field in available):
            return [field for field in available if field.startswith("ref")]
        held = [field for field in chosen if field in available]
        if not held:
            raise UnknownFieldError(self.entry.name, self.language_pair, chosen[0], available)
        return held

    def n_segments(self) -> int:
        """Returns the number of segments."""
        self._provide()
        return int(self._facts["src"][1])

    def checksum(self, field: str) -> str:
        """Returns the SHA-256 of the file of a field."""
        self._provide()
        return str(self._facts[field][2])

    # --- the segments' labels

    def labels(self) -> SegmentLabels:
        """Returns the original language, document and topic of each segment."""
        from parbleu.testsets._segment_labels import SegmentLabels

        return SegmentLabels(self.entry, str(self), self._annotations())

    def _annotations(self) -> Iterator[Annotation]:
        return self._format(self.raw_files().obtain()).annotations()

    def selection(self, origlang: str | None, subset: str | None) -> list[bool] | None:
        """Returns whether each segment is of an original language and a subset; None if no choice is made."""
        return None if origlang is None and subset is None else self.labels().selection(origlang, subset)

    # --- what is known without a download

    def n_cached(self) -> int:
        """Returns how many of the language pairs are in the cache."""
        return int(self.is_cached())

    def is_cached(self) -> bool:
        """Returns whether the text is in the cache, so that a score can begin at once."""
        return isfile(self.folder.processed(self.language_pair, "src"))

    def known_fields(self) -> tuple[list[str], bool]:
        """Returns the names of the fields that are known without a download, and whether these are all.

        Which references and systems an XML file holds is known only when it is there.
        """
        fields = list(self.notes().get("fields", ())) or self._fields_of_files()
        return (fields, True) if fields else (["src", *(self._named_references() or ())], False)

    def is_complete(self) -> bool:
        """Returns whether the text is in the cache, and is what was noted of it."""
        return self._find(self.folder, None)

    def missing_archives(self) -> list[Archive]:
        """Returns the downloads that the pair needs and the cache lacks. Nothing is changed."""
        return [] if self.is_complete() else self.raw_files().missing()

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
        states = noted["own"]
        return noted if all(states.get(path) == state for path, state in self._own_files().items()) else {}

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
        from parbleu.testsets._raw_files import write_fields

        reader = self._format(self.raw_files().obtain())
        fields = reader.fields()

        def write(folder: SetFolder) -> None:
            paths = {field: folder.processed(self.language_pair, field) for field in fields}
            self._take(write_fields(reader, paths), folder)

        self._folder_after(write)

    def _folder_after(self, write: Callable[[SetFolder], None]) -> SetFolder:
        """Returns the folder to which files were written: that of the cache, or else a temporary one.

        Args:
            write: writes the files below a folder.

        Raises:
            CacheError: they cannot be written, and not for want of permission.
        """
        from parbleu.testsets._cache_folders import make_temporary_folder
        from parbleu.testsets._raw_files import is_read_only

        folder = self.folder
        try:
            write(folder)
        except CacheError as problem:
            if not is_read_only(problem):
                raise
            folder = make_temporary_folder(self.entry)
            write(folder)
        return folder

    def _take(self, facts: dict[str, FileFacts], folder: SetFolder) -> None:
        from parbleu.testsets._cache_folders import write_notes

        self._facts, self._processed_in = facts, folder
        noted = {"fields": facts, "own": self._own_files()}
        write_notes(folder.notes(self.language_pair), self._recipe(), noted)

    def _format(self, raw_files: Sequence[str]) -> PairFormat:
        from parbleu.testsets.formats import FORMATS

        n_texts = len(self.pair.files)
        reader: PairFormat = FORMATS[self.entry.format](self.entry, self.language_pair, raw_files[:n_texts])
        if self.pair.labels:
            from parbleu.testsets.formats._side_files import Labelled

            return Labelled(reader, self.pair.labels, raw_files[n_texts:])
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
        sources = [source.recipe for source in self.entry.sources_of(self.pair.paths)]
        pair = self.pair
        more = [list(pair.names or ()), dict(pair.labels), pair.is_turned]
        files = [*pair.files, *([more] if any(more) else [])]
        return [_EDITION, self.entry.format, files, dict(self.entry.options), sources]


class _PairOfTexts(PairFiles):
    """A pair of a set that has a text for each language: the cache holds these texts, and no others."""

    def __init__(self, entry: Entry, language_pair: str) -> None:
        super().__init__(entry, language_pair)
        assert self.pair.sides is not None
        self.sides = [PairFiles(entry.by_language, side) for side in self.pair.sides]

    @property
    def _source(self) -> PairFiles:
        return self.sides[0]

    @property
    def _target(self) -> PairFiles:
        return self.sides[1]

    def fields(self) -> list[str]:
        self._provide()
        return list(self._fields_by_side())

    def path(self, field: str) -> str:
        self._provide()
        fields = self._fields_by_side()
        if field not in fields:
            raise UnknownFieldError(self.entry.name, self.language_pair, field, list(fields))
        files, name = fields[field]
        path = files.path(name)
        return self._in_order(path, field) if files is self._target else path

    def paths(self) -> dict[str, str]:
        return {field: self.path(field) for field in self.fields()}

    def lasting_paths(self) -> dict[str, str]:
        for side in self.sides:
            side.lasting_paths()
        return self.paths()

    def is_cached(self) -> bool:
        return all(side.is_cached() for side in self.sides)

    def known_fields(self) -> tuple[list[str], bool]:
        known = [side.known_fields() for side in self.sides]
        fields = self._fields_by_side([fields for fields, _ in known])
        return list(fields), all(complete for _, complete in known)

    def missing_archives(self) -> list[Archive]:
        archives = {archive.path: archive for side in self.sides for archive in side.missing_archives()}
        return list(archives.values())

    def named_fields(self) -> list[str]:
        return list(self._fields_by_side([side.named_fields() for side in self.sides]))

    def _annotations(self) -> Iterator[Annotation]:
        from parbleu.testsets.formats._base import Annotation

        names = ("origlang", "docid", "domain")
        known = self._source.fields()
        columns = [read_field(self._source.path(name)) if name in known else None for name in names]
        for line in range(self._source.n_segments()):
            yield Annotation(*[column[line] or None if column else None for column in columns])

    def _provide(self, wanted: Sequence[str] | None = None) -> None:  # noqa: ARG002
        first, second = (side.n_segments() for side in self.sides)
        if first != second and ID not in self._source.fields():
            sides = " and ".join(f"{side.language_pair} has {side.n_segments():,}" for side in self.sides)
            raise FormatError(
                self._target.path("src"), 0, f"the texts of a pair have the same segments, and {sides}"
            )

    def _fields_by_side(
        self, fields: Sequence[Sequence[str]] | None = None
    ) -> dict[str, tuple[PairFiles, str]]:
        """Returns the side and the name there of each field of the pair."""
        of_source, of_target = fields or [side.fields() for side in self.sides]
        by_name = {"src": (self._source, "src"), "ref": (self._target, "src")}
        by_name |= {name: (self._target, name) for name in of_target if name.startswith("ref")}
        return by_name | {name: (self._source, name) for name in of_source if name in LABELS}

    def _in_order(self, path: str, field: str) -> str:
        """Returns the file itself, or one of its lines in the order of the source's segments."""
        if ID not in self._source.fields():
            return path
        if self._source.checksum(ID) == self._target.checksum(ID):
            return path
        wanted, present = (read_field(side.path(ID)) for side in self.sides)
        missing, odd = (
            [name for name in a if name not in {*b}] for a, b in ((wanted, present), (present, wanted))
        )
        for names, lacks, has in ((missing, self._target, self._source), (odd, self._source, self._target)):
            if names:
                raise FormatError(
                    lacks.path("src"),
                    0,
                    f"{lacks.language_pair} lacks {len(names):,} of the segments of {has.language_pair}: "
                    f"{', '.join(names[:3])}",
                )
        by_id = dict(zip(present, read_field(path), strict=True))
        ordered = "".join(f"{by_id[name]}\n" for name in wanted).encode()

        def write(folder: SetFolder) -> None:
            from parbleu.fetch._cache_files import caching

            with caching(folder.processed(self.language_pair, field)) as file:
                file.write(ordered)

        return self._folder_after(write).processed(self.language_pair, field)


class WholeSet(PairFiles):
    """All language pairs of a set that has a text for each language, as if they were one.

    Attributes:
        languages: the files of each language.
    """

    def __new__(cls, entry: Entry) -> WholeSet:  # noqa: ARG004, PYI034
        """Makes one; its languages have files, and its pairs have none."""
        return object.__new__(cls)

    def __init__(self, entry: Entry) -> None:
        assert entry.rule is not None
        self._rule = entry.rule
        self.entry = entry
        self.language_pair = str(entry.rule)
        self.folder = SetFolder(entry)
        self.n_pairs = len(entry.rule)
        by_language = entry.by_language
        self.languages = [PairFiles(by_language, code) for code in entry.rule.languages]
        texts = [file for files in self.languages for file in files.pair.files]
        self.pair = PairEntry(tuple(texts))

    def n_cached(self) -> int:
        return self._rule.count([files.language_pair for files in self.languages if files.is_cached()])

    def is_cached(self) -> bool:
        return self.n_cached() > 0

    def lasting_paths(self) -> dict[str, str]:
        for files in self.languages:
            files.lasting_paths()
        return self._first().paths()

    def known_fields(self) -> tuple[list[str], bool]:
        return self._first().known_fields()

    def missing_archives(self) -> list[Archive]:
        lacking = [files for files in self.languages if not files.is_complete()]
        return self._raw_files(lacking).missing() if lacking else []

    def raw_files(self) -> RawFiles:
        return self._raw_files(self.languages)

    def _raw_files(self, languages: Sequence[PairFiles]) -> RawFiles:
        from parbleu.testsets._raw_files import RawFiles

        names = dict.fromkeys(path for files in languages for path in files.pair.paths)
        return RawFiles(self.entry, list(names))

    def _first(self) -> PairFiles:
        return PairFiles(self.entry, next(iter(self._rule)))


def all_files(entry: Entry) -> list[PairFiles]:
    """Returns the files of all language pairs of a set; of a set whose pairs follow from a rule, as one."""
    if entry.rule is not None:
        return [WholeSet(entry)]
    return [PairFiles(entry, language_pair) for language_pair in entry.language_pairs]


def stored_files(files: PairFiles) -> list[PairFiles]:
    """Returns those whose texts are in the cache by themselves: of each language, where that has the text."""
    if isinstance(files, WholeSet):
        return files.languages
    return files.sides if isinstance(files, _PairOfTexts) else [files]


def _field_order(field: str) -> tuple[int, str]:
    """Sorts as the formats order their fields: systems stand between the documents and their domain."""
    if field.startswith("ref"):
        return 1, field
    known = {"src": 0, "docid": 2, "genre": 3, "origlang": 4, "domain": 6}
    return known.get(field, 5), field


def read_field(path: str) -> list[str]:
    """Returns the lines of a field's file; raises UnreadableFileError if it cannot be read."""
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            return [line.removesuffix("\n") for line in file]
    except OSError as problem:
        raise UnreadableFileError(f"cannot read {path}: {problem.strerror}") from None


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
