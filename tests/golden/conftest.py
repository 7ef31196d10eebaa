from __future__ import annotations

import pytest

from .recorded import Comparison, Recorded


@pytest.fixture
def comparison() -> Comparison:
    return Comparison()


@pytest.fixture
def spm_models(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SentencePiece model that the rows were made with: a small one under the real models' names."""
    monkeypatch.setenv("SACREBLEU", str(recorded.inputs / "sb_models"))
    monkeypatch.setattr("parbleu.text.tokenizers._made", {})  # other tests have other models
