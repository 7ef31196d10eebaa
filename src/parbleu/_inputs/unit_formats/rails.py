"""Reads the locales of Ruby on Rails: YAML with the texts of a program below the code of their language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import imported
from parbleu._inputs.unit_formats import language_names, text_unit
from parbleu._io.encodings import decoded
from parbleu._io.lines import read_bytes
from parbleu.errors import FormatError
from parbleu.text._languages import target_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu._inputs.unit_formats import Unit, UnitOptions

_SYMBOL = re.compile(r":[\w?!]{1,200}$")
_TAG = "tag:yaml.org,2002:"
_TEXTS = ("str", "value", "merge")
"""What the parser calls a text, `=` and `<<`, which are texts in Ruby."""
_MOST_TIMES = 10
"""How many times what a file has characters its texts may have, as anchors repeat them."""
_DEEPEST = 100
"""In how many objects and lists a text may stand."""


def rails_units(path: str, options: UnitOptions) -> Iterator[Unit]:
    """Yields the texts of a language by their keys, `menu.open` and `days[0]`, as Ruby reads them.

    Numbers, symbols and truth values, which are settings, are left out, as is nothing in a list.

    Raises:
        FormatError: the file is no YAML with texts below a language, or has several of which none is chosen.
        MissingDependencyError: PyYAML is not installed.
        UndecodableLineError: a line is not in the encoding.
    """
    yaml = imported("yaml", "YAML is read by PyYAML", "cat", "pyyaml")
    text = decoded(path, read_bytes(path), options.encoding)
    try:
        # That of C ends the process where brackets are nested deeply; nothing is made of the nodes.
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as problem:
        place = getattr(problem, "problem_mark", None)
        why = getattr(problem, "problem", None) or str(problem).partition("\n")[0]
        raise FormatError(path, 0 if place is None else place.line + 1, f"this is no YAML: {why}") from None
    locale = _Locale(path, _MOST_TIMES * len(text))
    languages = {} if root is None else locale.members(root)
    if not languages or not all(_kind(node) == "map" for node in languages.values()):
        raise FormatError(path, 0, "this YAML has no texts below the code of their language, as Rails has")
    chosen = _chosen(path, languages, options)
    if chosen is not None:
        yield from locale.units(chosen, "", 0)


def _chosen(path: str, languages: dict[str, Any], options: UnitOptions) -> Any:
    """Returns what a file has in the only language, or in the target of the pair.

    It is None for a file of a folder that has other languages than the target, or in another region.
    """
    target = "" if options.language_pair is None else target_language(options.language_pair)
    if options.is_one_of_several:
        codes = {name.lower().replace("_", "-"): name for name in languages}
        return languages.get(codes.get(target.lower().replace("_", "-"), ""))
    if len(languages) == 1:
        return next(iter(languages.values()))
    known = {name.lower(): name for name in languages}
    names = language_names([*known], target)
    if not names or len(names[0]) != 1:
        there = ", ".join(languages)
        raise FormatError(path, 0, f"choose one of the languages of this YAML by -l SOURCE-TARGET: {there}")
    return languages[known[names[0][0]]]


def _kind(node: Any) -> str:
    """Returns what a node of YAML is, such as "str", "null" or "map"."""
    return str(node.tag).removeprefix(_TAG)


class _Locale:
    """The texts of a file.

    Args:
        path: the file.
        most: how many values and characters it may have, since anchors may stand for the same many times.
    """

    def __init__(self, path: str, most: int) -> None:
        self._path = path
        self._left = most

    def members(self, node: Any, depth: int = 0) -> dict[str, Any]:
        """Returns the values of an object by their keys, as they are written; none of what is no object.

        Raises:
            FormatError: a key occurs twice or is no text, or values are nested too deeply or too many.
        """
        self._left -= 1 + (len(node.value) if isinstance(node.value, str) else 0)
        if depth > _DEEPEST or self._left < 0:
            why = "its anchors stand for much more than it has characters, or for themselves"
            raise FormatError(self._path, node.start_mark.line + 1, f"this is no locale of Rails: {why}")
        members: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        for key, value in node.value if _kind(node) == "map" else ():
            line = key.start_mark.line + 1
            if _kind(key) == "merge":
                for other in value.value if _kind(value) == "seq" else [value]:
                    merged = self.members(other, depth + 1) | merged
                continue
            if not isinstance(key.value, str):
                raise FormatError(self._path, line, "the key of a text is a word")
            if key.value in members:
                raise FormatError(self._path, line, f"two texts have the key {key.value!r:.80}: keep one")
            members[key.value] = value
        return merged | members

    def units(self, node: Any, key: str, depth: int) -> Iterator[Unit]:
        """Yields the texts within a node.

        Raises:
            FormatError: a key is wrong, or they are nested too deeply or too many.
        """
        kind, members = _kind(node), self.members(node, depth)
        if kind == "map":
            for name, inner in members.items():
                yield from self.units(inner, f"{key}.{name}" if key else name, depth + 1)
        elif kind == "seq":
            for index, inner in enumerate(node.value):
                if _kind(inner) != "null":
                    yield from self.units(inner, f"{key}[{index}]", depth + 1)
        elif kind == "null" or (kind in _TEXTS and (node.style or not _SYMBOL.match(node.value))):
            yield text_unit(key, "" if kind == "null" else node.value)
