"""A scorer that a wheel of another distribution announces, and scorers without a network."""

import json
import os
import socket
import subprocess
import sys
import zipfile

import pytest

from parbleu._cli.main import main
from printed_json import check_result

SCORER = """
from parbleu.scorers import ErrorSpan, ItemScore, Scorer, ScorerFacts


class Dots(Scorer):
    kind = "dots"
    facts = ScorerFacts("dots", reference="unused", gives=("scores", "spans"), higher_is_better=False)

    def identity(self):
        return {"scorer": self.kind, "scorer_version": "1"}

    def score(self, items):
        places = [[place for place, letter in enumerate(item.hypothesis) if letter == "."] for item in items]
        return [
            ItemScore(len(found), spans=tuple(ErrorSpan(place, place + 1, "minor") for place in found))
            for found in places
        ]
"""


def test_a_wheel_with_an_entry_point(tmp_path):
    wheel, site = tmp_path / "dots_scorer-1-py3-none-any.whl", tmp_path / "site"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("dots_scorer.py", SCORER)
        info = "dots_scorer-1.dist-info"
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: dots-scorer\nVersion: 1\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", "[parbleu.scorers]\ndots = dots_scorer:Dots\n")
        archive.writestr(f"{info}/RECORD", "")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    for name, text in (("ref", "a\nb\n"), ("one", "a.\nb..\n"), ("two", "a\nb.\n")):
        (tmp_path / name).write_text(text)
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    kept = str(tmp_path / "kept.sqlite3")

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "parbleu", *words],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": path, "PARBLEU_SCORER_CACHE": kept},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "dots" in run("scorer", "list")
    words = ("score", "ref", "-i", "one", "two", "-m", "dots", "chrf", "-f", "json", "-q")
    first = run(*words, "--segments", "s.jsonl")
    rows = check_result(first)["scores"]["rows"]
    assert [row["dots"] for row in rows] == [1.5, 0.5]
    assert json.loads((tmp_path / "s.jsonl").read_text().splitlines()[0])["one:dots:spans"] == (
        '[[1, 2, "minor", null]]'
    )
    assert run(*words) == first  # of kept scores


def test_without_a_network(tmp_path, monkeypatch, capsys):
    """What is missing is one line with the command that fetches it, and nobody is asked."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", "off")

    def refuse(*_, **__):
        pytest.fail("the network is used")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    for name in ("ref", "hyp", "src"):
        (tmp_path / name).write_text("a\n")
    for model, problem in (
        ("comet:Unbabel/wmt22-comet-da", "hf download Unbabel/wmt22-comet-da"),
        ("metricx:google/metricx-24-hybrid-large-v2p6", "hf download google/metricx-24-hybrid-large-v2p6"),
    ):
        assert main(["scorer", "show", model]) == 0
        shown = capsys.readouterr().out
        assert main(["score", "ref", "-i", "hyp", "--source", "src", "-m", model]) == 1
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1
        assert problem in told or "parbleu[neural]" in told
        assert problem in shown or "parbleu[neural]" in shown
