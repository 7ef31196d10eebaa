"""Lets `parbleu` read files that are small and ask for much: of time, of memory, or of depth.

    python tests/attack/bombs.py
    python tests/attack/bombs.py --only json

A finding is a command that takes a minute of processor time, ends by a signal or a traceback, or writes more
than a few lines of error. Each may have 4 GB of memory and 1 GB of files. Linux only.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import lzma
import resource
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

MEMORY = 4 << 30
FILES = 1 << 30
LONGEST = 60
"""Seconds of processor time."""
PATIENCE = 600
SAID = 3000
BLOCK = 1 << 20
BLOCKS = 100
SCORE = "score bomb -i bomb -m chrf"
ROWS = "score {} --hyp mt --ref ref -m bleu"

Bomb = tuple[str, str, Callable[[], bytes]]


def packed(opened: Callable[[io.BytesIO], io.IOBase], block: bytes) -> bytes:
    """100 MB of one block, again and again."""
    written = io.BytesIO()
    with opened(written) as file:
        for _ in range(BLOCKS):
            file.write(block)
    return written.getvalue()


def sheet() -> bytes:
    """A spreadsheet whose only sheet unpacks to 100 MB."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        with file.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as inner:
            for _ in range(BLOCKS):
                inner.write(b" " * BLOCK)
    return written.getvalue()


def entities() -> bytes:
    """A billion laughs."""
    names = "abcdefghi"
    made = "".join(
        f'<!ENTITY {name} "{f"&{below};" * 10}">' for name, below in zip(names[1:], names[:-1], strict=True)
    )
    return f'<!DOCTYPE x [<!ENTITY a "ha">{made}]><dataset id="x"><doc>&i;</doc></dataset>'.encode()


def bombs() -> Iterator[Bomb]:
    """Yields the name of each file, the command line that reads it, and what makes it."""
    zeros, lines = bytes(BLOCK), b"a b c d\n" * (BLOCK // 8)
    yield "gzip, one line", SCORE, lambda: packed(lambda to: gzip.GzipFile(fileobj=to, mode="wb"), zeros)
    yield "gzip, many lines", SCORE, lambda: packed(lambda to: gzip.GzipFile(fileobj=to, mode="wb"), lines)
    yield "bzip2", SCORE, lambda: bz2.compress(zeros * BLOCKS)
    yield "xz", SCORE, lambda: lzma.compress(zeros * BLOCKS, preset=0)
    yield (
        "gzip in gzip",
        SCORE,
        lambda: gzip.compress(packed(lambda to: gzip.GzipFile(fileobj=to, mode="wb"), zeros)),
    )
    yield "json, deep", "human scores bomb.json --from xcomet", lambda: b"[" * 10_000_000
    yield "json, deep objects", ROWS.format("bomb.jsonl"), lambda: b'{"mt":' * 1_000_000
    yield (
        "json, digits",
        ROWS.format("bomb.jsonl"),
        lambda: b'{"mt": "a", "ref": "b", "n": ' + b"7" * 10_000_000 + b"}\n",
    )
    yield (
        "json, keys",
        ROWS.format("bomb.jsonl"),
        lambda: b"{" + b",".join(b'"k%d": 0' % number for number in range(1_000_000)) + b"}\n",
    )
    yield "xml, entities", "convert bomb.xml", entities
    yield "xml, deep", "convert bomb.xml", lambda: b"<dataset>" + b"<doc>" * 1_000_000
    yield "xml, attributes", "convert bomb.xml", lambda: b"<dataset " + b" " * 5_000_000
    yield "csv, one field", ROWS.format("bomb.csv"), lambda: b'mt,ref\n"' + b"a" * 100_000_000
    yield "csv, columns", ROWS.format("bomb.csv"), lambda: b"a," * 2_000_000 + b"mt,ref\n"
    yield (
        "tsv, rows of another width",
        "human scores bomb.tsv --from google",
        lambda: b"system\trater\tcategory\tseverity\n" + b"\t" * 20_000_000,
    )
    yield "spreadsheet", ROWS.format("bomb.xlsx"), sheet
    yield (
        "combining marks",
        f"{SCORE} --normalize nfc",
        lambda: b"a" + "\u0300\u0316".encode() * 200_000 + b"\n",
    )
    yield (
        "candidates",
        "nbest mbr bomb.jsonl",
        lambda: b'{"translations": [' + b",".join(b'"%d"' % number for number in range(200_000)) + b"]}\n",
    )


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILES, FILES))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def finding(words: list[str], directory: str) -> str:
    """Returns what is wrong with how a command ends; "" for nothing."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "parbleu", *words],
            cwd=directory, capture_output=True, timeout=PATIENCE, preexec_fn=limit, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"takes more than {PATIENCE} s"
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"takes more than {LONGEST} s of processor time"
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 1, 2) or "Traceback" in said or len(said) > SAID:
        return f"status {done.returncode}, {len(said)} characters of error: {said[-1000:]}"
    return ""


def main() -> int:
    """Reads all bombs; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="bombs whose names hold this")
    only, n_found = parser.parse_args().only, 0
    for name, line, make in bombs():
        if only in name:
            words = line.split()
            with tempfile.TemporaryDirectory() as directory:
                file = next(word for word in words if word.startswith("bomb"))
                (Path(directory) / file).write_bytes(data := make())
                begun = time.monotonic()
                found = finding(words, directory)
            n_found += bool(found)
            seconds = time.monotonic() - begun
            told = f"FOUND {found}" if found else "read or refused"
            print(f"{name}, {len(data)} bytes, {seconds:.1f} s: {told}")
    return int(n_found > 0)


if __name__ == "__main__":
    sys.exit(main())
