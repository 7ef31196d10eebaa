"""Helpers."""

from __future__ import annotations

import sys
from os import environ
from os.path import expanduser, join

from parbleu.compat.sacrebleu._log import logger
from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from parbleu.compat.sacrebleu._printing import Color as Color
    from parbleu.compat.sacrebleu._printing import print_results_table as print_results_table
    from parbleu.compat.sacrebleu._printing import print_single_results as print_single_results

USERHOME = expanduser("~")  # noqa: PTH111 - strings, as the original has them
SACREBLEU_DIR = environ.get("SACREBLEU", join(USERHOME, ".sacrebleu"))  # noqa: PTH118


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> Any:
    """Opens a text file whose lines end at LF only; one whose name ends in `.gz` is (de)compressed."""
    if file.endswith(".gz"):
        from gzip import open as open_gzip

        return open_gzip(file, mode=mode, encoding=encoding, newline="\n")
    return open(file, mode=mode, encoding=encoding, newline="\n")  # noqa: PTH123 - any name that `open` takes


def my_log(num: float) -> float:
    """Returns the natural logarithm; -9999999999 for 0."""
    from math import log

    return log(num) if num != 0 else -9999999999


def sum_of_lists(lists: Sequence[Any]) -> Any:
    """Returns the sums of columns; a single row itself."""
    if len(lists) == 1:
        return lists[0]
    zero = type(lists[0][0])(0)
    return [sum((row[column] for row in lists), zero) for column in range(len(lists[0]))]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """Returns the options whose names begin with a prefix and an underscore.

    Args:
        args: parsed options.
        prefix: such as chrf.
        strip_prefix: whether to return the names without it.
    """
    start = f"{prefix}_"
    found = {name: value for name, value in vars(args).items() if name.startswith(start)}
    return {name.removeprefix(start): value for name, value in found.items()} if strip_prefix else found


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None
) -> None:
    """Leaves the program with status 1 if streams differ in length, after saying so.

    Args:
        system: the hypotheses.
        refs: the reference streams.
        test_set: from which they come.
    """
    if all(len(stream) == len(system) for stream in refs):
        return
    logger().error("System and reference streams have different lengths.")
    if test_set is not None:
        directory = join(SACREBLEU_DIR, test_set)  # noqa: PTH118
        for line in (
            "This could be an issue with your system output "
            "or with sacreBLEU's reference database if -t is given.",
            "For the latter, try cleaning out the cache by typing:\n",
            f"  rm -r {directory}\n",
            "The test sets will be re-downloaded the next time you run sacreBLEU.",
        ):
            logger().error(line)
    sys.exit(1)


def get_md5sum(dest_path: str) -> str:
    """Returns the MD5 sum of a file, in hexadecimal digits."""
    from hashlib import md5

    digest = md5()
    with open(dest_path, "rb") as file:  # noqa: PTH123
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


_PRINTING = "parbleu.compat.sacrebleu._printing"

__getattr__, __dir__ = lazy_attributes(
    __name__,
    {name: f"{_PRINTING}:{name}" for name in ("Color", "print_results_table", "print_single_results")},
)
