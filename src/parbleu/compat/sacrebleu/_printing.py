"""Prints results as the original's command does, for programs that call these functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu._cli.score.sacrebleu_json import json_objects
from parbleu.compat._sacrebleu_command.score_tables import (
    aligned,
    explanation_of,
    list_of_signatures,
    table_of,
)
from parbleu.errors import UnknownNameError

if TYPE_CHECKING:
    from argparse import Namespace

_COLORS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


class Color:
    """Colours for terminals.

    Attributes:
        ENABLE_COLORS: whether text is coloured at all. Set it to False where nobody sees a terminal.
    """

    ENABLE_COLORS = True

    @staticmethod
    def format(msg: str, color: str) -> str:
        """Returns a text in one of the eight colours of every terminal, or unchanged."""
        if not Color.ENABLE_COLORS or color.lower() not in _COLORS:
            return msg
        return f"\x1b[{30 + _COLORS.index(color.lower())}m{msg}\x1b[0m"


def print_single_results(results: list[str], args: Namespace) -> None:
    """Prints the formatted scores of one system.

    Args:
        results: one for each metric.
        args: what counts is `format`; text is aligned, JSON becomes an array.
    """
    if len(results) == 1:
        print(results[0])
    elif args.format == "json":
        print("[\n" + ",\n".join(results) + "\n]")
    else:
        print(aligned(results))


def print_results_table(results: dict[str, Any], signatures: dict[str, Any], args: Namespace) -> None:
    """Prints the scores of several systems.

    Args:
        results: "System" -> names; score name -> a Result, or a formatted score, for each system.
        signatures: score name -> signature.
        args: `format`: text, latex or json; `width`: decimals; `paired_bs`, `paired_ar`: whether a test was
            made; `paired_bs_n`, `paired_ar_n`: with how many trials.

    Raises:
        UnknownNameError: there is no such format.
    """
    labels = results["System"]
    columns = [
        (name, [_shown(cell) for cell in cells]) for name, cells in results.items() if name != "System"
    ]
    if args.format == "json":
        print(json_objects(labels, columns))
        return
    if args.format not in ("text", "latex"):
        raise UnknownNameError("format", args.format, ["text", "latex", "json"])
    print(table_of(labels, columns, args.format, args.width, Color.format))
    print()
    if args.paired_bs or args.paired_ar:
        test, trials = ("bootstrap", "paired_bs_n") if args.paired_bs else ("randomization", "paired_ar_n")
        print(explanation_of(test, getattr(args, trials), labels[0], Color.format))
        print()
    print(list_of_signatures(signatures))


def _shown(cell: Any) -> Any:
    if isinstance(cell, str):
        return cell
    return tuple(_number(value) for value in (cell.score, cell.mean, cell.ci, cell.p_value))


def _number(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value  # NumPy's as Python's
