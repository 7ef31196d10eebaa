"""Reads systems' output and references from translators' files and subtitles, whose units have ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from glob import glob, has_magic
from operator import attrgetter
from os.path import commonpath
from pathlib import Path

from parbleu._base.log import inform, warn_of_texts
from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu._inputs import LOCALES, STRING_RESOURCES, SUBTITLES, TIMED_LINES, has_units, unit_suffix
from parbleu._inputs.corpus import DOCUMENT, LEAVE_OUT, Corpus, CorpusReader, Origin
from parbleu._inputs.line_files import system_names
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._inputs.text_columns import ColumnStream, has_columns
from parbleu._inputs.unit_formats import (
    DROP,
    FUZZY,
    LOCKED,
    MISSING,
    STATES,
    UNTRANSLATED,
    Unit,
    UnitOptions,
    read_units,
)
from parbleu._io.lines import LineStream, open_binary, refuse_other_files
from parbleu.errors import FormatError, InputShapeError, NoSegmentsError, OptionError, UnreadableFileError
from parbleu.text._languages import read_language, split_pair, turned_pair

UNIT, MATCH, EDITOR, FILE = "unit", "match", "editor", "file"
"""Labels of segments, besides their documents."""

_FEWEST_SUBTITLES, _SHARE_ELSEWHERE, _MOSTLY = 4, 0.05, 0.5
"""Of a file that is cut in another way: how many subtitles are at other times, at least, if that is not most
of them; their share; and how much of the shorter of two subtitles is shown with the other, if they are at the
same time."""
_FRAME_RATES = (1, 25 / 24, 24 / 25, 1.001, 1 / 1.001, 25.025 / 24, 24 / 25.025)
"""Of films shown at 23.976, 24 or 25 pictures a second, each to each."""
_LONG = 60.0
"""Seconds: in a shorter film another frame rate hardly moves a subtitle away from its own, and may fit by
chance."""

_WITHOUT_MISSING = "--leave-out missing scores the units that all files have"

_COMPILED = (".mo", ".gmo")
"""The suffixes of what msgfmt makes of PO, without fuzzy messages and those without a translation."""

_OF_RAILS = "locales"

_RESOURCES = {suffix: f"{suffix} files" for suffix in STRING_RESOURCES} | dict.fromkeys(LOCALES, _OF_RAILS)
"""The suffix of string resources -> what messages call files of that kind."""

_TIMED = dict(zip(TIMED_LINES, ("LRC", "STM", "TextGrid"), strict=True))
"""The suffix of lines with times -> what messages call files of that kind, whose units have times for ids."""

_KINDS = {
    ".tmx": "TMX",
    **dict.fromkeys((".po", ".pot", *_COMPILED), "PO"),
    **dict.fromkeys(SUBTITLES, "subtitles"),
    **_RESOURCES,
    **_TIMED,
}
"""The suffix of files of units -> what messages call files of that kind, if that is not XLIFF."""

Key = tuple[str, ...]
JOINS: tuple[Callable[[str, Unit], Key], ...] = (
    lambda file, unit: (file, unit.document, unit.key),
    lambda _, unit: (unit.document, unit.key),
    lambda file, unit: (file, unit.key),
    lambda _, unit: (unit.key,),
)
"""What may identify a unit in all files; the first that does so is used."""


@dataclass(frozen=True)
class UnitFile:
    """The units of a file, or of the files of a folder or pattern, in their order.

    Attributes:
        name: what messages call it.
        units: the units.
        files: the file of each, within the folder; "" of a single file.
        kind: what they are, such as "XLIFF".
    """

    name: str
    units: list[Unit]
    files: list[str]
    kind: str

    def keys(self, join: int) -> list[Key]:
        """Returns what identifies each unit, by one of `JOINS`."""
        return [JOINS[join](file, unit) for file, unit in zip(self.files, self.units, strict=True)]


class UnitFiles(CorpusReader):
    """Systems' output and references in files of units, which are joined by the ids of these.

    A system's output may also be a file of lines, one for each unit of the references in their order. Units
    are labelled by id, document, file, match rate and editor, as far as the files tell them.

    Args:
        named: references and systems, files, folders or patterns such as "jobs/*.xlf", and how they are read.

    Raises:
        OptionError: a name is wrong, or something is named that such files do not have.
    """

    def __init__(self, named: NamedCorpus) -> None:
        super().__init__(named.check_text and named.line_breaks != "only")  # masks are no text
        if named.test_set is not None or named.num_refs != 1:
            raise OptionError("files of units are references by themselves: leave out -t and -nr")
        self._named = named
        self._options = UnitOptions(named.tags, named.language_pair, named.line_breaks, named.encoding)
        self._leave_out = frozenset(named.leave_out)
        self._references = list(named.references)
        names = named.names
        self._systems = ["-"] if named.systems is None else list(named.systems)
        if named.mt_in is not None and self._systems in ([], ["-"]):
            self._systems = self._references[:1]
        if "-" in (*self._references, *self._systems):
            raise OptionError("files of units have names: name the output's file, too (-i FILE)")
        if named.mt_in is not None and names is None and self._systems == self._references:
            names = [named.mt_in]
        self._names = system_names(len(self._systems), self._systems, names)
        self.n_references: int = len(self._references)

    def names(self) -> list[str]:
        """Returns the names of the systems."""
        return self._names

    def language_pair(self) -> str | None:
        """Returns the language pair of the references, if their files tell one."""
        return self.whole().language_pair

    def _parts(self) -> Iterator[Corpus]:
        """Yields all units.

        Raises:
            InputShapeError: a file lacks a unit that the first reference has.
            NoSegmentsError: all units are left out.
            ParbleuError: a file cannot be read.
        """
        source = self._named.source
        files, of_source = self._files()
        is_by_source = _are_joined_by_source(files)
        if not any(path in files for path in self._references):
            for path in self._references:
                if path != "-":
                    self._lines(path)  # raises for what is no file of lines
            path = next(iter(files))
            raise OptionError(
                f"the references are lines, which have no units, and {path} has some: give references of its "
                f"format, or make lines of it: parbleu convert {path} > lines.txt"
            )
        first = files[next(path for path in self._references if path in files)]
        if is_by_source:  # a memory has each source text once, and others' texts, too
            first = next(file for file in files.values() if file.kind != "TMX")
            others = [path for path, file in files.items() if file.kind != first.kind]
            inform(f"{first.name} and {', '.join(others)} are joined by their source texts")
        join = _join([file for file in files.values() if file.kind == first.kind])
        target, machine = attrgetter("target"), attrgetter("machine")
        missing: dict[str, list[int]] = {}
        references = [self._stream(path, first, files, join, target, missing) for path in self._references]
        output = target if self._named.mt_in is None else machine
        systems = [self._stream(path, first, files, join, output, missing) for path in self._systems]
        sources = [unit.source for unit in first.units]
        if source is not None:
            texts = self._stream(source, first, of_source, join, source_of, missing)
            sources = [text or "" for text in texts]
        scores = self._named.scores(dict(zip(self._names, self._systems, strict=True)))
        _check_scores(scores, len(first.units), first.name)
        kept = self._kept(first, systems, missing)
        if is_by_source:
            kept = self._known(first, references, kept)
        self._tell(first, list(files.values()), systems, kept, missing)
        self._check_complete(first, references, kept)
        units = [first.units[index] for index in kept]

        def of(stream: Sequence[str | None], absent: str | None) -> Segments:
            return Segments([absent if (text := stream[index]) is None else text for index in kept])

        labels: dict[str, list[str | None]] = {
            UNIT: [unit.key for unit in units],
            DOCUMENT: _documents(units, [first.files[index] for index in kept]),
            FILE: [first.files[index] or None for index in kept],
            MATCH: [unit.band for unit in units],
            EDITOR: [unit.editor or None for unit in units],
        }
        known_labels = {
            name: tuple(values)
            for name, values in labels.items()
            if any(values) and (name != MATCH or any(value != "none" for value in values))
        }
        yield Corpus(
            {name: of(stream, "") for name, stream in zip(self._names, systems, strict=True)},
            tuple(of(stream, None) for stream in references),
            of(sources, "") if any(sources) else None,
            known_labels,
            {name: columns.part(kept) for name, columns in scores.items()},
            language_pair=self._options.language_pair or _pair_of(units),
            origin=Origin.of_files(self._systems, self._references),
        )

    def _files(self) -> tuple[dict[str, UnitFile], dict[str, UnitFile]]:
        """Returns the files of units, by their paths, and the same as the source is read.

        Subtitles in several languages have that of the source by itself, if they are the source.
        """
        source, paths = self._named.source, dict.fromkeys((*self._references, *self._systems))
        files = {path: unit_file(path, self._options) for path in paths if has_units(path)}
        if source is None or not has_units(source):
            return files, files
        options = options_of_source(source, self._options)
        if source in files and options == self._options:
            return files, files
        of_source = {**files, source: unit_file(source, options)}
        return {**of_source, **files}, of_source

    def _stream(
        self,
        path: str,
        first: UnitFile,
        files: dict[str, UnitFile],
        join: int,
        text_of: Callable[[Unit], str | None],
        missing: dict[str, list[int]],
    ) -> list[str | None]:
        """Returns the text of each unit of the first reference in a file, or in lines of the same order.

        The places of units that the file lacks come into `missing`, if those are left out.
        """
        wanted = first.keys(join)
        if path not in files:
            lines = self._lines(path)
            if len(lines) != len(wanted):
                has = f"{path} has {counted(len(lines), 'line')}; {first.name} has"
                raise InputShapeError(
                    f"{has} {counted(len(wanted), 'unit')}: write a line for each unit, or name a file that "
                    "has the units' ids"
                )
            return lines
        file = files[path]
        is_renumbered = _is_renumbered(file, first, join)
        may_lack = MISSING in self._leave_out
        if file.kind != first.kind or is_renumbered:
            is_memory = path in self._references and not is_renumbered
            units = _joined_by_source(file, first, may_lack or is_memory)
        else:
            units = self._joined_by_id(file, first, join, text_of is source_of)
        if may_lack:
            missing[path] = [index for index, unit in enumerate(units) if unit is None]
        return [None if unit is None else text_of(unit) for unit in units]

    def _joined_by_id(self, file: UnitFile, first: UnitFile, join: int, is_source: bool) -> list[Unit | None]:
        """Returns the unit of a file that has the id of each unit of the first reference; None for none.

        Raises:
            InputShapeError: the file lacks a unit, and must not.
        """
        wanted = first.keys(join)
        units = dict(zip(file.keys(join), file.units, strict=True))
        needed = [
            key for key, unit in zip(wanted, first.units, strict=True) if not unit.states & self._leave_out
        ]
        absent = [key for key in needed if key not in units]
        if absent:
            units = _joined_by_text(file, first, join)
            if is_source:
                units |= _plurals_of_other(units, absent)
            absent = [key for key in needed if key not in units]
        if absent:
            _check_cuts(file, first, join)
            if MISSING not in self._leave_out:
                raise InputShapeError(_lacking(file, first, absent, join))
        joined = [units.get(key) for key in wanted]
        if self._named.check_text:
            _tell_spare(file, first, joined, is_source)
        if file is not first and self._named.check_text and file.kind == first.kind == "subtitles":
            count = _shown_elsewhere(joined, first)
            if count:
                warn_of_texts(
                    f"{file.name}: {count} of {counted(len(wanted), 'subtitle')} are not shown when those of "
                    f"the same number in {first.name} are: if they are cut in another way, "
                    f"{_fitting_segments(file, first)}",
                    LEAVE_OUT,
                )
        return joined

    def _lines(self, path: str) -> list[str | None]:
        """Returns the lines of a file without units, or of a table the column that is named."""
        named, is_reference = self._named, path in self._references
        columns = named.ref_columns if is_reference else named.hyp_columns
        encoding = (named.ref_encoding if is_reference else None) or named.encoding
        if not columns or not has_columns(path, columns, encoding):
            with open_binary(path) as file:
                lines = LineStream(path, file, encoding)
                option = "--ref" if is_reference else "--hyp"
                refuse_other_files(lines, f"name its column by {option}", tables=named.refuse_tables)
                return lines.rest()[0].to_list()
        if len(columns) > 1:
            raise OptionError(f"beside files of units, name one column of {path}, not {len(columns)}")
        stream = ColumnStream(path, columns, encoding, are_references=is_reference)
        return stream.rest()[0].to_list()

    def _known(
        self, first: UnitFile, references: Sequence[Sequence[str | None]], kept: Sequence[int]
    ) -> list[int]:
        """Returns the places of units whose source text all references have; says how many are left out.

        Where untranslated units are left out, those that no reference translates are, too.

        Raises:
            NoSegmentsError: there is none.
        """
        known = [index for index in kept if all(stream[index] is not None for stream in references)]
        if UNTRANSLATED in self._leave_out:
            known = [index for index in known if any((stream[index] or "").strip() for stream in references)]
        names = " and ".join(self._references)
        if not known:
            raise NoSegmentsError(
                f"{first.name}: no source text is one of {names}: there is no segment to score", first.name
            )
        if len(known) < len(kept) and self._named.check_text:
            lacking = counted(len(kept) - len(known), "unit")
            warn_of_texts(f"{names} lacks {lacking} of {first.name}: left out", LEAVE_OUT)
        return known

    def _kept(
        self, first: UnitFile, systems: Sequence[Sequence[str | None]], missing: Mapping[str, Sequence[int]]
    ) -> list[int]:
        """Returns the places of the units that are scored.

        Raises:
            NoSegmentsError: there is none.
        """
        lost = set().union(*missing.values())
        for path, places in missing.items():
            if len(places) == len(first.units):
                raise NoSegmentsError(
                    f"{path} lacks all units of {first.name}: there is no segment to score", path
                )
        kept = [
            index
            for index, unit in enumerate(first.units)
            if not unit.states & self._leave_out and index not in lost
        ]
        if self._named.mt_in is not None:
            kept = [index for index in kept if all(stream[index] is not None for stream in systems)]
        if not kept:
            name, why = first.name, "all units are left out"
            if self._named.mt_in is not None:
                lacking = [
                    path
                    for path, stream in zip(self._systems, systems, strict=True)
                    if all(text is None for text in stream)
                ]
                name = lacking[0] if lacking else name
                why = f"no unit has a machine translation in {self._named.mt_in}" if lacking else why
            raise NoSegmentsError(f"{name}: {why}: there is no segment to score", name)
        return kept

    def _tell(
        self,
        first: UnitFile,
        files: Sequence[UnitFile],
        systems: Sequence[Sequence[str | None]],
        kept: Sequence[int],
        missing: Mapping[str, Sequence[int]],
    ) -> None:
        """Says how many units are scored, in what states, how many lack output, and what became of tags."""
        states = Counter(state for unit in first.units for state in unit.states)
        count, n_kept = len(first.units), len(kept)
        parts = [f"{counted(count, 'unit')}, {n_kept} scored" if n_kept != count else counted(count, "unit")]
        parts += [
            f"{states[state]} {state}{' (left out)' if state in self._leave_out else ''}"
            for state in STATES
            if states[state]
        ]
        parts += [f"{len(places)} missing in {path} (left out)" for path, places in missing.items() if places]
        if self._named.mt_in is not None:
            lost = set().union(*missing.values())
            texts = enumerate(zip(*systems, strict=True))
            if without := sum(None in of_unit and index not in lost for index, of_unit in texts):
                parts.append(f"{without} without machine translation (left out)")
        for path, stream in zip(self._systems, systems, strict=True):
            empty = sum(not (stream[index] or "").strip() for index in kept)
            if empty:
                parts.append(f"{empty} without translation in {path}")
        tagged = sum(unit.tags > 0 for file in files for unit in file.units)
        if tagged:
            done = {"drop": "dropped", "keep": "kept", "symbol": "a symbol each"}[self._options.tags]
            more = "; --tags keep or symbol counts them" if self._options.tags == DROP else ""
            parts.append(f"tags of {counted(tagged, 'translation')} {done}{more}")
        inform(f"{first.name}: {', '.join(parts)}")
        pairs = {pair for index in kept if (pair := first.units[index].language_pair)}
        if len({_target(pair) for pair in pairs}) > 1 and self._named.check_text:
            several = f"units of several language pairs, {', '.join(sorted(pairs))}, are scored together"
            warn_of_texts(f"{first.name}: {several}", LEAVE_OUT)

    def _check_complete(
        self, first: UnitFile, references: Sequence[Sequence[str | None]], kept: Sequence[int]
    ) -> None:
        """Refuses units without any translation in the references."""
        empty = [index for index in kept if not any((stream[index] or "").strip() for stream in references)]
        if empty:
            raise FormatError(
                first.name,
                0,
                f"unit {_shown_key(JOINS[1]('', first.units[empty[0]]))} has no translation to compare with"
                f"{_and_others(len(empty) - 1)}: --leave-out untranslated leaves such units out",
            )


def _pair_of(units: Iterable[Unit]) -> str | None:
    """Returns the language pair of all units; None if they say none, or several, or what is no pair."""
    pairs = {unit.language_pair for unit in units}
    with suppress(OptionError):
        if len(pairs) == 1 and split_pair(pair := pairs.pop()):
            return pair
    return None


def _target(language_pair: str) -> str:
    """Returns the target language of a pair without its region; "" if it is no pair."""
    with suppress(OptionError):
        return read_language(split_pair(language_pair)[1]).code
    return ""


def options_of_source(path: str, options: UnitOptions) -> UnitOptions:
    """Returns how a source is read: of subtitles and locales in several languages, the first of a pair."""
    pair = options.language_pair
    if pair is None or (unit_suffix(path) not in SUBTITLES and _kind(_expanded(path)[0][0]) != _OF_RAILS):
        return options
    turned = turned_pair(pair)
    return replace(options, language_pair=None if turned == pair else turned)


def source_of(unit: Unit) -> str | None:
    """Returns the source of a unit; of one in a file of a single language, such as subtitles, its text."""
    return unit.source or unit.target


def _check_scores(scores: Mapping[str, SegmentScores], n_units: int, name: str) -> None:
    """Refuses segment scores that are not one for each unit of the first reference."""
    for metric, columns in scores.items():
        n_scores = len(next(iter(columns.statistics.values())))
        if n_scores != n_units:
            raise InputShapeError(
                f"{metric}: {counted(n_scores, 'score')}; {name} has {counted(n_units, 'unit')}"
            )


def check_labels(labels: Iterable[str], wanted: Iterable[str]) -> None:
    """Refuses labels of units that no unit has; it says nothing of other labels.

    Raises:
        OptionError: units have none of a label that they may have.
    """
    known = set(labels)
    meanings = {
        MATCH: "a match rate",
        EDITOR: "an editor",
        DOCUMENT: "a document",
        FILE: "a file of a folder",
    }
    for name in wanted:
        if UNIT in known and name not in known and name in meanings:
            raise OptionError(f"no unit of the references has {meanings[name]}: leave out --by {name}")


def _documents(units: Sequence[Unit], files: Sequence[str]) -> list[str | None]:
    """Returns the document of each unit: what its file says, or the file; both, if files say the same."""
    pairs = [(file, unit.document) for file, unit in zip(files, units, strict=True)]
    if len({document for _, document in pairs}) < len(set(pairs)):
        return ["/".join(filter(None, pair)) or None for pair in pairs]
    return [document or file or None for file, document in pairs]


def unit_file(path: str, options: UnitOptions) -> UnitFile:
    """Returns the units of a file, folder or pattern.

    Raises:
        FormatError: two units of a file have the same id, or a file is wrong.
        UnreadableFileError: a folder or pattern has no such file.
    """
    paths, names = _expanded(path)
    if len(paths) > 1 and options.language_pair is not None and _kind(paths[0]) == _OF_RAILS:
        found = _read_files(path, paths, names, replace(options, is_one_of_several=True))
        if found.units:
            return found
    return _read_files(path, paths, names, options)


def _read_files(path: str, paths: Sequence[str], names: Sequence[str], options: UnitOptions) -> UnitFile:
    """Returns the units of files, which a path means."""
    units: list[Unit] = []
    files: list[str] = []
    for file, name in zip(paths, names, strict=True):
        are_others = bool(units) or file != paths[-1] or options.is_one_of_several
        may_lack = are_others and unit_suffix(file) in _RESOURCES  # such as one of colours
        read = read_units(file, options, may_lack=may_lack)
        known: set[Key] = set()
        for unit in read:
            key = JOINS[1]("", unit)
            if key in known:
                raise FormatError(
                    file, 0, f"two units have the id {_shown_key(key)}: keep one, or export the file again"
                )
            known.add(key)
        units += read
        files += [name] * len(read)
    return UnitFile(path, units, files, _kind(paths[0]))


def _kind(path: str) -> str:
    """Returns of what kind a file is; files of the same kind have ids of the same meaning."""
    return _KINDS.get(unit_suffix(path), "XLIFF")


def _expanded(path: str) -> tuple[list[str], list[str]]:
    """Returns the files that a word means, and their names within the folder; "" for a single file.

    Hidden files of a folder are left out, such as `._a.xlf`, which macOS puts beside a.xlf, and an MO beside
    its PO.
    """
    if Path(path).is_dir():
        files = sorted(
            str(file)
            for file in Path(path).rglob("[!.]*")
            if unit_suffix(str(file))
            and file.is_file()
            and not (file.suffix in _COMPILED and file.with_suffix(".po").exists())
        )
        folder = path
    elif has_magic(path) and not Path(path).exists():
        files = sorted(file for file in glob(path, recursive=True) if unit_suffix(file))  # noqa: PTH207
        folder = commonpath([str(Path(file).parent) for file in files]) if files else ""
    else:
        return [path], [""]
    if not files:
        raise UnreadableFileError(f"cannot read {path}: there is no file of units, such as .xlf, in it")
    return files, [str(Path(file).relative_to(folder)) for file in files]


def _are_joined_by_source(files: Mapping[str, UnitFile]) -> bool:
    """Returns whether files are of kinds whose ids mean other things, so that source texts join them.

    Raises:
        OptionError: there are some among them that have no source texts, such as subtitles.
    """
    kinds = {path: file.kind for path, file in files.items()}
    first = next(iter(kinds), "")
    for path, kind in kinds.items():
        if kind != kinds[first] and not all(
            any(unit.source for unit in files[name].units) for name in (path, first)
        ):
            raise OptionError(
                f"{first} and {path} are of different kinds, {kinds[first]} and {kind}, whose ids mean other "
                "things: name files of the same kind, or lines in the order of the units"
            )
    return len(set(kinds.values())) > 1


def _source_text(unit: Unit) -> str:
    return " ".join(unit.source.split())


def _is_renumbered(file: UnitFile, first: UnitFile, join: int) -> bool:
    """Returns whether most ids of source texts in both files differ; the texts join them then, as is told.

    translate-toolkit, for example, numbers the units of XLIFF in the order in which they are written.
    """
    if file is first or not file.kind == first.kind == "XLIFF":
        return False
    texts = dict(zip(file.keys(join), map(_source_text, file.units), strict=True))
    wanted = zip(first.keys(join), map(_source_text, first.units), strict=True)
    known = set(texts.values())
    there = [(texts[key], text) for key, text in wanted if key in texts and text in known]
    moved = sum(other != text for other, text in there)
    if moved <= _MOSTLY * len(there):
        return False
    inform(
        f"{file.name} and {first.name} are joined by their source texts: {moved} of "
        f"{counted(len(there), 'id')} belong to others there"
    )
    return True


def _joined_by_source(file: UnitFile, first: UnitFile, may_lack: bool) -> list[Unit | None]:
    """Returns the unit of a file that has the source text of each unit of the first; None for none.

    Raises:
        FormatError: a source text has several translations.
        InputShapeError: the file lacks a source text, and must not.
    """
    units = _by_source(file)
    unknown = [unit.source for unit in first.units if _source_text(unit) not in units]
    if unknown and not may_lack:
        why = "they" if file.kind == first.kind else "files of different kinds"
        raise InputShapeError(
            f"{file.name} has no unit of the source text {unknown[0]!r:.80}"
            f"{_and_others(len(unknown) - 1)} that {first.name} has: {why} are joined by their source texts; "
            f"{_WITHOUT_MISSING}"
        )
    return [units.get(_source_text(unit)) for unit in first.units]


def _by_source(file: UnitFile) -> dict[str, Unit]:
    """Returns the unit of each source text.

    Raises:
        FormatError: one has several translations.
    """
    units: dict[str, Unit] = {}
    for unit in file.units:
        known = units.setdefault(_source_text(unit), unit)
        if (known.target or "").split() != (unit.target or "").split():
            raise FormatError(
                file.name,
                0,
                f"the source text {unit.source!r:.80} has several translations: keep the one that is meant, "
                "as files of other kinds are joined by source texts",
            )
    return units


def _join(files: Sequence[UnitFile]) -> int:
    """Returns by which of `JOINS` the units of all files are known: the first that finds all of them.

    If none does, it is that of which the fewest are missing, so that the message names these.
    """
    missing: dict[int, int] = {}
    for join in range(len(JOINS)):
        keys = [file.keys(join) for file in files]
        if all(len(set(of_file)) == len(of_file) for of_file in keys):
            lacking = sum(len(set(keys[0]) - set(of_file)) for of_file in keys[1:])
            if not lacking:
                return join
            missing[join] = lacking
    return min(missing, key=missing.__getitem__, default=0)


def _joined_by_text(file: UnitFile, first: UnitFile, join: int) -> dict[Key, Unit]:
    """Returns the units of a file by the keys of another, where one has contexts that the other lacks.

    Units of the same source text that have other contexts, or none, are joined in order, if there are as many
    in both files; two units with contexts that differ are not joined.
    """
    wanted, of_file = _by_text(first, join), _by_text(file, join)
    joined = {
        key: unit for key, unit in zip(file.keys(join), file.units, strict=True) if unit.context is None
    }
    for text, units in wanted.items():
        others = of_file.get(text, {})
        same = [key for key in units if key in others and units[key].context]
        joined |= {key: others[key] for key in same}
        rest, spare = ([key for key in side if key not in same] for side in (units, others))
        if len(rest) == len(spare):
            pairs = zip(rest, spare, strict=True)
            joined |= {
                key: others[other]
                for key, other in pairs
                if "" in (units[key].context, others[other].context)
            }
        elif not any([units[key].context for key in rest] + [others[key].context for key in spare]):
            joined |= {key: others[key] for key in rest if key in others}
    return joined


def _tell_spare(file: UnitFile, first: UnitFile, used: Sequence[Unit | None], is_source: bool) -> None:
    """Warns of units of a file that are not used; translations lack those that stay as they are."""
    known = set(map(id, used))
    states = (unit.states for unit in file.units if id(unit) not in known)
    count = sum(not (is_source and LOCKED in of_unit) for of_unit in states)
    if count:
        warn_of_texts(
            f"{file.name}: {counted(count, 'unit')} that {first.name} lacks "
            f"{'is' if count == 1 else 'are'} not scored{_way_to_cut(file, first)}",
            LEAVE_OUT,
        )


def _plurals_of_other(units: Mapping[Key, Unit], absent: Sequence[Key]) -> dict[Key, Unit]:
    """Returns the source of plural forms that its language lacks: `name[other]`, as a program shows it."""
    others = {key: (*key[:-1], f"{key[-1].rpartition('[')[0]}[other]") for key in absent}
    return {key: units[other] for key, other in others.items() if other in units}


def _by_text(file: UnitFile, join: int) -> dict[Key, dict[Key, Unit]]:
    """Returns the units without ids of each source text of a document, by their keys."""
    units: dict[Key, dict[Key, Unit]] = {}
    for key, unit in zip(file.keys(join), file.units, strict=True):
        if unit.context is not None:
            units.setdefault((*key[:-1], unit.source), {})[key] = unit
    return units


def _check_cuts(file: UnitFile, first: UnitFile, join: int) -> None:
    """Refuses a unit that one of two files has as a whole, and the other in the segments it is cut into."""
    for whole, cut in ((file, first), (first, file)):
        divided = {(*documents, key.rpartition("/")[0]) for *documents, key in cut.keys(join)}
        for key, unit in zip(whole.keys(join), whole.units, strict=True):
            if unit.is_uncut and key in divided:
                raise FormatError(
                    whole.name,
                    0,
                    f"unit {_shown_key(JOINS[1]('', unit))} is cut into segments in {cut.name}, and here the "
                    "target has text outside its marks: export it again with its segments in <mrk>",
                )


def _lacking(file: UnitFile, first: UnitFile, absent: Sequence[Key], join: int) -> str:
    """Returns the message that a file lacks units of the first reference."""
    others = _and_others(len(absent) - 1)
    message = f"{file.name} lacks the unit {_shown_key(absent[0])}{others} that {first.name} has"
    of_first = dict(zip(first.keys(join), first.units, strict=True))
    source = of_first[absent[0]].source
    states = [of_first[key].states & {FUZZY, UNTRANSLATED} for key in absent]
    if (file.files[0] or file.name).lower().endswith(_COMPILED) and all(states):
        names = " ".join(sorted(frozenset().union(*states)))
        return f"{message}: msgfmt leaves out what is fuzzy or untranslated; so does --leave-out {names}"
    if file.kind == "XLIFF" and not source.strip():
        return f"{message}: there is nothing to translate in its source; take its text out of {first.name}"
    if file.kind in _RESOURCES.values():
        quoted = " (in YAML yes, no and numbers are text in quotes only)" if file.kind == _OF_RAILS else ""
        return f"{message}: add it{quoted}, or take it out of {first.name}; {_WITHOUT_MISSING}"
    same = f": export both from the same version of the document; {_WITHOUT_MISSING}"
    return message + (_way_to_cut(file, first) or same)


def _way_to_cut(file: UnitFile, first: UnitFile) -> str:
    """Returns what makes segments of lines with times, or of subtitles, that fit the first reference.

    It is "" for subtitles that are as many as there, and for other units.
    """
    if file.kind in _TIMED.values():
        return f": times are the ids of {file.kind}; where they differ, {_fitting_segments(file, first)}"
    if file.kind != "subtitles" or len(file.units) == len(first.units):
        return ""
    return f": of subtitles that are cut in another way, {_fitting_segments(file, first)}"


def _fitting_segments(file: UnitFile, first: UnitFile) -> str:
    return f"`parbleu align {file.name} --ref {first.name}` makes segments that fit"


def _shown_elsewhere(units: Sequence[Unit | None], first: UnitFile) -> int:
    """Returns how many subtitles are shown at other times than those they are joined with; 0 if few are.

    Another begin, or another frame rate, of all subtitles of a file makes no difference.

    Args:
        units: the subtitles joined with those of `first`; None for one that is missing.
        first: the reference.
    """
    import numpy as np

    places: dict[str, list[int]] = {}
    for index, name in enumerate(first.files):
        if units[index] is not None:
            places.setdefault(name, []).append(index)
    times, others = (
        np.array([(unit and unit.times) or (0.0, 0.0) for unit in side]) for side in (units, first.units)
    )
    count = 0
    for of_file in places.values():
        own_times, other = times[of_file], others[of_file]
        counts = []
        for rate in _FRAME_RATES if own_times[-1, 1] > _LONG else (1,):
            begins, ends = (own_times * rate + np.median(other[:, 0] - own_times[:, 0] * rate)).T
            shared = np.minimum(ends, other[:, 1]) - np.maximum(begins, other[:, 0])
            shorter = np.minimum(ends - begins, other[:, 1] - other[:, 0])
            counts.append(int(np.sum(shared < _MOSTLY * shorter)))
        count += min(counts)
    are_many = count >= min(_FEWEST_SUBTITLES, _MOSTLY * len(units))
    return count if are_many and count > _SHARE_ELSEWHERE * len(units) else 0


def _and_others(count: int) -> str:
    return f" (and {counted(count, 'other')})" if count else ""


def _shown_key(key: Key) -> str:
    *documents, unit = key
    return f"{unit!r:.80}" + "".join([f" of {document!r}" for document in documents if document])
