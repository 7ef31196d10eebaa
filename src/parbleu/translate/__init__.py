"""Translates with engines behind one protocol, and writes files that survive interruptions."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._engine": "Engine Settings Translation",
        "._engine_driver": "Batching translate",
        "._engines": "ENGINES make_engine",
        "._source_texts": "FileSource TestSetSource",
        "._translate_files": "RunOptions TranslationJob translate_file translate_stream",
    },
)
