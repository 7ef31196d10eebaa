"""Reads subtitles of systems and references with their times and lines, which SubER compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.log import inform
from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu._inputs import has_units
from parbleu._inputs.corpus import Corpus, CorpusReader, Origin
from parbleu._inputs.line_files import system_names
from parbleu._inputs.unit_files import FILE, UNIT, unit_file
from parbleu._inputs.unit_formats import UnitOptions
from parbleu.errors import FormatError, InputShapeError, OptionError
from parbleu.text._subtitle_words import subtitle_words, word_parts, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu._inputs.unit_formats import Unit
    from parbleu.text._subtitle_words import Word

_MARGIN = 1e-8
"""Seconds by which the first and the last word of a subtitle are said within its time."""


class TimedSubtitles(CorpusReader):
    """Subtitles, of which a segment is what all files show between two moments at which none shows anything.

    Segments are written as in SubRip: time lines, and behind each the lines of its text.

    Args:
        named: files, folders or patterns of references and systems.

    Raises:
        OptionError: something is named that subtitles do not have.
    """

    def __init__(self, named: NamedCorpus) -> None:
        super().__init__(check_text=False)  # it has times, which are no text
        if named.num_refs != 1 or named.score_files or named.source is not None or named.leave_out:
            raise OptionError(
                "SubER compares subtitles alone: leave out -nr, --scores, --source and --leave-out"
            )
        if named.line_breaks is not None:
            raise OptionError("SubER counts breaks of lines in its own way: leave out --line-breaks")
        self._references = list(named.references)
        self._systems = [] if named.systems is None else list(named.systems)
        if "-" in (*self._references, *self._systems) or not self._systems:
            raise OptionError("SubER reads files of subtitles: name the output's file (-i FILE)")
        self._language_pair = named.language_pair
        self._names = system_names(len(self._systems), self._systems, named.names)
        self.n_references: int = len(self._references)

    def names(self) -> list[str]:
        """Returns the names of the systems."""
        return self._names

    def _parts(self) -> Iterator[Corpus]:
        """Yields all segments.

        Raises:
            InputShapeError: a folder lacks a file that the first one has.
            ParbleuError: a file cannot be read.
        """
        paths = [*self._references, *self._systems]
        streams = _same_files(paths, self._language_pair)
        texts: list[list[str]] = [[] for _ in paths]
        labels: dict[str, list[str]] = {UNIT: [], FILE: []}
        for file in streams[0]:
            for begin, shown in _pieces([files[file] for files in streams]):
                labels[UNIT].append(_stamp(begin))
                labels[FILE].append(file)
                for text, units in zip(texts, shown, strict=True):
                    text.append("\n\n".join(map(_as_subrip, units)))
        for path, files in zip(paths, streams, strict=True):
            inform(f"{path}: {counted(sum(map(len, files.values())), 'subtitle')}")
        pieces = counted(len(labels[UNIT]), "segment")
        inform(f"{pieces}: each is what all files show between two moments at which none shows anything")
        sides = [*map(Segments, texts)]
        count = len(self._references)
        yield Corpus(
            dict(zip(self._names, sides[count:], strict=True)),
            tuple(sides[:count]),
            labels={name: tuple(values) for name, values in labels.items() if any(values)},
            origin=Origin(tuple(self._systems), tuple(self._references)),
        )


def between_pauses(
    output: str, reference: str, language_pair: str | None = None
) -> tuple[list[str], list[str], list[str]]:
    """Returns the output's subtitles, and between which pauses they and those of the reference stand.

    A pause is a moment at which neither file shows anything. Where only the output does, it belongs to what
    the reference shows before, or else first.

    Raises:
        FormatError: subtitles of the reference do not stand in the order of their times.
        OptionError: a file has no times.
    """
    sides = [
        [unit for units in _by_file(path, language_pair).values() for unit in units]
        for path in (reference, output)
    ]
    _check_order(reference, sides[0])
    wanted: list[str] = []
    texts: list[str] = []
    labels: list[str] = []
    count = 0
    for _, (references, said) in _pieces(sides):
        count += bool(references)
        label = str(max(count, 1))
        wanted += [label] * len(references)
        added = [unit.target or "" for unit in said] or [""]
        texts += added
        labels += [label] * len(added)
    return texts, labels, wanted


def cut_by_times(
    output: str, reference: str, language: str, line_breaks: str | None, language_pair: str | None = None
) -> Segments:
    """Returns the words that an output shows at the times of each subtitle of the reference.

    A subtitle's words are spread evenly over its time, the first at its begin and the last at its end, as by
    subtitle-edit-rate; words that no subtitle of the reference has the time of are left out.

    Args:
        output: a file, folder or pattern.
        reference: another, with the same files.
        language: a key of `TOKENIZERS`, whose tokenizer cuts words into parts, or "".
        line_breaks: how breaks of lines count, one of `LINE_BREAKS`; None leaves them out.
        language_pair: such as "en-de", which chooses one of the languages of a file.

    Raises:
        FormatError: subtitles of the reference do not stand in the order of their times.
        OptionError: a file has no times.
        InputShapeError: one side lacks a file that the other has.
    """
    import numpy as np

    parts_of = word_parts(language, False)
    wanted, said = _same_files([reference, output], language_pair)
    texts: list[str] = []
    n_left_out = 0
    for file, subtitles in wanted.items():
        _check_order(reference, subtitles)
        begins, ends = np.array([_times(unit) for unit in subtitles]).T
        words_of_subtitles: list[list[Word]] = [[] for _ in subtitles]
        for unit in said[file]:
            words = subtitle_words(unit.lines, parts_of)
            begin, end = _times(unit)
            moments = np.linspace(begin + _MARGIN, end - _MARGIN, len(words))
            places = np.searchsorted(begins, moments) - 1
            is_shown = (places >= 0) & (moments < ends[places])
            n_left_out += len(words) - int(is_shown.sum())
            for at in is_shown.nonzero()[0].tolist():
                words_of_subtitles[places[at]].append(words[at])
        texts += [written_words(words, line_breaks) for words in words_of_subtitles]
    left_out = f"; {counted(n_left_out, 'word')} at other times left out" if n_left_out else ""
    inform(f"{output}: cut by the times of {counted(len(texts), 'subtitle')}{left_out}")
    return Segments(texts)


def _same_files(paths: Sequence[str], language_pair: str | None) -> list[dict[str, list[Unit]]]:
    """Returns the subtitles of each file of folders, patterns or single files, which have the same files."""
    streams = [_by_file(path, language_pair) for path in paths]
    for path, files in zip(paths, streams, strict=True):
        if odd := sorted(files.keys() ^ streams[0].keys()):
            lacking = f"{odd[0]} is in one of them only" if odd[0] else "one of them is a single file"
            raise InputShapeError(f"{path} and {paths[0]} have other files: {lacking}")
    return streams


def _check_order(path: str, units: Sequence[Unit]) -> None:
    """Refuses subtitles that do not stand in the order of their times."""
    begins = [_times(unit)[0] for unit in units]
    if begins != sorted(begins):
        raise FormatError(path, 0, "the subtitles do not stand in the order of their times: sort them")


def _by_file(path: str, language_pair: str | None) -> dict[str, list[Unit]]:
    """Returns the subtitles of each file of a folder or pattern; of a single file under the name ""."""
    units: dict[str, list[Unit]] = {}
    read = unit_file(path, UnitOptions(language_pair=language_pair)) if has_units(path) else None
    if read is None or any(unit.times is None for unit in read.units):
        raise OptionError(f"{path} has no times: name files of subtitles, such as .srt or .vtt")
    for file, unit in zip(read.files, read.units, strict=True):
        units.setdefault(file, []).append(unit)
    return units


def _pieces(streams: Sequence[Sequence[Unit]]) -> Iterator[tuple[float, list[list[Unit]]]]:
    """Yields when each piece begins, and its subtitles in each stream."""
    shown = [(side, unit) for side, units in enumerate(streams) for unit in units]
    shown.sort(key=lambda side: _times(side[1])[0])
    begin = end = _times(shown[0][1])[0]
    piece: list[list[Unit]] = [[] for _ in streams]
    for side, unit in shown:
        start, stop = _times(unit)
        if start >= end and any(piece):
            yield begin, piece
            begin, piece = start, [[] for _ in streams]
        end = max(end, stop)
        piece[side].append(unit)
    yield begin, piece


def _times(unit: Unit) -> tuple[float, float]:
    return unit.times or (0.0, 0.0)


def _as_subrip(unit: Unit) -> str:
    begin, end = _times(unit)
    return "\n".join([f"{_stamp(begin)} --> {_stamp(end)}", *unit.lines])


def _stamp(seconds: float) -> str:
    whole = round(seconds * 1000)
    return f"{whole // 3600000:02}:{whole // 60000 % 60:02}:{whole // 1000 % 60:02},{whole % 1000:03}"
