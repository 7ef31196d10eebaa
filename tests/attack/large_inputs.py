"""Scores ten million segments and one line of 200 MB in bounded memory.

    python tests/attack/large_inputs.py
    python tests/attack/large_inputs.py --segments 1000000 --megabytes 20

Prints seconds and memory of each. A finding is a command that ends by a signal or a traceback, or takes more
memory than SECURITY.md promises: for a long line twelve times the size of it and its reference besides the
text itself, where TER has a limit of words instead; for many segments what does not grow with them.
Linux only, since it reads /proc.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MANY_SEGMENTS = 300
"""Megabytes that any number of short segments may take."""
TIMES = 1 + 12
"""What a long line may take of its size."""
PYTHON = 50
"""Megabytes that a process takes without a text."""
TER_WORDS = 300
"""Megabytes that as many words as TER takes may need."""
SCORES = {
    "BLEU": ["-m", "bleu"],
    "chrF": ["-m", "chrf"],
    "chrF++": ["-m", "chrf", "--chrf-word-order", "2"],
    "TER": ["-m", "ter"],
}
REPORTING = """
import sys
from parbleu._cli.main import main
status = main(sys.argv[1:])
with open("/proc/self/status") as file:
    print(next(line.split()[1] for line in file if line.startswith("VmHWM")), file=sys.stderr)
sys.exit(status)
"""


def write_lines(path: Path, seed: int, lines: int) -> None:
    chance = random.Random(seed)
    block = "".join(f"{' '.join(chance.choices(WORDS, k=chance.randint(3, 20)))}\n" for _ in range(10_000))
    with path.open("w") as file:
        for begin in range(0, lines, 10_000):
            file.write(block if begin + 10_000 <= lines else "".join(block.splitlines(True)[: lines - begin]))


def write_long_line(path: Path, seed: int, size: int) -> None:
    chance = random.Random(seed)
    with path.open("w") as file:
        while file.tell() < size:
            file.write(" ".join(chance.choices(WORDS, k=100_000)) + " ")
        file.write("\n")


WORDS = [f"{random.Random(number).randrange(1 << 40):x}"[: 1 + number % 9] for number in range(20_000)]


def score(what: str, hypothesis: Path, reference: Path, options: list[str]) -> tuple[int, float, str]:
    """Returns megabytes, seconds, and why the command refused the input."""
    begun = time.monotonic()
    command = [
        sys.executable,
        "-c",
        REPORTING,
        "score",
        str(reference),
        "-i",
        str(hypothesis),
        "-b",
        *options,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode < 0 or "Traceback" in done.stderr:
        sys.exit(f"FOUND: {what} ends with {done.returncode}:\n{done.stderr[-2000:]}")
    *problem, memory = done.stderr.strip().splitlines()
    return int(memory) // 1024, time.monotonic() - begun, "".join(problem) if done.returncode else ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--segments", type=int, default=10_000_000, help="default: 10,000,000")
    parser.add_argument("--megabytes", type=int, default=200, help="of the long line (default: 200)")
    given = parser.parse_args()
    found = False
    with tempfile.TemporaryDirectory() as place:
        hypothesis, reference = Path(place, "hypothesis"), Path(place, "reference")
        for kind, limit in (("segments", MANY_SEGMENTS), ("line", 2 * TIMES * given.megabytes)):
            for seed, path in enumerate((hypothesis, reference)):
                if kind == "segments":
                    write_lines(path, seed, given.segments)
                else:
                    write_long_line(path, seed, given.megabytes * 1_000_000)
            for name, options in SCORES.items():
                memory, seconds, refusal = score(f"{name} of {kind}", hypothesis, reference, options)
                print(f"{kind:8} {name:6} {memory:6} MB {seconds:7.1f} s  {refusal[:100]}", flush=True)
                most = PYTHON + (max(limit, TER_WORDS) if name == "TER" else limit)
                if memory > most:
                    print(f"FOUND: more than {most} MB")
                    found = True
    sys.exit(found)


if __name__ == "__main__":
    main()
