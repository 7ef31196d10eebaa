"""Provides three systems and two references of the examples, with their scores."""

from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
SYSTEMS = {name: EXAMPLES / "en-de" / f"system.{name}.txt" for name in ("careful", "literal", "careless")}
REFERENCES = [EXAMPLES / "en-de" / f"ref.{name}.txt" for name in "AB"]


def texts(path):
    """Returns the lines of a file."""
    return path.read_text(encoding="utf-8").splitlines()


def scores(row):
    """Returns the scores of a row of a study by the systems' names."""
    return dict(zip(SYSTEMS, row.scores, strict=True))


def expected(metric):
    """Returns what a metric says of each system."""
    return {name: metric.corpus_score(path, REFERENCES) for name, path in SYSTEMS.items()}
