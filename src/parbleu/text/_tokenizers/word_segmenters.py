"""Tokenizes languages that are written without blanks by the word segmenters of other packages.

To add one: a subclass of `WordSegmenter`, a line of `TOKENIZERS`, and an extra of its name in pyproject.toml.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version
from threading import Lock
from types import ModuleType
from typing import ClassVar

from parbleu._base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.text._tokenizers.base import Tokenizer, check_string, lone_surrogate

_READ_ONLY = "PYTHAINLP_READ_ONLY"


class WordSegmenter(Tokenizer):
    """A tokenizer that writes a blank between the words that a package finds; white space becomes one, too.

    Attributes:
        extra: the extra that installs the package.
        module: what is imported of it.
    """

    substitute = "char"
    extra: ClassVar[str]
    module: ClassVar[str]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        try:
            package = import_module(self.module)
        except ImportError as problem:
            raise MissingDependencyError(
                f"the tokenizer {name!r} needs the package {problem.name}; install it with\n"
                f"    {install_command(self.extra)}"
            ) from None
        self._version = self._version_of(package)
        self._words = self._segmenter(package)
        self._lock = Lock()

    def _version_of(self, package: ModuleType) -> str:
        """Returns the version that words depend on."""
        return version(package.__name__.partition(".")[0])

    def _segmenter(self, package: ModuleType) -> Callable[[str], Iterable[str]]:
        """Returns what finds the words of a text."""
        raise NotImplementedError

    def signature(self) -> str:
        """Returns the name with the version of what finds the words."""
        return f"{self.name}-{self._version}"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string, or has a lone surrogate, which packages cannot take.
        """
        check_string(text)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise lone_surrogate(self.name, text) from None
        with self._lock:  # not all packages work in several threads
            words = list(self._words(text))
        return " ".join(" ".join(words).split())


class IcuSegmenter(WordSegmenter):
    """Words by the rules and dictionaries of ICU, which has those of Thai, Lao, Khmer and Burmese.

    Chinese and Japanese words are found, too; of Tibetan, syllables.
    """

    extra = "icu"
    module = "icu4py.breakers"

    def _version_of(self, package: ModuleType) -> str:  # noqa: ARG002 - it has none
        icu: str = import_module("icu4py").icu_version
        return icu

    def _segmenter(self, package: ModuleType) -> Callable[[str], Iterable[str]]:
        return lambda text: package.WordBreaker(text, "root")


class ThaiSegmenter(WordSegmenter):
    """Thai words by PyThaiNLP's engine newmm: the longest words of its dictionary that fit."""

    extra = "th"
    module = "pythainlp.tokenize"

    def __init__(self, name: str) -> None:
        before = os.environ.get(_READ_ONLY)
        os.environ[_READ_ONLY] = "1"  # otherwise it makes a folder in the home directory
        try:
            super().__init__(name)
            self("ก")  # reads the dictionary
        finally:
            del os.environ[_READ_ONLY]
            os.environ.update({} if before is None else {_READ_ONLY: before})

    def _segmenter(self, package: ModuleType) -> Callable[[str], Iterable[str]]:
        return lambda text: package.word_tokenize(text, engine="newmm") if text else ()


class KhmerSegmenter(WordSegmenter):
    """Khmer words by khmercut: the conditional random field of khmer-nltk without its other packages."""

    extra = "km"
    module = "khmercut"

    def _segmenter(self, package: ModuleType) -> Callable[[str], Iterable[str]]:
        segmenter: Callable[[str], Iterable[str]] = package.tokenize
        return segmenter


class BurmeseSegmenter(WordSegmenter):
    """Burmese words by burmesenlp; an instance keeps the dictionary that its functions read in each call."""

    extra = "my"
    module = "burmesenlp"

    def _segmenter(self, package: ModuleType) -> Callable[[str], Iterable[str]]:
        segmenter: Callable[[str], Iterable[str]] = package.BurmeseNLP().word_segment
        return segmenter
