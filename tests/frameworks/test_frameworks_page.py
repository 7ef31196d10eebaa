"""Tests that the code of the page about frameworks runs, and that its YAML names what there is."""

import re
from pathlib import Path

import pytest

from parbleu.integrations import lm_eval

pytestmark = pytest.mark.frameworks

PAGE = Path(__file__).parents[2] / "docs" / "frameworks.md"


def test_examples(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == page.count("```python") > 5
    space = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), space)
    for name in re.findall(r"parbleu\.integrations\.lm_eval\.(\w+)", page):
        assert callable(getattr(lm_eval, name))
