"""Computes a saved result again and compares the two, for `--verify`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TypedDict

from parbleu._base.log import inform
from parbleu._base.wording import counted
from parbleu._cli.score.result_printer import ADDED, ResultPrinter
from parbleu._cli.score.sacrebleu_json import SacrebleuJson
from parbleu._cli.score.score_options import ScoreArguments
from parbleu._cli.score.signature_options import configured
from parbleu._cli.shell.console import CommandError, Console
from parbleu._cli.shell.corpus_options import score_files
from parbleu._comparison.explanation import REGION
from parbleu._io.json_text import parse_json
from parbleu._io.lines import distinct_parts
from parbleu._io.typed_values import typed
from parbleu.metrics._metric_by_name import metric_class
from parbleu.metrics._score import unquote
from parbleu.stats.resampling import P_COLUMNS, chosen_seed
from parbleu.tables._formats.json import SCHEMA

UNEQUAL = re.compile(r"\|?(\bversion|\bv):[^|]*")
"""What may differ in a signature: who computed."""

NAMES = frozenset({"system", "systems", "baseline", "first", "second"})
"""Keys whose values are names of systems."""

LONGEST = 80
"""How many characters of a value are shown."""

ABSENT = object()


def same_system(name: str, other: str) -> bool:
    """Returns whether two names may be paths of one file; the baseline's prefix is ignored."""
    first, second = without_label(name), without_label(other)
    if first == second:
        return True
    try:
        if Path(first).resolve() == Path(second).resolve():
            return True
    except (OSError, ValueError, RuntimeError):  # a saved result may name what no file can be called
        return False
    parts = [[part for part in Path(path).parts if part != ".."] for path in (first, second)]
    shared = min(map(len, parts))
    return (
        Path(first).is_absolute() != Path(second).is_absolute()
        and shared > 0
        and parts[0][-shared:] == parts[1][-shared:]
    )


def without_label(name: str) -> str:
    """Returns a system's name without the baseline's prefix in tables."""
    return name.removeprefix("Baseline: ")


def differences(saved: Any, again: Any, titles: tuple[str, ...] = (), key: str = "") -> Iterator[str]:
    """Yields a short line for each value that differs.

    Names of systems that mean the same file do not differ, nor do versions.

    Args:
        saved: a saved result, as JSON values.
        again: the same, computed again.
        titles: the titles of what they are part of.
        key: the key that they are the value of, or an element of its value.
    """
    if isinstance(saved, dict) and isinstance(again, dict):
        for name in {**saved, **again}:
            if name != "version":
                values = (saved.get(name, ABSENT), again.get(name, ABSENT))
                yield from differences(*values, (*titles, name), name)
    elif isinstance(saved, list) and isinstance(again, list) and len(saved) == len(again):
        for number, (one, other) in enumerate(zip(saved, again, strict=True)):
            yield from differences(one, other, (*titles, _title(one, number)), key)
    elif not _same(saved, again, key):
        one, other = _contrast(saved, again)
        yield f"{' '.join(titles) or 'the whole'} is {one}, but computed again it is {other}"


def _title(item: Any, number: int) -> str:
    if isinstance(item, dict):
        if item.keys() >= {"first", "second"}:
            return f"{item['first']} : {item['second']}"
        named = [str(item[key]) for key in ("system", "name", "metric") if item.get(key)]
        return " ".join(named) or str(number + 1)
    return str(number + 1)


def _same(saved: Any, again: Any, key: str) -> bool:
    if not isinstance(saved, str) or not isinstance(again, str):
        return bool(saved == again)
    if key in NAMES:
        return same_system(saved, again)
    return UNEQUAL.sub("", saved) == UNEQUAL.sub("", again)


def _contrast(saved: Any, again: Any) -> tuple[str, str]:
    """Returns both as short texts: of two signatures, only the items that differ."""
    if isinstance(saved, str) and isinstance(again, str) and "|" in saved and "|" in again:
        sides = [UNEQUAL.sub("", text).split("|") for text in (saved, again)]
        one, other = ([item for item in side if item not in sides[1 - at]] for at, side in enumerate(sides))
        return "|".join(one) or "without it", "|".join(other) or "without it"
    return _shown(saved), _shown(again)


