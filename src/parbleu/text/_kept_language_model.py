"""Keeps the model of py3langid in the user's cache as tables that are mapped into memory.

To import the package loads NumPy and unpacks 68 MB, which takes longer than to score 100,000 lines. The core
reads these tables where they lie. The package is asked where they cannot be kept, and once to make them.
"""

from __future__ import annotations

import sys
from os import SEEK_END, path

from parbleu._core import LanguageModel, frequent_words
from parbleu.fetch._environment import user_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_KEY = 64
_FIRST_MARK = "\u0300"
"""Of the characters that come before all combining ones, each is in NFC."""

_CODES = "bg ca cs de el en es fi fr hr hu id it nl pl pt ro ru sk sv tr uk vi"
"""Of the languages whose frequent words are known."""


def kept_classifier() -> Callable[[str], str] | None:
    """Returns a function that returns the code of a text's language by the kept model.

    It raises ValueError where the model is damaged. Returns None if none is kept of the package that is
    installed.
    """
    from mmap import ACCESS_READ, mmap

    try:
        key = _key()
        with open(_kept_file(), "rb") as opened:  # noqa: PTH123
            if opened.read(_KEY) == key:
                model = LanguageModel(memoryview(mmap(opened.fileno(), 0, access=ACCESS_READ))[_KEY:])
                return lambda text: _recognized(model, text)
    except (OSError, ValueError):
        pass
    return None


def keep_model(package: Any) -> None:
    """Keeps the model of py3langid, if the core tells languages by it as the package does."""
    from parbleu.errors import CacheError
    from parbleu.fetch._cache_files import caching

    try:
        with caching(_kept_file(), user_cache()) as opened:  # before what may be in vain
            package.classify("")  # which loads the model
            tables = _tables(package.langid.IDENTIFIER)
            model = LanguageModel(tables)
            known = map(frequent_words, _CODES.split())
            texts = [text for words in known for text in (words, words.upper())]
            if any(_recognized(model, text) != package.classify(text)[0] for text in texts):
                raise ValueError("the package tells other languages")
            opened.write(_key())
            opened.write(tables)
    except (AttributeError, CacheError, OSError, TypeError, ValueError):
        pass  # another version of the package, or a cache that is not writable


def _recognized(model: LanguageModel, text: str) -> str:
    """Returns the code of the language of a text, in NFC, and in lower case if it is in capitals."""
    if not text.isascii() and max(text) >= _FIRST_MARK:
        from parbleu._base.unicode_forms import unicode_form

        text = unicode_form("NFC", text)
    return model.language((text.lower() if text.isupper() else text).encode("utf-8", "surrogatepass"))


def _kept_file() -> str:
    return path.join(user_cache(), "parbleu", "py3langid.model")  # noqa: PTH118


def _key() -> bytes:
    """Returns what tells versions of the package: its program's size and checksum, and its model's checksum.

    The checksum of what the file of the model has packed is at its end. No time is in it: environments that
    have the same version keep one model.

    Raises:
        OSError: there is no such package.
    """
    from zlib import crc32

    # `importlib.util` would load more
    specs = (finder.find_spec("py3langid", None) for finder in sys.meta_path)
    folder = next((path.dirname(spec.origin or "") for spec in specs if spec), "")  # noqa: PTH120
    with open(path.join(folder, "langid.py"), "rb") as opened:  # noqa: PTH118, PTH123
        program = opened.read()
    with open(path.join(folder, "data", "model.npz.xz"), "rb") as model:  # noqa: PTH118, PTH123
        model.seek(16 - _KEY, SEEK_END)
        return len(program).to_bytes(8, "little") + crc32(program).to_bytes(8, "little") + model.read()


def _tables(identifier: Any) -> bytes:
    """Returns a model as `core/include/parbleu/writing/language_model.hpp` describes it."""
    import numpy as np

    weights = np.asarray(identifier.nb_ptc, dtype=np.float64) * 512
    next_states = np.asarray(identifier.tk_nextmove, dtype=np.uint32)
    if not (weights == weights.astype(np.int16)).all():
        raise ValueError("there are weights of other units")
    codes = np.array([code.encode() for code in identifier.nb_classes], dtype="S8")
    rows = np.asarray(identifier.tk_row, dtype=np.uint32)
    counts = [
        int.from_bytes(b"PLMODEL1", "little"),
        len(codes),
        len(rows),
        len(next_states) // 256,
        len(weights),
    ]
    arrays = [
        np.array(counts, dtype=np.uint64),
        codes,
        np.asarray(identifier.nb_pc, dtype=np.float32),
        rows,
        np.asarray(identifier.tk_output, dtype=np.int32),
        next_states,
        weights.astype(np.int16),
    ]
    return b"".join(array.tobytes() + bytes(-array.nbytes % 8) for array in arrays)
