"""A server that plays a language model."""

import os

import pytest

from chat_server import serve
from parbleu import log
from parbleu.translate.endpoint import asking


@pytest.fixture
def told(monkeypatch):
    """The warnings."""
    messages = []
    monkeypatch.setattr(log, "listener", messages.append)
    return messages


@pytest.fixture
def chat(told, monkeypatch):
    """The server. There are no proxies, no key, and hardly a pause between attempts."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name == "OPENAI_API_KEY":
            monkeypatch.delenv(name)
    monkeypatch.setattr(asking, "PAUSE", (0.001, 0.002))
    with serve() as server:
        yield server
