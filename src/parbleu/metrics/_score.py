"""Defines `Score`, the result of a metric: a number, its components, printed form, and `Signature`."""

from __future__ import annotations

from parbleu import __version__, errors
from parbleu.tables._result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from parbleu.tables._table import Cell, Table

# Who computed the numbers, and before it which sacreBLEU they equal.
COMPUTED_BY = f"parbleu.{__version__}"
VERSION = f"2.6.0+{COMPUTED_BY}"

# Keys that any signature may have, in printed order: key -> (short key, where its value is found).
_SACREBLEUS = {
    "version": ("v", "signed_version"),
    "nrefs": ("#", "num_refs"),
    "bs": ("bs", "n_samples"),
    "ar": ("ar", "n_ar"),
    "seed": ("rs", "seed"),
    "test": ("t", "test_set"),
    "lang": ("l", "language_pair"),
    "origlang": ("o", "origlang"),
    "subset": ("S", "subset"),
}
_OURS = {
    "reseg": ("rg", "resegmented"),
    "join": ("j", "joined"),
    "texts": ("tx", "n_joined"),
    "breaks": ("br", "line_breaks"),
    "tags": ("tg", "tags"),
    "mt": ("mt", "mt_in"),
    "units": ("un", "units"),
}
COMMON_KEYS = {**_SACREBLEUS, **_OURS}

UNIT = "unit"
"""The key of what was resampled, if not segments: "unit:document"."""
NORMALIZED = "norm"
"""The key of normalizations, "norm:nfc+quotes"; behind the value of a metric's own option of this key."""
VARIES = -1
UNKNOWN = -2
"""In place of a number of references: it differs between segments; it is not known."""


class Signature:
    """An ordered mapping of the settings of a score, printed as `key:value|key:value`.

    Args:
        args: a metric's attributes: `num_refs` (`VARIES`, or `UNKNOWN` for a sum of rows) must be among them;
            `n_samples` of the bootstrap, `seed`, `test_set`, `language_pair`, `origlang`, `subset` and
            `signed_version` may be, the last by default that of sacreBLEU's metrics.

    Attributes:
        info: the items. Those with value None are not printed.

    Raises:
        SignatureError: the number of references is not known yet.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if args.get("num_refs") is None:
            raise errors.SignatureError("Number of references unknown, please evaluate the metric first.")
        keys = _SACREBLEUS | {key: declared for key, declared in _OURS.items() if declared[1] in args}
        self._abbr = {key: short for key, (short, _) in keys.items()}
        self.info: dict[str, Any] = {key: args.get(source) for key, (_, source) in keys.items()}
        self.info["version"] = self.info["version"] or VERSION
        if args["num_refs"] in (VARIES, UNKNOWN):
            self.info["nrefs"] = "var" if args["num_refs"] == VARIES else None

    def format(self, short: bool = False) -> str:
        """Returns the signature with its long keys, or its short ones."""
        # The version closes the line wherever it stands among the items.
        ordered = [item for item in self.info.items() if item[0] != "version"]
        if "version" in self.info:
            ordered.append(("version", self.info["version"]))
        words = []
        for key, value in ordered:
            if value is None:
                continue
            if isinstance(value, bool):
                value = "yes" if value else "no"
            words.append(f"{self._abbr.get(key, key) if short else key}:{value}")
        return "|".join(words)

    def update(self, key: str, value: Any) -> None:
        """Adds or replaces an item. One without a short key keeps its name in the short form."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Signature):
            return self.format() == other.format()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.format())


def quote(value: str) -> str:
    """Returns a value with white space and the separators of signatures percent-encoded, as in URLs."""
    return "".join(
        "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
        if character in "|%" or character.isspace()
        else character
        for character in value
    )


