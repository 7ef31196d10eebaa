"""`parbleu human scores`: the scores of systems, documents or segments."""

from __future__ import annotations

from parbleu.cli.human.shared import FORMAT, NORMALISE, READING, SCHEME, read_scores, show_table
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.human.average_scores import HumanScores
    from parbleu.human.judgement import Unit

COMMAND = Command(
    "FILE... [--level sys|doc|seg] [--scheme SCHEME] [-z] [-f text|tsv|json]",
    "Scores in which higher is better: of a segment the mean over its raters, of documents and systems that\n"
    "over their segments. Systems are shown the best first.",
    """\
  parbleu human scores mqm.tsv
  parbleu human scores mqm.tsv --scheme "major:5 minor:1 minor/fluency/punctuation:0.1" --level seg -f tsv
  parbleu human scores esa.csv -z""",
    *READING,
    Option(
        ("--level", "-l"),
        "level",
        "what has a score (default: sys)",
        default="sys",
        choices=("sys", "doc", "seg"),
    ),
    SCHEME,
    NORMALISE,
    FORMAT,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    scores = read_scores(values, console)
    records = {"sys": _systems, "doc": _documents, "seg": _segments}[values["level"]](scores)
    show_table(records, values["format"], console)
    return 0


def _systems(scores: HumanScores) -> list[dict[str, Any]]:
    found = scores.systems()
    counts = {system: len(segments) for system, segments in scores.segments().items()}
    best_first = sorted(found, key=lambda system: -found[system])
    return [{"system": each, "score": found[each], "segments": counts[each]} for each in best_first]


def _documents(scores: HumanScores) -> list[dict[str, Any]]:
    return [
        {"system": system, "document": document, "score": score}
        for system, documents in scores.per_document().items()
        for document, score in documents.items()
    ]


def _segments(scores: HumanScores) -> list[dict[str, Any]]:
    """Segments are counted from 1; in the document where the file does not say where in the test set."""

    def record(system: str, unit: Unit, score: float) -> dict[str, Any]:
        document = scores.documents.get(unit, "")
        raters = len(scores.by_rater[system, unit])
        place = unit[1] + 1
        return {"system": system, "document": document, "segment": place, "score": score, "raters": raters}

    return [
        record(system, unit, score)
        for system, segments in scores.segments().items()
        for unit, score in segments.items()
    ]
