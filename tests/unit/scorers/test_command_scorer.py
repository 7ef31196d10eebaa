"""Tests what the scores of a program depend on."""

import sys

import pytest

import parbleu
from parbleu.errors import InputTypeError
from parbleu.scorers import ScorerItem, make_scorer, score_items


def test_all_files_of_a_command_are_in_the_identity(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("one/x", "two/x", "model.bin"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    scorer = make_scorer("command:./one/x two/x model.bin absent")
    seen = [scorer.identity()]
    for name in ("one/x", "two/x", "model.bin"):
        (tmp_path / name).write_text(f"another {name}")
        seen.append(scorer.identity())
    assert all(now != before for now, before in zip(seen[1:], seen[:-1], strict=True))
    assert list(seen[0]) == ["scorer", "file1", "file2", "file3"]
    assert scorer.name == "x"


def test_half_of_a_surrogate_pair_is_refused():
    with pytest.raises(InputTypeError, match=r"cat cannot take the lone surrogate U\+D800 in 'a"):
        score_items(make_scorer("command:cat:columns=hypothesis"), [ScorerItem("b"), ScorerItem("a\ud800")])


def test_a_command_is_a_metric_itself(monkeypatch):
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", "off")
    program = f'{sys.executable} -c "import sys; [print(len(line)) for line in sys.stdin]"'
    scorer = make_scorer(f"command:{program}:columns=hypothesis:name=length")
    compared = parbleu.compare({"a": ["x", "yz"], "b": ["x", "y"]}, [["x", "y"]], [scorer])
    assert compared["length"]["a"].score == 2.5
