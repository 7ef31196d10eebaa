# Written by tools/make_lazy_stubs.py.

from parbleu.translate._engine import Engine as Engine
from parbleu.translate._engine import Settings as Settings
from parbleu.translate._engine import Translation as Translation
from parbleu.translate._engine_driver import Batching as Batching
from parbleu.translate._engine_driver import translate as translate
from parbleu.translate._engines import ENGINES as ENGINES
from parbleu.translate._engines import make_engine as make_engine
from parbleu.translate._source_texts import FileSource as FileSource
from parbleu.translate._source_texts import TestSetSource as TestSetSource
from parbleu.translate._translate_files import RunOptions as RunOptions
from parbleu.translate._translate_files import TranslationJob as TranslationJob
from parbleu.translate._translate_files import translate_file as translate_file
from parbleu.translate._translate_files import translate_stream as translate_stream
