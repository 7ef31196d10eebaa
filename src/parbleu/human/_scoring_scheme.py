"""Defines scoring schemes: the weights of errors, or which score counts. Bundled ones are data files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import listdir
from os.path import dirname, join
from typing import Any

from parbleu._base.log import warn_once
from parbleu._base.numbers import is_plain_number, parse_decimal, plain_sum
from parbleu._base.wording import counted
from parbleu._io.json_text import parse_json
from parbleu._io.lines import read_bytes
from parbleu.errors import OptionError, RatingError, UnknownNameError
from parbleu.human._judgement import Error, Judgement, Rating

_SCHEMES = join(dirname(__file__), "schemes")
KINDS = ("weights", "patterns", "score", "stored")


@dataclass(frozen=True)
class WeightRule:
    """A weight of the errors in whose `severity:category`, in lower case, a regular expression is found.

    Attributes:
        name: what the rule is called.
        pattern: the expression, which is searched for.
        weight: what such an error costs.
    """

    name: str
    pattern: str
    weight: float

    def applies(self, severity: str | None, category: str | None) -> bool:
        """Returns whether the expression is found."""
        return re.compile(self.pattern).search(f"{severity or ''}:{category or ''}".lower()) is not None


@dataclass(frozen=True)
class Scheme:
    """The rule that converts a judgement to a score; higher is better.

    Attributes:
        name: the name of the scheme.
        kind: "weights" and "patterns": the negated sum of what the errors weigh; "stored": of the scores that
            they have already; "score": the judgement's own score.
        weights: for the first, `severity/category/subcategory`, in lower case, of which parts at the end may
            be missing -> weight. The longest that an error has counts; without any it weighs nothing.
        description: one sentence about the scheme.
        rules: for "patterns": the first that applies to an error counts; without any it weighs nothing.
    """

    name: str
    kind: str
    weights: Mapping[str, float] = field(default_factory=dict)
    description: str = ""
    rules: tuple[WeightRule, ...] = ()

    @classmethod
    def parse(cls, text: str, separator: str = " ") -> Scheme:
        """Makes a scheme of a list of weights, such as "major:5 minor:1 minor/fluency/punctuation:0.1".

        Raises:
            OptionError: it is none.
        """
        weights: dict[str, float] = {}
        for item in text.split(separator):
            key, colon, weight = item.partition(":")
            try:
                if not colon:
                    raise ValueError
                weights[key.lower()] = parse_decimal(weight)
            except ValueError:
                raise OptionError(
                    f"{item!r} is not a weight: give SEVERITY[/CATEGORY[/SUBCATEGORY]]:NUMBER, "
                    f"separated by {separator!r}"
                ) from None
        return cls(text, "weights", weights)

    def weight(self, severity: str | None, category: str | None) -> float:
        """Returns the weight of an error; the integer 0 if the scheme has none for it."""
        if self.kind == "patterns":
            rule = self.rule(severity, category)
            return 0 if rule is None else rule.weight
        return self.weights.get(self._key(severity, category) or "", 0)

    def rule(self, severity: str | None, category: str | None) -> WeightRule | None:
        """Returns the first rule that applies to an error; None if none does, or the scheme has no rules."""
        return next((rule for rule in self.rules if rule.applies(severity, category)), None)

    def has(self, severity: str | None, category: str | None) -> bool:
        """Returns whether the scheme has a weight for an error, which may be 0."""
        if self.kind == "patterns":
            return self.rule(severity, category) is not None
        return self._key(severity, category) is not None

    def _key(self, severity: str | None, category: str | None) -> str | None:
        parts = [(severity or "").lower(), *(category or "").lower().split("/")]
        while parts:
            key = "/".join(parts)
            if key in self.weights:
                return key
            parts.pop()
        return None

    def cost(self, error: Error) -> float:
        """Returns the cost of an error; higher is worse."""
        if self.kind != "stored":
            return self.weight(error.severity, error.category)
        if error.score is None:
            raise RatingError("errors without scores cannot be added up; choose a scheme with weights")
        return error.score

    def score(self, judgement: Judgement) -> float | None:
        """Returns the score of a judgement, or None if it lacks what this scheme needs."""
        if self.kind == "score":
            return judgement.score
        if judgement.rating is None:
            return None
        return 0.0 - plain_sum(self.cost(error) for error in judgement.rating.errors)

    def rated(self, rating: Rating) -> Rating:
        """Returns a rating whose errors have the scores of this scheme; the same if it has no weights."""
        return rating.scored(self.cost) if self.kind in ("weights", "patterns") else rating

    def unknown(self, judgements: Iterable[Judgement]) -> list[str]:
        """Returns the sorted severities of errors without a weight, which cost nothing."""
        if self.kind not in ("weights", "patterns"):
            return []
        ratings = (judgement.rating for judgement in judgements if judgement.rating is not None)
        errors = (error for rating in ratings for error in rating.errors)
        unknown = (error for error in errors if not self.has(error.severity, error.category))
        return sorted({error.severity or "" for error in unknown})


def scheme_names() -> list[str]:
    """Returns the names of the package's schemes, sorted."""
    return sorted(name.removesuffix(".json") for name in listdir(_SCHEMES) if name.endswith(".json"))


