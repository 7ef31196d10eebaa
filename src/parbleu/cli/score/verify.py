"""Computing a printed result again, and comparing the two."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

from parbleu.cli.score.result_differences import differences
from parbleu.cli.score.saved_result import is_table
from parbleu.cli.shell.console import CommandError, Console

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from parbleu.cli.score.score_options import Arguments

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
MOST_LINES = 3
"""How many differences are told, one a line."""


class _Recorder(Console):
    """Keeps the result instead of printing it."""

    result = ""

    def show(self, text: str, after: str = "") -> None:
        self.result = text + after


def read_result(path: str) -> Any:
    """Returns what a file of JSON holds.

    Raises:
        CommandError: it cannot be read, or is no result of this command.
    """
    try:
        result = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise CommandError(f"cannot read {path}: {problem.strerror}") from None
    except ValueError as problem:
        raise CommandError(f"{path} is not JSON: {problem}") from None
    items = result if isinstance(result, list) else [result]
    if not items or not all(isinstance(item, dict) for item in items):
        raise CommandError(f"{path} is no result of -f json: it holds no objects")
    return result


def decimals_of(result: Any) -> int | None:
    """Returns how many decimals a result was printed with, as far as it shows; None if it has all digits.

    A number loses zeros at its end in JSON; the text of a confidence interval and of a table does not.
    """
    texts, numbers = [], []
    for item in result if isinstance(result, list) else [result]:
        texts += [value for key, value in item.items() if key != "system" and "system" in item]
        texts += str(item.get("confidence", "")).split()
        numbers.append(item.get("score", 0))
    shown = [text for text in texts if isinstance(text, str) and NUMBER.fullmatch(text)]
    if not shown:
        shown = [f"{Decimal(str(number)).normalize():f}" for number in numbers if isinstance(number, float)]
    return max((len(text.partition(".")[2]) for text in shown), default=None)


def verify(
    arguments: Arguments, result: Any, console: Console, score: Callable[[Arguments, Console], int]
) -> int:
    """Computes a result again; says that it is the same, or where it is not.

    Args:
        arguments: the command line; the file's name is in it.
        result: what the file holds.
        console: where to speak.
        score: what the command line does.

    Raises:
        CommandError: something differs.
    """
    recorder = _Recorder(console.program)
    recorder.prefix = console.prefix
    score(arguments, recorder)
    unequal = list(differences(result, json.loads(recorder.result)))
    if unequal:
        lines = [f"{arguments.verify}: {line}" for line in unequal[:MOST_LINES]]
        if len(unequal) > MOST_LINES:
            lines.append(f"{arguments.verify}: {len(unequal) - MOST_LINES} other values differ, too")
        if is_table(result):
            lines.append(
                "a table does not say how it was made: repeat all options of then, and SACREBLEU_SEED if it "
                "was set"
            )
        raise CommandError(*lines)
    console.show(f"{arguments.verify}: the same numbers")
    return 0
