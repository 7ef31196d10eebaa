from __future__ import annotations

from typing import Any

import pytest

Texts = dict[str, list[str]]


@pytest.fixture(scope="session")
def systems() -> Texts:
    """Three systems of 30 segments, of which two are equal."""
    first = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
    second = ["The dog bit the man.", "It was not surprising.", "The man had bitten him."]
    return {"base": first * 10, "better": second * 10, "copy": first * 10}


@pytest.fixture(scope="session")
def references() -> list[Any]:
    first = ["The dog bit the man.", "It was not unexpected.", "The man bit him first."]
    second = ["The dog had bit the man.", None, "The man had bitten the dog."]
    return [first * 10, second * 10]