def get_scheme(scheme: str | Scheme) -> Scheme:
    """Returns a scheme.

    Args:
        scheme: the name of a bundled one; the name of a JSON file that describes one; or a list of
            weights, SEVERITY:WEIGHT or SEVERITY/CATEGORY:WEIGHT.

    Raises:
        OptionError: it is none of these.
        UnreadableFileError: the file cannot be read.
    """
    if isinstance(scheme, Scheme):
        return scheme
    names = scheme_names()
    if scheme in names:
        return _read(scheme, join(_SCHEMES, f"{scheme}.json"))
    if scheme.endswith(".json"):
        return _read(scheme, scheme)
    if ":" in scheme:
        return Scheme.parse(scheme)
    raise UnknownNameError("scheme", scheme, [*names, "FILE.json", "SEVERITY:WEIGHT ..."])


def guess_scheme(judgements: Iterable[Judgement]) -> Scheme:
    """Returns the usual scheme for judgements: their own scores if all have one, otherwise MQM.

    Own scores are called ESA if errors could be marked beside them, and just scores if not. Where only some
    judgements have a score, these count if no errors are marked; otherwise errors do, which a warning says.
    """
    judgements = list(judgements)
    without = sum(judgement.score is None for judgement in judgements)
    has_errors = any(judgement.rating is not None and judgement.rating.errors for judgement in judgements)
    if without == 0 or (without < len(judgements) and not has_errors):
        return get_scheme("scores" if all(judgement.rating is None for judgement in judgements) else "esa")
    if without < len(judgements):
        warn_once(
            f"{without} of {counted(len(judgements), 'judgement')} {'has' if without == 1 else 'have'} no "
            "score: of all of them the marked errors count (mqm); the scheme esa takes scores of the others"
        )
    return get_scheme("mqm")


def _read(name: str, path: str) -> Scheme:
    try:
        values = parse_json(read_bytes(path))
    except ValueError as problem:
        raise OptionError(f"{path}: this is not valid JSON: {problem}") from None
    if not isinstance(values, dict) or values.get("kind") not in KINDS:
        raise OptionError(f'{path}: a scheme is an object whose "kind" is one of {", ".join(KINDS)}')
    weights = values.get("weights", {})
    if not isinstance(weights, dict) or not all(is_plain_number(weight) for weight in weights.values()):
        raise OptionError(f'{path}: "weights" must be an object of numbers')
    weights = {key.lower(): weight for key, weight in weights.items()}
    rules = _rules(path, values.get("patterns", []))
    return Scheme(name, values["kind"], weights, str(values.get("description", "")), rules)


def _rules(path: str, items: Any) -> tuple[WeightRule, ...]:
    rules = []
    for item in items if isinstance(items, list) else [None]:
        if not isinstance(item, dict) or not is_plain_number(item.get("weight")):
            raise OptionError(f'{path}: "patterns" is a list of objects with a "pattern" and a "weight"')
        pattern = item.get("pattern")
        try:
            if not isinstance(pattern, str):
                raise TypeError
            re.compile(pattern)
        except (re.error, TypeError):
            raise OptionError(f"{path}: {pattern!r} is not a regular expression") from None
        rules.append(WeightRule(str(item.get("name", pattern)), pattern, item["weight"]))
    return tuple(rules)
