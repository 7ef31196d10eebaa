"""Where this room keeps what it has made."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from parbleu.fetch.environment import cache


def root() -> Path:
    """Returns the directory of converted models, beside the other models of the cache."""
    return Path(cache()) / "models" / "translate"


def short_digest(text: str) -> str:
    """Returns 24 hexadecimal digits that stand for a text, as part of the name of a file."""
    return sha256(text.encode(errors="surrogateescape")).hexdigest()[:24]
