"""Lists the known test sets: the bundled ones, then a user's own.

A set is a JSON file named after it, with `_` for `/` and `__` for `_`. A user's files lie in the directories
that `PARBLEU_TESTSETS` lists (separated as in `PATH`), or come with a package that announces them under the
entry-point group `parbleu.testsets`: the value names a package whose folder `data` holds them, or a function
that returns their directory.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from os import listdir
from os.path import abspath, dirname, isfile, join

from parbleu._base.log import warn
from parbleu.errors import CatalogueError, UnknownTestSetError
from parbleu.fetch._environment import directories_in
from parbleu.testsets._catalogue_entry import from_json, variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
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
    built_in = _built_in()
    users = _files([*_listed_directories(), *_announced_directories()])
    for name in sorted(built_in & users.keys()):
        _warn_of_ignored(users[name], name)
    every = sorted(built_in | users.keys())
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
    return [name for name in every if any(map(find(name).same_pairs, either))]


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
    if _remembered is None:
        return _find(name, sacrebleu)
    if (name, sacrebleu) not in _remembered:
        _remembered[name, sacrebleu] = _find(name, sacrebleu)
    return _remembered[name, sacrebleu]


_remembered: dict[tuple[str, str], Entry] | None = None


@contextmanager
def remembering() -> Iterator[None]:
    """Within it, the entry of a test set is read once, however often it is looked for."""
    global _remembered
    before, _remembered = _remembered, {}
    try:
        yield
    finally:
        _remembered = before


def _find(name: str, sacrebleu: str) -> Entry:
    data = _bundled(name)
    if data and (entry := from_json(data)).is_of(sacrebleu):
        return entry
    for where in (_listed_directories, _announced_directories):  # the second takes longer than all else
        if entry_of_user := _users(name, _files(where())):
            return entry_of_user
    data = _bundled(_meant_by_alias(name))
    if data and (entry := from_json(data)).is_of(sacrebleu):
        return entry
    raise UnknownTestSetError(name, names(sacrebleu=sacrebleu))


def splits(entry: Entry) -> list[str]:
    """Returns the names of the splits of a test set, such as "flores200/dev", and of its other versions."""
    data = _bundled(entry.name, whole=True) if not entry.home else None
    if data is None:
        return []
    others = [f"{data['name']}/{split}" for split in list(data.get("splits", ()))[1:]]
    return [*others, *(f"{data['name']}@{version}" for version in list(data.get("versions", ()))[1:])]


def _variants(name: str) -> list[tuple[str, str, str]]:
    """Returns what a name can be: a set, its split and its version, "" where it says none."""
    body, _, version = name.partition("@")
    base, _, split = body.rpartition("/")
    return [(body, "", version), *([(base, split, version)] if base and split else [])]


def _bundled(name: str, *, whole: bool = False) -> dict[str, Any] | None:
    """Returns the data of a bundled set, of one of its splits or versions; or of the `whole` file."""
    for base, split, version in _variants(name):
        path = join(_DATA, base.replace("_", "__").replace("/", "_") + ".json")
        if base and isfile(path):
            data = _read(path)
            chosen = variant(data, split, version)
            if chosen is not None:
                return data if whole else chosen
    return None


def _users(name: str, paths: dict[str, str]) -> Entry | None:
    """Returns a user's own set, or a split or version of one, whose files have these paths."""
    for base, split, version in [(name, "", ""), *_variants(name)]:
        if base in paths and (entry := load(paths[base], split, version)):
            return entry
    return None


def _meant_by_alias(name: str) -> str:
    """Returns the name of the bundled set that has such an alias; "" if there is none."""
    body, at, version = name.lower().partition("@")
    for file in sorted(listdir(_DATA)):
        if not file.endswith(".json"):
            continue
        with open(join(_DATA, file), "rb") as opened:
            if b'"aliases"' not in opened.read(2000):  # it stands near the beginning
                continue
        data = _read(join(_DATA, file))
        first = data["name"]
        aliases = {first.lower(): first, **dict.fromkeys(data.get("aliases", ()), first)}
        for number, (split, changes) in enumerate(data.get("splits", {}).items()):
            full = f"{first}/{split}" if number else first
            aliases |= {f"{alias}/{split}": full for alias in list(aliases) if "/" not in alias}
            aliases |= dict.fromkeys(changes.get("aliases", ()), full)
        if body in aliases:
            return f"{aliases[body]}{at}{version}"
    return ""


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


def signed_names(test_sets: str) -> str:
    """Returns what signatures call test sets, which are joined by commas: with their versions, if any.

    Raises:
        UnknownTestSetError: there is none of that name.
    """
    return ",".join(find(name).signed_name for name in test_sets.split(","))


def load(path: str, split: str = "", version: str = "") -> Entry | None:
    """Reads the file of a user's own test set, and checks it.

    Returns:
        The set, or a split and version of it; None if it has none of that name.

    Raises:
        CatalogueError: something in it is wrong; the message names the file and the key.
    """
    from parbleu.testsets._entry_schema import check

    data = _read(path)
    check(data, path)
    chosen = variant(data, split, version)
    return from_json(chosen, dirname(abspath(path))) if chosen else None


def _built_in() -> set[str]:
    """Returns the names of the bundled test sets."""
    stems = [file[:-5] for file in listdir(_DATA) if file.endswith(".json")]
    return {"_".join(part.replace("_", "/") for part in stem.split("__")) for stem in stems}


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

    directories = [_announced_directory(entry) for entry in entry_points(group=_GROUP)]
    return [directory for directory in directories if directory is not None]


def _announced_directory(entry: EntryPoint) -> str | None:
    """Returns the directory of a package's test sets; None, with a warning, if its code fails."""
    try:
        value = entry.load()
        return str(value()) if callable(value) else join(dirname(value.__file__), "data")
    except Exception as error:  # whatever a package's code may raise
        from parbleu._base.log import warn_once
        from parbleu._base.registry import announcing

        warn_once(
            f"the test sets {entry.name!r} of {announcing(_GROUP, entry.name)} are left out: {error!r}; mend "
            "or remove the package"
        )
        return None


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
