"""Tests that no text that people or systems wrote is taken for a file of another format."""

from __future__ import annotations

from pathlib import Path

from parbleu._io.lines import HEAD, open_binary, other_than_text

FOLDERS = (
    "wmt23/*/*",
    "wmt23/*/systems/*",
    "multeval/*/*",
    "evalsets/*/sources/*",
    "evalsets/*/references/*",
    "evalsets/*/system-outputs/*/*.txt",
)
LINES = 200


def test_no_real_text_is_refused(oracles: Path) -> None:
    paths = [path for pattern in FOLDERS for path in (oracles / "data").glob(pattern) if path.is_file()]
    assert len(paths) > 200
    refused = {}
    for path in paths:
        with open_binary(path) as file:
            text = file.read()
        lines = text.split(b"\n")
        # What may look like a format: lines that begin otherwise than words do, wherever they stand.
        odd = [number for number, line in enumerate(lines) if line.strip() and not line.strip()[:1].isalpha()]
        beginnings = [text, b"\n".join(lines[number] for number in odd)]
        beginnings += [b"\n".join(lines[number : number + LINES]) for number in odd[:LINES]]
        beginnings += [lines[number] for number in odd[:LINES]]
        kinds = {other_than_text(path.name, beginning[: 2 * HEAD]) for beginning in beginnings} - {""}
        if kinds:
            refused[str(path)] = kinds
    assert refused == {}
