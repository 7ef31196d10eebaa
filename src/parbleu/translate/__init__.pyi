# Written by tools/make_lazy_stubs.py.

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
