"""Tests that the commands in the pages of docs print what the pages show."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from extras import extra

ROOT = Path(__file__).parents[2]
PAGES = {
    name: (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("human.md", "lab.md", "meta.md", "translate.md", "trust.md")
}
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MARK = "---- next ----"


def run_blocks(page, home):
    """Yields code, what it is said to print, and what it printed; one shell runs all of them."""
    shutil.copytree(ROOT / "examples", home / "examples", symlinks=True)
    blocks = BLOCK.findall(page)
    lines = []
    for number, (kind, code, _) in enumerate(blocks):
        if kind == "python":
            (home / f"{number}.py").write_text(code, encoding="utf-8")
            code = f"python {home / f'{number}.py'}\n"
        lines.append(f"{code}echo '{MARK}'\n")
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": beside, "LC_ALL": "C.UTF-8", "PARBLEU_OFFLINE": "1", "HOME": str(home)}
    environment["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")  # a working tree that is not installed
    done = subprocess.run(
        ["sh", "-euc", "".join(lines)], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    for (_, code, shown), printed in zip(blocks, done.stdout.split(f"{MARK}\n"), strict=False):
        yield code, shown, printed


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_the_page(tmp_path, name):
    if any("to_pandas" in code for _, code, _ in BLOCK.findall(PAGES[name])):
        extra("pandas")
    found = list(run_blocks(PAGES[name], tmp_path))
    assert len(found) == PAGES[name].count("```text") > 4
    for code, shown, printed in found:
        assert printed == shown, code
