"""Shows what `parbleu score` says of output that does not fit: `python -m benchmarks.text_cases REF HYP...`.

For each output: the score that is printed without a look at the texts (`--force`), what is said of them, and
the score after the normalizations that the line names.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys

NAMED = re.compile(r"--normalize ([a-z -]+?) \(")


def scored(*words: str) -> tuple[str, str]:
    """Returns the score that the command prints, and its messages."""
    command = [sys.executable, "-m", "parbleu", "score", *words, "-b"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "refused", done.stderr.strip()


def main() -> None:
    """Prints a block for each output that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reference")
    parser.add_argument("outputs", nargs="+")
    parser.add_argument("-l", dest="pair", default="", help="the language pair")
    asked = parser.parse_args()
    pair = ["-l", asked.pair] if asked.pair else []
    for output in asked.outputs:
        words = [asked.reference, "-i", output, *pair]
        before, _ = scored(*words, "--force")
        now, told = scored(*words)
        print(f"{output}: {before} before, {now} now")
        print(*(f"  {line}" for line in told.splitlines() or ["nothing is said"]), sep="\n")
        if names := NAMED.search(told):
            print(f"  normalized: {scored(*words, '--normalize', *names[1].split())[0]}")


if __name__ == "__main__":
    main()
