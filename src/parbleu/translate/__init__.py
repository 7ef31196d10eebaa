"""Making translations: engines behind one small protocol, and files that survive kills."""

from typing import TYPE_CHECKING

from parbleu.base.lazy import lazy_attributes

if TYPE_CHECKING:
    from parbleu.translate.engine import Engine as Engine
    from parbleu.translate.engine import Settings as Settings
    from parbleu.translate.engine import Translation as Translation
    from parbleu.translate.engine_driver import Batching as Batching
    from parbleu.translate.engine_driver import translate as translate
    from parbleu.translate.engines import ENGINES as ENGINES
    from parbleu.translate.engines import make_engine as make_engine
    from parbleu.translate.source_texts import FileSource as FileSource
    from parbleu.translate.source_texts import TestSetSource as TestSetSource
    from parbleu.translate.translate_files import RunOptions as RunOptions
    from parbleu.translate.translate_files import TranslationJob as TranslationJob
    from parbleu.translate.translate_files import translate_file as translate_file
    from parbleu.translate.translate_files import translate_stream as translate_stream

_NAMES = {
    "Batching": "parbleu.translate.engine_driver:Batching",
    "ENGINES": "parbleu.translate.engines:ENGINES",
    "Engine": "parbleu.translate.engine:Engine",
    "FileSource": "parbleu.translate.source_texts:FileSource",
    "RunOptions": "parbleu.translate.translate_files:RunOptions",
    "Settings": "parbleu.translate.engine:Settings",
    "TestSetSource": "parbleu.translate.source_texts:TestSetSource",
    "Translation": "parbleu.translate.engine:Translation",
    "TranslationJob": "parbleu.translate.translate_files:TranslationJob",
    "make_engine": "parbleu.translate.engines:make_engine",
    "translate": "parbleu.translate.engine_driver:translate",
    "translate_file": "parbleu.translate.translate_files:translate_file",
    "translate_stream": "parbleu.translate.translate_files:translate_stream",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
