"""Loads users' tokenizers: SentencePiece models, files of Hugging Face's `tokenizers`, and commands."""

from __future__ import annotations

import re
from os import PathLike, fspath
from typing import Any

from parbleu._io.programs import UserProgram
from parbleu.errors import OptionError, TokenizerError
from parbleu.metrics._score import quote
from parbleu.metrics.tokens._text_encoding import encode, file_signature, load_tokenizer
from parbleu.text._tokenizers.base import Tokenizer, check_string, lone_surrogate
from parbleu.text._tokenizers.sentencepiece_base import PieceTokenizer
from parbleu.typing import TokenizerLike

TIMEOUT = 600.0
"""Seconds that a command may take for all segments."""

_MARKS = ("▁", "￭", "@@ ")
"""Of subwords: where a word begins, or goes on."""

_PRIVATE = "\uf8ff"
"""Begins what is written for tokens that cannot be: a character that no standard gives a meaning."""


class BatchTokenizer(Tokenizer):
    """A tokenizer that takes many segments at once: its `tokenize_all` does the work."""

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: the text is not a string, or has a lone surrogate.
            TokenizerError: the tokenizer fails.
        """
        return self.tokenize_all([text])[0]


class NamedFunction(Tokenizer):
    """A tokenizer of another class: a function of a segment that has a name."""

    def __init__(self, function: TokenizerLike) -> None:
        super().__init__(function.name)
        self._function = function

    def signature(self) -> str:
        """Returns its name as signatures write it."""
        return quote(self.name)

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized."""
        return self._function(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._function,)


class PieceFile(PieceTokenizer):
    """A tokenizer whose tokens are the pieces of a SentencePiece model in a file.

    Args:
        path: the model.

    Raises:
        MissingDependencyError: the package `sentencepiece` is not installed.
        MissingModelError: there is no such file, or it is no model.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        name = fspath(path)
        self._signature = file_signature(name)
        super().__init__(name, name)

    def signature(self) -> str:
        """Returns the file's name and the beginning of its SHA-256."""
        return self._signature


class HuggingFaceFile(BatchTokenizer):
    """A tokenizer from a `tokenizer.json`. Special tokens such as [CLS] are left out.

    All words that the tokenizer does not know become the same token, [UNK], and match each other. Tokens
    with white space in them, which few tokenizers have, are written as their ids.

    Args:
        path: the file.

    Raises:
        MissingDependencyError: the package `tokenizers` is not installed.
        MissingModelError: there is no such file, or it is no tokenizer.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        super().__init__(fspath(path))
        self._model: Any = load_tokenizer(self.name)
        self._signature = file_signature(self.name)
        self._written: dict[int, str] = {}
        self._ids: dict[str, int] = {}

    def signature(self) -> str:
        """Returns the file's name and the beginning of its SHA-256."""
        return self._signature

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments' tokens.

        Raises:
            InputTypeError: a text is not a string, or has a lone surrogate, which has no UTF-8.
        """
        for text in texts:
            _check_text(self.name, text)
        encoded = encode(texts, self._model)
        for number in {number for ids in encoded for number in ids or ()} - self._written.keys():
            token = self._model.id_to_token(number)
            whole = token.split() == [token] and token not in self._ids
            self._written[number] = token if whole else f"{_PRIVATE}{number}"
            self._ids[self._written[number]] = number
        return [" ".join([self._written[number] for number in ids or ()]) for ids in encoded]

    def restore(self, lines: list[str]) -> list[str]:
        """Returns the text of lines of tokens, as far as the tokenizer keeps it."""
        ids = [[self._ids[token] for token in line.split()] for line in lines]
        texts: list[str] = self._model.decode_batch(ids)
        return texts


class FilterCommand(BatchTokenizer):
    """A command that reads segments from standard input, one a line, and writes the tokens of each in a line.

    Args:
        command: a command line for the shell, which may have pipes.
        timeout: seconds that it may take for all segments.

    Raises:
        OptionError: the command is empty, or `timeout` is not above 0.
    """

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        if not isinstance(command, str) or not command.strip():
            raise OptionError(f"a command is what one would type in a shell, not {command!r}")
        if not timeout > 0:
            raise OptionError(f"timeout is a number of seconds above 0, not {timeout!r}")
        super().__init__(command)
        self._timeout = timeout

    def signature(self) -> str:
        """Returns the command, quoted for signatures."""
        return f"command({quote(self.name)})"

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized, by one run of the command. Line ends within a segment are blanks.

        Raises:
            InputTypeError: a text is not a string, or has a lone surrogate.
            TokenizerError: the command fails, takes too long, or writes another number of lines.
        """
        for text in texts:
            _check_text(self.name, text)
        if not texts:
            return []
        program = UserProgram(self.name, f"the tokenizer {self.name!r}", TokenizerError, self._timeout)
        return program.run([re.sub("\r\n|\n|\r", " ", text) for text in texts])

    def restore(self, lines: list[str]) -> list[str]:
        """Returns the text of lines of tokens, without the marks that tell subwords from words."""
        for mark in _MARKS:
            lines = [line.replace(mark, "") for line in lines]
        return lines

    def __reduce__(self) -> tuple[type[Tokenizer], tuple[str, float]]:  # type: ignore[override]
        return type(self), (self.name, self._timeout)


def _check_text(tokenizer: str, text: Any) -> None:
    """Refuses what is no string, or has no UTF-8."""
    check_string(text)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise lone_surrogate(tokenizer, text) from None
