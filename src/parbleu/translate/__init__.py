"""Translates with engines behind one protocol, and writes files that survive interruptions."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".engine": "Engine Settings Translation",
        ".engine_driver": "Batching translate",
        ".engines": "ENGINES make_engine",
        ".source_texts": "FileSource TestSetSource",
        ".translate_files": "RunOptions TranslationJob translate_file translate_stream",
    },
)
