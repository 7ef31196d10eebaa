"""Reads the token lines that the recordings of error analysis were made of."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from parbleu import tokenize


def token_lines(path: Path, count: int, tokenizer: str) -> list[str]:
    """The first lines of a file, each as tokens with one blank between them."""
    lines = path.read_text(encoding="utf-8").split("\n")[:count]
    return [" ".join(tokenize(line, tokenizer).split()) for line in lines]


def sha256(lines: list[str]) -> str:
    return hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()


def recording(oracles: Path, name: str) -> Any:
    return json.loads((oracles / "golden" / "analysis" / name).read_text(encoding="utf-8"))


def compare_mt_texts(oracles: Path, golden: Any) -> tuple[list[str], dict[str, list[str]]]:
    """The reference and the systems of a recording of compare-mt, checked."""
    given = golden["input"]
    kind = given["tokenizer"].split(":")[1]
    sums = given["sha256_of_token_lines"]
    reference = token_lines(oracles / given["reference"], given["lines"], kind)
    assert sha256(reference) == sums["ref"]
    systems = {}
    for number, (name, path) in enumerate(zip(given["systems"], given["outputs"], strict=True)):
        systems[name] = token_lines(oracles / path, given["lines"], kind)
        assert sha256(systems[name]) == sums[f"out{number}"]
    return reference, systems
