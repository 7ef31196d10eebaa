"""Tests the commands that install what is missing."""

import importlib.metadata
import shlex
from pathlib import Path

import pytest

from parbleu._base.extras import install_command

PROJECT = (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")
DECLARED = PROJECT.partition("[project.optional-dependencies]")[2].partition("\n[")[0]


@pytest.mark.parametrize(
    ("extra", "package"), [("ja", "ipadic"), ("spm", "sentencepiece"), ("human", "krippendorff")]
)
def test_the_command_names_the_packages(extra, package):
    words = shlex.split(install_command(extra))
    assert words[:2] == ["pip", "install"]
    assert any(word.startswith(package) for word in words[2:])
    assert all(word.partition("<")[0].partition(">")[0] in DECLARED for word in words[2:])
    assert "parbleu" not in "".join(words)


def test_the_command_in_sources_that_are_not_installed(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", missing)
    monkeypatch.setattr(Path, "is_file", lambda _: False)
    assert install_command("ja").startswith("pip install '.[ja]'")
