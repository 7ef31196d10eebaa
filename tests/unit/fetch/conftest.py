import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from parbleu.fetch import _http_download as http_download


@pytest.fixture
def quick(monkeypatch):
    """Waits and time-outs that suit a test."""
    short = replace(http_download.POLICY, first_wait=0.001, longest_wait=0.01)
    monkeypatch.setattr(http_download, "POLICY", short)
    monkeypatch.setattr(http_download, "TIMEOUT", 5.0)


@pytest.fixture
def tmp_path():
    """A directory in memory where there is such a thing: on a disk these tests would be slow."""
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as directory:
        yield Path(directory).resolve()