def unquote(text: str) -> str:
    """Returns the value that `quote` wrote."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text, errors="surrogateescape")


if TYPE_CHECKING:
    # What a signature is made from: its type, the options, num_refs, n_samples and seed.
    Origin = tuple[type[Signature], dict[str, Any], int, int | None, str | None]


class Score(Result):
    """A named score; printing it gives sacreBLEU's line.

    Attributes:
        name: what to print before the number.
        score: the score, 0 to 100 (TER may exceed 100).
    """

    __slots__ = ("__dict__", "_ci", "_mean", "_origin", "_seed", "_verbose_text", "name", "score")

    _mean: float
    _ci: float
    _origin: Origin | None
    _seed: int | None

    def __init__(self, name: str, score: float) -> None:
        self.name: str = name
        self.score: float = score

    # The slots below are mostly never filled: reading one that is empty comes here.
    def __getattr__(self, attribute: str) -> Any:
        if attribute in ("_mean", "_ci"):
            return -1.0
        if attribute in ("_origin", "_seed"):
            return None
        if attribute == "name":
            return self._make_name()
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {attribute!r}")

    @property
    def _verbose(self) -> str:
        try:
            return self._verbose_text
        except AttributeError:
            return self._describe()

    @_verbose.setter
    def _verbose(self, text: str) -> None:
        self._verbose_text = text

    def _make_name(self) -> str:
        """Returns the name, which is made on first access if `__init__` did not set it."""
        raise AttributeError(f"{type(self).__name__!r} object has no name")

    def _describe(self) -> str:
        """Returns what follows the number in print."""
        return ""

    @property
    def signature(self) -> Signature | None:
        """How this score was computed; later changes of its metric do not affect it.

        That of a score that was made from statistics alone has no number of references, which they do not
        tell. None for a score that no metric made.
        """
        if self._origin is None:
            return None
        signature_type, options, num_refs, n_samples, seed = self._origin
        return signature_type({**options, "num_refs": num_refs, "n_samples": n_samples, "seed": seed})

    @property
    def interval(self) -> tuple[float, float] | None:
        """Mean of the bootstrap samples' scores and half the width of their 95 % interval; None without."""
        return (self._mean, self._ci) if self._ci != -1 else None

    @property
    def seed(self) -> int | None:
        """The seed of the interval, a number also where "none" was asked for; None without an interval."""
        return self._seed

    @property
    def details(self) -> str:
        """The components of the score as sacreBLEU prints them, such as BLEU's precisions."""
        return self._verbose

    def __float__(self) -> float:
        return float(self.score)

    def to_dict(self) -> dict[str, Any]:
        """Returns everything as strings, numbers, lists and None, which JSON can store.

        The keys are `version` (parbleu's), `name`, `score`, `signature`, `mean` and `ci` (those of
        `interval`), `seed`, `details`, and the attributes of the metric's own class of scores, such as BLEU's
        `precisions`.
        """
        from parbleu import __version__

        mean, half_width = self.interval or (None, None)
        slots = [name for kind in reversed(type(self).__mro__) for name in vars(kind).get("__slots__", ())]
        return {
            "version": __version__,
            "name": self.name,
            "score": self.score,
            "signature": None if self.signature is None else str(self.signature),
            "mean": mean,
            "ci": half_width,
            "seed": self.seed,
            "details": self.details,
            **{
                name: getattr(self, name)
                for name in slots
                if name[0] != "_" and name not in ("name", "score")
            },
        }

    def tables(self) -> tuple[Table, ...]:
        """Returns the score as a table."""
        return (score_table([self]),)

    def format(
        self,
        decimals: int = 2,
        score_only: bool = False,
        signature: str = "",
        is_json: bool = False,
        more: Mapping[str, Any] | None = None,
    ) -> str:
        """Returns the score as sacreBLEU prints it.

        Args:
            decimals: digits after the point.
            score_only: only the number, and the interval if there is one. Wins over `is_json`.
            signature: a signature to print with it, as `str(score.signature)`.
            is_json: a JSON object instead of a line.
            more: what the JSON object holds besides.
        """
        number = f"{self.score:.{decimals}f}"
        mean = self._mean
        confidence = f"μ = {mean:.{decimals}f} ± {self._ci:.{decimals}f}" if _is_bounded(self) else ""
        text = f"{number} ({confidence})" if confidence else number
        if score_only:
            return text
        verbose = self._verbose
        if is_json:
            return as_json({**self._items(number, confidence, decimals, signature, verbose), **(more or {})})
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text} {verbose}" if verbose else f"{name} = {text}"

    def _items(
        self, number: str, confidence: str, decimals: int, signature: str, verbose: str
    ) -> dict[str, Any]:
        values: dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
        if confidence:
            values["confidence_mean"] = float(f"{self._mean:.{decimals}f}")
            values["confidence_var"] = float(f"{self._ci:.{decimals}f}")
            values["confidence"] = confidence
        if verbose:
            values["verbose_score"] = verbose
        for item in signature.split("|") if signature else ():
            key, _, value = item.partition(":")
            values[key] = value
        return values

    def estimate_ci(self, scores: Iterable[Any]) -> None:
        """Attaches the 95 % confidence interval of bootstrap scores: Score objects or numbers.

        The mean is the exact mean of the numbers, rounded once.
        """
        from parbleu.stats.interval import exact_mean

        ordered = sorted(getattr(score, "score", score) for score in scores)
        skipped = len(ordered) // 40
        self._mean = exact_mean(ordered)
        self._ci = (ordered[len(ordered) - skipped - 1] - ordered[skipped]) / 2

    def __repr__(self) -> str:
        return self.format()

    def __str__(self) -> str:
        return repr(self)

    _repr_html_ = None  # type: ignore[assignment]  # a notebook shows the line, too


