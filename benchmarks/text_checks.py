"""Measures what the search for texts that do not fit each other costs: `python -m benchmarks.text_checks`.

CPU time of `parbleu score` in one thread, with and without that search: the least and the median of
interleaved rounds.
`--instructions` counts with Valgrind what the command executes, which does not depend on what else the
machine does. Options behind the files, such as `-b`, are those of `parbleu score`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks.texts import Texts

ROUNDS = 41
LINES = 20_000

COMMAND = """
import sys
from parbleu._cli.main import command
from parbleu._inputs.line_files import LineFiles
read = LineFiles.__init__
LineFiles.__init__ = lambda files, named: read(files, named.changed(check_text={looks}))
sys.argv[1:] = ["score", *{words!r}]
command()
"""


def run(before: list[str], words: list[str], folder: str, *, looks: bool) -> None:
    """Runs `parbleu score` in one thread, with its modules compiled in a folder."""
    env = {**os.environ, "PARBLEU_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": folder}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [*before, sys.executable, "-c", COMMAND.format(words=words, looks=looks)]
    subprocess.run(command, env=env, check=True, capture_output=True, cwd=Path(__file__).parent)


def cpu_time(words: list[str], folder: str, *, looks: bool) -> float:
    """Returns the milliseconds of CPU time that `parbleu score` takes."""
    before = getrusage(RUSAGE_CHILDREN)
    run([], words, folder, looks=looks)
    after = getrusage(RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def instructions(words: list[str], folder: str, *, looks: bool) -> float:
    """Returns how many millions of instructions `parbleu score` executes."""
    log = Path(folder) / "log"
    counted = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", f"--log-file={log}"]
    run(counted, words, folder, looks=looks)
    [count] = re.findall(r"Collected : (\d+)", log.read_text(encoding="utf-8"))
    return int(count) / 1e6


def main() -> None:
    """Measures the files that are named, or texts of the benchmarks, and prints a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", metavar="REF HYP")
    parser.add_argument("--instructions", action="store_true", help="count instructions")
    arguments, options = parser.parse_known_args()
    paths = [str(Path(name).resolve()) for name in arguments.files]
    with tempfile.TemporaryDirectory() as folder:
        if not paths:
            paths = [str(Path(folder) / name) for name in ("ref", "hyp")]
            pairs = Texts().target("de").repeated(LINES)
            for path, lines in zip(paths, (pairs.refs, pairs.hyps), strict=True):
                Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        words = [paths[0], "-i", paths[1], *options]
        for looks in (False, True):
            run([], words, folder, looks=looks)  # which compiles the modules
        measure, unit, rounds = cpu_time, "ms", ROUNDS
        if arguments.instructions:
            measure, unit, rounds = instructions, "million instructions", 1
        figures: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(rounds):
            for looks in figures:
                figures[looks].append(measure(words, folder, looks=looks))
        both = figures.values()
        for name, (without, with_look) in {"least": map(min, both), "median": map(median, both)}.items():
            share = f"{100 * (with_look / without - 1):+.1f} %"
            print(f"{name}: {without:.1f} {unit} without the search, {with_look:.1f} with it: {share}")


if __name__ == "__main__":
    main()
