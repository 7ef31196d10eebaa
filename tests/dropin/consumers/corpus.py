"""Provides the corpus of the programs beside this one, and prints their results."""

import json
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples"


def lines(pair: str, name: str) -> list[str]:
    return (EXAMPLES / pair / f"{name}.txt").read_text(encoding="utf-8").splitlines()


LITERAL, CAREFUL, CARELESS = (lines("en-de", f"system.{name}") for name in ("literal", "careful", "careless"))
A, B = (lines("en-de", f"ref.{name}") for name in "AB")
JA_HYPS, JA_REFS = lines("en-ja", "system.literal"), lines("en-ja", "ref.A")


def show(**results: object) -> None:
    """Prints the results as JSON. Floats are written with all their digits."""
    json.dump(results, sys.stdout, ensure_ascii=False)
    print()


def raised(function, *arguments, **options) -> str:
    """The name of the exception that a call raises."""
    try:
        function(*arguments, **options)
    except Exception as problem:
        return type(problem).__name__
    return "nothing"
