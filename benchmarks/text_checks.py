"""Measures what the search for texts that do not fit each other costs: `python -m benchmarks.text_checks`.

CPU time of one thread, of reading and scoring files by BLEU, with and without that search: the least of
interleaved rounds. `parbleu score` takes the time to start besides.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

from benchmarks.texts import Texts
from parbleu import BLEU
from parbleu._inputs.line_files import LineFiles

ROUNDS = 21
LINES = 20_000


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


def main() -> None:
    """Measures the files that are named, or texts of the benchmarks, and prints a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", metavar="REF HYP")
    words = parser.parse_args().files
    with tempfile.TemporaryDirectory() as folder:
        if not words:
            words = [str(Path(folder) / name) for name in ("ref", "hyp")]
            pairs = Texts().target("de").repeated(LINES)
            for path, lines in zip(words, (pairs.refs, pairs.hyps), strict=True):
                Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(ROUNDS):
            for looks in times:
                times[looks].append(cost(*words[:2], looks=looks))
        with_look, without = (1000 * min(times[looks]) for looks in (True, False))
        share = with_look / without - 1
        print(f"{without:.1f} ms without the search, {with_look:.1f} ms with it: {100 * share:+.1f} %")


if __name__ == "__main__":
    main()
