"""Tests the description of an installation, and that the docs explain every environment variable."""

import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import parbleu
from parbleu._base.installation import VARIABLES, describe_installation

ROOT = Path(__file__).parents[3]


def test_versions_packages_and_variables(monkeypatch, tmp_path):
    monkeypatch.setenv("PARBLEU_THREADS", "3")
    monkeypatch.delenv("PARBLEU_OFFLINE", raising=False)
    found = describe_installation([("test sets", str(tmp_path)), ("others", str(tmp_path / "none"))])
    assert found.programs["parbleu"] == parbleu.__version__
    assert found.programs["numpy"] == version("numpy")
    assert found.programs["threads"] == "3"
    assert found.programs["instructions"].startswith("portable")
    assert found.variables["PARBLEU_THREADS"] == "3"
    assert "PARBLEU_OFFLINE" not in found.variables
    *_, variables, directories = found.tables()
    assert ("PARBLEU_THREADS", "3", VARIABLES["PARBLEU_THREADS"]) in variables.rows
    assert [row[2] for row in directories.rows] == ["writable", "not there"]


def test_packages_name_their_extras():
    packages = {each.name: each for each in describe_installation([]).packages}
    if not packages:
        pytest.skip("parbleu runs from its sources, without metadata")
    assert "spm" in packages["sentencepiece"].extras
    assert packages["sentencepiece"].version == version("sentencepiece")


def test_packages_of_other_versions_of_python_are_left_out():
    names = {each.name for each in describe_installation([]).packages}
    if names:
        assert ("tomli" in names) == (sys.version_info < (3, 11))


def test_what_other_packages_announce(tmp_path, monkeypatch):
    folder = tmp_path / "recall_metric-0.3.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: recall-metric\nVersion: 0.3\n")
    (folder / "entry_points.txt").write_text("[parbleu.metrics]\nrecall = recall_metric:Recall\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = describe_installation([])
    assert ("metrics", "recall", "recall-metric 0.3", "recall_metric:Recall") in found.tables()[2].rows


def test_packages_that_are_damaged(tmp_path, monkeypatch):
    damaged = {"bad_line": b"nonsense\n", "bad_bytes": b"\xff = a:b\n"}
    for name, line in damaged.items():
        folder = tmp_path / f"{name}-1.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (folder / "entry_points.txt").write_bytes(b"[parbleu.metrics]\n" + line)
    nameless = tmp_path / "nameless-1.dist-info"
    nameless.mkdir()
    (nameless / "entry_points.txt").write_text("[parbleu.metrics]\nx = y:Z\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = describe_installation([]).plugins
    assert any("utf-8" in each.path for each in found if each.kind == "unreadable")
    assert "unknown unknown" in {each.package for each in found if each.path == "y:Z"}


def test_the_docs_have_a_page_of_all_variables():
    page = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
    rows = [line.split("`")[1].partition("=")[0] for line in page.splitlines() if line.startswith("| `")]
    assert sorted(rows) == sorted(VARIABLES)


def test_the_packages_of_all_extras_are_described():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = project.partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    described = {extra for package in describe_installation([]).packages for extra in package.extras}
    assert described == {*re.findall(r"^([\w-]+) = \[", declared, re.MULTILINE)}
