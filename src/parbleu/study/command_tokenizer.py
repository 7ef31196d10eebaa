"""One's own tokenizer as a command: lines in, as many lines of tokens out."""

from __future__ import annotations

from parbleu.errors import OptionError, TokenizerError
from parbleu.io.programs import Program
from parbleu.metrics.signature import quote
from parbleu.text.tokenizers.base import Tokenizer, check_string, lone_surrogate

TIMEOUT = 600.0

_MARKS = ("▁", "￭", "@@ ")
"""Of subwords: where a word begins, or goes on."""


class FilterCommand(Tokenizer):
    """A command that reads segments from standard input, one a line, and writes the tokens of each in a line.

    Args:
        command: as one would type it in a shell, pipes and all.
        timeout: seconds that it may take for all segments.

    Raises:
        OptionError: there is no command, or no time.
    """

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        if not isinstance(command, str) or not command.strip():
            raise OptionError(f"a command is what one would type in a shell, not {command!r}")
        if not timeout > 0:
            raise OptionError(f"timeout is a number of seconds above 0, not {timeout!r}")
        super().__init__(command)
        self._timeout = timeout

    def signature(self) -> str:
        """Returns the command, as signatures write such things."""
        return f"command({quote(self.name)})"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized; raises as `tokenize_all` does."""
        return self.tokenize_all([text])[0]

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized, by one run of the command. Line ends within a segment are blanks.

        Raises:
            InputTypeError: a text is not a string, or has a lone surrogate.
            TokenizerError: the command fails, takes too long, or writes another number of lines.
        """
        for text in texts:
            check_string(text)
        if not texts:
            return []
        told = f"the tokenizer {self.name!r}"
        program = Program(self.name, told, TokenizerError, self._timeout)
        return program.run([self._one_line(text) for text in texts])

    def restore(self, lines: list[str]) -> list[str]:
        """Returns the text of lines of tokens, without the marks that tell subwords from words."""
        for mark in _MARKS:
            lines = [line.replace(mark, "") for line in lines]
        return lines

    def _one_line(self, text: str) -> str:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise lone_surrogate(self.name, text) from None
        return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")

    def __reduce__(self) -> tuple[type[Tokenizer], tuple[str, float]]:  # type: ignore[override]
        return type(self), (self.name, self._timeout)
