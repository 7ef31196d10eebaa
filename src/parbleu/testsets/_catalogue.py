"""Lists the known test sets: the bundled ones, then a user's own.

A set is a JSON file named after it, with `_` for `/`. A user's files lie in the directories that
`PARBLEU_TESTSETS` lists (separated as in `PATH`), or come with a package that announces them under the
entry-point group `parbleu.testsets`: the value names a package whose folder `data` holds them, or a function
that returns their directory.
"""

from __future__ import annotations

from functools import cache
from os import listdir
from os.path import abspath, dirname, isfile, join

from parbleu._base.log import warn
from parbleu.errors import CatalogueError, UnknownTestSetError
from parbleu.fetch._environment import directories_in
from parbleu.testsets._catalogue_entry import from_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from typing import Any

    from parbleu.testsets._catalogue_entry import Entry

_DATA = join(dirname(__file__), "data")
_GROUP = "parbleu.testsets"


def names(language_pair: str | None = None, sacrebleu: str = "") -> list[str]:
    """Returns the names of all test sets, sorted.

    Args:
        language_pair: only the sets that have this language pair, or the same in the other direction; in
            any codes, but for sacreBLEU in those of the set.
        sacrebleu: only the sets that this version of sacreBLEU has, and a user's own.

    Raises:
        CatalogueError: a directory or file of a user's own sets cannot be read.
    """
    own = _built_in()
    users = _files([*_listed_directories(), *_announced_directories()])
    for name in sorted(own & users.keys()):
        _warn_of_ignored(users[name], name)
    every = sorted(own | users.keys())
    if sacrebleu:
        every = [name for name in every if find(name).is_of(sacrebleu)]
    if language_pair is None:
        return every
    if sacrebleu:
        source, _, target = language_pair.partition("-")
        wanted = {language_pair, f"{target}-{source}"}
        return [name for name in every if wanted & find(name).language_pairs.keys()]
    from parbleu.text._languages import turned_pair

    either = language_pair, turned_pair(language_pair)
    return [name for name in every if any(map(find(name).has, either))]


def find(name: str, sacrebleu: str = "") -> Entry:
    """Returns the entry of a test set. Only its own file is read.

    A user's set cannot replace a bundled one, since the same name would stand for other numbers.

    Args:
        name: of the test set.
        sacrebleu: if given, only a set that this version of sacreBLEU has, or a user's own, is found.

    Raises:
        UnknownTestSetError: there is no such set of that name.
        CatalogueError: the file of a user's own set is wrong; the message says where.
    """
    file = name.replace("/", "_") + ".json"
    if "_" not in name and isfile(join(_DATA, file)):
        entry = from_json(_read(join(_DATA, file)))
        if entry.is_of(sacrebleu):
            return entry
    for where in (_listed_directories, _announced_directories):  # the second takes longer than all else
        path = _files(where()).get(name)
        if path is not None:
            return load(path)
    raise UnknownTestSetError(name, names(sacrebleu=sacrebleu))


def spelled_pair(test_sets: str, language_pair: str) -> str:
    """Returns how the first of some test sets spells a language pair; as it is, if the set has none of it.

    Args:
        test_sets: names that are joined by commas, which may be unknown.
        language_pair: in codes of any kind.

    Raises:
        OptionError: several pairs of the set can be meant.
    """
    try:
        return find(test_sets.partition(",")[0]).spelled(language_pair)
    except UnknownTestSetError:
        return language_pair


def load(path: str) -> Entry:
    """Reads the file of a user's own test set, and checks it.

    Raises:
        CatalogueError: something in it is wrong; the message names the file and the key.
    """
    from parbleu.testsets._entry_schema import check

    data = _read(path)
    check(data, path)
    return from_json(data, dirname(abspath(path)))


def _built_in() -> set[str]:
    """Returns the names of the bundled test sets."""
    return {file[:-5].replace("_", "/") for file in listdir(_DATA) if file.endswith(".json")}


@cache
def _warn_of_ignored(path: str, name: str) -> None:
    """Warns of a user's file, once in a process."""
    warn(f"{path}: ignored, since parbleu has a test set {name} of its own; give it another name")


def _files(directories: list[str]) -> dict[str, str]:
    """Returns the names of the sets in some directories, and the first file of each."""
    paths: dict[str, str] = {}
    for directory in directories:
        try:
            files = sorted(listdir(directory))
        except OSError as error:
            raise CatalogueError(f"{directory}: cannot list these test sets: {error.strerror}") from None
        for file in files:
            if file.endswith(".json") and not file.startswith("."):
                path = join(directory, file)
                paths.setdefault(_name_in(path), path)
    return paths


def _listed_directories() -> list[str]:
    return directories_in("PARBLEU_TESTSETS")


def _announced_directories() -> list[str]:
    from importlib.metadata import entry_points

    return [_announced_directory(entry) for entry in entry_points(group=_GROUP)]


def _announced_directory(entry: EntryPoint) -> str:
    try:
        value = entry.load()
        return str(value()) if callable(value) else join(dirname(value.__file__), "data")
    except Exception as error:  # whatever a package's code may raise
        raise CatalogueError(
            f"{entry.name} = {entry.value}: this package's test sets cannot be found: {error!r}; "
            "mend or remove the package"
        ) from error


def _name_in(path: str) -> str:
    name = _read(path).get("name")
    if not isinstance(name, str):
        raise CatalogueError(f'{path}: the key "name" is missing; give the test set its name there')
    return name


def _read(path: str) -> dict[str, Any]:
    from parbleu._io.json_text import parse_json

    try:
        with open(path, "rb") as file:
            data = parse_json(file.read())
    except OSError as error:
        raise CatalogueError(f"{path}: cannot read this test set: {error.strerror}") from None
    except ValueError as error:
        raise CatalogueError(f"{path}: this is not valid JSON: {error}") from None
    if not isinstance(data, dict):
        raise CatalogueError(
            f"{path}: a test set is an object, {{...}}, with name, format and language_pairs"
        )
    return data
