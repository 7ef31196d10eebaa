import pytest

from parbleu.fetching import attempts, transfer


@pytest.fixture
def quick(monkeypatch):
    """Waits and time-outs that suit a test."""
    monkeypatch.setattr(attempts, "PAUSE", (0.001, 0.01))
    monkeypatch.setattr(transfer, "TIMEOUT", 5.0)
