"""Imports what only some tests need: the packages of the group `extras` in pyproject.toml."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest


def extra(name: str) -> Any:
    """Returns a module of an extra package. Without it a test or a file skips, or fails if CI=true."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        why = f"{problem.name} is not installed: `make extras` installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(why, pytrace=False)
    pytest.skip(why, allow_module_level=True)
