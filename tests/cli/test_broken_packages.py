"""One broken package stops nobody: what it announces is named in one line, and everything else works."""

from __future__ import annotations

import sys

import pytest

from parbleu._base import log
from parbleu._cli.main import main
from parbleu.metrics import _corpus_warnings

GROUPS = ("metrics", "tokenizers", "correlations", "normalizations", "engines", "human.formats", "testsets")
GROUPS += ("word_buckets", "formats", "scorers")
SOURCE = """
import parbleu
from parbleu.human import Format
from parbleu.text import Tokenizer

class InUse(parbleu.Metric):
    def _statistics(self, hypotheses, references):
        raise RuntimeError("no \\x1b[31mluck")
    def _score(self, row):
        return 0.0

class InConstructor(parbleu.Metric):
    def __init__(self, **options):
        raise RuntimeError("none")

class Refuses(Format):
    def __init__(self):
        raise RuntimeError("none")

def fails(text):
    raise RuntimeError("none")
"""


@pytest.fixture
def broken(tmp_path, monkeypatch):
    (tmp_path / "unlucky.py").write_text(SOURCE)
    (tmp_path / "unlucky_import.py").write_text("raise RuntimeError('none')\n")
    info = tmp_path / "unlucky-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: unlucky\nVersion: 1\n")
    lines = []
    for group in GROUPS:
        lines += [f"[parbleu.{group}]", "atimport = unlucky_import:Thing"]
        lines += ["inuse = unlucky:InUse", "inconstructor = unlucky:InConstructor"] * (group == "metrics")
        lines += ["fails = unlucky:fails"] * (group in ("normalizations", "tokenizers", "testsets"))
        lines += ["refuses = unlucky:Refuses"] * (group == "human.formats")
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(log, "_sent", set())
    monkeypatch.setattr(_corpus_warnings, "ANNOUNCED", [])  # which a process keeps
    for name in ("ref", "hyp"):
        (tmp_path / name).write_text("a dog barks at the tree\nthe cat sat\n")
    (tmp_path / "mqm").write_text("no ratings\n")
    yield tmp_path
    sys.modules.pop("unlucky", None)


WORKING = ["score ref -i hyp", "score ref -i hyp -m bleu chrf --intervals -n 50", "score --help", "data list"]
WORKING += ["doctor", "help", "check ref hyp", "study tokenization ref -i hyp"]


@pytest.mark.parametrize("words", WORKING)
def test_what_needs_no_package_works(broken, capsys, words):
    assert main(words.split()) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "score ref -i hyp -m atimport",
            "which the package unlucky announces as unlucky_import:Thing, cannot be",
        ),
        ("score ref -i hyp -m inuse", "the package unlucky fails: RuntimeError('no \\x1b[31mluck')"),
        ("score ref -i hyp -m inconstructor", "the package unlucky fails: RuntimeError('none')"),
        ("score ref -i hyp -tok atimport", "which the package unlucky announces"),
        ("score ref -i hyp -tok fails", "the package unlucky fails"),
        ("score ref -i hyp --normalize fails", "the package unlucky fails"),
        ("score ref -i hyp -t nosuch -l en-de", "of the package unlucky are left out"),
        ("human scores mqm", "the format of ratings 'refuses' of the package unlucky fails and is left out"),
        ("human scores mqm --from atimport", "which the package unlucky announces"),
        ("score ref -i hyp --signature nosuch|a:b", "of the package unlucky fails and is left out"),
    ],
)
def test_what_needs_it_is_told_in_a_line(broken, capsys, words, told):
    assert main(words.split()) in (1, 2)
    said = capsys.readouterr().err
    assert told in said
    assert "\x1b" not in said
    assert "Traceback" not in said
