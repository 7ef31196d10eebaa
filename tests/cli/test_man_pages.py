"""Formats the manual pages of all commands, as `man` does."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parbleu._cli.command_tree import walk

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_manual_pages(tmp_path):
    made = subprocess.run(
        [sys.executable, ROOT / "tools" / "make_man.py", tmp_path], capture_output=True, text=True, check=True
    )
    assert made.stdout == f"man -M {tmp_path} parbleu\n"
    pages = sorted((tmp_path / "man1").iterdir())
    nodes = list(walk())
    assert {page.name for page in pages} == {"-".join(("parbleu", *node.words)) + ".1" for node in nodes}
    done = subprocess.run(
        ["groff", "-man", "-ww", "-P-cbou", "-Tutf8", *pages],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert not done.stderr
    assert "%%" not in done.stdout
    for node in nodes:
        for option in node.options:
            assert option.flags[0] in done.stdout
