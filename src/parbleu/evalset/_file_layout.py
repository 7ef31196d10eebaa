"""Defines where the files of an evaluation set lie: the layout of MT Metrics Eval, version 2.

Below the data directory there is, for each test set:

    sources/LP.txt or LP.jsonl                  documents/LP.docs
    references/LP.REF.txt or .jsonl             system-outputs/LP/SYSTEM.txt or .jsonl
    human-scores/LP.NAME.LEVEL.score            human-scores/LP.NAME.seg.rating
    metric-scores/LP/BASE-REFS.LEVEL.score      metadata/LP/SYSTEM.jsonl
    metric-scores/LP/BASE-REFS.signature        ours: the signature of these scores
    info/LP.json                                ours: standard choices of a set that is not bundled

The functions of this module find files by their names, and open none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike, fspath, listdir
from os.path import basename, dirname, expanduser, isdir, isfile, join

from parbleu._base.wording import nearest_of_year
from parbleu.errors import EvalSetError
from parbleu.evalset._levels import OF_WORDS
from parbleu.evalset._metric_names import same_metric, split_name
from parbleu.evalset._standard_info import set_names
from parbleu.fetch._environment import directories_in
from parbleu.text._languages import pair_by_region, same_pairs

PACKAGE = "mt-metrics-eval-v2"
TEXT_KINDS = ("txt", "jsonl")


def root() -> str:
    """Returns the directory that the package of all evaluation sets is downloaded to."""
    return expanduser(join("~", ".mt-metrics-eval"))


def data_directories(path: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None) -> list[str]:
    """Returns the directories that hold evaluation sets.

    Args:
        path: one directory or several; None for the directories that `PARBLEU_EVALSETS` lists, separated as
            in `PATH`, followed by the directory of the downloaded package.
    """
    if path is not None:
        return [fspath(directory) for directory in ([path] if isinstance(path, (str, PathLike)) else path)]
    return [*directories_in("PARBLEU_EVALSETS"), join(root(), PACKAGE)]


def directories_of(
    test_set: str, path: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None
) -> list[str]:
    """Returns the data directories of a test set: the given ones, or the first default one that has it."""
    directories = data_directories(path)
    if path is not None:
        return directories
    return [path for path in directories if isdir(join(path, test_set))][:1] or directories[-1:]


def _unknown(test_set: str) -> str:
    """Returns how a message begins about a set that is not there: by a known name that may be meant."""
    known = [*set_names(), *(name for directory in data_directories() for name in local_sets(directory))]
    near = None if test_set in known else nearest_of_year(test_set, known)
    return f"unknown evaluation set {test_set!r}: did you mean {near!r}? " if near else ""


def info_path(directory: str, test_set: str, language_pair: str) -> str:
    """Returns the path of the file with a set's standard choices."""
    return join(directory, test_set, "info", f"{language_pair}.json")


def spelled_pair(
    test_set: str, language_pair: str, path: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None
) -> str:
    """Returns how a test set spells a language pair: "en-zh_CN" for en-zh, if that is its only such pair."""
    names = _names(directories_of(test_set, path)[0], test_set, "sources")
    same = same_pairs(language_pair, {name.rpartition(".")[0] for name in names})
    return same[0] if len(same) == 1 else language_pair


def local_sets(directory: str) -> dict[str, list[str]]:
    """Returns the test sets of a data directory and the language pairs of each, all sorted."""
    sets = {}
    for test_set in _names(directory):
        pairs = {name.rpartition(".")[0] for name in _names(directory, test_set, "sources")}
        if pairs:
            sets[test_set] = sorted(pairs)
    return sets


