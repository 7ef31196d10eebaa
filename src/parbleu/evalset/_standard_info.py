"""Defines the standard choices of a test set: reference, gold scores, excluded systems, primary metrics.

It is bundled for the sets of the WMT metrics tasks (files in `data`), is written into other sets
(`info/LP.json` in its directory), or is given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from os.path import dirname, isfile, join
from typing import Any

from parbleu.errors import EvalSetError, UnknownLanguagePairError, UnknownNameError

_DATA = join(dirname(__file__), "data")
KEYS = ("std_ref", "std_gold", "outlier_systems", "primary_metrics", "baseline_metrics")


class Info:
    """The standard choices of a language pair of a test set.

    Attributes:
        std_ref: the reference that metrics use.
        std_gold: dict: level -> the name of the human scores that count there.
        outlier_systems: frozenset of systems that are usually left out.
        primary_metrics: frozenset of base names of the metrics that compete; none for all.
        baseline_metrics: the same of the baselines; None where this is not known.
    """

    def __init__(
        self,
        std_ref: str,
        std_gold: Mapping[str, str] | None = None,
        outlier_systems: Iterable[str] = (),
        primary_metrics: Iterable[str] = (),
        baseline_metrics: Iterable[str] | None = None,
    ) -> None:
        self.std_ref = std_ref
        self.std_gold: dict[str, str] = dict(std_gold or {})
        self.outlier_systems: frozenset[str] = frozenset(outlier_systems)
        self.primary_metrics: frozenset[str] = frozenset(primary_metrics)
        self.baseline_metrics: frozenset[str] | None = (
            None if baseline_metrics is None else frozenset(baseline_metrics)
        )

    def to_dict(self) -> dict[str, Any]:
        """Returns the choices as plain values for JSON, which `from_dict` reads."""
        return {
            "std_ref": self.std_ref,
            "std_gold": self.std_gold,
            "outlier_systems": sorted(self.outlier_systems),
            "primary_metrics": sorted(self.primary_metrics),
            "baseline_metrics": None if self.baseline_metrics is None else sorted(self.baseline_metrics),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Info:
        """Makes an `Info` from the values that `to_dict` returned."""
        return cls(**values)

    def copy(self) -> Info:
        """Returns an independent copy."""
        return Info.from_dict(self.to_dict())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Info) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"Info({self.std_ref!r}, {self.std_gold!r})"


def set_names() -> list[str]:
    """Returns the names of the bundled test sets, the newest first."""
    names: list[str] = _read(join(_DATA, "index.json"))
    return names


def language_pairs(test_set: str) -> list[str]:
    """Returns the language pairs of a bundled test set, in its order.

    Raises:
        UnknownNameError: there is no such set.
    """
    return list(_built_in(test_set)["language_pairs"])


def find_info(test_set: str, language_pair: str) -> Info:
    """Returns the standard choices of a language pair of a bundled test set.

    Raises:
        UnknownNameError: there is no such set.
        UnknownLanguagePairError: it has no such pair.
    """
    data = _built_in(test_set)
    pairs = data["language_pairs"]
    if language_pair not in pairs:
        raise UnknownLanguagePairError(test_set, language_pair, list(pairs))
    shared = {"primary_metrics": data["primary_metrics"], "baseline_metrics": data.get("baseline_metrics")}
    return Info.from_dict({**shared, **pairs[language_pair]})


def read_info(path: str) -> Info:
    """Reads a file of a user's own test set.

    Raises:
        EvalSetError: it is no JSON object, lacks `std_ref`, or a value is of the wrong kind.
        UnreadableFileError: it cannot be read.
    """
    values = _read(path)
    if not isinstance(values, dict) or "std_ref" not in values:
        raise EvalSetError(f'{path}: this must be an object with "std_ref" and perhaps {", ".join(KEYS[1:])}')
    for key, value in values.items():
        if key not in KEYS:
            raise EvalSetError(f'{path}: the key "{key}" is unknown; there are {", ".join(KEYS)}')
        kind = {"std_ref": str, "std_gold": dict}.get(key, list)
        if not isinstance(value, kind) and not (key == "baseline_metrics" and value is None):
            raise EvalSetError(f'{path}: the value of "{key}" must be a {kind.__name__}, not {value!r}')
    return Info.from_dict(values)


def guess_info(where: str, references: Collection[str], gold: Iterable[tuple[str, str]]) -> Info:
    """Returns the only possible choices of a set that has no file of standard choices.

    Args:
        where: the file that could say it, for messages.
        references: names of the references.
        gold: name and level of the human scores. A level with several has no standard.

    Raises:
        EvalSetError: there is not exactly one reference.
    """
    if len(references) != 1:
        raise EvalSetError(
            f"which of the references {', '.join(references) or '(there are none)'} is the standard one? "
            f'Pass info=, or write {where}: {{"std_ref": "...", "std_gold": {{"segment": "..."}}}}'
        )
    names: dict[str, list[str]] = {}
    for name, level in gold:
        names.setdefault(level, []).append(name)
    return Info(
        next(iter(references)), {level: golds[0] for level, golds in names.items() if len(golds) == 1}
    )


def _built_in(test_set: str) -> dict[str, Any]:
    path = join(_DATA, f"{test_set}.json")
    if "/" in test_set or test_set == "index" or not isfile(path):
        raise UnknownNameError("evaluation set", test_set, set_names())
    data: dict[str, Any] = _read(path)
    return data


def _read(path: str) -> Any:
    from parbleu._io.json_text import parse_json
    from parbleu._io.lines import read_bytes

    try:
        return parse_json(read_bytes(path))
    except ValueError as problem:
        raise EvalSetError(f"{path}: this is not valid JSON: {problem}") from None
