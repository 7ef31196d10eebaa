"""Counts the instructions that the core runs for a line of text on ARM, for each metric and vector kernel.

The package ziglang compiles the core; a plugin of qemu (Debian's `qemu-user`) counts what it runs. The text
is the benchmarks' English (`benchmarks/texts.py`), or that of two files.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

from make_wheels import ROOT, run, zig

sys.path.insert(0, str(ROOT))
from benchmarks.texts import Texts

TARGET = "aarch64-linux-musl"
LEVELS = ("portable", "neon")
METRICS = ("bleu", "chrf", "chrf++", "ter")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hyp", type=Path, help="a file of hypotheses")
    parser.add_argument("--ref", type=Path, help="a file of references")
    parser.add_argument("--lines", type=int, default=1000, help="how many of them, from the first on")
    parser.add_argument("--metric", nargs="+", default=METRICS, choices=METRICS)
    parser.add_argument(
        "--functions",
        type=float,
        default=101,
        metavar="PERCENT",
        help="show those from this share on, as the linker names them",
    )
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "instructions", help="where to build")
    options = parser.parse_args()
    work = options.work.resolve()
    program, plugin = build(work)
    pairs = Texts(options.ref, options.hyp).target("en")
    count = min(options.lines, len(pairs))
    hyp, ref = work / "hyp.txt", work / "ref.txt"
    for path, lines in ((hyp, pairs.hyps), (ref, pairs.refs)):
        path.write_text("".join(f"{line}\n" for line in lines[:count]), encoding="utf-8")
    print(f"{pairs.name}, {count:,} lines: instructions a line")
    for metric in options.metric:
        portable = 0.0
        digests = set()
        for level in LEVELS:
            functions, digest = measured([program, metric, level], plugin, [hyp, ref])
            digests.add(digest)
            total = sum(functions.values()) / count
            portable = portable or total
            print(f"{metric:8}{level:10}{total:10,.0f}{portable / total:8.2f}x")
            for name, instructions in functions.most_common():
                share = 100 * instructions / count / total
                if share >= options.functions:
                    print(f"  {share:5.1f} %{instructions / count:10,.0f}  {name}")
        if len(digests) > 1:
            sys.exit(f"{metric}: the statistics differ from one level to the other")


def build(work: Path) -> tuple[Path, Path]:
    """Builds the program that scores lines and the plugin that counts, and returns where they are."""
    variables = zig(TARGET, ROOT)
    run("cmake", "-G", "Ninja", "-S", ROOT / "core", "-B", work / "core", "-DPARBLEU_TESTS=ON", **variables)
    run("cmake", "--build", work / "core", "--target", "score_lines", **variables)
    plugin = work / "libqemu_counter.so"
    source = ROOT / "core" / "tests" / "instructions" / "qemu_counter.cpp"
    run(os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-shared", "-fPIC", source, "-o", plugin)
    return work / "core" / "score_lines", plugin


def measured(command: list[Path | str], plugin: Path, texts: list[Path]) -> tuple[Counter[str], str]:
    """Returns the instructions of one round, by function, and the digest of the statistics.

    They are what two rounds take more than one, so that reading the files is not counted.
    """
    totals: list[Counter[str]] = []
    digest = ""
    log = plugin.with_suffix(".log")
    qemu = ("qemu-aarch64", "-plugin", plugin, "-d", "plugin", "-D", log)
    for rounds in (1, 2):
        digest = run(*qemu, *command, str(rounds), *texts)
        totals.append(Counter())
        for line in log.read_text(encoding="utf-8").splitlines():
            instructions, _, function = line.partition(" ")
            totals[-1][function] += int(instructions)
    return totals[1] - totals[0], digest


if __name__ == "__main__":
    main()
