"""Compares parbleu with the installed sacreBLEU on any number of random hostile segment pairs.

    python tools/fuzz_against_sacrebleu.py -n 1000000
    python tools/fuzz_against_sacrebleu.py -n 50000 --only ter --seed 7

Statistics, segment scores, corpus scores, printed scores and signatures must be equal. What differs is made
small, printed so that it can be pasted, and ends the run with status 1. The texts and options are those of
tests/property, from which a few batches run in every `make test`.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path
from time import process_time

TESTS = Path(__file__).resolve().parents[1] / "tests"
SHARES = {"BLEU": 0.52, "CHRF": 0.45, "TER": 0.03}
"""Of the pairs; TER costs the original a hundred times as much."""
BATCH = {"BLEU": 1000, "CHRF": 1000, "TER": 50}
ENOUGH = 5


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "-n", "--pairs", type=int, default=100_000, help="how many segment pairs, over all metrics"
    )
    parser.add_argument("--seed", help="what the texts derive from; without it they are new each time")
    parser.add_argument("--only", choices=["bleu", "chrf", "ter"], help="one metric instead of all")
    return parser.parse_args()


def compare(metric: str, pairs: int, seed: str) -> int:
    """Compares on at least so many pairs and reports; returns how many batches differed."""
    from property.against import check_batch

    start, size, bad = process_time(), BATCH[metric], 0
    batches = -(-pairs // size)
    for index in range(batches):
        found = check_batch(metric, f"{seed}/{index}", size)
        for difference in found:
            print(f"\nbatch {index} of {metric}, --seed {seed}:\n{difference}", flush=True)
        bad += bool(found)
        if bad == ENOUGH:
            print(f"{metric}: stopped after {ENOUGH} batches that differ")
            break
    seconds = process_time() - start
    print(
        f"{metric}: {(index + 1) * size:,} pairs compared in {seconds:.0f} s, {bad} batches differ",
        flush=True,
    )
    return bad


def main() -> int:
    options = arguments()
    sys.path.insert(0, str(TESTS))
    from plain_sum import use_plain_sum

    use_plain_sum()
    seed = options.seed or str(secrets.randbelow(10**9))
    print(f"seed {seed}", flush=True)
    if options.only:
        return bool(compare(options.only.upper(), options.pairs, seed))
    return bool(sum([compare(metric, int(options.pairs * share), seed) for metric, share in SHARES.items()]))


if __name__ == "__main__":
    sys.exit(main())
