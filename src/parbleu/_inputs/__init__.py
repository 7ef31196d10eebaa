"""Reads what is scored: systems' output and references, from files, tables, test sets and evaluation sets.

To add a kind of input: a file with a subclass of `CorpusReader` that has the class method `of`, and a line in
`READERS`. Files of units, such as XLIFF, need a function in `unit_formats` and a line in `UNIT_FORMATS`.
"""

SUBTITLES = (".srt", ".vtt", ".sbv", ".ass", ".ssa", ".ttml", ".dfxp")

STRING_RESOURCES = {
    ".ts": "string_resources:qt_units",
    ".xml": "string_resources:android_units",
    ".resx": "string_resources:resx_units",
    ".resw": "string_resources:resx_units",
    ".strings": "string_resources:apple_units",
    ".stringsdict": "string_resources:apple_plural_units",
    ".xcstrings": "string_resources:apple_catalog_units",
    ".properties": "string_resources:java_units",
    ".arb": "string_resources:flutter_units",
    ".ftl": "string_resources:fluent_units",
    ".php": "php:php_units",
}
"""The suffix of files with the texts of programs -> what yields their units, as `UNIT_FORMATS` has it."""

TIMED_LINES = {
    ".lrc": "timed_lines:lyrics_units",
    ".stm": "timed_lines:transcript_units",
    ".textgrid": "timed_lines:textgrid_units",
}
"""The same of files of lines with times."""

LOCALES = (".yml", ".yaml")

UNIT_FORMATS = {
    **dict.fromkeys((".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff"), "xliff:xliff_units"),
    ".tmx": "tmx:tmx_units",
    **dict.fromkeys((".po", ".pot"), "po:po_units"),
    **dict.fromkeys((".mo", ".gmo"), "po:mo_units"),
    **dict.fromkeys(SUBTITLES, "subtitles:subtitle_units"),
    **STRING_RESOURCES,
    **dict.fromkeys(LOCALES, "rails:rails_units"),
    **TIMED_LINES,
}
"""The suffix of files of units -> the module of `unit_formats`, and its function, that yields their units."""

_ELEMENTS = {".ts": b"<TS", ".xml": b"<resources"}
"""The suffix of files of XML with units that others have, too -> what there is in the beginning of these."""

_OTHERS = (*_ELEMENTS, *LOCALES, ".php", ".lrc", ".mo")
"""The suffixes of files of units that others have, too, such as texts in Northern Luri and Moldovan."""

_BEGINNING = 1 << 16
"""How many bytes of a file are looked at."""

CUTTERS = tuple(
    f"{way}{language}" for way in ("suber", "suber-times") for language in ("", "-zh", "-ja", "-ko")
)
"""The ways of other tools to cut output: by the fewest edits or by times; of parts of words in a language."""


def unit_suffix(path: str) -> str:
    """Returns the suffix of a translator's file in lower case, that of compression aside; "" for others."""
    from parbleu._io.lines import uncompressed_name

    name = uncompressed_name(path).lower()
    suffix = name[name.rfind(".") :]
    is_known = suffix in UNIT_FORMATS and (suffix not in _OTHERS or _has_units_of(suffix, path))
    return suffix if is_known else ""


def _has_units_of(suffix: str, path: str) -> bool:
    """Returns whether a file, or the first that a pattern means, begins as files of units of its name do."""
    from glob import iglob
    from os.path import basename, isfile

    from parbleu._io.lines import MO_ORDERS, UTF16, open_binary, read_block
    from parbleu.errors import ParbleuError

    name = path if isfile(path) else min(iglob(path, recursive=True), default="")  # noqa: PTH113, PTH207
    if not isfile(name):  # noqa: PTH113 - what is read of a pipe is lost
        return False
    try:
        with open_binary(name) as file:
            beginning = read_block(file, name, _BEGINNING)
    except (OSError, ParbleuError):
        return False
    if beginning.startswith(UTF16):
        beginning = beginning.decode("utf-16", "replace").encode()
    if suffix == ".mo":
        return beginning[:4] in MO_ORDERS
    beginning = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    if suffix == ".lrc":  # a song has lines that begin with times
        return beginning[:1] == b"[" or b"\n[" in beginning
    if suffix == ".php":  # messages are returned, or are values of variables
        lines = beginning.removeprefix(b"<?php").split(b"\n")
        return beginning[:5] == b"<?php" and any(
            line.lstrip().startswith((b"return", b"$")) for line in lines
        )
    if suffix in LOCALES:
        return _begins_with_language(beginning, basename(name))  # noqa: PTH119
    return _ELEMENTS[suffix] in beginning and beginning[:1] == b"<"


def _begins_with_language(beginning: bytes, name: str) -> bool:
    """Returns whether the first key of YAML is a language, `de:`; of three letters, if the name has it."""
    lines = (
        line for line in beginning.split(b"\n") if line.strip() and not line.startswith((b"#", b"---", b"%"))
    )
    key, colon, rest = next(lines, b"").decode("utf-8", "replace").strip().partition(":")
    code = key.strip("\"'")
    parts = code.replace("_", "-").split("-")
    value = rest.partition("#")[0].split()
    is_alone = colon and (not value or (len(value) == 1 and value[0][0] == "&"))  # the name of an anchor
    if is_alone and all(part.isalnum() and part.isascii() for part in parts):
        from parbleu.text._languages import read_language

        is_usual = len(parts[0]) == 2 or code in name
        return is_usual and read_language(code).is_known
    return False


def has_units(path: str) -> bool:
    """Returns whether a path is that of a translator's file, or of a folder, which may have such files."""
    from os.path import isdir

    return bool(unit_suffix(path)) or isdir(path)  # noqa: PTH112 - pathlib is slow to load


READERS = {
    "lines": "parbleu._inputs.line_files:LineFiles",
    "table": "parbleu._inputs.table_rows:TableRows",
    "evaluation set": "parbleu._inputs.evaluation_sets:EvaluationSet",
    "resegmented": "parbleu._inputs.regrouped_texts:Resegmented",
    "joined": "parbleu._inputs.regrouped_texts:JoinedTexts",
    "subtitles": "parbleu._inputs.timed_subtitles:TimedSubtitles",
    ".jsonl": "parbleu._inputs.wmt_documents:WmtDocuments",
    **dict.fromkeys(UNIT_FORMATS, "parbleu._inputs.unit_files:UnitFiles"),
}
"""Kind of input -> what reads it. A kind with a point is the suffix of files, or of the files in a folder."""
