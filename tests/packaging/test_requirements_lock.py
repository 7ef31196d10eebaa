"""Tests that every tool is pinned with checksums, and the oldest versions to what pyproject.toml allows."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
LOCK = (ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8")
OLDEST = (ROOT / "tools" / "oldest.txt").read_text(encoding="utf-8")
PINNED = re.compile(
    r"^([a-z0-9-]+)==(\S+)( ; [^\\\n]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)


def names_of_groups():
    groups = PROJECT.partition("[dependency-groups]")[2].partition("\n[")[0]
    found = re.findall(r'"([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?\s*[<>=]?[^"]*"', re.sub(r"\{[^}]*\}", "", groups))
    return {re.sub(r"[-_.]+", "-", name).lower() for name in found}


def test_every_line_is_a_pin_with_checksums():
    assert PINNED.sub("", LOCK) == ""


def test_every_tool_is_pinned():
    names = names_of_groups()
    assert names
    assert names - {found[0] for found in PINNED.findall(LOCK)} == set()


def test_the_oldest_version_is_what_pyproject_allows():
    versions = re.findall(r"^([\w-]+)==(\S+)$", OLDEST, re.M)
    assert versions
    for name, version in versions:
        bounds = re.findall(rf'"{name}(?:\[\w+\])?>=([\d.]+)', PROJECT)
        assert bounds, name
        assert not [bound for bound in bounds if not f"{version}.".startswith(f"{bound}.")], name
