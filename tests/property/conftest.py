"""Random tests over all cores: the original takes most of their time, and computes with one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

OverCores = Callable[[Callable[..., Any], Iterable[Any]], list[Any]]


@pytest.fixture(scope="module")
def over_cores() -> Iterator[OverCores]:
    """Calls a function of a module with one argument after another, in as many processes as there are cores.

    What it raises, it raises here.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield lambda function, arguments: list(pool.map(function, arguments))
