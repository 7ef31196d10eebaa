"""Calls what `parbleu` and its rooms offer with random arguments, in processes of its own.

    python tools/attack/public_calls.py --minutes 10
    python tools/attack/public_calls.py --count 2000 --seed 7

Most arguments are what the name of the parameter says; some are extreme, and some of another type. A call
may return, or refuse its arguments by a ParbleuError, TypeError or ValueError; after others, by any
Python exception. Each result is shown in every way. Findings are a process that ends by a
signal, a call that takes a minute, a SystemError, and any other exception.
"""

from __future__ import annotations

import inspect
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from native_values import Values

import parbleu
from campaign import CHILD, calls_in_a_child, campaign

ROOMS = ["analysis", "human", "meta", "metrics", "stats", "study", "tables", "text"]
FORMATS = ["text", "markdown", "latex", "typst", "html", "csv", "tsv", "json"]
CALLS_OF_A_PROCESS = 500
LONGEST_CALL = 60
REFUSALS = (parbleu.ParbleuError, TypeError, ValueError, OverflowError, MemoryError)
LOG = -1
"""A file of the process that waits for this one: the number of the call, and the call."""
SKIPPED = {"Registry", "parameter", "lazy_attributes", "write_figure", "FilterCommand"}
"""Names that start programs, write files, or are for those who extend the package."""


def public_functions() -> dict[str, Callable[..., Any]]:
    """Functions, and the classes of metrics, by their names."""
    found: dict[str, Callable[..., Any]] = {}
    for room in [parbleu, *(getattr(parbleu, name) for name in ROOMS)]:
        for name in dir(room):
            value = getattr(room, name)
            made = not isinstance(value, type) or issubclass(value, (parbleu.Metric, parbleu.SegmentScores))
            if not name.startswith("_") and name not in SKIPPED and callable(value) and made:
                found[f"{room.__name__}.{name}"] = value
    return found


