"""The faces are translators on top: nothing below knows them, and without them everything else works."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "parbleu"
EXAMPLE = ROOT / "examples" / "en-de"

# Every module, and then scores of each metric.
RUN = """
import importlib, pkgutil, parbleu
names = [found.name for found in pkgutil.walk_packages(parbleu.__path__, "parbleu.")]
for name in names:
    if not name.endswith("__main__"):
        try:
            importlib.import_module(name)
        except parbleu.errors.MissingDependencyError:
            assert name.startswith(("parbleu.integrations.", "parbleu.scale."))
assert len(names) > 50 and not [name for name in names if "compat" in name]
hyps, refs = ["the cat sat on the mat"], [["the cat sat on a mat"]]
print(all(metric().corpus_score(hyps, refs).score > 0 for metric in parbleu.metrics.METRICS.values()))
"""


@pytest.fixture
def without(tmp_path):
    """The environment of a process that finds a copy of the package, in which `compat/` is missing."""
    package = Path(importlib.util.find_spec("parbleu").origin).parent
    shutil.copytree(package, tmp_path / "parbleu", ignore=shutil.ignore_patterns("compat", "__pycache__"))
    return {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}


def test_nothing_names_it():
    """Neither imports nor strings, which the lazy names are."""
    others = [path for path in SOURCES.rglob("*.py") if path.relative_to(SOURCES).parts[0] != "compat"]
    assert len(others) > 50
    assert [path for path in others if "parbleu.compat" in path.read_text(encoding="utf-8")] == []


@pytest.mark.long
def test_a_copy_without_it_works(without, tmp_path):
    def run(*words):
        command = [sys.executable, "-W", "error", *words]
        return subprocess.run(
            command, cwd=tmp_path, env=without, capture_output=True, text=True, check=True
        ).stdout

    assert run("-c", RUN) == "True\n"
    score = ["-m", "parbleu", "score", EXAMPLE / "ref.A.txt", "-i", EXAMPLE / "system.literal.txt", "-b"]
    assert run(*score) == "15.8\n"


@pytest.mark.dropin
def test_the_other_tests_pass_without_it(without):
    """Those of the metrics and of the shell; the long ones bring more text to the same modules."""
    tests = ["-m", "not long", "tests/unit/metrics", "tests/cli"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
