"""Tests that every tool is pinned with checksums, and the oldest versions to what pyproject.toml allows."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
LOCK = (ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8")
BUILD = (ROOT / "tools" / "build.lock").read_text(encoding="utf-8")
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
    assert PINNED.sub("", BUILD) == ""


def pins(text):
    return {(name, version) for name, version, _, _ in PINNED.findall(text)}


def test_every_tool_is_pinned():
    names = names_of_groups()
    assert names
    assert names - {name for name, _ in pins(LOCK) | pins(BUILD)} == set()


def test_published_wheels_are_built_with_pinned_tools():
    """Nothing is resolved while they are built; what `make` builds with has the same versions."""
    required = re.findall(r'"([a-z-]+)', re.search(r"^requires = (.*)$", PROJECT, re.M)[1])
    assert {*required} <= {name for name, _ in pins(BUILD)}
    both = {name for name, _ in pins(LOCK)} & {name for name, _ in pins(BUILD)}
    assert {pin for pin in pins(BUILD) if pin[0] in both} <= pins(LOCK)
    settings = PROJECT.partition("[tool.cibuildwheel]")[2].partition("\n[tool.codespell]")[0]
    assert 'before-build = "python -m pip install --require-hashes -r tools/build.lock"' in settings
    assert "--no-isolation" in settings


def test_the_oldest_version_is_what_pyproject_allows():
    versions = re.findall(r"^([\w-]+)==(\S+)$", OLDEST, re.M)
    assert versions
    for name, version in versions:
        bounds = re.findall(rf'"{name}(?:\[\w+\])?>=([\d.]+)', PROJECT)
        assert bounds, name
        assert not [bound for bound in bounds if not f"{version}.".startswith(f"{bound}.")], name
