"""Makes SentencePiece models for tests: written by hand, with any scores and settings, or trained."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Mapping
from typing import Any

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
Piece = tuple[str | bytes, float, int]

SPECIAL: list[Piece] = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), ("</s>", 0.0, CONTROL)]
BYTES: list[Piece] = [(f"<0x{byte:02X}>", 0.0, BYTE) for byte in range(256)]


def varint(value: int) -> bytes:
    """Returns a number as protobuf writes it."""
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number: int, value: float | bytes) -> bytes:
    """Returns a field of a message."""
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    return varint(number << 3) + varint(int(value))


def written(
    pieces: Iterable[Piece],
    *,
    model_type: int = 1,
    suffix: bool = False,
    byte_fallback: bool = False,
    rules: bytes = b"",
    dummy: bool = True,
    remove: bool = True,
    escape: bool = True,
) -> bytes:
    """Returns the file of a model of these pieces."""
    out = b""
    for text, score, kind in pieces:
        coded = text.encode() if isinstance(text, str) else text
        out += field(1, field(1, coded) + field(2, float(score)) + field(3, kind))
    out += field(2, field(3, model_type) + field(24, suffix) + field(35, byte_fallback))
    return out + field(3, field(2, rules) + field(3, dummy) + field(4, remove) + field(5, escape))


def trained(lines: Iterable[str], **options: Any) -> bytes:
    """Returns the file of a model that the library trains on these lines."""
    from sentencepiece import SentencePieceTrainer

    file = io.BytesIO()
    settings: Mapping[str, Any] = {"minloglevel": 2, "num_threads": 1, "hard_vocab_limit": False, **options}
    SentencePieceTrainer.train(sentence_iterator=iter(lines), model_writer=file, **settings)
    return file.getvalue()


def rules_of(model: bytes) -> bytes:
    """Returns the compiled rules of normalization of a model."""
    return fields(fields(model)[3][-1]).get(2, [b""])[-1]


def fields(message: bytes) -> dict[int, list[Any]]:
    """Returns the fields of a message, by their numbers."""
    found: dict[int, list[Any]] = {}
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        tag = number()
        if tag & 7 == 0:
            found.setdefault(tag >> 3, []).append(number())
            continue
        size = {2: number, 5: lambda: 4, 1: lambda: 8}[tag & 7]()
        found.setdefault(tag >> 3, []).append(message[at : at + size])
        at += size
    return found
