"""Provides a server that imitates a language model, a source, and a place for its translation."""

import os
from dataclasses import replace

import pytest
from tests.unit.translate.runs import LINES

from chat_server import serve
from parbleu.translate._engines import http


@pytest.fixture
def chat(warnings, monkeypatch):
    """The server. There are no proxies, no key, and hardly a pause between attempts."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name == "OPENAI_API_KEY":
            monkeypatch.delenv(name)
    quick = replace(http.POLICY, first_wait=0.001, longest_wait=0.002)
    monkeypatch.setattr(http, "POLICY", quick)
    with serve() as server:
        yield server


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "src.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


@pytest.fixture
def output(tmp_path):
    return tmp_path / "hyp.txt"
