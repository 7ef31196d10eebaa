"""A run that has ended: whoever resumes it, such as a job that is queued again, has nothing left to do."""

from __future__ import annotations

import json

from parbleu.errors import UnfinishedFileError
from parbleu.translate.engine import INCIDENTAL
from parbleu.translate.growing_file import is_finished
from parbleu.translate.run_record import OUTCOME, Tally, difference, identify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from parbleu.translate.engine import Engine
    from parbleu.translate.output_paths import Targets

_CHOICES = "choose another name, or --overwrite replaces it"


def read_finished(targets: Targets) -> dict[str, Any] | None:
    """Returns the record of a run that made these files; None if there is none, or one that has not ended."""
    if not targets.are_there():
        return None
    try:
        with open(targets.paths["record"], encoding="utf-8") as file:
            record = json.load(file)
        told = record["source"]["sha256"], record["output"]["sha256"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return record if all(isinstance(checksum, str) for checksum in told) else None


def check_finished(record: dict[str, Any], targets: Targets, engine: Engine, segments: Iterable[str]) -> None:
    """Checks that a run that has ended is the one that is asked for.

    Args:
        record: what it left.
        targets: its files.
        engine: what would translate now.
        segments: the source, which is read.

    Raises:
        UnfinishedFileError: it is another; the message says in what.
    """
    identity = identify(engine)
    incidental = INCIDENTAL | OUTCOME | engine.describe().keys() - identity.keys()
    other = difference({key: record[key] for key in record.keys() - incidental}, identity)
    if other is not None:
        raise UnfinishedFileError(f"{targets.output} is finished, made with {other}: {_CHOICES}")
    tally = Tally()
    tally.read(segments)
    if tally.source != record["source"]["sha256"]:
        raise UnfinishedFileError(
            f"{targets.output} is finished, and holds translations of another source: {_CHOICES}"
        )
    if not is_finished(targets.paths["text"], record["output"]["sha256"]):
        raise UnfinishedFileError(f"{targets.output} is not what {targets.record} tells of: {_CHOICES}")
