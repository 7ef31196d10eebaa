"""The code in the documentation runs and says what it claims."""

import re
from pathlib import Path

import pytest

import parbleu

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["agreement.md", "api.md", "compare.md", "evalsets.md", "tokens.md"])
def test_examples(page, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 5
    space = {}
    for block in blocks:
        exec(compile(block, page, "exec"), space)


def test_every_error_is_described():
    described = set(
        re.findall(r"`(\w+)`", (DOCS / "api.md").read_text(encoding="utf-8").split("## Errors")[1])
    )
    ours = {
        name: {parent.__name__ for parent in error.__mro__}
        for name, error in vars(parbleu.errors).items()
        if isinstance(error, type) and error is not parbleu.ParbleuError
    }
    assert all(parents & described - {"ValueError", "TypeError", "OSError"} for parents in ours.values())
    assert {name for name in described if name in ours} >= {"InputTypeError", "OptionError"}
