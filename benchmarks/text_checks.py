"""Measures what the search for texts that do not fit each other costs: `python -m benchmarks.text_checks`.

CPU time of one thread, of reading and scoring files by BLEU, with and without that search: the least of
interleaved rounds. `parbleu score` takes the time to start besides; `--instructions` counts with Valgrind
what all of the command executes, which does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from benchmarks.texts import Texts
from parbleu import BLEU
from parbleu._inputs.line_files import LineFiles

ROUNDS = 21
LINES = 20_000

COMMAND = """
import sys
from parbleu._cli.main import command
from parbleu._inputs.line_files import LineFiles
LineFiles.__init__.__kwdefaults__["check_text"] = {looks}
sys.argv[1:] = ["score", {reference!r}, "-i", {output!r}]
command()
"""


def cost(reference: str, output: str, *, looks: bool) -> float:
    """Returns the CPU seconds of scoring a file."""
    start = process_time()
    metric = BLEU()
    row = None
    with LineFiles([reference], [output], check_text=looks) as files:
        for part in files.parts():
            [hypotheses] = part.systems.values()
            row = metric.engine.total(hypotheses, part.references, 1, row)
        if looks:
            files.warn_of_text([metric])
    return process_time() - start


def instructions(reference: str, output: str, *, looks: bool) -> int:
    """Returns the number of instructions that `parbleu score` executes in one thread."""
    program = COMMAND.format(reference=reference, output=output, looks=looks)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        env = {**os.environ, "PARBLEU_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        counted = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", f"--log-file={log}"]
        for before in ([], counted):  # the first run compiles the modules
            command = [*before, sys.executable, "-c", program]
            subprocess.run(command, env=env, check=True, capture_output=True, cwd=Path(__file__).parent)
        [count] = re.findall(r"Collected : (\d+)", log.read_text(encoding="utf-8"))
    return int(count)


def main() -> None:
    """Measures the files that are named, or texts of the benchmarks, and prints a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", metavar="REF HYP")
    parser.add_argument("--instructions", action="store_true", help="count instructions")
    arguments = parser.parse_args()
    words = [str(Path(name).resolve()) for name in arguments.files]
    with tempfile.TemporaryDirectory() as folder:
        if not words:
            words = [str(Path(folder) / name) for name in ("ref", "hyp")]
            pairs = Texts().target("de").repeated(LINES)
            for path, lines in zip(words, (pairs.refs, pairs.hyps), strict=True):
                Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if arguments.instructions:
            counts = [instructions(*words[:2], looks=looks) / 1e6 for looks in (False, True)]
            share = counts[1] / counts[0] - 1
            print(
                f"{counts[0]:.1f} million without the search, {counts[1]:.1f} with it: {100 * share:+.1f} %"
            )
            return
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(ROUNDS):
            for looks in times:
                times[looks].append(cost(*words[:2], looks=looks))
        with_look, without = (1000 * min(times[looks]) for looks in (True, False))
        share = with_look / without - 1
        print(f"{without:.1f} ms without the search, {with_look:.1f} ms with it: {100 * share:+.1f} %")


if __name__ == "__main__":
    main()
