"""Calls what `parbleu` and its rooms offer with random arguments, in processes of its own.

    python tests/attack/public_calls.py --minutes 10
    python tests/attack/public_calls.py --count 2000 --seed 7

Most arguments are what the name of the parameter says; some are extreme, and some of another type. A call
may return, or refuse its arguments by a ParbleuError, TypeError or ValueError; after others, by any
Python exception. One result of five is shown in every way. Findings are a process that ends by a
signal, a call that takes a minute of processor time, a SystemError, and any other exception.
"""

from __future__ import annotations

import importlib.metadata
import inspect
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from native_values import Values
from rounds import attack_by_children, note

import parbleu
from parbleu.evalset import SetTexts, write_evalset

ROOMS = ["analysis", "human", "meta", "metrics", "stats", "study", "tables", "text"]
FORMATS = ["text", "markdown", "latex", "typst", "html", "csv", "tsv", "json"]
CALLS_OF_A_PROCESS = 10_000
LONGEST_CALL = 60
REFUSALS = (parbleu.ParbleuError, TypeError, ValueError, OverflowError, MemoryError)
RATED = 6
"""How many segments the evaluation set of a child has."""
WORDS: dict[str, Sequence[Any]] = {
    "system": ["a", "b"],
    "left": ["a"],
    "right": ["b"],
    "baseline": ["a"],
    "metric": ["bleu", "chrf", "comet22"],
    "metrics": ["bleu", "chrf", "ter", "chrf++"],
    "tokenize": ["13a", "none", "char", "zh", "intl"],
    "name": ["13a", "none", "char", "zh", "wmt23", "wmt24"],
    "smooth_method": ["exp", "floor", "add-k", "none"],
    "checks": ["empty", "identical", "copied"],
    "test": ["bootstrap", "randomization"],
    "n_samples": [1, 2, 50, 50, 50, 50, 0, -1, 2**40],
    "n_interval_samples": [1, 50, 50, 0],
    "seed": [1, 1, 1, None, "none", -1, 2**70, "x"],
    "threads": [1, 1, 2, 3, None, 0, -3],
    "alpha": [0.05, 0.05, 0.5, 1e-300, 0, 1, float("nan")],
    "power": [0.8, 0.8, 0.5, 1e-300, 0, 1],
    "difference": [0.5, 1.0, 10, 0, -1, float("inf")],
    "agreement": [0.8, 0.6, 1.0, 2.0],
    "max_drop": [0.0, 0.5, 100],
    "format": [*FORMATS, "table", "seg-rating", "standalone", "google", None],
    "scheme": ["da", "esa", "mqm", "esa-spans", "scores"],
    "by": ["frequency", "length", "system", "category", "severity", "document", "case"],
    "unit": ["word", "character", "tokens"],
    "kind": ["match", "miss", "over"],
    "order": ["difference", "spread", "metrics"],
    "method": ["consistency", "random", "variance", "diversity"],
    "figure": ["f1", "precision", "recall"],
    "hypothesis": ["mt", "the cat sat"],
    "add_metrics_from": [None],
    "correlations": ["pearson", "spearman"],
    "gold": ["std", "mqm", None],
    "primary": [False],
    "level": ["system", "segment"],
    "correlation": ["pearson", "spearman", "kendall", "acc23"],
    "average_by": ["none", "item", "sys"],
    "undefined": ["drop", "zero", "error"],
    "spending": ["obrien-fleming", "pocock"],
    "measurement": ["nominal", "ordinal", "interval", "ratio"],
    "signature": [
        "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0",
        "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.0.0",
        "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.0.0",
    ],
    "path": ["ratings.csv", "counts.tsv", "written"],
    "paths": ["ratings.csv", "ratings.csv", "written", "nothing"],
    "files": ["lines", "lines", "ratings.csv"],
    "alignments": ["0-0", "0-0 1-1", ""],
    "size": [1, 2, 3],
    "max_order": [1, 2, 4, 9],
}
"""What parameters of these names take, mostly."""
OTHER_TYPES = ("SegmentsLike", "ReferencesLike", "ScoresLike", "Mapping", "BLEU", "CHRF", "TER")
"""What parameters take that `WORDS` is not for, whatever their names."""
NEEDED = {"systems", "references", "base", "candidate", "primary", "source"}
"""Parameters with a default that only few calls can do without."""
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

    size = 3
    """How many segments the texts of a call have, mostly."""
    evalset: Any
    of_other_type = False
    """Whether an argument of the last call may be of a type that its parameter does not take."""

    def anything(self, depth: int = 0) -> Any:
        self.of_other_type = True
        return super().anything(depth)

    def begin(self) -> None:
        """Forgets what the arguments of the call before had in common."""
        self.of_other_type = False
        self.size = self.chance.choice([0, 1, 2, 3, 3, 3, 3, 8])

    def rarely(self) -> bool:
        return self.chance.random() < 0.05

    def segments(self) -> list[str]:
        return [self.text() for _ in range(self.small() if self.rarely() else self.size)]

    def references(self) -> list[list[str | None]]:
        missing = [None] if self.rarely() else []
        return [
            [self.chance.choice([self.text(), *missing]) for _ in range(self.size)]
            for _ in range(self.chance.choice([1, 1, 1, 2, 2, 3, 0]))
        ]

    def systems(self) -> dict[str, list[str]]:
        names = ["a", "b", "c\x1b[31m", "=d()", ""] if self.rarely() else ["a", "b", "c"]
        return {name: self.segments() for name in names[: self.chance.choice([1, 2, 2, 3, len(names)])]}

    def runs(self) -> dict[str, list[list[str]]]:
        return {name: [texts, self.segments()] for name, texts in self.systems().items()}

    def scores(self) -> list[float]:
        extreme = self.rarely()
        return [self.real() if extreme else self.chance.random() for _ in range(self.size)]

    def scores_of_systems(self) -> dict[str, list[float]]:
        return {name: [self.chance.random() for _ in range(RATED)] for name in "abc"}

    def compared_texts(self) -> Any:
        self.size = self.size or 3
        return parbleu.analysis.compared_texts(
            {name: [self.text() for _ in range(self.size)] for name in "ab"},
            [[self.text() for _ in range(self.size)]],
            source=self.chance.choice([None, ["the cat"] * self.size]),
            labels=self.chance.choice(
                [None, {"document": ["d", "e", "d", "e", "f", "f", "g", "g"][: self.size]}]
            ),
        )

    def exposure(self) -> Any:
        self.size = self.size or 3
        corpus = (["the cat"] * 4, ["the cat sat"] * 4)
        return parbleu.analysis.exposure(
            ["the cat"] * self.size, [[self.text() for _ in range(self.size)]], [corpus], threads=1
        )

    def judgements(self) -> list[Any]:
        error = parbleu.human.Error(
            0, 2, category="fluency", severity="major", score=5.0, is_source_error=False
        )
        marked, both = self.chance.random() < 0.5, self.chance.random() < 0.2
        return [
            parbleu.human.Judgement(
                system=system,
                segment=segment,
                rater=rater if not self.rarely() else None,
                score=None if marked and not both else self.chance.choice([0, 50, 70, 100]),
                rating=parbleu.human.Rating(self.chance.choice([(), (error,)])) if marked or both else None,
                hypothesis="the cat sat",
            )
            for rater in self.chance.choice(["x", "xy", "xyz"])
            for segment in range(self.size)
            for system in self.chance.choice(["a", "ab", "abc"])
        ]

    def human_scores(self) -> Any:
        judgements = self.judgements()
        marked = bool(judgements) and judgements[0].rating is not None
        return parbleu.human.human_scores(judgements, "mqm" if marked else "da")

    def contest(self) -> Any:
        return parbleu.meta.contest(self.evalset, self.chance.choice(["system", "segment"]))

    def evalset_of_three(self) -> Any:
        return self.evalset

    def of_parameter(self, parameter: inspect.Parameter) -> Any:
        if self.chance.random() < 0.04:
            return self.anything()
        name, kind = parameter.name, str(parameter.annotation)
        if name in WORDS and not any(each in kind for each in OTHER_TYPES):
            word = self.text() if self.rarely() else self.chance.choice(WORDS[name])
            wants_several = "Sequence[" in kind or "Iterable[" in kind
            return [word] if wants_several and self.chance.random() < 0.9 else word
        by_name: dict[str, Callable[[], Any]] = {
            "systems": self.runs if "Sequence" in kind else self.systems,
            "references": self.references,
            "texts": self.compared_texts,
            "evalset": self.evalset_of_three,
            "contests": lambda: [self.contest()],
            "contest": self.contest,
            "found": self.exposure,
            "parts": lambda: [self.exposure()],
            "training": lambda: [(["the cat"] * 4, None)],
            "labels": lambda: (
                {"document": self.chance.choices("def", k=self.size)} if "Mapping" in kind else None
            ),
            "result": lambda: self.chance.choice(self.made) if self.made else self.anything(),
            "scores": self.segments
            if "str | Seq" in kind
            else (self.scores_of_systems if "PathLike" in kind else self.scores),
            "first": self.scores_of_systems if "PathLike" in kind else self.segments,
            "second": self.scores_of_systems if "PathLike" in kind else self.segments,
            "table": lambda: {"mt": self.segments(), "ref": self.segments(), "id": [*range(self.size)]},
        }
        if name == "references" and "Like" not in kind:
            return "ref" if kind.startswith("str") else [self.text()]
        if name == "systems" and "str" in kind and "Mapping" not in kind:
            return ["a", "b"]
        if name in {"first", "second"} and kind == "str | None":
            return self.chance.choice("ab")
        if name in {"scores", "human_scores"} and "HumanScores" in kind:
            return self.human_scores()
        if name == "scores" and "Mapping" in kind:
            return {"m": self.scores()}
        if name in by_name:
            return by_name[name]()
        for word, make in {
            "BLEU": parbleu.BLEU,
            "CHRF": parbleu.CHRF,
            "TER": parbleu.TER,
            "Mapping": self.anything,
            "Judgement": self.judgements,
            "SegmentsLike": self.segments,
            "Sequence[str | None]": lambda: [self.text()],
            "Sequence[str]": self.segments,
            "Sequence[int]": lambda: [self.small(), self.small()],
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
        self.begin()
        default = self.chance.choice([1, 0.95, 0.9, 0.6])
        given: list[Any] = []
        named: dict[str, Any] = {}
        try:
            parameters: Mapping[str, inspect.Parameter] = inspect.signature(function).parameters
        except (TypeError, ValueError):
            return self.several(1), {}
        for parameter in parameters.values():
            optional = parameter.default is not parameter.empty
            if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD} or (
                optional and self.chance.random() < (0.05 if parameter.name in NEEDED else default)
            ):
                continue
            if parameter.kind is parameter.KEYWORD_ONLY or optional:
                named[parameter.name] = self.of_parameter(parameter)
            else:
                given.append(self.of_parameter(parameter))
        return given, named


