"""Registers the engines. To add one: a file with an `Engine` subclass, and its line in `ENGINES`."""

from __future__ import annotations

from typing import Any

from parbleu._base.registry import Registry
from parbleu.translate._engine import Engine, Settings

ENGINES = Registry(
    "engine",
    {
        "ctranslate2": "parbleu.translate._engines.ctranslate2:CTranslate2",
        "transformers": "parbleu.translate._engines.transformers:Transformers",
        "command": "parbleu.translate._engines.command:CommandEngine",
        "http": "parbleu.translate._engines.http:Http",
    },
    group="parbleu.engines",
)


def make_engine(name: str, **settings: Any) -> Engine:
    """Returns an engine, ready to translate.

    Args:
        name: one of `ENGINES`, or a name that another distribution announces in the group `parbleu.engines`.
        settings: the attributes of `parbleu.translate.Settings` that the engine uses; None for a setting that
            is not given.

    Raises:
        UnknownNameError: there is no such engine.
        OptionError: a setting is out of its range, or the engine does not use it.
        ParbleuError: the engine cannot be loaded; the message says what is missing.

    Example:
        >>> engine = make_engine("command", command="tr a-z A-Z")
        >>> [made.text for made in engine.translate(["ein Haus", "ein Hund"])]
        ['EIN HAUS', 'EIN HUND']
    """
    engine: Engine = ENGINES[name](Settings(**settings))
    return engine