def _shown(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


SIGNATURE = " signature"
"""How the facts of a comparison call a metric's signature, after its name."""

CHRF = re.compile(r"chrF([0-9.]+)(\+*)")


_Facts = TypedDict(
    "_Facts", {"n_segments": int, "alpha": float, "region of practical equivalence": float}, total=False
)
"""The facts of a table that are read again; the last one is `REGION`."""


class _RunFacts(TypedDict):
    """Facts of the table of training runs."""

    n_samples: int
    seed: int


class _Table(TypedDict):
    """A table of a result."""

    facts: _Facts
    rows: list[dict[str, Any]]


class _ScoreRow(TypedDict):
    """A row of the table of scores."""

    system: str


def is_comparison(result: Any) -> bool:
    """Returns whether a result holds the tables of `parbleu.compare`, and not an object for each score."""
    return isinstance(result, dict) and "tables" in result


def check_shape(result: Any) -> str:
    """Returns in words why this cannot be a result of `parbleu score -f json`; "" if it can."""
    if not is_comparison(result):
        items = items_of(result)
        right = items and all(isinstance(item, dict) for item in items)
        return "" if right else "it holds no objects"
    if result.get("schema") != SCHEMA:
        return f"its schema is {result.get('schema')!r}, not {SCHEMA}"
    try:
        tables = typed(dict[str, Any], result["tables"])
        if "scores" not in tables:
            return f"it has the tables {', '.join(tables)}, and none of scores"
        typed(dict[str, _Table], tables)
        rows = typed(list[_ScoreRow], _rows(result))
        if "runs" in tables:
            typed(_RunFacts, tables["runs"]["facts"])
    except ValueError as problem:
        return f"it has no right table of scores: {problem}"
    return "" if rows else "it has no systems"


def _scores(result: Any) -> Any:
    """Returns the table of scores of a result."""
    return result["tables"]["scores"]


def _rows(result: Any) -> list[dict[str, Any]]:
    return _scores(result)["rows"]  # type: ignore[no-any-return]


def is_table(result: Any) -> bool:
    """Returns whether a result is sacreBLEU's JSON of several systems, which has no signatures."""
    return isinstance(result, list) and all("system" in item and "name" not in item for item in result)


def signatures_of(result: Any) -> list[str]:
    """Returns the signatures that a result holds, with the names of their scores; a table has none."""
    if is_comparison(result):
        facts = _scores(result)["facts"]
        return [
            f"{key.removesuffix(SIGNATURE)}|{value}"
            for key, value in facts.items()
            if key.endswith(SIGNATURE)
        ]
    texts = [
        f"{item['name']}|{item['signature']}"
        for item in items_of(result)
        if item.keys() >= {"name", "signature"}
    ]
    return list(dict.fromkeys(texts))  # those of systems are the same


def items_of(result: Any) -> list[dict[str, Any]]:
    """Returns the scores of systems, of which a single one stands alone."""
    return result if isinstance(result, list) else [result]


def with_result(arguments: ScoreArguments, result: Any, given: dict[str, Any]) -> ScoreArguments:
    """Returns a command line with the settings that a result states besides its signatures.

    The result must not contradict what the command line says itself, which is `given` without defaults.
    """
    arguments = arguments.changed(p_columns=_p_columns(result), sacrebleu_p=False)
    if is_comparison(result):
        arguments = _with_comparison(arguments, result, given)
    elif not is_table(result):
        subsets = any("subsets" in item for item in items_of(result))
        intervals = any("confidence" in item for item in items_of(result))
        arguments = arguments.changed(
            detail=subsets or arguments.detail, confidence=intervals or arguments.confidence
        )
    if any(re.search(r"\b(seed|rs):none\b", text) for text in signatures_of(result)):
        _refuse_random_seed(f"{arguments.verify} was computed with the seed 'none'")
    arguments = _in_saved_order(arguments, _names(result))
    if arguments.names is None and (names := _names(result)):
        paths = _named_systems(arguments)[1] or ["-"]
        known = any(same_system(name, path) for name in names for path in paths)
        if len(names) == 1 or list(paths) == ["-"] or (len(paths) == len(names) and not known):
            return arguments.changed(names=names)
    return arguments


def _named_systems(arguments: ScoreArguments) -> tuple[str, Sequence[str]]:
    """Returns the value that names the systems of a command line, and the names: files, or columns of one."""
    columns = getattr(arguments, "hyp_columns", ())
    return ("hyp_columns", columns) if len(columns) > 1 else ("input", arguments.input or ())


def _in_saved_order(arguments: ScoreArguments, saved: Sequence[str]) -> ScoreArguments:
    """Returns a command line with the systems in the order of a saved result, if it names the same ones."""
    value, paths = _named_systems(arguments)
    if len(paths) != len(saved) or len({*paths}) != len(paths) or "-" in paths or arguments.runs:
        return arguments
    names = list(arguments.names or distinct_parts(paths))
    if sorted(names) == sorted(saved):
        order = [names.index(name) for name in saved]
    else:
        order = [index for name in saved for index, path in enumerate(paths) if same_system(name, path)]
    if order == sorted(order) or sorted(order) != [*range(len(paths))]:
        return arguments
    inform(f"{arguments.verify} has the systems in another order, {', '.join(saved)}: compared by name")
    all_names = arguments.names
    return arguments.changed(
        **{value: [paths[index] for index in order]},
        names=all_names and [all_names[index] for index in order],
    )


def _p_columns(result: Any) -> tuple[str, ...]:
    """Returns which columns of p-values a result has on request."""
    if is_comparison(result):
        keys = {key for table in result["tables"].values() for row in table["rows"] for key in row}
    else:
        cells = [value for item in items_of(result) for value in item.values() if isinstance(value, dict)]
        keys = {key for cell in cells for key in cell}
    return tuple(name for name in P_COLUMNS if any(f"_{key}".endswith(f"_p_{name}") for key in keys))


def _with_comparison(arguments: ScoreArguments, result: Any, given: dict[str, Any]) -> ScoreArguments:
    facts, has_pairs = _scores(result)["facts"], "pairs" in result["tables"]
    all_pairs = has_pairs or any(key.endswith("_worst_rank") for key in _rows(result)[0])
    if "all_pairs" in given and not all_pairs:
        raise CommandError(f"--all-pairs contradicts {arguments.verify}, which tests only the baseline")
    effects = result["tables"].get("effects")
    if effects is not None:
        arguments = arguments.changed(explain=True, region=effects["facts"].get(REGION, arguments.region))
    if "runs" in result["tables"]:
        if arguments.runs is None:
            raise CommandError(f"{arguments.verify} compares training runs: name the system of each, --runs")
        of_runs = result["tables"]["runs"]["facts"]
        arguments = arguments.changed(samples=of_runs["n_samples"], seed=of_runs["seed"])
    arguments = arguments.changed(
        all_pairs=all_pairs, no_pairs=not has_pairs, alpha=facts.get("alpha", arguments.alpha)
    )
    if "paired_ar" in given or "paired_bs" in given:
        return arguments
    return arguments.changed(paired_bs=facts.get("test") == "bootstrap")


def _refuse_random_seed(what: str) -> None:
    raise CommandError(
        f"{what}, a new one each time: its samples cannot be drawn again, and so it cannot be verified"
    )


def _names(result: Any) -> list[str]:
    """Returns what a result calls its systems; nothing if it has no names for them."""
    if is_comparison(result):
        return list(dict.fromkeys(row["system"] for row in _rows(result)))  # of groups each several times
    named = [without_label(str(item["system"])) for item in items_of(result) if "system" in item]
    return list(dict.fromkeys(named))


def check_result(result: Any, arguments: ScoreArguments) -> None:
    """Refuses a command line that lacks systems or options which a result needs to be computed again."""
    count, (value, systems) = max(1, len(_names(result))), _named_systems(arguments)
    paths = systems or ["-"]
    if "-" not in paths and count != len(paths) and len(set(paths)) == len(paths):
        raise CommandError(
            f"{arguments.verify} is a result of {counted(count, 'system')}, but "
            f"{'-i/--input' if value == 'input' else '--hyp'} names {len(paths)}"
        )
    if not is_table(result):
        return
    scores = [key for key in result[0] if key != "system"]
    missing = [*_missing_test(result, arguments), *_missing_metrics(scores, arguments)]
    if missing:
        raise CommandError(
            f"{arguments.verify} is sacreBLEU's JSON of several systems, which does not say how it was made; "
            f"repeat the options that made it: {' '.join(missing)}, and all others"
        )
    if arguments.test is not None and chosen_seed(arguments.seed)[0] == "none":
        _refuse_random_seed("the seed is 'none'")


def _missing_test(result: Any, arguments: ScoreArguments) -> list[str]:
    values = [value for item in result for value in item.values() if isinstance(value, dict)]
    interval, tested = (any(value.get(key) is not None for value in values) for key in ("mean", "p_value"))
    if tested and interval:
        return [] if arguments.paired_bs else ["--paired-bs"]
    if tested:
        return [] if arguments.paired_ar else ["--paired-ar"]
    return ["--confidence"] if interval and not arguments.confidence else []


def _missing_metrics(scores: Sequence[str], arguments: ScoreArguments) -> list[str]:
    """Returns the options for scores of these names, as far as names tell them, that are not there."""
    missing, names = [], []
    names_by_class = {metric_class(name)[0].__name__.lower(): name for name in arguments.metrics}
    for score in scores:
        chrf = CHRF.fullmatch(score)
        names.append("chrf" if chrf else score.lower())
        if chrf is None:
            continue
        options = arguments.chosen_metrics().options_of(names_by_class.get("chrf", "chrf"))
        for flag, option, wanted, usual in (
            ("--chrf-beta", "beta", chrf[1], 2),
            ("--chrf-word-order", "word_order", str(len(chrf[2])), 0),
        ):
            if str(options.get(option, usual)) != wanted:
                missing.append(f"{flag} {wanted}")
    if set(names) != set(names_by_class):
        missing.insert(0, f"--metrics {' '.join(names)}")
    return missing


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
        hint = "; --signature computes a score by one" if "|" in path else ""
        raise CommandError(f"cannot read {path}: {problem.strerror}{hint}") from None
    except ValueError as problem:
        raise CommandError(f"{path} is not JSON: {problem}") from None
    if wrong := check_shape(result):
        raise CommandError(f"{path} is not a result of -f json: {wrong}")
    return result


def decimals_of(result: Any) -> int | dict[str, int] | None:
    """Returns how many decimals sacreBLEU's JSON was printed with, as far as it shows; None for all digits.

    A number loses zeros at its end in JSON; the text of a confidence interval and of a table does not.
    Metrics of which some show more have a number each.
    """
    shown: dict[str, int] = {}
    for item in items_of(result):
        cells: Iterable[tuple[str, Any]] = item.items()
        if not is_table(result):
            score = item.get("score")
            plain = f"{Decimal(str(score)).normalize():f}" if isinstance(score, float) else ""
            cells = [(str(item.get("name")), text) for text in str(item.get("confidence", plain)).split()]
        for name, text in cells:
            if name != "system" and isinstance(text, str) and NUMBER.fullmatch(text):
                shown[name] = max(shown.get(name, 0), len(text.partition(".")[2]))
    return shown if len({*shown.values()}) > 1 else next(iter(shown.values()), None)


def verify(printer: ResultPrinter, given: dict[str, Any], score: Callable[[ResultPrinter], None]) -> int:
    """Computes a result again; prints that it is the same, or raises CommandError where it differs.

    Args:
        printer: has the arguments of the command line, with defaults; the file's name is among them.
        given: the options that the command line sets, without defaults.
        score: computes a result and prints it, as `parbleu score` does.
    """
    arguments = printer.arguments
    if arguments.sentence_level or arguments.score_only:
        raise CommandError("--verify needs whole results: leave out --sentence-level and --score-only")
    file = arguments.verify
    result = _without_warnings(read_result(file))
    arguments = _configured(arguments, given, result)
    check_result(result, arguments)
    unequal = _differences(result, _computed_again(result, printer.of(arguments), score))
    if unequal:
        lines = [f"{file}: {line}" for line in unequal[:MOST_LINES]]
        if len(unequal) > MOST_LINES:
            lines.append(f"{file}: {len(unequal) - MOST_LINES} other values differ, too")
        if is_table(result):
            lines.append("sacreBLEU's JSON of systems does not say how it was made: repeat all options")
        raise CommandError(*lines)
    printer.console.show(f"{file}: the same numbers")
    return 0


def _computed_again(result: Any, printer: ResultPrinter, score: Callable[[ResultPrinter], None]) -> Any:
    """Returns a result as it is computed again; a table of sacreBLEU's form has both p-values."""
    arguments, recorder = printer.arguments, _Recorder(printer.console.program)
    recorder.prefix = printer.console.prefix
    if is_table(result):
        arguments = arguments.changed(p_columns=("sacrebleu",))
    score((SacrebleuJson if is_table(result) else ResultPrinter)(recorder, arguments, is_comparison(result)))
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


def _configured(arguments: ScoreArguments, options: dict[str, Any], result: Any) -> ScoreArguments:
    """Returns a command line with what a result and its signatures say."""
    arguments = arguments.changed(format="json", output=None, fail_under=None, fail_if_worse=False)
    decimals = None if "decimals" in options or is_comparison(result) else decimals_of(result)
    if decimals is not None:
        arguments = arguments.changed(decimals=decimals)
    arguments = with_result(arguments, result, options)
    signatures = arguments.signature or signatures_of(result)
    scorers = [match[1] for text in signatures if (match := SCORER.search(text))]
    if scorers:
        if "metrics" in options:
            options = {**options, "metrics": arguments.metrics}  # without scorers
        arguments = arguments.changed(metrics=[], scorers=[unquote(name) for name in scorers])
        signatures = [text for text in signatures if not SCORER.search(text)]
    read = [name for name, _, _ in score_files(arguments.scores or ())]
    computed = []
    for text in signatures:
        name, *items = text.split("|")
        if _GIVEN in items and name not in read and not options.get("score"):
            raise CommandError(
                f"{arguments.verify} has scores of {name} that were given, not computed: give them again, "
                f"--scores {name}=FILE"
            )
        if _GIVEN not in items and name not in read:
            computed.append(text)
    return configured(arguments, computed, options) if computed else arguments
