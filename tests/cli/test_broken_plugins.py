"""Tests that a metric of others that cannot be loaded is reported where it is asked for, and nowhere else."""

import pytest

from parbleu.metrics._metric_by_name import METRICS


@pytest.fixture(autouse=True)
def announced(tmp_path, monkeypatch):
    info = tmp_path / "toy-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parbleu.metrics]\nToy = no_such_module_here:Toy\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(METRICS, "_loaded", dict(METRICS._loaded))


def test_help_does_not_warn(run):
    shown = run("score", "--help")
    assert (shown.status, shown.err) == (0, "")


def test_its_use_is_an_error(run, corpus):
    shown = run("score", "a", "-i", "hyp", "-m", "toy", cwd=corpus)
    assert shown.status != 0
    assert "no_such_module_here" in shown.err
