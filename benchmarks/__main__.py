"""Runs the benchmarks of parbleu against tools that do the same work, and prints Markdown."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from importlib import import_module
from pathlib import Path

from benchmarks import growth
from benchmarks.history import entry
from benchmarks.machine import describe
from benchmarks.settings import Settings
from benchmarks.table import markdown, short
from benchmarks.texts import Texts

GROUPS = (
    "corpus",
    "kernels",
    "languages",
    "tokenizers",
    "mecab",
    "pieces",
    "sentence",
    "rewards",
    "process",
    "dropin",
    "comparisons",
    "pairwise",
    "mbr",
    "peers",
    "tokens",
    "threads",
    "memory",
    "table_files",
    "batches",
    "engines",
    "testsets",
    "meta",
    "evalsets",
    "edits",
    "analysis",
    "wmt",
)
"""Modules of benchmarks.groups, in the order of the table."""

METHOD = "CPU time of one thread unless a row says otherwise; interleaved rounds with fresh objects each."


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        choices=("speed", "growth"),
        default="speed",
        help="speed: against other tools (default). growth: how the cost of commands grows with their input",
    )
    parser.add_argument("--quick", action="store_true", help="fewer lines and rounds")
    parser.add_argument(
        "--only",
        nargs="+",
        default=(),
        metavar="GROUP",
        help=f"groups: {', '.join(GROUPS)}; of growth: beginnings of COMMAND or of UNIT: COMMAND; "
        "the others' figures stay",
    )
    parser.add_argument("--short", action="store_true", help="one table of ratios, without notes")
    parser.add_argument("--history", type=Path, help="append the ratios to this file, as a line of JSON")
    parser.add_argument(
        "--folder", type=Path, default=Path("docs"), help="where growth writes its page (default: docs)"
    )
    parser.add_argument("--ref", type=Path, help="a reference file to measure on, with --hyp")
    parser.add_argument("--hyp", type=Path, help="a hypothesis file to measure on, with --ref")
    options = parser.parse_args()
    if bool(options.ref) != bool(options.hyp):
        parser.error("--ref and --hyp belong together")
    if options.what == "speed" and (unknown := set(options.only) - set(GROUPS)):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    return options


def main() -> None:
    options = arguments()
    if options.what == "growth":
        growth.main(options.folder, options.quick, options.only)
        return
    # One thread for both sides, also in the libraries below NumPy; the thread rows say otherwise themselves.
    os.environ.update({"PARBLEU_THREADS": "1", "OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"})
    logging.disable(logging.WARNING)
    for module in ("numpy", "regex"):  # which one side or the other loads when first needed
        import_module(module)
    settings = Settings(Texts(options.ref, options.hyp), options.quick)
    print(f"{describe()}\n\n{METHOD}\n")
    groups = []
    for name in options.only or GROUPS:
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        groups.append(import_module(f"benchmarks.groups.{name}").measure(settings))
        if not options.short:
            print(markdown(groups[-1]), flush=True)
    if options.short:
        print(short(groups))
    if options.history:
        with options.history.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry(groups), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
