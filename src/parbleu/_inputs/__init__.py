"""Reads what is scored: systems' output and references, from files, tables, test sets and evaluation sets.

To add a kind of input: a file with a subclass of `CorpusReader` that has the class method `of`, and a line in
`READERS`. Files of units, such as XLIFF, need a function in `unit_formats` and a line in `UNIT_FORMATS`.
"""

SUBTITLES = (".srt", ".vtt", ".ass", ".ssa", ".ttml", ".dfxp")

UNIT_FORMATS = {
    **dict.fromkeys(
        (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff"),
        "parbleu._inputs.unit_formats.xliff:xliff_units",
    ),
    ".tmx": "parbleu._inputs.unit_formats.tmx:tmx_units",
    **dict.fromkeys((".po", ".pot"), "parbleu._inputs.unit_formats.po:po_units"),
    **dict.fromkeys(SUBTITLES, "parbleu._inputs.unit_formats.subtitles:subtitle_units"),
}
"""The suffix of files of units -> the function that yields their units."""


CUTTERS = tuple(
    f"{way}{language}" for way in ("suber", "suber-times") for language in ("", "-zh", "-ja", "-ko")
)
"""The ways of other tools to cut output: by the fewest edits or by times; of parts of words in a language."""


def unit_suffix(path: str) -> str:
    """Returns the suffix of a translator's file in lower case, that of compression aside; "" for others."""
    from parbleu._io.lines import uncompressed_name

    name = uncompressed_name(path).lower()
    suffix = name[name.rfind(".") :]
    return suffix if suffix in UNIT_FORMATS else ""


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
