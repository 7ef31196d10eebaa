"""`python -m sacrebleu.dataset --check | --dump`: verifies all downloads; lists all test sets as a table."""

from __future__ import annotations

import re
import sys

from parbleu.compat.sacrebleu.dataset import DATASETS
from parbleu.compat.sacrebleu.dataset.base import Dataset
from parbleu.errors import ParbleuError

USAGE = "Usage: python -m sacrebleu.dataset --check | --dump"


def check() -> int:
    """Downloads what is not there, and compares all checksums; returns the status."""
    return max([_check(name, dataset) for name, dataset in DATASETS.items()], default=0)


def _check(name: str, dataset: Dataset) -> int:
    try:
        dataset.maybe_download()
    except ParbleuError as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return 1
    return 0


def dump() -> int:
    """Prints the name and the description of every test set, in Markdown; returns the status."""
    rows = [("Dataset", "Description"), ("-" * 30, "-" * 115)]
    rows += [(name, dataset.description or "") for name, dataset in DATASETS.items()]
    for name, description in rows:
        linked = re.sub(r"(https?://\S+)", r"[URL](\1)", description)
        print(f"| {name:<30} | {linked:<115} |")
    return 0


def main(words: list[str]) -> int:
    """Runs a command line; returns the status."""
    if words == ["--check"]:
        return check()
    if words == ["--dump"]:
        return dump()
    print(USAGE)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