def _is_bounded(score: Score) -> bool:
    """Returns whether a score has an interval to show: as in sacreBLEU, not one of samples whose mean is 0.

    Nor does sacreBLEU show that of a negative mean, which a metric of others may have.
    """
    return score._mean > 0 or (isinstance(score, Score) and score._mean < 0 <= score._ci)


def as_json(values: Mapping[str, Any]) -> str:
    """Returns what `json.dumps(values, indent=1, ensure_ascii=False)` does, without loading `json` if it can.

    Loading it takes as long as scoring a few thousand segments.
    """
    return (
        "{\n"
        + ",\n".join(f" {json_literal(key)}: {json_literal(value)}" for key, value in values.items())
        + "\n}"
    )


def json_literal(value: str | float | list[str] | None, ascii_only: bool = False) -> str:
    """Returns a value as JSON, without loading `json` if it can.

    Args:
        value: a text, a number, a list of these, or None.
        ascii_only: whether all other characters are escaped.
    """
    if value is None:
        return "null"
    if isinstance(value, list):
        return f"[{', '.join([json_literal(item, ascii_only) for item in value])}]"
    if isinstance(value, str):
        if min(value, default=" ") >= " " and (max(value, default=" ") < "\x7f" or not ascii_only):
            value = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{value}"'
    elif type(value) in (int, float) and value - value == 0:  # neither infinite nor NaN
        return repr(value)
    from json import dumps

    return dumps(value, ensure_ascii=ascii_only)


def score_table(scores: Sequence[Score], short: bool = False) -> Table:
    """Returns a row for each score of one system: its name, number, interval, components and signature."""
    from parbleu.tables._table import Column, Table

    rows = []
    notes = []
    facts: dict[str, Cell] = {}
    for score in scores:
        mean, half_width = score.interval or (None, None)
        signature = None if score.signature is None else score.signature.format(short)
        rows.append((score.name, score.score, half_width, mean, score.details, signature))
        if score.details:
            notes.append(f"{score.name}: {score.details}")
        if signature is not None:
            facts[f"{score.name} signature"] = signature
    seeds = {score.name: score.seed for score in scores if score.seed is not None}
    is_shared = len(set(seeds.values())) == 1
    facts |= {"seed" if is_shared else f"{name} seed": seed for name, seed in seeds.items()}
    has_intervals = any(row[2] is not None for row in rows)
    if has_intervals:
        notes.insert(0, "±: half the width of the 95 % interval of the bootstrap samples' scores.")
    return Table(
        "scores",
        (
            Column("metric"),
            Column("score", kind=float, decimals=2, plus_minus="ci"),
            Column("ci", kind=float, people=False),
            Column("mean", kind=float, decimals=2, people=has_intervals),
            Column("details", people=False),
            Column("signature", people=False),
        ),
        rows,
        notes=notes,
        facts=facts,
    )
