"""Tests the listings of evaluation sets and language pairs, and the download of their package."""

import subprocess
import sys
import tarfile

import pytest

from misbehaving_server import Answer
from parbleu.errors import DownloadError, OfflineError, UnknownNameError
from parbleu.evalset import EvalSet, list_sets
from parbleu.evalset._file_layout import PACKAGE
from parbleu.evalset._set_list import download


def test_sets_and_pairs(tree):
    (tree.root / "wmt24" / "sources").mkdir(parents=True)
    for pair in ("en-de", "xx-yy"):
        (tree.root / "wmt24" / "sources" / f"{pair}.txt").touch()
    sets = list_sets(tree.root)
    assert sets.names[0] == "wmt25"
    assert sets.names[-1] == "tiny"
    assert sets.language_pairs("wmt24")[-1] == "xx-yy"
    (table,) = sets.tables()
    rows = {row[0]: row[1:] for row in table.rows}
    assert (rows["tiny"], rows["wmt24"]) == ((1, 1, False), (12, 2, True))
    (table,) = sets.of("wmt24").tables()
    assert [pair for _, pair, is_local in table.rows if is_local] == ["en-de", "xx-yy"]
    with pytest.raises(UnknownNameError, match="unknown evaluation set 'tinny'"):
        sets.of("tinny")


def test_a_listing_starts_fast():
    """These two take longer than all the rest of a listing."""
    program = "import sys\nfrom parbleu.evalset import list_sets\nlist_sets()\nprint(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"dataclasses", "numpy"} & set(loaded)


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