class SetFiles:
    """The files of one language pair of a test set.

    Args:
        directories: the data directories. The first supplies everything but metric scores, which are looked
            for in all.
        test_set: the name of the test set.
        language_pair: the language pair, such as "en-de".

    Attributes:
        directory: the directory of the test set, in the first data directory.
        source: the file of the source.
        documents: the file of documents and domains.
        references: name of a reference -> file. All mappings are sorted by their keys.
        outputs: system -> file.
        human_scores: (name, level) -> file.
        ratings: name of a collection of ratings -> file.
        metric_scores: (full name of a metric, level) -> file.
        signatures: full name of a metric -> file.
        metadata: system -> file.

    Raises:
        EvalSetError: there is no such set; or the name of a file does not follow the layout, or two files
            have the same meaning.
    """

    def __init__(self, directories: Sequence[str], test_set: str, language_pair: str) -> None:
        self.directory: str = join(directories[0], test_set)
        self.language_pair = language_pair
        self.source: str = self._source()
        self.documents: str = join(self.directory, "documents", f"{language_pair}.docs")
        if not isfile(self.documents):
            raise EvalSetError(f"{self.documents} is missing: it says DOMAIN DOCUMENT for each segment")
        self.references: dict[str, str] = _named(self._references(), "the reference")
        self.outputs: dict[str, str] = _named(self._outputs(), "of the system")
        self.human_scores: dict[tuple[str, str], str] = {}
        self.ratings: dict[str, str] = {}
        self._add_human_files()
        self.metric_scores: dict[tuple[str, str], str] = {}
        self.signatures: dict[str, str] = {}
        for directory in directories:
            self._add_metric_files(join(directory, test_set))
        self.ratings = dict(sorted(self.ratings.items()))
        self.metadata: dict[str, str] = dict(sorted(self._metadata()))

    def _source(self) -> str:
        for kind in TEXT_KINDS:
            path = join(self.directory, "sources", f"{self.language_pair}.{kind}")
            if isfile(path):
                return path
        if not isdir(self.directory):
            missing = [directory for directory in directories_in("PARBLEU_EVALSETS") if not isdir(directory)]
            hint = f"; PARBLEU_EVALSETS lists what is not there: {', '.join(missing)}" if missing else ""
            *named, last = data_directories()
            searched = named if dirname(self.directory) == last else []
            nor = "".join(f", nor in {directory}" for directory in searched if directory not in missing)
            raise EvalSetError(
                f"{_unknown(basename(self.directory))}there is no {self.directory}{nor}: give the data "
                "directory (--data DIR, path= in Python, or PARBLEU_EVALSETS in the environment), or get all "
                f"evaluation sets with `parbleu meta download`{hint}"
            )
        here = sorted({name.rpartition(".")[0] for name in _names(self.directory, "sources")})
        meant = pair_by_region(self.language_pair, lambda pair: same_pairs(pair, here))
        raise EvalSetError(
            f"{join(self.directory, 'sources', self.language_pair)}.txt is missing; "
            f"{f'did you mean {meant!r}? ' if meant else ''}"
            f"the language pairs here are {', '.join(here) or 'none'}"
        )

    def _references(self) -> Iterator[tuple[str, str]]:
        for name in _names(self.directory, "references"):
            path = join(self.directory, "references", name)
            words = name.split(".")
            if len(words) < 3 or words[0] != self.language_pair:
                continue
            _check_text_kind(path)
            check_reference_name(words[-2], f"{path}: ")
            yield words[-2], path

    def _outputs(self) -> Iterator[tuple[str, str]]:
        for name in _names(self.directory, "system-outputs", self.language_pair):
            system, dot, _ = name.rpartition(".")
            if dot:
                path = join(self.directory, "system-outputs", self.language_pair, name)
                _check_text_kind(path)
                yield system, path

    def _metadata(self) -> Iterator[tuple[str, str]]:
        for name in _names(self.directory, "metadata", self.language_pair):
            system, _, kind = name.rpartition(".")
            if kind == "jsonl":
                yield system, join(self.directory, "metadata", self.language_pair, name)

    def _add_human_files(self) -> None:
        prefix = f"{self.language_pair}."
        for file in _names(self.directory, "human-scores"):
            kind = file.rpartition(".")[2]
            if not file.startswith(prefix) or kind not in ("score", "rating"):
                continue
            path = join(self.directory, "human-scores", file)
            _, name, level = human_file_name(path, kind)
            if kind == "score":
                self.human_scores[name, level] = path
            else:
                self.ratings[name] = path

    def _add_metric_files(self, directory: str) -> None:
        known = {(same_metric(name), level): path for (name, level), path in self.metric_scores.items()}
        for path, name, level in metric_files(join(directory, "metric-scores", self.language_pair)):
            key = same_metric(name), level
            if key in known:
                raise EvalSetError(
                    f"{path} and {known[key]} are the same metric at the same level; remove one"
                )
            known[key] = self.metric_scores[name, level] = path
            if isfile(signed := signature_file(path)):
                self.signatures[name] = signed


