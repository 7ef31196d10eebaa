"""Defines `Engine`, the protocol of translation engines, and their settings.

To add an engine: a file in `engines/` with a subclass of `Engine`, and its line in `engines/__init__.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from parbleu.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Self

BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""All that `str.splitlines` cuts at."""

_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in f"\t{BREAKS}"}
_TO_BLANKS = str.maketrans(dict.fromkeys(BREAKS, " "))

WINDOW = 1024
DEVICES = ("auto", "cpu", "cuda")
INCIDENTAL = frozenset({"threads", "concurrency", "timeout", "retries", "api_key_variable"})
"""What changes how long a run takes, and no translation."""
_LEAST = {
    "beam": 1,
    "max_length": 1,
    "max_source": 1,
    "nbest": 1,
    "temperature": 0,
    "threads": 1,
    "concurrency": 1,
    "retries": 0,
}


def on_one_line(text: str) -> str:
    """Returns a text with a blank for each line break, and without the line breaks at its ends.

    CR LF is one line break. Half of a surrogate pair becomes U+FFFD, so that the text can be written.
    """
    if len(text.splitlines()) > 1 or text[-1:] in BREAKS:
        text = text.strip(BREAKS).replace("\r\n", "\n").translate(_TO_BLANKS)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def in_one_column(text: str) -> str:
    """Returns a text on one line, with a blank for each TAB, which separates columns in `parbleu score`."""
    return on_one_line(text).replace("\t", " ")


def without_controls(text: str) -> str:
    """Returns a text with U+FFFD for each control character but TABs and line breaks.

    Models may write any character. ESC, for example, would act on the terminal that shows the file.
    """
    return text if text.isprintable() else text.translate(_CONTROLS)


@dataclass(frozen=True, slots=True)
class Translation:
    """The translation of one segment.

    Attributes:
        text: the translation. The driver replaces line breaks and control characters; an engine leaves them.
        score: the natural logarithm of the translation's probability, as the engine defines it; None if the
            engine has no scores.
        truncated: whether the source was longer than the model takes, so that its end was not translated.
        alternatives: the n best translations, the first of which is `text`; empty unless asked for.
        scores: the scores of `alternatives`; empty if the engine has no scores.
        cut: whether the translation reached its limit of tokens before its end.
        controls: whether the text held control characters, which the driver replaces by U+FFFD.
    """

    text: str
    score: float | None = None
    truncated: bool = False
    alternatives: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    cut: bool = False
    controls: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of an engine; None leaves a setting to the engine.

    Attributes:
        model: the directory of a model, or its name, for engines that find models by name.
        revision: the branch, tag or commit of a named model.
        source_language: the model's own code of the source language, or a language tag such as "de".
        target_language: the model's own code of the target language, or a language tag such as "fr".
        beam: how many hypotheses the search keeps, from 1, which is greedy.
        length_penalty: the exponent of the length by which the search divides scores.
        max_length: the largest number of tokens of a translation.
        max_source: the largest number of tokens of a source segment; longer segments are truncated with a
            warning.
        nbest: how many translations of each segment are returned, from 1.
        seed: the seed of random numbers, for engines that draw any.
        threads: how many threads of the processor the engine uses.
        device: "auto", "cpu" or "cuda".
        compute_type: the type of numbers that the engine computes with, such as "int8".
        command: the command line of a program, for a shell.
        url: the address of a server.
        prompt: the template of the instruction for a language model.
        temperature: the sampling temperature of a language model; 0 for no sampling.
        api_key_variable: the environment variable that holds the key of a server.
        concurrency: how many requests are open at once.
        timeout: how many seconds one answer may take.
        retries: how often a failed request is repeated.

    Raises:
        OptionError: a number is out of its range, or there is no such device.
    """

    model: str | None = None
    revision: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    beam: int | None = None
    length_penalty: float | None = None
    max_length: int | None = None
    max_source: int | None = None
    nbest: int | None = None
    seed: int | None = None
    threads: int | None = None
    device: str | None = None
    compute_type: str | None = None
    command: str | None = None
    url: str | None = None
    prompt: str | None = None
    temperature: float | None = None
    api_key_variable: str | None = None
    concurrency: int | None = None
    timeout: float | None = None
    retries: int | None = None

    def __post_init__(self) -> None:
        for name, value in self.given().items():
            if name in _LEAST and not _LEAST[name] <= value < inf:
                raise OptionError(f"{name} is a number from {_LEAST[name]}, not {value}")
        if self.timeout is not None and not self.timeout > 0:
            raise OptionError(f"timeout is a number of seconds above 0, not {self.timeout:g}")
        if self.device not in (None, *DEVICES):
            raise OptionError(f"there is no device {self.device!r}: choose from {', '.join(DEVICES)}")

    def given(self) -> dict[str, Any]:
        """Returns the settings that were given: name -> value."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


class Engine:
    """Base class of engines.

    Args:
        settings: the user's settings. The constructor of a subclass calls this one first, then loads the
            model.

    Attributes:
        name: the name for `--engine`.
        uses: the names of the settings that the engine uses. Any other setting that is given is an error.
        window: how many segments are sorted into batches and written at a time.
        batched: whether a window is cut into batches of segments of similar length; if not, `translate` gets
            the whole window in the order of the source.
        settings: the user's settings.

    Raises:
        OptionError: a setting was given that this engine does not use.
    """

    name: ClassVar[str]
    uses: ClassVar[frozenset[str]] = frozenset()
    window: int = WINDOW
    batched: bool = True

    def __init__(self, settings: Settings) -> None:
        unused = [setting for setting in settings.given() if setting not in self.uses]
        if unused:
            listed = ", ".join(sorted(self.uses)) or "none"
            raise OptionError(
                f"the engine {self.name} has no use for {', '.join(unused)}: leave that out, or choose "
                f"another engine; its settings: {listed}"
            )
        self.settings = settings

    def lengths(self, segments: list[str]) -> list[int]:
        """Returns how many tokens each segment has, for batches of similar length; by default an estimate."""
        return [len(segment) // 4 + 1 for segment in segments]

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns a translation for each segment of a batch, in the same order. No segment is empty or blank.

        Raises:
            TranslationError: the engine fails; `segment` is the index of the segment that caused it, if one
                did.
        """
        raise NotImplementedError

    def stream(self, segments: list[str]) -> Iterator[dict[int, Translation]]:
        """Yields parts of the translations of a batch: index in the batch -> translation.

        By default it yields one part, the result of `translate`. An engine that has some translations long
        before the others yields these first, so that they are kept if a later one fails.
        """
        yield dict(enumerate(self.translate(segments)))

    def describe(self) -> dict[str, Any]:
        """Returns the description of the engine for the record beside the translations, as JSON values.

        The engine's version, the model with its path, revision and checksum, and every setting as it was
        resolved: all facts that are needed to make the same translations again. Never a secret, such as a
        key.
        """
        return self.settings.given()

    def identity(self) -> dict[str, Any]:
        """Returns the part of the description that determines the translations.

        A run that was interrupted is continued only by an engine of the same identity.
        """
        return {name: value for name, value in self.describe().items() if name not in INCIDENTAL}

    def usage(self) -> dict[str, int | float]:
        """Returns the resources used since the start, such as tokens of a paid server."""
        return {}

    def close(self) -> None:
        """Releases the engine's memory and connections."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()
