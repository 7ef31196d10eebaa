"""Tests that the package of all sets is downloaded and unpacked into the data directory."""

import tarfile

import pytest

from misbehaving_server import Answer
from parbleu.errors import DownloadError, OfflineError
from parbleu.evalset import EvalSet
from parbleu.evalset.file_layout import PACKAGE
from parbleu.evalset.package_download import download


def test_download(internet, tree, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with tarfile.open(internet.directory / "sets.tgz", "w:gz") as archive:
        archive.add(tree.root / "tiny", f"{PACKAGE}/tiny")
    assert download(url=internet.url("sets.tgz")) == str(tmp_path / "home/.mt-metrics-eval" / PACKAGE)
    assert EvalSet("tiny", "en-de").sys_names == ("A", "B", "refA")
    (internet.directory / "sets.tgz").unlink()
    download(url=internet.url("sets.tgz"))  # the archive is there


def test_what_is_no_archive_is_refused(internet, tmp_path):
    (internet.directory / "sets.tgz").write_text("moved")
    with pytest.raises(DownloadError, match="not the file that is wanted"):
        download(str(tmp_path / "here"), internet.url("sets.tgz"))
    assert not (tmp_path / "here" / PACKAGE).exists()


def test_offline(tmp_path):
    with pytest.raises(OfflineError, match=r"mt-metrics-eval-v2.tgz is missing, .* put it there"):
        download(str(tmp_path))


def test_a_failure_says_where_to_put_the_package(internet, tmp_path):
    internet.always("sets.tgz", Answer(status=503))
    with pytest.raises(
        DownloadError, match=r"put it at .*here/mt-metrics-eval-v2.tgz, and repeat"
    ) as problem:
        download(str(tmp_path / "here"), internet.url("sets.tgz"))
    assert "data import" not in str(problem.value)
