"""Makes options of BLEU's parameters, and finds the target language that chooses their defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.shell.corpus_options import target_language
from parbleu.cli.shell.options import Option, parameter_option
from parbleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from parbleu.cli.shell.command import Arguments


def bleu_options(*names: str) -> tuple[Option, ...]:
    """Returns the options that set parameters of BLEU."""
    found = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    return tuple(parameter_option(found[name], name, found[name].default) for name in names)


def language_of(arguments: Arguments) -> str:
    """Returns the target language of `--language-pair`; "" if the option is not given.

    Raises:
        CommandError: that is no pair.
    """
    pair = arguments.language_pair
    return "" if pair is None else target_language(pair)
