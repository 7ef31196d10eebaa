"""Tests how scorers that are other people's packages are installed, used and removed."""

import json
import os
import sys

import pytest

from parbleu._cli.main import main
from parbleu._io.locks import open_locked
from parbleu.errors import OptionError, ScorerError, UnknownNameError
from parbleu.scorers import ScorerItem, _scorer_names, make_scorer, score_items
from parbleu.scorers import _scorer_environments as environments
from parbleu.scorers._scorer_environments import install_scorer, remove_scorer
from parbleu.scorers._scorer_names import described_scorers, installable_scorers

UV = """#!/bin/sh
echo "$@" >> "$UV_CALLS"
[ "$1" = venv ] && mkdir -p "$5/bin" && ln -s "$4" "$5/bin/python"
[ "$1" = pip ] && [ -n "$UV_FAILS" ] && echo "no such package" >&2 && exit 1
exit 0
"""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A scorer that can be installed, and a program in place of uv; returns where its calls are written."""
    folder = tmp_path / "originals" / "toy"
    folder.mkdir(parents=True)
    (folder / "toy.py").write_text("def score(items): return [len(item['hypothesis']) for item in items]\n")
    (folder / "toy.json").write_text('{"about": "toy", "file": "toy.py", "version": "1"}')
    (folder / "lock.txt").write_text("# made for 3.11\nsomething==1.0\nother==2.0\n")
    for module in (environments, _scorer_names):
        monkeypatch.setattr(module, "ORIGINALS", folder.parent)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "uv").write_text(UV)
    (tmp_path / "bin" / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("UV_CALLS", str(tmp_path / "calls"))
    return tmp_path / "calls"


def test_a_scorer_is_installed_used_and_removed(toy, tmp_path):
    made = install_scorer("toy")
    assert (made.scorer, made.installer, made.packages) == ("toy", "uv", 2)
    calls = toy.read_text()
    assert "--compile-bytecode" in calls
    assert "lock.txt" in calls
    scorer = make_scorer("toy")
    assert [each.score for each in score_items(scorer, [ScorerItem("abc", reference="ab")]).scores] == [3]
    scorer.close()
    with pytest.raises(OptionError, match=r"is installed in .*: parbleu scorer remove toy"):
        install_scorer("toy")
    assert remove_scorer("toy").folder == made.folder
    with pytest.raises(OptionError, match="toy is not installed: parbleu scorer install toy"):
        make_scorer("toy")
    with pytest.raises(UnknownNameError, match="installed scorer"):
        remove_scorer("toy")
    assert list((tmp_path / "installed").iterdir()) == []


def test_environments_stay_where_they_are_made(toy, tmp_path):
    """Programs in an environment begin with the path of its interpreter."""
    made = install_scorer("toy")
    paths = {word for word in toy.read_text().split() if word.startswith(str(tmp_path / "installed"))}
    assert f"{made.folder}/environment" in paths
    assert [path for path in paths if not os.path.exists(path)] == []


def test_an_installation_that_was_interrupted(toy, tmp_path):
    left = tmp_path / "installed" / "toy"
    (left / "environment").mkdir(parents=True)
    (left / environments.UNFINISHED).touch()
    assert "toy" not in described_scorers()
    made = install_scorer("toy")
    assert sorted(os.listdir(made.folder)) == ["environment", "lock.txt", "toy.json", "toy.py"]


def test_one_installation_at_a_time(toy, tmp_path):
    (tmp_path / "installed").mkdir()
    lock = open_locked(str(tmp_path / "installed" / ".toy.lock"))
    with pytest.raises(OptionError, match=r"another process is installing toy in .*: wait until it has"):
        install_scorer("toy")
    os.close(lock)
    assert install_scorer("toy").scorer == "toy"


def test_what_fails_leaves_nothing(toy, tmp_path, monkeypatch):
    with pytest.raises(UnknownNameError, match="toy"):
        install_scorer("other")
    monkeypatch.setenv("UV_FAILS", "1")
    with pytest.raises(ScorerError, match="uv installs no packages: no such package"):
        install_scorer("toy")
    monkeypatch.delenv("UV_FAILS")
    (tmp_path / "originals" / "toy" / "toy.py").write_text("import nowhere_to_be_found\n")
    with pytest.raises(ScorerError, match="toy does not work: ModuleNotFoundError"):
        install_scorer("toy", sys.executable)
    assert list((tmp_path / "installed").iterdir()) == []


def test_folders_of_others_are_left_alone(toy, tmp_path):
    foreign = tmp_path / "installed" / "node"
    foreign.mkdir(parents=True)
    (foreign / "package.json").write_text("{}")
    hidden = tmp_path / "installed" / ".toy.part"
    install_scorer("toy")
    (tmp_path / "installed" / "toy").rename(hidden)
    (hidden / ".toy.part.json").write_text((hidden / "toy.json").read_text())
    for name in ("node", ".toy.part", "..", ""):
        with pytest.raises(UnknownNameError, match="installed scorer"):
            remove_scorer(name)
    (foreign / "lock.txt").write_text("")
    (foreign / "node.json").write_text('{"about": "mine"}')
    with pytest.raises(UnknownNameError, match="installed scorer"):
        remove_scorer("node")
    assert "package" not in described_scorers()
    assert sorted(path.name for path in foreign.iterdir()) == ["lock.txt", "node.json", "package.json"]
    foreign.rename(foreign.with_name("toy"))
    with pytest.raises(OptionError, match="is there already, and is no installed scorer"):
        install_scorer("toy")


@pytest.mark.parametrize("with_uv", [True, False])
def test_there_is_no_such_python(with_uv, toy, monkeypatch, tmp_path):
    if not with_uv:
        monkeypatch.setenv("PATH", str(tmp_path))
    for python in ("nopython", "/nowhere/python3.12"):
        with pytest.raises(OptionError, match=f"there is no program {python}: --python names"):
            install_scorer("toy", python)


def test_in_the_shell(toy, capsys):
    assert main(["scorer", "install", "toy", "-f", "json", "-q"]) == 0
    assert json.loads(capsys.readouterr().out)
    assert main(["scorer", "list", "-f", "tsv"]) == 0
    assert "toy" in capsys.readouterr().out
    assert main(["scorer", "remove", "toy", "-f", "json"]) == 0
    [row] = json.loads(capsys.readouterr().out)["tables"]["removed"]["rows"]
    assert (row["scorer"], os.path.exists(row["folder"])) == ("toy", False)


@pytest.mark.parametrize("name", installable_scorers())
def test_originals_of_the_package(name):
    folder = environments.ORIGINALS / name
    description = environments.parse_json((folder / f"{name}.json").read_bytes())
    assert (folder / description["file"]).is_file()
    locked = environments._locked(folder)
    assert all("==" in line for line in locked)
    assert any(line.startswith(f"{name}==") for line in locked)