class Arguments(Values):
    """Arguments by the name of the parameter."""

    of_other_type = False
    """Whether an argument of the last call may be of a type that its parameter does not take."""

    def anything(self, depth: int = 0) -> Any:
        self.of_other_type = True
        return super().anything(depth)

    def segments(self) -> list[str]:
        return [self.text() for _ in range(self.chance.choice([0, 1, 2, 3, 3, 3]))]

    def references(self) -> list[list[str | None]]:
        return [
            [self.chance.choice([self.text(), None]) for _ in range(3)]
            for _ in range(self.chance.choice([0, 1, 1, 2]))
        ]

    def systems(self) -> dict[str, list[str]]:
        return {
            name: self.segments() for name in self.chance.sample(["a", "b", "c\x1b[31m", "=d()", ""], k=2)
        }

    def scores(self) -> list[float]:
        return [
            self.real() if self.chance.random() < 0.2 else self.chance.random()
            for _ in range(self.chance.choice([0, 1, 3, 3, 10]))
        ]

    def compared_texts(self) -> Any:
        lines = [self.text() for _ in range(3)]
        return parbleu.analysis.compared_texts(
            {"a": lines, "b": [self.text() for _ in range(3)]}, [[self.text() for _ in range(3)]]
        )

    def judgements(self) -> list[Any]:
        rated = self.chance.random() < 0.5
        return [
            parbleu.human.Judgement(
                system=self.chance.choice(["a", "b"]),
                segment=self.chance.choice([0, 1, 2]),
                rater=self.chance.choice(["x", "y", None]),
                score=self.chance.choice([0, 50, self.real()]),
                rating=parbleu.human.Rating([]) if rated else None,
            )
            for _ in range(self.chance.choice([0, 1, 5, 20]))
        ]

    def human_scores(self) -> Any:
        return parbleu.human.human_scores(self.judgements(), "da")

    def of_parameter(self, parameter: inspect.Parameter) -> Any:
        choice = self.chance.random()
        if choice < 0.04:
            return self.anything()
        kind = str(parameter.annotation)
        by_name: dict[str, Callable[[], Any]] = {
            "systems": self.systems,
            "references": self.references,
            "texts": self.compared_texts,
            "hypotheses": self.segments,
            "metrics": lambda: self.chance.choice([["bleu"], "chrf", ["ter"], parbleu.CHRF(), "nosuch"]),
            "tokenize": lambda: self.chance.choice(["13a", "none", "char", "zh", "nosuch"]),
            "n_samples": lambda: self.chance.choice([0, 1, 2, 50, -1, 2**40]),
            "seed": lambda: self.chance.choice([1, None, "none", -1, 2**70, "x"]),
            "threads": lambda: self.chance.choice([1, 2, None, 0, -3]),
            "result": lambda: self.chance.choice(self.made) if self.made else self.anything(),
            "format": lambda: self.chance.choice([*FORMATS, "nosuch"]),
        }
        if parameter.name in by_name:
            return by_name[parameter.name]()
        for word, make in {
            "BLEU": parbleu.BLEU,
            "CHRF": parbleu.CHRF,
            "TER": parbleu.TER,
            "Mapping": self.anything,
            "HumanScores": self.human_scores,
            "Judgement": self.judgements,
            "SegmentsLike": self.segments,
            "ReferencesLike": self.references,
            "ScoresLike": self.scores,
            "Array": self.scores,
            "bool": lambda: self.chance.random() < 0.5,
            "int": self.integer,
            "float": self.real,
            "str": self.text,
        }.items():
            if word in kind:
                return make()
        return self.anything()

    def of_function(self, function: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
        self.of_other_type = False
        given: list[Any] = []
        named: dict[str, Any] = {}
        try:
            parameters: Mapping[str, inspect.Parameter] = inspect.signature(function).parameters
        except (TypeError, ValueError):
            return self.several(1), {}
        for parameter in parameters.values():
            optional = parameter.default is not parameter.empty
            if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD} or (
                optional and self.chance.random() < 0.6
            ):
                continue
            if parameter.kind is parameter.KEYWORD_ONLY or optional:
                named[parameter.name] = self.of_parameter(parameter)
            else:
                given.append(self.of_parameter(parameter))
        return given, named


def show(result: Any, chance: Any) -> None:
    """Shows a result in all ways, in one of the formats."""
    repr(result), str(result)
    if isinstance(result, parbleu.tables.Result):
        parbleu.tables.render(result, chance.choice(FORMATS))
        (result._repr_html_ or result.__str__)()


def child(seed: str, calls: int) -> None:
    warnings.simplefilter("ignore")
    arguments, functions = Arguments(seed), public_functions()
    for number in range(calls):
        name = arguments.chance.choice([*functions])
        call = name
        signal.alarm(LONGEST_CALL)
        try:
            given, named = arguments.of_function(functions[name])
            call = f"{name}(*{given!r:.2000}, **{named!r:.1500})"
            note(number, call)
            result = functions[name](*given, **named)
        except REFUSALS:
            continue
        except Exception as error:
            if arguments.of_other_type and not isinstance(error, SystemError):
                continue
            note(number, f"{call}\n{traceback.format_exc()[-2500:]}")
            raise
        finally:
            signal.alarm(0)
        if arguments.of_other_type:
            continue
        note(number, f"{call}, shown")
        show(result, arguments.chance)
        if hasattr(result, "tables"):
            arguments.made = [*arguments.made[-50:], result]


def note(number: int, call: str) -> None:
    os.ftruncate(LOG, 0)
    os.pwrite(LOG, f"{number} {call}".encode("utf-8", "backslashreplace"), 0)


def attack(seed: str, most: int) -> int:
    return calls_in_a_child(__file__, seed, min(CALLS_OF_A_PROCESS, most))


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        LOG = int(sys.argv[4])
        child(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(campaign(__doc__ or "", "calls", attack))
