"""Defines `Signature`: the options of a score, as one line for a paper; and how its values are quoted."""

from __future__ import annotations

from parbleu import __version__, errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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
