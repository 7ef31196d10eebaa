"""Converts files in other encodings to UTF-8, block by block."""

from __future__ import annotations

from codecs import IncrementalDecoder

from parbleu.errors import OptionError, UndecodableLineError


def text_decoder(encoding: str) -> IncrementalDecoder:
    """Returns a decoder of a text encoding, by any of Python's names for it.

    Raises:
        OptionError: there is no such text encoding.
    """
    from codecs import lookup

    try:
        codec = lookup(encoding)
    except (LookupError, ValueError):
        raise OptionError(f"unknown encoding: {encoding}; try utf-8 or latin-1") from None
    if not getattr(codec, "_is_text_encoding", True) or codec.incrementaldecoder is None:
        raise OptionError(f"not a text encoding, such as utf-8 or latin-1: {encoding}")
    return codec.incrementaldecoder()


def decoded(name: str, content: bytes, encoding: str) -> str:
    """Returns the text of a whole file, without its byte order mark; line ends stay as they are.

    Raises:
        OptionError: there is no such text encoding.
        UndecodableLineError: a line is not valid in it.
    """
    return Recoder(name, encoding, universal=True).recode(content, True).decode().removeprefix("\ufeff")


class Recoder:
    """Converts blocks of bytes to UTF-8; a block may end within a character.

    Args:
        name: what messages call the file.
        encoding: its encoding, by any of Python's names.
        universal: whether CR LF and a lone CR end a line, for the line numbers of messages.

    Raises:
        OptionError: there is no such text encoding.
    """

    def __init__(self, name: str, encoding: str, universal: bool) -> None:
        self.name = name
        self.encoding = encoding
        self._decoder: IncrementalDecoder = text_decoder(encoding)
        self._universal = universal
        self._lines = 1
        self._column = 0

    def recode(self, block: bytes, final: bool) -> bytes:
        """Returns the complete characters so far in UTF-8; `final` marks the last block.

        Raises:
            UndecodableLineError: the block is not valid in the encoding.
        """
        state = self._decoder.getstate()
        try:
            text = self._decoder.decode(block, final)
        except UnicodeDecodeError as problem:
            raise self._error(problem, block, state) from None
        except UnicodeError as problem:  # such as a missing byte order mark
            raise OptionError(
                f"{self.name}: {problem}; is it in another encoding than {self.encoding}?"
            ) from None
        self._count(text)
        return text.encode("utf-8", "surrogatepass")

    def _count(self, text: str) -> None:
        if self._universal:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._lines += text.count("\n")
        last = text.rfind("\n")
        self._column = len(text) - last - 1 if last >= 0 else self._column + len(text)

    def _error(
        self, problem: UnicodeDecodeError, block: bytes, state: tuple[bytes, int]
    ) -> UndecodableLineError:
        from contextlib import suppress

        # The decoder may have kept bytes of the block before, which stand before this one in problem.object.
        kept = len(problem.object) - len(block)
        self._decoder.setstate(state)
        with suppress(UnicodeError):  # where the beginning alone is invalid, too, the block's begin must do
            self._count(self._decoder.decode(block[: max(problem.start - kept, 0)]))
        byte = problem.object[problem.start]
        return UndecodableLineError(self._lines, self._column, byte, self.name, self.encoding)
