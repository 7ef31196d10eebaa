"""Translates with a program that reads a segment a line and writes a translation a line."""

from __future__ import annotations

from typing import ClassVar

from parbleu._io.programs import UserProgram
from parbleu.errors import OptionError, TranslationError
from parbleu.text._segments import shown
from parbleu.translate._engine import Engine, Settings, Translation, on_one_line


class CommandEngine(Engine):
    """A command line that the shell runs once for every window.

    The environment variables `SOURCE_LANGUAGE` and `TARGET_LANGUAGE` hold the languages, if they are given.

    Args:
        settings: `command` is required; `timeout` is the limit of one run, in seconds.

    Raises:
        OptionError: there is no command, or a setting is given that programs do not use.
    """

    name = "command"
    uses: ClassVar[frozenset[str]] = frozenset({"command", "timeout", "source_language", "target_language"})
    window = 4096  # a program may take long to start
    batched = False

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        if not settings.command or not settings.command.strip():
            raise OptionError("the engine command needs a command, such as --command 'tr a-z A-Z'")
        languages = {
            "SOURCE_LANGUAGE": settings.source_language or "",
            "TARGET_LANGUAGE": settings.target_language or "",
        }
        description = f"the command {shown(settings.command)}"
        self._program = UserProgram(
            settings.command, description, TranslationError, settings.timeout, languages
        )

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns a line of the program's output for each segment.

        Raises:
            TranslationError: the program fails, takes longer than `timeout`, or writes another number of
                lines.
        """
        return [
            Translation(line) for line in self._program.run([on_one_line(segment) for segment in segments])
        ]
