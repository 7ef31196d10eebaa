from __future__ import annotations

from pathlib import Path

import pytest

from .recorded import Comparison, Recorded


@pytest.fixture(scope="session")
def recorded(oracles: Path) -> Recorded:
    """The recorded outputs of sacreBLEU."""
    return Recorded(oracles)


@pytest.fixture
def comparison() -> Comparison:
    return Comparison()


@pytest.fixture
def spm_models(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SentencePiece model that the rows were made with: a small one under the real models' names."""
    monkeypatch.setenv("SACREBLEU", str(recorded.home / "inputs" / "sb_models"))
    monkeypatch.setattr("parbleu.text.tokenizers._made", {})  # other tests have other models
