"""Keeps scores in a file of the test, and describes a scorer in a process that counts characters."""

import json

import pytest

LENGTHS = """
import json, os, signal, time

def load(options):
    print("this is noise")
    if options.get("broken"):
        raise RuntimeError("no weights")

def score(items):
    scores = []
    for item in items:
        text = item["hypothesis"]
        if text.startswith("kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        if text == "hang":
            time.sleep(60)
        if text == "memory" and len(items) > 1:
            raise RuntimeError("CUDA out of memory")
        if text == "raise":
            raise KeyError("what")
        if text.startswith("spans "):
            scores.append({"score": 1, "spans": json.loads(text[6:])})
        elif text == "span":
            scores.append({"score": 1, "cut": True, "spans": [[0, 2, "major", 0.5]]})
        else:
            scores.append(float("nan") if text == "nan" else None if text == "none" else len(text))
    print("more noise")
    return scores
"""


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The file of kept scores."""
    path = tmp_path / "kept" / "scores.sqlite3"
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", str(path))
    monkeypatch.setenv("PARBLEU_SCORER_ENVIRONMENTS", str(tmp_path / "installed"))
    return path


@pytest.fixture
def lengths(tmp_path, monkeypatch):
    """Returns a function that describes the scorer `lengths` with more keys."""
    folder = tmp_path / "scorers"
    folder.mkdir()
    (folder / "lengths.py").write_text(LENGTHS)
    monkeypatch.setenv("PARBLEU_SCORERS", str(folder))

    def describe(**keys):
        text = json.dumps(
            {"about": "characters", "file": "lengths.py", "version": "1", "reference": "unused", **keys}
        )
        (folder / "lengths.json").write_text(text)
        return folder / "lengths.json"

    describe()
    return describe
