"""Imports the framework that an integration is for, and says how to install it if it is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from parbleu._base.extras import install_command
from parbleu.errors import MissingDependencyError


class Base:
    """For type checkers, stands for classes of frameworks that integrations derive from."""

    def __init__(self, *arguments: Any, **options: Any) -> None: ...

    def __getattr__(self, name: str) -> Any: ...


def framework(module: str, extra: str = "") -> Any:
    """Returns a module of the framework that an integration is for.

    Args:
        module: such as "lm_eval.api.registry".
        extra: the extra of parbleu that installs it; by default its package's name, such as "lm-eval".

    Raises:
        MissingDependencyError: it, or what it needs, is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as problem:
        extra = extra or module.partition(".")[0].replace("_", "-")
        name = extra.replace("-", "_")
        raise MissingDependencyError(
            f"parbleu.integrations.{name}: {problem}: {install_command(extra)}"
        ) from None
