"""Tests the commands `parbleu wmt ...`."""

import json

ITEM = "official_###_eng_Latn_###_deu_Latn_###_news_###_d_###_0"


def test_validate(run, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"item_id": ITEM, "task2_pred": {"A": 101}}) + "\n")
    done = run("wmt", "validate", "p.jsonl", cwd=tmp_path)
    assert done.status == 1
    assert done.out == f"p.jsonl:1: error: score: {ITEM}, A: the score is 101 (expected: 0 to 100)\n"
    assert "1 file, 1 line: 1 error, 0 warnings" in done.err
    done = run("wmt", "validate", "p.jsonl", "-f", "json", "-q", cwd=tmp_path)
    faults = json.loads(done.out)["tables"]["faults"]["rows"]
    assert [(fault["line"], fault["system"]) for fault in faults] == [(1, "A")]
    path.write_text(json.dumps({"item_id": ITEM, "src": "s", "hyps": {"A": ""}}) + "\n")
    assert run("wmt", "validate", "p.jsonl", cwd=tmp_path).status == 0
    assert run("wmt", "validate", "p.jsonl", "--strict", cwd=tmp_path).status == 1
    done = run("wmt", "validate", "nothing.jsonl", cwd=tmp_path)
    assert done.status == 2
    assert "cannot read nothing.jsonl" in done.err
