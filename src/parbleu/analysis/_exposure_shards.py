"""Saves how much of a test set a shard of a training corpus has, and merges the results of shards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from parbleu._base.record import Record
from parbleu._io.atomic import replacing
from parbleu._io.lines import read_json
from parbleu._io.typed_values import typed
from parbleu.analysis._training_exposure import Exposure, SideExposure
from parbleu.analysis._training_lines import normalized_sides, texts_digest
from parbleu.errors import FormatError, OptionError
from parbleu.typing import ReferencesLike, SegmentsLike

FORMAT = "parbleu exposure"
MOST_LINES = 2**48

_ARRAYS: dict[str, Any] = {"similarity": np.float64, "line": np.int64, "exact": np.bool_}
"""The arrays of a `SideExposure`, and the types of their numbers."""


class _SavedSide(Record):
    """A `SideExposure` as a file has it: lists in place of arrays."""

    side: str
    similarity: list[float]
    line: list[int]
    exact: list[bool]


class _SavedExposure(Record):
    """An `Exposure` as a file has it."""

    format: str
    test_set: str
    lowercase: bool
    n_lines: int
    memory: tuple[str, ...] | None
    sides: list[_SavedSide]


def save_exposure(found: Exposure, path: str) -> None:
    """Writes a result as JSON for `read_exposures`; the file appears whole or not at all.

    Raises:
        UnwritableFileError: it cannot be written.
    """
    content = {
        "format": FORMAT,
        **{name: getattr(found, name) for name in ("test_set", "lowercase", "n_lines", "memory")},
        "sides": [
            {"side": side.side} | {name: getattr(side, name).tolist() for name in _ARRAYS}
            for side in found.sides
        ],
    }
    with replacing(path) as file:
        file.write(json.dumps(content, ensure_ascii=False).encode() + b"\n")


def read_exposures(
    paths: Sequence[str],
    source: SegmentsLike | None,
    references: ReferencesLike | None,
    *,
    lowercase: bool = False,
) -> Exposure:
    """Returns the exposure to a training corpus whose shards were compared one by one.

    Args:
        paths: what `save_exposure` has written, in the order of the shards.
        source: N segments of the test set; None where only references were compared.
        references: K streams of N segments of the test set; None where only sources were compared.
        lowercase: whether case was ignored.

    Raises:
        FormatError: a file is no such file.
        OptionError: files are of different test sets or sides, or one is named twice.
        UnreadableFileError: one cannot be read.
    """
    for index, path in enumerate(paths):
        if path in paths[:index]:
            raise OptionError(f"{path} is named twice: name each shard once")
    wanted = texts_digest(*normalized_sides(source, references, lowercase))
    parts = [_read(path) for path in paths]
    for path, part in zip(paths, parts, strict=True):
        if (part.test_set, part.lowercase) != (wanted, lowercase):
            raise OptionError(
                f"{path} is of another test set, or of other options: merge results of this source, these "
                "references and this choice about case"
            )
    return merged_exposures(parts, paths)


def merged_exposures(parts: Sequence[Exposure], names: Sequence[str] = ()) -> Exposure:
    """Returns the exposure to a training corpus from those to its shards.

    It is the same as that of the shards read one after another: of equally similar lines the first counts.

    Args:
        parts: the shards' results, in their order.
        names: what messages call them.

    Raises:
        OptionError: there is none, or they are of different test sets or sides.
    """
    if not parts:
        raise OptionError("name at least one result of a shard to merge")
    result = parts[0]
    for shard, part in enumerate(parts[1:], 2):
        for what, mine, its in (
            ("test sets", (result.test_set, result.lowercase), (part.test_set, part.lowercase)),
            ("sides", [side.side for side in result.sides], [side.side for side in part.sides]),
        ):
            if mine != its:
                one, other = (names[0], names[shard - 1]) if names else ("shard 1", f"shard {shard}")
                raise OptionError(f"{one} and {other} are of different {what}: merge results of one test set")
        result = _both(result, part)
    return result


def _both(first: Exposure, second: Exposure) -> Exposure:
    sides = []
    for one, other in zip(first.sides, second.sides, strict=True):
        nearer = other.similarity > one.similarity
        lines = np.where(nearer, other.line + first.n_lines, one.line)
        similarity = np.where(nearer, other.similarity, one.similarity)
        sides.append(SideExposure(one.side, similarity, lines, one.exact | other.exact))
    memory = first.memory
    if memory is not None and second.memory is not None:
        nearer = second.sides[0].similarity > first.sides[0].similarity
        pairs = zip(nearer.tolist(), memory, second.memory, strict=True)
        memory = tuple(new if is_nearer else old for is_nearer, old, new in pairs)
    return replace(first, sides=tuple(sides), memory=memory, n_lines=first.n_lines + second.n_lines)


def _read(path: str) -> Exposure:
    content: Any = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FormatError(path, 0, "this is no result of `parbleu study exposure --save`")
    try:
        saved = typed(_SavedExposure, content)
    except ValueError as problem:
        raise FormatError(
            path, 0, f"what `parbleu study exposure --save` wrote is damaged: {problem}"
        ) from None
    columns = [getattr(side, name) for side in saved.sides for name in _ARRAYS]
    lengths = {*map(len, columns), *([] if saved.memory is None else [len(saved.memory)])}
    if not columns or len(lengths) > 1:
        raise FormatError(path, 0, "it has no side, or sides of different numbers of segments")
    if not 0 <= saved.n_lines < MOST_LINES:
        raise FormatError(path, 0, f"no corpus has {saved.n_lines} lines")
    for side in saved.sides:
        if not all(-1 <= line < saved.n_lines for line in side.line):
            raise FormatError(path, 0, f"side {side.side!r}: a line is none of the corpus")
        if not all(0 <= similarity <= 1 for similarity in side.similarity):
            raise FormatError(path, 0, f"side {side.side!r}: a similarity is not from 0 to 1")
    sides = tuple(
        SideExposure(side.side, *(np.array(getattr(side, name), kind) for name, kind in _ARRAYS.items()))
        for side in saved.sides
    )
    return Exposure(sides, saved.memory, saved.n_lines, saved.lowercase, saved.test_set)
