"""Defines sacreBLEU's helper functions and constants."""

from __future__ import annotations

import sys
from os.path import join
from typing import TYPE_CHECKING, Any

from parbleu._base.lazy import lazy_attributes
from parbleu.compat.sacrebleu._files import SACREBLEU_DIR as SACREBLEU_DIR
from parbleu.compat.sacrebleu._files import USERHOME as USERHOME
from parbleu.compat.sacrebleu._files import download_file as download_file
from parbleu.compat.sacrebleu._files import extract_tarball as extract_tarball
from parbleu.compat.sacrebleu._files import get_md5sum as get_md5sum
from parbleu.compat.sacrebleu._files import smart_open as smart_open
from parbleu.compat.sacrebleu._log import logger

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from parbleu.compat.sacrebleu._printing import Color as Color
    from parbleu.compat.sacrebleu._printing import print_results_table as print_results_table
    from parbleu.compat.sacrebleu._printing import print_single_results as print_single_results
    from parbleu.compat.sacrebleu._testsets import download_test_set as download_test_set
    from parbleu.compat.sacrebleu._testsets import filter_subset as filter_subset
    from parbleu.compat.sacrebleu._testsets import get_available_origlangs as get_available_origlangs
    from parbleu.compat.sacrebleu._testsets import get_available_subsets as get_available_subsets
    from parbleu.compat.sacrebleu._testsets import get_available_testsets as get_available_testsets
    from parbleu.compat.sacrebleu._testsets import (
        get_available_testsets_for_langpair as get_available_testsets_for_langpair,
    )
    from parbleu.compat.sacrebleu._testsets import get_files as get_files
    from parbleu.compat.sacrebleu._testsets import get_langpairs_for_testset as get_langpairs_for_testset
    from parbleu.compat.sacrebleu._testsets import get_reference_files as get_reference_files
    from parbleu.compat.sacrebleu._testsets import get_source_file as get_source_file
    from parbleu.compat.sacrebleu._testsets import print_test_set as print_test_set
    from parbleu.compat.sacrebleu.dataset import DATASETS as DATASETS
    from parbleu.compat.sacrebleu.dataset import SUBSETS as SUBSETS


def my_log(num: float) -> float:
    """Returns the natural logarithm; -9999999999 for 0."""
    from math import log

    return log(num) if num != 0 else -9999999999


def sum_of_lists(lists: Sequence[Any]) -> Any:
    """Returns the sums of columns; a single row itself."""
    if len(lists) == 1:
        return lists[0]
    from parbleu._base.numbers import plain_sum

    zero = type(lists[0][0])(0)
    return [plain_sum((row[column] for row in lists), zero) for column in range(len(lists[0]))]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """Returns the options whose names begin with a prefix and an underscore."""
    start = f"{prefix}_"
    chosen = {name: value for name, value in vars(args).items() if name.startswith(start)}
    return {name.removeprefix(start): value for name, value in chosen.items()} if strip_prefix else chosen


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None
) -> None:
    """Leaves the program with status 1 if streams differ in length, after saying so."""
    if all(len(stream) == len(system) for stream in refs):
        return
    logger().error("System and reference streams have different lengths.")
    if test_set is not None:
        from parbleu.compat._sacrebleu_command.messages import cache_lines

        for line in cache_lines(join(SACREBLEU_DIR, test_set)):
            logger().error(line)
    sys.exit(1)


__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__, _NAMES = lazy_attributes(
    __name__,
    {
        "parbleu.compat.sacrebleu._printing": "Color print_results_table print_single_results",
        "parbleu.compat.sacrebleu._testsets": "download_test_set filter_subset get_available_origlangs "
        "get_available_subsets get_available_testsets get_available_testsets_for_langpair get_files "
        "get_langpairs_for_testset get_reference_files get_source_file print_test_set",
        "parbleu.compat.sacrebleu.dataset": "DATASETS SUBSETS",
    },
)
