"""Computes a saved result again and compares the two, for `--verify`."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from parbleu._cli.score.result_differences import differences
from parbleu._cli.score.result_printer import ADDED, ResultPrinter
from parbleu._cli.score.sacrebleu_json import SacrebleuJson
from parbleu._cli.score.saved_result import (
    check_result,
    check_shape,
    is_comparison,
    is_table,
    items_of,
    signatures_of,
    with_result,
)
from parbleu._cli.score.score_options import ScoreArguments
from parbleu._cli.score.signature_options import configured
from parbleu._cli.shell.console import CommandError, Console
from parbleu._cli.shell.corpus_options import score_files
from parbleu._cli.shell.metric_names import metrics_and_scorers
from parbleu._io.json_text import parse_json
from parbleu.metrics._signature import unquote

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
SCORER = re.compile(r"\|scorer:([^|]*)")
"""Where the signature of a scorer has its name, with its model and options."""
_GIVEN = "scores:given"
"""What the signature of scores says that another tool computed."""
MOST_LINES = 3
"""The number of differences that are printed, one a line."""


class _Recorder(Console):
    """Keeps the result instead of printing it."""

    result = ""

    def write(self, text: str) -> None:
        self.result += text


def read_result(path: str) -> Any:
    """Reads a file of JSON.

    Raises:
        CommandError: it cannot be read, or is no result of this command.
    """
    try:
        result = parse_json(Path(path).read_bytes())
    except OSError as problem:
        raise CommandError(f"cannot read {path}: {problem.strerror}") from None
    except ValueError as problem:
        raise CommandError(f"{path} is not JSON: {problem}") from None
    if wrong := check_shape(result):
        raise CommandError(f"{path} is not a result of -f json: {wrong}")
    return result


def decimals_of(result: Any) -> int | None:
    """Returns how many decimals sacreBLEU's JSON was printed with, as far as it shows; None for all digits.

    A number loses zeros at its end in JSON; the text of a confidence interval and of a table does not.
    """
    texts, numbers = [], []
    for item in items_of(result):
        texts += [value for key, value in item.items() if key != "system" and "system" in item]
        texts += str(item.get("confidence", "")).split()
        numbers.append(item.get("score", 0))
    shown = [text for text in texts if isinstance(text, str) and NUMBER.fullmatch(text)]
    if not shown:
        shown = [f"{Decimal(str(number)).normalize():f}" for number in numbers if isinstance(number, float)]
    return max((len(text.partition(".")[2]) for text in shown), default=None)


def verify(
    arguments: ScoreArguments,
    given: dict[str, Any],
    console: Console,
    score: Callable[[ScoreArguments, type[ResultPrinter], Console], None],
) -> int:
    """Computes a result again; prints that it is the same, or raises CommandError where it differs.

    Args:
        arguments: the command line, with defaults; the file's name is in it.
        given: the options that the command line sets, without defaults.
        console: where to speak.
        score: computes a result and prints it, as `parbleu score` does.
    """
    if arguments.sentence_level or arguments.score_only:
        raise CommandError("--verify needs whole results: leave out --sentence-level and --score-only")
    file = arguments.verify
    result = _without_warnings(read_result(file))
    arguments = _configured(arguments, given, result)
    check_result(result, arguments)
    unequal = _differences(result, _computed_again(result, arguments, console, score))
    if unequal:
        lines = [f"{file}: {line}" for line in unequal[:MOST_LINES]]
        if len(unequal) > MOST_LINES:
            lines.append(f"{file}: {len(unequal) - MOST_LINES} other values differ, too")
        if is_table(result):
            lines.append("sacreBLEU's JSON of systems does not say how it was made: repeat all options")
        raise CommandError(*lines)
    console.show(f"{file}: the same numbers")
    return 0


def _computed_again(
    result: Any,
    arguments: ScoreArguments,
    console: Console,
    score: Callable[[ScoreArguments, type[ResultPrinter], Console], None],
) -> Any:
    """Returns a result as it is computed again; a table of sacreBLEU's form has both p-values."""
    recorder = _Recorder(console.program)
    recorder.prefix = console.prefix
    if is_table(result):
        arguments = arguments.changed(p_columns=("sacrebleu",))
    score(arguments, ResultPrinter if is_comparison(result) else SacrebleuJson, recorder)
    return parse_json(recorder.result)


def _differences(result: Any, again: Any) -> list[str]:
    """Returns where two results differ; the p-values of a table may be sacreBLEU's or parbleu's."""
    if not is_table(result):
        return list(differences(result, _without_more(again, result)))
    has_both = "p_sacrebleu" in str(result)
    variants = [again] if has_both else [_with_p(again, "p_value"), _with_p(again, "p_sacrebleu")]
    return min((list(differences(result, variant)) for variant in variants), key=len)


def _with_p(table: Any, name: str) -> Any:
    """Returns a table with one of its p-values only, as p_value."""
    if isinstance(table, list):
        return [_with_p(row, name) for row in table]
    if not isinstance(table, dict):
        return table
    others = {key: _with_p(value, name) for key, value in table.items() if key != "p_sacrebleu"}
    return {**others, "p_value": table[name]} if "p_sacrebleu" in table else others


def _without_warnings(result: Any) -> Any:
    """Returns a result without its warnings, which name files as the command line did."""
    if isinstance(result, list):
        return [_without_warnings(part) for part in result]
    if not isinstance(result, dict):
        return result
    return {key: value for key, value in result.items() if key != "warnings"}


def _without_more(again: Any, result: Any) -> Any:
    """Returns scores without what parbleu adds to sacreBLEU's JSON, as far as the saved result lacks it."""
    if isinstance(again, list) and isinstance(result, list):
        pairs = zip(again, result, strict=False)
        return [_without_more(one, other) for one, other in pairs] + again[len(result) :]
    if isinstance(again, dict) and isinstance(result, dict):
        return {key: value for key, value in again.items() if key in result or key not in ADDED}
    return again


def _configured(arguments: ScoreArguments, given: dict[str, Any], result: Any) -> ScoreArguments:
    """Returns a command line with what a result and its signatures say."""
    arguments = arguments.changed(format="json", output=None, fail_under=None, fail_if_worse=False)
    decimals = None if "decimals" in given or is_comparison(result) else decimals_of(result)
    if decimals is not None:
        arguments = arguments.changed(decimals=decimals)
    arguments = with_result(arguments, result, given)
    signatures = arguments.signature or signatures_of(result)
    scorers = [match[1] for text in signatures if (match := SCORER.search(text))]
    if scorers:
        arguments = arguments.changed(metrics=[], scorers=[unquote(name) for name in scorers])
        given = (
            {**given, "metrics": metrics_and_scorers(given["metrics"])[0]} if "metrics" in given else given
        )
        signatures = [text for text in signatures if not SCORER.search(text)]
    read = [name for name, _, _ in score_files(arguments.scores or ())]
    computed = []
    for text in signatures:
        name, *items = text.split("|")
        if _GIVEN in items and name not in read and not given.get("score"):
            raise CommandError(
                f"{arguments.verify} has scores of {name} that were given, not computed: give them again, "
                f"--scores {name}=FILE"
            )
        if _GIVEN not in items and name not in read:
            computed.append(text)
    return configured(arguments, computed, given) if computed else arguments
