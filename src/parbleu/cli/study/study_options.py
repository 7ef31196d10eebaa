"""What the commands of `parbleu study` share: options, and reading what they study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.shell.corpus_options import read_corpora, target_language
from parbleu.cli.shell.options import Option
from parbleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from parbleu._core import Segments
    from parbleu.cli.shell.console import Console


def seed_value(word: str) -> int | str:
    """Returns a seed: a number, or a word such as "none", which the library checks."""
    return int(word) if word.isdecimal() else word


SEED = Option(
    ("--seed",),
    "seed",
    "of the random numbers; none draws one (default: SACREBLEU_SEED, or 12345)",
    seed_value,
    metavar="N",
)


def bleu_options(*names: str) -> tuple[Option, ...]:
    """Returns the options that set parameters of BLEU."""
    found = {parameter.name: parameter for parameter in BLEU.PARAMETERS}
    return tuple(
        Option(
            found[name].flags,
            name,
            found[name].help,
            found[name].kind,
            default=found[name].default,
            choices=found[name].choices,
        )
        for name in names
    )


def language_of(values: Mapping[str, Any]) -> str:
    """Returns the target language of `--language-pair`; "" without.

    Raises:
        CommandError: that is no pair.
    """
    pair = values["language_pair"]
    return "" if pair is None else target_language(pair)


def read_sides(
    values: Mapping[str, Any], console: Console, force: bool = False
) -> tuple[dict[str, Segments], list[Segments]]:
    """Reads what a command line names; makes a quiet command quiet.

    Args:
        values: the command line.
        console: where to speak.
        force: whether to score text that looks tokenized without a warning.

    Returns:
        the systems by name, and the references.

    Raises:
        CommandError: the command line does not say what to read.
        ParbleuError: files do not fit together, or cannot be read.
    """
    if values["quiet"]:
        console.be_quiet()
    return read_corpora(values, not (values["quiet"] or force))
