"""Measures `parbleu align` beside mweralign: time of the processor, memory, and the edits that each needs.

    python -m benchmarks.resegmentation                  2,000 segments of 25 words
    python -m benchmarks.resegmentation --segments 40000 --alone

The output is a copy of the references in which words are left out, replaced and added, cut into other lines.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from parbleu.analysis import edit_scripts
from parbleu.text import resegment

ODDS = 12  # of a word to be left out, to be replaced, and to have another one behind it
VOCABULARY = 8000


class Measured(NamedTuple):
    """Seconds of the processor, and the most memory in MB."""

    seconds: float
    megabytes: float


def texts(n_segments: int, n_words: int) -> tuple[list[str], list[str]]:
    """Returns references, and output of other segments."""
    draw = random.Random(1)
    words = [f"w{min(int(draw.paretovariate(0.7)), VOCABULARY)}" for _ in range(n_segments * n_words)]
    said = []
    for word in words:
        if draw.randrange(ODDS):
            said.append(word if draw.randrange(ODDS) else f"w{draw.randrange(VOCABULARY)}")
        if not draw.randrange(ODDS):
            said.append(f"w{draw.randrange(VOCABULARY)}")
    references = [" ".join(words[at : at + n_words]) for at in range(0, len(words), n_words)]
    lines = []
    at = 0
    while at < len(said):
        size = draw.randrange(5, 2 * n_words)
        lines.append(" ".join(said[at : at + size]))
        at += size
    return references, lines


def measured(*command: str) -> Measured:
    """Runs a command and returns what it takes."""
    process = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(process, 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with status {status}")
    return Measured(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    """Prints both, and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--words", type=int, default=25)
    parser.add_argument("--alone", action="store_true", help="without mweralign")
    asked = parser.parse_args()
    references, lines = texts(asked.segments, asked.words)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, rows in {"ref": references, "hyp": lines}.items():
            (folder / file).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        ref, hyp = str(folder / "ref"), str(folder / "hyp")
        programs = {
            "parbleu": (
                *(sys.executable, "-m", "parbleu", "align", hyp, "--ref", ref, "-q", "--threads", "1"),
                *("-o", str(folder / "parbleu")),
            ),
            "mweralign": (
                *(sys.executable, "-m", "mweralign.mweralign", "--tokenizer", "none", "-r", ref, "-t", hyp),
                *("-o", str(folder / "mweralign")),
            ),
        }
        if asked.alone:
            del programs["mweralign"]
        found = {}
        cut = {}
        for program, command in programs.items():
            found[program] = measured(*command)
            cut[program] = (folder / program).read_text(encoding="utf-8").split("\n")[:-1]
            edits = edit_scripts(references, cut[program], tokenize="none").edits.sum()
            seconds, megabytes = found[program]
            print(f"{program:10} {seconds:8.2f} s {megabytes:8.1f} MB {edits:8} edits")
        begin = time.process_time()
        resegment(lines, references, threads=1)
        print(f"parbleu.text.resegment alone: {time.process_time() - begin:.3f} s")
        if not asked.alone:
            ours, theirs = found["parbleu"], found["mweralign"]
            same = sum(one.split() == other.split() for one, other in zip(*cut.values(), strict=True))
            print(
                f"mweralign takes {theirs.seconds / ours.seconds:.0f} times the processor and "
                f"{theirs.megabytes / ours.megabytes:.1f} times the memory; {same} of {len(references)} "
                "segments are equal"
            )


if __name__ == "__main__":
    main()
