"""Makes the prompt that asks a language model to translate a segment."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

from parbleu.errors import OptionError, UnreadableFileError
from parbleu.translate.languages import language_name

DEFAULT = (
    "Translate the following text from {source_language} into {target_language}. Answer with the "
    "translation alone, on one line, and with nothing before or after it.\n\n{source}"
)
DEFAULT_FROM_ANY = DEFAULT.replace(" from {source_language}", "")
"""The template for sources of an unknown language."""
DEFAULT_TO_CONTINUE = "{source_language}: {source}\n{target_language}:"
"""For models that continue a text and follow no instructions."""

_FIELDS = ("source", "source_language", "target_language")


class Prompt:
    """A prompt template with the languages filled in.

    Args:
        template: a text with the fields `{source}`, `{source_language}`, `{target_language}`. Literal braces
            are doubled.
        source_language: a code such as "de", or a name; None if not known.
        target_language: a code such as "fr", or a name; None if not known.

    Attributes:
        template: the template.
        languages: field -> the English name of the language; None where not known.

    Raises:
        OptionError: the template has no `{source}`, an unknown field, a single brace, or a language that is
            not known.
    """

    def __init__(self, template: str, source_language: str | None, target_language: str | None) -> None:
        self.template = template
        self.languages: dict[str, str | None] = {
            "source_language": source_language and language_name(source_language),
            "target_language": target_language and language_name(target_language),
        }
        self._pieces: list[str] = [""]
        """The texts between the sources."""
        for text, field in _parsed(template):
            self._pieces[-1] += text
            if field == "source":
                self._pieces.append("")
            elif field is not None:
                self._pieces[-1] += self.languages[field] or _missing(field)
        if len(self._pieces) == 1:
            raise OptionError("the prompt has no {source}: write it where the segment belongs")

    def fill(self, source: str) -> str:
        """Returns the prompt for a segment; braces in the segment are kept."""
        return source.join(self._pieces)


def template(given: str | None, source_language: str | None, chat: bool) -> str:
    """Returns the template that a user gives, or that of the file behind "@", or the default.

    The default is another one for models that follow no instructions, and for an unknown source language.

    Raises:
        UnreadableFileError: the file cannot be read.
    """
    if given is None:
        if not chat:
            return DEFAULT_TO_CONTINUE
        return DEFAULT if source_language else DEFAULT_FROM_ANY
    if not given.startswith("@"):
        return given
    try:
        return Path(given[1:]).read_text(encoding="utf-8-sig").removesuffix("\n")
    except OSError as problem:
        raise UnreadableFileError(f"{given[1:]}: {problem.strerror}: --prompt @FILE reads a file") from None
    except UnicodeDecodeError as problem:
        raise UnreadableFileError(
            f"{given[1:]}: byte {problem.start} is not valid UTF-8; convert it"
        ) from None


def _parsed(template: str) -> list[tuple[str, str | None]]:
    """Returns the texts of a template, each with the name of the field behind it."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError as problem:
        raise OptionError(
            f"the prompt is not a template: {problem}; write {{{{ and }}}} for literal braces"
        ) from None
    for _, field, form, conversion in parts:
        if field is not None and (field not in _FIELDS or form or conversion):
            raise OptionError(
                f"the prompt has the field {{{field}}}, and there are only "
                f"{', '.join(f'{{{name}}}' for name in _FIELDS)}; double braces that mean themselves"
            )
    return [(text, field) for text, field, _, _ in parts]


def _missing(field: str) -> str:
    flag = f"--{field.replace('_', '-')}"
    raise OptionError(f"the prompt names {{{field}}}, and none was given: add {flag}, such as {flag} de")
