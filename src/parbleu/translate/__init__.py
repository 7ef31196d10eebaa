"""Translates with engines behind one protocol, and writes files that survive interruptions."""

from parbleu.translate.engine import Engine, Settings, Translation
from parbleu.translate.engine_driver import Batching, translate
from parbleu.translate.engines import ENGINES, make_engine
from parbleu.translate.source_texts import FileSource, TestSetSource
from parbleu.translate.translate_files import RunOptions, TranslationJob, translate_file, translate_stream

__all__ = [
    "ENGINES",
    "Batching",
    "Engine",
    "FileSource",
    "RunOptions",
    "Settings",
    "TestSetSource",
    "Translation",
    "TranslationJob",
    "make_engine",
    "translate",
    "translate_file",
    "translate_stream",
]
