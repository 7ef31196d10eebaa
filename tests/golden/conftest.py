from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from .recorded import Comparison, Recorded


@pytest.fixture
def comparison() -> Comparison:
    return Comparison()


@pytest.fixture
def spm_models(recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SentencePiece model that the rows were made with: a small one under the real models' names.

    A copy, since parbleu writes beside a model that it has been verified.
    """
    copytree(recorded.inputs / "sb_models", tmp_path / "sb_models")
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "sb_models"))
    monkeypatch.setattr("parbleu.text._tokenizers._made", {})  # other tests have other models