def write_files(arguments: Arguments) -> None:
    """Writes what functions of the arguments' `path` read, and the evaluation set."""
    numbers = range(RATED)
    rows = [f"{system},{n + 1},{rater},{n * 9}\n" for system in "ab" for n in numbers for rater in "xy"]
    Path("ratings.csv").write_text("system,segment,rater,score\n" + "".join(rows))
    Path("counts.tsv").write_text("the\t3\ncat\t1\n")
    Path("lines").write_text("the cat sat\n" * 4)
    for metric in "mn":
        scores = [f"{system}\t{arguments.chance.random()}\n" for system in "abc" for _ in numbers]
        Path(f"{metric}-refA.seg.score").write_text("".join(scores))
    arguments.evalset = write_evalset(
        "sets",
        "own",
        "en-de",
        SetTexts(
            ["the cat"] * RATED,
            {"refA": ["the cat sat"] * RATED},
            {name: [f"{name} cat {n}" for n in numbers] for name in "abc"},
        ),
        human={"mqm": arguments.scores_of_systems()},
        metrics=["m-refA.seg.score", "n-refA.seg.score"],
    )


def show(result: Any, chance: Any) -> None:
    """Shows a result in all ways, in one of the formats."""
    repr(result), str(result)
    if isinstance(result, parbleu.tables.Result):
        parbleu.tables.render(result, chance.choice(FORMATS))
        (result._repr_html_ or result.__str__)()