def signature_file(path: str) -> str:
    """Returns the file for the signature of the scores in a file of a metric: `BASE-REFS.signature`."""
    return f"{path.rsplit('.', 2)[0]}.signature"


def metric_files(directory: str) -> Iterator[tuple[str, str, str]]:
    """Yields path, full name and level of the files of metric scores in a directory, sorted.

    Raises:
        EvalSetError: a file that ends in `.score` is not named `BASE-REFS.LEVEL.score`.
    """
    for file in _names(directory):
        if file.endswith(".score"):
            path = join(directory, file)
            yield path, *metric_file_name(path)


def score_files_in(path: str | PathLike[str], language_pair: str) -> list[tuple[str, str, str]]:
    """Returns path, full name and level of files of metric scores.

    `path` is a file; a directory of files; or one that has such a directory, named after the language pair.

    Raises:
        EvalSetError: there is no such file, or a file is not named `BASE-REFS.LEVEL.score`.
    """
    name = fspath(path)
    if isfile(name):
        return [(name, *metric_file_name(name))]
    of_pair = join(name, language_pair)
    files = list(metric_files(of_pair if isdir(of_pair) else name))
    if not files:
        raise EvalSetError(f"there is no file BASE-REFS.LEVEL.score in {name}")
    return files


def check_reference_name(name: str, where: str = "") -> None:
    """Raises EvalSetError if the name of a reference cannot be a part of names of metrics."""
    if any(char in name for char in "-.") or name in ("all", "src"):
        raise EvalSetError(
            f"{where}a reference cannot be called {name!r}, in names of metrics that is something else; "
            "choose another name"
        )


def metric_file_name(path: str) -> tuple[str, str]:
    """Returns the full name and the level of the metric that a file of scores is named after.

    Raises:
        EvalSetError: the file is not named `BASE-REFS.LEVEL.score`.
    """
    words = path.replace("\\", "/").rpartition("/")[2].rsplit(".", 2)
    if len(words) != 3 or words[2] != "score" or words[1] not in OF_WORDS:
        raise EvalSetError(
            f"{path}: the name of a file of metric scores is BASE-REFS.LEVEL.score, "
            f"such as BLEU-refA.seg.score, LEVEL being one of {', '.join(OF_WORDS)}"
        )
    try:
        split_name(words[0])
    except EvalSetError as problem:
        raise EvalSetError(f"{path}: {problem}") from None
    return words[0], OF_WORDS[words[1]]


def human_file_name(path: str, kind: str = "score") -> tuple[str, str, str]:
    """Returns language pair, name and level of the human scores, or ratings, that a file is named after.

    Raises:
        EvalSetError: the file is not named `PAIR.NAME.LEVEL.score`, or `PAIR.NAME.seg.rating`.
    """
    words = path.replace("\\", "/").rpartition("/")[2].split(".")
    has_level = len(words) > 3 and words[-1] == kind and words[-2] in OF_WORDS
    if not has_level or (kind == "rating" and words[-2] != "seg"):
        raise EvalSetError(
            f"{path}: the name of a file of human scores is LP.NAME.LEVEL.score, "
            f"or LP.NAME.seg.rating, LEVEL being one of {', '.join(OF_WORDS)}"
        )
    return words[0], ".".join(words[1:-2]), OF_WORDS[words[-2]]


def _names(*directory: str) -> list[str]:
    """Returns the names of visible files in a directory, sorted; none if there is no directory."""
    try:
        return sorted(name for name in listdir(join(*directory)) if not name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as problem:
        raise EvalSetError(f"cannot list {join(*directory)}: {problem.strerror}") from None


def _named(files: Iterable[tuple[str, str]], what: str) -> dict[str, str]:
    """Returns name -> file, sorted; no two files may have one name."""
    paths: dict[str, str] = {}
    for name, path in files:
        if name in paths:
            raise EvalSetError(f"{path} and {paths[name]} are both {what} {name}; rename or remove one")
        paths[name] = path
    return dict(sorted(paths.items()))


def _check_text_kind(path: str) -> None:
    if path.rpartition(".")[2] not in TEXT_KINDS:
        raise EvalSetError(f"{path}: a text ends in .{' or .'.join(TEXT_KINDS)}; rename or remove the file")
