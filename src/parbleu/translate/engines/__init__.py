"""The engines. To add one: a file with an `Engine` subclass, and its line in `ENGINES`."""

from __future__ import annotations

from parbleu.registry import Registry

ENGINES = Registry(
    "engine",
    {
        "command": "parbleu.translate.engines.command:Command",
    },
    group="parbleu.engines",
)
