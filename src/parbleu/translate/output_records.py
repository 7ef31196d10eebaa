"""What is written: of translations a line for each segment, of text or of JSON; the record of a run."""

from __future__ import annotations

from json import dumps

from parbleu.io.atomic import replacing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from parbleu.translate.engine import Translation


def as_text(made: Sequence[Translation], lines: int) -> str:  # noqa: ARG001 - as all of them
    """Returns the translations, a line each."""
    return "".join(f"{translation.text}\n" for translation in made)


def as_nbest(made: Sequence[Translation], lines: int) -> str:
    """Returns the n best translations of each segment, the best first, as an object of JSON.

    Args:
        made: the translations.
        lines: how many are before them.
    """
    rows = []
    for number, translation in enumerate(made, lines + 1):
        texts = translation.alternatives or (translation.text,)
        scores = translation.scores or (() if translation.score is None else (translation.score,))
        row = {"line": number, "translations": texts, "scores": scores}
        rows.append(dumps(row, ensure_ascii=False) + "\n")
    return "".join(rows)


def as_json(record: Mapping[str, Any]) -> bytes:
    """Returns the record of a run as a file."""
    return (dumps(record, indent=1, ensure_ascii=False) + "\n").encode(errors="replace")


def write_record(record: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Writes the record of a run.

    Raises:
        UnwritableFileError: it cannot be written.
    """
    with replacing(path) as file:
        file.write(as_json(record))


RENDERERS: dict[str, Callable[[Sequence[Translation], int], str]] = {"text": as_text, "nbest": as_nbest}
