"""Reads the settings of a shared task: its inputs, rules and outputs, in TOML."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

from parbleu._base.extras import imported
from parbleu._base.known_names import check_name
from parbleu._base.numbers import is_plain_number
from parbleu._io.json_text import as_json
from parbleu._io.lines import read_bytes
from parbleu.errors import FormatError, OptionError, UnknownNameError
from parbleu.human.formats import FORMATS as RATING_FORMATS
from parbleu.meta._protocols import protocol_names
from parbleu.metrics._metric_by_name import metric_class
from parbleu.stats.resampling import Resampling
from parbleu.wmt._model_compression import BASELINE
from parbleu.wmt._rankings import RANKING_RULES
from parbleu.wmt._span_scores import SPAN_MEASURES
from parbleu.wmt._task_scores import LABEL_TASKS, OFFICIAL_SCORE
from parbleu.wmt._terminology import TERMINOLOGY_RULES, TEXT_RULES

_NEEDED_BESIDE = {
    "format": "ratings",
    "references": "ratings",
    "constrained": "scores",
    "tuned": "scores",
    "metric_scores": "references",
}
"""Setting of a pair -> another one, without which it changes nothing."""
_KINDS: dict[type, str] = {
    str: "text",
    list: "a list",
    dict: "a table",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}
_PREDICTIONS = 'predictions = { mine = "predictions.tsv" }'


@dataclass(frozen=True)
class TaskSpans:
    """Predicted error spans of a language pair, and those that people marked.

    Attributes:
        predictions: predictor -> file.
        gold: files of the spans that people marked; none for the ratings.
        measures: some of `SPAN_MEASURES`.
    """

    predictions: Mapping[str, Path] = field(metadata={"example": _PREDICTIONS})
    gold: tuple[Path, ...] = ()
    measures: tuple[str, ...] = field(default=("f1",), metadata={"names": SPAN_MEASURES})


@dataclass(frozen=True)
class TaskLabels:
    """Predicted scores of a language pair, by which translations without errors, or critical ones, are found.

    Attributes:
        predictions: predictor -> file.
        gold: files of the scores of people; none for the ratings.
        tasks: "error-free", "criticality" or both, each of which is a step.
    """

    predictions: Mapping[str, Path] = field(metadata={"example": _PREDICTIONS})
    gold: tuple[Path, ...] = ()
    tasks: tuple[str, ...] = field(default=tuple(LABEL_TASKS), metadata={"names": LABEL_TASKS})


@dataclass(frozen=True)
class TaskTerms:
    """Terms of a language pair, and translations that shall use them.

    Attributes:
        outputs: system -> file of its translations.
        terms: the file of texts with terms.
        source: the key of the source in it; None for WMT26.
        target: the key of the translation in all files; None for WMT26.
        rule: one of `TERMINOLOGY_RULES`.
    """

    outputs: Mapping[str, Path] = field(metadata={"example": 'outputs = { mine = "team.ende.proper.jsonl" }'})
    terms: Path = field(metadata={"example": 'terms = "full_data.ende.jsonl"'})
    source: str | None = field(default=None, metadata={"example": 'source = "en"'})
    target: str | None = field(default=None, metadata={"example": 'target = "de"'})
    rule: str = field(default=TEXT_RULES[0], metadata={"names": TERMINOLOGY_RULES})


@dataclass(frozen=True)
class TaskEdits:
    """Tables of post-edits of a language pair, and where their scores are.

    Attributes:
        edits: editor -> table with the column "post_edit".
        after: the column of the scores of post-edits.
        before: the column of the scores of translations.
        gold: a table with the scores of translations; None for those of the post-edits.
        characters: whether TER counts the characters of Chinese and Japanese.
    """

    edits: Mapping[str, Path] = field(metadata={"example": 'edits = { mine = "mine.tsv" }'})
    after: str = field(metadata={"example": 'after = "post_edit_comet"'})
    before: str = OFFICIAL_SCORE
    gold: Path | None = None
    characters: bool = False


@dataclass(frozen=True)
class TaskCompression:
    """Compressed models of a language pair.

    Attributes:
        source: file of the source, a segment a line.
        outputs: model -> file of its translations; none if only seconds are given.
        scores: metric -> file of segment scores.
        baseline: the uncompressed model.
        sizes: model -> its size, in any unit.
        seconds: model -> the wall time of each of its runs.
        warm_up: model -> the wall time of runs that only load it.
    """

    source: Path = field(metadata={"example": 'source = "src.txt"'})
    outputs: Mapping[str, Path] = field(
        default_factory=dict, metadata={"example": f'outputs = {{ {BASELINE} = "base.txt", q4 = "q4.txt" }}'}
    )
    scores: Mapping[str, Path] = field(
        default_factory=dict, metadata={"example": 'scores = { CometKiwi = "kiwi.tsv" }'}
    )
    baseline: str = BASELINE
    sizes: Mapping[str, float] = field(default_factory=dict)
    seconds: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    warm_up: Mapping[str, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class TaskPair:
    """The inputs of a language pair.

    Attributes:
        language_pair: the pair, such as "en-de".
        ratings: files of ratings; none if there are other inputs.
        format: their format; None for what they look like.
        references: name -> file of references; None for one that was judged like a system; "" -> a test set,
            a line for each document.
        scores: files of automatic scores, a line for each document of a system: AutoRank is computed.
        constrained: the systems of the constrained track, for AutoRank; None if nobody says.
        tuned: system -> metrics that it was tuned to, for AutoRank.
        metric_scores: metric -> file of ratings of any format whose scores the metric gave.
        spans: predicted error spans.
        labels: predicted scores, for error-free and critical translations.
        terminology: terms, and translations that shall use them.
        edits: tables of post-edits.
        compression: compressed models.
    """

    language_pair: str = field(metadata={"example": 'language_pair = "en-de"'})
    ratings: tuple[Path, ...] = field(default=(), metadata={"example": 'ratings = ["annotations.json"]'})
    format: str | None = field(default=None, metadata={"names": RATING_FORMATS})
    references: Mapping[str, Path | None] = field(default_factory=dict)
    scores: tuple[Path, ...] = ()
    constrained: tuple[str, ...] | None = None
    tuned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    metric_scores: Mapping[str, Path] = field(default_factory=dict)
    spans: TaskSpans | None = None
    labels: TaskLabels | None = None
    terminology: TaskTerms | None = None
    edits: TaskEdits | None = None
    compression: TaskCompression | None = None

    @property
    def files(self) -> list[Path]:
        """The files of rankings, evaluation sets and pages."""
        return [*self.ratings, *(path for path in self.references.values() if path is not None)]

    @property
    def table_files(self) -> dict[str, list[Path]]:
        """Table of the settings -> the files that its steps read."""
        files: dict[str, list[Path]] = {}
        for name, predicted in (("spans", self.spans), ("labels", self.labels)):
            if predicted:
                files[name] = [*predicted.predictions.values(), *(predicted.gold or self.ratings)]
        if terms := self.terminology:
            files["terminology"] = [*terms.outputs.values(), terms.terms]
        if edits := self.edits:
            files["edits"] = [*edits.edits.values(), *([edits.gold] if edits.gold else [])]
        if models := self.compression:
            files["compression"] = [models.source, *models.outputs.values(), *models.scores.values()]
        return files

    @property
    def every_file(self) -> list[Path]:
        """All files that are read."""
        own = (self.files, self.scores, self.metric_scores.values(), *self.table_files.values())
        return [path for files in own for path in files]


@dataclass(frozen=True)
class TaskSettings:
    """What a file of settings says.

    Attributes:
        name: what the evaluation set is called.
        output: the folder that is written.
        pairs: the language pairs.
        rules: names of `RANKING_RULES`; the first is that of the page.
        seed: of all that is drawn; None for `SACREBLEU_SEED`, or 12345.
        n_samples: bootstrap samples of intervals and tests; pages and protocols draw as many as they need,
            pages from 1,000 to 20,000.
        rater_filter: whether ratings are left out whose raters the filter of WMT26 finds.
        mixed_model: whether a mixed model ranks the systems, too.
        metrics: metrics on the page, where there are references, and in the meta-evaluation.
        meta: the protocol of meta-evaluation, such as "wmt25"; None for none.
    """

    name: str = field(metadata={"example": 'name = "demo27"'})
    output: Path
    pairs: tuple[TaskPair, ...] = field(metadata={"example": "[[pairs]]"})
    rules: tuple[str, ...] = ("wmt26-final",)
    seed: int | None = None
    n_samples: int = 1000
    rater_filter: bool = False
    mixed_model: bool = False
    metrics: tuple[str, ...] = ("bleu", "chrf")
    meta: str | None = None


def read_task(path: str | os.PathLike[str]) -> TaskSettings:
    """Reads the settings of a task from TOML. Paths in it are relative to its folder.

    Raises:
        FormatError: the file is no TOML, or a setting is missing, unknown, or of the wrong kind.
        UnknownNameError: there is no such rule, measure or protocol.
        UnreadableFileError: the file cannot be read.
        MissingDependencyError: Python is older than 3.11, and tomli is not installed.
    """
    name = os.fspath(path)
    data = read_bytes(name)
    module = "tomllib" if sys.version_info >= (3, 11) else "tomli"
    toml = imported(module, "settings in TOML need tomli", "wmt")
    try:
        values = toml.loads(data.decode("utf-8"))
    except ValueError as problem:
        raise FormatError(name, 0, f"this is no TOML: {problem}") from None
    whole = _Settings(name, values, TaskSettings)
    whole.need("name", "pairs")
    pairs = []
    for number, pair in enumerate(values["pairs"], 1):
        where = f"pair {number}: "
        if not isinstance(pair, dict):
            raise FormatError(name, 0, f"{where}this is no table: write [[pairs]] above its settings")
        pairs.append(_pair(_Settings(name, pair, TaskPair, where)))
    names = [pair.language_pair for pair in pairs]
    if len(set(names)) < len(names):
        raise FormatError(name, 0, "a language pair stands twice: name several files of ratings in one")
    given: dict[str, Any] = {key: tuple(values[key]) for key in ("rules", "metrics") if key in values}
    output = os.path.normpath(whole.folder / values.get("output", "results"))
    made: TaskSettings = whole.made(output=Path(output), pairs=tuple(pairs), **given)
    _check_names(name, made)
    return made


def _check_names(path: str, made: TaskSettings) -> None:
    """Raises an error if a name cannot be that of a file, or there is no rule or protocol of a name."""
    for where, title in (
        ("name", made.name),
        *((f"pair {n}: language_pair", pair.language_pair) for n, pair in enumerate(made.pairs, 1)),
    ):
        if title.startswith(".") or set(title) & {"/", "\\"} or any(letter.isspace() for letter in title):
            rule = "names have no slash, no white space, and no dot at the beginning"
            raise FormatError(path, 0, f"{where} is {as_json(title)}: {rule}")
    for rule in made.rules:
        check_name(f"rule of rankings ({path}: rules)", rule, RANKING_RULES)
    if not made.rules:
        raise FormatError(path, 0, 'rules is empty: rules = ["wmt26-final"]')
    for metric in made.metrics:
        if not isinstance(metric, str):
            example = 'metrics = ["bleu", "chrf"]'
            raise FormatError(path, 0, f"metrics are names, not {as_json(metric)}: {example}")
        try:
            metric_class(metric)
        except UnknownNameError as problem:
            problem.what += f" ({path}: metrics)"
            raise
    if made.seed is not None and made.seed < 0:
        raise FormatError(path, 0, f"seed is a whole number from 0, not {made.seed}: seed = 12345")
    try:
        Resampling(n_samples=made.n_samples, seed=made.seed)
    except OptionError as problem:
        raise FormatError(path, 0, str(problem)) from None
    if made.meta is None and any(pair.metric_scores for pair in made.pairs):
        raise FormatError(path, 0, 'metric_scores need a meta-evaluation: meta = "wmt26"')
    if made.meta is not None:
        check_name(f"protocol ({path}: meta)", made.meta, protocol_names())
        if not any(pair.ratings and pair.references for pair in made.pairs):
            raise FormatError(path, 0, "meta needs a pair that has ratings and references")


@dataclass(frozen=True)
class _Settings:
    """A table of settings, which are the attributes of a class.

    Those without a default are needed. A field also says by `example` how its setting is written, for an
    error if it is missing, and by `names` what it, or each word of it, may be.

    Attributes:
        path: the file.
        values: the settings.
        kind: the class.
        where: the table in words, before a message.
    """

    path: str
    values: Mapping[str, Any]
    kind: Any
    where: str = ""

    def __post_init__(self) -> None:
        for key, value in self.values.items():
            if key not in self._types:
                raise self.wrong(f"there is no setting {key!r}: choose from {', '.join(self._types)}")
            types, _ = _TYPES.get(self._types[key], ((dict,), None))
            self._check_type(key, value, *types)

    @cached_property
    def _types(self) -> dict[str, Any]:
        """Setting -> its type, besides None."""
        hints = get_type_hints(self.kind).items()
        return {key: get_args(hint)[0] if isinstance(hint, UnionType) else hint for key, hint in hints}

    def _check_type(self, name: str, value: Any, *types: type) -> None:
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            kinds = " or ".join(_KINDS[kind] for kind in types if kind is not int or float not in types)
            raise self.wrong(f"{name} is {kinds}, not {as_json(value)}")

    @property
    def folder(self) -> Path:
        """What paths are relative to."""
        return Path(self.path).parent

    def wrong(self, problem: str) -> FormatError:
        """Returns an error of this table."""
        return FormatError(self.path, 0, f"{self.where}{problem}")

    def need(self, *keys: str) -> None:
        """Raises an error if a setting is missing or empty."""
        examples = {attribute.name: attribute.metadata.get("example") for attribute in fields(self.kind)}
        for key in keys:
            if not self.values.get(key):
                raise self.wrong(f"there is no {key}: {examples[key]}")

    def made(self, **known: Any) -> Any:
        """Returns an object of the class; `known` are attributes that do not come from the settings."""
        for attribute in fields(self.kind):
            key = attribute.name
            if key in known:
                continue
            if attribute.default is attribute.default_factory:  # there is neither
                self.need(key)
            if key not in self.values:
                continue
            known[key] = self._value(key)
            if names := attribute.metadata.get("names"):
                for word in [known[key]] if isinstance(known[key], str) else known[key]:
                    check_name(f"name ({self.path}: {self.where}{key})", word, names)
                known[key] = known[key] or attribute.default
        return self.kind(**known)

    def _value(self, key: str) -> Any:
        hint = self._types[key]
        if is_dataclass(hint):
            return self.inner(key, hint).made()
        _, read = _TYPES[hint]
        return self.values[key] if read is None else read(self, key)

    def inner(self, key: str, kind: Any) -> _Settings:
        """Returns a table in this one."""
        return _Settings(self.path, self.values[key], kind, f"{self.where}{key}: ")

    def words(self, key: str) -> tuple[str, ...]:
        """Returns a setting that is text or a list of it."""
        return self._words(self.values.get(key, ()))

    def _words(self, value: Any) -> tuple[str, ...]:
        words = [value] if isinstance(value, str) else value
        for word in words:
            if not isinstance(word, str):
                raise self.wrong(f"files and names are text, not {as_json(word)}")
        return tuple(words)

    def files(self, key: str) -> tuple[Path, ...]:
        """Returns a setting that is a file or a list of them."""
        return tuple(self.folder / word for word in self.words(key))

    def named_files(self, key: str) -> dict[str, Path]:
        """Returns a setting that is a table of names and files."""
        files = self.values[key]
        return dict(zip(files, (self.folder / word for word in self._words(files.values())), strict=True))

    def references(self, key: str) -> dict[str, Path | None]:
        """Returns names and files; a list of names has none, and a file alone no name."""
        value = self.values[key]
        if isinstance(value, str):
            return {"": self.folder / value}
        return dict.fromkeys(self.words(key)) if isinstance(value, list) else {**self.named_files(key)}

    def named_words(self, key: str) -> dict[str, tuple[str, ...]]:
        """Returns a setting that is a table of names, each with text or a list of it."""
        table = replace(self, where=f"{self.where}{key}: ")
        for name, value in self.values[key].items():
            table._check_type(name, value, str, list)
        return {name: table._words(value) for name, value in self.values[key].items()}

    def numbers(self, key: str) -> dict[str, tuple[float, ...]]:
        """Returns a setting that is a table of names, each with a number or a list of them."""
        table = replace(self, where=f"{self.where}{key}: ")
        named = {}
        for name, value in self.values[key].items():
            table._check_type(name, value, list, int, float)
            numbers = value if isinstance(value, list) else [value]
            if not numbers:
                raise table.wrong(f"{name} has no number")
            for number in numbers:
                if not is_plain_number(number):
                    raise table.wrong(f"{name} has numbers, not {as_json(number)}")
            named[name] = tuple(map(float, numbers))
        return named

    def sizes(self, key: str) -> dict[str, float]:
        """Returns a setting that is a table of names, each with a number."""
        for name, several in self.numbers(key).items():
            if len(several) != 1:
                raise self.wrong(f"{key}: {name} has one size")
        return {name: size for name, (size,) in self.numbers(key).items()}


_TYPES: dict[Any, tuple[tuple[type, ...], Callable[[_Settings, str], Any] | None]] = {
    str: ((str,), None),
    int: ((int,), None),
    bool: ((bool,), None),
    Path: ((str,), lambda given, key: given.folder / given.values[key]),
    tuple[TaskPair, ...]: ((list,), None),
    tuple[str, ...]: ((list,), _Settings.words),
    tuple[Path, ...]: ((list, str), _Settings.files),
    Mapping[str, Path]: ((dict,), _Settings.named_files),
    Mapping[str, Path | None]: ((str, dict, list), _Settings.references),
    Mapping[str, tuple[str, ...]]: ((dict,), _Settings.named_words),
    Mapping[str, tuple[float, ...]]: ((dict,), _Settings.numbers),
    Mapping[str, float]: ((dict,), _Settings.sizes),
}
"""Type of an attribute -> the types that its value has in TOML, and what reads it, if it is another value."""


def _pair(given: _Settings) -> TaskPair:
    """Returns the settings of a language pair."""
    given.need("language_pair")
    values = given.values
    inner = {key: given.inner(key, kind) for key, kind in _TABLES.items() if key in values}
    has_gold = any(inner[key].values.get("gold") for key in ("spans", "labels") if key in inner)
    if not (has_gold or inner.keys() - {"spans", "labels"} or values.get("scores")):
        given.need("ratings")
    for key, other in _NEEDED_BESIDE.items():
        if key in values and not values.get(other):
            raise given.wrong(f"{key} needs {other}, which are not there")
    if (terms := inner.get("terminology")) and terms.values.get("rule", TEXT_RULES[0]) in TEXT_RULES:
        terms.need("outputs", "terms", "source", "target")
    if models := inner.get("compression"):
        models.need("source")
        if not models.values.get("seconds") or models.values.get("outputs") or models.values.get("scores"):
            models.need("outputs", "scores")
    pair: TaskPair = given.made(scores=_score_files(given))
    return pair


_TABLES = {
    "spans": TaskSpans,
    "labels": TaskLabels,
    "terminology": TaskTerms,
    "edits": TaskEdits,
    "compression": TaskCompression,
}
"""The tables of a language pair, each of which is steps of its own."""


def _score_files(given: _Settings) -> tuple[Path, ...]:
    """Returns the files of automatic scores, each once."""
    files: list[Path] = []
    for word in given.words("scores"):
        matching = _matching(given.folder, word)
        if not matching:
            raise given.wrong(f"no file matches the scores {word!r}")
        files += matching
    return tuple(dict.fromkeys(files))


def _matching(folder: Path, word: str) -> list[Path]:
    """Returns the files that a word names, which may be a pattern such as "scores/*.jsonl"."""
    path = folder / word
    if path.exists() or not glob.has_magic(word):
        return [path]
    pattern = str(Path(glob.escape(str(folder))) / word)
    return sorted(map(Path, glob.glob(pattern, recursive=True)))  # noqa: PTH207 - it can be absolute
