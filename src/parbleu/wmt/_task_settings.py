"""Reads the settings of a shared task: its inputs, rules and outputs, in TOML."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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

Kinds = Mapping[str, "tuple[type, ...]"]
"""Setting -> the types of its value."""

_KEYS: Kinds = {
    "name": (str,),
    "output": (str,),
    "rules": (list,),
    "seed": (int,),
    "n_samples": (int,),
    "rater_filter": (bool,),
    "mixed_model": (bool,),
    "metrics": (list,),
    "meta": (str,),
    "pairs": (list,),
}
_PAIR_KEYS: Kinds = {
    "language_pair": (str,),
    "ratings": (list, str),
    "format": (str,),
    "references": (str, dict, list),
    "scores": (list, str),
    "constrained": (list,),
    "tuned": (dict,),
    "metric_scores": (dict,),
    "spans": (dict,),
    "labels": (dict,),
    "terminology": (dict,),
    "edits": (dict,),
    "compression": (dict,),
}
_SPAN_KEYS: Kinds = {"predictions": (dict,), "gold": (list, str), "measures": (list,)}
_LABEL_KEYS: Kinds = {"predictions": (dict,), "gold": (list, str), "tasks": (list,)}
_TERM_KEYS: Kinds = {"outputs": (dict,), "terms": (str,), "source": (str,), "target": (str,), "rule": (str,)}
_EDIT_KEYS: Kinds = {
    "edits": (dict,),
    "after": (str,),
    "before": (str,),
    "gold": (str,),
    "characters": (bool,),
}
_COMPRESSION_KEYS: Kinds = {
    "outputs": (dict,),
    "source": (str,),
    "scores": (dict,),
    "baseline": (str,),
    "sizes": (dict,),
    "seconds": (dict,),
    "warm_up": (dict,),
}
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
_EXAMPLE = {
    "name": 'name = "demo27"',
    "meta": 'meta = "wmt26"',
    "pairs": "[[pairs]]",
    "language_pair": 'language_pair = "en-de"',
    "ratings": 'ratings = ["annotations.json"]',
    "rules": 'rules = ["wmt26-final"]',
    "metrics": 'metrics = ["bleu", "chrf"]',
    "predictions": 'predictions = { mine = "predictions.tsv" }',
    "outputs": 'outputs = { mine = "team.ende.proper.jsonl" }',
    "terms": 'terms = "full_data.ende.jsonl"',
    "source": 'source = "en"',
    "target": 'target = "de"',
    "edits": 'edits = { mine = "mine.tsv" }',
    "after": 'after = "post_edit_comet"',
}
_COMPRESSION_EXAMPLE = {
    "outputs": f'outputs = {{ {BASELINE} = "base.txt", q4 = "q4.txt" }}',
    "source": 'source = "src.txt"',
    "scores": 'scores = { CometKiwi = "kiwi.tsv" }',
}


@dataclass(frozen=True)
class TaskSpans:
    """Predicted error spans of a language pair, and those that people marked.

    Attributes:
        predictions: predictor -> file.
        gold: files of the spans that people marked; none for the ratings.
        measures: some of `SPAN_MEASURES`.
    """

    predictions: Mapping[str, Path]
    gold: tuple[Path, ...] = ()
    measures: tuple[str, ...] = ("f1",)


@dataclass(frozen=True)
class TaskLabels:
    """Predicted scores of a language pair, by which translations without errors, or critical ones, are found.

    Attributes:
        predictions: predictor -> file.
        gold: files of the scores of people; none for the ratings.
        tasks: "error-free", "criticality" or both, each of which is a step.
    """

    predictions: Mapping[str, Path]
    gold: tuple[Path, ...] = ()
    tasks: tuple[str, ...] = tuple(LABEL_TASKS)


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

    outputs: Mapping[str, Path]
    terms: Path
    source: str | None = None
    target: str | None = None
    rule: str = "wmt25-track1"


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

    edits: Mapping[str, Path]
    after: str
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

    source: Path
    outputs: Mapping[str, Path] = field(default_factory=dict)
    scores: Mapping[str, Path] = field(default_factory=dict)
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

    language_pair: str
    ratings: tuple[Path, ...]
    format: str | None = None
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

    name: str
    output: Path
    pairs: tuple[TaskPair, ...]
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
    whole = _Settings(name, values, _KEYS)
    whole.need("name", "pairs")
    pairs = []
    for number, pair in enumerate(values["pairs"], 1):
        where = f"pair {number}: "
        if not isinstance(pair, dict):
            raise FormatError(name, 0, f"{where}this is no table: write [[pairs]] above its settings")
        pairs.append(_pair(_Settings(name, pair, _PAIR_KEYS, where)))
    names = [pair.language_pair for pair in pairs]
    if len(set(names)) < len(names):
        raise FormatError(name, 0, "a language pair stands twice: name several files of ratings in one")
    given: dict[str, Any] = {key: tuple(values[key]) for key in ("rules", "metrics") if key in values}
    plain = ("seed", "n_samples", "rater_filter", "mixed_model", "meta")
    given |= {key: values[key] for key in plain if key in values}
    output = os.path.normpath(whole.folder / values.get("output", "results"))
    made = TaskSettings(values["name"], Path(output), tuple(pairs), **given)
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
        raise FormatError(path, 0, f"rules is empty: {_EXAMPLE['rules']}")
    for metric in made.metrics:
        if not isinstance(metric, str):
            raise FormatError(path, 0, f"metrics are names, not {as_json(metric)}: {_EXAMPLE['metrics']}")
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
        raise FormatError(path, 0, f"metric_scores need a meta-evaluation: {_EXAMPLE['meta']}")
    if made.meta is not None:
        check_name(f"protocol ({path}: meta)", made.meta, protocol_names())
        if not any(pair.ratings and pair.references for pair in made.pairs):
            raise FormatError(path, 0, "meta needs a pair that has ratings and references")


@dataclass(frozen=True)
class _Settings:
    """A table of settings, whose keys and kinds of values are known.

    Attributes:
        path: the file.
        values: the settings.
        kinds: what there may be.
        where: the table in words, before a message.
    """

    path: str
    values: Mapping[str, Any]
    kinds: Kinds
    where: str = ""

    def __post_init__(self) -> None:
        for key, value in self.values.items():
            if key not in self.kinds:
                raise self.wrong(f"there is no setting {key!r}: choose from {', '.join(self.kinds)}")
            if not isinstance(value, self.kinds[key]) or (
                isinstance(value, bool) and bool not in self.kinds[key]
            ):
                known = self.kinds[key]
                kinds = " or ".join(_KINDS[kind] for kind in known if kind is not int or float not in known)
                raise self.wrong(f"{key} is {kinds}, not {as_json(value)}")

    @property
    def folder(self) -> Path:
        """What paths are relative to."""
        return Path(self.path).parent

    def wrong(self, problem: str) -> FormatError:
        """Returns an error of this table."""
        return FormatError(self.path, 0, f"{self.where}{problem}")

    def need(self, *keys: str, examples: Mapping[str, str] = _EXAMPLE) -> None:
        """Raises an error if a setting is missing or empty."""
        for key in keys:
            if not self.values.get(key):
                raise self.wrong(f"there is no {key}: {examples[key]}")

    def check_name(self, key: str, name: str, choices: Iterable[str]) -> None:
        """Raises UnknownNameError if a setting names none of the choices."""
        check_name(f"name ({self.path}: {self.where}{key})", name, choices)

    def words(self, key: str) -> list[str]:
        """Returns a setting that is text or a list of it."""
        value = self.values.get(key, [])
        words = [value] if isinstance(value, str) else value
        self._check_text(words)
        return list(words)

    def named_files(self, key: str) -> dict[str, Path]:
        """Returns a setting that is a table of names and files."""
        files = self.values.get(key, {})
        self._check_text(files.values())
        return {name: self.folder / word for name, word in files.items()}

    def numbers(self, key: str) -> dict[str, tuple[float, ...]]:
        """Returns a setting that is a table of names, each with a number or a list of them."""
        given = self.inner(key, dict.fromkeys(self.values.get(key, {}), (list, int, float)))
        named = {}
        for name, value in given.values.items() if given else ():
            numbers = value if isinstance(value, list) else [value]
            if not numbers:
                raise self.wrong(f"{key}: {name} has no number")
            for number in numbers:
                if not is_plain_number(number):
                    raise self.wrong(f"{key}: {name} has numbers, not {as_json(number)}")
            named[name] = tuple(map(float, numbers))
        return named

    def _check_text(self, words: Iterable[Any]) -> None:
        for word in words:
            if not isinstance(word, str):
                raise self.wrong(f"files and names are text, not {as_json(word)}")

    def inner(self, key: str, kinds: Kinds) -> _Settings | None:
        """Returns a table in this one; None if there is none."""
        if key not in self.values:
            return None
        return _Settings(self.path, self.values[key], kinds, f"{self.where}{key}: ")


def _pair(given: _Settings) -> TaskPair:
    """Returns the settings of a language pair."""
    given.need("language_pair")
    spans, terms = given.inner("spans", _SPAN_KEYS), given.inner("terminology", _TERM_KEYS)
    labels = given.inner("labels", _LABEL_KEYS)
    edits, models = given.inner("edits", _EDIT_KEYS), given.inner("compression", _COMPRESSION_KEYS)
    has_gold = any(table is not None and table.values.get("gold") for table in (spans, labels))
    if not (terms or edits or models or given.values.get("scores") or has_gold):
        given.need("ratings")
    for key, other in _NEEDED_BESIDE.items():
        if key in given.values and not given.values.get(other):
            raise given.wrong(f"{key} needs {other}, which are not there")
    references = given.values.get("references", {})
    judged = given.words("references") if isinstance(references, list) else []
    if isinstance(references, dict):
        named = given.named_files("references")
    else:
        named = {"": given.folder / references} if isinstance(references, str) else {}
    if "format" in given.values:
        given.check_name("format", given.values["format"], RATING_FORMATS)
    return TaskPair(
        given.values["language_pair"],
        tuple(given.folder / word for word in given.words("ratings")),
        given.values.get("format"),
        {**named, **dict.fromkeys(judged)},
        _score_files(given),
        tuple(given.words("constrained")) if "constrained" in given.values else None,
        _tuned(given),
        given.named_files("metric_scores"),
        _spans(spans) if spans else None,
        _labels(labels) if labels else None,
        _terms(terms) if terms else None,
        _edits(edits) if edits else None,
        _compression(models) if models else None,
    )


def _tuned(given: _Settings) -> dict[str, tuple[str, ...]]:
    """Returns system -> metrics that it was tuned to."""
    tuned = given.inner("tuned", dict.fromkeys(given.values.get("tuned", {}), (str, list)))
    return {system: tuple(tuned.words(system)) for system in tuned.values} if tuned else {}


def _spans(given: _Settings) -> TaskSpans:
    given.need("predictions")
    measures = tuple(given.words("measures")) or ("f1",)
    for measure in measures:
        given.check_name("measures", measure, SPAN_MEASURES)
    gold = tuple(given.folder / word for word in given.words("gold"))
    return TaskSpans(given.named_files("predictions"), gold, measures)


def _labels(given: _Settings) -> TaskLabels:
    given.need("predictions")
    tasks = tuple(given.words("tasks")) or tuple(LABEL_TASKS)
    for task in tasks:
        given.check_name("tasks", task, LABEL_TASKS)
    gold = tuple(given.folder / word for word in given.words("gold"))
    return TaskLabels(given.named_files("predictions"), gold, tasks)


def _terms(given: _Settings) -> TaskTerms:
    given.need("outputs", "terms")
    rule = given.values.get("rule", TEXT_RULES[0])
    given.check_name("rule", rule, TERMINOLOGY_RULES)
    if rule in TEXT_RULES:
        given.need("source", "target")
    values = given.values
    keys = (values.get("source"), values.get("target"))
    return TaskTerms(given.named_files("outputs"), given.folder / values["terms"], *keys, rule)


def _edits(given: _Settings) -> TaskEdits:
    given.need("edits", "after")
    values = given.values
    optional = {key: values[key] for key in ("before", "characters") if key in values}
    gold = given.folder / values["gold"] if "gold" in values else None
    return TaskEdits(given.named_files("edits"), values["after"], gold=gold, **optional)


def _compression(given: _Settings) -> TaskCompression:
    given.need("source", examples=_COMPRESSION_EXAMPLE)
    if not given.values.get("seconds") or given.values.get("outputs") or given.values.get("scores"):
        given.need("outputs", "scores", examples=_COMPRESSION_EXAMPLE)
    sizes = given.numbers("sizes")
    for name, several in sizes.items():
        if len(several) != 1:
            raise given.wrong(f"sizes: {name} has one size")
    return TaskCompression(
        given.folder / given.values["source"],
        given.named_files("outputs"),
        given.named_files("scores"),
        given.values.get("baseline", BASELINE),
        {name: size for name, (size,) in sizes.items()},
        given.numbers("seconds"),
        given.numbers("warm_up"),
    )


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