def child(seed: str, calls: int, directory: str) -> None:
    warnings.simplefilter("ignore")
    os.chdir(directory)
    # What is installed stays the same; each unknown name would read it anew, which took half of the time.
    importlib.metadata.entry_points = cache(importlib.metadata.entry_points)
    arguments, functions = Arguments(seed), public_functions()
    write_files(arguments)
    for number in range(calls):
        name = arguments.chance.choice([*functions])
        given, named = [], {}
        signal.setitimer(signal.ITIMER_PROF, LONGEST_CALL)
        try:
            given, named = arguments.of_function(functions[name])
            note(number, name)
            result = functions[name](*given, **named)
        except REFUSALS:
            continue
        except Exception as error:
            if arguments.of_other_type and not isinstance(error, SystemError):
                continue
            call = f"{name}(*{given!r:.2000}, **{named!r:.1500})"
            note(number, f"{call}\n{traceback.format_exc()[-2500:]}")
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if arguments.of_other_type:
            continue
        if arguments.chance.random() < 0.2:
            note(number, f"{name}, shown")
            show(result, arguments.chance)
        if hasattr(result, "tables"):
            arguments.made = [*arguments.made[-50:], result]


if __name__ == "__main__":
    sys.exit(attack_by_children(__file__, __doc__ or "", CALLS_OF_A_PROCESS, child))
